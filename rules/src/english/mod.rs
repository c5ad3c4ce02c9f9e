//! The rule book in English, made from the IR, so that it cannot drift from the rules.

mod condition;
mod movement;
mod option;
mod set;

use std::fmt::Write as _;

use crate::board::Board;
use crate::effect::Trigger;
use crate::provenance::Citation;
use crate::ruleset::{CellType, EndResult, Life, Per, Rules};
use crate::set::{CellId, KindId, Set};

/// The whole rule book, as Markdown.
pub fn book(rules: &Rules) -> String {
    let writer = Writer { rules };
    let mut out = format!("# {}\n", rules.title);
    if !rules.about.is_empty() {
        let _ = write!(out, "\n{}\n", rules.about);
    }
    writer.board(&mut out);
    writer.pieces(&mut out);
    writer.state(&mut out);
    writer.events(&mut out);
    writer.laws(&mut out);
    writer.ends(&mut out);
    writer.options(&mut out);
    writer.works(&mut out);
    out
}

/// What the parts of the book need to know.
pub(crate) struct Writer<'a> {
    pub(crate) rules: &'a Rules,
}

impl Writer<'_> {
    fn board(&self, out: &mut String) {
        let Board::Grid { files, ranks } = self.rules.board;
        let _ = write!(
            out,
            "\n## Board and players\n\nThe board has {files} files and {ranks} ranks. "
        );
        let names: Vec<&str> = self.rules.players.keys().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "{} play, in this order. Ranks are counted from each player's own side.",
            list(&names, "and")
        );
        let _ = writeln!(out, "\nAt the start:\n");
        for (id, name) in names.iter().enumerate() {
            let mut parts = Vec::new();
            for (k, (kind, _)) in self.rules.kinds.iter().enumerate() {
                let squares: Vec<String> = self
                    .rules
                    .start
                    .men
                    .iter()
                    .filter(|m| m.1.0 as usize == id && m.2 == KindId(k as u16))
                    .map(|m| self.square(m.0))
                    .collect();
                if !squares.is_empty() {
                    parts.push(format!("{kind} {}", squares.join(" ")));
                }
            }
            let _ = writeln!(out, "- {name}: {}", parts.join(", "));
        }
        let cited = self.sources(&self.rules.start.sources);
        if !cited.is_empty() {
            let _ = writeln!(out, "\n{}", cited.trim_start());
        }
    }

    fn pieces(&self, out: &mut String) {
        out.push_str("\n## Pieces\n");
        for (k, (name, kind)) in self.rules.kinds.iter().enumerate() {
            if kind.players.is_empty() {
                continue;
            }
            let gloss = kind.gloss.as_ref().map(|g| format!(", the {g}")).unwrap_or_default();
            let royal = if kind.royal { "; royal" } else { "" };
            let whose = if kind.players.len() == self.rules.players.len() {
                String::new()
            } else {
                let names: Vec<&str> = kind.players.iter().map(|p| self.player_name(p.0)).collect();
                format!("; {} only", list(&names, "and"))
            };
            let _ = write!(out, "\n### {name} ({}{gloss}{royal}{whose})\n\n", kind.letter);
            let id = KindId(k as u16);
            for clause in self.rules.clauses.iter().filter(|c| c.kind == id) {
                let _ = writeln!(
                    out,
                    "- **{}**: {}{}",
                    clause.name,
                    self.clause(clause),
                    self.sources(&clause.sources)
                );
            }
            for event in &self.rules.events {
                let of_kind = match &event.trigger {
                    Trigger::Moving(kinds) => kinds.contains(&id),
                    Trigger::After(_) => event.name.starts_with(&format!("{name}.")),
                    Trigger::AnyMove => false,
                };
                if of_kind {
                    let _ = writeln!(
                        out,
                        "- **{}**: {}{}",
                        event.name,
                        self.event(event),
                        self.sources(&event.sources)
                    );
                }
            }
        }
    }

    fn state(&self, out: &mut String) {
        if self.rules.cells.is_empty() {
            return;
        }
        out.push_str("\n## What is remembered\n\n");
        for (i, (name, cell)) in self.rules.cells.iter().enumerate() {
            let whose = match &cell.per {
                Per::Game => "the game has",
                Per::Player => "each player has",
                Per::Man(kinds) if kinds.len() == self.rules.kinds.len() => "each man has",
                Per::Man(kinds) => &format!("each {} has", self.kinds(kinds, "and each")),
                Per::Square => "each square has",
            };
            let what = match cell.ty {
                CellType::Flag => {
                    format!("a flag, {} at first", if cell.start == 0 { "no" } else { "yes" })
                }
                CellType::Number { low, high } => {
                    format!("a number from {low} to {high}, {} at first", cell.start)
                }
                CellType::Squares => "a set of squares, empty at first".to_owned(),
            };
            let life = match cell.life {
                Life::State => "It is part of the position.",
                Life::Mark => {
                    "It lasts until the next player has moved, and is part of the position while a legal move depends on it."
                }
                Life::Memory => "Two positions that differ only in it are the same position.",
            };
            let starts: Vec<&str> = self
                .rules
                .start
                .effects
                .iter()
                .filter(|(_, effects)| effects.iter().any(|e| sets(e, CellId(i as u16))))
                .map(|(p, _)| self.player_name(p.0))
                .collect();
            let set = if starts.is_empty() {
                String::new()
            } else {
                format!(" It is set at the start for {}.", list(&starts, "and"))
            };
            let _ = writeln!(
                out,
                "- **{name}**: {whose} {what}. {life}{set}{}",
                self.sources(&cell.sources)
            );
        }
    }

    fn events(&self, out: &mut String) {
        let game: Vec<_> = self
            .rules
            .events
            .iter()
            .filter(|e| matches!(e.trigger, Trigger::AnyMove))
            .map(|e| (&e.name, self.event(e), &e.sources))
            .collect();
        if !game.is_empty() {
            out.push_str("\n## After each move\n\n");
            for (name, text, sources) in game {
                let _ = writeln!(out, "- **{name}**: {text}{}", self.sources(sources));
            }
        }
        if !self.rules.offers.is_empty() {
            out.push_str("\n## What may be declared with a move\n\n");
            for offer in &self.rules.offers {
                let when = if offer.when.is_empty() {
                    String::new()
                } else {
                    format!(" if, before it, {}", self.all(&offer.when))
                };
                let _ = writeln!(
                    out,
                    "- **{}** (`@{}`): the mover may add this to a move{when}; then {}.{}",
                    offer.name,
                    offer.label,
                    self.effects(&offer.effects),
                    self.sources(&offer.sources)
                );
            }
        }
    }

    fn laws(&self, out: &mut String) {
        let sections = [
            ("A move is illegal if after it", &self.rules.bans),
            ("An attack does not count if", &self.rules.voids),
            (
                "If some legal move brings this about, only such moves are legal:",
                &self.rules.duties,
            ),
        ];
        for (title, laws) in sections {
            if laws.is_empty() {
                continue;
            }
            let _ = write!(out, "\n## {title}\n\n");
            for law in laws {
                let _ = writeln!(
                    out,
                    "- **{}**: {}{}",
                    law.name,
                    self.cond(&law.when),
                    self.sources(&law.sources)
                );
            }
        }
    }

    fn ends(&self, out: &mut String) {
        out.push_str("\n## How the game ends\n\nAfter each move, in this order; the first that holds decides.\n\n");
        for (i, end) in self.rules.ends.iter().enumerate() {
            let result = match end.result {
                EndResult::Win => "the mover wins".to_owned(),
                EndResult::Lose => "the mover loses".to_owned(),
                EndResult::Draw => "the game is drawn".to_owned(),
                EndResult::Score(n, m) => format!("the mover scores {n} of {m} points"),
            };
            let _ = writeln!(
                out,
                "{}. **{}**: {result} if {}.{}",
                i + 1,
                end.name,
                self.cond(&end.when),
                self.sources(&end.sources)
            );
        }
    }

    fn options(&self, out: &mut String) {
        if self.rules.options.is_empty() {
            return;
        }
        out.push_str("\n## Options in force\n\n");
        for (name, choice) in &self.rules.options {
            let _ = writeln!(out, "- {}", self.choice(name, choice));
        }
    }

    fn works(&self, out: &mut String) {
        if self.rules.works.is_empty() {
            return;
        }
        out.push_str("\n## Sources\n\n");
        for (key, work) in &self.rules.works {
            let _ = writeln!(out, "- {key}: {work}");
        }
    }

    /// ` [Author p. 3; ours: reason]`, or nothing.
    fn sources(&self, sources: &[Citation]) -> String {
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

    fn player_name(&self, id: u8) -> &str {
        self.rules.players.get_index(id as usize).map_or("", |(n, _)| n)
    }

    fn square(&self, square: u16) -> String {
        let Board::Grid { files, .. } = self.rules.board;
        format!("{}{}", crate::board::file_name(square % files), square / files + 1)
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

fn sets(effect: &crate::effect::Effect, id: CellId) -> bool {
    matches!(effect, crate::effect::Effect::Assign { cell, .. } if *cell == id)
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
