//! How many legal moves a player has, counted a kind of men at a time.

use super::aim::{Aim, Field, Lot};
use super::bits::Bits;
use super::choice::Choice;
use super::row::{Row, moved};
use super::sink::Count;
use super::sweep::{Mixed, Sweep};

/// Of a kind with more rows than this that may meet the moves are listed.
const MOST_ROWS: usize = 8;

impl<B: Bits> Sweep<'_, B> {
    /// Counts the moves.
    pub(crate) fn tally(&mut self) -> Result<u64, Mixed> {
        let mut count = Count(0);
        // The moves of men whom nothing but a check hinders: offers double them all.
        let mut moves = 0;
        let (board, plan, safety) = (self.board, self.plan, self.safety);
        let field = Field::new(board, self.player);
        let free = field.mine.but(safety.pinned).but(safety.royals);
        let mut aims = [Aim::NONE; MOST_ROWS];
        for (lot, &men) in plan.lots.iter().zip(&board.kind) {
            let men = men & field.mine;
            if men.none() {
                continue;
            }
            if lot.may_meet() {
                let Some(aims) = aims.get_mut(..lot.rows.len()) else { return Err(Mixed) };
                for (aim, &id) in aims.iter_mut().zip(&lot.rows) {
                    *aim = plan.rows[id].aim(self.eye, men, &field);
                }
                if lot.meets(aims) {
                    self.each_man(lot, aims, men, &mut count)?;
                    continue;
                }
            }
            for (place, &id) in lot.rows.iter().enumerate() {
                let row = &plan.rows[id];
                let aim = if lot.may_meet() {
                    aims[place & (MOST_ROWS - 1)]
                } else {
                    row.aim(self.eye, men, &field)
                };
                if aim.from.any() {
                    self.by_row(row, &aim, free, &mut moves, &mut count)?;
                }
            }
        }
        for &row in &plan.drops {
            let _all = self.dropped(&plan.rows[row], &mut count);
        }
        Ok(count.0 + u64::from(moves) * (1 + self.offers.len() as u64))
    }

    /// Counts the moves of men by one row, of free men all at once.
    #[inline(always)]
    fn by_row(
        &mut self,
        row: &Row<B>,
        aim: &Aim<B>,
        free: B,
        moves: &mut u32,
        count: &mut Count,
    ) -> Result<(), Mixed> {
        let (swift, occupied) = (&row.swift, self.board.occupied);
        let mut men = aim.from;
        if swift.trust <= self.trust {
            let to = aim.to & self.safety.answers;
            let zone = swift.zone & to;
            if zone.none() {
                add(row, men & free, occupied, &mut |reached| *moves += (reached & to).count());
                men = men.but(free);
            } else if swift.times > 0 {
                add(row, men & free, occupied, &mut |reached| {
                    *moves += (reached & to).count();
                    *moves += (reached & zone).count() * (swift.times - 1);
                });
                men = men.but(free);
            } else if let Choice::Places(zones, times) = &swift.choice {
                for origin in (men & free).squares() {
                    let reached = row.reach.from(origin, occupied) & to;
                    *moves += reached.count();
                    let several = reached & zones[origin];
                    if several.any() {
                        *moves += several.count() * (times - 1);
                    }
                }
                men = men.but(free);
            }
        }
        if men.any() { self.others(row, aim, men, count) } else { Ok(()) }
    }

    /// Counts the moves of men by rows that may meet.
    #[inline(never)]
    fn each_man(
        &mut self,
        lot: &Lot,
        aims: &[Aim<B>],
        men: B,
        count: &mut Count,
    ) -> Result<(), Mixed> {
        for origin in men.squares() {
            let _all = self.man(origin, lot, aims, true, count)?;
        }
        Ok(())
    }

    /// Counts the moves of men by one row.
    #[inline(never)]
    fn others(
        &mut self,
        row: &Row<B>,
        aim: &Aim<B>,
        men: B,
        count: &mut Count,
    ) -> Result<(), Mixed> {
        for origin in men.squares() {
            let _all = self.row(row, aim, origin, count)?;
        }
        Ok(())
    }
}

/// Shows what men reach by a row, man by man or all at once.
#[inline(always)]
fn add<B: Bits>(row: &Row<B>, men: B, occupied: B, show: &mut impl FnMut(B)) {
    if row.shifts.is_empty() {
        row.reach.each(men, occupied, show);
        return;
    }
    for shift in &row.shifts {
        let mut from = men & shift.from;
        if let Some(passed) = shift.passed {
            from = from.but(moved(occupied, -passed));
        }
        show(moved(from, shift.by));
    }
}
