//! What all conversions from pest's pairs share: places, names, numbers, and walking a pair.

use pest::iterators::Pair;

use crate::ast::{Citation, Ident};
use crate::diagnostic::Diagnostic;
use crate::lexer::{self, Token};
use crate::limits::{MAX_NUMBER, too_big};
use crate::mended::Mended;
use crate::phrases;
use crate::source::{FileId, Span};
use crate::syntax::Rule;

/// A piece of pest's tree.
pub(super) type Node<'t> = Pair<'t, Rule>;

/// Something is there, but makes no sense; why has been reported.
pub(super) struct Unreadable;

/// Makes the tree and collects what is wrong.
pub(super) struct Reader<'t> {
    pub(super) file: FileId,
    pub(super) mended: &'t Mended,
    pub(super) tokens: Vec<Token>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Bytes of the file whose lines the scan has found broken already. Sorted.
    pub(super) spoiled: &'t [usize],
    /// Braces in the wrong line that have been reported with their heads.
    pub(super) reported_braces: Vec<usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(file: FileId, mended: &'t Mended, spoiled: &'t [usize]) -> Self {
        let tokens = lexer::lex(&mended.text);
        Self { file, mended, tokens, diagnostics: Vec::new(), spoiled, reported_braces: Vec::new() }
    }

    /// The bytes of the mended text that a node covers. pest counts blanks and comments after
    /// the last token to it when an optional part was looked for in vain, so the end is taken
    /// from the tokens.
    pub(super) fn range(&self, node: &Node) -> (usize, usize) {
        let whole = node.as_span();
        let before = self.tokens.partition_point(|token| token.start < whole.end());
        let end = self.tokens[..before]
            .iter()
            .rev()
            .find(|token| token.is_solid())
            .map_or(whole.end(), |token| token.end.min(whole.end()).max(whole.start()));
        (whole.start(), end)
    }

    /// Where a node stands in the file.
    pub(super) fn span(&self, node: &Node) -> Span {
        let (start, end) = self.range(node);
        self.place(start, end)
    }

    /// A piece of the mended text as a place in the file.
    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        let start = self.mended.original(start) as u32;
        let end = self.mended.original(end) as u32;
        Span { file: self.file, start, end: end.max(start) }
    }

    /// A node's text with its place.
    pub(super) fn ident(&self, node: &Node) -> Ident {
        let (start, end) = self.range(node);
        Ident { text: self.mended.text[start..end].to_owned(), span: self.place(start, end) }
    }

    /// A string without its quotes; the span keeps them.
    pub(super) fn string(&self, node: &Node) -> Ident {
        let Ident { text, span } = self.ident(node);
        Ident { text: text.trim_matches('"').to_owned(), span }
    }

    /// A number, within the language's limit.
    pub(super) fn number(&mut self, node: &Node) -> u32 {
        match node.as_str().parse() {
            Ok(number) if number <= MAX_NUMBER => number,
            _ => {
                self.diagnostics.push(too_big(self.span(node)));
                MAX_NUMBER
            }
        }
    }

    /// The sources in square brackets.
    pub(super) fn note(&self, note: Option<Node>) -> Vec<Citation> {
        let citations = note.map(Pair::into_inner).into_iter().flatten();
        citations
            .map(|citation| {
                let (start, end) = self.range(&citation);
                let text = self.mended.text[start..end].trim_end();
                let span = self.place(start, start + text.len());
                Citation { text: Ident { text: text.to_owned(), span } }
            })
            .collect()
    }
}

/// The parts of a node in order, its keywords left out.
pub(super) struct Parts<'t> {
    rest: std::iter::Peekable<std::vec::IntoIter<Node<'t>>>,
}

impl<'t> Parts<'t> {
    pub(super) fn of(node: Node<'t>) -> Self {
        let solid: Vec<_> =
            node.into_inner().filter(|part| phrases::keyword(part.as_rule()).is_none()).collect();
        Self { rest: solid.into_iter().peekable() }
    }

    /// The next part, whatever it is.
    pub(super) fn next(&mut self) -> Option<Node<'t>> {
        self.rest.next()
    }

    /// The next part if it is of this rule.
    pub(super) fn take(&mut self, rule: Rule) -> Option<Node<'t>> {
        self.rest.next_if(|part| part.as_rule() == rule)
    }

    /// All the next parts of this rule.
    pub(super) fn all(&mut self, rule: Rule) -> Vec<Node<'t>> {
        std::iter::from_fn(|| self.take(rule)).collect()
    }
}
