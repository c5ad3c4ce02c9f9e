//! The rule book, as Markdown.

use std::fmt::Write as _;

use super::{Entry, Section, Writer, entries, sources};
use crate::ruleset::Rules;

/// The whole rule book.
pub fn book(rules: &Rules) -> String {
    let lines: Vec<(Entry, String)> = entries(rules)
        .into_iter()
        .map(|entry| {
            let line = line(&entry);
            (entry, line)
        })
        .collect();
    let lines: Vec<(&Entry, &str)> = lines.iter().map(|(e, l)| (e, l.as_str())).collect();
    head(rules) + &page(&lines) + &tail(rules)
}

/// An entry as a line of the book; a piece as its heading.
fn line(entry: &Entry) -> String {
    let Entry { section, address, text, sources: cited } = entry;
    match section {
        Section::Piece(_) if !address.contains('.') => format!("### {address} ({text})"),
        _ => format!("**{address}**: {text}{}", sources(cited)),
    }
}

/// The title and what it is about.
pub fn head(rules: &Rules) -> String {
    let mut out = format!("# {}\n", rules.title);
    if !rules.about.is_empty() {
        let _ = write!(out, "\n{}\n", rules.about);
    }
    out
}

/// The title of a part of the book; the pieces share one.
pub fn title(section: Section) -> &'static str {
    match section {
        Section::Board => "Board and players",
        Section::Piece(_) => "Pieces",
        Section::Remembered => "What is remembered",
        Section::AfterMove => "After each move",
        Section::Declared => "What may be declared with a move",
        Section::Illegal => "A move is illegal if after it",
        Section::Void => "An attack does not count if",
        Section::Duty => "If some legal move brings this about, only such moves are legal:",
        Section::End => "How the game ends",
    }
}

/// Lines under the titles of their parts. The lines come in the order of their sections.
pub fn page(lines: &[(&Entry, &str)]) -> String {
    let mut out = String::new();
    let mut last: Option<Section> = None;
    let mut number = 0;
    for (entry, line) in lines {
        let section = entry.section;
        if last.is_none_or(|last| title(last) != title(section)) {
            let _ = write!(out, "\n## {}\n\n", title(section));
            if section == Section::End {
                out.push_str("After each move, in this order; the first that holds decides.\n\n");
            }
        }
        let heading = line.starts_with("### ");
        match section {
            Section::Piece(_) if heading => {
                let first = last.is_none_or(|last| title(last) != title(section));
                let gap = if first { "" } else { "\n" };
                let _ = write!(out, "{gap}{line}\n\n");
            }
            Section::End => {
                number += 1;
                let _ = writeln!(out, "{number}. {line}");
            }
            _ => {
                let _ = writeln!(out, "- {line}");
            }
        }
        last = Some(section);
    }
    out
}

/// The options in force and the works cited.
pub fn tail(rules: &Rules) -> String {
    let writer = Writer { rules };
    let mut out = String::new();
    if !rules.options.is_empty() {
        out.push_str("\n## Options in force\n\n");
        for (name, choice) in &rules.options {
            let _ = writeln!(out, "- {}", writer.choice(name, choice));
        }
    }
    if !rules.works.is_empty() {
        out.push_str("\n## Sources\n\n");
        for (key, work) in &rules.works {
            let _ = writeln!(out, "- {key}: {work}");
        }
    }
    out
}
