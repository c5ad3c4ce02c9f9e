//! Events and questions that wait for something that cannot have happened.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::effect::Trigger;
use crate::set::Cond;
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    let moves = |name: &str| rules.clauses.iter().any(|c| c.name == name);
    for (i, event) in rules.events.iter().enumerate() {
        let Trigger::After(names) = &event.trigger else { continue };
        for name in names {
            if moves(name) || rules.events[..i].iter().any(|e| e.name == *name) {
                continue;
            }
            let why = if rules.events.iter().any(|e| e.name == *name) {
                "that event comes later: events of pieces come before those of the game, each in the order of the text"
            } else {
                "only ways to move and events can be waited for"
            };
            let message = format!("`{}` waits for `{name}` in vain", event.name);
            let error =
                Diagnostic::error("E0317", found.place(&event.name), message).label(why.to_owned());
            found.push(error);
        }
    }
    let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties).chain(&rules.skips);
    let asked =
        laws.map(|l| (&l.name, &l.when)).chain(rules.ends.iter().map(|e| (&e.name, &e.when)));
    for (address, when) in asked {
        visit::cond(when, &mut |part| {
            let Part::Cond(Cond::Played(names)) = part else { return };
            for name in names.iter().filter(|n| !moves(n)) {
                let message = format!("`{name}` is no way to move");
                let error = Diagnostic::error("E0317", found.place(address), message)
                    .label("`played(…)` asks which way to move was used");
                found.push(error);
            }
        });
    }
}
