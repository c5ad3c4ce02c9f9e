//! What the tests share.

use std::path::Path;

use chator_grammar::ast::File;
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::{Source, Span};

/// The shipped rule files: name and text.
pub(crate) fn shipped() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "chator") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                files.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    assert!(!files.is_empty());
    files
}

/// A text with every form of line, in the canonical layout.
pub(crate) const EVERY_FORM: &str = include_str!("../every_form.chator");

/// A tree as text, without its places: equal for texts that differ only in blanks.
pub(crate) fn without_spans(file: &File) -> String {
    pieces(file).0
}

/// Checks that all places lie in the text and between characters.
pub(crate) fn check_spans(source: &Source, file: &File, diagnostics: &[Diagnostic]) {
    let check = |start: usize, end: usize| {
        let text = &source.text;
        let good = start <= end
            && end <= text.len()
            && text.is_char_boundary(start)
            && text.is_char_boundary(end);
        assert!(good, "{start}..{end} in {text:?}");
    };
    for (start, end) in pieces(file).1 {
        check(start, end);
    }
    for diagnostic in diagnostics {
        let mut spans: Vec<Span> = vec![diagnostic.span];
        spans.extend(diagnostic.related.iter().map(|label| label.span));
        spans.extend(diagnostic.fix.iter().map(|fix| fix.span));
        for span in spans {
            check(span.start as usize, span.end as usize);
        }
    }
}

/// The tree's debug text cut at its spans, and the spans.
fn pieces(file: &File) -> (String, Vec<(usize, usize)>) {
    let debug = format!("{file:?}");
    let mut text = String::new();
    let mut spans = Vec::new();
    for (number, piece) in debug.split("Span { file: FileId(0), start: ").enumerate() {
        if number == 0 {
            text.push_str(piece);
            continue;
        }
        let (start, rest) = piece.split_once(", end: ").unwrap();
        let (end, rest) = rest.split_once(" }").unwrap();
        spans.push((start.parse().unwrap(), end.parse().unwrap()));
        text.push_str(rest);
    }
    (text, spans)
}
