//! What a search found out about a position.

use chator_interpreter::Move;

use crate::value::Value;

/// The best lines of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The best first; none if the game is over.
    pub lines: Vec<Line>,
    /// How many plies were searched in full.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side to move.
    pub value: Value,
    /// At least the first.
    pub moves: Vec<Move>,
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }
}
