//! Pieces: royals that are missing, men that never come or never move.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::effect::Effect;
use crate::set::{Cond, KindId};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    royals(found);
    let rules = found.rules();
    for (i, (name, kind)) in rules.kinds.iter().enumerate() {
        let id = KindId(i as u16);
        if kind.players.is_empty() {
            continue;
        }
        if !rules.clauses.iter().any(|c| c.kind == id) {
            let error =
                Diagnostic::error("E0402", found.place(name), format!("`{name}` can never move"))
                    .label("no clause says how")
                    .help(format!("for example `piece {name} {}: step any`", kind.letter));
            found.push(error);
        }
        let effects = rules
            .clauses
            .iter()
            .flat_map(|c| &c.effects)
            .chain(rules.events.iter().flat_map(|e| &e.effects))
            .chain(rules.offers.iter().flat_map(|o| &o.effects));
        let comes = rules.start.men.iter().any(|m| m.2 == id)
            || effects.into_iter().any(|e| match e {
                Effect::Become(kinds) | Effect::Put(kinds, _) => kinds.contains(&id),
                _ => false,
            });
        if !comes {
            let warning = Diagnostic::error(
                "W0608",
                found.place(name),
                format!("`{name}` never comes onto the board"),
            )
            .label("neither at the start nor by an effect");
            found.push(warning);
        }
    }
}

/// If some law asks for check, every player who has a royal piece type needs a man of it.
fn royals(found: &mut Findings) {
    let rules = found.rules();
    let mut asks = false;
    let laws = rules.bans.iter().map(|l| &l.when).chain(rules.ends.iter().map(|e| &e.when));
    for when in laws {
        visit::cond(when, &mut |part| {
            asks |= matches!(part, Part::Cond(Cond::InCheck));
        });
    }
    let royal = |kind: KindId| rules.kinds[kind.0 as usize].royal;
    if !asks {
        return;
    }
    if !rules.kinds.values().any(|k| k.royal) {
        let asking = rules.ends.iter().chain([]).map(|e| e.name.clone()).next();
        let place = asking.map_or(found.lowered.heading, |name| found.place(&name));
        let error = Diagnostic::error("E0401", place, "check is asked for, and no piece is royal")
            .label("nobody can be in check")
            .help("write `royal` after the letter of the piece whose loss must be averted");
        found.push(error);
        return;
    }
    for (i, name) in rules.players.keys().enumerate() {
        let may =
            rules.kinds.values().any(|k| k.royal && k.players.iter().any(|p| p.0 as usize == i));
        let has = rules.start.men.iter().any(|m| m.1.0 as usize == i && royal(m.2));
        if may && !has {
            let error = Diagnostic::error(
                "E0401",
                found.lowered.heading,
                format!("{name} starts without a royal piece"),
            )
            .label("the laws of check need one")
            .help("put it into `start`, or leave its army without a royal piece");
            found.push(error);
        }
    }
}
