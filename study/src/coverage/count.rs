//! What is counted of a rule, and which rules there are.

use chator_rules::Rules;

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often, in the unit that [`Row`] names.
    pub times: u64,
    /// In how many games at least once.
    pub games: u32,
    /// The earliest ply of all games, counted from 1: at the game's first move it is 1. An end
    /// that holds before any move has 0.
    pub first: Option<u32>,
}

impl Count {
    pub(super) fn add(&mut self, times: u64, ply: u32) {
        if times > 0 {
            self.times += times;
            self.games = 1;
            self.first = Some(self.first.map_or(ply, |first| first.min(ply)));
        }
    }

    pub(super) fn absorb(&mut self, other: &Count) {
        self.times += other.times;
        self.games += other.games;
        self.first = match (self.first, other.first) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// What a rule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A way to move.
    Clause,
    /// What happens after a move.
    Event,
    /// What may be added to a move.
    Offer,
    /// What makes a move illegal.
    Ban,
    /// What makes an attack not count.
    Void,
    /// What must be done if it can.
    Duty,
    /// What passes a player over.
    Skip,
    /// How a game ends.
    End,
}

impl Role {
    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Role::Clause => "clause",
            Role::Event => "event",
            Role::Offer => "offer",
            Role::Ban => "ban",
            Role::Void => "void",
            Role::Duty => "duty",
            Role::Skip => "skip",
            Role::End => "end",
        }
    }
}

/// A rule of the game and how often it came to bear. Rules with one address share a row.
///
/// | role | `available.times` counts | `used.times` counts |
/// |---|---|---|
/// | clause, offer | positions in which a legal move has it | moves played with it |
/// | event | positions in which a legal move would set it off | moves played that set it off |
/// | ban | positions in which it forbids a move | moves it forbids |
/// | void | positions in which it undoes a man's attacks | men whose attacks it undoes |
/// | duty | positions in which a move fulfils it | moves that fulfil it |
/// | skip | positions in which it passes somebody over | players it passes over |
/// | end | nothing: it stays 0 | games it ended |
///
/// Positions are those in which a player is about to move. Two legal moves that read the same
/// and lead to the same are one, and it belongs to the clause that comes first: a clause that
/// only repeats another is never available. Of several laws that speak of one move or man the
/// first counts, except that a move may fulfil several duties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its address.
    pub address: String,
    /// What it is for.
    pub role: Role,
    /// How often it could be used.
    pub available: Count,
    /// How often it was.
    pub used: Count,
}

impl Row {
    /// Did it never come up?
    pub fn is_unreached(&self) -> bool {
        self.available.times == 0 && self.used.times == 0
    }
}

/// The row of each rule, by its number among those of its role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) clauses: Vec<usize>,
    pub(super) events: Vec<usize>,
    pub(super) offers: Vec<usize>,
    pub(super) bans: Vec<usize>,
    pub(super) voids: Vec<usize>,
    pub(super) duties: Vec<usize>,
    pub(super) skips: Vec<usize>,
}

/// The rows of a game in the order of the rules, all of them empty.
pub(super) fn rows(rules: &Rules) -> (Vec<Row>, Index) {
    fn add<'a>(
        rows: &mut Vec<Row>,
        role: Role,
        names: impl Iterator<Item = &'a String>,
    ) -> Vec<usize> {
        let place = |name: &String| {
            rows.iter().position(|r| r.role == role && r.address == *name).unwrap_or_else(|| {
                let (available, used) = (Count::default(), Count::default());
                rows.push(Row { address: name.clone(), role, available, used });
                rows.len() - 1
            })
        };
        names.map(place).collect()
    }
    let mut rows = Vec::new();
    let index = Index {
        clauses: add(&mut rows, Role::Clause, rules.clauses.iter().map(|c| &c.name)),
        events: add(&mut rows, Role::Event, rules.events.iter().map(|e| &e.name)),
        offers: add(&mut rows, Role::Offer, rules.offers.iter().map(|o| &o.name)),
        bans: add(&mut rows, Role::Ban, rules.bans.iter().map(|l| &l.name)),
        voids: add(&mut rows, Role::Void, rules.voids.iter().map(|l| &l.name)),
        duties: add(&mut rows, Role::Duty, rules.duties.iter().map(|l| &l.name)),
        skips: add(&mut rows, Role::Skip, rules.skips.iter().map(|l| &l.name)),
    };
    add(&mut rows, Role::End, rules.ends.iter().map(|e| &e.name));
    (rows, index)
}
