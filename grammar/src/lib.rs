//! Text of chator rule files to a syntax tree with spans. Knows nothing of chess.

pub mod ast;
pub mod diagnostic;
mod lexer;
pub mod limits;
mod mended;
pub mod parse;
mod phrases;
mod prescan;
pub mod source;
mod syntax;
