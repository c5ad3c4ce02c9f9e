//! How many legal moves a player has, counted a kind of men at a time.
//!
//! Free men are counted by [tiles](super::tile), without looking at anything but the board. What
//! takes more is set aside as cold, and counted by a [sweep](super::sweep) afterwards, if there is any.

use smallvec::{SmallVec, smallvec};

use super::aim::{Aim, Field, Lot};
use super::bits::Bits;
use super::board::{Board, KINDS, kind_of};
use super::eye::Eye;
use super::plan::PlayerPlan;
use super::program::Program;
use super::safety::Safety;
use super::sink::Count;
use super::sweep::{Mixed, Sweep};
use super::swift::Trust;
use super::tile::{Lands, Tile};

/// A count of a player's moves on its way.
struct Tally<'t, B: Bits> {
    program: &'t Program<B>,
    plan: &'t PlayerPlan<B>,
    board: &'t Board<B>,
    player: u8,
    safety: &'t Safety<B>,
    trust: Trust,
    /// Only moves that fulfil a duty.
    dutiful: bool,
    field: Field<B>,
    /// Where free men may land.
    lands: Lands<B>,
    /// Moves that offers double.
    moves: u32,
    /// Other moves.
    count: Count,
    /// What masks do not tell, a bit for each kind: all men, bound men, and men by tiles that are
    /// not trusted.
    odd: u32,
    bound: u32,
    untrusted: u32,
}

impl<B: Bits> Program<B> {
    /// How many legal moves a player has. `eye` is about to move; nobody looks unless that is needed.
    #[inline(always)]
    pub(crate) fn count<'e>(
        &'e self,
        board: &Board<B>,
        player: u8,
        safety: &Safety<B>,
        eye: &dyn Fn() -> Eye<'e, B>,
    ) -> u64 {
        // Moves that fulfil a duty, or if there are none, all.
        if self.players[usize::from(player)].has_duties
            && let count @ 1.. = self.count_those::<true>(board, player, safety, eye)
        {
            return count;
        }
        self.count_those::<false>(board, player, safety, eye)
    }

    #[inline(always)]
    fn count_those<'e, const DUTIFUL: bool>(
        &'e self,
        board: &Board<B>,
        player: u8,
        safety: &Safety<B>,
        eye: &dyn Fn() -> Eye<'e, B>,
    ) -> u64 {
        let mut tally = Tally::new(self, board, player, safety, DUTIFUL);
        if let Some(count) = tally.quickly::<DUTIFUL>() {
            return count;
        }
        let eye = eye();
        let count = tally.finish(&mut Sweep::new(self, &eye, player, safety, DUTIFUL));
        count.unwrap_or_else(|Mixed| self.legal(&eye, player, None).len() as u64)
    }
}

impl<'t, B: Bits> Tally<'t, B> {
    #[inline(always)]
    fn new(
        program: &'t Program<B>,
        board: &'t Board<B>,
        player: u8,
        safety: &'t Safety<B>,
        dutiful: bool,
    ) -> Tally<'t, B> {
        let field = Field::new(board, player);
        Tally {
            program,
            plan: &program.players[usize::from(player)],
            board,
            player,
            safety,
            trust: safety.trust(),
            dutiful,
            lands: field.lands(safety.answers),
            field,
            moves: 0,
            count: Count(0),
            odd: 0,
            bound: 0,
            untrusted: 0,
        }
    }

    /// Counts what masks tell. How many moves there are, unless more is to be looked at.
    #[inline(always)]
    fn quickly<const DUTIFUL: bool>(&mut self) -> Option<u64> {
        let (board, spread) = (self.board, &self.plan.spread);
        self.odd = spread.odd_kinds(board, self.field.mine);
        let hindered = self.hindered();
        let free = self.field.mine.but(hindered | board.kinds(self.odd));
        for tile in spread.tiles(DUTIFUL) {
            let men = board.kind[usize::from(tile.kind) & (KINDS - 1)] & free;
            self.tile(tile, men);
        }
        for man in hindered.squares() {
            self.bound |= 1 << kind_of(board.man(man));
        }
        self.bound &= !self.odd;
        self.untrusted &= !self.odd;
        if let royals @ 1.. = self.bound & self.program.royal {
            let kind = royals.trailing_zeros() as usize;
            let bound = board.kind[kind & (KINDS - 1)] & hindered;
            if let Some(moves) = self.of_royal(self.plan.lots[kind].tiles(DUTIFUL), bound) {
                self.moves += moves;
                self.bound &= !royals;
            }
        }
        let more = self.odd | self.bound | self.untrusted;
        if more != 0 || !self.plan.drops.is_empty() {
            return None;
        }
        for offer in &self.plan.offers {
            if !offer.is_shut(self.board) {
                return None;
            }
        }
        Some(self.moves.into())
    }

    /// Counts the rest.
    #[inline(never)]
    fn finish(&mut self, sweep: &mut Sweep<'_, B>) -> Result<u64, Mixed> {
        let (plan, trust) = (self.plan, self.trust);
        for (kind, lot) in plan.lots.iter().enumerate() {
            let men = self.board.kind[kind] & self.field.mine;
            if self.odd >> kind & 1 != 0 {
                self.odd(kind, lot, men, sweep)?;
            }
            let bound = men & self.hindered();
            if self.bound >> kind & 1 != 0 {
                for tile in lot.tiles(self.dutiful) {
                    self.by_one(tile.row, bound, sweep)?;
                }
            }
            if self.untrusted >> kind & 1 != 0 {
                let free = men.but(bound);
                for tile in lot.tiles(self.dutiful) {
                    let starting = tile.starting(self.board, free, self.safety.in_check);
                    let to = tile.targets(&self.lands);
                    let count = || tile.count(starting, self.field.occupied, to);
                    if starting.any() && (tile.trust > trust || count().is_none()) {
                        self.by_one(tile.row, free, sweep)?;
                    }
                }
            }
        }
        for &row in &plan.drops {
            let _all = sweep.dropped(&plan.rows[row], &mut self.count);
        }
        Ok(self.count.0 + u64::from(self.moves) * (1 + sweep.offers.len() as u64))
    }

    /// Men who shield a royal, and the royal.
    #[inline(always)]
    fn hindered(&self) -> B {
        self.safety.pinned | self.safety.royals
    }

    /// Counts men of a kind by its tiles.
    fn tiles(&mut self, kind: usize, tiles: &[Tile<B>], men: B) {
        let bound = men & self.hindered();
        for tile in tiles {
            self.tile(tile, men.but(bound));
        }
        if bound.any() {
            match self.of_royal(tiles, bound) {
                Some(moves) => self.moves += moves,
                None => self.bound |= 1 << kind,
            }
        }
    }

    /// Counts free men by a tile of their kind. Where a check may have gone unseen no tile is
    /// trusted, and the rest of the count looks again.
    #[inline(always)]
    fn tile(&mut self, tile: &Tile<B>, free: B) {
        let free = tile.starting(self.board, free, self.safety.in_check);
        if free.none() {
            return;
        }
        if tile.trust <= self.trust {
            let to = tile.targets(&self.lands);
            if let Some(moves) = tile.count(free, self.field.occupied, to) {
                self.moves += moves;
                return;
            }
        }
        self.untrusted |= 1 << tile.kind;
    }

    /// How many moves a royal has, if the men of this kind who are bound are he, and masks tell.
    #[inline(always)]
    fn of_royal(&self, tiles: &[Tile<B>], bound: B) -> Option<u32> {
        if bound != self.safety.royals {
            return None;
        }
        let lands = self.field.lands(self.program.all);
        let (program, board) = (self.program, self.board);
        let to = program.royal_targets(board, self.player, self.safety, tiles, &lands)?;
        Some(to.count())
    }

    /// Counts some men by one row.
    fn by_one(&mut self, row: usize, men: B, sweep: &mut Sweep<'_, B>) -> Result<(), Mixed> {
        let aim = self.plan.rows[row].aim(sweep.eye, men, &self.field);
        self.each(row, &aim, aim.from, sweep)
    }

    /// Counts the men of a kind of which odd rows are open, or seem so.
    fn odd(
        &mut self,
        kind: usize,
        lot: &Lot<B>,
        men: B,
        sweep: &mut Sweep<'_, B>,
    ) -> Result<(), Mixed> {
        for odd in &lot.odd {
            let row = &self.plan.rows[odd.row];
            if row.is_idle(self.dutiful) {
                continue;
            }
            let aim = row.aim(sweep.eye, men, &self.field);
            if aim.from.none() {
                continue;
            }
            if odd.meets {
                return self.whole(lot, men, sweep);
            }
            self.by_row(odd.row, odd.tile.as_ref(), &aim, sweep)?;
        }
        self.tiles(kind, lot.tiles(self.dutiful), men);
        Ok(())
    }

    /// Counts by all rows of a kind, some of which may meet.
    fn whole(&mut self, lot: &Lot<B>, men: B, sweep: &mut Sweep<'_, B>) -> Result<(), Mixed> {
        let mut aims: SmallVec<[Aim<B>; 8]> = smallvec![Aim::NONE; lot.rows.len()];
        let checked = sweep.checked;
        lot.aim(&self.plan.rows, sweep.eye, men, &self.field, checked, &mut aims);
        if lot.meets(&aims) {
            for origin in men.squares() {
                let _all = sweep.man(origin, lot, &aims, true, &mut self.count)?;
            }
            return Ok(());
        }
        for (aim, &id) in aims.iter().zip(&lot.rows) {
            if aim.from.any() {
                self.by_row(id, lot.tile(id), aim, sweep)?;
            }
        }
        Ok(())
    }

    /// Counts by one row as its aim stands, free men all at once if masks tell.
    fn by_row(
        &mut self,
        row: usize,
        tile: Option<&Tile<B>>,
        aim: &Aim<B>,
        sweep: &mut Sweep<'_, B>,
    ) -> Result<(), Mixed> {
        let mut men = aim.from;
        if let Some(tile) = tile.filter(|tile| tile.trust <= self.trust) {
            let (free, to) = (men.but(self.hindered()), aim.to & self.safety.answers);
            if let Some(moves) = sweep
                .owed(&self.plan.rows[row], to)
                .and_then(|to| tile.count(free, self.field.occupied, to))
            {
                self.moves += moves;
                men = men.but(free);
            }
        }
        self.each(row, aim, men, sweep)
    }

    /// Counts man by man by one row.
    fn each(
        &mut self,
        row: usize,
        aim: &Aim<B>,
        men: B,
        sweep: &mut Sweep<'_, B>,
    ) -> Result<(), Mixed> {
        for origin in men.squares() {
            let _all = sweep.row(&self.plan.rows[row], aim, origin, &mut self.count)?;
        }
        Ok(())
    }
}
