//! What happens: effects, and the events that bring them about.

use serde::{Deserialize, Serialize};

use crate::provenance::Citation;
use crate::set::{CellId, Cond, KindId, Number, Set, Subject};

/// Something that happens to the position. Effects of one list happen one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// A cell takes a value.
    Assign {
        /// Which cell.
        cell: CellId,
        /// Whose.
        subject: Subject,
        /// What.
        value: Value,
    },
    /// Men are taken. In a movement clause somebody must stand there, or the clause does not apply.
    Take(Set),
    /// A man changes squares.
    Move(Set, Set),
    /// Men change squares, all at once.
    Exchange(Vec<(Set, Set)>),
    /// The moved man becomes one of these, by the mover's choice where they are several.
    /// An empty choice makes the move illegal.
    Become(Vec<KindId>),
    /// A new man of `own`, or of nobody if the type is neutral; of one of these types by choice.
    Put(Vec<KindId>, Set),
    /// The men who were taken on these squares go to the mover's share of a stock, as what they
    /// are or as another type. A type that the stock does not hold is not kept.
    Keep {
        /// Where they were taken.
        men: Set,
        /// Where to.
        stock: CellId,
        /// As what.
        kind: Option<KindId>,
    },
    /// The same player moves on.
    Again,
}

/// A value for a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// For a flag.
    Flag(Cond),
    /// For a number.
    Number(Number),
    /// For a set of squares.
    Squares(Set),
}

/// Something that must happen after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its address.
    pub name: String,
    /// What it waits for.
    pub trigger: Trigger,
    /// Where the move must have begun.
    pub from: Set,
    /// Where the move must have ended.
    pub to: Set,
    /// What must hold by then.
    pub when: Vec<Cond>,
    /// What happens.
    pub effects: Vec<Effect>,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}

/// What an event waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trigger {
    /// Every move.
    AnyMove,
    /// A move of one of these piece types (the type before the move).
    Moving(Vec<KindId>),
    /// A move that used one of these clauses or set off one of these events.
    After(Vec<String>),
}

/// Something the mover may add to a move; the move's text then carries `@label`. At most one
/// offer rides on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Its address.
    pub name: String,
    /// The word in the move's text, without `@`.
    pub label: String,
    /// What must hold before the move.
    pub when: Vec<Cond>,
    /// What happens, after all events.
    pub effects: Vec<Effect>,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}
