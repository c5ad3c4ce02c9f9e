//! The move of a number, without a list of all.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::moves::{Move, Script};

use super::bits::Bits;
use super::eye::Eye;
use super::program::Program;
use super::safety::Safety;
use super::sink::{Group, Sink};
use super::sweep::{Mixed, Wanted};

/// Looks for the legal move that has so many before it, in the order of the reference.
pub(crate) struct Nth {
    left: u32,
    pub(crate) found: Option<Move>,
}

impl Nth {
    pub(crate) fn new(number: u32) -> Nth {
        Nth { left: number, found: None }
    }
}

impl<B: Bits> Program<B> {
    /// The legal move of a number below the count, in the order of the reference.
    pub(crate) fn nth(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        safety: &Safety<B>,
        number: usize,
    ) -> Move {
        let duties = self.players[usize::from(player)].has_duties;
        for dutiful in [true, false] {
            if dutiful && !duties {
                continue;
            }
            let mut nth = Nth::new(number as u32);
            match self.sweep(eye, player, safety, Wanted::when(dutiful), &mut nth) {
                Err(Mixed) => return self.legal(eye, player, None)[number],
                Ok(_) => {
                    if let Some(mv) = nth.found {
                        return mv;
                    }
                }
            }
        }
        unreachable!("a number below the count")
    }
}

impl<B: Bits> Sink<B> for Nth {
    #[inline(always)]
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()> {
        let count = group.count();
        if self.left >= count {
            self.left -= count;
            return Continue(());
        }
        self.found = Some(group.nth(self.left));
        Break(())
    }

    fn one(&mut self, mv: Move) -> ControlFlow<()> {
        if self.left > 0 {
            self.left -= 1;
            return Continue(());
        }
        self.found = Some(mv);
        Break(())
    }
}

impl<B: Bits> Group<'_, B> {
    /// How many moves.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        let mut moves = self.to.count();
        if self.zone.any() {
            moves += (self.to & self.zone).count() * (self.times - 1);
        }
        moves * (1 + self.offers.len() as u32)
    }

    /// The move of a number below the count.
    fn nth(&self, mut number: u32) -> Move {
        let mut at = |square: usize| {
            let times = if self.zone.has(square) { self.times } else { 1 };
            let count = times * (1 + self.offers.len() as u32);
            if number >= count {
                number -= count;
                return None;
            }
            let offer = (number / times).checked_sub(1).map_or(0, |i| self.offers[i as usize]);
            let becomes = (number % times) as u8;
            let script = Script { becomes, offer, ..Script::default() };
            Some(Move { from: self.origin, to: square as u16, clause: self.row.clause, script })
        };
        let found = match &self.row.motions {
            Ok(motions) => {
                let order = motions.order[usize::from(self.origin)].iter();
                let mut squares = order.map(|&(s, _)| usize::from(s)).filter(|&s| self.to.has(s));
                squares.find_map(&mut at)
            }
            Err(_) => self.to.squares().find_map(&mut at),
        };
        found.expect("a number below the count")
    }
}
