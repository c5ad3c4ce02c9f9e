//! Texts of positions and of moves.

mod cells;
mod coordinate;
mod near;
mod text;

pub(crate) use cells::cell_text;
pub use coordinate::{MoveError, MoveErrorKind};
pub(crate) use coordinate::{all, notate, parse_move, pseudo_legal};
pub use text::TextError;
pub(crate) use text::{read, write};
