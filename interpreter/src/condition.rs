//! Conditions and numbers.

use chator_rules::{CellId, Cond, KindId, Number, PlayerId, PlayerRef, Set, Square, Subject};

use crate::eval::View;
use crate::game::Shape;
use crate::key;
use crate::legality;
use crate::state::Man;

impl View<'_> {
    pub(crate) fn holds(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(value) => *value,
            Cond::Some(set) => self.some(set),
            Cond::Within(inner, outer) => {
                let mut any = false;
                let outside = self.each(inner, &mut |s| {
                    any = true;
                    !self.contains(outer, s)
                });
                any && !outside
            }
            Cond::Compare(comparison, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                comparison.holds(a, b)
            }
            Cond::Flag(cell, Subject::Player(PlayerRef::Enemy)) => self
                .players(PlayerRef::Enemy)
                .any(|player| self.seen_by(player).value(*cell, &Subject::Own) != 0),
            Cond::Flag(cell, subject) => self.value(*cell, subject) != 0,
            Cond::InCheck => self.in_check(),
            Cond::Stuck => legality::stuck(self),
            Cond::Played(addresses) => self
                .game
                .rules
                .clauses
                .get(usize::from(self.act.clause))
                .is_some_and(|clause| self.act.done && addresses.contains(&clause.name)),
            Cond::Is(a, b) => self.players(*a).any(|a| self.players(*b).any(|b| a == b)),
            Cond::Not(cond) => !self.holds(cond),
            Cond::All(list) => list.iter().all(|cond| self.holds(cond)),
            Cond::Any(list) => list.iter().any(|cond| self.holds(cond)),
            Cond::Was(cond) => self.was().holds(cond),
            Cond::As(who, cond) => {
                self.players(*who).any(|player| self.seen_by(player).holds(cond))
            }
            Cond::Without(set, cond) => self.without(set, |view| view.holds(cond)),
        }
    }

    pub(crate) fn hold(&self, conds: &[Cond]) -> bool {
        conds.iter().all(|cond| self.holds(cond))
    }

    /// Asks with the men of a set lifted from the board.
    pub(crate) fn without<T>(&self, set: &Set, ask: impl FnOnce(&View) -> T) -> T {
        let mut bare = self.now.clone();
        self.each(set, &mut |s| {
            bare.men[usize::from(s)] = Man::NOBODY;
            false
        });
        ask(&View { now: &bare, past: crate::eval::Past { now: None, ..self.past }, ..*self })
    }

    pub(crate) fn number(&self, number: &Number) -> i32 {
        match number {
            Number::Const(value) => *value,
            Number::Count(set) => self.count(set),
            Number::Cell(cell, Subject::Player(who)) => self
                .players(*who)
                .fold(0, |sum, p| sum.saturating_add(self.seen_by(p).value(*cell, &Subject::Own))),
            Number::Cell(cell, subject) => self.value(*cell, subject),
            Number::Add(a, b) => self.number(a).saturating_add(self.number(b)),
            Number::Subtract(a, b) => self.number(a).saturating_sub(self.number(b)),
            Number::Min(a, b) => self.number(a).min(self.number(b)),
            Number::Max(a, b) => self.number(a).max(self.number(b)),
            Number::Cases(cases, otherwise) => {
                let case = cases.iter().find(|(cond, _)| self.holds(cond));
                self.number(case.map_or(otherwise, |(_, value)| value))
            }
            Number::ByFile(values) => {
                let file = self.game.geometry.file.get(usize::from(self.it()));
                file.and_then(|&file| values.get(usize::from(file))).copied().unwrap_or(0)
            }
            Number::Occurrences => {
                let now = self.past.now.unwrap_or_else(|| key::of(self.game, self.now));
                let past = self.past.earlier.iter().chain(&self.past.last);
                past.filter(|&&key| key == now).fold(1, |count, _| count + 1)
            }
            Number::Since => {
                let now = self.past.now.unwrap_or_else(|| key::of(self.game, self.now));
                let past = || self.past.earlier.iter().chain(&self.past.last);
                let first = past().position(|&key| key == now);
                first.map_or(0, |at| i32::try_from(past().count() - at).unwrap_or(i32::MAX))
            }
            Number::Held(stock, kinds) => {
                kinds.iter().map(|&kind| self.held(*stock, kind, self.own)).sum()
            }
            Number::Was(number) => self.was().number(number),
            Number::Without(set, number) => self.without(set, |view| view.number(number)),
            Number::As(who, number) => self
                .players(*who)
                .fold(0, |sum, p| sum.saturating_add(self.seen_by(p).number(number))),
        }
    }

    /// A cell's value for a subject. Of several men, squares or players it is the first one's;
    /// of none it is the start value.
    pub(crate) fn value(&self, cell: CellId, subject: &Subject) -> i32 {
        let table = self.game.cell(cell);
        let slot = match (table.shape, subject) {
            (Shape::Game, _) => Some(0),
            (Shape::Player, Subject::Player(who)) => {
                self.players(*who).next().map(|player| usize::from(player.0))
            }
            (Shape::Player, _) => Some(usize::from(self.own.0)),
            (Shape::Man | Shape::Square, Subject::At(set)) => self.first(set).map(usize::from),
            (Shape::Stock, _) => None,
            (Shape::Man | Shape::Square, _) => {
                (self.it() != crate::eval::NOWHERE).then(|| usize::from(self.it()))
            }
        };
        match slot {
            Some(slot) if table.shape != Shape::Man || self.has(cell, slot as Square) => {
                self.now.slots[table.offset + slot]
            }
            _ => table.start,
        }
    }

    /// How many men of a kind a player has in a stock.
    #[inline]
    pub(crate) fn held(&self, stock: CellId, kind: KindId, player: PlayerId) -> i32 {
        self.now.slots[self.game.held_slot(stock, kind, player)]
    }

    /// Does a man who can have the cell stand there?
    pub(crate) fn has(&self, cell: CellId, square: Square) -> bool {
        let man = self.man(square);
        man.is_some() && self.game.cell(cell).kinds[usize::from(man.kind().0)]
    }
}
