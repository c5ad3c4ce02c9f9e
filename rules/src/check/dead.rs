//! Clauses that can never apply.

use std::collections::BTreeSet;

use chator_grammar::diagnostic::Diagnostic;

use super::Findings;
use super::facts::{contradictory, fixed, impossible, neighbours};
use crate::board::{Square, Turn};
use crate::effect::{Effect, Trigger};
use crate::lower::Lowered;
use crate::movement::{Clause, Leg, Travel};
use crate::set::{CellId, Cond, Dirs, Set};

pub(super) fn check(found: &mut Findings) {
    let rules = found.rules();
    for (name, set) in &found.lowered.regions {
        if *set != Set::None && (0..rules.players.len()).all(|p| impossible(set, p, found.lowered))
        {
            let message = format!("`{name}` holds no square");
            let error = Diagnostic::error("E0404", found.place(name), message)
                .label("what it joins excludes each other");
            found.push(error);
        }
    }
    for clause in &rules.clauses {
        if let Some(why) = dead_clause(clause, found.lowered) {
            never(found, &clause.name, why);
        }
    }
    for event in &rules.events {
        let given: Vec<&Cond> = event.when.iter().collect();
        let players: Vec<usize> = match &event.trigger {
            Trigger::Moving(kinds) => kinds
                .iter()
                .flat_map(|k| &rules.kinds[k.0 as usize].players)
                .map(|p| p.0 as usize)
                .collect(),
            _ => (0..rules.players.len()).collect(),
        };
        if players.is_empty() {
            continue;
        }
        let nowhere = |set: &Set| players.iter().all(|&p| impossible(set, p, found.lowered));
        if nowhere(&event.to) || nowhere(&event.from) {
            never(found, &event.name, "no square is in its `from` or `to`");
        } else if contradictory(&given, found.lowered) {
            never(found, &event.name, "its conditions exclude each other");
        }
    }
    let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties).chain(&rules.skips);
    let all = laws.map(|l| (&l.name, &l.when)).chain(rules.ends.iter().map(|e| (&e.name, &e.when)));
    for (name, when) in all {
        let parts: Vec<&Cond> = match when {
            Cond::All(parts) => parts.iter().collect(),
            other => vec![other],
        };
        if contradictory(&parts, found.lowered) {
            never(found, name, "its conditions exclude each other");
        }
    }
}

fn never(found: &mut Findings, address: &str, why: &str) {
    let error =
        Diagnostic::error("E0403", found.place(address), format!("`{address}` can never apply"))
            .label(why.to_owned());
    found.push(error);
}

/// Why a clause can never apply, if so.
fn dead_clause(clause: &Clause, lowered: &Lowered) -> Option<&'static str> {
    let rules = &lowered.rules;
    let players: Vec<usize> =
        rules.kinds[clause.kind.0 as usize].players.iter().map(|p| p.0 as usize).collect();
    if players.is_empty() {
        return None;
    }
    let given: Vec<&Cond> = clause.when.iter().chain(&clause.provided).collect();
    if contradictory(&given, lowered) {
        return Some("its conditions exclude each other");
    }
    if players.iter().all(|&p| impossible(&clause.from, p, lowered)) {
        return Some("no square is in its `from`");
    }
    let unset = |leg: &Leg| match &leg.to {
        Set::Cell(id) => !is_set(*id, lowered),
        Set::And(parts) => {
            parts.iter().any(|p| matches!(p, Set::Cell(id) if !is_set(*id, lowered)))
        }
        _ => false,
    };
    // Each way must be good for something: one dead motion among others is a slip too.
    for motion in &clause.motions {
        if motion.legs.iter().any(unset) {
            return Some("nothing ever sets the squares it goes to");
        }
        let nowhere = |&p: &usize| motion.legs.iter().any(|leg| impossible(&leg.to, p, lowered));
        if players.iter().all(nowhere) {
            return Some("no square is in its `to`");
        }
        let reaches = players.iter().any(|&p| {
            let from = fixed(&clause.from, p, lowered);
            (0..lowered.geometry.squares() as Square)
                .filter(|&s| from.as_ref().is_none_or(|f| f[s as usize]))
                .any(|s| arrives((s, None), &motion.legs, p, lowered, &mut BTreeSet::new()))
        });
        if !reaches {
            return Some("from every square it leaves the board");
        }
    }
    None
}

fn is_set(cell: CellId, lowered: &Lowered) -> bool {
    let sets = |e: &Effect| matches!(e, Effect::Assign { cell: id, .. } if *id == cell);
    lowered.rules.effects().any(sets)
}

/// Whether the legs can end on some square of the board, men aside. `seen` holds the turns of
/// the way that led nowhere before.
fn arrives(
    (from, heading): (Square, Option<usize>),
    legs: &[Leg],
    player: usize,
    lowered: &Lowered,
    seen: &mut BTreeSet<(Square, Option<usize>, usize)>,
) -> bool {
    let Some((leg, rest)) = legs.split_first() else { return true };
    if !seen.insert((from, heading, legs.len())) {
        return false;
    }
    let geometry = &lowered.geometry;
    let allowed = fixed(&leg.to, player, lowered);
    let mut lands = |s: Square, heading: Option<usize>| {
        allowed.as_ref().is_none_or(|a| a[s as usize])
            && arrives((s, heading), rest, player, lowered, seen)
    };
    let dirs = |dirs: &Dirs| match dirs {
        Dirs::Named { by_player, .. } => by_player[player],
        Dirs::Turn(turn) => heading.map_or(geometry.all(), |h| geometry.turned(h, *turn)),
    };
    match &leg.travel {
        Travel::Line { dirs: d, least, most } => {
            let set = dirs(d);
            (0..geometry.directions.len()).filter(|h| set & (1 << h) != 0).any(|h| {
                let mut at = Some(from);
                let far = most.unwrap_or(u16::MAX).min(geometry.squares() as u16);
                for n in 1..=far {
                    at = at.and_then(|s| geometry.next[h][s as usize]);
                    match at {
                        None => return false,
                        Some(s) if n >= *least && lands(s, Some(h)) => return true,
                        Some(_) => {}
                    }
                }
                false
            })
        }
        Travel::Leap { long, short, dirs: d, .. } => {
            let straight = if long == short { geometry.diagonal() } else { geometry.orthogonal() };
            let set = d.as_ref().map_or(straight, |d| dirs(d) & straight);
            (0..geometry.directions.len()).filter(|h| set & (1 << h) != 0).any(|h| {
                leap_targets(from, h, *long, *short, lowered)
                    .iter()
                    .any(|&(s, h)| lands(s, Some(h)))
            })
        }
        Travel::Anywhere | Travel::Point | Travel::Drop(_) => {
            (0..geometry.squares() as Square).any(|s| lands(s, None))
        }
        Travel::Stay => lands(from, heading),
    }
}

/// Where a leap ends that first heads `heading`.
fn leap_targets(
    from: Square,
    heading: usize,
    long: u16,
    short: u16,
    lowered: &Lowered,
) -> Vec<(Square, usize)> {
    let geometry = &lowered.geometry;
    let run = |from: Square, heading: usize, steps: u16| {
        (0..steps).try_fold(from, |s, _| geometry.next[heading][s as usize])
    };
    if long == short {
        return run(from, heading, long).map(|s| (s, heading)).into_iter().collect();
    }
    let Some(corner) = run(from, heading, long - short) else { return Vec::new() };
    if short == 0 {
        return vec![(corner, heading)];
    }
    let turned = geometry.turned(heading, Turn::Outward);
    (0..geometry.directions.len())
        .filter(|d| turned & (1 << d) != 0)
        .filter(|&d| neighbours(geometry, corner, 1 << d).next().is_some())
        .filter_map(|d| run(corner, d, short).map(|s| (s, d)))
        .collect()
}
