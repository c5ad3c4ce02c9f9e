//! Moves, and lists of them.

use std::ops::Deref;

use chator_rules::Square;
use smallvec::SmallVec;

use crate::eval::NOWHERE;

/// A move: a clause used from one square to another, and the choices made on the way.
///
/// A move comes only out of a [`Position`](crate::Position) and means something only there.
/// Equal moves of the same position are the same move. Twelve bytes, without a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) clause: u16,
    pub(crate) script: Script,
}

/// The choices of a move, each as an index among its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Script {
    /// Which of the ways that lead to the same target.
    pub(crate) way: u8,
    /// What the moved man becomes. Where he becomes something twice, the first choice is the
    /// lowest digit of a number in mixed radix.
    pub(crate) becomes: u8,
    /// What new man is put, and where men are put by choice, in the same way.
    pub(crate) put: u16,
    /// 0 for none, else the number of the offer, from 1.
    pub(crate) offer: u8,
}

impl Move {
    /// Where it begins; none for a man who was not on the board.
    pub fn origin(self) -> Option<Square> {
        (self.from != NOWHERE).then_some(self.from)
    }

    /// Where it ends.
    pub fn target(self) -> Square {
        self.to
    }

    /// The clause it uses: an index into [`Rules::clauses`](chator_rules::Rules::clauses).
    pub fn clause(self) -> usize {
        self.clause.into()
    }

    /// The offer that rides on it: an index into [`Rules::offers`](chator_rules::Rules::offers).
    pub fn offer(self) -> Option<usize> {
        (self.script.offer as usize).checked_sub(1)
    }
}

/// Legal moves, in a stable order: by origin, then by clause, then as the clause walks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub(crate) SmallVec<[Move; 64]>);

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

/// The moves of a list, one after the other.
#[derive(Debug)]
pub struct MovesIter(smallvec::IntoIter<[Move; 64]>);

impl Iterator for MovesIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    fn into_iter(self) -> MovesIter {
        MovesIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
