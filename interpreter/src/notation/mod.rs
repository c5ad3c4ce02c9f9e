//! Texts of positions and of moves.

mod coordinate;
mod text;

pub use coordinate::{MoveError, MoveErrorKind};
pub use text::TextError;
pub(crate) use text::read;
