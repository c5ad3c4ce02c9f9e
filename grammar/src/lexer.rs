//! Text to tokens, for what must see the text before or beside the parser: the scan for
//! unbalanced brackets, the messages about broken lines and the formatter.
//!
//! Its tokens agree with `grammar.pest` on everything that can hide a brace: strings, comments
//! and sources in square brackets.

use pest::unicode::XID_CONTINUE;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters, digits and inner hyphens; perhaps a keyword.
    Word,
    /// Digits only.
    Number,
    /// `"…"`, with its quotes.
    String,
    /// A string whose closing quote is missing; it ends where it should have ended.
    OpenString,
    /// `[…]`, with its brackets: sources or settings.
    Note,
    /// The same without its closing bracket.
    OpenNote,
    /// `# …`, without the line's end.
    Comment,
    /// A line's end.
    Newline,
    /// Everything else: a bracket, an operator, a sign nobody knows.
    Sign,
}

/// A token with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// The first byte.
    pub(crate) start: usize,
    /// One past the last byte.
    pub(crate) end: usize,
}

impl Token {
    /// The token as written.
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }

    /// Whether the parser sees it: not a comment and not a line's end.
    pub(crate) fn is_solid(&self) -> bool {
        !matches!(self.kind, Kind::Comment | Kind::Newline)
    }
}

/// Signs of more than one character; the longest that fits wins. `==`, `->`, `<>`, `&&` and `||` are
/// no part of the language, but people write them, and then they are one sign.
const SIGNS: [&str; 10] = ["<>", "=>", "==", "!=", "<=", ">=", "->", "..", "&&", "||"];

/// All tokens of a text, in order. What lies between two of them is blank.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if is_blank(c) {
            at += c.len_utf8();
            continue;
        }
        let (kind, len) = token(&text[at..], c);
        tokens.push(Token { kind, start: at, end: at + len });
        at += len;
    }
    tokens
}

/// Whether the character only separates.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{FEFF}')
}

fn token(rest: &str, first: char) -> (Kind, usize) {
    match first {
        '\r' if rest.starts_with("\r\n") => (Kind::Newline, 2),
        '\r' | '\n' => (Kind::Newline, 1),
        '#' => (Kind::Comment, rest_of_line(rest)),
        '"' => match rest[1..].find(['"', '\n', '\r']) {
            Some(close) if rest.as_bytes()[close + 1] == b'"' => (Kind::String, close + 2),
            _ => (Kind::OpenString, open_string(&rest[..rest_of_line(rest)])),
        },
        '[' => note(rest).map_or_else(
            || {
                let end = rest[1..].find(['[', '\n', '\r']).map_or(rest.len(), |next| next + 1);
                (Kind::OpenNote, rest[..end].trim_end_matches(is_blank).len())
            },
            |len| (Kind::Note, len),
        ),
        c if XID_CONTINUE(c) => {
            let len = word(rest);
            let digits = rest[..len].bytes().all(|b| b.is_ascii_digit());
            (if digits { Kind::Number } else { Kind::Word }, len)
        }
        c => {
            let len =
                SIGNS.iter().find(|s| rest.starts_with(**s)).map_or(c.len_utf8(), |s| s.len());
            (Kind::Sign, len)
        }
    }
}

fn rest_of_line(rest: &str) -> usize {
    rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// A text without its closing quote: probably up to what no such text contains, or to the line's
/// end.
fn open_string(line: &str) -> usize {
    let stop = line.find(['{', '}', ';', '[', '#']).unwrap_or(line.len());
    let stop = line.find("=>").map_or(stop, |arrow| arrow.min(stop));
    line[..stop].trim_end_matches(is_blank).len()
}

/// Sources may go on in the next line after a `;`. They hold no `[`, so a missing `]` is found
/// soon.
fn note(rest: &str) -> Option<usize> {
    let mut after_separator = false;
    for (at, c) in rest.char_indices() {
        match c {
            ']' => return Some(at + 1),
            '[' if at > 0 => return None,
            '\n' | '\r' if !after_separator => return None,
            ';' => after_separator = true,
            _ if is_blank(c) || c == '\n' || c == '\r' => {}
            _ => after_separator = false,
        }
    }
    None
}

fn word(rest: &str) -> usize {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joins = c == '-' && chars.peek().is_some_and(|&(_, next)| XID_CONTINUE(next));
        if !(XID_CONTINUE(c) || joins) {
            return at;
        }
    }
    rest.len()
}
