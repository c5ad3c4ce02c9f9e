//! Questions that would ask for themselves, and words that have no meaning where they stand.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use super::facts::impossible;
use crate::effect::Effect;
use crate::movement::{Clause, Over};
use crate::ruleset::Rules;
use crate::set::{Cond, Number, Set, Side};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    for (address, expression) in questions(rules) {
        // What makes moves cannot ask what moves there are.
        word(found, address, expression, "E0313", "the answer would ask for itself", |p| match p {
            Part::Cond(Cond::Stuck) => Some("stuck"),
            Part::Number(Number::Occurrences) => Some("occurrences"),
            Part::Number(Number::Since) => Some("since"),
            _ => None,
        });
    }
    for clause in &rules.clauses {
        let places = clause.motions.iter().flat_map(|m| &m.legs).flat_map(|leg| {
            let (Over::All(over) | Over::Exactly(_, over)) = &leg.over;
            [over, &leg.to]
        });
        for set in places.chain([&clause.from]) {
            let why = "the move is not made yet";
            word(found, &clause.name, Expression::Set(set), "E0314", why, after_only);
        }
    }
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
        let why = "a void decides what is check, move or no move";
        words(found, &law.name, &law.when, why, |part| match part {
            Part::Cond(Cond::InCheck) => Some("in check"),
            Part::Cond(Cond::Stuck) => Some("stuck"),
            Part::Set(Set::Checking) => Some("checking"),
            Part::Set(Set::Origin) => Some("origin"),
            Part::Number(Number::Occurrences) => Some("occurrences"),
            Part::Number(Number::Since) => Some("since"),
            Part::Set(Set::Attacker) => None,
            other => after_only(other),
        });
    }
    for law in &rules.skips {
        let why = "who is next is settled before he looks at his moves";
        words(found, &law.name, &law.when, why, |part| match part {
            Part::Cond(Cond::Stuck) => Some("stuck"),
            Part::Number(Number::Occurrences) => Some("occurrences"),
            Part::Set(Set::It) => Some("it"),
            Part::Set(Set::Origin) => Some("origin"),
            other => after_only(other),
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
        !only_empty
            && (0..found.rules().players.len()).any(|p| !impossible(&meets, p, found.lowered))
    })
}

fn asks_for_attack(cond: &Cond) -> bool {
    let mut asks = false;
    visit::cond(cond, &mut |part| {
        asks |= matches!(
            part,
            Part::Cond(Cond::InCheck)
                | Part::Set(Set::Attacked(_) | Set::Attacking(_) | Set::Checking)
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
        Part::Set(Set::Was(_)) | Part::Cond(Cond::Was(_)) | Part::Number(Number::Was(_)) => {
            Some("was")
        }
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
    word(found, address, Expression::Cond(cond), "E0314", why, bad);
}

/// Something to look into.
#[derive(Clone, Copy)]
enum Expression<'a> {
    Set(&'a Set),
    Cond(&'a Cond),
    Effect(&'a Effect),
}

/// Reports the first word in an expression that has no business there.
fn word(
    found: &mut Findings,
    address: &str,
    expression: Expression,
    code: &'static str,
    why: &str,
    bad: impl Fn(Part) -> Option<&'static str>,
) {
    let mut word = None;
    let look = &mut |part: Part| word = word.or(bad(part));
    match expression {
        Expression::Set(set) => visit::set(set, look),
        Expression::Cond(cond) => visit::cond(cond, look),
        Expression::Effect(effect) => visit::effect(effect, look),
    }
    if let Some(word) = word {
        let place = found.place(address);
        let error = Diagnostic::error(code, place, format!("`{word}` means nothing here"))
            .label(why.to_owned());
        found.push(error);
    }
}

/// All that is asked while moves are made: in clauses, events and offers.
fn questions(rules: &Rules) -> Vec<(&str, Expression<'_>)> {
    let mut all = Vec::new();
    for clause in &rules.clauses {
        let name = clause.name.as_str();
        for leg in clause.motions.iter().flat_map(|m| &m.legs) {
            let (Over::All(over) | Over::Exactly(_, over)) = &leg.over;
            all.extend([(name, Expression::Set(over)), (name, Expression::Set(&leg.to))]);
        }
        all.push((name, Expression::Set(&clause.from)));
        all.extend(clause.when.iter().chain(&clause.provided).map(|c| (name, Expression::Cond(c))));
        all.extend(clause.effects.iter().map(|e| (name, Expression::Effect(e))));
    }
    for event in &rules.events {
        let name = event.name.as_str();
        all.extend([(name, Expression::Set(&event.from)), (name, Expression::Set(&event.to))]);
        all.extend(event.when.iter().map(|c| (name, Expression::Cond(c))));
        all.extend(event.effects.iter().map(|e| (name, Expression::Effect(e))));
    }
    for offer in &rules.offers {
        let name = offer.name.as_str();
        all.extend(offer.when.iter().map(|c| (name, Expression::Cond(c))));
        all.extend(offer.effects.iter().map(|e| (name, Expression::Effect(e))));
    }
    all
}
