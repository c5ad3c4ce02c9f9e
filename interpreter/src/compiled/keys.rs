//! The words that a position's key is the sum of, made beforehand.

use crate::key::{About, word};

use super::board::{Code, KINDS, PLAYERS, kind_of, side_of};
use super::layout::{Layout, Places};

/// Words by what they are about; see [`key`](crate::key).
pub(crate) struct Keys {
    squares: usize,
    /// By man and square.
    men: Vec<u64>,
    /// By player and whether he moves again.
    sides: [[u64; 2]; PLAYERS],
}

impl Keys {
    pub(crate) fn new(layout: &Layout) -> Keys {
        let squares = layout.squares;
        let mut men = vec![0; (PLAYERS + 1) * KINDS * squares];
        for (i, entry) in men.iter_mut().enumerate() {
            let (man, square) = ((i / squares) as Code, i % squares);
            *entry = word(About::Man, square, (kind_of(man) as u32) << 8 | name(side_of(man)));
        }
        let side = |p: usize, again: bool| word(About::Side, 0, name(p) << 1 | u32::from(again));
        Keys { squares, men, sides: std::array::from_fn(|p| [side(p, false), side(p, true)]) }
    }

    #[inline(always)]
    pub(crate) fn man(&self, man: Code, square: usize) -> u64 {
        self.men[usize::from(man) * self.squares + square]
    }

    #[inline(always)]
    pub(crate) fn side(&self, player: u8, again: bool) -> u64 {
        self.sides[usize::from(player) & (PLAYERS - 1)][usize::from(again)]
    }
}

/// A side as the reference numbers it.
fn name(side: usize) -> u32 {
    if side == PLAYERS { u32::from(chator_rules::PlayerId::NOBODY.0) } else { side as u32 }
}

/// The word of a cell's value; nothing at its start.
#[inline]
pub(crate) fn value(places: &Places, index: usize, value: i32) -> u64 {
    if value == places.start {
        return 0;
    }
    word(About::Slot, places.offset + index, value.cast_unsigned())
}
