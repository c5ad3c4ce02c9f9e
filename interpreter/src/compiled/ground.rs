//! The board's neighbours, for whole sets at once.

use chator_rules::Geometry;

use crate::eval::{NOWHERE, bits};

use super::bits::Bits;

/// One step in each direction.
pub(crate) struct Ground<B> {
    steps: Vec<Step<B>>,
    squares: usize,
}

enum Step<B> {
    /// All squares of `from` move by the same number, as on grids.
    Shift { by: i32, from: B },
    /// Each has its own neighbour.
    Table(Vec<u16>),
}

impl<B: Bits> Ground<B> {
    pub(crate) fn new(geometry: &Geometry) -> Ground<B> {
        let steps = geometry.next.iter().map(|next| step(next)).collect();
        Ground { steps, squares: geometry.squares() }
    }

    /// One step from a set.
    #[inline]
    pub(crate) fn step(&self, direction: usize, set: B) -> B {
        match &self.steps[direction] {
            Step::Shift { by, from } => (set & *from).moved(*by),
            Step::Table(next) => set
                .squares()
                .filter(|&s| next[s] != NOWHERE)
                .fold(B::NONE, |all, s| all | B::of(next[s].into())),
        }
    }

    /// One step in any of some directions.
    pub(crate) fn toward(&self, directions: u32, set: B) -> B {
        bits(directions).fold(B::NONE, |all, d| all | self.step(d, set))
    }

    /// The lines from a set to the edge.
    pub(crate) fn along(&self, directions: u32, set: B) -> B {
        bits(directions).fold(B::NONE, |all, d| {
            let (mut line, mut front) = (B::NONE, set);
            for _ in 0..self.squares {
                front = self.step(d, front).but(line);
                if front.none() {
                    break;
                }
                line |= front;
            }
            all | line
        })
    }

    /// The first of `occupied` on each line from a set.
    pub(crate) fn nearest(&self, directions: u32, set: B, occupied: B) -> B {
        bits(directions).fold(B::NONE, |all, d| {
            let (mut hit, mut front) = (B::NONE, set);
            for _ in 0..self.squares {
                front = self.step(d, front);
                if front.none() {
                    break;
                }
                hit |= front & occupied;
                front = front.but(occupied);
            }
            all | hit
        })
    }
}

fn step<B: Bits>(next: &[Option<u16>]) -> Step<B> {
    let pairs = || next.iter().enumerate().filter_map(|(s, to)| Some((s, usize::from((*to)?))));
    let mut shifts = pairs().map(|(s, to)| to as i32 - s as i32);
    let first = shifts.next().unwrap_or(0);
    if shifts.all(|shift| shift == first) {
        let from = pairs().fold(B::NONE, |all, (s, _)| all | B::of(s));
        return Step::Shift { by: first, from };
    }
    Step::Table(next.iter().map(|to| to.unwrap_or(NOWHERE)).collect())
}
