//! The book of a rule set with the differences to another one marked.

use std::fmt::Write as _;

use chator::LoadedGame;
use chator::rules::english::{Entry, Line, Section, entries, line, sources};
use chator::study::diff::{Diff, Kind, Row};
use serde_json::{Value, json};

use super::entry_data;
use crate::report::{name, said};

/// A rule set, another one, and where they differ.
pub(super) struct Comparison<'a> {
    game: &'a LoadedGame,
    pub(super) other: &'a LoadedGame,
    diff: Diff,
}

/// A line of the book of both.
enum Item<'a> {
    /// A rule of the game, and what the other says if it says something else or nothing.
    Here(Entry, Option<Row<'a>>),
    /// A rule of the other that this game lacks.
    Missing(Entry),
}

impl<'a> Comparison<'a> {
    pub(super) fn new(game: &'a LoadedGame, other: &'a LoadedGame) -> Comparison<'a> {
        Comparison { game, other, diff: Diff::new(&game.loaded, &other.loaded) }
    }

    /// The rules of both in the order of the game's book, each with its part of the book.
    fn items(&self) -> Vec<(Section, Item<'_>)> {
        let rows = self.diff.rows();
        let mine = entries(self.game.game.rules()).into_iter().map(|entry| {
            let row = rows.iter().find(|row| row.left.is_some_and(|s| s.address == entry.address));
            (entry.section, Item::Here(entry, row.filter(|row| !row.same).cloned()))
        });
        let mut items: Vec<(Section, Item<'_>)> = mine.collect();
        // The place of a rule that is not here: behind the one that it follows there.
        let mut place = 0;
        for entry in entries(self.other.game.rules()) {
            let section = match entry.section {
                Section::Piece(kind) => Section::Piece(self.diff.piece(kind)),
                section => section,
            };
            let address = self.diff.address(&entry.address);
            let known = items.iter().position(|(part, item)| {
                *part == section && matches!(item, Item::Here(mine, _) if mine.address == address)
            });
            let lacking = || rows.iter().any(|row| row.address == address && row.left.is_none());
            match known {
                Some(known) => place = known + 1,
                None if lacking() => {
                    // Behind its part at the latest, in front of the next.
                    let start = items.iter().take_while(|(part, _)| *part < section).count();
                    let end = items.iter().take_while(|(part, _)| *part <= section).count();
                    place = place.clamp(start, end);
                    items.insert(place, (section, Item::Missing(entry)));
                    place += 1;
                }
                None => {}
            }
        }
        items
    }

    pub(super) fn lines(&self) -> Vec<(Section, Line)> {
        let other = name(self.other);
        let items = self.items().into_iter().map(|(section, item)| {
            let line = match item {
                Item::Here(entry, None) => line(&entry, "", ""),
                Item::Here(entry, Some(row)) => match row.right {
                    None => line(&entry, " [new]", ""),
                    Some(theirs) => {
                        let address = &theirs.address;
                        let named = if *address == entry.address {
                            String::new()
                        } else {
                            format!(", as {address}")
                        };
                        let cited = sources(&theirs.sources);
                        let remark = format!(" [{other} says{named}: {}{cited}]", theirs.text);
                        line(&entry, " [changed]", &remark)
                    }
                },
                Item::Missing(entry) => {
                    match line(&entry, &format!(" [not here; {other} says]"), "") {
                        Line::Rule(text) => Line::Aside(text),
                        _ => Line::Heading(format!(
                            "{} ({}) [not here; a piece of {other}]",
                            entry.address, entry.text
                        )),
                    }
                }
            };
            (section, line)
        });
        items.collect()
    }

    /// What the marks mean.
    pub(super) fn remark(&self) -> String {
        let (title, id) = (&self.other.game.rules().title, name(self.other));
        let same = if self.diff.same_rules() { " No rule says anything else in play." } else { "" };
        format!(
            "\nCompared with {title} ({id}): [new] it has no such rule; [changed] it says something \
             else; [not here] only it has this rule. What is not marked is the same.{same}\n"
        )
    }

    /// The options chosen otherwise, another order, and works that only the other cites.
    pub(super) fn tail(&self) -> String {
        let mut out = String::new();
        let other = name(self.other);
        for (kind, title) in [
            (Kind::Reordered, "Asked in another order"),
            (Kind::Chosen, "Options chosen otherwise"),
        ] {
            let changes: Vec<_> =
                self.diff.changes().iter().filter(|change| change.kind == kind).collect();
            if changes.is_empty() {
                continue;
            }
            let _ = write!(out, "\n## {title}\n\n");
            for change in changes {
                if let (Some(mine), Some(theirs)) = (&change.left, &change.right) {
                    let _ = writeln!(
                        out,
                        "- {}: {} [{other}: {}]",
                        change.address, mine.text, theirs.text
                    );
                }
            }
        }
        let mine = &self.game.game.rules().works;
        let works = self.other.game.rules().works.iter();
        let works: Vec<_> = works.filter(|(key, work)| mine.get(*key) != Some(*work)).collect();
        if !works.is_empty() {
            let _ = write!(out, "\n## Sources of {other}\n\n");
            for (key, work) in works {
                let _ = writeln!(out, "- {key}: {work}");
            }
        }
        out
    }

    /// The entries with their marks.
    pub(super) fn entries(&self) -> Value {
        let items = self.items().into_iter().map(|(_, item)| {
            let (game, entry, mark, theirs) = match item {
                Item::Here(entry, None) => (self.game, entry, "same", None),
                Item::Here(entry, Some(row)) => match row.right {
                    None => (self.game, entry, "new", None),
                    Some(theirs) => (self.game, entry, "changed", Some(said(theirs))),
                },
                Item::Missing(entry) => (self.other, entry, "not here", None),
            };
            let mut data = entry_data(game, entry);
            data["mark"] = json!(mark);
            data["other"] = json!(theirs);
            data
        });
        items.collect()
    }
}
