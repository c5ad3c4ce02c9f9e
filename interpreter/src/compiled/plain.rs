//! Legal moves of men of whom tiles tell all, so that nothing but the board is looked at.

use std::ops::ControlFlow::{self, Continue};

use super::aim::Field;
use super::bits::Bits;
use super::board::{Board, kind_of};
use super::plan::PlayerPlan;
use super::program::Program;
use super::safety::Safety;
use super::sink::{Group, Sink};
use super::sweep::Wanted;
use super::swift::Trust;
use super::tile::{Lands, Tile};

/// What tiles tell of a player's moves, where they are trusted.
pub(crate) struct Plain<'p, B: Bits> {
    plan: &'p PlayerPlan<B>,
    board: &'p Board<B>,
    safety: &'p Safety<B>,
    mine: B,
    lands: Lands<B>,
    /// Where the royal may go, if tiles tell.
    royal: B,
    /// The kinds whose moves tiles do not tell, a bit each.
    odd: u32,
    /// The player may bring men from a stock.
    drops: bool,
    /// Only moves that may change which men stand on the board.
    sharp: bool,
}

impl<B: Bits> Program<B> {
    /// What tiles tell of a player's moves, if they are trusted.
    #[inline(always)]
    pub(crate) fn plain<'p>(
        &'p self,
        board: &'p Board<B>,
        player: u8,
        safety: &'p Safety<B>,
        wanted: Wanted,
    ) -> Option<Plain<'p, B>> {
        let plan = &self.players[usize::from(player)];
        if wanted == Wanted::Dutiful {
            return None;
        }
        let trust = safety.trust();
        let wary = match plan.spread.least_trust <= trust {
            true => 0,
            false if trust == Trust::Near => plan.spread.wary,
            false => return None,
        };
        for offer in &plan.offers {
            if !offer.is_shut(board) {
                return None;
            }
        }
        let field = Field::new(board, player);
        let lands = field.lands(self.all);
        let mut odd = wary
            | plan.spread.odd_kinds(board, field.mine)
            | plan.spread.untold_kinds(board, field.mine, &lands, safety.in_check);
        let mut royal = B::NONE;
        if safety.royals.any() {
            let kind = kind_of(board.man(safety.royals.first()));
            if odd >> kind & 1 == 0 {
                let tiles = plan.lots[kind].tiles(false);
                match self.royal_targets(board, player, safety, tiles, &lands) {
                    Some(targets) => royal = targets,
                    None => odd |= 1 << kind,
                }
            }
        }
        let sharp = wanted == Wanted::Sharp;
        let drops = !sharp && !plan.drops.is_empty();
        Some(Plain { plan, board, safety, mine: field.mine, lands, royal, odd, drops, sharp })
    }

    /// Where the royal to look after may go, if his tiles and masks tell. `lands` may be anywhere.
    #[inline(always)]
    pub(crate) fn royal_targets(
        &self,
        board: &Board<B>,
        player: u8,
        safety: &Safety<B>,
        tiles: &[Tile<B>],
        lands: &Lands<B>,
    ) -> Option<B> {
        if safety.minds_sights {
            return None;
        }
        let (royal, trust) = (safety.royals.first(), safety.trust());
        // No two tiles lead to the same square.
        let mut all = B::NONE;
        for tile in tiles {
            if tile.starting(board, safety.royals, safety.in_check).none() {
                continue;
            }
            if tile.trust > Trust::Always || tile.trust > trust {
                return None;
            }
            all |= tile.landings(royal, board.occupied, lands)?;
        }
        if all.none() {
            return Some(all);
        }
        if safety.try_royal_captures && (all & board.occupied).any() {
            return None;
        }
        let dangers = self.dangers(board, player, royal, all);
        let voidable = || self.may_be_void_at(board, player, royal, dangers.attacked);
        if dangers.unclear.any() || !self.void_signs.is_empty() && voidable().any() {
            return None;
        }
        Some(all.but(dangers.attacked))
    }
}

impl<B: Bits> Plain<'_, B> {
    /// Is there nothing besides?
    #[inline(always)]
    pub(crate) fn is_all(&self) -> bool {
        self.odd == 0 && !self.drops
    }

    /// Do tiles tell the moves of men of the kind?
    #[inline(always)]
    pub(crate) fn tells(&self, kind: usize) -> bool {
        self.odd >> kind & 1 == 0
    }

    /// Shows the moves of all men, in the order of the reference.
    #[inline(always)]
    pub(crate) fn each<S: Sink<B>>(&self, sink: &mut S) -> ControlFlow<()> {
        for origin in self.mine.squares() {
            self.man(origin, kind_of(self.board.man(origin)), sink)?;
        }
        Continue(())
    }

    /// Shows those of one man.
    #[inline(always)]
    pub(crate) fn man<S: Sink<B>>(
        &self,
        origin: usize,
        kind: usize,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let (board, safety) = (self.board, self.safety);
        let is_royal = safety.royals.has(origin);
        let allowed = if is_royal { self.royal } else { safety.allows(origin) };
        for tile in self.plan.lots[kind].tiles(false) {
            if !tile.starts(board, origin, safety.in_check) {
                continue;
            }
            let mut to = tile.reached(origin, board.occupied);
            to &= tile.targets(&self.lands) & allowed;
            if self.sharp {
                to &= board.occupied | self.plan.rows[tile.row].changes;
            }
            if to.any() {
                let (row, (zone, times)) = (&self.plan.rows[tile.row], tile.several(origin));
                sink.many(&Group { row, origin: origin as u16, to, zone, times, offers: &[] })?;
            }
        }
        Continue(())
    }
}
