//! Does it matter which of two events comes first?

use chator_rules::visit::{self, Part};
use chator_rules::{CellId, Cond, Effect, Event, KindId, Number, Rules, Set, Trigger};

use super::list::Pair;

/// What an event touches.
#[derive(Debug)]
struct Footprint<'a> {
    name: &'a str,
    /// Whose moves set it off; nothing for anybody's.
    kinds: Option<Vec<KindId>>,
    /// The cells it asks for; nothing for perhaps all of them, as a check depends on how men move.
    reads: Option<Vec<CellId>>,
    /// The cells it sets.
    writes: Vec<CellId>,
    /// Does it do more than to set cells?
    acts: bool,
    /// The rules it follows or asks about.
    follows: Vec<&'a str>,
}

/// Do the events of the right list come in an order that means something else than that of the
/// pairs? When in doubt they do.
pub(super) fn matters(left: &Rules, right: &Rules, pairs: &[Pair]) -> bool {
    let sides: Vec<(Option<usize>, Vec<Footprint<'_>>)> = pairs
        .iter()
        .map(|&(mine, theirs)| {
            let mine = mine.map(|i| footprint(left, &left.events[i]));
            let other = theirs.map(|i| footprint(right, &right.events[i]));
            (theirs, mine.into_iter().chain(other).collect())
        })
        .collect();
    sides.iter().enumerate().any(|(number, (place, first))| {
        sides[number + 1..].iter().any(|(later, second)| {
            let turned = matches!((place, later), (Some(place), Some(later)) if place > later);
            turned && first.iter().any(|a| second.iter().any(|b| !commute(a, b)))
        })
    })
}

fn commute(a: &Footprint<'_>, b: &Footprint<'_>) -> bool {
    let linked = a.follows.contains(&b.name) || b.follows.contains(&a.name);
    let apart = match (&a.kinds, &b.kinds) {
        (Some(a), Some(b)) => !a.iter().any(|kind| b.contains(kind)),
        _ => false,
    };
    !linked && (apart || (!disturbs(a, b) && !disturbs(b, a)))
}

/// Does the one change what the other asks for or sets?
fn disturbs(a: &Footprint<'_>, b: &Footprint<'_>) -> bool {
    let asked = |cell: &CellId| b.reads.as_ref().is_none_or(|reads| reads.contains(cell));
    a.acts || a.writes.iter().any(|cell| asked(cell) || b.writes.contains(cell))
}

fn footprint<'a>(rules: &Rules, event: &'a Event) -> Footprint<'a> {
    let mut reads = Some(Vec::new());
    let mut follows: Vec<&str> = Vec::new();
    if let Trigger::After(names) = &event.trigger {
        follows.extend(names.iter().map(String::as_str));
    }
    let mut look = |part: Part<'a>| match part {
        Part::Cond(Cond::InCheck | Cond::Stuck | Cond::Without(..))
        | Part::Set(Set::Attacked(_) | Set::Checking)
        | Part::Number(Number::Occurrences | Number::Since) => reads = None,
        Part::Cond(Cond::Flag(cell, _))
        | Part::Set(Set::Cell(cell))
        | Part::Number(Number::Cell(cell, _) | Number::Held(cell, _)) => {
            if let Some(reads) = &mut reads {
                reads.push(*cell);
            }
        }
        Part::Cond(Cond::Played(names)) => follows.extend(names.iter().map(String::as_str)),
        _ => {}
    };
    visit::set(&event.from, &mut look);
    visit::set(&event.to, &mut look);
    event.when.iter().for_each(|cond| visit::cond(cond, &mut look));
    event.effects.iter().for_each(|effect| visit::effect(effect, &mut look));
    let written = event.effects.iter().filter_map(|effect| match effect {
        Effect::Assign { cell, .. } | Effect::Keep { stock: cell, .. } => Some(*cell),
        _ => None,
    });
    Footprint {
        name: &event.name,
        kinds: movers(rules, &event.trigger),
        reads,
        writes: written.collect(),
        acts: event.effects.iter().any(|effect| !matches!(effect, Effect::Assign { .. })),
        follows,
    }
}

/// The pieces whose moves set an event off, if they are known.
fn movers(rules: &Rules, trigger: &Trigger) -> Option<Vec<KindId>> {
    match trigger {
        Trigger::AnyMove => None,
        Trigger::Moving(kinds) => Some(kinds.clone()),
        Trigger::After(names) => {
            let mut movers = Vec::new();
            for name in names {
                let clause = rules.clauses.iter().find(|clause| clause.name == *name);
                let event = rules.events.iter().find(|event| event.name == *name);
                match (clause, event.map(|event| &event.trigger)) {
                    (Some(clause), _) => movers.push(clause.kind),
                    (None, Some(Trigger::Moving(kinds))) => movers.extend(kinds),
                    _ => return None,
                }
            }
            Some(movers)
        }
    }
}
