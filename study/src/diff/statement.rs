//! What a rule set says under an address, and where.

use chator_grammar::source::{Source, Span};
use chator_rules::english::{Entry, entries};
use chator_rules::rename::Renaming;
use chator_rules::{Choice, Citation, Loaded};
use indexmap::IndexMap;

/// A rule as its rule set has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its address there.
    pub address: String,
    /// What it says, in English.
    pub text: String,
    /// Where it comes from.
    pub sources: Vec<Citation>,
    /// Where it is written.
    pub place: Option<Place>,
}

/// A line of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Statement {
    /// An entry of a rule set as a statement.
    pub fn of(loaded: &Loaded, entry: Entry) -> Statement {
        let place = Place::of(loaded, loaded.map.get(&entry.address));
        Statement { address: entry.address, text: entry.text, sources: entry.sources, place }
    }

    /// The value of an option that is in force.
    fn option(loaded: &Loaded, name: &str, choice: &Choice) -> Statement {
        Statement {
            address: name.to_owned(),
            text: choice.chosen.clone(),
            sources: choice.values.get(&choice.chosen).cloned().unwrap_or_default(),
            place: Place::of(loaded, loaded.map.option(name)),
        }
    }

    /// Something that has no line of its own.
    pub(super) fn unwritten(text: String) -> Statement {
        Statement { address: String::new(), text, sources: Vec::new(), place: None }
    }
}

impl Place {
    /// A span as people find it.
    fn of(loaded: &Loaded, span: Option<Span>) -> Option<Place> {
        let span = span?;
        let file = loaded.files.iter().find(|file: &&Source| file.id == span.file)?;
        Some(Place { file: file.name.clone(), line: file.location(span.start).line })
    }
}

/// The statements of both sides, by the first one's addresses.
#[derive(Clone, Debug)]
pub(super) struct Statements {
    pub(super) left: IndexMap<String, Statement>,
    pub(super) right: IndexMap<String, Statement>,
    pub(super) left_options: IndexMap<String, Statement>,
    pub(super) right_options: IndexMap<String, Statement>,
}

impl Statements {
    pub(super) fn new(left: &Loaded, right: &Loaded, renaming: &Renaming) -> Statements {
        let aligned = statements(right).into_iter().map(|statement| {
            let mut address = statement.address.clone();
            renaming.address(&mut address);
            (address, statement)
        });
        Statements {
            left: statements(left).into_iter().map(|s| (s.address.clone(), s)).collect(),
            right: aligned.collect(),
            left_options: options(left),
            right_options: options(right),
        }
    }

    /// What the two say under an address.
    pub(super) fn get(&self, address: &str) -> (Option<Statement>, Option<Statement>) {
        (self.left.get(address).cloned(), self.right.get(address).cloned())
    }
}

/// All that a rule set says, each address once, in the order of its book.
pub(crate) fn statements(loaded: &Loaded) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    for entry in entries(&loaded.rules) {
        // What several pieces share stands with each of them.
        if !all.iter().any(|known| known.address == entry.address) {
            all.push(Statement::of(loaded, entry));
        }
    }
    all
}

/// The options in force, by name.
fn options(loaded: &Loaded) -> IndexMap<String, Statement> {
    let each = loaded.rules.options.iter();
    each.map(|(name, choice)| (name.clone(), Statement::option(loaded, name, choice))).collect()
}
