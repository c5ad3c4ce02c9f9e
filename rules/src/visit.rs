//! Walks over everything inside an expression.

use crate::effect::{Effect, Value};
use crate::movement::{Clause, Motion, Over};
use crate::ruleset::{EndResult, Rules};
use crate::set::{Cond, Number, Set, Subject};

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A set of squares.
    Set(&'a Set),
    /// A condition.
    Cond(&'a Cond),
    /// A number.
    Number(&'a Number),
}

/// Calls `f` on a set and on all inside it.
pub fn set<'a>(set: &'a Set, f: &mut dyn FnMut(Part<'a>)) {
    f(Part::Set(set));
    match set {
        Set::Toward(_, inner)
        | Set::Along(_, inner)
        | Set::Nearest(_, inner)
        | Set::Attacked(inner)
        | Set::Attacking(inner)
        | Set::Not(inner)
        | Set::Was(inner)
        | Set::Chosen(inner)
        | Set::As(_, inner) => self::set(inner, f),
        Set::Without(lifted, inner) => {
            self::set(lifted, f);
            self::set(inner, f);
        }
        Set::And(parts) | Set::Or(parts) => parts.iter().for_each(|p| self::set(p, f)),
        _ => {}
    }
}

/// Calls `f` on a condition and on all inside it.
pub fn cond<'a>(cond: &'a Cond, f: &mut dyn FnMut(Part<'a>)) {
    f(Part::Cond(cond));
    match cond {
        Cond::Some(a) => set(a, f),
        Cond::Within(a, b) => {
            set(a, f);
            set(b, f);
        }
        Cond::Compare(_, a, b) => {
            number(a, f);
            number(b, f);
        }
        Cond::Flag(_, of) => subject(of, f),
        Cond::Not(inner) | Cond::Was(inner) | Cond::As(_, inner) => self::cond(inner, f),
        Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|p| self::cond(p, f)),
        Cond::Without(lifted, inner) => {
            set(lifted, f);
            self::cond(inner, f);
        }
        Cond::Const(_) | Cond::InCheck | Cond::Stuck | Cond::Played(_) | Cond::Is(..) => {}
    }
}

/// Calls `f` on a number and on all inside it.
pub fn number<'a>(number: &'a Number, f: &mut dyn FnMut(Part<'a>)) {
    f(Part::Number(number));
    match number {
        Number::Count(of) => set(of, f),
        Number::Cell(_, of) => subject(of, f),
        Number::Add(a, b) | Number::Subtract(a, b) | Number::Min(a, b) | Number::Max(a, b) => {
            self::number(a, f);
            self::number(b, f);
        }
        Number::Cases(cases, last) => {
            for (when, value) in cases {
                cond(when, f);
                self::number(value, f);
            }
            self::number(last, f);
        }
        Number::Was(inner) | Number::As(_, inner) => self::number(inner, f),
        Number::Without(lifted, inner) => {
            set(lifted, f);
            self::number(inner, f);
        }
        Number::Const(_)
        | Number::ByFile(_)
        | Number::Occurrences
        | Number::Since
        | Number::Held(..) => {}
    }
}

/// Calls `f` on the set that says whose value is meant.
pub fn subject<'a>(subject: &'a Subject, f: &mut dyn FnMut(Part<'a>)) {
    if let Subject::At(at) = subject {
        set(at, f);
    }
}

/// Calls `f` on all that an effect asks for. The cell it assigns is not asked for.
pub fn effect<'a>(effect: &'a Effect, f: &mut dyn FnMut(Part<'a>)) {
    match effect {
        Effect::Assign { subject: of, value, .. } => {
            subject(of, f);
            match value {
                Value::Flag(flag) => cond(flag, f),
                Value::Number(sum) => number(sum, f),
                Value::Squares(squares) => set(squares, f),
            }
        }
        Effect::Take(at) | Effect::Put(_, at) | Effect::Keep { men: at, .. } => set(at, f),
        Effect::Move(from, to) => {
            set(from, f);
            set(to, f);
        }
        Effect::Exchange(pairs) => {
            for (from, to) in pairs {
                set(from, f);
                set(to, f);
            }
        }
        Effect::Become(_) | Effect::Again => {}
    }
}

/// Calls `f` on all that a motion asks for.
pub fn motion<'a>(motion: &'a Motion, f: &mut dyn FnMut(Part<'a>)) {
    for leg in &motion.legs {
        match &leg.over {
            Over::All(over) | Over::Exactly(_, over) => set(over, f),
        }
        set(&leg.to, f);
    }
}

/// Calls `f` on all that a way to move asks for.
pub fn clause<'a>(clause: &'a Clause, f: &mut dyn FnMut(Part<'a>)) {
    clause.motions.iter().for_each(|m| motion(m, f));
    set(&clause.from, f);
    clause.when.iter().chain(&clause.provided).for_each(|c| cond(c, f));
    clause.effects.iter().for_each(|e| effect(e, f));
}

/// Calls `f` on all that is asked for besides ways to move: by events, offers, laws and ends.
pub fn after_moves<'a>(rules: &'a Rules, f: &mut dyn FnMut(Part<'a>)) {
    for event in &rules.events {
        set(&event.from, f);
        set(&event.to, f);
        event.when.iter().for_each(|c| cond(c, f));
        event.effects.iter().for_each(|e| effect(e, f));
    }
    for offer in &rules.offers {
        offer.when.iter().for_each(|c| cond(c, f));
        offer.effects.iter().for_each(|e| effect(e, f));
    }
    let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties).chain(&rules.skips);
    laws.for_each(|law| cond(&law.when, f));
    for end in &rules.ends {
        cond(&end.when, f);
        if let EndResult::Share(share) = &end.result {
            number(share, f);
        }
    }
}

/// Calls `f` on all that the rules ask for anywhere.
pub fn rules<'a>(rules: &'a Rules, f: &mut dyn FnMut(Part<'a>)) {
    rules.clauses.iter().for_each(|c| clause(c, f));
    after_moves(rules, f);
    rules.start.effects.iter().flat_map(|(_, list)| list).for_each(|e| effect(e, f));
}
