//! Where two rule sets differ, rule by rule.
//!
//! The second is laid over the first (`align`), the lists of rules are paired (`list`), and
//! what is not equal is a [`Change`]. A [`Diff`] can also make the rule sets between the two, in
//! which only some changes are made: that is how the cause of a difference in play is found.

mod align;
mod collect;
mod list;
mod mix;
mod numbers;
mod order;
mod rows;
mod statement;

use chator_rules::rename::Renaming;
use chator_rules::{Loaded, Rules};

use align::{Aligned, align, rewritten};
use list::{Pair, Rule, pair};
use numbers::Numbers;
use statement::Statements;

pub use mix::Base;
pub use rows::Row;
pub use statement::{Place, Statement};

pub(crate) use rows::follow;
pub(crate) use statement::statements;

/// The parts of a comparison, as a reader would group them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// The board, the players, the start.
    Board,
    /// The pieces and how they move.
    Pieces,
    /// Moves under a condition or with consequences, and what follows from moves.
    SpecialMoves,
    /// What is remembered.
    Memory,
    /// Bans, voids, duties and skips: check and what is legal.
    Check,
    /// Ends that somebody wins.
    Ends,
    /// Ends that nobody wins.
    Draws,
    /// The options in force.
    Options,
}

impl Group {
    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Board => "Board and start",
            Group::Pieces => "Pieces",
            Group::SpecialMoves => "Special moves",
            Group::Memory => "What is remembered",
            Group::Check => "Check and legality",
            Group::Ends => "Ends",
            Group::Draws => "Draws",
            Group::Options => "Options",
        }
    }
}

/// What became of a rule on the way from the first rule set to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Only the second has it.
    Added,
    /// Only the first has it.
    Removed,
    /// It says something else.
    Replaced,
    /// The rules are asked in another order, and that may change something.
    Reordered,
    /// It says the same under another address.
    Renamed,
    /// It says the same, and other sources are named for it.
    Cited,
    /// An option has another value.
    Chosen,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where a reader looks for it.
    pub group: Group,
    /// What became of the rule.
    pub kind: Kind,
    /// The address in the first rule set, or else in the second.
    pub address: String,
    /// What the first says.
    pub left: Option<Statement>,
    /// What the second says.
    pub right: Option<Statement>,
    /// Which part of the rules it is, and where.
    part: Part,
}

impl Change {
    /// May it change what can be played? False for names, sources, notation, options (whose effects are
    /// changes of their own), and state that comes or goes (only rules make use of it).
    pub fn in_play(&self) -> bool {
        let bookkeeping = matches!(self.part, Part::Cell(_) | Part::Kind(_));
        match self.kind {
            _ if self.part == Part::Text => false,
            Kind::Renamed | Kind::Cited | Kind::Chosen => false,
            Kind::Added | Kind::Removed => !bookkeeping,
            Kind::Replaced | Kind::Reordered => true,
        }
    }
}

/// The lists of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum List {
    Clauses,
    Events,
    Offers,
    Bans,
    Voids,
    Duties,
    Skips,
    Ends,
}

/// A part of the rules that can be changed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// Board or players: nothing in between makes sense.
    Frame,
    /// Who stands where at the start.
    Men,
    /// What the start sets.
    StartState,
    /// The fields of the position text.
    Text,
    /// A piece, by number.
    Kind(usize),
    /// A cell, by number.
    Cell(usize),
    /// A pair of rules, by number.
    Rule(List, usize),
    /// The order of a list.
    Order(List),
    /// An option.
    Option,
}

/// Two rule sets and all their differences.
#[derive(Clone, Debug)]
pub struct Diff {
    /// The first rule set, and the second laid over it: the same numbers and, for what both
    /// have, the same names.
    left: Rules,
    right: Rules,
    pairs: Pairs,
    changes: Vec<Change>,
    numbers: Numbers,
    statements: Statements,
}

/// The paired lists.
#[derive(Clone, Debug, Default)]
struct Pairs {
    clauses: Vec<Pair>,
    events: Vec<Pair>,
    offers: Vec<Pair>,
    bans: Vec<Pair>,
    voids: Vec<Pair>,
    duties: Vec<Pair>,
    skips: Vec<Pair>,
    ends: Vec<Pair>,
}

impl Pairs {
    fn of(left: &Rules, right: &Rules) -> Pairs {
        Pairs {
            clauses: pair(&left.clauses, &right.clauses),
            events: pair(&left.events, &right.events),
            offers: pair(&left.offers, &right.offers),
            bans: pair(&left.bans, &right.bans),
            voids: pair(&left.voids, &right.voids),
            duties: pair(&left.duties, &right.duties),
            skips: pair(&left.skips, &right.skips),
            ends: pair(&left.ends, &right.ends),
        }
    }

    /// Does an equal rule of both hold that, in its form for debugging?
    fn both_say(&self, left: &Rules, right: &Rules, what: &str) -> bool {
        both_say(&left.clauses, &right.clauses, &self.clauses, what)
            || both_say(&left.events, &right.events, &self.events, what)
            || both_say(&left.offers, &right.offers, &self.offers, what)
            || both_say(&left.bans, &right.bans, &self.bans, what)
            || both_say(&left.voids, &right.voids, &self.voids, what)
            || both_say(&left.duties, &right.duties, &self.duties, what)
            || both_say(&left.ends, &right.ends, &self.ends, what)
    }

    /// Rules found by what they say: the second's address and the first's.
    fn renames(&self, left: &Rules, right: &Rules) -> Vec<(String, String)> {
        let mut found = Vec::new();
        renames(&left.clauses, &right.clauses, &self.clauses, &mut found);
        renames(&left.events, &right.events, &self.events, &mut found);
        renames(&left.offers, &right.offers, &self.offers, &mut found);
        renames(&left.bans, &right.bans, &self.bans, &mut found);
        renames(&left.voids, &right.voids, &self.voids, &mut found);
        renames(&left.duties, &right.duties, &self.duties, &mut found);
        renames(&left.skips, &right.skips, &self.skips, &mut found);
        renames(&left.ends, &right.ends, &self.ends, &mut found);
        found
    }
}

impl Diff {
    /// Compares two rule sets.
    pub fn new(left: &Loaded, right: &Loaded) -> Diff {
        let mut strangers = Vec::new();
        loop {
            let diff = Diff::aligned(left, right, &strangers);
            match diff.stranger(&right.rules) {
                Some(pair) => strangers.push(pair),
                None => return diff,
            }
        }
    }

    /// A cell that was taken for one of another name, though no rule that both have speaks of it:
    /// its form alone does not make it the same.
    fn stranger(&self, right: &Rules) -> Option<(String, String)> {
        let cells = self.numbers.renaming.cells.iter().zip(right.cells.keys());
        let renamed = cells.filter_map(|(cell, theirs)| {
            let (mine, _) = self.left.cells.get_index(cell.0.into())?;
            let shared = self.shared_cells().any(|shared| shared == *cell);
            (shared && mine != theirs).then_some((*cell, mine, theirs))
        });
        let mut alone = renamed.filter(|(cell, ..)| {
            !self.pairs.both_say(&self.left, &self.right, &format!("{cell:?}"))
        });
        alone.next().map(|(_, mine, theirs)| (mine.clone(), theirs.clone()))
    }

    fn aligned(left: &Loaded, right: &Loaded, strangers: &[(String, String)]) -> Diff {
        let Aligned { left: mine, right: mut theirs, mut renaming, lone_kinds, lone_cells } =
            align(&left.rules, &right.rules, strangers);
        // Rules that say the same under another address get the first one's address, so that
        // what speaks of them is equal as well.
        let mut pairs = Pairs::of(&mine, &theirs);
        // What speaks of them may become equal by that, so it goes on until nothing is found.
        loop {
            let found = pairs.renames(&mine, &theirs);
            if found.is_empty() {
                break;
            }
            let again = Renaming { addresses: found, ..Default::default() };
            theirs = rewritten(&theirs, &again);
            for (_, new) in &mut renaming.addresses {
                again.address(new);
            }
            renaming.addresses.extend(again.addresses);
            pairs = Pairs::of(&mine, &theirs);
        }
        let statements = Statements::new(left, right, &renaming);
        let numbers = Numbers {
            left_kinds: left.rules.kinds.len(),
            left_cells: left.rules.cells.len(),
            lone_kinds,
            lone_cells,
            renaming,
        };
        let changes = Vec::new();
        let mut diff = Diff { left: mine, right: theirs, pairs, changes, numbers, statements };
        diff.collect();
        diff.changes.sort_by_key(|change| change.group);
        diff
    }

    /// The differences, in the order of their groups.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Do both say the same, names and sources aside? Then every rule of the one has its equal
    /// in the other, and what can be played is the same.
    pub fn same_rules(&self) -> bool {
        !self.changes.iter().any(Change::in_play)
    }

    /// Can the rules of both be mixed, and the men of one stand on the board of the other?
    pub fn comparable(&self) -> bool {
        self.frame_changes().is_empty()
    }

    /// The changes of board and players.
    pub(crate) fn frame_changes(&self) -> Vec<usize> {
        let frame = |(_, change): &(usize, &Change)| change.part == Part::Frame;
        self.changes.iter().enumerate().filter(frame).map(|(number, _)| number).collect()
    }
}

/// Is there a pair of equal rules whose form for debugging holds that?
fn both_say<T: Rule>(left: &[T], right: &[T], pairs: &[Pair], what: &str) -> bool {
    pairs.iter().any(|pair| match *pair {
        (Some(mine), Some(theirs)) => {
            let body = left[mine].body();
            body == right[theirs].body() && format!("{body:?}").contains(what)
        }
        _ => false,
    })
}

/// Pairs found by what they say, whose addresses differ: the second's address and the first's.
fn renames<T: Rule>(left: &[T], right: &[T], pairs: &[Pair], found: &mut Vec<(String, String)>) {
    for pair in pairs {
        if let (Some(mine), Some(theirs)) = *pair
            && left[mine].name() != right[theirs].name()
        {
            found.push((right[theirs].name().to_owned(), left[mine].name().to_owned()));
        }
    }
}
