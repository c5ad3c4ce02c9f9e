//! What each source says, what is the project's own, and what nobody vouches for.

use chator_rules::{Choice, Citation, Loaded};
use indexmap::IndexMap;

use crate::diff::{Statement, statements};
use crate::standing::{Authorities, Standing};

/// The sources of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bibliography {
    /// The works in the order of the rule files.
    pub works: Vec<Work>,
    /// The project's own decisions.
    pub ours: Vec<Statement>,
    /// Rules of a base that this rule set's own sources do not state.
    pub inherited: Vec<Statement>,
    /// Rules that no source is given for.
    pub unsourced: Vec<Statement>,
}

/// A work, and what it is cited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The key of `cite`.
    pub key: String,
    /// Author, title and year.
    pub title: String,
    /// Does this rule set itself rest on it, or only one that it extends?
    pub own: bool,
    /// The rules that cite it, each with the place in the work, which may be empty.
    pub rules: Vec<(Statement, String)>,
    /// The readings that it is cited for, also those that are not in force.
    pub readings: Vec<Reading>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The option.
    pub option: String,
    /// The value.
    pub value: String,
    /// Is it in force?
    pub chosen: bool,
    /// The place in the work, which may be empty.
    pub place: String,
}

impl Bibliography {
    /// That of a rule set.
    pub fn of(loaded: &Loaded) -> Bibliography {
        let authorities = Authorities::of(loaded);
        let rules = &loaded.rules;
        // A piece itself, the board and the players have no source but the rules about them.
        let bare = |address: &str| {
            rules.kinds.contains_key(address) || ["board", "players"].contains(&address)
        };
        let all: Vec<Statement> =
            statements(loaded).into_iter().filter(|s| !bare(&s.address)).collect();
        let works = rules.works.iter().map(|(key, title)| Work {
            key: key.clone(),
            title: title.clone(),
            own: authorities.keys.contains(key),
            rules: all.iter().flat_map(|s| cited(s, key)).collect(),
            readings: readings(&rules.options, key),
        });
        let works = works.collect();
        let with = |standing| -> Vec<Statement> {
            let found = all.iter().filter(|s| authorities.standing(s) == standing);
            found.cloned().collect()
        };
        let is_ours = |s: &&Statement| s.sources.iter().any(|c| matches!(c, Citation::Ours(_)));
        Bibliography {
            works,
            ours: all.iter().filter(is_ours).cloned().collect(),
            inherited: with(Standing::Inherited),
            unsourced: with(Standing::Unsourced),
        }
    }
}

/// The readings that cite a work.
fn readings(options: &IndexMap<String, Choice>, wanted: &str) -> Vec<Reading> {
    let mut found = Vec::new();
    for (option, choice) in options {
        for (value, sources) in &choice.values {
            let chosen = *value == choice.chosen;
            found.extend(sources.iter().filter_map(|source| match source {
                Citation::Work { key, place } if key == wanted => Some(Reading {
                    option: option.clone(),
                    value: value.clone(),
                    chosen,
                    place: place.clone(),
                }),
                _ => None,
            }));
        }
    }
    found
}

/// The places in a work that a rule cites.
fn cited(statement: &Statement, wanted: &str) -> Vec<(Statement, String)> {
    let places = statement.sources.iter().filter_map(|source| match source {
        Citation::Work { key, place } if key == wanted => Some(place.clone()),
        _ => None,
    });
    places.map(|place| (statement.clone(), place)).collect()
}
