//! Which of the two executors plays a game.

use std::fmt;

/// How a game is played. Both give the same moves in the same order, the same ends, keys and
/// texts; they differ in speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Executor {
    /// Walks the rules as they stand: slow, and the definition of what is right.
    Reference,
    /// Uses tables made from the rules when the game is prepared.
    Compiled,
}

impl fmt::Display for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Executor::Reference => "reference",
            Executor::Compiled => "compiled",
        })
    }
}

/// A rule for which there is no table, so that it is carried out as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    /// Its address; the game's title if it is about all of them.
    pub rule: String,
    /// Why.
    pub reason: String,
}
