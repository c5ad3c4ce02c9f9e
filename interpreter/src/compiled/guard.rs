//! Guards of a way to move, apart by what they are about: the turn, the square it starts from, or
//! the move.

use super::bits::Bits;
use super::expr::{CondX, NumX, PartX, SetX};
use super::fold::{Fold, all};

/// Guards, apart by what they are about.
pub(crate) struct Split<B> {
    pub(crate) from: SetX<B>,
    pub(crate) turn: CondX<B>,
    pub(crate) local: CondX<B>,
}

impl<B: Bits> Split<B> {
    pub(crate) fn new(fold: Fold<'_>, start: SetX<B>, guards: CondX<B>, home: B) -> Split<B> {
        let list = match guards {
            CondX::All(list) => list,
            CondX::Const(true) => Vec::new(),
            other => vec![other],
        };
        let (mut from, mut turn, mut local) = (vec![at_home(start, home)], Vec::new(), Vec::new());
        if from[0].mentions(&asks_place) {
            local.push(CondX::Some(SetX::And(vec![SetX::Origin, from.swap_remove(0)])));
        }
        for guard in list {
            if !guard.mentions(&asks_man) {
                turn.push(guard);
            } else if let Some(set) = origins(&guard) {
                from.push(at_home(set, home));
            } else {
                local.push(guard);
            }
        }
        Split { from: fold.and(from), turn: all(turn), local: all(local) }
    }
}

/// Of the man the clause is about, home is known.
pub(crate) fn at_home<B: Bits>(set: SetX<B>, home: B) -> SetX<B> {
    match set {
        SetX::Home(_) => SetX::Const(home),
        SetX::And(list) => SetX::And(list.into_iter().map(|s| at_home(s, home)).collect()),
        SetX::Or(list) => SetX::Or(list.into_iter().map(|s| at_home(s, home)).collect()),
        SetX::Not(set) => SetX::Not(Box::new(at_home(*set, home))),
        other => other,
    }
}

/// The origins for which a condition holds, if that can be said of all squares at once.
pub(crate) fn origins<B: Bits>(cond: &CondX<B>) -> Option<SetX<B>> {
    let plain = |set: &SetX<B>| !set.mentions(&asks_move);
    match cond {
        CondX::Some(SetX::And(list)) if list.contains(&SetX::Origin) => {
            let rest = list.iter().filter(|s| **s != SetX::Origin).cloned();
            let mut rest: Vec<SetX<B>> = rest.collect();
            if !rest.iter().all(plain) {
                return None;
            }
            Some(if rest.len() == 1 { rest.swap_remove(0) } else { SetX::And(rest) })
        }
        CondX::Compare(test, NumX::At(cell, SetX::Origin), NumX::Const(n)) => {
            Some(SetX::Digits { cell: *cell, test: *test, value: *n })
        }
        CondX::Not(cond) => Some(SetX::Not(Box::new(origins(cond)?))),
        CondX::All(list) => Some(SetX::And(list.iter().map(origins).collect::<Option<_>>()?)),
        CondX::Any(list) => Some(SetX::Or(list.iter().map(origins).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// Does a part depend on the man who moves, or on the move?
pub(crate) fn asks_man<B>(part: PartX<'_, B>) -> bool {
    match part {
        PartX::Set(set) => matches!(
            set,
            SetX::It | SetX::Origin | SetX::Target | SetX::Path | SetX::Taken | SetX::Home(_)
        ),
        PartX::Cond(cond) => matches!(cond, CondX::Played(_)),
        PartX::Number(number) => matches!(number, NumX::ByFile(_)),
    }
}

/// Is it another set with the man who moves lifted, or from another square?
pub(crate) fn asks_place<B>(part: PartX<'_, B>) -> bool {
    match part {
        PartX::Set(set) => matches!(
            set,
            SetX::It
                | SetX::Origin
                | SetX::Target
                | SetX::Path
                | SetX::Taken
                | SetX::Toward(..)
                | SetX::Along(..)
                | SetX::Nearest(..)
                | SetX::Attacked(..)
                | SetX::Attacking(..)
                | SetX::Checking
                | SetX::Was(_)
                | SetX::Without(..)
                | SetX::Home(_)
        ),
        _ => false,
    }
}

pub(crate) fn asks_move<B>(part: PartX<'_, B>) -> bool {
    matches!(
        part,
        PartX::Set(
            SetX::It | SetX::Origin | SetX::Target | SetX::Path | SetX::Taken | SetX::Was(_)
        )
    )
}
