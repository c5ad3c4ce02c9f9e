//! Moves that do no more than most: a man goes to a square, takes who stands there, clocks run, and
//! what else happens is known beforehand.
//!
//! This says once more, in a straight line, what [`make`](super::make) does for any move.

use std::cell::OnceCell;

use super::aftermath::{Pending, Step, tick};
use super::bits::Bits;
use super::board::{Board, PLANES};
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
    if !row.is_brief || !plain || !program.skips.is_empty() || mv.from == mv.to {
        return None;
    }
    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
    let (origin, target) = (B::of(from), B::of(to));
    if (before.planes(program.layout.man_planes) & (origin | target)).any() {
        return None;
    }
    let taken = before.occupied & target;
    let aftermath = &row.aftermaths.as_ref()?[usize::from(taken.any())];
    let next = program.after(row.player);
    if aftermath.asks {
        let own = before.side[usize::from(row.player)];
        for step in &aftermath.steps {
            if let Step::Event(event) = step
                && !event.passes_by(before, origin, target, own, checked)
                && !event.may_clear(program, next)
            {
                return None;
            }
        }
    }
    // Marks last for a turn.
    if !before.again {
        program.forget_marks(board);
    }
    board.again = false;
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

impl<B: Bits> Pending<B> {
    /// Does it do nothing when a man of a player goes from a square to another? `own` are the
    /// player's men.
    #[inline(always)]
    fn passes_by(
        &self,
        before: &Board<B>,
        origin: B,
        target: B,
        own: B,
        checked: Option<(u8, bool)>,
    ) -> bool {
        (self.from & origin).none()
            || (self.to & target).none()
            || self.waits
            || self.clears.is_some_and(|clears| (before.planes(clears.planes) & own).none())
            || self.gate.is_some_and(|gate| !gate.is_open(before))
            || self.checked.is_some_and(|player| checked == Some((player, false)))
    }

    /// Does it do no more than a clock if the next player is seen to be safe?
    #[inline(always)]
    fn may_clear(&self, program: &Program<B>, next: u8) -> bool {
        let by_men = program.players[usize::from(next)].is_safe_by_men;
        self.unchecked.as_ref().is_some_and(|(player, _)| *player == next && by_men)
    }
}
