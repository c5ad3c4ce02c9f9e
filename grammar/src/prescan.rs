//! What is checked before the parser sees the text: its size, its depth, and that every bracket,
//! brace and quote has its partner. What lacks a partner is reported here, where the indentation
//! still tells which one is to blame, and mended, so that the rest of the file can be read.

use crate::diagnostic::Diagnostic;
use crate::lexer::{self, Kind, Token, is_blank};
use crate::limits::{MAX_NESTING, too_deep, too_large};
use crate::mended::Mended;
use crate::source::{Source, Span};

/// What the scan found.
pub(crate) struct Scan {
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The text to parse; none if a limit forbids parsing.
    pub(crate) mended: Option<Mended>,
    /// How deep it is nested.
    pub(crate) depth: usize,
    /// Bytes of the original text whose lines are broken in a way already reported.
    pub(crate) spoiled: Vec<usize>,
}

impl Scan {
    fn refused(diagnostic: Diagnostic) -> Self {
        Self { diagnostics: vec![diagnostic], mended: None, depth: 0, spoiled: Vec::new() }
    }
}

/// Words that open a line at the outermost level or at least begin something new.
const OPENERS: [&str; 24] = [
    "game", "library", "about", "cite", "board", "players", "text", "option", "state", "mark",
    "memory", "army", "piece", "ends", "bans", "voids", "duties", "skips", "define", "test",
    "start", "replace", "remove", "before",
];

/// Looks for what would mislead the parser.
pub(crate) fn prescan(source: &Source) -> Scan {
    if let Some(diagnostic) = too_large(source) {
        return Scan::refused(diagnostic);
    }
    let tokens = lexer::lex(&source.text);
    let depth = match depth(&source.text, &tokens) {
        Ok(depth) => depth,
        Err(token) => return Scan::refused(too_deep(span(source, token.start, token.end))),
    };
    let by_count = Matcher::run(source, &tokens, false);
    let matched = if by_count.unclosed == 0 {
        by_count
    } else {
        // Indentation decides who is to blame, unless it contradicts the braces even more.
        let by_indent = Matcher::run(source, &tokens, true);
        if by_indent.unclosed + by_indent.strays <= by_count.unclosed + by_count.strays {
            by_indent
        } else {
            by_count
        }
    };
    let mended = Mended::new(&source.text, matched.blanked, matched.inserts);
    let mut spoiled = matched.spoiled;
    spoiled.sort_unstable();
    Scan { diagnostics: matched.diagnostics, mended: Some(mended), depth, spoiled }
}

/// How deep the text is nested, or the first token that is nested too deep. Also counts the words
/// that make a tree deep without any bracket; what joins or ends a chain of them starts it anew.
fn depth(text: &str, tokens: &[Token]) -> Result<usize, Token> {
    // For each open bracket, the length of the chain inside it.
    let mut chains = vec![0_usize];
    let mut depth = 0;
    let mut deepest = 0;
    let mut open_notes = 0;
    for &token in tokens {
        // Sources hold no `[`, so each that is open in a line counts until the line ends.
        match token.kind {
            Kind::OpenNote => {
                open_notes += 1;
                depth += 1;
            }
            Kind::Newline => depth -= std::mem::take(&mut open_notes),
            _ => {}
        }
        let inner = chains.len() > 1;
        let Some(chain) = chains.last_mut() else { break };
        match (token.kind, token.text(text)) {
            (Kind::Sign, "(" | "{") => {
                chains.push(0);
                depth += 1;
            }
            (Kind::Sign, ")" | "}") if inner => {
                depth -= chains.pop().unwrap_or(0) + 1;
            }
            (Kind::Word, "of" | "not") | (Kind::Sign, "+" | "-") => {
                *chain += 1;
                depth += 1;
            }
            (Kind::Word, "and" | "or") | (Kind::Sign | Kind::Newline, _) => {
                depth -= *chain;
                *chain = 0;
            }
            _ => {}
        }
        deepest = deepest.max(depth);
        if depth > MAX_NESTING {
            return Err(token);
        }
    }
    Ok(deepest)
}

fn span(source: &Source, start: usize, end: usize) -> Span {
    Span { file: source.id, start: start as u32, end: end as u32 }
}

/// A bracket or brace that waits for its partner.
struct Open {
    token: Token,
    brace: bool,
    /// The column in which the line of the opener starts.
    indent: usize,
    /// Where a missing `)` probably belongs: the end of the first line that cannot go on.
    line_end: Option<usize>,
}

/// Finds partners.
struct Matcher<'s> {
    source: &'s Source,
    tokens: &'s [Token],
    by_indent: bool,
    stack: Vec<Open>,
    last_closed: Option<Token>,
    /// The start of the line in which a quote was missing: braces there prove nothing.
    broken_line: Option<usize>,
    line_start: usize,
    /// The last token that is neither a comment nor a line's end.
    last_solid: Option<usize>,
    unclosed: usize,
    strays: usize,
    diagnostics: Vec<Diagnostic>,
    blanked: Vec<usize>,
    inserts: Vec<(usize, &'static str)>,
    spoiled: Vec<usize>,
}

impl<'s> Matcher<'s> {
    fn run(source: &'s Source, tokens: &'s [Token], by_indent: bool) -> Self {
        let mut matcher = Self {
            source,
            tokens,
            by_indent,
            stack: Vec::new(),
            last_closed: None,
            broken_line: None,
            line_start: 0,
            last_solid: None,
            unclosed: 0,
            strays: 0,
            diagnostics: Vec::new(),
            blanked: Vec::new(),
            inserts: Vec::new(),
            spoiled: Vec::new(),
        };
        for at in 0..tokens.len() {
            matcher.token(at);
        }
        matcher.end();
        matcher
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.text(&self.source.text))
    }

    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        if self.is_broken_line() {
            self.spoiled.push(token.start);
        }
        if token.is_solid() && self.starts_line(at) {
            self.line(at);
        }
        match (token.kind, self.text(at)) {
            (Kind::Newline, _) => {
                self.newline(at);
                self.line_start = token.end;
            }
            (Kind::OpenString, _) => self.open_string(token),
            (Kind::OpenNote, _) => {
                self.close_round();
                self.open_note(token);
            }
            (Kind::Note, _) | (Kind::Sign, "=>" | ";") => self.close_round(),
            (Kind::Sign, "(") => self.open(token, false),
            (Kind::Sign, "{") => {
                self.close_round();
                self.open(token, true);
            }
            (Kind::Sign, ")") => match self.stack.last() {
                Some(open) if !open.brace => {
                    self.stack.pop();
                }
                _ => self.stray_round(token),
            },
            (Kind::Sign, "}") => {
                self.close_round();
                if self.stack.pop().is_some() {
                    self.last_closed = Some(token);
                } else {
                    self.stray_brace(token);
                }
            }
            (Kind::Sign, "]") => self.stray_square(token),
            _ => {}
        }
        if token.is_solid() {
            self.last_solid = Some(at);
        }
    }

    fn starts_line(&self, at: usize) -> bool {
        at == 0 || self.tokens[at - 1].kind == Kind::Newline
    }

    fn open(&mut self, token: Token, brace: bool) {
        let line = &self.source.text[self.line_start..];
        let indent = line.chars().take_while(|&c| is_blank(c)).count();
        self.stack.push(Open { token, brace, indent, line_end: None });
    }

    /// A new line begins. If it surely is no part of what is open, that should have been closed.
    fn line(&mut self, at: usize) {
        let word = self.text(at);
        let labelled = self.tokens[at].kind == Kind::Word && self.text(at + 1) == ":";
        let opener = OPENERS.contains(&word) && !labelled && self.text(at + 1) != "=";
        if labelled || opener {
            self.close_round();
        }
        if !(self.by_indent && opener) {
            return;
        }
        let start = self.tokens[at].start;
        let indent = self.source.text[self.line_start..start].chars().count();
        while let Some(open) = self.stack.pop_if(|open| open.indent >= indent) {
            self.unclosed += 1;
            self.inserts.push((start, "}\n"));
            let place = span(self.source, start, self.tokens[at].end);
            let line = span(self.source, self.line_start, self.line_start);
            let closer = format!("{}}}\n", " ".repeat(open.indent));
            self.diagnostics.push(
                self.never_closed(open.token)
                    .related(
                        place,
                        format!("`{word}` starts anew here, so the block should have ended"),
                    )
                    .fix(line, closer),
            );
        }
    }

    fn newline(&mut self, at: usize) {
        if self.stack.last().is_none_or(|open| open.brace) {
            return;
        }
        // Only the first line's end after a token can tell anything new.
        let Some(before) = self.last_solid.filter(|&last| at - last <= 2) else { return };
        let after = self.tokens[at..].iter().position(Token::is_solid).map(|next| at + next);
        let goes_on = matches!(self.text(before), "(" | "," | "and" | "or")
            || after.is_some_and(|next| {
                matches!(self.text(next), "," | ")" | "and" | "or" | "when" | "if")
            });
        if !goes_on {
            let end = self.tokens[before].end;
            for open in self.stack.iter_mut().rev().take_while(|open| !open.brace) {
                open.line_end.get_or_insert(end);
            }
        }
    }

    /// Something that cannot stand in round brackets: those still open lack their closer.
    fn close_round(&mut self) {
        while let Some(open) = self.stack.pop_if(|open| !open.brace) {
            let before = self.last_solid.map(|last| self.tokens[last].end);
            let end = open.line_end.or(before).unwrap_or(open.token.end);
            let end = end.max(open.token.end);
            self.inserts.push((end, ")"));
            self.spoiled.extend([open.token.start, end]);
            if self.is_broken_line() {
                continue;
            }
            let place = span(self.source, open.token.start, open.token.end);
            let missing = span(self.source, end, end);
            self.diagnostics.push(
                Diagnostic::error("E0104", place, "`(` is never closed")
                    .label("no `)` for this")
                    .related(missing, "it should be closed here at the latest")
                    .help("add `)` where the bracket ends"),
            );
        }
    }

    fn never_closed(&self, opener: Token) -> Diagnostic {
        let place = span(self.source, opener.start, opener.end);
        Diagnostic::error("E0103", place, "`{` is never closed")
            .label("no `}` for this")
            .help("add `}` in a line of its own where the block ends")
    }

    fn stray_brace(&mut self, token: Token) {
        self.strays += 1;
        self.blanked.push(token.start);
        self.spoiled.push(token.start);
        if self.is_broken_line() {
            return;
        }
        let place = span(self.source, token.start, token.end);
        let mut diagnostic = Diagnostic::error("E0103", place, "`}` closes nothing")
            .label("no open `{` before this")
            .help("remove it, or write the `{` that it should close");
        if let Some(last) = self.last_closed {
            let last = span(self.source, last.start, last.end);
            diagnostic = diagnostic.related(last, "the block before it ends here already");
        }
        self.diagnostics.push(diagnostic);
    }

    fn stray_round(&mut self, token: Token) {
        self.blanked.push(token.start);
        self.spoiled.push(token.start);
        if self.is_broken_line() {
            return;
        }
        let place = span(self.source, token.start, token.end);
        self.diagnostics.push(
            Diagnostic::error("E0104", place, "`)` closes nothing")
                .label("no open `(` before this")
                .help("remove it, or write the `(` that it should close"),
        );
    }

    fn stray_square(&mut self, token: Token) {
        self.blanked.push(token.start);
        self.spoiled.push(token.start);
        if self.is_broken_line() {
            return;
        }
        let place = span(self.source, token.start, token.end);
        self.diagnostics.push(
            Diagnostic::error("E0104", place, "`]` closes nothing")
                .label("no open `[` before this")
                .help("sources are written `[key page]` at the end of a line"),
        );
    }

    fn open_string(&mut self, token: Token) {
        self.inserts.push((token.end, "\""));
        self.spoiled.push(token.start);
        self.broken_line = Some(self.line_start);
        let place = span(self.source, token.start, token.end);
        self.diagnostics.push(
            Diagnostic::error("E0105", place, "the closing `\"` is missing")
                .label("this text never ends")
                .help("a text ends with `\"` in the line in which it starts"),
        );
    }

    fn open_note(&mut self, token: Token) {
        self.inserts.push((token.end, "]"));
        self.spoiled.push(token.start);
        let place = span(self.source, token.start, token.start + 1);
        let end = span(self.source, token.end, token.end);
        self.diagnostics.push(
            Diagnostic::error("E0104", place, "`[` is never closed")
                .label("no `]` for this")
                .help("sources end with `]`; they may go on in the next line only after a `;`")
                .fix(end, "]"),
        );
    }

    fn is_broken_line(&self) -> bool {
        self.broken_line == Some(self.line_start)
    }

    fn end(&mut self) {
        self.close_round();
        let end = self.source.text.len();
        while let Some(open) = self.stack.pop() {
            self.unclosed += 1;
            // A comment may end the file, so the brace needs a line of its own.
            self.inserts.push((end, "\n}"));
            let diagnostic = self.never_closed(open.token);
            self.diagnostics
                .push(diagnostic.related(span(self.source, end, end), "the file ends here"));
        }
    }
}
