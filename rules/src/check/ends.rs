//! Endings: games without any, endings that others forestall, powers that come too late.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::set::{Cond, Number, PlayerRef, Set, Side};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    if rules.ends.is_empty() {
        let error = Diagnostic::error("E0406", found.lowered.heading, "this game cannot end")
            .label("no `ends { … }` in this file or its base")
            .help("for example `ends { use checkmate-wins use stalemate-draws use repetition(3) }`, each on its line");
        found.push(error);
        return;
    }
    if !rules.ends.iter().any(|e| bounds_length(&e.when)) {
        let place = found.place(&rules.ends[0].name);
        let warning = Diagnostic::error("W0603", place, "no ending bounds the length of play")
            .label("none asks for repetition or for a counter")
            .help("`use repetition(3)`, or a `use move-limit(…)`, would");
        found.push(warning);
    }
    for (i, end) in rules.ends.iter().enumerate() {
        let parts = conjuncts(&end.when);
        let earlier = rules.ends[..i].iter().find(|e| {
            let theirs = conjuncts(&e.when);
            theirs.iter().all(|c| parts.contains(c))
        });
        if let Some(earlier) = earlier {
            let warning = Diagnostic::error(
                "W0604",
                found.place(&end.name),
                format!("`{}` never decides", end.name),
            )
            .label("whenever it holds, an earlier ending holds too")
            .related(
                found.place(&earlier.name),
                format!("`{}` stands in front of it", earlier.name),
            );
            found.push(warning);
        }
    }
    for clause in &rules.clauses {
        let guard: Vec<&Cond> = clause.when.iter().collect();
        let by = rules.ends.iter().find(|e| forestalls(&e.when, &guard));
        if let Some(end) = by {
            let warning = Diagnostic::error(
                "W0604",
                found.place(&clause.name),
                format!("`{}` never applies: the game has ended by `{}`", clause.name, end.name),
            )
            .label("a power that comes too late")
            .related(found.place(&end.name), "this ends the game first");
            found.push(warning);
        }
    }
}

fn bounds_length(cond: &Cond) -> bool {
    let mut bounds = false;
    visit::cond(cond, &mut |part| {
        bounds |=
            matches!(part, Part::Number(Number::Occurrences | Number::Since | Number::Cell(..)));
    });
    bounds
}

fn conjuncts(cond: &Cond) -> Vec<&Cond> {
    match cond {
        Cond::All(parts) => parts.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// Whether the ending holds whenever the guard of the other player's next move would: what the
/// mover sees of his enemy is what the enemy sees of himself.
fn forestalls(end: &Cond, guard: &[&Cond]) -> bool {
    let asked: Vec<&Cond> =
        conjuncts(end).into_iter().filter(|c| **c != Cond::Some(Set::Taken)).collect();
    !asked.is_empty() && asked.iter().all(|c| mirrored(c).is_some_and(|m| guard.contains(&&m)))
}

/// A condition about the enemy, as the enemy says it.
fn mirrored(cond: &Cond) -> Option<Cond> {
    match cond {
        Cond::As(PlayerRef::Enemy | PlayerRef::Next, inner) => Some((**inner).clone()),
        Cond::Compare(how, Number::Count(set), n @ Number::Const(_)) => {
            Some(Cond::Compare(*how, Number::Count(mirrored_set(set)?), n.clone()))
        }
        Cond::Some(set) => Some(Cond::Some(mirrored_set(set)?)),
        Cond::Not(inner) => Some(Cond::Not(Box::new(mirrored(inner)?))),
        _ => None,
    }
}

fn mirrored_set(set: &Set) -> Option<Set> {
    match set {
        Set::Men(Side::Enemy) => Some(Set::Men(Side::Own)),
        Set::Men(Side::Own) => Some(Set::Men(Side::Enemy)),
        Set::Men(Side::Any) | Set::Kinds(_) | Set::Royal => Some(set.clone()),
        Set::And(parts) => Some(Set::And(parts.iter().map(mirrored_set).collect::<Option<_>>()?)),
        _ => None,
    }
}
