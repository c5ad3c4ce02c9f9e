//! Declared state that nothing sets or nothing asks for.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::effect::Effect;
use crate::movement::Travel;
use crate::ruleset::TextField;
use crate::set::{Cond, Number, Set};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    let count = rules.cells.len();
    let mut asked = vec![0_usize; count];
    let mut set = vec![false; count];
    visit::rules(rules, &mut |part| {
        if let Some(cell) = cell_asked(part) {
            asked[cell] += 1;
        }
    });
    // `clock = clock + 1` asks for the clock, and only to set it again.
    for effect in rules.effects() {
        let Effect::Assign { cell, .. } = effect else { continue };
        visit::effect(effect, &mut |part| {
            if cell_asked(part) == Some(usize::from(cell.0)) {
                asked[usize::from(cell.0)] -= 1;
            }
        });
    }
    let mut read: Vec<bool> = asked.into_iter().map(|times| times > 0).collect();
    let legs = rules.clauses.iter().flat_map(|c| &c.motions).flat_map(|m| &m.legs);
    for leg in legs {
        if let Travel::Drop(id) = leg.travel {
            read[id.0 as usize] = true;
        }
    }
    for (id, ..) in &rules.start.stocks {
        set[id.0 as usize] = true;
    }
    for effect in rules.effects() {
        if let Effect::Assign { cell, .. } | Effect::Keep { stock: cell, .. } = effect {
            set[cell.0 as usize] = true;
        }
    }
    for field in &rules.text {
        // Other programs read it.
        if let TextField::Cell(id) | TextField::Beside(id) | TextField::Sign(id, _) = field {
            read[id.0 as usize] = true;
        }
    }
    for (i, name) in rules.cells.keys().enumerate() {
        let place = found.place(name);
        if !read[i] {
            let message = format!("`{name}` is kept, and nothing asks for it");
            found.push(
                Diagnostic::error("W0602", place, message)
                    .label("it changes nothing")
                    .help("ask for it in a clause, or print it in a field of `text`"),
            );
        } else if !set[i] {
            let message = format!("nothing ever sets `{name}`");
            found.push(Diagnostic::error("W0607", place, message).label("it stays as it starts"));
        }
    }
}

/// The number of the state that a part of an expression asks for.
fn cell_asked(part: Part) -> Option<usize> {
    match part {
        Part::Set(Set::Cell(id))
        | Part::Cond(Cond::Flag(id, _))
        | Part::Number(Number::Cell(id, _) | Number::Held(id, _)) => Some(usize::from(id.0)),
        _ => None,
    }
}
