//! Moves that do no more than most: a man goes to a square, takes who stands there, clocks run, and
//! what else happens is known beforehand.
//!
//! This says once more, in a straight line, what [`make`](super::make) does for any move.

use std::cell::OnceCell;

use super::aftermath::{Clears, Clock, Pending, Step, tick};
use super::bits::Bits;
use super::board::{Board, PLANES};
use super::effects::EventX;
use super::expr::SetX;
use super::program::Program;
use super::row::Row;
use super::safety::Safety;
use crate::moves::Move;

impl<B: Bits> Row<B> {
    /// May its moves be brief, if nothing comes between?
    pub(crate) fn may_be_brief(&self, points: bool) -> bool {
        let does_little = self.ops.is_empty() || self.trail.is_some();
        let has_path = !self.asks_path || self.only_trails;
        does_little && has_path && self.stock.is_none() && !points && self.aftermaths.is_some()
    }
}

/// Makes a move in a copy of the board before if it is brief: then the answer is who was taken. If
/// not, nothing has been done. `checked` is a player, and whether he was in check before, if that is
/// known. What is found out about the safety of the next player is left in `safety`.
#[inline(always)]
pub(crate) fn make_brief<B: Bits>(
    program: &Program<B>,
    before: &Board<B>,
    board: &mut Board<B>,
    row: &Row<B>,
    mv: Move,
    checked: Option<(u8, bool)>,
    safety: &mut OnceCell<Safety<B>>,
) -> Option<B> {
    let script = mv.script;
    let plain = script.offer == 0 && script.becomes == 0 && script.put == 0;
    if !row.is_brief || !plain || before.again || !program.skips.is_empty() || mv.from == mv.to {
        return None;
    }
    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
    let both = B::of(from) | B::of(to);
    let planes = program.layout.man_planes.iter();
    let marked = planes.fold(B::NONE, |all, &plane| all | before.plane[plane & (PLANES - 1)]);
    if (marked & both).any() {
        return None;
    }
    let taken = before.occupied & B::of(to);
    let aftermath = &row.aftermaths.as_ref()?[usize::from(taken.any())];
    let next = program.after(row.player);
    let may_clear = |unchecked: &Option<(u8, Clock)>| {
        let by_men = program.players[usize::from(next)].is_safe_by_men;
        unchecked.as_ref().is_some_and(|(player, _)| *player == next && by_men)
    };
    let does_nothing = |event: &Pending<B>| {
        let own = before.side[usize::from(row.player)];
        let bare = |clears: &Clears| (before.planes(clears.planes) & own).none();
        event.waits
            || event.gate.is_some_and(|gate| !gate.is_open(before))
            || event.checked.is_some_and(|player| checked == Some((player, false)))
            || passes_by(&event.event, from, to)
            || event.clears.as_ref().is_some_and(bare)
    };
    for step in &aftermath.steps {
        if let Step::Event(event) = step
            && !may_clear(&event.unchecked)
            && !does_nothing(event)
        {
            return None;
        }
    }
    program.forget_marks(board);
    if taken.any() {
        board.lift(&program.keys, to);
    }
    board.carry(&program.keys, from, to, before.man(from));
    let path = if row.asks_path { row.path(mv) } else { B::NONE };
    if let Some(plane) = row.trail {
        board.plane[plane & (PLANES - 1)] = path;
    }
    board.to_move = next;
    for step in &aftermath.steps {
        match step {
            Step::Clock(clock) => tick(program, board, *clock),
            Step::Trail(plane) => board.plane[plane & (PLANES - 1)] = path,
            Step::Event(Pending { unchecked: Some((_, clock)), .. }) => {
                let found = safety.get_or_init(|| program.safety(board, next));
                if program.known_check(found, next) != Some((next, false)) {
                    safety.take();
                    *board = *before;
                    return None;
                }
                tick(program, board, *clock);
            }
            Step::Event(_) => {}
        }
    }
    board.number = board.number.saturating_add((board.to_move <= row.player).into());
    program.turn_key(before, board);
    Some(taken)
}

/// Is the event about moves from or to other squares?
#[inline(always)]
fn passes_by<B: Bits>(event: &EventX<B>, from: usize, to: usize) -> bool {
    let misses = |set: &Option<SetX<B>>, square: usize| matches!(set, Some(SetX::Const(set)) if !set.has(square));
    misses(&event.from, from) || misses(&event.to, to)
}
