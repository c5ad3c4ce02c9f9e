//! Pieces: royals that are missing, men that never come or never move.

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use crate::effect::{Effect, Trigger};
use crate::movement::Travel;
use crate::ruleset::{EndResult, Rules};
use crate::set::{Cond, KindId, Set};
use crate::visit::{self, Part};

pub(super) fn check(found: &mut Findings) {
    royals(found);
    let rules = found.rules();
    for (i, (name, kind)) in rules.kinds.iter().enumerate() {
        let id = KindId(i as u16);
        if kind.players.is_empty() && !kind.neutral {
            continue;
        }
        let moves = rules.clauses.iter().filter(|c| c.kind == id).map(|c| &c.name);
        let waits = rules.events.iter().filter(|e| match &e.trigger {
            Trigger::Moving(kinds) => kinds.contains(&id),
            _ => false,
        });
        if kind.neutral
            && let Some(rule) = moves.chain(waits.map(|e| &e.name)).next()
        {
            let message = format!("`{name}` is nobody's, and nobody moves it");
            let error = Diagnostic::error("E0316", found.place(rule), message)
                .label("a neutral piece has no moves of its own")
                .help(format!("an effect may: `after a move => move {name} to chosen empty`"));
            found.push(error);
        }
        if !kind.neutral && !rules.clauses.iter().any(|c| c.kind == id) {
            // Where other rules speak of it, a man may be meant to stand like a wall.
            let code = if is_spoken_of(rules, id) { "W0609" } else { "E0402" };
            let still =
                Diagnostic::error(code, found.place(name), format!("`{name}` can never move"))
                    .label("no clause says how")
                    .help(format!("for example `piece {name} {}: step any`", kind.letter));
            found.push(still);
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
    }) || drops(rules, id)
}

/// Whether men of that type come from a stock that holds some at the start or gets some.
fn drops(rules: &Rules, id: KindId) -> bool {
    let legs = rules.clauses.iter().filter(|c| c.kind == id).flat_map(|c| &c.motions);
    legs.flat_map(|m| &m.legs).any(|leg| match leg.travel {
        Travel::Drop(stock) => {
            rules.start.stocks.iter().any(|s| (s.0, s.2) == (stock, id))
                || rules
                    .effects()
                    .any(|e| matches!(e, Effect::Keep { stock: to, .. } if *to == stock))
        }
        _ => false,
    })
}

/// Whether some rule asks where men of that type stand.
fn is_spoken_of(rules: &Rules, id: KindId) -> bool {
    let mut spoken = false;
    visit::rules(rules, &mut |part| {
        spoken |= matches!(part, Part::Set(Set::Kinds(kinds)) if kinds.contains(&id));
    });
    spoken
}

fn asks_for_check(cond: &Cond) -> bool {
    let mut asks = false;
    visit::cond(cond, &mut |part| asks |= matches!(part, Part::Cond(Cond::InCheck)));
    asks
}

/// Check needs somebody who can be in check. Where games are decided by check alone, each player
/// needs a royal man; where they can be decided otherwise, one without is doubtful only.
fn royals(found: &mut Findings) {
    let rules = found.rules();
    let royal = |kind: KindId| rules.kinds[kind.0 as usize].royal;
    if !rules.kinds.values().any(|k| k.royal) {
        // The prelude's ban alone asks in every game.
        let asking = rules.ends.iter().find(|end| asks_for_check(&end.when));
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
    let mut decisive = rules.ends.iter().filter(|e| e.result != EndResult::Draw);
    let needed = decisive.all(|end| asks_for_check(&end.when));
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
            let code = if needed { "E0401" } else { "W0605" };
            let missing = Diagnostic::error(code, found.lowered.heading, message)
                .label("nothing can put this player in check")
                .help("put one into `start`, or give the royal piece to the other player's `army`");
            found.push(missing);
        }
    }
}
