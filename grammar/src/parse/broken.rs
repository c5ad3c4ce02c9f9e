//! Lines that did not parse: where exactly they went wrong, by parsing each again, strictly.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use crate::ast::Item;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Kind, Token};
use crate::limits::MAX_ERRORS;
use crate::source::Span;
use crate::syntax::{Rule, Syntax};

use super::reader::{Node, Reader};
use super::slips;

/// A line that is not what it should be, as far as its block.
pub(super) struct Broken<'t> {
    /// The whole mended text.
    pub(super) text: &'t str,
    /// Its tokens, comments left out, without the block.
    pub(super) tokens: Vec<Token>,
    /// Whether a block follows.
    pub(super) has_block: bool,
    /// Whether it is a line of a test.
    pub(super) in_test: bool,
    /// The token, by its number, where the parser could not go on; `tokens.len()` for the end.
    pub(super) at: usize,
    /// What the parser would have liked there.
    pub(super) expected: Vec<Rule>,
    /// Whether the line could have ended there.
    pub(super) complete: bool,
}

impl<'t> Broken<'t> {
    /// A token's text; empty past the end.
    pub(super) fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// A token's kind.
    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }
}

impl Reader<'_> {
    /// A line that is no item. The items of its block are read.
    pub(super) fn bad(&mut self, node: Node) -> Vec<Item> {
        let start = node.as_span().start();
        self.broken(start, &node, false);
        // The lines of a test are no items, so they would all be called wrong.
        if self.mended.text[start..].starts_with("test") {
            return Vec::new();
        }
        self.inner_items(node)
    }

    /// What follows an item without a separator.
    pub(super) fn tail(&mut self, node: Node, item: Option<(usize, usize)>) -> Vec<Item> {
        self.after_something(&node, item, false);
        self.inner_items(node)
    }

    /// A line that is no line of a test.
    pub(super) fn bad_test(&mut self, node: &Node) {
        self.broken(node.as_span().start(), node, true);
    }

    /// What follows a line of a test without a separator.
    pub(super) fn test_tail(&mut self, node: &Node, line: Option<(usize, usize)>) {
        self.after_something(node, line, true);
    }

    /// Cannot happen, since the rule `file` takes every text; but if it does, it is said.
    pub(super) fn refused(&mut self, error: &Error<Rule>) {
        let at = location(error);
        let place = self.place(at, at);
        self.diagnostics.push(
            Diagnostic::error("E0101", place, "the file cannot be read from here on")
                .label("the parser stopped here")
                .help("please report this: the message should be a better one"),
        );
    }

    fn inner_items(&mut self, node: Node) -> Vec<Item> {
        let blocks = node.into_inner().filter(|part| part.as_rule() == Rule::block);
        blocks.flat_map(|block| self.items(block)).collect()
    }

    fn after_something(&mut self, tail: &Node, before: Option<(usize, usize)>, in_test: bool) {
        match before {
            Some((start, end)) if !self.mended.text[..end].ends_with('}') => {
                self.broken(start, tail, in_test);
            }
            _ => {
                let (start, end) = self.range(tail);
                let line = self.first_line(start, end);
                if !self.is_spoiled(start, end) {
                    self.diagnostics.push(slips::after_block(self.place(start, line)));
                }
            }
        }
    }

    /// The end of the last token before a line's end or a block.
    fn first_line(&self, start: usize, end: usize) -> usize {
        let from = self.tokens.partition_point(|token| token.start < start);
        self.tokens[from..]
            .iter()
            .enumerate()
            .take_while(|&(at, token)| {
                let brace = token.text(&self.mended.text) == "{";
                token.start < end && token.is_solid() && (at == 0 || !brace)
            })
            .last()
            .map_or(end, |(_, token)| token.end)
    }

    /// Reports the line that starts at `start` and is broken somewhere up to the end of `node`.
    fn broken(&mut self, start: usize, node: &Node, in_test: bool) {
        let text = &self.mended.text;
        let (_, end) = self.range(node);
        let from = self.tokens.partition_point(|token| token.start < start);
        let mut tokens = Vec::new();
        let mut has_block = false;
        for &token in self.tokens[from..].iter().take_while(|token| token.start < end) {
            if token.kind == Kind::Sign && token.text(text) == "{" {
                has_block = true;
                break;
            }
            if token.is_solid() {
                tokens.push(token);
            }
        }
        let Some(last) = tokens.last().copied() else {
            self.lone_block(start);
            return;
        };
        if self.is_spoiled(start, last.end) {
            return;
        }
        if self.diagnostics.len() > MAX_ERRORS {
            // Nobody will see this one; it is only counted.
            let place = self.place(start, last.end);
            self.diagnostics.push(Diagnostic::error("E0101", place, "this line cannot be read"));
            return;
        }
        let mut head = text[start..last.end].to_owned();
        if has_block {
            head.push_str("{}");
        }
        let rule = if in_test { Rule::probe_test } else { Rule::probe };
        let (at, expected) = match Syntax::parse(rule, &head) {
            Ok(_) => (tokens.len(), Vec::new()),
            Err(error) => {
                let place = start + location(&error);
                let at = tokens.iter().position(|token| token.end > place).unwrap_or(tokens.len());
                (at, expected(error))
            }
        };
        let before = tokens.get(at).map_or(last.end, |token| token.start);
        let complete = Syntax::parse(rule, &text[start..before]).is_ok();
        let broken = Broken { text, tokens, has_block, in_test, at, expected, complete };
        if let Some(diagnostic) = self.brace_below(&broken, last) {
            self.diagnostics.push(diagnostic);
            return;
        }
        let diagnostic = slips::explain(&broken, &|start, end| self.place(start, end));
        self.diagnostics.push(diagnostic);
    }

    /// A block without a head, or with its head in the line above.
    fn lone_block(&mut self, start: usize) {
        if self.reported_braces.contains(&start) {
            return;
        }
        let at = self.tokens.partition_point(|token| token.start < start);
        let Some(&brace) = self.tokens.get(at) else { return };
        let newline = self.tokens[..at].iter().rposition(|token| token.kind != Kind::Newline);
        let above = newline.map(|last| self.tokens[last]).filter(|last| {
            last.is_solid() && !matches!(last.text(&self.mended.text), "{" | "}" | ";")
        });
        let diagnostic = match above {
            Some(last) => self.brace_apart(last, brace),
            None => Diagnostic::error(
                "E0101",
                self.place(brace.start, brace.end),
                "a block without a head",
            )
            .label("what is this the block of?")
            .help("write before it what it belongs to: `ends {`, `army name {`, `name {`"),
        };
        self.diagnostics.push(diagnostic);
    }

    /// A head that is complete but for its `{`, which stands in the next line.
    fn brace_below(&mut self, broken: &Broken, last: Token) -> Option<Diagnostic> {
        let after = self.tokens.partition_point(|token| token.start < last.end);
        let brace = *self.tokens[after..].iter().find(|token| token.kind != Kind::Newline)?;
        if broken.at < broken.tokens.len() || broken.has_block || brace.text(broken.text) != "{" {
            return None;
        }
        self.reported_braces.push(brace.start);
        Some(self.brace_apart(last, brace))
    }

    fn brace_apart(&self, last: Token, brace: Token) -> Diagnostic {
        Diagnostic::error(
            "E0116",
            self.place(brace.start, brace.end),
            "`{` must stand in the line of its head",
        )
        .label("in a line of its own")
        .related(self.place(last.start, last.end), "the head ends here")
        .help("move the brace to the end of the line above")
        .fix(self.place(last.end, brace.end), " {")
    }

    /// Whether something in this part of the mended text has been reported by the scan.
    fn is_spoiled(&self, start: usize, end: usize) -> bool {
        let Span { start, end, .. } = self.place(start, end);
        let first = self.spoiled.partition_point(|&at| at < start as usize);
        self.spoiled.get(first).is_some_and(|&at| at <= end as usize)
    }
}

fn location(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

fn expected(error: Error<Rule>) -> Vec<Rule> {
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => Vec::new(),
    }
}
