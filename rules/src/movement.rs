//! Movement: clauses of pieces, and the motions they are made of.

use serde::{Deserialize, Serialize};

use crate::effect::Effect;
use crate::provenance::Citation;
use crate::set::{CellId, Cond, Dirs, KindId, Set};

/// One way for a piece to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// Its address, such as `guard.step`.
    pub name: String,
    /// The piece type that moves so.
    pub kind: KindId,
    /// The ways to go. Each lands on its last leg's `to`; men of the mover are never landed on,
    /// hostile men there are taken.
    pub motions: Vec<Motion>,
    /// Where it may start.
    pub from: Set,
    /// What must hold before the move. It limits the attack as well.
    pub when: Vec<Cond>,
    /// What must hold before the move, asked of the move only.
    pub provided: Vec<Cond>,
    /// Takes, but attacks nothing.
    pub harmless: bool,
    /// What happens besides.
    pub effects: Vec<Effect>,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}

/// Legs, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Motion {
    /// One or more.
    pub legs: Vec<Leg>,
}

/// One leg of a motion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leg {
    /// How it goes.
    pub travel: Travel,
    /// What it may pass on its way.
    pub over: Over,
    /// Where it may end. Of a last leg's squares those with men of the mover do not count;
    /// an earlier leg without a word of its own ends on `Empty` (a leap: on `Board`).
    pub to: Set,
}

/// How a leg goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Travel {
    /// Square by square in one direction, `least..=most` steps (`None`: to the edge).
    Line {
        /// The direction, chosen once.
        dirs: Dirs,
        /// Steps at least.
        least: u16,
        /// Steps at most.
        most: Option<u16>,
    },
    /// Jumps of `long` and `short` squares, whatever lies between, `least..=most` jumps the same
    /// way; `over` is asked of the landings before the last. A (2, 1) jump goes one square
    /// straight, then one outward.
    Leap {
        /// The larger part.
        long: u16,
        /// The smaller part.
        short: u16,
        /// Where the jump's straight part may head, if said.
        dirs: Option<Dirs>,
        /// Jumps at least.
        least: u16,
        /// Jumps at most.
        most: Option<u16>,
    },
    /// To any square of `to`.
    Anywhere,
    /// Nowhere: a move in place.
    Stay,
    /// Nowhere: the move only names a square of `to`, whoever stands there.
    Point,
    /// From a stock to any empty square of `to`. It attacks nothing.
    Drop(CellId),
}

/// What may stand on the squares a leg passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Over {
    /// Every passed square lies in the set (usually `Empty`).
    All(Set),
    /// Exactly so many passed squares lie in the set, and the others are empty.
    Exactly(u16, Set),
}
