//! A position's identity, as a number.
//!
//! The key is a sum of mixed words, one for each thing that is part of the identity, so their
//! order does not matter. The mixer is `splitmix64` (Steele, Lea and Flood 2014), written out
//! here: the same position has the same key on every machine.

use std::ops::ControlFlow::{Break, Continue};

use chator_rules::{CellId, Life};

use crate::eval::View;
use crate::game::Tables;
use crate::legality::each_lawful;
use crate::movegen::about_to_move;
use crate::state::State;

/// `splitmix64`'s output function after one step.
fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What a word is about.
#[derive(Clone, Copy)]
pub(crate) enum About {
    Man = 1,
    Slot = 2,
    Side = 3,
}

pub(crate) fn word(about: About, place: usize, value: u32) -> u64 {
    mix((about as u64) << 56 | (place as u64) << 32 | u64::from(value))
}

/// The key of a state.
pub(crate) fn of(game: &Tables, state: &State) -> u64 {
    let side = u32::from(state.to_move.0) << 1 | u32::from(state.again);
    let mut key = word(About::Side, 0, side);
    for (square, man) in state.men.iter().enumerate().filter(|(_, man)| man.is_some()) {
        let what = u32::from(man.kind().0) << 8 | u32::from(man.player().0);
        key = key.wrapping_add(word(About::Man, square, what));
    }
    for (id, cell) in game.cells.iter().enumerate() {
        let slots = &state.slots[cell.offset..cell.offset + cell.count];
        let counts = match cell.life {
            Life::State => true,
            Life::Memory => false,
            Life::Mark => is_live(game, state, CellId(id as u16)),
        };
        if !counts {
            continue;
        }
        for (i, &value) in slots.iter().enumerate().filter(|(_, value)| **value != cell.start) {
            key = key.wrapping_add(word(About::Slot, cell.offset + i, value.cast_unsigned()));
        }
    }
    key
}

/// Is a mark set, and does a legal move use a clause that reads it, or does something else read
/// it after moves?
///
/// Bans that ask for other legal moves or for the line of play are left out of this question:
/// the line of play is itself told by keys.
pub(crate) fn is_live(game: &Tables, state: &State, mark: CellId) -> bool {
    let cell = game.cell(mark);
    let slots = &state.slots[cell.offset..cell.offset + cell.count];
    if slots.iter().all(|&value| value == cell.start) {
        return false;
    }
    if cell.read_after_moves || cell.readers.is_empty() {
        return cell.read_after_moves;
    }
    let view: View<'_> = about_to_move(game, state, state.to_move);
    each_lawful(&view, None, true, &mut |candidate, _| {
        if cell.readers.contains(&candidate.mv.clause) { Break(()) } else { Continue(()) }
    })
    .is_break()
}
