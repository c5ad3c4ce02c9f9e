//! The lines of a text: their tokens, their depth, and which of them go on with the one above.

use std::collections::HashSet;

use crate::ast::{DefineBody, File, Item, ItemKind};
use crate::lexer::{Kind, Token, lex};

/// A line of the text.
#[derive(Debug)]
pub(super) struct Line {
    /// Its tokens without the trailing sources and comment.
    pub(super) tokens: Vec<Token>,
    /// Trailing sources and a comment.
    pub(super) tail: Vec<Token>,
    /// Braces open around it.
    pub(super) depth: usize,
    /// How it begins.
    pub(super) start: Start,
    /// Whether it is a line of a test, or a test in one line.
    pub(super) in_test: bool,
}

/// How a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// With an item or a brace.
    Item,
    /// In the middle of an item.
    Continuation,
    /// It has only a comment. Whether the next line is a continuation.
    Comment { inside: bool },
    /// It is empty.
    Blank,
}

/// Splits a text that has parsed without an error.
pub(super) fn split(text: &str, file: &File) -> Vec<Line> {
    let mut starts = HashSet::new();
    item_starts(&file.items, &mut starts);
    let mut lines: Vec<Line> = Vec::new();
    // For each open brace, whether it is a test's.
    let mut braces: Vec<bool> = Vec::new();
    let mut rounds = 0_usize;
    let tokens = lex(text);
    for tokens in tokens.split(|token| token.kind == Kind::Newline) {
        let first = tokens.first().filter(|token| token.is_solid());
        let opens_test = first.is_some_and(|token| token.text(text) == "test" && rounds == 0);
        let in_test = braces.last() == Some(&true);
        let closers = tokens.iter().take_while(|token| token.text(text) == "}").count();
        let depth = braces.len().saturating_sub(closers);
        let start = match first {
            None if tokens.is_empty() => Start::Blank,
            None => Start::Comment { inside: false },
            Some(token) => {
                let word = token.text(text);
                let resumes = in_test || word == "}" || word == "else";
                let item = starts.contains(&token.start) || resumes;
                if item && rounds == 0 { Start::Item } else { Start::Continuation }
            }
        };
        for token in tokens.iter().filter(|token| token.kind == Kind::Sign) {
            match token.text(text) {
                "{" => braces.push(opens_test),
                "}" => drop(braces.pop()),
                "(" => rounds += 1,
                ")" => rounds = rounds.saturating_sub(1),
                _ => {}
            }
        }
        let (tokens, tail) = cut_tail(text, tokens);
        lines.push(Line { tokens, tail, depth, start, in_test: in_test || opens_test });
    }
    mark_comments(&mut lines);
    lines
}

/// A comment above a continuation is indented like it.
fn mark_comments(lines: &mut [Line]) {
    let mut below = Start::Blank;
    for line in lines.iter_mut().rev() {
        if let Start::Comment { inside } = &mut line.start {
            *inside = below == Start::Continuation;
        } else {
            below = line.start;
        }
    }
}

/// Trailing sources and comments are set apart. The settings of a `game` are no sources, and those
/// of an option's values stay with their value.
fn cut_tail(text: &str, tokens: &[Token]) -> (Vec<Token>, Vec<Token>) {
    let first = tokens.first().map_or("", |token| token.text(text));
    let inline = matches!(first, "game" | "option" | "|");
    let is_tail =
        |token: &&Token| token.kind == Kind::Comment || (token.kind == Kind::Note && !inline);
    let tail = tokens.iter().rev().take_while(is_tail).count();
    let (tokens, tail) = tokens.split_at(tokens.len() - tail);
    (tokens.to_vec(), tail.to_vec())
}

fn item_starts(items: &[Item], starts: &mut HashSet<usize>) {
    for item in items {
        starts.insert(item.span.start as usize);
        match &item.kind {
            ItemKind::Army { body, .. }
            | ItemKind::Piece { body, .. }
            | ItemKind::Section { body, .. }
            | ItemKind::Group { body, .. }
            | ItemKind::When { body, .. }
            | ItemKind::Define { body: DefineBody::Items(body), .. }
            | ItemKind::Bad(body) => item_starts(body, starts),
            ItemKind::If { then, otherwise, .. } => {
                item_starts(then, starts);
                item_starts(otherwise, starts);
            }
            ItemKind::Replace(inner) | ItemKind::Before { item: inner, .. } => {
                item_starts(std::slice::from_ref(inner), starts);
            }
            _ => {}
        }
    }
}
