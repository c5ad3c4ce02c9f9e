//! What the rules mention, asked once when a game is prepared.

use chator_rules::visit::{self, Part};
use chator_rules::{CellId, Cond, Effect, End, EndResult, Number, Rules, Set};

/// Whether something asks for a part of that kind.
fn some<'a>(
    look: impl FnOnce(&mut dyn FnMut(Part<'a>)),
    wanted: impl Fn(Part<'a>) -> bool,
) -> bool {
    let mut found = false;
    look(&mut |part| found |= wanted(part));
    found
}

fn in_cond(cond: &Cond, wanted: impl Fn(Part<'_>) -> bool) -> bool {
    some(|f| visit::cond(cond, f), wanted)
}

/// In what an end waits for, or in the number that it shares the point by.
fn in_end(end: &End, wanted: impl Fn(Part<'_>) -> bool) -> bool {
    let shared = match &end.result {
        EndResult::Share(number) => some(|f| visit::number(number, f), &wanted),
        _ => false,
    };
    shared || in_cond(&end.when, wanted)
}

fn is_cell(part: Part<'_>, cell: CellId) -> bool {
    match part {
        Part::Set(Set::Cell(c))
        | Part::Cond(Cond::Flag(c, _))
        | Part::Number(Number::Cell(c, _) | Number::Held(c, _)) => *c == cell,
        _ => false,
    }
}

fn is_path(part: Part<'_>) -> bool {
    matches!(part, Part::Set(Set::Path))
}

/// The clauses that read a cell.
pub(crate) fn readers(rules: &Rules, cell: CellId) -> Vec<u16> {
    let all = rules.clauses.iter().enumerate();
    all.filter(|(_, clause)| some(|f| visit::clause(clause, f), |part| is_cell(part, cell)))
        .map(|(i, _)| i as u16)
        .collect()
}

/// Does anything but ways to move ask for the cell: an event, an offer, a law or an end?
pub(crate) fn is_read_after_moves(rules: &Rules, cell: CellId) -> bool {
    some(|f| visit::after_moves(rules, f), |part| is_cell(part, cell))
}

/// Does anything but ways to move ask which squares were passed?
pub(crate) fn rules_mention_path(rules: &Rules) -> bool {
    some(|f| visit::after_moves(rules, f), is_path)
}

/// Does an effect ask which squares were passed?
pub(crate) fn effect_mentions_path(effect: &Effect) -> bool {
    some(|f| visit::effect(effect, f), is_path)
}

/// Does it ask for other legal moves, or for the line of play?
pub(crate) fn is_deep(cond: &Cond) -> bool {
    in_cond(cond, |node| {
        matches!(node, Part::Cond(Cond::Stuck) | Part::Number(Number::Occurrences | Number::Since))
    })
}

fn is_occurrences(part: Part<'_>) -> bool {
    matches!(part, Part::Number(Number::Occurrences | Number::Since))
}

/// Does it ask how often the position has stood?
pub(crate) fn counts_occurrences(cond: &Cond) -> bool {
    in_cond(cond, is_occurrences)
}

/// The same of an end.
pub(crate) fn end_counts_occurrences(end: &End) -> bool {
    in_end(end, is_occurrences)
}

/// Does it ask for royal men, by that word or by their type?
pub(crate) fn asks_royals(rules: &Rules, cond: &Cond) -> bool {
    in_cond(cond, |node| match node {
        Part::Set(Set::Royal) => true,
        Part::Set(Set::Kinds(kinds)) => {
            kinds.iter().any(|kind| rules.kinds[usize::from(kind.0)].royal)
        }
        _ => false,
    })
}

/// Does it ask for a check?
pub(crate) fn asks_check(cond: &Cond) -> bool {
    in_cond(cond, |node| matches!(node, Part::Cond(Cond::InCheck)))
}

/// Does it ask where men stand at the start? Of an empty square that depends on who moves.
pub(crate) fn asks_home(cond: &Cond) -> bool {
    in_cond(cond, |node| matches!(node, Part::Set(Set::Home)))
}

/// Does it ask for anything that only a move gives a meaning to?
pub(crate) fn about_move(cond: &Cond) -> bool {
    in_cond(cond, |node| match node {
        Part::Set(set) => matches!(
            set,
            Set::It | Set::Origin | Set::Target | Set::Path | Set::Taken | Set::Was(_)
        ),
        Part::Cond(cond) => matches!(cond, Cond::Played(_) | Cond::Was(_)),
        Part::Number(number) => matches!(number, Number::ByFile(_) | Number::Was(_)),
    })
}

/// Does anything that is asked once a move is over, or that may ride on it, ask for the path: a
/// duty, an offer or an end?
pub(crate) fn path_is_asked_later(rules: &Rules) -> bool {
    let duties = rules.duties.iter().map(|law| &law.when);
    let offers = rules.offers.iter();
    duties.chain(offers.clone().flat_map(|o| &o.when)).any(|cond| in_cond(cond, is_path))
        || rules.ends.iter().any(|end| in_end(end, is_path))
        || offers.flat_map(|o| &o.effects).any(effect_mentions_path)
}
