//! What a board holds, in the words of those who look at it from outside.

use chator_rules::{CellId, KindId, PlayerId, Square};

use crate::game::Shape;
use crate::position::{Holder, Piece};

use super::bits::Bits;
use super::board::{Board, Code, NEUTRAL, VACANT, kind_of, side_of};
use super::layout::{Layout, digits_at};

impl<B: Bits> Board<B> {
    /// Who stands on a square of the board.
    #[inline]
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        let man = self.man(square.into());
        (man != VACANT).then(|| piece(man))
    }

    /// Shows all men, in rising order of squares.
    #[inline]
    pub(crate) fn pieces(&self, mut show: impl FnMut(Square, Piece)) {
        for square in self.occupied.squares() {
            show(square as Square, piece(self.man(square)));
        }
    }

    /// Adds up by player what a table by player, kind and square holds for each man.
    pub(crate) fn add_up(&self, layout: &Layout, table: &[i32], sums: &mut [i32]) {
        let (kinds, squares) = (layout.kinds, layout.squares);
        for ((sum, side), of_player) in
            sums.iter_mut().zip(&self.side).zip(table.chunks(kinds * squares))
        {
            for (men, of_kind) in self.kind.iter().zip(of_player.chunks(squares)) {
                for square in (*men & *side).squares() {
                    *sum += of_kind.get(square).copied().unwrap_or(0);
                }
            }
        }
    }

    /// A word that differs, in all likelihood, for boards that differ in anything but the number
    /// of the move.
    pub(crate) fn state_key(&self) -> u64 {
        let mix =
            |key: u64, word: u64| (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let slots =
            self.slot.iter().fold(self.key, |key, &slot| mix(key, u64::from(slot.cast_unsigned())));
        self.plane.iter().fold(slots, |key, plane| {
            plane.squares().fold(mix(key, 1 << 32), |key, square| mix(key, square as u64))
        })
    }

    /// One value of a cell; the start value for a holder that it is not about.
    pub(crate) fn value(&self, layout: &Layout, cell: CellId, holder: Holder) -> i32 {
        let places = layout.cell(cell);
        let slot = match (places.shape, holder) {
            (Shape::Game, _) => Some(places.slot),
            (Shape::Player, Holder::Player(player)) => Some(places.of_player(player.0.into())),
            (Shape::Stock, Holder::Stock(player, kind)) => {
                places.of_stock(player.0.into(), kind.0.into())
            }
            (Shape::Man | Shape::Square, Holder::Square(square)) => {
                let planes = &self.plane[places.plane..places.plane + places.digits];
                return places.read(digits_at(planes, square.into()));
            }
            _ => None,
        };
        slot.map_or(places.start, |slot| self.slot[slot].into())
    }
}

/// A man as the reference names him.
#[inline]
fn piece(man: Code) -> Piece {
    let side = side_of(man);
    let player = if side == NEUTRAL { PlayerId::NOBODY } else { PlayerId(side as u8) };
    Piece { player, kind: KindId(kind_of(man) as u16) }
}
