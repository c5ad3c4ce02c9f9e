//! The parser that pest makes of `grammar.pest`. The only module that derives anything from it.
#![allow(
    missing_docs,
    reason = "pest derives the rules without documentation; `grammar.pest` has it"
)]
#![allow(clippy::pedantic, reason = "derived code")]

#[derive(pest_derive::Parser)]
#[grammar = "../grammar.pest"]
pub(crate) struct Syntax;
