//! The bounds of this crate. Each is checked before the work it bounds.

use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

/// Piece types in one game.
pub const MAX_KINDS: usize = 256;
/// Players in one game.
pub const MAX_PLAYERS: usize = 16;
/// Files from a game to the end of its chain of `extends`.
pub const MAX_EXTENDS: usize = 32;
/// Legs of one motion.
pub const MAX_LEGS: usize = 4;
/// Clauses, events and laws of one game, and its cells of state.
pub const MAX_CLAUSES: usize = 4_096;
/// Mistakes after which a file is read no further.
pub const MAX_MISTAKES: usize = 100;
/// Items and expressions after all definitions are written out.
pub const MAX_NODES: usize = 100_000;

pub(crate) fn too_many_nodes(span: Span) -> Diagnostic {
    Diagnostic::error("E0515", span, format!("the definitions grow to more than {MAX_NODES} parts"))
        .label("the limit is reached here")
        .help("a definition that uses another several times multiplies its size")
}
