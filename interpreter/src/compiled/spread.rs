//! The tiles of all kinds, side by side, and what tells when they are not all that men have.

use super::aim::Lot;
use super::bits::Bits;
use super::board::{Board, KINDS};
use super::door::Door;
use super::layout::Layout;
use super::row::Row;
use super::tile::Tile;

/// What the [lots](Lot) of a player's kinds have.
pub(crate) struct Spread<B: Bits> {
    tiles: Vec<Tile<B>>,
    /// Those where only moves that fulfil a duty count.
    dutiful: Vec<Tile<B>>,
    /// By odd row: its kind, and its door.
    doors: Vec<(u8, Door<B>)>,
}

impl<B: Bits> Spread<B> {
    pub(crate) const NONE: Spread<B> =
        Spread { tiles: Vec::new(), dutiful: Vec::new(), doors: Vec::new() };

    pub(crate) fn new(lots: &[Lot<B>], rows: &[Row<B>], layout: &Layout) -> Spread<B> {
        let tiles = |dutiful| lots.iter().flat_map(|lot| lot.tiles(dutiful)).cloned().collect();
        let odd = lots.iter().flat_map(|lot| &lot.odd).map(|odd| &rows[odd.row]);
        let doors = odd.map(|row| (row.kind, Door::new(row, layout))).collect();
        Spread { tiles: tiles(false), dutiful: tiles(true), doors }
    }

    #[inline(always)]
    pub(crate) fn tiles(&self, dutiful: bool) -> &[Tile<B>] {
        if dutiful { &self.dutiful } else { &self.tiles }
    }

    /// The kinds, a bit each, of which more than tiles may allow something to a player's men.
    #[inline(always)]
    pub(crate) fn odd_kinds(&self, board: &Board<B>, mine: B) -> u32 {
        let mut odd = 0;
        for (kind, door) in &self.doors {
            let men = board.kind[usize::from(*kind) & (KINDS - 1)] & mine;
            if men.any() && !door.is_shut(board, men) {
                odd |= 1 << kind;
            }
        }
        odd
    }
}
