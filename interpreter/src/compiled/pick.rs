//! Legal moves in groups, to choose one by its number.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::moves::{Move, Script};

use super::bits::Bits;
use super::board::Board;
use super::eye::Eye;
use super::placing::Places;
use super::plan::PlayerPlan;
use super::program::Program;
use super::safety::Safety;
use super::sink::{Group, Sink};
use super::sweep::Wanted;

/// Legal moves, in the order of the reference.
pub(crate) struct Picks<B> {
    groups: Vec<Few<B>>,
    total: usize,
}

/// Moves of one man by one row, or one move.
#[derive(Clone, Copy)]
enum Few<B> {
    Many {
        clause: u16,
        origin: u16,
        to: B,
        zone: B,
        times: u32,
        offers: [u8; 4],
        open: u8,
        count: u32,
    },
    /// With each there is a square to choose.
    Placed {
        clause: u16,
        origin: u16,
        to: B,
        zone: B,
        times: u16,
        places: Places<B>,
        count: u32,
    },
    One(Move),
}

/// More open offers than this are listed move by move.
const OFFERS: usize = 4;

impl<B: Bits> Program<B> {
    /// Notes the legal moves of a player. How many there are. `eye` is about to move; nobody looks
    /// unless that is needed.
    #[inline(always)]
    pub(crate) fn pick<'e>(
        &'e self,
        board: &Board<B>,
        player: u8,
        safety: &Safety<B>,
        eye: &dyn Fn() -> Eye<'e, B>,
        picks: &mut Picks<B>,
    ) -> u64 {
        picks.clear();
        let duties = self.players[usize::from(player)].has_duties;
        let plain = self.plain(board, player, safety, Wanted::All);
        if !duties
            && let Some(plain) = &plain
            && plain.is_all()
        {
            let _all = plain.each(picks);
            return picks.total as u64;
        }
        let eye = eye();
        let first = usize::from(!duties);
        for wanted in &[Wanted::Dutiful, Wanted::All][first..] {
            let plain = plain.as_ref().filter(|_| *wanted == Wanted::All);
            if self.sweep_all(&eye, player, safety, *wanted, plain, picks).is_err() {
                picks.clear();
                picks.extend(&self.legal(&eye, player, None));
            }
            if picks.total > 0 {
                break;
            }
        }
        picks.total as u64
    }
}

impl<B: Bits> Picks<B> {
    pub(crate) fn new() -> Picks<B> {
        Picks { groups: Vec::with_capacity(48), total: 0 }
    }

    fn clear(&mut self) {
        self.groups.clear();
        self.total = 0;
    }

    fn extend(&mut self, moves: &[Move]) {
        self.total += moves.len();
        self.groups.extend(moves.iter().map(|&mv| Few::One(mv)));
    }

    /// The move of a number below the total.
    pub(crate) fn pick(&self, plan: &PlayerPlan<B>, number: usize) -> Move {
        let mut number = number as u32;
        for few in &self.groups {
            let count = match few {
                Few::One(_) => 1,
                Few::Many { count, .. } | Few::Placed { count, .. } => *count,
            };
            if number < count {
                return few.pick(plan, number);
            }
            number -= count;
        }
        unreachable!("a number below the total")
    }
}

impl<B: Bits> Few<B> {
    fn pick(&self, plan: &PlayerPlan<B>, number: u32) -> Move {
        let (clause, origin, to, zone, times, offers, open) = match *self {
            Few::One(mv) => return mv,
            Few::Placed { clause, origin, to, zone, times, places, .. } => {
                let row = &plan.rows[usize::from(clause)];
                let group = Group { row, origin, to, zone, times: times.into(), offers: &[] };
                return placed(&group, places, number);
            }
            Few::Many { clause, origin, to, zone, times, offers, open, .. } => {
                (clause, origin, to, zone, times, offers, u32::from(open))
            }
        };
        let row = &plan.rows[usize::from(clause)];
        let several = times > 1 && (zone & to).any() || open > 0;
        if !several && !to.many() {
            return plain(origin, to.first(), clause);
        }
        if !several && let Ok(motions) = &row.motions {
            let mut rest = number;
            for &(square, _) in &motions.order[usize::from(origin)] {
                if to.has(square.into()) {
                    if rest == 0 {
                        return plain(origin, square.into(), clause);
                    }
                    rest -= 1;
                }
            }
        }
        let mut number = number;
        let pick = |square: usize, number: u32, times: u32| {
            let offer = (number / times).checked_sub(1).map_or(0, |i| offers[i as usize]);
            let becomes = (number % times) as u8;
            let script = Script { becomes, offer, ..Script::default() };
            Move { from: origin, to: square as u16, clause, script }
        };
        let mut at = |square: usize| {
            let times = if zone.has(square) { times } else { 1 };
            let count = times * (1 + open);
            if number < count {
                return Some(pick(square, number, times));
            }
            number -= count;
            None
        };
        let found = match &row.motions {
            Ok(motions) => {
                let order = motions.order[usize::from(origin)].iter();
                let mut squares = order.map(|&(s, _)| usize::from(s)).filter(|&s| to.has(s));
                squares.find_map(&mut at)
            }
            Err(_) => to.squares().find_map(&mut at),
        };
        found.expect("a number below the count")
    }
}

/// Of moves with a square to choose one by its number.
#[inline(never)]
fn placed<B: Bits>(group: &Group<'_, B>, places: Places<B>, number: u32) -> Move {
    let (mut number, mut found) = (number, None);
    let _found = group.in_order(|to| {
        let count = group.times_at(to) * places.at(to);
        if number < count {
            found = Some(group.chosen(to, number));
            return Break(());
        }
        number -= count;
        Continue(())
    });
    found.expect("a number below the count")
}

/// A move with nothing to choose.
fn plain(origin: u16, to: usize, clause: u16) -> Move {
    Move { from: origin, to: to as u16, clause, script: Script::default() }
}

impl<B: Bits> Sink<B> for Picks<B> {
    #[inline(always)]
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()> {
        if group.offers.len() > OFFERS {
            let mut list = super::generate::List::new();
            let done = list.many(group);
            self.extend(&list);
            return done;
        }
        let count = group.count();
        let mut offers = [0; OFFERS];
        offers[..group.offers.len()].copy_from_slice(group.offers);
        self.total += count as usize;
        self.groups.push(Few::Many {
            clause: group.row.clause,
            origin: group.origin,
            to: group.to,
            zone: group.zone,
            times: group.times,
            offers,
            open: group.offers.len() as u8,
            count,
        });
        Continue(())
    }

    fn placed(&mut self, group: &Group<'_, B>, places: Places<B>) -> ControlFlow<()> {
        let &Group { origin, to, zone, .. } = group;
        let (clause, times, count) = (group.row.clause, group.times as u16, group.placed(&places));
        self.total += count as usize;
        self.groups.push(Few::Placed { clause, origin, to, zone, times, places, count });
        Continue(())
    }

    fn one(&mut self, mv: Move) -> ControlFlow<()> {
        self.extend(&[mv]);
        Continue(())
    }
}
