//! Where men get to, in the form that is fastest to look up.

use std::sync::Arc;

use smallvec::SmallVec;

use super::attack::hopped;
use super::bits::Bits;
use super::motion::Motions;
use super::table::Table;

/// By origin, the squares that a man reaches on a board so occupied.
#[derive(Clone)]
pub(crate) enum Reach<B: Bits> {
    /// It is not found in tables.
    None,
    /// Whatever stands on the board.
    Jumps(Table<B, B>),
    /// Along two lines.
    TwoLines(Table<B, [Line<B>; 2]>),
    /// Along four lines.
    FourLines(Table<B, [Line<B>; 4]>),
    /// In several ways.
    Mixed(Arc<Motions<B>>),
}

/// The squares of a line below its origin, and those above.
pub(crate) type Line<B> = (B, B);

impl<B: Bits> Reach<B> {
    pub(crate) fn new(motions: &Motions<B>) -> Reach<B> {
        let jumps = motions.jumps.iter().any(|set| set.any());
        let others = !motions.hops.is_empty() || motions.lame.iter().any(|lame| !lame.is_empty());
        let lines = motions.rides.lines.iter().map(SmallVec::len).max().unwrap_or(0);
        match (jumps, others, lines) {
            (_, false, 0) => Reach::Jumps(Table::new(&motions.jumps, B::NONE)),
            (false, false, 1..=2) => Reach::TwoLines(filled(motions)),
            (false, false, 3..=4) => Reach::FourLines(filled(motions)),
            _ => Reach::Mixed(Arc::new(motions.clone())),
        }
    }

    #[inline(always)]
    pub(crate) fn from(&self, origin: usize, occupied: B) -> B {
        match self {
            Reach::None => B::NONE,
            Reach::Jumps(jumps) => jumps.of(origin),
            Reach::TwoLines(lines) => along(lines.at(origin), occupied),
            Reach::FourLines(lines) => along(lines.at(origin), occupied),
            Reach::Mixed(motions) => mixed(motions, origin, occupied),
        }
    }

    /// Shows what each man of a set reaches.
    #[inline(always)]
    pub(crate) fn each(&self, men: B, occupied: B, show: &mut impl FnMut(B)) {
        match self {
            Reach::None => {}
            Reach::Jumps(jumps) => men.squares().for_each(|s| show(jumps.of(s))),
            Reach::TwoLines(lines) => {
                men.squares().for_each(|s| show(along(lines.at(s), occupied)))
            }
            Reach::FourLines(lines) => {
                men.squares().for_each(|s| show(along(lines.at(s), occupied)))
            }
            Reach::Mixed(motions) => men.squares().for_each(|s| show(mixed(motions, s, occupied))),
        }
    }
}

fn filled<B: Bits, const N: usize>(motions: &Motions<B>) -> Table<B, [Line<B>; N]> {
    let none = (B::NONE, B::NONE);
    let padded = |lines: &SmallVec<[Line<B>; 4]>| {
        std::array::from_fn(|i| lines.get(i).copied().unwrap_or(none))
    };
    let lines: Vec<[Line<B>; N]> = motions.rides.lines.iter().map(padded).collect();
    Table::new(&lines, [none; N])
}

#[inline(always)]
fn along<B: Bits, const N: usize>(lines: &[Line<B>; N], occupied: B) -> B {
    lines.iter().fold(B::NONE, |all, &(lower, upper)| all | B::line(lower, upper, occupied))
}

pub(crate) fn mixed<B: Bits>(motions: &Motions<B>, origin: usize, occupied: B) -> B {
    let mut reach = motions.jumps[origin];
    for &(lower, upper) in &motions.rides.lines[origin] {
        reach |= B::line(lower, upper, occupied);
    }
    for &(to, between) in &motions.lame[origin] {
        reach |= B::of(to.into()).when((between & occupied).none());
    }
    if !motions.hops.lines[origin].is_empty() {
        reach |= hopped(&motions.hops.lines[origin], occupied);
    }
    reach
}
