//! Lines that did not parse.

use crate::ast::Item;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::Rule;

use super::reader::{Node, Reader};

impl Reader<'_> {
    pub(super) fn bad(&mut self, node: Node) -> Vec<Item> {
        let span = self.span(&node);
        self.diagnostics.push(Diagnostic::error("E0101", span, "this line could not be read"));
        let blocks = node.into_inner().filter(|part| part.as_rule() == Rule::block);
        blocks.flat_map(|block| self.items(block)).collect()
    }
    pub(super) fn tail(&mut self, node: Node, _item: Option<Span>) -> Vec<Item> {
        self.bad(node)
    }
    pub(super) fn bad_test(&mut self, node: Node) {
        self.bad(node);
    }
    pub(super) fn test_tail(&mut self, node: Node, _step: Option<Span>) {
        self.bad(node);
    }
    pub(super) fn refused(&mut self, _error: &pest::error::Error<Rule>) {
        let span = self.place(0, 0);
        self.diagnostics.push(Diagnostic::error("E0101", span, "this file could not be read"));
    }
}
