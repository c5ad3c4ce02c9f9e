//! Text to a tree: pest's pairs to [`ast::File`], with every mistake reported at once.

mod broken;
mod clause;
mod expr;
mod item;
mod reader;
mod slips;

use pest::Parser;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::prescan::prescan;
use crate::source::Source;
use crate::syntax::{Rule, Syntax};
use reader::Reader;

/// Reads a rule file. Never fails: what cannot be read is reported and left out of the tree
/// (see [`ast::ItemKind::Bad`]), the rest is there.
pub fn parse(source: &Source) -> (ast::File, Vec<Diagnostic>) {
    let scan = prescan(source);
    let Some(mended) = &scan.mended else {
        return (ast::File::default(), scan.diagnostics);
    };
    let mut reader = Reader::new(source.id, mended, &scan.spoiled);
    let items = match Syntax::parse(Rule::file, &mended.text) {
        Ok(mut pairs) => pairs.next().map(|file| reader.items(file)).unwrap_or_default(),
        Err(error) => {
            reader.refused(&error);
            Vec::new()
        }
    };
    let mut diagnostics = scan.diagnostics;
    diagnostics.append(&mut reader.diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    limits::cut(&mut diagnostics);
    (ast::File { items }, diagnostics)
}
