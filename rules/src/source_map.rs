//! Where the parts of the IR stand in the text. Kept beside the IR, so that two rule sets that
//! say the same are equal wherever they say it.

use chator_grammar::source::Span;
use indexmap::IndexMap;

/// Address (`guard.capture`, `ends.checkmate`, a piece's or a cell's name; `board`, `players` and
/// `start`) to place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    pub(crate) spans: IndexMap<String, Span>,
    /// Options may be called like rules.
    pub(crate) options: IndexMap<String, Span>,
}

impl SourceMap {
    /// Where the thing of that address is declared.
    pub fn get(&self, address: &str) -> Option<Span> {
        self.spans.get(address).copied()
    }

    /// Where the option of that name is declared.
    pub fn option(&self, name: &str) -> Option<Span> {
        self.options.get(name).copied()
    }

    /// All addresses in the order of the IR.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.spans.keys().map(String::as_str)
    }
}
