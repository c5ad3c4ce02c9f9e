//! The shipped rule files: read without a word, and what becomes of them when a line is lost.

mod common;

use std::time::{Duration, Instant};

use chator_grammar::parse::parse;
use chator_grammar::source::Source;

#[test]
fn they_parse_without_a_word() {
    for (name, text) in common::shipped() {
        let source = Source::new(name, text);
        let (file, diagnostics) = parse(&source);
        assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", source.name);
        assert!(file.items.len() > 1, "{}", source.name);
        common::check_spans(&source, &file, &diagnostics);

        let windows = parse(&Source::new("case", source.text.replace('\n', "\r\n")));
        assert_eq!(windows.1, [], "{}", source.name);
        assert_eq!(common::without_spans(&file), common::without_spans(&windows.0));
    }
}

#[test]
fn every_form_parses() {
    let source = Source::new("every form", common::EVERY_FORM);
    let (file, diagnostics) = parse(&source);
    assert_eq!(diagnostics, []);
    common::check_spans(&source, &file, &diagnostics);
}

/// Parses the files again with a line left out or written twice. To save time, each test takes
/// every third line, and another third in each file.
fn without_or_doubled(copies: usize) {
    for (file, (name, text)) in common::shipped().into_iter().enumerate() {
        let lines: Vec<&str> = text.lines().collect();
        for changed in ((file + copies) % 3..lines.len()).step_by(3) {
            let mut new = String::new();
            for (number, line) in lines.iter().enumerate() {
                for _ in 0..if number == changed { copies } else { 1 } {
                    new.push_str(line);
                    new.push('\n');
                }
            }
            let source = Source::new(name.clone(), new);
            let start = Instant::now();
            let (file, diagnostics) = parse(&source);
            assert!(start.elapsed() < Duration::from_secs(1), "{name}, line {}", changed + 1);
            // One slip is a few errors at most.
            assert!(diagnostics.len() <= 3, "{name}, line {}: {diagnostics:#?}", changed + 1);
            common::check_spans(&source, &file, &diagnostics);
        }
    }
}

#[test]
fn a_lost_line_is_few_errors() {
    without_or_doubled(0);
}

#[test]
fn a_doubled_line_is_few_errors() {
    without_or_doubled(2);
}
