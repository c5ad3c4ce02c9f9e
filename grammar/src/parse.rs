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
use crate::mended::Mended;
use crate::prescan::prescan;
use crate::source::{FileId, Source};
use crate::syntax::{Rule, Syntax};
use reader::Reader;

/// Texts nested deeper than this are read on a stack of their own. A level of brackets costs
/// some 20 KiB of it in a debug build, and a caller's thread may have as little as 1 MiB.
const SHALLOW: usize = 24;

/// Bytes of that stack: ample for [`MAX_NESTING`](limits::MAX_NESTING) levels.
const DEEP_STACK: usize = 16 << 20;

/// Reads a rule file. Never fails: what cannot be read is reported and left out of the tree
/// (see [`ast::ItemKind::Bad`]), the rest is there.
pub fn parse(source: &Source) -> (ast::File, Vec<Diagnostic>) {
    let scan = prescan(source);
    let Some(mended) = &scan.mended else {
        return (ast::File::default(), scan.diagnostics);
    };
    let work = || read(source.id, mended, &scan.spoiled);
    let (file, found) = if scan.depth <= SHALLOW {
        work()
    } else {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(DEEP_STACK);
            builder.spawn_scoped(scope, work).ok().and_then(|thread| thread.join().ok())
        })
        // Where there are no threads, the stack there is must do; pest stops before its end.
        .unwrap_or_else(work)
    };
    let mut diagnostics = scan.diagnostics;
    diagnostics.extend(found);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    limits::cut(&mut diagnostics);
    (file, diagnostics)
}

fn read(id: FileId, mended: &Mended, spoiled: &[usize]) -> (ast::File, Vec<Diagnostic>) {
    let mut reader = Reader::new(id, mended, spoiled);
    let items = match Syntax::parse(Rule::file, &mended.text) {
        Ok(mut pairs) => pairs.next().map(|file| reader.items(file)).unwrap_or_default(),
        Err(error) => {
            reader.refused(&error);
            Vec::new()
        }
    };
    (ast::File { items }, reader.diagnostics)
}
