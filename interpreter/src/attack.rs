//! Attacks and checks.

use std::ops::ControlFlow::{Break, Continue};

use chator_rules::{Effect, Set, Square};

use crate::eval::{Act, NOWHERE, View};
use crate::walk::walk;

impl View<'_> {
    /// Is a royal of `own` attacked?
    pub(crate) fn in_check(&self) -> bool {
        if self.attacking {
            return false;
        }
        let royals = self.game.all_squares().filter(|&s| {
            let man = self.man(s);
            man.belongs_to(self.own) && self.game.kind(man.kind()).royal
        });
        royals.into_iter().any(|royal| self.attackers(royal).next().is_some())
    }

    /// Is the square attacked by a hostile man of the set?
    pub(crate) fn attacked(&self, by: &Set, square: Square) -> bool {
        !self.attacking && self.attackers(square).any(|man| self.contains(by, man))
    }

    /// The men hostile to `own` that attack a square.
    pub(crate) fn attackers(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.game.all_squares().filter(move |&from| {
            self.man(from).hostile_to(self.own) && self.attacks(from, square)
        })
    }

    /// Does the man on a square attack a royal of a player hostile to him?
    pub(crate) fn checks(&self, from: Square) -> bool {
        let man = self.man(from);
        man.is_some()
            && !self.attacking
            && self.game.all_squares().any(|royal| {
                let victim = self.man(royal);
                victim.hostile_to(man.player())
                    && self.game.kind(victim.kind()).royal
                    && self.attacks(from, royal)
            })
    }

    /// Does the man on one square attack another, whoever stands there?
    fn attacks(&self, from: Square, aim: Square) -> bool {
        let man = self.man(from);
        let kind = self.game.kind(man.kind());
        let player = usize::from(man.player().0);
        let reach = &self.game.players_table[player].reach[usize::from(man.kind().0)];
        if !reach.may(from, aim) {
            return false;
        }
        let view = View {
            own: man.player(),
            supposed: NOWHERE,
            supposer: man.player(),
            attacking: true,
            ..*self
        };
        kind.attacks.iter().any(|&clause| {
            self.game.clauses[usize::from(clause)].reach[player].may(from, aim)
                && view.strikes(clause, from, aim)
        }) && !self.is_void(from)
    }

    /// Could the attacker's clause take a man of an enemy on `aim`?
    fn strikes(&self, clause: u16, from: Square, aim: Square) -> bool {
        let table = &self.game.clauses[usize::from(clause)];
        let rule = self.game.clause(clause);
        let view = self.about(from, self.now.man(from).kind(), clause);
        if !view.contains(&rule.from, from) || !view.hold(&rule.when) {
            return false;
        }
        let lifted = view.lifting(from);
        if table.strikes {
            let struck = View { supposed: aim, ..lifted };
            for motion in &rule.motions {
                let hit = walk(&struck, motion, from, Some(aim), &mut |to, path| {
                    let applies = !table.takes || struck.takes_any(clause, to, path);
                    if applies { Break(()) } else { Continue(()) }
                });
                if hit.is_break() {
                    return true;
                }
            }
        }
        if table.takes && self.now.man(aim).hostile_to(self.own) {
            for motion in &rule.motions {
                let hit = walk(&lifted, motion, from, None, &mut |to, path| {
                    let act = Act { target: to, path, ..view.act };
                    let view = View { act, ..view };
                    let hit = view.takes_any(clause, to, path)
                        && rule.effects.iter().any(|effect| {
                            matches!(effect, Effect::Take(set) if view.contains(set, aim))
                        });
                    if hit { Break(()) } else { Continue(()) }
                });
                if hit.is_break() {
                    return true;
                }
            }
        }
        false
    }

    /// Would every `take` of a clause find a hostile man?
    pub(crate) fn takes_any(&self, clause: u16, to: Square, path: &[Square]) -> bool {
        let view = View { act: Act { target: to, path, ..self.act }, ..*self };
        self.game.clause(clause).effects.iter().all(|effect| match effect {
            Effect::Take(set) => view.each(set, &mut |s| view.now.man(s).hostile_to(view.own)),
            _ => true,
        })
    }

    /// Does a void make the attack of the man on a square count for nothing?
    fn is_void(&self, attacker: Square) -> bool {
        let laws = &self.game.rules.voids;
        if laws.is_empty() || !self.voids {
            return false;
        }
        let view = View {
            own: self.now.man(attacker).player(),
            attacker,
            voids: false,
            attacking: false,
            ..*self
        };
        laws.iter().any(|law| view.holds(&law.when))
    }
}
