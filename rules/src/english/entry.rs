//! The rules as a list of entries: one for each thing that has an address.

use super::{Writer, list};
use crate::board::Board;
use crate::effect::{Effect, Trigger};
use crate::provenance::Citation;
use crate::ruleset::{Cell, CellType, EndResult, Law, Life, Per, Rules};
use crate::set::{CellId, KindId, PlayerId};

/// What the rules say under one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands in a rule book.
    pub section: Section,
    /// Its address, such as `guard.capture`, `ends.checkmate`, a piece's or a cell's name;
    /// `board`, `players` and `start` for these.
    pub address: String,
    /// What it says, without its sources.
    pub text: String,
    /// Where it comes from.
    pub sources: Vec<Citation>,
}

impl Entry {
    /// Is it a piece itself, and not one of its rules?
    pub fn is_piece(&self) -> bool {
        matches!(self.section, Section::Piece(_)) && !self.address.contains('.')
    }
}

/// The parts of a rule book, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// The board, the players and the start.
    Board,
    /// A piece: first the piece itself, then how it moves and what follows from that.
    Piece(KindId),
    /// State.
    Remembered,
    /// What happens after any move.
    AfterMove,
    /// What may be declared with a move.
    Declared,
    /// Bans.
    Illegal,
    /// Voids.
    Void,
    /// Duties.
    Duty,
    /// Skips.
    Skip,
    /// Ends, in the order in which they are asked.
    End,
}

/// All entries, in the order of a rule book. An event that several pieces share stands with
/// each of them.
pub fn entries(rules: &Rules) -> Vec<Entry> {
    let writer = Writer::new(rules);
    let mut all = writer.board();
    for kind in 0..rules.kinds.len() {
        all.extend(writer.piece(KindId(kind as u16)));
    }
    let cells = rules.cells.iter().enumerate();
    all.extend(cells.map(|(id, (name, cell))| writer.remembered(CellId(id as u16), name, cell)));
    for event in rules.events.iter().filter(|e| matches!(e.trigger, Trigger::AnyMove)) {
        let text = writer.event(event);
        all.push(entry(Section::AfterMove, &event.name, text, &event.sources));
    }
    all.extend(writer.offers());
    let laws = |section: Section, laws: &[Law]| -> Vec<Entry> {
        let each = laws.iter();
        each.map(|l| entry(section, &l.name, writer.cond(&l.when), &l.sources)).collect()
    };
    all.extend(laws(Section::Illegal, &rules.bans));
    all.extend(laws(Section::Void, &rules.voids));
    all.extend(laws(Section::Duty, &rules.duties));
    all.extend(laws(Section::Skip, &rules.skips));
    all.extend(writer.ends());
    all
}

fn entry(section: Section, address: &str, text: String, sources: &[Citation]) -> Entry {
    Entry { section, address: address.to_owned(), text, sources: sources.to_vec() }
}

impl Writer<'_> {
    fn board(&self) -> Vec<Entry> {
        let board = match self.rules.board {
            Board::Grid { files, ranks } => format!("{files} files and {ranks} ranks."),
            Board::Hexagon { side } => format!(
                "{} hexagons in a hexagon of side {side}; ranks bend where the board is widest.",
                self.geometry.squares()
            ),
        };
        let names: Vec<&str> = self.rules.players.keys().map(String::as_str).collect();
        let players = format!(
            "{}, in this order. Ranks are counted from each player's own side.",
            list(&names, "and")
        );
        let start: Vec<String> = (0..names.len())
            .map(|id| {
                let men = self.men(PlayerId(id as u8));
                let men = if men.is_empty() { "no men" } else { &men };
                format!("{} has {men}{}", names[id], self.stocked(id))
            })
            .collect();
        let nobodys = match self.men(PlayerId::NOBODY) {
            men if men.is_empty() => String::new(),
            men => format!("; nobody's: {men}"),
        };
        let start = format!("{}{nobodys}.{}", start.join("; "), self.deals());
        vec![
            entry(Section::Board, "board", board, &[]),
            entry(Section::Board, "players", players, &[]),
            entry(Section::Board, "start", start, &self.rules.start.sources),
        ]
    }

    /// How the start may be dealt.
    fn deals(&self) -> String {
        let start = &self.rules.start;
        if start.deals.is_empty() {
            return String::new();
        }
        let each: Vec<String> = start
            .deals
            .iter()
            .map(|deal| {
                let squares: Vec<String> = deal
                    .squares
                    .first()
                    .map_or_else(Vec::new, |s| s.iter().map(|&s| self.square(s)).collect());
                let men: Vec<String> =
                    deal.kinds.iter().map(|&kind| self.kinds(&[kind], "or")).collect();
                format!("{} on empty squares of {}", list(&men, "and"), squares.join(" "))
            })
            .collect();
        let ways = match crate::deal::arrangements(start) {
            1 => "one way".to_owned(),
            many => format!("{many} ways"),
        };
        format!(
            " It may be dealt in {ways}, the same for each player: {}. The first counts least in the number of the position, and this is number {}.",
            each.join("; "),
            crate::deal::number_of_start(start).unwrap_or(0)
        )
    }

    /// A player's men at the start, by type; empty if he has none.
    fn men(&self, player: PlayerId) -> String {
        let mut parts = Vec::new();
        for (k, kind) in self.rules.kinds.keys().enumerate() {
            let men = self.rules.start.men.iter();
            let squares: Vec<String> = men
                .filter(|m| m.1 == player && m.2 == KindId(k as u16))
                .map(|m| self.square(m.0))
                .collect();
            if !squares.is_empty() {
                parts.push(format!("{kind} {}", squares.join(" ")));
            }
        }
        parts.join(", ")
    }

    fn piece(&self, id: KindId) -> Vec<Entry> {
        let section = Section::Piece(id);
        let Some((name, kind)) = self.rules.kinds.get_index(id.0 as usize) else {
            return Vec::new();
        };
        if kind.players.is_empty() && !kind.neutral {
            return Vec::new();
        }
        let gloss = kind.gloss.as_deref().map(meaning).unwrap_or_default();
        let royal = if kind.royal { "; royal" } else { "" };
        let whose = if kind.neutral {
            "; nobody's".to_owned()
        } else if kind.players.len() == self.rules.players.len() {
            String::new()
        } else {
            let names: Vec<&str> = kind.players.iter().map(|p| self.player_name(p.0)).collect();
            format!("; {} only", list(&names, "and"))
        };
        let mut all =
            vec![entry(section, name, format!("{}{gloss}{royal}{whose}", kind.letter), &[])];
        for clause in self.rules.clauses.iter().filter(|c| c.kind == id) {
            all.push(entry(section, &clause.name, self.clause(clause), &clause.sources));
        }
        for event in &self.rules.events {
            let of_kind = match &event.trigger {
                Trigger::Moving(kinds) => kinds.contains(&id),
                Trigger::After(_) => event.name.starts_with(&format!("{name}.")),
                Trigger::AnyMove => false,
            };
            if of_kind {
                all.push(entry(section, &event.name, self.event(event), &event.sources));
            }
        }
        all
    }

    fn remembered(&self, id: CellId, name: &str, cell: &Cell) -> Entry {
        let whose = match &cell.per {
            Per::Game => "the game has",
            Per::Player | Per::Stock(_) => "each player has",
            Per::Man(kinds) if kinds.len() == self.rules.kinds.len() => "each man has",
            Per::Man(kinds) => &format!("each {} has", self.kinds(kinds, "and each")),
            Per::Square => "each square has",
        };
        let what = match cell.ty {
            _ if matches!(cell.per, Per::Stock(_)) => self.stock(cell),
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
            .filter(|(_, effects)| effects.iter().any(|e| sets(e, id)))
            .map(|(p, _)| self.player_name(p.0))
            .collect();
        let set = if starts.is_empty() {
            String::new()
        } else {
            format!(" It is set at the start for {}.", list(&starts, "and"))
        };
        entry(Section::Remembered, name, format!("{whose} {what}. {life}{set}"), &cell.sources)
    }

    /// What a stock holds.
    fn stock(&self, cell: &Cell) -> String {
        let Per::Stock(kinds) = &cell.per else { return String::new() };
        format!("men off the board: {}", self.kinds(kinds, "and"))
    }

    /// A player's men off the board at the start.
    fn stocked(&self, player: usize) -> String {
        let mut parts = Vec::new();
        for (stock, owner, kind, count) in &self.rules.start.stocks {
            if usize::from(owner.0) == player {
                let kind = self.kinds(&[*kind], "or");
                parts.push(format!("{count} {kind} in `{}`", self.cell(*stock)));
            }
        }
        if parts.is_empty() { String::new() } else { format!(", {}", parts.join(", ")) }
    }

    fn offers(&self) -> Vec<Entry> {
        let offers = self.rules.offers.iter().map(|offer| {
            let when = if offer.when.is_empty() {
                String::new()
            } else {
                format!(" if, before it, {}", self.all(&offer.when))
            };
            let effects = self.effects(&offer.effects);
            let label = &offer.label;
            let text = format!("the mover may add `@{label}` to a move{when}; then {effects}.");
            entry(Section::Declared, &offer.name, text, &offer.sources)
        });
        offers.collect()
    }

    fn ends(&self) -> Vec<Entry> {
        let ends = self.rules.ends.iter().map(|end| {
            let result = match &end.result {
                EndResult::Win => "the mover wins".to_owned(),
                EndResult::Lose => "the mover loses".to_owned(),
                EndResult::Draw => "the game is drawn".to_owned(),
                EndResult::Score(n, m) => format!("the mover scores {n} of {m} points"),
                EndResult::Share(number) => {
                    format!("each has his part of the point by {}", self.number(number))
                }
            };
            let text = format!("{result} if {}.", self.cond(&end.when));
            entry(Section::End, &end.name, text, &end.sources)
        });
        ends.collect()
    }
}

/// A gloss behind a name. A name in English wants an article, unless it has brought one.
fn meaning(gloss: &str) -> String {
    let has_article = ["a ", "an ", "the "].iter().any(|article| gloss.starts_with(article));
    format!(", {}{gloss}", if has_article { "" } else { "the " })
}

fn sets(effect: &Effect, id: CellId) -> bool {
    matches!(effect, Effect::Assign { cell, .. } if *cell == id)
}
