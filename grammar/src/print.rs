//! The canonical text of a rule file.
//!
//! Works on tokens, not on the tree: so every comment keeps its place and every line break is
//! the author's. What it settles is the blanks: the indentation by the depth of braces, one
//! blank between words, and columns for what readers compare in consecutive lines.

mod columns;
mod lines;
mod render;
mod spacing;

use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::parse;
use crate::source::Source;

/// The canonical text. Formatting it again changes nothing.
///
/// # Errors
///
/// A text with syntax errors is not touched: their diagnostics come back.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (file, diagnostics) = parse(source);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let lines = lines::split(&source.text, &file);
    let stops = columns::stops(&source.text, &lines);
    let mut rendered = render::render(&source.text, &lines, &stops);
    columns::align_conditions(&mut rendered);
    Ok(columns::with_tails(&rendered))
}
