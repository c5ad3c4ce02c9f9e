//! Pieces: royals that are missing, men that never come or never move.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::effect::Effect;
use crate::ruleset::Rules;
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
            let warning =
                Diagnostic::error("W0609", found.place(name), format!("`{name}` can never move"))
                    .label("no clause says how: it stands like a wall")
                    .help(format!("for example `piece {name} {}: step any`", kind.letter));
            found.push(warning);
        }
        if !rules.start.men.iter().any(|m| m.2 == id) && !is_made(rules, id) {
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

/// Whether some effect makes men of that type.
fn is_made(rules: &Rules, id: KindId) -> bool {
    rules.effects().any(|effect| match effect {
        Effect::Become(kinds) | Effect::Put(kinds, _) => kinds.contains(&id),
        _ => false,
    })
}

/// Check needs somebody who can be in check. That nobody can is a mistake where the game asks for
/// it; that one player cannot is doubtful, since some games mean it so.
fn royals(found: &mut Findings) {
    let rules = found.rules();
    let royal = |kind: KindId| rules.kinds[kind.0 as usize].royal;
    if !rules.kinds.values().any(|k| k.royal) {
        // The prelude's ban alone asks in every game.
        let asking = rules.ends.iter().find(|end| {
            let mut asks = false;
            visit::cond(&end.when, &mut |part| asks |= matches!(part, Part::Cond(Cond::InCheck)));
            asks
        });
        if let Some(end) = asking {
            let message = format!("`{}` asks for check, and no piece is royal", end.name);
            let error = Diagnostic::error("E0401", found.lowered.heading, message)
                .label("nobody can be in check")
                .related(found.place(&end.name), "this can never hold")
                .help("write `royal` after the letter of the piece whose loss must be averted");
            found.push(error);
        }
        return;
    }
    for (i, name) in rules.players.keys().enumerate() {
        let made = rules
            .kinds
            .iter()
            .enumerate()
            .any(|(k, (_, kind))| kind.royal && is_made(rules, KindId(k as u16)));
        let may =
            rules.kinds.values().any(|k| k.royal && k.players.iter().any(|p| p.0 as usize == i));
        let has = rules.start.men.iter().any(|m| m.1.0 as usize == i && royal(m.2));
        if may && !has && !made {
            let message = format!("{name} starts without a royal piece");
            let warning = Diagnostic::error("W0605", found.lowered.heading, message)
                .label("nothing can put this player in check")
                .help("put one into `start`; if it is meant so, give the royal piece to the other player's `army`");
            found.push(warning);
        }
    }
}
