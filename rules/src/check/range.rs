//! Numbers that can leave their range.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use super::facts::{interval, range};
use crate::effect::{Effect, Value};
use crate::set::{Cond, Number};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    for clause in &rules.clauses {
        assignments(found, &clause.name, &clause.when, &clause.effects);
    }
    for event in &rules.events {
        assignments(found, &event.name, &event.when, &event.effects);
    }
    for offer in &rules.offers {
        assignments(found, &offer.name, &[], &offer.effects);
    }
    let starts: Vec<Effect> = rules.start.effects.iter().flat_map(|(_, e)| e.clone()).collect();
    assignments(found, "", &[], &starts);
}

fn assignments(found: &mut Findings, address: &str, when: &[Cond], effects: &[Effect]) {
    let given: Vec<&Cond> = when.iter().collect();
    for effect in effects {
        let Effect::Assign { cell, value: Value::Number(number), .. } = effect else { continue };
        let (low, high) = range(*cell, found.rules());
        let (least, most) = interval(number, &given, found.lowered);
        if least >= low && most <= high {
            continue;
        }
        let name = found.rules().cells.get_index(cell.0 as usize).map_or("", |(n, _)| n).to_owned();
        let wrong = if least < low { least } else { most };
        let help = match number {
            Number::Add(..) => format!("add `when {name} < {high}`, or write `min(…, {high})`"),
            Number::Subtract(..) => format!("add `when {name} > {low}`, or write `max(…, {low})`"),
            _ => format!("widen the range of `{name}`, or guard the clause"),
        };
        let declared = found.place(&name);
        let error = Diagnostic::error(
            "E0405",
            found.place(address),
            format!("`{name}` can leave {low}..{high}"),
        )
        .label(format!("this can make it {wrong}"))
        .related(declared, "the range is declared here")
        .help(help);
        found.push(error);
    }
}
