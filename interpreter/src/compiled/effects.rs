//! Effects and events, ready to be carried out for one player and one clause.

use chator_rules::{CellId, Effect, KindId, PlayerRef, Set, Subject, Trigger, Value};

use crate::game::Shape;

use super::bits::Bits;
use super::expr::{CondX, NumX, PartX, SetX};
use super::fold::Fold;

/// Something that a move does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OpX<B> {
    /// Slots of the game or of players take a value.
    Slots {
        cell: CellId,
        whose: Whose,
        value: ValueX<B>,
    },
    /// A slot becomes larger by a number, up to a limit.
    Bump {
        cell: CellId,
        slot: usize,
        by: i32,
        most: i32,
    },
    /// The cells of men, or squares, take a value.
    Planes {
        cell: CellId,
        at: SetX<B>,
        value: ValueX<B>,
    },
    /// A cell of squares becomes a set.
    Squares {
        cell: CellId,
        set: SetX<B>,
    },
    Take(SetX<B>),
    Move(SetX<B>, PlaceX<B>),
    Exchange(Vec<(SetX<B>, SetX<B>)>),
    /// By owner: what he may become. A neutral man's are the last.
    Become(Vec<Vec<u8>>),
    /// What is put, whose, and where.
    Put {
        kinds: Vec<u8>,
        side: u8,
        at: PlaceX<B>,
    },
    /// Slots of the stock by kind; see [`Effect::Keep`].
    Keep {
        men: SetX<B>,
        stock: CellId,
        kind: Option<u8>,
        slots: Vec<Option<usize>>,
    },
    Again,
}

/// Where a man is put: the first square of a set, or one of them by choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlaceX<B> {
    pub(crate) set: SetX<B>,
    pub(crate) chosen: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Whose {
    Game,
    These(Vec<u8>),
    Next,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueX<B> {
    Flag(CondX<B>),
    Number(NumX<B>),
}

/// An event that a clause may set off.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EventX<B> {
    /// Its number in the rules.
    pub(crate) id: u16,
    /// If not the clause itself, the events that set it off, a bit each.
    pub(crate) after: Option<u64>,
    /// Where the move must have begun, as things stood; none for anywhere.
    pub(crate) from: Option<SetX<B>>,
    pub(crate) to: Option<SetX<B>>,
    pub(crate) when: CondX<B>,
    pub(crate) ops: Vec<OpX<B>>,
}

impl<B: Bits> EventX<B> {
    /// Where a move of the row with these events must end for this one to go off.
    pub(crate) fn ends(&self, events: &[EventX<B>], all: B) -> B {
        let own = |event: &EventX<B>| match event.to {
            Some(SetX::Const(to)) => to,
            _ => all,
        };
        let Some(by) = self.after else { return own(self) };
        let earlier = events.iter().filter(|event| by >> event.id & 1 != 0);
        own(self) & earlier.fold(B::NONE, |to, event| to | own(event))
    }
}

/// The most events: which were set off is kept in a word.
pub(crate) const EVENTS: usize = 64;

pub(crate) fn op<B: Bits>(fold: Fold<'_>, effect: &Effect) -> OpX<B> {
    match effect {
        Effect::Assign { cell, subject, value } => assign(fold, *cell, subject, value),
        Effect::Take(set) => OpX::Take(fold.set(set)),
        Effect::Move(from, to) => OpX::Move(fold.set(from), place(fold, to)),
        Effect::Exchange(pairs) => {
            OpX::Exchange(pairs.iter().map(|(a, b)| (fold.set(a), fold.set(b))).collect())
        }
        Effect::Become(kinds) => {
            let game = fold.game;
            let mut by_owner: Vec<Vec<u8>> = (0..super::board::PLAYERS)
                .map(|player| {
                    let allowed =
                        |k: &&KindId| game.kind(**k).allowed.get(player).copied().unwrap_or(false);
                    kinds.iter().filter(allowed).map(|k| k.0 as u8).collect()
                })
                .collect();
            let neutral = kinds.iter().filter(|k| game.kind(**k).neutral);
            by_owner.push(neutral.map(|k| k.0 as u8).collect());
            OpX::Become(by_owner)
        }
        Effect::Put(kinds, at) => {
            let game = fold.game;
            let neutral = kinds.iter().all(|k| game.kind(*k).neutral);
            let may = |k: &&KindId| {
                if neutral {
                    game.kind(**k).neutral
                } else {
                    game.kind(**k).allowed[usize::from(fold.own)]
                }
            };
            OpX::Put {
                kinds: kinds.iter().filter(may).map(|k| k.0 as u8).collect(),
                side: if neutral { super::board::NEUTRAL as u8 } else { fold.own },
                at: place(fold, at),
            }
        }
        Effect::Keep { men, stock, kind } => {
            let places = fold.layout.cell(*stock);
            let slot = |kind| places.of_stock(fold.own.into(), kind);
            OpX::Keep {
                men: fold.set(men),
                stock: *stock,
                kind: kind.map(|k| k.0 as u8),
                slots: (0..fold.layout.kinds).map(slot).collect(),
            }
        }
        Effect::Again => OpX::Again,
    }
}

fn place<B: Bits>(fold: Fold<'_>, set: &Set) -> PlaceX<B> {
    PlaceX { set: fold.set(set), chosen: matches!(set, Set::Chosen(_)) }
}

fn assign<B: Bits>(fold: Fold<'_>, cell: CellId, subject: &Subject, value: &Value) -> OpX<B> {
    let value = match value {
        Value::Flag(cond) => ValueX::Flag(fold.cond(cond)),
        Value::Number(number) => ValueX::Number(fold.number(number)),
        Value::Squares(set) => return OpX::Squares { cell, set: fold.set(set) },
    };
    match fold.layout.cell(cell).shape {
        Shape::Game | Shape::Stock => {
            if let Some(bump) = bump(fold, cell, &value) {
                return bump;
            }
            OpX::Slots { cell, whose: Whose::Game, value }
        }
        Shape::Player => {
            let whose = match subject {
                Subject::Player(PlayerRef::Next) => Whose::Next,
                Subject::Player(PlayerRef::Player(player)) => Whose::These(vec![player.0]),
                Subject::Player(PlayerRef::Enemy) => {
                    Whose::These((0..fold.game.players).filter(|&p| p != fold.own).collect())
                }
                _ => Whose::These(vec![fold.own]),
            };
            OpX::Slots { cell, whose, value }
        }
        Shape::Man | Shape::Square => {
            let at = match subject {
                Subject::At(set) => fold.set(set),
                _ => fold.set(&Set::It),
            };
            OpX::Planes { cell, at, value }
        }
    }
}

/// `slot = min(slot + by, most)` of a cell of the game, which clocks do after every move.
fn bump<B>(fold: Fold<'_>, cell: CellId, value: &ValueX<B>) -> Option<OpX<B>> {
    let ValueX::Number(NumX::Min(sum, most)) = value else { return None };
    let (NumX::Sum(sum), NumX::Const(most)) = (&**sum, &**most) else { return None };
    let [NumX::Slot(slot), NumX::Const(by)] = sum[..] else { return None };
    let places = fold.layout.cell(cell);
    let inside = |n: i32| (places.low..=places.high).contains(&n);
    let fits = places.shape == Shape::Game && places.slot == slot && inside(*most) && by >= 0;
    fits.then_some(OpX::Bump { cell, slot, by, most: *most })
}

/// The events that a clause may set off, in their order.
pub(crate) fn events<B: Bits>(fold: Fold<'_>, clause: u16) -> Vec<EventX<B>> {
    let game = fold.game;
    let rule = game.clause(clause);
    let drops = game.clauses[usize::from(clause)].drop.is_some();
    let before = fold.about(clause, false);
    let after = fold.about(clause, true);
    let mut kept: Vec<EventX<B>> = Vec::new();
    for (id, event) in game.rules.events.iter().enumerate() {
        let by = match &event.trigger {
            Trigger::AnyMove => None,
            Trigger::Moving(kinds) if !drops && kinds.contains(&rule.kind) => None,
            Trigger::Moving(_) => continue,
            Trigger::After(names) if names.contains(&rule.name) => None,
            Trigger::After(names) => {
                let named =
                    |e: &&EventX<B>| names.contains(&game.rules.events[usize::from(e.id)].name);
                let bits = kept.iter().filter(named).fold(0, |set, e| set | 1 << e.id);
                if bits == 0 {
                    continue;
                }
                Some(bits)
            }
        };
        if drops && event.from != Set::Board {
            continue;
        }
        let narrow = |set: SetX<B>| match set {
            SetX::Const(b) if b.count() as usize == game.squares => None,
            other => Some(other),
        };
        let when = after.conds(&event.when);
        if when == CondX::Const(false) {
            continue;
        }
        kept.push(EventX {
            id: id as u16,
            after: by,
            from: narrow(before.set(&event.from)),
            to: narrow(after.set(&event.to)),
            when,
            ops: event.effects.iter().map(|effect| op(after, effect)).collect(),
        });
    }
    kept
}

impl<B> OpX<B> {
    /// Does it ask for a part that is wanted?
    pub(crate) fn mentions(&self, wanted: &dyn Fn(PartX<'_, B>) -> bool) -> bool {
        let of_value = |value: &ValueX<B>| match value {
            ValueX::Flag(cond) => cond.mentions(wanted),
            ValueX::Number(number) => number.mentions(wanted),
        };
        match self {
            OpX::Slots { value, .. } => of_value(value),
            OpX::Planes { at, value, .. } => at.mentions(wanted) || of_value(value),
            OpX::Squares { set, .. } | OpX::Take(set) | OpX::Keep { men: set, .. } => {
                set.mentions(wanted)
            }
            OpX::Move(from, to) => from.mentions(wanted) || to.set.mentions(wanted),
            OpX::Exchange(pairs) => {
                pairs.iter().any(|(a, b)| a.mentions(wanted) || b.mentions(wanted))
            }
            OpX::Put { at, .. } => at.set.mentions(wanted),
            OpX::Become(_) | OpX::Again | OpX::Bump { .. } => false,
        }
    }
}

impl<B> EventX<B> {
    /// Does what it waits for ask for a part that is wanted?
    pub(crate) fn mentions(&self, wanted: &dyn Fn(PartX<'_, B>) -> bool) -> bool {
        self.from.iter().chain(&self.to).any(|set| set.mentions(wanted))
            || self.when.mentions(wanted)
    }
}
