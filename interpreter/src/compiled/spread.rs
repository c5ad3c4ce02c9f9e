//! The tiles of all kinds, side by side, and what tells when they are not all that men have.

use super::aim::Lot;
use super::bits::Bits;
use super::board::{Board, KINDS};
use super::door::Door;
use super::layout::Layout;
use super::row::Row;
use super::swift::Trust;
use super::tile::{Lands, Tile};

/// What the [lots](Lot) of a player's kinds have.
pub(crate) struct Spread<B: Bits> {
    tiles: Vec<Tile<B>>,
    /// Those where only moves that fulfil a duty count.
    dutiful: Vec<Tile<B>>,
    /// How far a position must be trusted for all of them to be trusted.
    pub(crate) least_trust: Trust,
    /// The kinds with tiles that are not trusted where an odd attacker is near, a bit each.
    pub(crate) wary: u32,
    /// Places of those that do not tell everywhere how many moves there are.
    untold: Vec<usize>,
    /// By odd row: its kind, and its door.
    doors: Vec<(u8, Door<B>)>,
}

impl<B: Bits> Spread<B> {
    /// Nothing is known.
    pub(crate) const NONE: Spread<B> = Spread {
        tiles: Vec::new(),
        dutiful: Vec::new(),
        least_trust: Trust::Never,
        wary: 0,
        untold: Vec::new(),
        doors: Vec::new(),
    };

    pub(crate) fn new(lots: &[Lot<B>], rows: &[Row<B>], layout: &Layout) -> Spread<B> {
        let tiles = |dutiful| lots.iter().flat_map(move |lot| lot.tiles(dutiful));
        let least_trust = tiles(false).map(|tile| tile.trust).max().unwrap_or(Trust::Always);
        let wary = tiles(false).filter(|tile| tile.trust > Trust::Near);
        let wary = wary.fold(0, |kinds, tile| kinds | 1 << tile.kind);
        let untold = tiles(false).enumerate().filter(|(_, tile)| !tile.is_told());
        let untold = untold.map(|(place, _)| place).collect();
        let odd = lots.iter().flat_map(|lot| &lot.odd).map(|odd| &rows[odd.row]);
        let doors = odd.map(|row| (row.kind, Door::new(row, layout))).collect();
        let [tiles, dutiful] = [false, true].map(|dutiful| tiles(dutiful).cloned().collect());
        Spread { tiles, dutiful, least_trust, wary, untold, doors }
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

    /// The kinds, a bit each, of whose men some may get where only the moves themselves tell how
    /// many there are; `checked`: their player is in check.
    #[inline(always)]
    pub(crate) fn untold_kinds(
        &self,
        board: &Board<B>,
        mine: B,
        lands: &Lands<B>,
        checked: bool,
    ) -> u32 {
        let mut untold = 0;
        for &place in &self.untold {
            let tile = &self.tiles[place];
            let men = board.kind[usize::from(tile.kind) & (KINDS - 1)] & mine;
            if tile.may_be_untold(board, men, lands, checked) {
                untold |= 1 << tile.kind;
            }
        }
        untold
    }
}
