//! From a text to a position: what a text says, and whether it can be played.

use std::fmt;

use chator_rules::{PlayerId, Square};

use crate::game::Game;
use crate::notation::TextError;
use crate::position::Position;
use crate::state::State;

/// Anything a position text can say, playable or not.
#[derive(Clone)]
pub struct Setup {
    pub(crate) game: Game,
    pub(crate) state: State,
    pub(crate) notes: Vec<String>,
}

/// A position read from a text, and what the reader should know about it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The position.
    pub position: Position,
    /// Sentences about what the text said and the position does not hold.
    pub notes: Vec<String>,
}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupProblem {
    /// A player has no royal man, though the game begins with one.
    NoRoyal {
        /// Whose name.
        player: String,
    },
    /// A player has more royal men than the game can give.
    TooManyRoyals {
        /// Whose name.
        player: String,
        /// How many there may be.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// The player who just moved is in check.
    LeftInCheck {
        /// Whose name.
        player: String,
    },
    /// No move can have left this mark.
    ImpossibleMark {
        /// The cell's name.
        cell: String,
        /// Its value, as written.
        value: String,
    },
}

/// All the problems of a setup, one or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<SetupProblem>);

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
impl Setup {
    /// Notes.
    pub fn notes(&self) -> &[String] { &self.notes }
    /// Turns it into a position.
    ///
    /// # Errors
    ///
    /// All the reasons why it cannot be played.
    pub fn validate(self) -> Result<Position, SetupError> { unimplemented!() }
}
impl TryFrom<Setup> for Position {
    type Error = SetupError;
    fn try_from(setup: Setup) -> Result<Position, SetupError> { setup.validate() }
}
impl fmt::Display for SetupProblem {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { unimplemented!() }
}
impl fmt::Display for SetupError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { unimplemented!() }
}
impl std::error::Error for SetupError {}
