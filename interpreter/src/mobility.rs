//! Where a man can go on a board, laws aside: for those who weigh piece types.
//!
//! A [`Setup`] is any board, so a man may be tried where no game would bring him. What is told
//! are pseudo-legal ways, by the reference's walker: each clause that may start there and whose
//! conditions hold. Bans, duties and offers are not asked, nor whose turn it is.

use std::ops::ControlFlow::Continue;

use chator_rules::{KindId, PlayerId, Square};

use crate::apply::{Deed, apply};
use crate::eval::{NOWHERE, View};
use crate::movegen::about_to_move;
use crate::moves::{Move, Script};
use crate::setup::Setup;
use crate::walk::walk;

/// A way of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it ends. A way that only names a square ends there, too.
    pub to: Square,
    /// A hostile man stands there, or the way takes men elsewhere.
    pub takes: bool,
    /// The clause: an index into [`Rules::clauses`](chator_rules::Rules::clauses).
    pub clause: u16,
}

impl Setup {
    /// Shows the ways of the man on a square, also if he is not to move. Several may lead to one
    /// square. An empty square has none, nor has a man who is nobody's.
    pub fn ways(&self, from: Square, mut found: impl FnMut(Way)) {
        let game = &*self.game.0;
        let man = self.state.man(from);
        if man.is_nobody() || man.is_neutral() {
            return;
        }
        let view = about_to_move(game, &self.state, man.player());
        for &clause in &game.kind(man.kind()).clauses {
            self.walk_clause(&view, clause, from, man.kind(), &mut |way, _| found(way));
        }
    }

    /// The squares on which a player may drop a man of the type from a stock, as if he had one.
    pub fn drop_squares(&self, player: PlayerId, kind: KindId, mut found: impl FnMut(Square)) {
        let game = &*self.game.0;
        let view = about_to_move(game, &self.state, player);
        for &(clause, _) in &game.drops {
            if game.clause(clause).kind == kind {
                self.walk_clause(&view, clause, NOWHERE, kind, &mut |way, _| found(way.to));
            }
        }
    }

    /// Carries out each quiet way of the man on a square, with each choice of what he becomes,
    /// and shows where he went and the board after it. `after` is overwritten; a caller who
    /// comes again saves memory by bringing it along.
    pub fn fates(&self, from: Square, after: &mut Setup, mut found: impl FnMut(Square, &Setup)) {
        let game = &*self.game.0;
        let man = self.state.man(from);
        if man.is_nobody() || man.is_neutral() {
            return;
        }
        let view = about_to_move(game, &self.state, man.player());
        let mut deed = Deed::default();
        for &clause in &game.kind(man.kind()).clauses {
            if game.clauses[usize::from(clause)].points {
                continue;
            }
            self.walk_clause(&view, clause, from, man.kind(), &mut |way, path| {
                if way.takes {
                    return;
                }
                let about = view.about(from, man.kind(), clause);
                let mut becomes = 0;
                loop {
                    let script = Script { becomes, ..Script::default() };
                    let mv = Move { from, to: way.to, clause, script };
                    apply(&about, mv, path, &mut after.state, &mut deed);
                    if !deed.impossible {
                        found(way.to, after);
                    }
                    becomes = becomes.saturating_add(1);
                    if u32::from(becomes) >= deed.becomes.min(u8::MAX.into()) {
                        break;
                    }
                }
            });
        }
    }

    fn walk_clause(
        &self,
        view: &View<'_>,
        clause: u16,
        from: Square,
        kind: KindId,
        found: &mut dyn FnMut(Way, &[Square]),
    ) {
        let game = view.game;
        let rule = game.clause(clause);
        let table = &game.clauses[usize::from(clause)];
        let about = view.about(from, kind, clause);
        if !about.contains(&rule.from, from)
            || !about.hold(&rule.when)
            || !about.hold(&rule.provided)
        {
            return;
        }
        let lifted = about.lifting(from);
        for motion in &rule.motions {
            let _all = walk(&lifted, motion, from, None, &mut |to, path| {
                if !table.takes || about.takes_any(clause, to, path) {
                    let struck = !table.points && self.state.man(to).hostile_to(view.own);
                    let takes = (struck && to != from) || table.takes;
                    found(Way { to, takes, clause }, path);
                }
                Continue(())
            });
        }
    }
}
