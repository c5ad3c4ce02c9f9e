//! Text of chator rule files to a syntax tree with spans. Knows no game.

pub mod ast;
pub mod codes;
pub mod diagnostic;
mod lexer;
pub mod limits;
mod mended;
pub mod parse;
mod phrases;
mod prescan;
pub mod print;
pub mod source;
mod syntax;
