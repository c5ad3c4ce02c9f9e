//! What is checked before the parser sees the text.

use crate::diagnostic::Diagnostic;
use crate::mended::Mended;
use crate::source::Source;

/// What the scan found.
pub(crate) struct Scan {
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The text to parse; none if a limit forbids parsing.
    pub(crate) mended: Option<Mended>,
}

/// Looks for what would mislead the parser.
pub(crate) fn prescan(source: &Source) -> Scan {
    Scan { diagnostics: Vec::new(), mended: Some(Mended::unchanged(&source.text)) }
}
