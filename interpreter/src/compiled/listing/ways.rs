//! How many squares and rays there are in the tables of a motion.

use crate::compiled::bits::Bits;
use crate::compiled::motion::{Motions, Rays};
use crate::compiled::reach::Reach;
use crate::compiled::row::Row;

use super::words::Words;

impl Words<'_> {
    /// A row's way to go: its tables, or why there are none.
    pub(super) fn way<B: Bits>(&self, row: &Row<B>) -> String {
        if let Some(stock) = self.game.clauses[usize::from(row.clause)].drop {
            let anywhere = if row.drops_anywhere { "on any empty square" } else { "walked" };
            return format!("from {}, {anywhere}", self.cell(stock));
        }
        let reason = match &row.motions {
            Ok(motions) => {
                let form = match row.shifts.len() {
                    0 => form(&row.reach).to_owned(),
                    shifts => format!("all men at once by {shifts} shift{}", plural(shifts)),
                };
                let walked = if row.tabled { "" } else { "; walked, since it takes elsewhere" };
                return format!("{}; {form}{walked}", tables(motions));
            }
            Err(reason) => *reason,
        };
        match &row.at_most {
            Some(motions) => format!("walked: {reason}; at most {}", tables(motions)),
            None => format!("walked: {reason}"),
        }
    }
}

/// What there is in tables.
fn tables<B: Bits>(motions: &Motions<B>) -> String {
    let jumps = motions.jumps.iter().map(|set| set.count() as usize).sum();
    let lame = motions.lame.iter().map(Vec::len).sum();
    parts(jumps, &motions.rides, lame, &motions.hops)
}

/// Jumps, rays, lame ways and hops by number.
pub(super) fn parts<B: Bits>(jumps: usize, rides: &Rays<B>, lame: usize, hops: &Rays<B>) -> String {
    let mut parts = Vec::new();
    let mut add = |count: usize, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}{}", plural(count)));
        }
    };
    add(jumps, "jump");
    add(rays(rides), "ray");
    add(lame, "lame way");
    add(rays(hops), "hopping ray");
    if parts.is_empty() { "no square".to_owned() } else { parts.join(", ") }
}

fn rays<B: Bits>(rays: &Rays<B>) -> usize {
    rays.ways.iter().flatten().filter(|ray| ray.any()).count()
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn form<B: Bits>(reach: &Reach<B>) -> &'static str {
    match reach {
        Reach::None => "no look-up",
        Reach::Jumps(_) => "one look-up",
        Reach::TwoLines(_) => "two lines",
        Reach::FourLines(_) => "four lines",
        Reach::Lame(_) => "over squares beside it",
        Reach::Hops(_) => "over the first men of two lines",
        Reach::Mixed(_) => "mixed look-up",
        Reach::Shift(_) | Reach::Shifts(_) => "by shifts",
    }
}
