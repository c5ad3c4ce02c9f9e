//! Moves that are made to see whether they are legal.

use std::ops::ControlFlow::{self, Continue};

use crate::eval::NOWHERE;
use crate::moves::{Move, Script};

use super::bits::Bits;
use super::board::Board;
use super::eye::Eye;
use super::generate::act;
use super::make::{displaced, make};
use super::row::Row;
use super::sink::Sink;
use super::sweep::Sweep;

impl<B: Bits> Sweep<'_, B> {
    /// Tries every move to some squares, in the order of the walk.
    pub(crate) fn walk<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        origin: usize,
        to: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let Ok(motions) = &row.motions else { return Continue(()) };
        for &(square, path) in &motions.order[origin] {
            if to.has(square.into()) {
                let script = Script::default();
                let mv = Move { from: origin as u16, to: square, clause: row.clause, script };
                self.tried(row, mv, path, sink)?;
            }
        }
        Continue(())
    }

    /// Is a move legal, and dutiful if that is asked, whatever is chosen with it?
    pub(crate) fn passes(&mut self, row: &Row<B>, origin: usize, to: usize) -> bool {
        let (clause, script) = (row.clause, Script::default());
        let from = if row.stock.is_some() { NOWHERE } else { origin as u16 };
        let mv = Move { from, to: to as u16, clause, script };
        let path = self.program.path_of(self.eye, row, mv);
        let swift = &row.swift;
        // Nothing else that the move does can matter to what is asked; not even to whether attacks
        // are void, if only men decide that and no others come of the move.
        let by_men = || !self.program.voids_ask_more() && !row.changes.has(to);
        let light = swift.legality.is_ok()
            && (!self.plan.has_voids || by_men())
            && !swift.tries_captures
            && swift.if_check.is_none()
            && !self.dutiful;
        let after = if light {
            displaced(self.program, self.board, row, mv, path, &mut self.deed)
        } else {
            make(self.program, self.board, self.eye.past, row, mv, path, &mut self.deed)
        };
        !self.deed.impossible && self.lawful(row, mv, path, &after)
    }

    /// Does the move just made break no ban, and fulfil a duty if that is asked?
    fn lawful(&self, row: &Row<B>, mv: Move, path: B, after: &Board<B>) -> bool {
        let eye = Eye {
            before: Some(self.board),
            act: act(row, mv, path, &self.deed),
            past: self.program.past_after(self.board, self.eye.past),
            in_ban: true,
            ..Eye::new(self.program, after)
        };
        !row.bans.iter().any(|(ban, _)| eye.holds(ban))
            && (!self.dutiful || row.duties.iter().any(|duty| eye.holds(duty)))
    }

    /// Tries a move with everything that may be chosen with it.
    pub(crate) fn tried<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        stem: Move,
        path: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let about = self.eye.about(stem.from, row.kind, row.clause);
        for offer in 0..=self.plan.offers.len() {
            if let Some(plan) = offer.checked_sub(1).map(|i| &self.plan.offers[i])
                && !about.holds(&plan.when)
            {
                continue;
            }
            let mut script = Script { offer: offer as u8, ..stem.script };
            self.show(row, Move { script, ..stem }, path, sink)?;
            let (becomes, puts) = (self.deed.becomes.min(256), self.deed.puts.min(1 << 16));
            if becomes == 1 && puts == 1 {
                continue;
            }
            if row.swift.free_places && self.deed.choices == 1 && becomes == 1 && !self.dutiful {
                // What one square allows all do.
                for put in 1..puts {
                    script.put = put as u16;
                    sink.one(Move { script, ..stem })?;
                }
                continue;
            }
            for put in 0..puts {
                for becomes in u32::from(put == 0)..becomes {
                    script.becomes = becomes as u8;
                    script.put = put as u16;
                    self.show(row, Move { script, ..stem }, path, sink)?;
                }
            }
        }
        Continue(())
    }

    fn show<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        mv: Move,
        path: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let after = make(self.program, self.board, self.eye.past, row, mv, path, &mut self.deed);
        if self.deed.impossible || !self.lawful(row, mv, path, &after) {
            return Continue(());
        }
        sink.one(mv)
    }
}
