//! How large a rule file and the things in it may be. Generous for people, and small enough
//! that no text can exhaust the memory or the stack of the program that reads it.

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// Bytes in a file: 1 MiB.
pub const MAX_FILE: usize = 1 << 20;

/// Brackets and braces inside each other. Chains of `of`, `not`, `+` and `-` count too, since
/// each of these is one more level of the tree.
pub const MAX_NESTING: usize = 128;

/// The largest number.
pub const MAX_NUMBER: u32 = 1_000_000;

/// Errors reported for one file.
pub const MAX_ERRORS: usize = 100;

/// A file that is too large is not read at all.
pub(crate) fn too_large(source: &Source) -> Option<Diagnostic> {
    if source.text.len() <= MAX_FILE {
        return None;
    }
    let mut start = MAX_FILE;
    while !source.text.is_char_boundary(start) {
        start -= 1;
    }
    let next = source.text[start..].chars().next().map_or(0, char::len_utf8);
    let place = Span { file: source.id, start: start as u32, end: (start + next) as u32 };
    let diagnostic = Diagnostic::error("E0501", place, "file too large")
        .label(format!("the limit of {MAX_FILE} bytes ends here"))
        .help("move some of the definitions to a library and `use` them");
    Some(diagnostic)
}

/// Nested deeper than the tree may be.
pub(crate) fn too_deep(place: Span) -> Diagnostic {
    Diagnostic::error("E0502", place, format!("nested deeper than {MAX_NESTING} levels"))
        .label("one level too many")
        .help("give a part of it a name with `define`")
}

/// A number beyond all use.
pub(crate) fn too_big(place: Span) -> Diagnostic {
    Diagnostic::error("E0503", place, "number too large")
        .label(format!("more than {MAX_NUMBER}"))
        .help(format!("the largest number in a rule file is {MAX_NUMBER}"))
}

/// Cuts a long list of errors, and says so.
pub(crate) fn cut(diagnostics: &mut Vec<Diagnostic>) {
    let left_out = diagnostics.len().saturating_sub(MAX_ERRORS);
    if left_out == 0 {
        return;
    }
    let place = diagnostics[MAX_ERRORS].span;
    diagnostics.truncate(MAX_ERRORS);
    diagnostics.push(
        Diagnostic::error("E0504", place, format!("too many errors: {left_out} more"))
            .label(format!("error number {} is here", MAX_ERRORS + 1))
            .help("mend the first ones; the rest often goes with them"),
    );
}
