//! Expressions as the executor asks them: sets of bits, seen by a player who is known beforehand.
//!
//! What [`chator_rules::set`] says for whoever looks is said here for one player, so `own` and
//! `enemy` are sides, words for directions are directions, and ranks, files and edges are sets.

use chator_rules::{CellId, Comparison};

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SetX<B> {
    Const(B),
    Empty,
    /// Men of these sides, a bit each.
    Men(u8),
    /// Men of these kinds, a bit each.
    Kinds(u32),
    /// As seen by this player.
    Home(u8),
    It,
    Origin,
    Target,
    Path,
    Taken,
    Attacker,
    /// A flag of squares, or of men of these kinds; `flip` if it is set at the start.
    Plane {
        plane: usize,
        flip: bool,
        holders: Option<u32>,
    },
    /// Squares, or men, whose number of a cell compares so.
    Digits {
        cell: CellId,
        test: Comparison,
        value: i32,
    },
    Toward(u32, Box<SetX<B>>),
    Along(u32, Box<SetX<B>>),
    Nearest(u32, Box<SetX<B>>),
    /// Attacked by men hostile to the player that are in the set.
    Attacked(u8, Box<SetX<B>>),
    /// Men hostile to the player that attack the set.
    Attacking(u8, Box<SetX<B>>),
    Checking,
    And(Vec<SetX<B>>),
    Or(Vec<SetX<B>>),
    Not(Box<SetX<B>>),
    Was(Box<SetX<B>>),
    Without(Box<SetX<B>>, Box<SetX<B>>),
    /// By the player who acts next.
    Next(Vec<SetX<B>>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CondX<B> {
    Const(bool),
    Some(SetX<B>),
    Within(SetX<B>, SetX<B>),
    Compare(Comparison, NumX<B>, NumX<B>),
    /// A royal of the player is attacked.
    InCheck(u8),
    /// The player has no legal move.
    Stuck(u8),
    /// One of these clauses was used.
    Played(Vec<u16>),
    Not(Box<CondX<B>>),
    All(Vec<CondX<B>>),
    Any(Vec<CondX<B>>),
    Was(Box<CondX<B>>),
    Without(SetX<B>, Box<CondX<B>>),
    Next(Vec<CondX<B>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NumX<B> {
    Const(i32),
    Count(SetX<B>),
    Slot(usize),
    /// A cell of the man, or square, that is the first of a set.
    At(CellId, SetX<B>),
    Sum(Vec<NumX<B>>),
    Subtract(Box<NumX<B>>, Box<NumX<B>>),
    Min(Box<NumX<B>>, Box<NumX<B>>),
    Max(Box<NumX<B>>, Box<NumX<B>>),
    Cases(Vec<(CondX<B>, NumX<B>)>, Box<NumX<B>>),
    ByFile(Vec<i32>),
    Occurrences,
    Since,
    Was(Box<NumX<B>>),
    Without(SetX<B>, Box<NumX<B>>),
    Next(Vec<NumX<B>>),
}

/// A part of an expression.
pub(crate) enum PartX<'a, B> {
    Set(&'a SetX<B>),
    Cond(&'a CondX<B>),
    Number(&'a NumX<B>),
}

impl<B> SetX<B> {
    /// Is there a part that is wanted, itself included?
    pub(crate) fn mentions(&self, wanted: &dyn Fn(PartX<'_, B>) -> bool) -> bool {
        let in_set = |set: &SetX<B>| set.mentions(wanted);
        wanted(PartX::Set(self))
            || match self {
                SetX::Toward(_, set)
                | SetX::Along(_, set)
                | SetX::Nearest(_, set)
                | SetX::Attacked(_, set)
                | SetX::Attacking(_, set)
                | SetX::Not(set)
                | SetX::Was(set) => in_set(set),
                SetX::Without(a, b) => in_set(a) || in_set(b),
                SetX::And(list) | SetX::Or(list) | SetX::Next(list) => list.iter().any(in_set),
                _ => false,
            }
    }
}

impl<B> CondX<B> {
    /// Is there a part that is wanted, itself included?
    pub(crate) fn mentions(&self, wanted: &dyn Fn(PartX<'_, B>) -> bool) -> bool {
        let in_cond = |cond: &CondX<B>| cond.mentions(wanted);
        wanted(PartX::Cond(self))
            || match self {
                CondX::Some(set) => set.mentions(wanted),
                CondX::Within(a, b) => a.mentions(wanted) || b.mentions(wanted),
                CondX::Compare(_, a, b) => a.mentions(wanted) || b.mentions(wanted),
                CondX::Not(cond) | CondX::Was(cond) => in_cond(cond),
                CondX::Without(set, cond) => set.mentions(wanted) || in_cond(cond),
                CondX::All(list) | CondX::Any(list) | CondX::Next(list) => list.iter().any(in_cond),
                CondX::Const(_) | CondX::InCheck(_) | CondX::Stuck(_) | CondX::Played(_) => false,
            }
    }
}

impl<B> NumX<B> {
    /// Is there a part that is wanted, itself included?
    pub(crate) fn mentions(&self, wanted: &dyn Fn(PartX<'_, B>) -> bool) -> bool {
        let in_number = |number: &NumX<B>| number.mentions(wanted);
        wanted(PartX::Number(self))
            || match self {
                NumX::Count(set) | NumX::At(_, set) => set.mentions(wanted),
                NumX::Sum(list) | NumX::Next(list) => list.iter().any(in_number),
                NumX::Subtract(a, b) | NumX::Min(a, b) | NumX::Max(a, b) => {
                    in_number(a) || in_number(b)
                }
                NumX::Cases(cases, otherwise) => {
                    cases.iter().any(|(c, n)| c.mentions(wanted) || in_number(n))
                        || in_number(otherwise)
                }
                NumX::Was(number) => in_number(number),
                NumX::Without(set, number) => set.mentions(wanted) || in_number(number),
                _ => false,
            }
    }
}

impl<B> Clone for PartX<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for PartX<'_, B> {}
