//! Positions as text.

use std::fmt;
use std::ops::Range;

/// Why a text says nothing about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The field: `board`, `side`, the name of a cell, …
    pub field: String,
    /// Where in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would have been right, if there is more to say.
    pub expected: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.field, self.span.start, self.message)?;
        match &self.expected {
            Some(expected) => write!(f, ": expected {expected}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TextError {}
pub(crate) fn read(_: &crate::Game, _: &str) -> Result<crate::Setup, TextError> { unimplemented!() }
