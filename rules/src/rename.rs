//! Rewrites the numbers and addresses inside rules, so that two rule sets can be laid side by
//! side. On the way everything whose order does not matter is brought into one order: what is
//! equal afterwards says the same.

use crate::effect::{Effect, Event, Offer, Trigger, Value};
use crate::movement::{Clause, Leg, Motion, Over, Travel};
use crate::ruleset::{Cell, End, EndResult, Kind, Law, Per, Start, TextField};
use crate::set::{CellId, Cond, Dirs, KindId, Number, PlayerId, PlayerRef, Set, Subject};

/// New numbers and addresses for old ones. What is not listed stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// By old number.
    pub kinds: Vec<KindId>,
    /// By old number.
    pub cells: Vec<CellId>,
    /// By old number.
    pub players: Vec<PlayerId>,
    /// Old address and new one.
    pub addresses: Vec<(String, String)>,
}

impl Renaming {
    fn kind(&self, id: &mut KindId) {
        *id = self.kinds.get(usize::from(id.0)).copied().unwrap_or(*id);
    }

    fn cell_id(&self, id: &mut CellId) {
        *id = self.cells.get(usize::from(id.0)).copied().unwrap_or(*id);
    }

    fn player(&self, id: &mut PlayerId) {
        *id = self.players.get(usize::from(id.0)).copied().unwrap_or(*id);
    }

    /// The new address for an old one.
    pub fn address(&self, address: &mut String) {
        if let Some((_, new)) = self.addresses.iter().find(|(old, _)| old == address) {
            new.clone_into(address);
        }
    }

    fn who(&self, who: &mut PlayerRef) {
        if let PlayerRef::Player(id) = who {
            self.player(id);
        }
    }

    fn dirs(&self, dirs: &mut Dirs) {
        if let Dirs::Named { by_player, .. } = dirs {
            let old = by_player.clone();
            for (id, set) in old.into_iter().enumerate() {
                let mut new = PlayerId(id as u8);
                self.player(&mut new);
                if let Some(place) = by_player.get_mut(usize::from(new.0)) {
                    *place = set;
                }
            }
        }
    }

    /// Rewrites a set and all inside it.
    pub fn set(&self, set: &mut Set) {
        match set {
            Set::Kinds(kinds) => self.kinds_sorted(kinds),
            Set::Cell(id) => self.cell_id(id),
            Set::Edge(dirs) => self.dirs(dirs),
            Set::Toward(dirs, inner) | Set::Along(dirs, inner) | Set::Nearest(dirs, inner) => {
                self.dirs(dirs);
                self.set(inner);
            }
            Set::Attacked(inner)
            | Set::Attacking(inner)
            | Set::Not(inner)
            | Set::Was(inner)
            | Set::Chosen(inner) => self.set(inner),
            Set::Without(lifted, inner) => {
                self.set(lifted);
                self.set(inner);
            }
            Set::As(who, inner) => {
                self.who(who);
                self.set(inner);
            }
            Set::And(parts) | Set::Or(parts) => {
                parts.iter_mut().for_each(|p| self.set(p));
                in_one_order(parts);
            }
            Set::None
            | Set::Board
            | Set::Squares(_)
            | Set::Ranks(..)
            | Set::LastRanks(..)
            | Set::Files(..)
            | Set::Empty
            | Set::Men(_)
            | Set::Royal
            | Set::Home
            | Set::It
            | Set::Origin
            | Set::Target
            | Set::Path
            | Set::Taken
            | Set::Attacker
            | Set::Checking => {}
        }
    }

    fn kinds_sorted(&self, kinds: &mut [KindId]) {
        kinds.iter_mut().for_each(|k| self.kind(k));
        kinds.sort_unstable();
    }

    /// Rewrites a condition and all inside it.
    pub fn cond(&self, cond: &mut Cond) {
        match cond {
            Cond::Some(a) => self.set(a),
            Cond::Within(a, b) => {
                self.set(a);
                self.set(b);
            }
            Cond::Compare(_, a, b) => {
                self.number(a);
                self.number(b);
            }
            Cond::Flag(id, of) => {
                self.cell_id(id);
                self.subject(of);
            }
            Cond::Played(names) => names.iter_mut().for_each(|n| self.address(n)),
            Cond::Is(a, b) => {
                self.who(a);
                self.who(b);
            }
            Cond::Not(inner) | Cond::Was(inner) => self.cond(inner),
            Cond::As(who, inner) => {
                self.who(who);
                self.cond(inner);
            }
            Cond::All(parts) | Cond::Any(parts) => {
                parts.iter_mut().for_each(|p| self.cond(p));
                in_one_order(parts);
            }
            Cond::Without(lifted, inner) => {
                self.set(lifted);
                self.cond(inner);
            }
            Cond::Const(_) | Cond::InCheck | Cond::Stuck => {}
        }
    }

    /// Rewrites a number and all inside it.
    pub fn number(&self, number: &mut Number) {
        match number {
            Number::Count(of) => self.set(of),
            Number::Cell(id, of) => {
                self.cell_id(id);
                self.subject(of);
            }
            Number::Add(a, b) | Number::Subtract(a, b) | Number::Min(a, b) | Number::Max(a, b) => {
                self.number(a);
                self.number(b);
            }
            Number::Cases(cases, last) => {
                for (when, value) in cases {
                    self.cond(when);
                    self.number(value);
                }
                self.number(last);
            }
            Number::Was(inner) => self.number(inner),
            Number::Without(lifted, inner) => {
                self.set(lifted);
                self.number(inner);
            }
            Number::As(who, inner) => {
                self.who(who);
                self.number(inner);
            }
            Number::Held(id, kinds) => {
                self.cell_id(id);
                self.kinds_sorted(kinds);
            }
            Number::Const(_) | Number::ByFile(_) | Number::Occurrences | Number::Since => {}
        }
    }

    fn subject(&self, subject: &mut Subject) {
        match subject {
            Subject::Own => {}
            Subject::Player(who) => self.who(who),
            Subject::At(at) => self.set(at),
        }
    }

    fn effect(&self, effect: &mut Effect) {
        match effect {
            Effect::Assign { cell, subject, value } => {
                self.cell_id(cell);
                self.subject(subject);
                match value {
                    Value::Flag(flag) => self.cond(flag),
                    Value::Number(sum) => self.number(sum),
                    Value::Squares(squares) => self.set(squares),
                }
            }
            Effect::Take(at) => self.set(at),
            Effect::Move(from, to) => {
                self.set(from);
                self.set(to);
            }
            Effect::Exchange(pairs) => {
                for (from, to) in pairs {
                    self.set(from);
                    self.set(to);
                }
            }
            Effect::Become(kinds) => self.kinds_sorted(kinds),
            Effect::Put(kinds, at) => {
                self.kinds_sorted(kinds);
                self.set(at);
            }
            Effect::Keep { men, stock, kind } => {
                self.set(men);
                self.cell_id(stock);
                kind.iter_mut().for_each(|kind| self.kind(kind));
            }
            Effect::Again => {}
        }
    }

    fn leg(&self, leg: &mut Leg) {
        match &mut leg.travel {
            Travel::Line { dirs, .. } | Travel::Leap { dirs: Some(dirs), .. } => {
                self.dirs(dirs);
            }
            Travel::Drop(stock) => self.cell_id(stock),
            Travel::Leap { dirs: None, .. } | Travel::Anywhere | Travel::Stay | Travel::Point => {}
        }
        match &mut leg.over {
            Over::All(over) | Over::Exactly(_, over) => self.set(over),
        }
        self.set(&mut leg.to);
    }

    /// Rewrites a way to move, its address included.
    pub fn clause(&self, clause: &mut Clause) {
        self.address(&mut clause.name);
        self.kind(&mut clause.kind);
        clause.motions.iter_mut().flat_map(|m| &mut m.legs).for_each(|l| self.leg(l));
        if is_a_choice(&clause.motions) {
            in_one_order(&mut clause.motions);
        }
        self.set(&mut clause.from);
        clause.when.iter_mut().chain(&mut clause.provided).for_each(|c| self.cond(c));
        in_one_order(&mut clause.when);
        in_one_order(&mut clause.provided);
        clause.effects.iter_mut().for_each(|e| self.effect(e));
    }

    /// Rewrites an event, its address included.
    pub fn event(&self, event: &mut Event) {
        self.address(&mut event.name);
        match &mut event.trigger {
            Trigger::AnyMove => {}
            Trigger::Moving(kinds) => self.kinds_sorted(kinds),
            Trigger::After(names) => names.iter_mut().for_each(|n| self.address(n)),
        }
        self.set(&mut event.from);
        self.set(&mut event.to);
        event.when.iter_mut().for_each(|c| self.cond(c));
        in_one_order(&mut event.when);
        event.effects.iter_mut().for_each(|e| self.effect(e));
    }

    /// Rewrites an offer, its address included.
    pub fn offer(&self, offer: &mut Offer) {
        self.address(&mut offer.name);
        offer.when.iter_mut().for_each(|c| self.cond(c));
        in_one_order(&mut offer.when);
        offer.effects.iter_mut().for_each(|e| self.effect(e));
    }

    /// Rewrites a law, its address included.
    pub fn law(&self, law: &mut Law) {
        self.address(&mut law.name);
        self.cond(&mut law.when);
    }

    /// Rewrites an end, its address included.
    pub fn end(&self, end: &mut End) {
        self.address(&mut end.name);
        self.cond(&mut end.when);
        if let EndResult::Share(share) = &mut end.result {
            self.number(share);
        }
    }

    /// Rewrites who may have a piece.
    pub fn piece(&self, kind: &mut Kind) {
        kind.players.iter_mut().for_each(|p| self.player(p));
        kind.players.sort_unstable();
    }

    /// Rewrites what a cell is about.
    pub fn cell(&self, cell: &mut Cell) {
        if let Per::Man(kinds) | Per::Stock(kinds) = &mut cell.per {
            self.kinds_sorted(kinds);
        }
        cell.letters.iter_mut().for_each(|(_, at)| self.set(at));
    }

    /// Rewrites a start.
    pub fn start(&self, start: &mut Start) {
        for (_, player, kind) in &mut start.men {
            self.player(player);
            self.kind(kind);
        }
        for (stock, player, kind, _) in &mut start.stocks {
            self.cell_id(stock);
            self.player(player);
            self.kind(kind);
        }
        start.stocks.sort_unstable();
        for deal in &mut start.deals {
            deal.kinds.iter_mut().for_each(|k| self.kind(k));
            let old = deal.squares.clone();
            for (id, squares) in old.into_iter().enumerate() {
                let mut new = PlayerId(id as u8);
                self.player(&mut new);
                if let Some(place) = deal.squares.get_mut(usize::from(new.0)) {
                    *place = squares;
                }
            }
        }
        for (player, effects) in &mut start.effects {
            self.player(player);
            effects.iter_mut().for_each(|e| self.effect(e));
        }
    }

    /// Rewrites a field of the position text.
    pub fn field(&self, field: &mut TextField) {
        if let TextField::Cell(id) | TextField::Beside(id) | TextField::Sign(id, _) = field {
            self.cell_id(id);
        }
    }
}

/// Does it not matter in which order these motions are named? Not where each square can be reached
/// along one path only.
fn is_a_choice(motions: &[Motion]) -> bool {
    let all = |fits: fn(&Travel) -> bool| {
        motions.iter().all(|motion| matches!(&motion.legs[..], [leg] if fits(&leg.travel)))
    };
    all(|travel| matches!(travel, Travel::Line { .. }))
        || all(|travel| matches!(travel, Travel::Leap { least: 1, most: Some(1), .. }))
}

/// For the parts of a conjunction or a disjunction.
fn in_one_order<T: std::fmt::Debug>(parts: &mut [T]) {
    parts.sort_by_cached_key(|part| format!("{part:?}"));
}
