//! Attacks and checks.

use std::ops::ControlFlow::{Break, Continue};

use chator_rules::{Effect, Set, Square};

use crate::eval::{Act, NOWHERE, View};
use crate::state::Man;
use crate::walk::walk;

impl View<'_> {
    /// Is a royal of `own` attacked?
    pub(crate) fn in_check(&self) -> bool {
        !self.attacking && self.royals().any(|royal| self.attackers(royal).next().is_some())
    }

    /// Where the royal men of `own` stand.
    pub(crate) fn royals(&self) -> impl Iterator<Item = Square> + '_ {
        self.men()
            .filter(|(_, man)| self.game.royal[man.index()] && man.player() == self.own)
            .map(|(square, _)| square)
    }

    /// All men that are not lifted.
    fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        let [walker, attacker] = self.lifted;
        self.game.all_squares().filter_map(move |square| {
            let man = self.now.man(square);
            (man.is_some() && square != walker && square != attacker).then_some((square, man))
        })
    }

    /// Is the square attacked by a hostile man of the set?
    pub(crate) fn attacked(&self, by: &Set, square: Square) -> bool {
        !self.attacking && self.attackers(square).any(|man| self.contains(by, man))
    }

    /// Does a man hostile to `own` on a square attack one of the set?
    pub(crate) fn attacking(&self, of: &Set, from: Square) -> bool {
        let man = self.man(from);
        man.hostile_to(self.own)
            && !self.attacking
            && self.each(of, &mut |aim| self.attacks(from, man, aim))
    }

    /// The men hostile to `own` that attack a square.
    pub(crate) fn attackers(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.men()
            .filter(move |&(from, man)| man.hostile_to(self.own) && self.attacks(from, man, square))
            .map(|(from, _)| from)
    }

    /// Does the man on a square attack a royal of a player hostile to him?
    pub(crate) fn checks(&self, from: Square) -> bool {
        let man = self.man(from);
        man.is_some()
            && !man.is_neutral()
            && !self.attacking
            && self.men().any(|(royal, victim)| {
                victim.player() != man.player()
                    && self.game.royal[victim.index()]
                    && self.attacks(from, man, royal)
            })
    }

    /// Does the man on one square attack another, whoever stands there?
    fn attacks(&self, from: Square, man: Man, aim: Square) -> bool {
        let table = self.game.player(man.player());
        if !table.kind_reach.may(man.kind().0, from, aim) {
            return false;
        }
        let kind = self.game.kind(man.kind());
        let view = View {
            own: man.player(),
            supposed: NOWHERE,
            supposer: man.player(),
            attacking: true,
            ..*self
        };
        kind.attacks.iter().any(|&clause| {
            table.clause_reach.may(clause, from, aim) && view.strikes(clause, from, aim)
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
                        && rule.effects.iter().any(
                            |effect| matches!(effect, Effect::Take(set) if view.contains(set, aim)),
                        );
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
        self.voids && self.void_of(attacker).is_some()
    }

    /// The first void that makes the attacks of the man on a square count for nothing.
    pub(crate) fn void_of(&self, attacker: Square) -> Option<usize> {
        let laws = &self.game.rules.voids;
        if laws.is_empty() {
            return None;
        }
        let view = View {
            own: self.now.man(attacker).player(),
            attacker,
            voids: false,
            attacking: false,
            ..*self
        };
        laws.iter().position(|law| view.holds(&law.when))
    }

    /// Each man who would attack a hostile man, were it not for a void, with that void.
    pub(crate) fn voided(&self) -> impl Iterator<Item = usize> + '_ {
        let open = View { voids: false, ..*self };
        self.men().filter_map(move |(from, man)| {
            if self.man(from).is_neutral() {
                return None;
            }
            let void = self.void_of(from)?;
            let attacks = |&(aim, other): &(Square, Man)| {
                other.hostile_to(man.player()) && open.attacks(from, man, aim)
            };
            open.men().any(|other| attacks(&other)).then_some(void)
        })
    }
}
