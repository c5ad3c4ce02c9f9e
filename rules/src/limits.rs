//! The bounds of this crate. Each is checked before the work it bounds.

use chator_grammar::diagnostic::{Diagnostic, Severity};
use chator_grammar::source::Span;

/// Piece types in one game.
pub const MAX_KINDS: usize = 256;
/// Players in one game.
pub const MAX_PLAYERS: usize = 16;
/// Files from a game to the end of its chain of `extends`.
pub const MAX_EXTENDS: usize = 32;
/// Definitions inside one another.
pub const MAX_OPENED: usize = 32;
/// Legs of one motion.
pub const MAX_LEGS: usize = 4;
/// Clauses, events and laws of one game, and its cells of state.
pub const MAX_CLAUSES: usize = 4_096;
/// Errors after which a file is read no further, and warnings after which no more are shown.
pub const MAX_MISTAKES: usize = 100;
/// Items and expressions after all definitions are written out.
pub const MAX_NODES: usize = 100_000;

/// Whether so much is wrong that reading on helps nobody. Warnings do not count.
pub(crate) fn is_hopeless(diagnostics: &[Diagnostic]) -> bool {
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors.take(MAX_MISTAKES + 1).count() > MAX_MISTAKES
}

/// Keeps so many errors and so many warnings, and says so. What tells that another limit is
/// reached explains the rest, so it stays.
pub(crate) fn cut(diagnostics: &mut Vec<Diagnostic>) {
    for (severity, code, what) in
        [(Severity::Error, "E0519", "mistakes"), (Severity::Warning, "W0610", "warnings")]
    {
        let mut number = 0;
        let mut next = None;
        diagnostics.retain(|d| {
            number += usize::from(d.severity == severity);
            let kept = d.severity != severity || number <= MAX_MISTAKES;
            if !kept {
                next = next.or(Some(d.span));
            }
            kept || d.code.0.starts_with("E05")
        });
        if let Some(span) = next {
            let message = format!("more than {MAX_MISTAKES} {what}; the others are not shown");
            diagnostics.push(Diagnostic::error(code, span, message).label("the next one is here"));
        }
    }
}

pub(crate) fn too_many_nodes(span: Span) -> Diagnostic {
    Diagnostic::error("E0515", span, format!("the definitions grow to more than {MAX_NODES} parts"))
        .label("the limit is reached here")
        .help("a definition that uses another several times multiplies its size")
}
