//! What both searches ask of a move before they make it.

use std::borrow::Cow;

use chator_interpreter::{Game, Move, PlayerId, Search};

use crate::values::{Values, Worth};

/// Moves that gain less than this are quiet, hundredths of a square.
pub(crate) const WORTHWHILE: Worth = 100;

/// What a move gains at once: who is taken, and how much the man gains by his new place.
pub(crate) fn gain(line: &Search<'_>, values: &Values, mv: Move) -> Worth {
    let player = line.to_move();
    let taken = match line.man(mv.target()) {
        Some(man) if man.player != player && man.player != PlayerId::NOBODY => {
            values.kind(man.player, man.kind)
        }
        _ => 0,
    };
    let Some((origin, man)) = mv.origin().and_then(|at| Some((at, line.man(at)?))) else {
        return taken;
    };
    let of = |square| values.man(man.player, man.kind, square);
    taken + of(mv.target()) - of(origin)
}

/// What its mover puts at risk: the man himself.
pub(crate) fn risk(line: &Search<'_>, values: &Values, mv: Move) -> Worth {
    let man = mv.origin().and_then(|square| line.man(square));
    man.map_or(0, |man| values.kind(man.player, man.kind))
}

/// The moves without those that only say something besides what another says: they would double
/// the work of a search.
pub(crate) fn without_offers(moves: &[Move]) -> Cow<'_, [Move]> {
    let plain = |mv: &Move| mv.offer().is_none();
    if moves.iter().all(plain) || !moves.iter().any(plain) {
        return Cow::Borrowed(moves);
    }
    moves.iter().copied().filter(plain).collect()
}

/// What a man of the start is worth on average, whatever the sign; at least something.
pub(crate) fn mean_man(game: &Game, values: &Values) -> Worth {
    let start = game.start();
    let men = start.pieces().filter(|(_, man)| !values.is_royal(man.kind));
    let worth: Vec<Worth> = men.map(|(_, man)| values.kind(man.player, man.kind).abs()).collect();
    (worth.iter().sum::<Worth>() / worth.len().max(1) as Worth).max(100)
}
