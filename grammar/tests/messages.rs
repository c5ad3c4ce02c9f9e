//! What people are told about their slips: `messages.txt` holds texts and the diagnostics they
//! get. To write the diagnostics anew, run with `UPDATE_EXPECT=1` and read the difference.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use chator_grammar::codes::CODES;
use chator_grammar::limits::{MAX_ERRORS, MAX_FILE};
use chator_grammar::parse::parse;
use chator_grammar::source::{Source, Span};

const CASE: &str = "\n==== ";
const ANSWER: &str = "\n----\n";

fn messages(text: &str, codes: &mut BTreeSet<&'static str>) -> String {
    let source = Source::new("case", text);
    let place = |span: Span| {
        let (start, end) = (source.location(span.start), source.location(span.end));
        format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    };
    let mut out = String::new();
    for diagnostic in parse(&source).1 {
        codes.insert(diagnostic.code.0);
        assert!(!diagnostic.label.is_empty() && diagnostic.help.is_some(), "{diagnostic:?}");
        writeln!(out, "{} {}: {}", diagnostic.code.0, place(diagnostic.span), diagnostic.message)
            .unwrap();
        writeln!(out, "  label: {}", diagnostic.label).unwrap();
        for label in diagnostic.related {
            writeln!(out, "  also {}: {}", place(label.span), label.text).unwrap();
        }
        writeln!(out, "  help: {}", diagnostic.help.unwrap_or_default()).unwrap();
        if let Some(fix) = diagnostic.fix {
            let (start, end) = (fix.span.start as usize, fix.span.end as usize);
            let mended = format!("{}{}{}", &text[..start], fix.replacement, &text[end..]);
            let again = parse(&Source::new("mended", mended)).1;
            let same = again
                .iter()
                .any(|other| other.code == diagnostic.code && other.span == diagnostic.span);
            assert!(!same, "the fix leaves the error: {text}");
            writeln!(out, "  fix {}: {:?}", place(fix.span), fix.replacement).unwrap();
        }
    }
    out
}

#[test]
fn people_are_told_what_is_wrong() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt");
    let all = std::fs::read_to_string(&path).unwrap();
    let mut cases = all.split(CASE);
    let mut written = cases.next().unwrap().to_owned();
    let mut codes = BTreeSet::new();
    let mut wrong = Vec::new();
    for case in cases {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, expected) = rest.split_once(ANSWER).unwrap_or((rest, ""));
        let said = messages(text, &mut codes);
        if said.trim_end() != expected.trim_end() {
            wrong.push(format!("{title}\n{text}\n--- expected\n{expected}\n--- said\n{said}"));
        }
        write!(written, "{CASE}{title}\n{text}{ANSWER}{said}").unwrap();
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, written).unwrap();
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }

    // These texts are too long to be read by people.
    let huge = "#".repeat(MAX_FILE + 1);
    let deep = format!("define x = {}a{}", "(".repeat(129), ")".repeat(129));
    let many = "?\n".repeat(MAX_ERRORS + 1);
    for (text, code) in [(huge, "E0501"), (deep, "E0502"), (many, "E0504")] {
        assert!(messages(&text, &mut codes).contains(code), "{code}");
    }
    let table: BTreeSet<&str> = CODES.iter().map(|explanation| explanation.code).collect();
    assert_eq!(
        codes, table,
        "each code in the table has a text that gets it, and no other is given"
    );
}

#[test]
fn the_table_has_every_code_of_the_sources() {
    let mut written = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "codes.rs") {
                let text = std::fs::read_to_string(path).unwrap();
                for piece in text.split("\"E0").skip(1) {
                    let digits: String = piece.chars().take_while(char::is_ascii_digit).collect();
                    written.insert(format!("E0{digits}"));
                }
            }
        }
    }
    let table: BTreeSet<String> =
        CODES.iter().map(|explanation| explanation.code.to_owned()).collect();
    assert_eq!(written, table);
    assert!(CODES.is_sorted_by_key(|explanation| explanation.code));
}

#[test]
fn explanations_show_a_wrong_and_a_right_text() {
    for explanation in CODES {
        let both = explanation.text.contains("Wrong:  ") && explanation.text.contains("Right:  ");
        assert!(both, "{}", explanation.code);
    }
}
