//! The rules in English, made from the IR, so that they cannot drift from it: as a list of
//! entries, an address each, and as a rule book.

mod book;
mod condition;
mod entry;
mod movement;
mod option;
mod set;

use crate::board::Geometry;
use crate::provenance::Citation;
use crate::ruleset::Rules;
use crate::set::{CellId, KindId, Set};

pub use book::{Line, book, head, line, page, tail, title};
pub use entry::{Entry, Section, entries};

/// ` [Author p. 3; ours: reason]`, or nothing.
pub fn sources(sources: &[Citation]) -> String {
    if sources.is_empty() {
        return String::new();
    }
    let texts: Vec<String> = sources
        .iter()
        .map(|s| match s {
            Citation::Work { key, place } if place.is_empty() => key.clone(),
            Citation::Work { key, place } => format!("{key} {place}"),
            Citation::Ours(reason) if reason.is_empty() => "ours".to_owned(),
            Citation::Ours(reason) => format!("ours: {reason}"),
        })
        .collect();
    format!(" [{}]", texts.join("; "))
}

/// What the texts need to know.
pub(crate) struct Writer<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) geometry: Geometry,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Writer<'a> {
        Writer { rules, geometry: rules.board.geometry() }
    }
}

impl Writer<'_> {
    fn player_name(&self, id: u8) -> &str {
        self.rules.players.get_index(id as usize).map_or("", |(n, _)| n)
    }

    fn square(&self, square: u16) -> String {
        self.geometry.names[usize::from(square)].clone()
    }

    pub(crate) fn cell(&self, id: CellId) -> &str {
        self.rules.cells.get_index(id.0 as usize).map_or("", |(n, _)| n)
    }

    pub(crate) fn kinds(&self, kinds: &[KindId], word: &str) -> String {
        let names: Vec<&str> = kinds
            .iter()
            .map(|k| self.rules.kinds.get_index(k.0 as usize).map_or("", |(n, _)| n.as_str()))
            .collect();
        list(&names, word)
    }
}

/// Whether a set says nothing.
pub(crate) fn anywhere(set: &Set) -> bool {
    *set == Set::Board
}

/// `a, b and c`
pub(crate) fn list<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", rest.join(", "), last.as_ref())
        }
    }
}
