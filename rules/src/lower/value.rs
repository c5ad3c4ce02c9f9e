//! Values of expressions before their type is settled by the place where they stand.

use crate::set::{CellId, Comparison, Cond, Dirs, KindId, Number, PlayerRef, Set, Side, Subject};

/// What an expression can be. Some words are several things: `own` is a player and his men, a
/// flag per man is a set of squares and, of `it`, a condition.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Set(Set),
    Cond(Cond),
    Number(Number),
    Player(PlayerRef),
    Dirs(Dirs),
    /// A flag per man or square, set or (`false`) not set.
    Marked(CellId, bool),
    /// Men in a stock: whose if it is said, and of which types.
    Held {
        stock: CellId,
        whose: Option<PlayerRef>,
        kinds: Option<Vec<KindId>>,
    },
    /// A definition that wants values in brackets: it can be handed on.
    Function,
}

impl Value {
    /// A word for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Set(_) => "a set of squares",
            Value::Cond(_) => "a condition",
            Value::Number(_) => "a number",
            Value::Player(_) => "a player",
            Value::Dirs(_) => "a direction",
            Value::Marked(..) => "a flag",
            Value::Held { .. } => "a stock of men",
            Value::Function => "a definition that wants values in brackets",
        }
    }
}

/// The men of a player.
pub(super) fn men_of(player: PlayerRef) -> Set {
    match player {
        PlayerRef::Own => Set::Men(Side::Own),
        PlayerRef::Enemy => Set::Men(Side::Enemy),
        other => Set::As(other, Box::new(Set::Men(Side::Own))),
    }
}

/// A condition through another player's eyes.
pub(super) fn cond_as(player: PlayerRef, cond: Cond) -> Cond {
    match (player, cond) {
        (PlayerRef::Own, cond) => cond,
        (player, Cond::Flag(cell, Subject::Own)) => Cond::Flag(cell, Subject::Player(player)),
        (player, cond) => Cond::As(player, Box::new(cond)),
    }
}

/// A number through another player's eyes.
pub(super) fn number_as(player: PlayerRef, number: Number) -> Number {
    match (player, number) {
        (PlayerRef::Own, number) => number,
        (player, Number::Cell(cell, Subject::Own)) => Number::Cell(cell, Subject::Player(player)),
        (player, number) => Number::As(player, Box::new(number)),
    }
}

/// A set through another player's eyes.
pub(super) fn set_as(player: PlayerRef, set: Set) -> Set {
    match player {
        PlayerRef::Own => set,
        player => Set::As(player, Box::new(set)),
    }
}

/// All conditions at once, with constants folded.
pub(super) fn all(parts: Vec<Cond>) -> Cond {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Cond::Const(true) => {}
            Cond::Const(false) => return Cond::Const(false),
            Cond::All(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Cond::Const(true),
        1 => kept.remove(0),
        _ => Cond::All(kept),
    }
}

/// One condition at least, with constants folded.
pub(super) fn any(parts: Vec<Cond>) -> Cond {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Cond::Const(false) => {}
            Cond::Const(true) => return Cond::Const(true),
            Cond::Any(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Cond::Const(false),
        1 => kept.remove(0),
        _ => Cond::Any(kept),
    }
}

/// The opposite, with constants folded.
pub(super) fn not(cond: Cond) -> Cond {
    match cond {
        Cond::Const(value) => Cond::Const(!value),
        Cond::Not(inner) => *inner,
        Cond::Compare(how, a, b) => Cond::Compare(opposite(how), a, b),
        other => Cond::Not(Box::new(other)),
    }
}

fn opposite(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtMost => Comparison::Greater,
    }
}

/// Directions of several words; turns are not joined.
pub(super) fn join(dirs: &[&Dirs]) -> Option<Dirs> {
    let mut names = Vec::new();
    let mut union: Vec<u32> = Vec::new();
    for dirs in dirs {
        let Dirs::Named { words, by_player } = dirs else { return None };
        names.push(words.as_str());
        union.resize(by_player.len(), 0);
        union.iter_mut().zip(by_player).for_each(|(all, one)| *all |= one);
    }
    Some(Dirs::Named { words: names.join(" or "), by_player: union })
}
