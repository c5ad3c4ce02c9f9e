//! Legal moves: bans, duties, and moves that are the same.

use std::ops::ControlFlow::{self, Break, Continue};

use chator_rules::{Law, Square};
use smallvec::SmallVec;

use crate::apply::{Deed, apply};
use crate::eval::{Past, View};
use crate::key;
use crate::movegen::{self, Candidate, about_to_move};
use crate::moves::{Move, Moves};
use crate::square_set::SquareSet;
use crate::state::State;

/// The ban that a move breaks, seen by its mover after it. `plain` leaves out the bans that
/// ask for other legal moves or for the line of play.
pub(crate) fn broken<'a>(after: &View<'a>, plain: bool) -> Option<&'a Law> {
    let view = View { in_ban: true, ..*after };
    let game = after.game;
    let bans = game.rules.bans.iter().zip(&game.deep_bans);
    bans.filter(|(_, deep)| !(plain && **deep))
        .map(|(law, _)| law)
        .find(|law| view.holds(&law.when))
}

/// Does a move fulfil a duty, seen by its mover after it?
fn dutiful(after: &View<'_>) -> bool {
    let view = View { in_ban: true, ..*after };
    view.game.rules.duties.iter().any(|law| view.holds(&law.when))
}

/// The line of play as a move's result sees it.
pub(crate) fn past_after<'a>(view: &View<'a>) -> Past<'a> {
    if !view.game.laws_count_occurrences {
        return Past::NONE;
    }
    let now = view.past.now.unwrap_or_else(|| key::of(view.game, view.now));
    Past { last: Some(now), now: None, ..view.past }
}

/// Shows every pseudo-legal move of `view.own` that breaks no ban.
pub(crate) fn each_lawful(
    view: &View<'_>,
    only: Option<Square>,
    plain: bool,
    sink: &mut dyn FnMut(&Candidate<'_>, &View<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Who leaves out bans on the line of play must not ask for its keys: keys are told so.
    let past = if plain { Past::NONE } else { past_after(view) };
    movegen::each(view, only, &mut |candidate| {
        let after = candidate.view(view, past);
        if broken(&after, plain).is_some() {
            return Continue(());
        }
        sink(candidate, &after)
    })
}

/// Has `view.own` no legal move, were it his turn?
pub(crate) fn stuck(view: &View<'_>) -> bool {
    let base = View { past: view.past, ..about_to_move(view.game, view.now, view.own) };
    !can_move(&base, view.in_ban)
}

/// Has `view.own` a legal move? Duties only choose among legal moves, so they are not asked.
pub(crate) fn can_move(view: &View<'_>, plain: bool) -> bool {
    each_lawful(view, None, plain, &mut |_, _| Break(())).is_break()
}

/// The legal moves of `view.own`, of all his men or of the one on a square.
pub(crate) fn legal(view: &View<'_>, only: Option<Square>) -> Moves {
    let mut moves: SmallVec<[Move; 64]> = SmallVec::new();
    if view.game.rules.duties.is_empty() {
        let _all = each_lawful(view, only, false, &mut |candidate, _| {
            moves.push(candidate.mv);
            Continue(())
        });
    } else {
        // What one man may do depends on the duties that others can fulfil.
        let mut fulfils: SmallVec<[bool; 64]> = SmallVec::new();
        let _all = each_lawful(view, None, false, &mut |candidate, after| {
            moves.push(candidate.mv);
            fulfils.push(dutiful(after));
            Continue(())
        });
        let any = fulfils.contains(&true);
        let mut fulfils = fulfils.into_iter();
        moves.retain(|mv| {
            let kept = fulfils.next().unwrap_or(true) || !any;
            kept && only.is_none_or(|square| mv.from == square)
        });
    }
    drop_doubles(view, &mut moves);
    Moves(moves)
}

/// One legal move for each way of a man, whatever is chosen with it.
pub(crate) fn ways(view: &View<'_>, square: Square) -> Moves {
    if !view.game.rules.duties.is_empty() {
        return legal(view, Some(square));
    }
    let past = past_after(view);
    let mut moves: SmallVec<[Move; 64]> = SmallVec::new();
    movegen::each_way(view, Some(square), &mut |candidate| {
        if broken(&candidate.view(view, past), false).is_some() {
            return Continue(());
        }
        moves.push(candidate.mv);
        Break(())
    });
    Moves(moves)
}

/// Of moves that read the same and lead to the same state only the first stays.
fn drop_doubles(view: &View<'_>, moves: &mut SmallVec<[Move; 64]>) {
    let mut kept: SmallVec<[Move; 64]> = SmallVec::new();
    let mut seen = SquareSet::new(view.game.squares);
    // Moves of one clause that goes one way are never doubles, so only targets that a man reaches
    // otherwise as well are looked at twice.
    let mut mixed = SquareSet::new(view.game.squares);
    let mut ways: SmallVec<[u32; 128]> = SmallVec::from_elem(0, view.game.squares);
    let mut first = 0;
    for &mv in moves.iter() {
        if kept.get(first).is_some_and(|other| other.from != mv.from) {
            first = kept.len();
            seen.clear();
            mixed.clear();
        }
        let way = u32::from(mv.clause) << 8 | u32::from(mv.script.way);
        let known = &mut ways[usize::from(mv.to)];
        if !seen.contains(mv.to) {
            seen.insert(mv.to);
            *known = way;
        } else if *known != way {
            mixed.insert(mv.to);
        }
        let fresh = !mixed.contains(mv.to);
        if fresh || !kept[first..].iter().any(|&other| double(view, other, mv)) {
            kept.push(mv);
        }
    }
    *moves = kept;
}

fn double(view: &View<'_>, a: Move, b: Move) -> bool {
    // One clause that goes one way differs by its choices, and those show.
    let game = view.game;
    let alike = a.to == b.to
        && game.clause(a.clause).kind == game.clause(b.clause).kind
        && a.script.offer == b.script.offer
        && (a.clause, a.script.way) != (b.clause, b.script.way);
    alike && result(view, a) == result(view, b)
}

fn result(view: &View<'_>, mv: Move) -> State {
    let path = movegen::path_of(view, mv);
    let mut after = State::nothing();
    let view = view.about(mv.from, view.game.clause(mv.clause).kind, mv.clause);
    apply(&view, mv, &path, &mut after, &mut Deed::default());
    after
}

/// Why a pseudo-legal move is not legal: the first ban it breaks, or else the first duty.
pub(crate) fn forbids<'a>(view: &View<'a>, mv: Move) -> Option<&'a Law> {
    let (after, path, deed) = movegen::make(view, mv);
    let candidate = Candidate { mv, path: &path, after: &after, deed: &deed };
    let seen = candidate.view(view, past_after(view));
    let game = view.game;
    if let Some(law) = broken(&seen, false) {
        return game.rules.bans.iter().find(|ban| ban.name == law.name);
    }
    let neglects = !game.rules.duties.is_empty() && !dutiful(&seen);
    neglects.then(|| &game.rules.duties[0])
}
