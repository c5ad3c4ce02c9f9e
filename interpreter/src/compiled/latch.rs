//! What must be so for men to start, besides that they stand on some squares.

use chator_rules::Comparison;

use crate::game::Shape;

use super::bits::Bits;
use super::board::{Board, PLANES};
use super::expr::{CondX, NumX, SetX};
use super::layout::Layout;

/// A slot that has to compare so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gate(usize, Comparison, i32);

impl Gate {
    /// A condition that is no more than that.
    pub(crate) fn new<B>(cond: &CondX<B>) -> Option<Gate> {
        match cond {
            CondX::Compare(test, NumX::Slot(slot), NumX::Const(value)) => {
                Some(Gate(*slot, *test, *value))
            }
            _ => None,
        }
    }

    /// A condition that a slot compared so before the move.
    pub(crate) fn of_before<B>(cond: &CondX<B>) -> Option<Gate> {
        match cond {
            CondX::Compare(test, NumX::Was(number), NumX::Const(value)) => match **number {
                NumX::Slot(slot) => Some(Gate(slot, *test, *value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Open unless a slot has a value.
    pub(crate) fn unless(slot: usize, value: i32) -> Gate {
        Gate(slot, Comparison::NotEqual, value)
    }

    pub(crate) fn slot(&self) -> usize {
        self.0
    }

    #[inline(always)]
    pub(crate) fn is_open<B: Bits>(&self, board: &Board<B>) -> bool {
        self.1.holds(board.slot[self.0].into(), self.2)
    }
}

/// Something cheap that must be so for men to start.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Latch {
    gate: Option<Gate>,
    pub(crate) planes: Planes,
    /// Nobody starts while his player is in check.
    pub(crate) is_calm: bool,
}

/// Planes that must be bare where a man stands, planes that must be set there, and planes one of
/// which must be set if there are any; a bit each.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Planes {
    pub(crate) bare: u8,
    pub(crate) set: u8,
    pub(crate) some: u8,
}

impl Latch {
    /// What a player's turn and a clause's starting squares ask of men of a kind, and the squares
    /// themselves; none if they ask more.
    pub(crate) fn new<B: Bits>(
        turn: &CondX<B>,
        from: &SetX<B>,
        player: u8,
        kind: u8,
        layout: &Layout,
    ) -> Option<(B, Latch)> {
        let (from, planes) = starts(from, 1 << kind, layout, !B::NONE)?;
        let mut latch = Latch { planes, ..Latch::default() };
        latch.ask(turn, player).then_some((from, latch))
    }

    /// Is nothing asked?
    pub(crate) fn is_open(&self) -> bool {
        *self == Latch::default()
    }

    /// Asks for a condition, too, if it is such a thing.
    fn ask<B: Bits>(&mut self, cond: &CondX<B>, player: u8) -> bool {
        match cond {
            CondX::Const(true) => return true,
            CondX::All(list) => return list.iter().all(|cond| self.ask(cond, player)),
            CondX::Not(inner) if **inner == CondX::InCheck(player) => {
                self.is_calm = true;
                return true;
            }
            _ => {}
        }
        let gate = Gate::new(cond).filter(|_| self.gate.is_none());
        self.gate = self.gate.or(gate);
        gate.is_some()
    }

    /// Those of some men who may start; `checked`: their player is in check.
    #[inline(never)]
    pub(crate) fn open_to<B: Bits>(&self, board: &Board<B>, men: B, checked: bool) -> B {
        if self.is_calm && checked || self.gate.is_some_and(|gate| !gate.is_open(board)) {
            return B::NONE;
        }
        self.planes.open_to(board, men)
    }
}

impl Planes {
    /// Those of some men who are in the planes as asked.
    #[inline(always)]
    pub(crate) fn open_to<B: Bits>(self, board: &Board<B>, men: B) -> B {
        let mut men = if self.bare == 0 { men } else { men.but(board.planes(self.bare)) };
        if self.some != 0 {
            men &= board.planes(self.some);
        }
        let mut set = self.set;
        while set != 0 {
            men &= board.plane[set.trailing_zeros() as usize & (PLANES - 1)];
            set &= set - 1;
        }
        men
    }

    /// What two ask, if one can say that.
    fn and(self, other: Planes) -> Option<Planes> {
        let planes = Planes {
            bare: self.bare | other.bare,
            set: self.set | other.set,
            some: self.some | other.some,
        };
        (self.some == 0 || other.some == 0).then_some(planes)
    }

    /// Is there nobody of whom both are true?
    pub(crate) fn exclude(self, other: Planes) -> bool {
        let excludes =
            |a: Planes, b: Planes| a.bare & b.set != 0 || b.some != 0 && a.bare & b.some == b.some;
        excludes(self, other) || excludes(other, self)
    }
}

/// The squares of a set on which men of some kinds, a bit each, may stand, and what planes must be
/// there, if that is all that the set asks.
pub(crate) fn starts<B: Bits>(
    set: &SetX<B>,
    kinds: u32,
    layout: &Layout,
    all: B,
) -> Option<(B, Planes)> {
    let have_one = |holders: &Option<u32>| holders.is_none_or(|holders| holders & kinds == kinds);
    let in_plane = |plane: usize, set: bool| {
        let bit = 1 << plane;
        let none = Planes::default();
        Some((all, if set { Planes { set: bit, ..none } } else { Planes { bare: bit, ..none } }))
    };
    match set {
        SetX::Const(set) => Some((*set, Planes::default())),
        SetX::Plane { plane, flip, holders } if have_one(holders) => in_plane(*plane, !flip),
        SetX::Not(inner) => match &**inner {
            SetX::Plane { plane, flip, holders } if have_one(holders) => in_plane(*plane, *flip),
            _ => None,
        },
        SetX::Digits { cell, test, value } => {
            let places = layout.cell(*cell);
            let held = places.shape == Shape::Square || places.holders & kinds == kinds;
            let planes = places.plane..places.plane + places.digits;
            let planes = planes.fold(0, |all, plane| all | 1 << plane);
            // At their start cells are in no plane, elsewhere in one at least.
            let passes = |at_start: bool| {
                (places.low..=places.high)
                    .all(|n| test.holds(n, *value) == ((n == places.start) == at_start))
            };
            let none = Planes::default();
            match (held && planes != 0, passes(true), passes(false)) {
                (true, true, _) => Some((all, Planes { bare: planes, ..none })),
                (true, _, true) => Some((all, Planes { some: planes, ..none })),
                _ => None,
            }
        }
        SetX::And(list) => {
            let (mut from, mut planes) = (all, Planes::default());
            for set in list {
                let (those, asked) = starts(set, kinds, layout, all)?;
                from &= those;
                planes = planes.and(asked)?;
            }
            Some((from, planes))
        }
        _ => None,
    }
}
