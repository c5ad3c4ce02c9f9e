//! The messages for broken files: `tests/diagnostics/*.chator`, each with a snapshot of all it is told.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chator::LoadError;
use chator::grammar::diagnostic::Diagnostic;
use chator::grammar::source::Source;

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the corpus").flatten().map(|e| e.path()).collect();
    files.sort();
    files
}

/// A diagnostic as plain lines: code and place, message, label, related places, help and fix.
fn plain(diagnostic: &Diagnostic, files: &[Source]) -> String {
    let place = |span: chator::grammar::source::Span| {
        let file = &files[span.file.0 as usize];
        let (start, end) = (file.location(span.start), file.location(span.end));
        let name = Path::new(&file.name)
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        format!("{name}:{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    };
    let mut out =
        format!("{} {}: {}\n", diagnostic.code.0, place(diagnostic.span), diagnostic.message);
    let file = &files[diagnostic.span.file.0 as usize];
    let _ = writeln!(out, "  {:?}: {}", file.slice(diagnostic.span), diagnostic.label);
    for related in &diagnostic.related {
        let _ = writeln!(out, "  {} {}", place(related.span), related.text);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
    if let Some(fix) = &diagnostic.fix {
        let _ = writeln!(out, "  fix: {} -> {:?}", place(fix.span), fix.replacement);
    }
    out
}

#[test]
fn broken_files_are_told_what_is_wrong() {
    let files = corpus();
    assert!(files.len() >= 60, "only {} files", files.len());
    let mut silent = Vec::new();
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        let shown = path.to_string_lossy().into_owned();
        let told = match chator::load_text(&name, &shown, &text, &[]) {
            Ok(loaded) => {
                let files = &loaded.loaded.files;
                loaded.loaded.warnings.iter().map(|d| plain(d, files)).collect::<String>()
            }
            Err(LoadError::Rules(failure)) => {
                failure.diagnostics.iter().map(|d| plain(d, &failure.files)).collect()
            }
            Err(other) => panic!("{name}: {other}"),
        };
        // Snapshots name no folder of a machine.
        let told = told.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "");
        if told.is_empty() {
            silent.push(name.clone());
        }
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("diagnostics__{name}"), told);
        });
    }
    assert!(silent.is_empty(), "nothing is said about {silent:?}");
}
