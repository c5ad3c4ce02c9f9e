//! Motions: which squares a man can land on, and over which he passes.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};

use chator_rules::{Dirs, Leg, Motion, Over, Square, Travel, Turn};
use smallvec::SmallVec;

use crate::eval::{NOWHERE, View, bits};

/// The squares passed so far, in order.
pub(crate) type Path = SmallVec<[Square; 8]>;

/// Told of every landing: the square and the path to it.
pub(crate) type Landing<'f> = dyn FnMut(Square, &[Square]) -> ControlFlow<()> + 'f;

/// Walks a motion of `view.own` from a square. `view` must have the man lifted. Landings on
/// own men are left out. With a `goal` only landings there are told.
pub(crate) fn walk(
    view: &View<'_>,
    motion: &Motion,
    origin: Square,
    goal: Option<Square>,
    landing: &mut Landing<'_>,
) -> ControlFlow<()> {
    let goal = goal.unwrap_or(NOWHERE);
    let game = view.game;
    let clause = game.clauses.get(usize::from(view.act.clause));
    let seen =
        (motion.legs.len() > 1 && clause.is_some_and(|c| !c.path_matters)).then(BTreeSet::new);
    Walk { view, goal, origin, path: Path::new(), seen }.leg(&motion.legs, origin, None, landing)
}

struct Walk<'w, 'v> {
    view: &'w View<'v>,
    goal: Square,
    origin: Square,
    path: Path,
    /// Turns of the way already gone on from: the legs left, the square and the heading. Kept
    /// where nobody asks for the path, so that one way to a turn is as good as another.
    seen: Option<BTreeSet<(usize, Square, Option<usize>)>>,
}

/// How many squares were passed on a leg, and how many of them count.
#[derive(Clone, Copy, Default)]
struct Passed {
    counted: u16,
}

impl Walk<'_, '_> {
    /// Goes the first of the legs in every way, and then the others.
    fn leg(
        &mut self,
        legs: &[Leg],
        from: Square,
        heading: Option<usize>,
        landing: &mut Landing<'_>,
    ) -> ControlFlow<()> {
        let Some(leg) = legs.first() else { return Continue(()) };
        match &leg.travel {
            Travel::Line { dirs, least, most } => {
                for d in bits(self.dirs(dirs, heading)) {
                    self.ride(legs, from, &[d], (*least, *most), landing)?;
                }
                Continue(())
            }
            Travel::Leap { long, short, dirs, least, most } => {
                let heads = dirs.as_ref().map_or(u32::MAX, |dirs| self.dirs(dirs, heading));
                each_jump(self.view, *long, *short, heads, &mut |steps| {
                    self.ride(legs, from, steps, (*least, *most), landing)
                })
            }
            Travel::Anywhere => {
                let origin = self.origin;
                for to in self.view.game.all_squares().filter(|&to| to != origin) {
                    self.land(legs, to, heading, landing)?;
                }
                Continue(())
            }
            Travel::Point => {
                let [last] = legs else { return Continue(()) };
                let (origin, goal) = (self.origin, self.goal);
                for to in self.view.game.all_squares() {
                    let wanted = to != origin && (goal == NOWHERE || goal == to);
                    if wanted && self.view.contains(&last.to, to) {
                        landing(to, &self.path)?;
                    }
                }
                Continue(())
            }
            Travel::Stay => self.land(legs, from, heading, landing),
            Travel::Drop(_) => {
                for to in self.view.game.all_squares().filter(|&to| !self.view.occupied(to)) {
                    self.land(legs, to, heading, landing)?;
                }
                Continue(())
            }
        }
    }

    /// Repeats a jump, which may be a single step, as often as the leg allows.
    fn ride(
        &mut self,
        legs: &[Leg],
        from: Square,
        steps: &[usize],
        (least, most): (u16, Option<u16>),
        landing: &mut Landing<'_>,
    ) -> ControlFlow<()> {
        let before = self.path.len();
        let most = most.unwrap_or(u16::MAX).min(self.view.game.squares as u16);
        let mut passed = Passed::default();
        let mut at = from;
        let mut done = Continue(());
        for jumps in 1..=most {
            let Some(to) = self.view.game.jump(at, steps) else { break };
            if jumps >= least && passed.may_land(&legs[0].over) {
                done = self.land(legs, to, steps.last().copied(), landing);
                if done.is_break() {
                    break;
                }
            }
            if jumps == most || !passed.pass(self.view, &legs[0].over, to) {
                break;
            }
            self.path.push(to);
            at = to;
        }
        self.path.truncate(before);
        done
    }

    /// Ends a leg on a square, if it may, and goes on with the next.
    fn land(
        &mut self,
        legs: &[Leg],
        to: Square,
        heading: Option<usize>,
        landing: &mut Landing<'_>,
    ) -> ControlFlow<()> {
        let [leg, rest @ ..] = legs else { return Continue(()) };
        if rest.is_empty() {
            let skip = self.goal != NOWHERE && self.goal != to;
            if skip || self.view.own_at(to) || !self.view.contains(&leg.to, to) {
                return Continue(());
            }
            return landing(to, &self.path);
        }
        if !self.view.contains(&leg.to, to) {
            return Continue(());
        }
        if self.seen.as_mut().is_some_and(|seen| !seen.insert((rest.len(), to, heading))) {
            return Continue(());
        }
        self.path.push(to);
        let done = self.leg(rest, to, heading, landing);
        self.path.pop();
        done
    }

    fn dirs(&self, dirs: &Dirs, heading: Option<usize>) -> u32 {
        match (dirs, heading) {
            (Dirs::Turn(turn), Some(heading)) => self.view.game.geometry.turned(heading, *turn),
            (Dirs::Turn(_), None) => 0,
            (named @ Dirs::Named { .. }, _) => self.view.dirs(named),
        }
    }
}

impl Passed {
    fn may_land(self, over: &Over) -> bool {
        match over {
            Over::All(_) => true,
            Over::Exactly(count, _) => self.counted == *count,
        }
    }

    fn pass(&mut self, view: &View<'_>, over: &Over, square: Square) -> bool {
        match over {
            Over::All(set) => view.contains(set, square),
            Over::Exactly(count, set) => {
                if view.contains(set, square) {
                    self.counted += 1;
                    self.counted <= *count
                } else {
                    !view.occupied(square)
                }
            }
        }
    }
}

impl crate::game::Tables {
    /// Where some steps lead, one after the other.
    #[inline]
    pub(crate) fn jump(&self, from: Square, steps: &[usize]) -> Option<Square> {
        steps.iter().try_fold(from, |at, &d| self.geometry.next[d][usize::from(at)])
    }
}

/// The steps of every jump of `long` and `short` squares whose first step goes one of `heads`.
pub(crate) fn each_jump(
    view: &View<'_>,
    long: u16,
    short: u16,
    heads: u32,
    found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let geometry = &view.game.geometry;
    let straight = usize::from(long.saturating_sub(short));
    let outward = usize::from(short);
    let first = if straight == 0 { geometry.diagonal() } else { geometry.orthogonal() };
    let mut steps: SmallVec<[usize; 8]> = SmallVec::new();
    for head in bits(first & heads) {
        steps.clear();
        if straight == 0 || outward == 0 {
            steps.resize(straight + outward, head);
            if found(&steps).is_break() {
                return Break(());
            }
            continue;
        }
        for side in bits(geometry.turned(head, Turn::Outward)) {
            steps.clear();
            steps.resize(straight, head);
            steps.resize(straight + outward, side);
            if found(&steps).is_break() {
                return Break(());
            }
        }
    }
    Continue(())
}
