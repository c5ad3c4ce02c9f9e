//! Motions that fit no table, walked square by square as the reference does.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Continue};

use chator_rules::{Dirs, PlayerId, Travel};
use smallvec::SmallVec;

use crate::eval::{View, bits};
use crate::game::Tables;
use crate::walk::each_jump;

use super::bits::Bits;
use super::expr::SetX;
use super::eye::Eye;
use super::fold::Fold;

/// The legs of a motion, ready to be walked by one player.
pub(crate) struct StrideX<B>(Vec<LegX<B>>);

struct LegX<B> {
    go: Go,
    over: OverX<B>,
    to: SetX<B>,
}

enum Go {
    /// Repeated steps: by the heading before (the last entry where there is none).
    Ride {
        ways: Vec<Vec<Steps>>,
        least: u16,
        most: u16,
    },
    Anywhere,
    Point,
    Stay,
    Drop,
}

type Steps = SmallVec<[usize; 8]>;

enum OverX<B> {
    All(SetX<B>),
    Exactly(u16, SetX<B>),
}

/// Told of every landing: the square and the squares passed.
pub(crate) type Landing<'f, B> = dyn FnMut(usize, B) -> ControlFlow<()> + 'f;

impl<B: Bits> StrideX<B> {
    /// Every motion of a clause.
    pub(crate) fn of_clause(fold: Fold<'_>, clause: u16) -> Vec<StrideX<B>> {
        let fold = fold.about(clause, false);
        let motions = fold.game.clause(clause).motions.iter();
        motions.map(|m| StrideX(m.legs.iter().map(|leg| leg_of(fold, leg)).collect())).collect()
    }

    /// What it points at, if that is all it does.
    pub(crate) fn pointed(&self) -> Option<&SetX<B>> {
        match &self.0[..] {
            [LegX { go: Go::Point, to, .. }] => Some(to),
            _ => None,
        }
    }

    /// Walks it from a square. `eye` has the man lifted. Landings on own men are left out.
    /// With a `goal` only landings there are told.
    pub(crate) fn walk(
        &self,
        eye: &Eye<'_, B>,
        own: u8,
        origin: usize,
        goal: Option<usize>,
        path_matters: bool,
        landing: &mut Landing<'_, B>,
    ) -> ControlFlow<()> {
        let seen = (self.0.len() > 1 && !path_matters).then(BTreeSet::new);
        let mut walk = Walk { eye, own, origin, goal, path: B::NONE, seen };
        walk.leg(&self.0, origin, None, landing)
    }
}

fn leg_of<B: Bits>(fold: Fold<'_>, leg: &chator_rules::Leg) -> LegX<B> {
    let over = match &leg.over {
        chator_rules::Over::All(set) => OverX::All(fold.set(set)),
        chator_rules::Over::Exactly(count, set) => OverX::Exactly(*count, fold.set(set)),
    };
    LegX { go: go_of(fold, &leg.travel), over, to: fold.set(&leg.to) }
}

fn go_of(fold: Fold<'_>, travel: &Travel) -> Go {
    let game = fold.game;
    let view = View::new(game, &game.start, PlayerId(fold.own));
    let headings = game.geometry.directions.len();
    let heads = |dirs: &Dirs, heading: usize| match dirs {
        Dirs::Turn(_) if heading == headings => 0,
        Dirs::Turn(turn) => game.geometry.turned(heading, *turn),
        named @ Dirs::Named { .. } => view.dirs(named),
    };
    let most = |most: &Option<u16>| most.unwrap_or(u16::MAX).min(game.squares as u16);
    match travel {
        Travel::Line { dirs, least, most: limit } => {
            let way = |h| bits(heads(dirs, h)).map(|d| Steps::from_slice(&[d])).collect();
            Go::Ride { ways: (0..=headings).map(way).collect(), least: *least, most: most(limit) }
        }
        Travel::Leap { long, short, dirs, least, most: limit } => {
            let way = |h| {
                let mut ways = Vec::new();
                let heads = dirs.as_ref().map_or(u32::MAX, |dirs| heads(dirs, h));
                let _all = each_jump(&view, *long, *short, heads, &mut |steps| {
                    ways.push(Steps::from_slice(steps));
                    Continue(())
                });
                ways
            };
            Go::Ride { ways: (0..=headings).map(way).collect(), least: *least, most: most(limit) }
        }
        Travel::Anywhere => Go::Anywhere,
        Travel::Point => Go::Point,
        Travel::Stay => Go::Stay,
        Travel::Drop(_) => Go::Drop,
    }
}

struct Walk<'w, 'e, B: Bits> {
    eye: &'w Eye<'e, B>,
    own: u8,
    origin: usize,
    goal: Option<usize>,
    path: B,
    /// Turns of the way already gone on from; see the reference's `walk`.
    seen: Option<BTreeSet<(usize, usize, Option<usize>)>>,
}

impl<B: Bits> Walk<'_, '_, B> {
    fn leg(
        &mut self,
        legs: &[LegX<B>],
        from: usize,
        heading: Option<usize>,
        landing: &mut Landing<'_, B>,
    ) -> ControlFlow<()> {
        let Some(leg) = legs.first() else { return Continue(()) };
        let program = self.eye.program;
        match &leg.go {
            Go::Ride { ways, least, most } => {
                let heading = heading.unwrap_or(ways.len() - 1);
                for steps in &ways[heading] {
                    self.ride(legs, from, steps, (*least, *most), landing)?;
                }
                Continue(())
            }
            Go::Anywhere => {
                let origin = self.origin;
                for to in program.all.squares().filter(|&to| to != origin) {
                    self.land(legs, to, heading, landing)?;
                }
                Continue(())
            }
            Go::Point => {
                let [last] = legs else { return Continue(()) };
                let named = self.eye.set(&last.to);
                for to in named.squares() {
                    if to != self.origin && self.goal.is_none_or(|goal| goal == to) {
                        landing(to, self.path)?;
                    }
                }
                Continue(())
            }
            Go::Stay => self.land(legs, from, heading, landing),
            Go::Drop => {
                for to in program.all.but(self.eye.occupied()).squares() {
                    self.land(legs, to, heading, landing)?;
                }
                Continue(())
            }
        }
    }

    fn ride(
        &mut self,
        legs: &[LegX<B>],
        from: usize,
        steps: &[usize],
        (least, most): (u16, u16),
        landing: &mut Landing<'_, B>,
    ) -> ControlFlow<()> {
        let before = self.path;
        let mut counted = 0;
        let mut at = from;
        let mut done = Continue(());
        for jumps in 1..=most {
            let Some(to) = self.eye.program.jump(at, steps) else { break };
            let may_land = match &legs[0].over {
                OverX::All(_) => true,
                OverX::Exactly(count, _) => counted == *count,
            };
            if jumps >= least && may_land {
                done = self.land(legs, to, steps.last().copied(), landing);
                if done.is_break() {
                    break;
                }
            }
            if jumps == most || !self.pass(&legs[0].over, to, &mut counted) {
                break;
            }
            self.path |= B::of(to);
            at = to;
        }
        self.path = before;
        done
    }

    fn pass(&self, over: &OverX<B>, square: usize, counted: &mut u16) -> bool {
        match over {
            OverX::All(set) => self.eye.has(set, square),
            OverX::Exactly(count, set) => {
                if self.eye.has(set, square) {
                    *counted += 1;
                    *counted <= *count
                } else {
                    !self.eye.occupied().has(square)
                }
            }
        }
    }

    fn land(
        &mut self,
        legs: &[LegX<B>],
        to: usize,
        heading: Option<usize>,
        landing: &mut Landing<'_, B>,
    ) -> ControlFlow<()> {
        let [leg, rest @ ..] = legs else { return Continue(()) };
        if rest.is_empty() {
            let skip = self.goal.is_some_and(|goal| goal != to);
            if skip || self.eye.men(1 << self.own).has(to) || !self.eye.has(&leg.to, to) {
                return Continue(());
            }
            return landing(to, self.path);
        }
        if !self.eye.has(&leg.to, to) {
            return Continue(());
        }
        if self.seen.as_mut().is_some_and(|seen| !seen.insert((rest.len(), to, heading))) {
            return Continue(());
        }
        let before = self.path;
        self.path |= B::of(to);
        let done = self.leg(rest, to, heading, landing);
        self.path = before;
        done
    }
}

/// The board's neighbours as numbers, for walks.
pub(crate) struct Paths(Vec<Vec<Option<u16>>>);

impl Paths {
    pub(crate) fn new(game: &Tables) -> Paths {
        Paths(game.geometry.next.clone())
    }

    /// Where some steps lead, one after the other.
    pub(crate) fn jump(&self, from: usize, steps: &[usize]) -> Option<usize> {
        steps.iter().try_fold(from, |at, &d| self.0[d][at].map(usize::from))
    }
}
