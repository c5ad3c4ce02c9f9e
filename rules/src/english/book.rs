//! The rule book, as Markdown.

use std::fmt::Write as _;

use super::{Entry, Section, Writer, entries, sources};
use crate::ruleset::Rules;

/// A line of a rule book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The name of a piece.
    Heading(String),
    /// A rule.
    Rule(String),
    /// A remark among the rules: it takes no part in their numbering.
    Aside(String),
}

/// The whole rule book.
pub fn book(rules: &Rules) -> String {
    let lines: Vec<(Section, Line)> =
        entries(rules).iter().map(|entry| (entry.section, line(entry, "", ""))).collect();
    head(rules) + &page(&lines) + &tail(rules)
}

/// An entry as a line of the book, with a mark behind its address and a remark at its end.
pub fn line(entry: &Entry, mark: &str, remark: &str) -> Line {
    let Entry { address, text, sources: cited, .. } = entry;
    if entry.is_piece() {
        Line::Heading(format!("{address} ({text}){mark}{remark}"))
    } else {
        Line::Rule(format!("**{address}**{mark}: {text}{}{remark}", sources(cited)))
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
        Section::Skip => "A player is passed over if",
        Section::End => "How the game ends",
    }
}

/// Lines under the titles of their parts. They come in the order of their sections.
pub fn page(lines: &[(Section, Line)]) -> String {
    let mut out = String::new();
    let mut last: Option<Section> = None;
    let mut number = 0;
    for (section, line) in lines {
        let first = last.is_none_or(|last| title(last) != title(*section));
        if first {
            let gap = if out.ends_with("\n\n") { "" } else { "\n" };
            let _ = write!(out, "{gap}## {}\n\n", title(*section));
            if *section == Section::End {
                out.push_str("After each move, in this order; the first that holds decides.\n\n");
            }
        }
        match line {
            Line::Heading(text) => {
                let gap = if first || out.ends_with("\n\n") { "" } else { "\n" };
                let _ = write!(out, "{gap}### {text}\n\n");
            }
            Line::Rule(text) if *section == Section::End => {
                number += 1;
                let _ = writeln!(out, "{number}. {text}");
            }
            Line::Rule(text) | Line::Aside(text) => {
                let _ = writeln!(out, "- {text}");
            }
        }
        last = Some(*section);
    }
    out
}

/// The options in force and the works cited.
pub fn tail(rules: &Rules) -> String {
    let writer = Writer::new(rules);
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
