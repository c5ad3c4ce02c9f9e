//! Legal moves of men from stocks.

use std::ops::ControlFlow::{self, Continue};

use crate::eval::NOWHERE;
use crate::moves::{Move, Script};

use super::bits::Bits;
use super::choice::Choice;
use super::row::Row;
use super::sink::{Group, Sink};
use super::sweep::Sweep;

impl<B: Bits> Sweep<'_, B> {
    /// Men from a stock.
    pub(crate) fn dropped<S: Sink<B>>(&mut self, row: &Row<B>, sink: &mut S) -> ControlFlow<()> {
        if row.stock.is_none_or(|slot| self.board.slot[slot] <= 0) {
            return Continue(());
        }
        let about = self.eye.about(NOWHERE, row.kind, row.clause);
        if !about.holds(&row.turn) || !about.holds(&row.local) {
            return Continue(());
        }
        if !row.drops_anywhere {
            let mut stems: Vec<(Move, B)> = Vec::new();
            let _all = self.program.dropped(self.eye, row, &mut |_, mv, path| {
                stems.push((mv, path));
                Continue(())
            });
            return stems.into_iter().try_for_each(|(mv, path)| self.tried(row, mv, path, sink));
        }
        let to = self.eye.set(&row.quiet).but(self.board.occupied);
        self.swift_drop(row, to, sink)
    }

    fn swift_drop<S: Sink<B>>(&mut self, row: &Row<B>, to: B, sink: &mut S) -> ControlFlow<()> {
        let (to, duty_known) = self.owed(row, to).map_or((to, false), |to| (to, true));
        let safety = self.safety;
        let (mut sure, mut doubt);
        if row.bans.is_empty() && duty_known {
            (sure, doubt) = (to, B::NONE);
        } else if row.swift.legality.is_err() || !duty_known || safety.unclear {
            (sure, doubt) = (B::NONE, to);
        } else if self.program.royal >> row.kind & 1 != 0 {
            (sure, doubt) = self.royal_drop(row, to);
        } else {
            doubt = to & safety.touchy;
            if row.sets_marks && safety.odd_near {
                doubt = to;
            }
            sure = to.but(doubt) & safety.answers;
            if self.retries(row) {
                doubt = to.but(sure);
            }
        }
        if let Some(checked) = row.swift.if_check.filter(|_| sure.any()) {
            let checks = self.program.checks_from(self.board, self.player, row.kind, checked);
            doubt |= sure & checks;
            sure = sure.but(checks);
        }
        if !matches!(row.swift.choice, Choice::Once) {
            for square in (sure | doubt).squares() {
                let (clause, script) = (row.clause, Script::default());
                let mv = Move { from: NOWHERE, to: square as u16, clause, script };
                self.tried(row, mv, B::NONE, sink)?;
            }
            return Continue(());
        }
        for square in doubt.squares() {
            if self.passes(row, 0, square) {
                sure |= B::of(square);
            }
        }
        if sure.none() {
            return Continue(());
        }
        let (zone, times) = (B::NONE, 1);
        sink.many(&Group { row, origin: NOWHERE, to: sure, zone, times, offers: &self.offers })
    }

    /// Is tried what masks forbid? Wherever attacks may be void at all: for drops no more is seen.
    fn retries(&self, row: &Row<B>) -> bool {
        row.swift.retries || self.plan.has_voids
    }

    /// Where a royal may surely be dropped, and where that has to be tried.
    #[inline(never)]
    fn royal_drop(&self, row: &Row<B>, to: B) -> (B, B) {
        let own = self.board.side[usize::from(self.player)];
        let others = self.board.kinds(self.program.royal) & own;
        if others.any() || !self.plan.sights.is_empty() {
            return (B::NONE, to);
        }
        let dangers = self.program.dangers_of_drop(self.board, self.player, to);
        let sure = to.but(dangers.attacked | dangers.unclear);
        (sure, if self.retries(row) { to.but(sure) } else { to & dangers.unclear })
    }
}
