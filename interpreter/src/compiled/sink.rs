//! What is made of legal moves: a number, a list, or whether there are any.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::moves::{Move, Script};

use super::bits::Bits;
use super::generate::List;
use super::placing::Places;
use super::row::Row;

/// Told of legal moves.
pub(crate) trait Sink<B: Bits> {
    /// A man may go from a square to each of a set; to those in `zone` in `times` ways, and all
    /// with or without each of the open offers.
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()>;

    /// The same without offers, and with each move there is a square to choose.
    fn placed(&mut self, group: &Group<'_, B>, places: Places<B>) -> ControlFlow<()> {
        group.in_order(|to| {
            let times = group.times_at(to);
            for number in 0..times * places.at(to) {
                self.one(group.chosen(to, number))?;
            }
            Continue(())
        })
    }

    /// One move.
    fn one(&mut self, mv: Move) -> ControlFlow<()>;
}

/// Moves of one man by one row.
pub(crate) struct Group<'g, B: Bits> {
    pub(crate) row: &'g Row<B>,
    pub(crate) origin: u16,
    pub(crate) to: B,
    pub(crate) zone: B,
    pub(crate) times: u32,
    /// Numbers of the offers that may ride on each move.
    pub(crate) offers: &'g [u8],
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

    /// How many moves to a square, if nothing is offered.
    #[inline(always)]
    pub(crate) fn times_at(&self, to: usize) -> u32 {
        if self.zone.has(to) { self.times } else { 1 }
    }

    /// How many moves if with each there is a square to choose.
    pub(crate) fn placed(&self, places: &Places<B>) -> u32 {
        self.to.squares().fold(0, |moves, to| moves + self.times_at(to) * places.at(to))
    }

    /// Goes through the targets in the order of the walk.
    #[inline(always)]
    pub(crate) fn in_order(
        &self,
        mut show: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let (Ok(motions), true) = (&self.row.motions, self.to.many()) {
            let order = motions.order[usize::from(self.origin)].iter();
            let mut to = order.map(|(to, _)| usize::from(*to)).filter(|&to| self.to.has(to));
            to.try_for_each(show)
        } else {
            self.to.squares().try_for_each(&mut show)
        }
    }

    /// Of the moves to a target, with a square to choose, one by its number.
    pub(crate) fn chosen(&self, to: usize, number: u32) -> Move {
        let times = self.times_at(to);
        let (becomes, put) = ((number % times) as u8, (number / times) as u16);
        let script = Script { becomes, put, ..Script::default() };
        Move { from: self.origin, to: to as u16, clause: self.row.clause, script }
    }
}

/// Counts.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()> {
        self.0 += u64::from(group.count());
        Continue(())
    }

    fn placed(&mut self, group: &Group<'_, B>, places: Places<B>) -> ControlFlow<()> {
        self.0 += u64::from(group.placed(&places));
        Continue(())
    }

    fn one(&mut self, _mv: Move) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }
}

/// Is there any?
pub(crate) struct Any;

impl<B: Bits> Sink<B> for Any {
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()> {
        if group.to.any() { Break(()) } else { Continue(()) }
    }

    fn one(&mut self, _mv: Move) -> ControlFlow<()> {
        Break(())
    }
}

impl<B: Bits> Sink<B> for List {
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()> {
        group.in_order(|to| {
            for offer in std::iter::once(0).chain(group.offers.iter().copied()) {
                for becomes in 0..group.times_at(to) {
                    let script = Script { becomes: becomes as u8, offer, ..Script::default() };
                    let (from, clause) = (group.origin, group.row.clause);
                    self.push(Move { from, to: to as u16, clause, script });
                }
            }
            Continue(())
        })
    }

    fn one(&mut self, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        Continue(())
    }
}
