//! Moves as coordinates.

use std::fmt;

/// Why a text is no move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub kind: MoveErrorKind,
    /// Legal moves that look like it, the nearest first; at most five.
    pub near: Vec<String>,
}

/// What is wrong with a move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// It does not begin with two squares of the board.
    NotSquares,
    /// The side to move has no man on the first square.
    NothingThere {
        /// The square's name.
        square: String,
    },
    /// A clause allows it and a law forbids it.
    Forbidden {
        /// The clause's address.
        clause: String,
        /// The law's address.
        banned_by: String,
    },
    /// No clause makes it.
    NoSuchMove,
    /// The game is over.
    GameOver {
        /// The address of the end.
        by: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ", self.text)?;
        match &self.kind {
            MoveErrorKind::NotSquares => write!(f, "does not name two squares of the board")?,
            MoveErrorKind::NothingThere { square } => {
                write!(f, "is not legal: no man of the side to move on {square}")?;
            }
            MoveErrorKind::Forbidden { clause, banned_by } => {
                write!(f, "is not legal: {clause} could make it, but {banned_by} forbids it")?;
            }
            MoveErrorKind::NoSuchMove => write!(f, "is not a move of this position")?,
            MoveErrorKind::GameOver { by } => write!(f, "is not legal: the game is over by {by}")?,
        }
        match &self.near[..] {
            [] => Ok(()),
            near => write!(f, "; did you mean {}?", near.join(", ")),
        }
    }
}

impl std::error::Error for MoveError {}
