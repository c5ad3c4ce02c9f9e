//! Ways to move as tables: where a man can get to from each square.
//!
//! A motion fits a table if its squares depend on nothing but which squares are occupied, in one
//! of four ways. What fits none is walked square by square.

use chator_rules::{Dirs, Leg, Over, PlayerId, Set, Side, Travel, Turn};
use smallvec::SmallVec;

use crate::eval::{View, bits};
use crate::walk::each_jump;

use super::bits::Bits;
use super::board::NEUTRAL;
use super::expr::SetX;
use super::fold::Fold;

/// Where a clause leads, by origin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Motions<B> {
    /// Squares reached whatever stands on the board.
    pub(crate) jumps: Vec<B>,
    /// Rays up to the first man, each pair the squares below and above.
    pub(crate) rides: Rays<B>,
    /// Squares reached if those of a set are empty.
    pub(crate) lame: Vec<Vec<(u16, B)>>,
    /// Rays from behind the first man up to the second.
    pub(crate) hops: Rays<B>,
    /// The squares in the order in which a walk comes to them, with the squares passed.
    pub(crate) order: Vec<Vec<(u16, B)>>,
}

impl<B: Bits> Motions<B> {
    /// Every square that might be reached.
    pub(crate) fn farthest(&self, origin: usize) -> B {
        self.order[origin].iter().fold(B::NONE, |all, &(to, _)| all | B::of(to.into()))
    }
}

/// Rays from every square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rays<B> {
    /// By way to go and origin.
    pub(crate) ways: Vec<Vec<B>>,
    /// By origin: rays below it beside rays above it. Which is beside which does not matter.
    pub(crate) lines: Vec<SmallVec<[(B, B); 4]>>,
}

impl<B: Bits> Rays<B> {
    pub(crate) const NONE: Rays<B> = Rays { ways: Vec::new(), lines: Vec::new() };

    /// Pairs the rays of these ways.
    pub(crate) fn new(ways: Vec<Vec<B>>, squares: usize) -> Result<Rays<B>, &'static str> {
        let lines = |s: usize| paired(s, ways.iter().map(|way| way[s]));
        let lines = (0..squares).map(lines).collect::<Result<_, _>>()?;
        Ok(Rays { ways, lines })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ways.iter().flatten().all(|ray| ray.none())
    }

    /// The rays that lead to each square, as rays from it.
    pub(crate) fn turned_round(&self) -> Vec<Vec<B>> {
        let turn = |way: &Vec<B>| {
            let mut turned = vec![B::NONE; way.len()];
            for (origin, ray) in way.iter().enumerate() {
                ray.squares().for_each(|aim| turned[aim] |= B::of(origin));
            }
            turned
        };
        self.ways.iter().filter(|way| way.iter().any(|ray| ray.any())).map(turn).collect()
    }
}

/// One square of a motion from one origin.
#[derive(Clone, Copy, Debug)]
struct Landing<B> {
    to: usize,
    path: B,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Jump,
    /// The squares passed must be empty.
    Lame,
    /// On the ray of that number.
    Ride(usize),
    Hop(usize),
}

/// The landings of every origin, and how many rays there are at most.
struct Enumerated<B> {
    landings: Vec<Vec<Landing<B>>>,
}

/// The tables of a clause for a player, or why there are none.
pub(crate) fn motions<B: Bits>(fold: Fold<'_>, clause: u16) -> Result<Motions<B>, &'static str> {
    tables(fold, clause, false)
}

/// Tables that hold at least what a clause may reach, if there are any: conditions on what is
/// passed are left out where they ask for empty squares besides.
pub(crate) fn at_most<B: Bits>(fold: Fold<'_>, clause: u16) -> Option<Motions<B>> {
    tables(fold, clause, true).ok()
}

fn tables<B: Bits>(fold: Fold<'_>, clause: u16, at_most: bool) -> Result<Motions<B>, &'static str> {
    let game = fold.game;
    let path_matters = game.clauses[usize::from(clause)].path_matters;
    let Enumerated { landings } = enumerate::<B>(fold, clause, at_most)?;
    let twice = landings.iter().any(|from| {
        let mut hit = B::NONE;
        from.iter().any(|l| {
            let again = hit.has(l.to);
            hit |= B::of(l.to);
            again
        })
    });
    if twice && path_matters {
        return Err("one square is reached in several ways that count as different");
    }
    if twice && landings.iter().flatten().any(|l| l.how != How::Jump) {
        return Err("one square is reached in several ways");
    }
    let squares = game.squares;
    let mut motions = Motions {
        jumps: vec![B::NONE; squares],
        rides: Rays::NONE,
        lame: vec![Vec::new(); squares],
        hops: Rays::NONE,
        order: Vec::new(),
    };
    let (mut rides, mut hops) = (Vec::new(), Vec::new());
    for (origin, from) in landings.iter().enumerate() {
        let mut order: Vec<(u16, B)> = Vec::new();
        for landing in from {
            let bit = B::of(landing.to);
            match landing.how {
                How::Jump => motions.jumps[origin] |= bit,
                How::Lame => motions.lame[origin].push((landing.to as u16, landing.path)),
                How::Ride(ray) => add(&mut rides, ray, origin, bit, squares),
                How::Hop(ray) => add(&mut hops, ray, origin, bit, squares),
            }
            if !order.iter().any(|&(to, _)| usize::from(to) == landing.to) {
                order.push((landing.to as u16, landing.path));
            }
        }
        motions.order.push(order);
    }
    motions.rides = Rays::new(rides, squares)?;
    motions.hops = Rays::new(hops, squares)?;
    Ok(motions)
}

fn add<B: Bits>(ways: &mut Vec<Vec<B>>, way: usize, origin: usize, bit: B, squares: usize) {
    if ways.len() <= way {
        ways.resize(way + 1, vec![B::NONE; squares]);
    }
    ways[way][origin] |= bit;
}

fn paired<B: Bits>(
    origin: usize,
    rays: impl Iterator<Item = B>,
) -> Result<SmallVec<[(B, B); 4]>, &'static str> {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for ray in rays.filter(|ray| ray.any()) {
        let above = ray.squares().filter(|&s| s > origin).count();
        match above {
            0 => lower.push(ray),
            n if n == ray.count() as usize => upper.push(ray),
            _ => return Err("a line that bends"),
        }
    }
    let pairs = lower.len().max(upper.len());
    let ray = |rays: &[B], i: usize| rays.get(i).copied().unwrap_or(B::NONE);
    Ok((0..pairs).map(|i| (ray(&lower, i), ray(&upper, i))).collect())
}

fn enumerate<B: Bits>(
    fold: Fold<'_>,
    clause: u16,
    at_most: bool,
) -> Result<Enumerated<B>, &'static str> {
    let game = fold.game;
    let fold = fold.about(clause, false);
    let mut landings = Vec::new();
    for origin in 0..game.squares {
        let mut walker = Walker { fold, origin, rays: 0, found: Vec::new(), at_most };
        for motion in &game.clause(clause).motions {
            walker.motion(&motion.legs)?;
        }
        landings.push(walker.found);
    }
    Ok(Enumerated { landings })
}

struct Walker<'a, B> {
    fold: Fold<'a>,
    origin: usize,
    rays: usize,
    found: Vec<Landing<B>>,
    /// Conditions besides emptiness are left out.
    at_most: bool,
}

/// What a leg may pass.
#[derive(Clone, Copy, PartialEq)]
enum Passes {
    Anything,
    Empty,
    OneMan,
}

type Steps = SmallVec<[usize; 8]>;

impl<B: Bits> Walker<'_, B> {
    fn motion(&mut self, legs: &[Leg]) -> Result<(), &'static str> {
        match legs {
            [leg] => self.only_leg(leg),
            [first, second] => self.two_legs(first, second),
            _ => Err("more than two legs"),
        }
    }

    fn only_leg(&mut self, leg: &Leg) -> Result<(), &'static str> {
        let (heads, least, most) = self.travel(&leg.travel, None)?;
        let passes = if most == Some(1) { Passes::Anything } else { self.passes(&leg.over)? };
        for steps in heads {
            let (mut at, mut path) = (self.origin as u16, B::NONE);
            let ray = self.rays;
            self.rays += 1;
            for count in 1..=most.unwrap_or(u16::MAX).min(self.fold.game.squares as u16) {
                let Some(to) = self.fold.game.jump(at, &steps) else { break };
                if usize::from(to) == self.origin {
                    return Err("a line that comes round to its beginning");
                }
                let how = match passes {
                    Passes::OneMan if least == 1 => How::Hop(ray),
                    Passes::OneMan => return Err("a hop of limited length"),
                    Passes::Anything => How::Jump,
                    Passes::Empty if count == 1 && least == 1 && most == Some(1) => How::Jump,
                    Passes::Empty if least == 1 => How::Ride(ray),
                    Passes::Empty => How::Lame,
                };
                if count >= least {
                    self.found.push(Landing { to: to.into(), path, how });
                }
                path |= B::of(to.into());
                at = to;
            }
        }
        Ok(())
    }

    fn two_legs(&mut self, first: &Leg, second: &Leg) -> Result<(), &'static str> {
        let between = self.fold.set::<B>(&first.to);
        let how = match &between {
            SetX::Empty => How::Lame,
            other if is_everything(self.fold, other) => How::Jump,
            _ => return Err("a turn that asks what stands there"),
        };
        let (heads, 1, Some(1)) = self.travel(&first.travel, None)? else {
            return Err("a turn after a line");
        };
        for steps in heads {
            let Some(turn) = self.fold.game.jump(self.origin as u16, &steps) else { continue };
            let (heads, 1, Some(1)) = self.travel(&second.travel, steps.last().copied())? else {
                return Err("a line after a turn");
            };
            for steps in heads {
                let Some(to) = self.fold.game.jump(turn, &steps) else { continue };
                if usize::from(to) == self.origin {
                    return Err("a way back to its beginning");
                }
                self.found.push(Landing { to: to.into(), path: B::of(turn.into()), how });
            }
        }
        Ok(())
    }

    /// The steps of each way to go, and how often they may be repeated.
    fn travel(
        &self,
        travel: &Travel,
        heading: Option<usize>,
    ) -> Result<(Vec<Steps>, u16, Option<u16>), &'static str> {
        let geometry = &self.fold.game.geometry;
        let view = View::new(self.fold.game, &self.fold.game.start, PlayerId(self.fold.own));
        let heads = |dirs: &Dirs| match (dirs, heading) {
            (Dirs::Turn(turn), Some(heading)) => turned(geometry, heading, *turn),
            _ => view.dirs(dirs),
        };
        match travel {
            Travel::Line { dirs, least, most } => {
                let ways = bits(heads(dirs)).map(|d| Steps::from_slice(&[d])).collect();
                Ok((ways, *least, *most))
            }
            Travel::Leap { long, short, dirs, least, most } => {
                let mut ways = Vec::new();
                let heads = dirs.as_ref().map_or(u32::MAX, heads);
                let _all = each_jump(&view, *long, *short, heads, &mut |steps| {
                    ways.push(Steps::from_slice(steps));
                    std::ops::ControlFlow::Continue(())
                });
                Ok((ways, *least, *most))
            }
            Travel::Anywhere => Err("it goes anywhere"),
            Travel::Stay => Err("it stays where it is"),
            Travel::Point => Err("it points at a man"),
            Travel::Drop(_) => Err("it comes from a stock"),
        }
    }

    fn passes(&self, over: &Over) -> Result<Passes, &'static str> {
        match over {
            Over::Exactly(1, Set::Men(Side::Any)) => Ok(Passes::OneMan),
            Over::Exactly(..) => Err("it hops over certain men"),
            Over::All(set) => match self.fold.set::<B>(set) {
                SetX::Empty => Ok(Passes::Empty),
                other if is_everything(self.fold, &other) => Ok(Passes::Anything),
                SetX::And(list) if self.at_most && list.contains(&SetX::Empty) => Ok(Passes::Empty),
                _ => Err("what it passes must fulfil a condition"),
            },
        }
    }
}

fn turned(geometry: &chator_rules::Geometry, heading: usize, turn: Turn) -> u32 {
    geometry.turned(heading, turn)
}

/// Is every square in the set, whatever stands on the board?
fn is_everything<B: Bits>(fold: Fold<'_>, set: &SetX<B>) -> bool {
    let all_sides = ((1 << fold.game.players) - 1) | 1 << NEUTRAL;
    match set {
        SetX::Const(set) => set.count() as usize == fold.game.squares,
        SetX::Or(list) => {
            list.contains(&SetX::Empty)
                && list
                    .iter()
                    .any(|s| matches!(s, SetX::Men(sides) if sides & all_sides == all_sides))
        }
        _ => false,
    }
}
