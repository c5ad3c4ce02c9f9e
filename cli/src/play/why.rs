//! Which rules were at work: behind a move, against a move, at the end of the game.

use chator::{LoadedGame, Move, Position};
use serde_json::{Value, json};

use crate::diagnostics::address;
use crate::play::session::{Ending, Session};
use crate::show::sources;

/// A rule with its place and its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// What it did.
    pub(crate) role: &'static str,
    /// Its address.
    pub(crate) name: String,
    /// `file:line`.
    pub(crate) place: Option<String>,
    /// As cited.
    pub(crate) sources: String,
}

impl Rule {
    pub(crate) fn new(loaded: &LoadedGame, role: &'static str, name: &str) -> Rule {
        let rules = loaded.game.rules();
        let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties).chain(&rules.skips);
        let all = rules.clauses.iter().map(|c| (&c.name, &c.sources));
        let all = all.chain(rules.events.iter().map(|e| (&e.name, &e.sources)));
        let all = all.chain(rules.offers.iter().map(|o| (&o.name, &o.sources)));
        let all = all.chain(laws.map(|l| (&l.name, &l.sources)));
        let mut all = all.chain(rules.ends.iter().map(|e| (&e.name, &e.sources)));
        let cited = all.find(|(known, _)| *known == name).map(|(_, cited)| sources(cited));
        let place = loaded.loaded.map.get(name);
        Rule {
            role,
            name: name.to_owned(),
            place: place.and_then(|span| address(span, &loaded.loaded.files)),
            sources: cited.unwrap_or_default(),
        }
    }

    pub(crate) fn line(&self) -> String {
        let mut parts = vec![format!("{} {}", self.role, self.name)];
        parts.extend(self.place.clone());
        if !self.sources.is_empty() {
            parts.push(format!("[{}]", self.sources));
        }
        parts.join("  ")
    }

    pub(crate) fn object(&self) -> Value {
        json!({
            "role": self.role, "rule": self.name, "place": self.place, "sources": self.sources,
        })
    }
}

/// The rules that a legal move uses.
pub(crate) fn of_move(loaded: &LoadedGame, before: &Position, mv: Move) -> Vec<Rule> {
    let trace = before.trace(mv);
    let mut rules = vec![Rule::new(loaded, "moved by", &trace.clause)];
    rules.extend(trace.offer.iter().map(|name| Rule::new(loaded, "with", name)));
    rules.extend(trace.events.iter().map(|name| Rule::new(loaded, "followed by", name)));
    rules
}

/// The rules behind a move that was typed: what makes it, or what forbids it.
pub(crate) fn about(
    loaded: &LoadedGame,
    position: &Position,
    text: &str,
) -> Result<Vec<Rule>, String> {
    match position.parse_move(text) {
        Ok(mv) => Ok(of_move(loaded, position, mv)),
        Err(error) => match position.explain_illegal(text) {
            Some(illegal) => Ok(vec![
                Rule::new(loaded, "could be made by", &illegal.clause),
                Rule::new(loaded, "is forbidden by", &illegal.banned_by),
            ]),
            None => Err(error.to_string()),
        },
    }
}

/// The rule that ended a game.
pub(crate) fn of_ending(session: &Session) -> Option<Rule> {
    match session.ending()? {
        Ending::Rule(outcome) => Some(Rule::new(&session.loaded, "ended by", outcome.by())),
        _ => None,
    }
}

/// The plies at which the present position has stood, now included, if it stood before and the
/// game has ended.
pub(crate) fn occurrences(session: &Session) -> Vec<u32> {
    let now = session.now();
    let mut plies = now.earlier_occurrences();
    if plies.is_empty() || session.ending().is_none() {
        return Vec::new();
    }
    plies.push(now.ply());
    plies
}
