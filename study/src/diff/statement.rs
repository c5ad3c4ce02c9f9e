//! What a rule set says under an address, and where.

use chator_grammar::source::Source;
use chator_rules::english::{Entry, entries};
use chator_rules::rename::Renaming;
use chator_rules::{Citation, Loaded};
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
        let place = loaded.map.get(&entry.address).and_then(|span| {
            let file = loaded.files.iter().find(|file: &&Source| file.id == span.file)?;
            Some(Place { file: file.name.clone(), line: file.location(span.start).line })
        });
        Statement { address: entry.address, text: entry.text, sources: entry.sources, place }
    }

    /// Something that has no line of its own.
    pub(super) fn unwritten(text: String) -> Statement {
        Statement { address: String::new(), text, sources: Vec::new(), place: None }
    }
}

/// The statements of both sides, by the first one's addresses.
pub(super) struct Statements {
    left: IndexMap<String, Statement>,
    right: IndexMap<String, Statement>,
}

impl Statements {
    pub(super) fn new(left: &Loaded, right: &Loaded, renaming: &Renaming) -> Statements {
        let all = |loaded: &Loaded| -> Vec<Statement> {
            let each = entries(&loaded.rules).into_iter();
            each.map(|entry| Statement::of(loaded, entry)).collect()
        };
        Statements {
            left: all(left).into_iter().map(|s| (s.address.clone(), s)).collect(),
            right: all(right)
                .into_iter()
                .map(|statement| {
                    let mut address = statement.address.clone();
                    renaming.address(&mut address);
                    (address, statement)
                })
                .collect(),
        }
    }

    /// What the two say under an address.
    pub(super) fn get(&self, address: &str) -> (Option<Statement>, Option<Statement>) {
        (self.left.get(address).cloned(), self.right.get(address).cloned())
    }
}
