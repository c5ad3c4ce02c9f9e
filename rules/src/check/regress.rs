//! Questions that would ask for themselves, and words that have no meaning where they stand.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use super::facts::impossible;
use crate::movement::Clause;
use crate::set::{Cond, Set, Side};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    for clause in &rules.clauses {
        if !clause.harmless && captures(clause, found) {
            for cond in &clause.when {
                if asks_for_attack(cond) {
                    let error = Diagnostic::error(
                        "E0313",
                        found.place(&clause.name),
                        "whether this attacks would depend on check, and check on what attacks",
                    )
                    .label("a way to take, with a `when` that asks for attack")
                    .help("`provided …` asks it of the move only; `harmless` takes and attacks nothing");
                    found.push(error);
                    break;
                }
            }
        }
        for cond in clause.when.iter().chain(&clause.provided) {
            words(found, &clause.name, cond, "before the move there is none", after_only);
        }
    }
    for offer in &rules.offers {
        for cond in &offer.when {
            words(found, &offer.name, cond, "an offer is made before the move", after_only);
        }
    }
    for law in &rules.voids {
        words(found, &law.name, &law.when, "a void decides what is check", |part| match part {
            Part::Cond(Cond::InCheck) => Some("in check"),
            Part::Cond(Cond::Stuck) => Some("stuck"),
            Part::Set(Set::Checking) => Some("checking"),
            _ => None,
        });
    }
    let laws = rules.bans.iter().chain(&rules.duties).map(|l| (&l.name, &l.when));
    let events = rules.events.iter().flat_map(|e| e.when.iter().map(move |w| (&e.name, w)));
    for (name, when) in laws.chain(rules.ends.iter().map(|e| (&e.name, &e.when))).chain(events) {
        words(found, name, when, "only a void looks at an attack", |part| {
            matches!(part, Part::Set(Set::Attacker)).then_some("attacker")
        });
    }
}

fn captures(clause: &Clause, found: &Findings) -> bool {
    clause.motions.iter().filter_map(|m| m.legs.last()).any(|leg| {
        let meets = Set::And(vec![leg.to.clone(), Set::Men(Side::Enemy)]);
        let only_empty = leg.to == Set::Empty
            || matches!(&leg.to, Set::And(parts) if parts.contains(&Set::Empty));
        !only_empty && !impossible(&meets, 0, found.lowered)
    })
}

fn asks_for_attack(cond: &Cond) -> bool {
    let mut asks = false;
    visit::cond(cond, &mut |part| {
        asks |= matches!(
            part,
            Part::Cond(Cond::InCheck | Cond::Stuck) | Part::Set(Set::Attacked(_) | Set::Checking)
        );
    });
    asks
}

/// Words that mean something only once a move is made.
fn after_only(part: Part) -> Option<&'static str> {
    match part {
        Part::Set(Set::Taken) => Some("taken"),
        Part::Set(Set::Path) => Some("path"),
        Part::Set(Set::Target) => Some("target"),
        Part::Set(Set::Was(_)) | Part::Cond(Cond::Was(_)) => Some("was"),
        Part::Cond(Cond::Played(_)) => Some("played"),
        Part::Set(Set::Attacker) => Some("attacker"),
        _ => None,
    }
}

fn words(
    found: &mut Findings,
    address: &str,
    cond: &Cond,
    why: &str,
    bad: impl Fn(Part) -> Option<&'static str>,
) {
    let mut word = None;
    visit::cond(cond, &mut |part| word = word.or(bad(part)));
    if let Some(word) = word {
        let place = found.place(address);
        let error = Diagnostic::error("E0314", place, format!("`{word}` means nothing here"))
            .label(why.to_owned());
        found.push(error);
    }
}
