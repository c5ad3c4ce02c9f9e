//! Who stands behind a rule: the rule set's own sources, a rule set that it builds on, or the
//! project itself.

use chator_grammar::ast::{File, ItemKind};
use chator_grammar::parse::parse;
use chator_rules::{Citation, Loaded};

use crate::diff::Statement;

/// Who stands behind a rule of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// One of the sources on which this rule set rests states it.
    Stated,
    /// It comes from a rule set that this one extends, and this one's sources do not state it.
    Inherited,
    /// The project's own decision.
    Ours,
    /// No source is given.
    Unsourced,
}

impl Standing {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Stated => "stated",
            Standing::Inherited => "inherited",
            Standing::Ours => "ours",
            Standing::Unsourced => "unsourced",
        }
    }
}

/// What is needed to tell who stands behind the rules of a rule set.
#[derive(Clone, Debug)]
pub struct Authorities {
    /// The keys of the works on which the rule set itself rests.
    pub keys: Vec<String>,
    /// The rule set's own file: what it cites there it does not inherit.
    own: Option<String>,
    /// The files of the rule sets it extends.
    bases: Vec<String>,
}

impl Authorities {
    /// Those of a rule set.
    pub fn of(loaded: &Loaded) -> Authorities {
        let is_game =
            |tree: &File| tree.items.iter().any(|item| matches!(item.kind, ItemKind::Game { .. }));
        let games = loaded.files.iter().skip(1).filter(|file| is_game(&parse(file).0));
        Authorities {
            keys: loaded.rules.authorities.clone(),
            own: loaded.files.first().map(|file| file.name.clone()),
            bases: games.map(|file| file.name.clone()).collect(),
        }
    }

    /// Is this work one of them?
    pub fn include(&self, citation: &Citation) -> bool {
        matches!(citation, Citation::Work { key, .. } if self.keys.contains(key))
    }

    /// Who stands behind a rule.
    pub fn standing(&self, statement: &Statement) -> Standing {
        let sources = &statement.sources;
        let in_a_base =
            || statement.place.as_ref().is_some_and(|place| self.bases.contains(&place.file));
        let own = |file: &str| self.own.as_deref() == Some(file);
        let in_own = || statement.place.as_ref().is_some_and(|place| own(&place.file));
        let is_work = |source: &Citation| matches!(source, Citation::Work { .. });
        if sources.iter().any(|source| self.include(source))
            || (in_own() && sources.iter().any(is_work))
        {
            Standing::Stated
        } else if sources.iter().any(|source| matches!(source, Citation::Ours(_))) {
            Standing::Ours
        } else if !sources.is_empty() || in_a_base() {
            Standing::Inherited
        } else {
            Standing::Unsourced
        }
    }
}
