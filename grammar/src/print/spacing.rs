//! One blank or none between two tokens.

use crate::lexer::{Kind, Token};
use crate::phrases::is_reserved;

use super::lines::Line;

/// The blanks before a line's token `at`, which is not its first.
pub(super) fn gap(text: &str, line: &Line, at: usize) -> &'static str {
    if is_apart(text, line, at) { " " } else { "" }
}

fn is_apart(text: &str, line: &Line, at: usize) -> bool {
    let (left, right) = (line.tokens[at - 1], line.tokens[at]);
    let touching = left.end == right.start;
    let (before, after) = (left.text(text), right.text(text));
    match (before, after) {
        (_, ";") => return false,
        (";" | "{" | "}", _) | (_, "{" | "}") => return true,
        _ => {}
    }
    if left.kind == Kind::String || right.kind == Kind::String {
        return !matches!(before, "(") && !matches!(after, ")" | "," | ":");
    }
    // A move may hold signs that are spaced elsewhere, and a path its own.
    if line.in_test || line.tokens[0].text(text) == "game" {
        return right.kind != Kind::Note && !touching;
    }
    match (before, after) {
        ("(" | ".." | "@", _) | (_, ")" | "," | ":" | "..") => false,
        (":", _) => !(touching && right.kind == Kind::Number && is_vector(line, at)),
        (_, ".") | (".", _) => !touching,
        (_, "(") => !is_call(text, line, at, touching),
        ("+", _) => !is_letter(text, line, at - 1),
        _ => true,
    }
}

/// `2:1` is one thing; `option 2:` cannot be, since a name comes first.
fn is_vector(line: &Line, at: usize) -> bool {
    at >= 2
        && line.tokens[at - 2].kind == Kind::Number
        && line.tokens[at - 2].end == line.tokens[at - 1].start
}

/// A bracket that touches a name holds arguments; one that does not is a set of its own. After
/// a reserved word it is always the latter.
fn is_call(text: &str, line: &Line, at: usize, touching: bool) -> bool {
    let name: Token = line.tokens[at - 1];
    let word = name.text(text);
    let defines = at == 2 && line.tokens[0].text(text) == "define";
    let by_file = word == "file" && at >= 2 && line.tokens[at - 2].text(text) == "by";
    name.kind == Kind::Word && (touching || defines) && !is_reserved(word) && !by_file
}

/// `+R` is a letter where a letter stands, a sum elsewhere.
fn is_letter(text: &str, line: &Line, plus: usize) -> bool {
    let touching = line.tokens[plus].end == line.tokens[plus + 1].start;
    let Some(before) = plus.checked_sub(1).map(|at| line.tokens[at]) else { return touching };
    let header = line.tokens[0].text(text) == "piece"
        && !line.tokens[..plus].iter().any(|token| matches!(token.text(text), ":" | "{"));
    let led = matches!(before.text(text), "," | "written" | "file" | "files" | "to");
    touching && (header || led)
}
