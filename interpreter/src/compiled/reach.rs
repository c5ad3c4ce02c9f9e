//! Where men get to, in the form that is fastest to look up.

use super::attack::hopped;
use super::bits::Bits;
use super::motion::Motions;

/// By origin, the squares that a man reaches on a board so occupied.
pub(crate) enum Reach<B> {
    /// It is not found in tables.
    None,
    /// Whatever stands on the board.
    Jumps(Vec<B>),
    /// Along two lines.
    TwoLines(Vec<[(B, B); 2]>),
    /// Along four lines.
    FourLines(Vec<[(B, B); 4]>),
    /// In several ways.
    Mixed(Box<Motions<B>>),
}

impl<B: Bits> Reach<B> {
    pub(crate) fn new(motions: &Motions<B>) -> Reach<B> {
        let jumps = motions.jumps.iter().any(|set| set.any());
        let others = !motions.hops.is_empty() || motions.lame.iter().any(|lame| !lame.is_empty());
        let lines = motions.rides.lines.iter().map(smallvec::SmallVec::len).max().unwrap_or(0);
        match (jumps, others, lines) {
            (_, false, 0) => Reach::Jumps(motions.jumps.clone()),
            (false, false, 1..=2) => Reach::TwoLines(filled(motions)),
            (false, false, 3..=4) => Reach::FourLines(filled(motions)),
            _ => Reach::Mixed(Box::new(motions.clone())),
        }
    }

    #[inline(always)]
    pub(crate) fn from(&self, origin: usize, occupied: B) -> B {
        match self {
            Reach::None => B::NONE,
            Reach::Jumps(jumps) => jumps[origin],
            Reach::TwoLines(lines) => along(&lines[origin], occupied),
            Reach::FourLines(lines) => along(&lines[origin], occupied),
            Reach::Mixed(motions) => mixed(motions, origin, occupied),
        }
    }

    /// Shows what each man of a set reaches.
    #[inline(always)]
    pub(crate) fn each(&self, men: B, occupied: B, show: &mut impl FnMut(B)) {
        match self {
            Reach::None => {}
            Reach::Jumps(jumps) => men.squares().for_each(|s| show(jumps[s])),
            Reach::TwoLines(lines) => men.squares().for_each(|s| show(along(&lines[s], occupied))),
            Reach::FourLines(lines) => men.squares().for_each(|s| show(along(&lines[s], occupied))),
            Reach::Mixed(motions) => men.squares().for_each(|s| show(mixed(motions, s, occupied))),
        }
    }
}

fn filled<B: Bits, const N: usize>(motions: &Motions<B>) -> Vec<[(B, B); N]> {
    let lines = motions.rides.lines.iter();
    let none = (B::NONE, B::NONE);
    lines.map(|lines| std::array::from_fn(|i| lines.get(i).copied().unwrap_or(none))).collect()
}

#[inline(always)]
fn along<B: Bits, const N: usize>(lines: &[(B, B); N], occupied: B) -> B {
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
