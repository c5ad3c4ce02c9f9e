//! Expressions: sets of squares, conditions and numbers.
//!
//! Everything that selects is a set of squares, seen by one player, `own`: for a clause of a
//! piece the piece's owner, after a move the player who moved. [`Set::As`] and its like look
//! through another player's eyes, [`Set::Was`] at the position before the move. Expressions
//! have no loops and no names, so they always end.

use serde::{Deserialize, Serialize};

use crate::board::{DirSet, Square, Turn};

/// A player's number, in order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Whose a neutral man is: no player's number.
    pub const NOBODY: PlayerId = PlayerId(31);
}

/// A piece type's number, in order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KindId(pub u16);

/// A declared cell's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellId(pub u16);

/// Whose men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The player's own.
    Own,
    /// Any hostile player's. A neutral man is nobody's enemy.
    Enemy,
    /// Anybody's, and nobody's.
    Any,
}

/// A player, seen by `own`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlayerRef {
    /// The one who looks.
    Own,
    /// Each hostile player: a condition asks for one of them, an effect means all, a number is
    /// the sum over all.
    Enemy,
    /// The player who acts next.
    Next,
    /// One by name.
    Player(PlayerId),
}

/// Directions to go in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dirs {
    /// A word or several, and what they mean to each player.
    Named {
        /// As the file says it.
        words: String,
        /// By player.
        by_player: Vec<DirSet>,
    },
    /// Relative to the heading of the leg before.
    Turn(Turn),
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Set {
    /// No square.
    None,
    /// Every square.
    Board,
    /// These squares.
    Squares(Vec<Square>),
    /// Rows counted from the player's own side, from 1, both ends included.
    Ranks(u16, u16),
    /// Rows counted from the far side: 1 is the last rank.
    LastRanks(u16, u16),
    /// Columns of the board, from 1, both ends included.
    Files(u16, u16),
    /// The squares that have no neighbour in any of these directions.
    Edge(Dirs),
    /// Squares without a man.
    Empty,
    /// Squares with a man of that side.
    Men(Side),
    /// Squares with a man of one of these types.
    Kinds(Vec<KindId>),
    /// Squares with a royal man.
    Royal,
    /// Where men of one type and owner stand at the start: of the man on the square, or, of an
    /// empty square, of the man the clause is about.
    Home,
    /// The man the clause is about: before the move on its origin, after it on its target.
    It,
    /// Where the move began.
    Origin,
    /// Where the move ended.
    Target,
    /// The squares the move passed.
    Path,
    /// Where men were taken.
    Taken,
    /// Inside a void: the man that attacks.
    Attacker,
    /// Squares of a cell of squares, or where a flag per man or square is set.
    Cell(CellId),
    /// One step from a set.
    Toward(Dirs, Box<Set>),
    /// The lines from a set to the board's edge.
    Along(Dirs, Box<Set>),
    /// The first men on the lines from a set.
    Nearest(Dirs, Box<Set>),
    /// Squares attacked by hostile men in the set (`Board` for any).
    Attacked(Box<Set>),
    /// Men hostile to `own` that attack a square of the set.
    Attacking(Box<Set>),
    /// Men that attack a royal of a player hostile to them.
    Checking,
    /// In all of them.
    And(Vec<Set>),
    /// In one of them.
    Or(Vec<Set>),
    /// Not in it.
    Not(Box<Set>),
    /// In the position before the move.
    Was(Box<Set>),
    /// As another player sees it.
    As(PlayerRef, Box<Set>),
    /// Were the men in the first set lifted from the board.
    Without(Box<Set>, Box<Set>),
    /// One square of the set, by the mover's choice: where an effect puts or moves a man.
    Chosen(Box<Set>),
}

/// Which value of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// The one value of a game's cell, or the value of `own`.
    Own,
    /// Of another player.
    Player(PlayerRef),
    /// Of the men or squares in a set; reading takes the first.
    At(Set),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// The set is not empty.
    Some(Set),
    /// The first set is not empty and lies within the second.
    Within(Set, Set),
    /// A comparison of numbers.
    Compare(Comparison, Number, Number),
    /// A flag is set.
    Flag(CellId, Subject),
    /// A royal of `own` is attacked.
    InCheck,
    /// `own` has no legal move.
    Stuck,
    /// The move used one of these clauses.
    Played(Vec<String>),
    /// The player is that player.
    Is(PlayerRef, PlayerRef),
    /// Not so.
    Not(Box<Cond>),
    /// All of them.
    All(Vec<Cond>),
    /// One of them.
    Any(Vec<Cond>),
    /// In the position before the move.
    Was(Box<Cond>),
    /// As another player sees it.
    As(PlayerRef, Box<Cond>),
    /// Were the men in the set lifted from the board.
    Without(Set, Box<Cond>),
}

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Number {
    /// Itself.
    Const(i32),
    /// How many squares.
    Count(Set),
    /// A cell's value.
    Cell(CellId, Subject),
    /// How many men of these types lie in `own`'s share of a stock.
    Held(CellId, Vec<KindId>),
    /// Sum.
    Add(Box<Number>, Box<Number>),
    /// Difference.
    Subtract(Box<Number>, Box<Number>),
    /// The smaller.
    Min(Box<Number>, Box<Number>),
    /// The larger.
    Max(Box<Number>, Box<Number>),
    /// The value of the first condition that holds, else the last value.
    Cases(Vec<(Cond, Number)>, Box<Number>),
    /// By the column of `it`, the first for file a.
    ByFile(Vec<i32>),
    /// How often this position has stood, now included.
    Occurrences,
    /// How many moves ago this position stood first in this line; 0 if it is new.
    Since,
    /// In the position before the move.
    Was(Box<Number>),
    /// As another player sees it.
    As(PlayerRef, Box<Number>),
    /// Were the men in the set lifted from the board.
    Without(Set, Box<Number>),
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Does it hold between two numbers?
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}
