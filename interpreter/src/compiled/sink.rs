//! What is made of legal moves: a number, a list, or whether there are any.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::moves::{Move, Script};

use super::bits::Bits;
use super::generate::List;
use super::row::Row;

/// Told of legal moves.
pub(crate) trait Sink<B: Bits> {
    /// A man may go from a square to each of a set; to those in `zone` in `times` ways, and all
    /// with or without each of the open offers.
    fn many(&mut self, group: &Group<'_, B>) -> ControlFlow<()>;

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
        let row = group.row;
        let mut add = |to: usize| {
            let times = if group.zone.has(to) { group.times } else { 1 };
            for offer in std::iter::once(0).chain(group.offers.iter().copied()) {
                for becomes in 0..times {
                    let script = Script { becomes: becomes as u8, offer, ..Script::default() };
                    self.push(Move {
                        from: group.origin,
                        to: to as u16,
                        clause: row.clause,
                        script,
                    });
                }
            }
        };
        if let (Ok(motions), true) = (&row.motions, group.to.many()) {
            let order = motions.order[usize::from(group.origin)].iter();
            order.map(|(to, _)| usize::from(*to)).filter(|&to| group.to.has(to)).for_each(add);
        } else {
            group.to.squares().for_each(&mut add);
        }
        Continue(())
    }

    fn one(&mut self, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        Continue(())
    }
}
