//! Numbers that can leave their range.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use super::facts::{interval, range};
use crate::effect::{Effect, Value};
use crate::set::{CellId, Cond, Number, Set};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    for clause in &rules.clauses {
        // Men are counted before the move and numbers are set after it: only cells keep.
        let known: Vec<Cond> = clause
            .when
            .iter()
            .chain(&clause.provided)
            .filter(|c| !asks_for_men(c))
            .cloned()
            .collect();
        assignments(found, &clause.name, &known, &clause.effects);
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
    // What the guard says of a cell holds until an effect sets it.
    let mut given: Vec<&Cond> = when.iter().collect();
    for effect in effects {
        let Effect::Assign { cell, value, .. } = effect else {
            given.retain(|cond| !asks_for_men(cond));
            continue;
        };
        if let Value::Number(number) = value {
            one(found, address, &given, *cell, number);
        }
        given.retain(|cond| !asks_for_cell(cond, *cell));
    }
}

fn asks_for_cell(cond: &Cond, id: CellId) -> bool {
    let mut asks = false;
    visit::cond(cond, &mut |part| match part {
        Part::Number(Number::Cell(cell, _)) | Part::Cond(Cond::Flag(cell, _)) => {
            asks |= *cell == id;
        }
        Part::Set(Set::Cell(cell)) => asks |= *cell == id,
        _ => {}
    });
    asks
}

fn asks_for_men(cond: &Cond) -> bool {
    let mut asks = false;
    visit::cond(cond, &mut |part| asks |= matches!(part, Part::Number(Number::Count(_))));
    asks
}

fn one(found: &mut Findings, address: &str, given: &[&Cond], cell: CellId, number: &Number) {
    let (low, high) = range(cell, found.rules());
    let (least, most) = interval(number, given, found.lowered);
    if least >= low && most <= high {
        return;
    }
    let name = found.rules().cells.get_index(cell.0 as usize).map_or("", |(n, _)| n).to_owned();
    let wrong = if least < low { least } else { most };
    let help = match number {
        Number::Add(..) => format!("write `min(…, {high})`, or add `when {name} < {high}`"),
        Number::Subtract(..) => format!("write `max(…, {low})`, or add `when {name} > {low}`"),
        _ => format!("write `min(…, {high})`, or widen the range of `{name}`"),
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
