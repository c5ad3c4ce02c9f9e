//! Whether an enemy's attacks stay as they are while a man moves.

use chator_rules::{Comparison, Life};

use crate::game::Shape;

use super::attack::AttackTable;
use super::bits::Bits;
use super::effects::{OpX, ValueX, Whose};
use super::expr::{CondX, NumX, PartX, SetX};
use super::layout::{Layout, Places};

/// Can the operation change what a table of an enemy attacks? Flags that only go down are looked
/// after by [`safety`](super::safety).
pub(crate) fn disturbs<B: Bits>(
    op: &OpX<B>,
    table: &AttackTable<B>,
    mover: u8,
    layout: &Layout,
) -> bool {
    let (cell, own_men) = match op {
        OpX::Slots { cell, .. } | OpX::Bump { cell, .. } | OpX::Squares { cell, .. } => {
            (*cell, false)
        }
        OpX::Planes { cell, at, .. } => (*cell, is_own(at, mover)),
        _ => return false,
    };
    if falls(op, table, layout) {
        return false;
    }
    let places = layout.cell(cell);
    let reads = |part: PartX<'_, B>| match part {
        PartX::Set(SetX::Plane { plane, .. }) => {
            (places.plane..places.plane + places.digits).contains(plane) && !own_men
        }
        PartX::Set(SetX::Digits { cell: read, .. }) | PartX::Number(NumX::At(read, _)) => {
            *read == cell && !own_men
        }
        PartX::Number(NumX::Slot(slot)) => match op {
            OpX::Slots { whose, .. } => slots(places, whose, layout).contains(slot),
            OpX::Bump { slot: bumped, .. } => slot == bumped,
            _ => false,
        },
        _ => false,
    };
    mentions(table, &reads)
}

fn slots(places: &Places, whose: &Whose, layout: &Layout) -> Vec<usize> {
    match whose {
        Whose::Game => vec![places.slot],
        Whose::These(players) => players.iter().map(|&p| places.of_player(p.into())).collect(),
        Whose::Next => (0..layout.players).map(|p| places.of_player(p)).collect(),
    }
}

/// Are they the mover's men?
fn is_own<B: Bits>(set: &SetX<B>, mover: u8) -> bool {
    match set {
        SetX::Target | SetX::Origin => true,
        SetX::Men(sides) => *sides == 1 << mover,
        SetX::And(list) => list.iter().any(|set| is_own(set, mover)),
        SetX::Or(list) => list.iter().all(|set| is_own(set, mover)),
        SetX::Const(b) => b.none(),
        _ => false,
    }
}

/// Does the operation set to zero a slot that the table asks to be other than zero?
fn falls<B: Bits>(op: &OpX<B>, table: &AttackTable<B>, layout: &Layout) -> bool {
    let OpX::Slots { cell, whose, value } = op else { return false };
    let zero = match value {
        ValueX::Flag(cond) => *cond == CondX::Const(false),
        ValueX::Number(number) => *number == NumX::Const(0),
    };
    let places = layout.cell(*cell);
    let slots = slots(places, whose, layout);
    let asked = |cond: &CondX<B>| is_flag(cond).is_some_and(|slot| slots.contains(&slot));
    let elsewhere = |part: PartX<'_, B>| matches!(part, PartX::Number(NumX::Slot(slot)) if slots.contains(slot));
    zero && match &table.when {
        CondX::All(list) => list.iter().filter(|c| !asked(c)).all(|c| !c.mentions(&elsewhere)),
        other => asked(other) || !other.mentions(&elsewhere),
    }
}

/// The slot that a condition asks to be other than zero, if that is all it asks.
pub(crate) fn is_flag<B: Bits>(cond: &CondX<B>) -> Option<usize> {
    match cond {
        CondX::Compare(Comparison::NotEqual, NumX::Slot(slot), NumX::Const(0)) => Some(*slot),
        _ => None,
    }
}

/// Does a guard of the table mention such a part?
pub(crate) fn mentions<B: Bits>(
    table: &AttackTable<B>,
    wanted: &dyn Fn(PartX<'_, B>) -> bool,
) -> bool {
    table.from.as_ref().is_some_and(|set| set.mentions(wanted))
        || table.capture.as_ref().is_some_and(|set| set.mentions(wanted))
        || table.when.mentions(wanted)
        || table.local.as_ref().is_some_and(|(_, cond)| cond.mentions(wanted))
}

/// Do the table's guards stay as they are while one man moves? Cells are looked at elsewhere, and
/// numbers of a side's men by [`safety`](super::safety).
pub(crate) fn is_steady<B: Bits>(table: &AttackTable<B>) -> bool {
    let fixed = |set: &SetX<B>| {
        !set.mentions(&|part| {
            !matches!(
                part,
                PartX::Set(
                    SetX::Const(_)
                        | SetX::Plane { .. }
                        | SetX::Digits { .. }
                        | SetX::And(_)
                        | SetX::Or(_)
                        | SetX::Not(_)
                )
            )
        })
    };
    table.from.as_ref().is_none_or(fixed)
        && table.capture.as_ref().is_none_or(|set| matches!(set, SetX::Const(_)))
        && table.local.is_none()
        && !table.when.mentions(&|part| match part {
            PartX::Set(SetX::Men(_))
            | PartX::Cond(_)
            | PartX::Number(NumX::Const(_) | NumX::Slot(_)) => false,
            PartX::Number(NumX::Count(set)) => !matches!(set, SetX::Men(_)),
            PartX::Set(_) | PartX::Number(_) => true,
        })
        && !table.when.mentions(&|part| {
            matches!(
                part,
                PartX::Cond(
                    CondX::Some(_)
                        | CondX::Within(..)
                        | CondX::InCheck(_)
                        | CondX::Stuck(_)
                        | CondX::Played(_)
                        | CondX::Was(_)
                        | CondX::Without(..)
                        | CondX::Next(_)
                )
            )
        })
}

/// Is it a cell that moves change whatever their effects: a mark, or a stock?
pub(crate) fn is_fickle<B>(part: PartX<'_, B>, layout: &Layout) -> bool {
    let fickle = |places: &&Places| places.life == Life::Mark || places.shape == Shape::Stock;
    let mut cells = layout.cells.iter().filter(fickle);
    match part {
        PartX::Set(SetX::Plane { plane, .. }) => {
            cells.any(|c| (c.plane..c.plane + c.digits).contains(plane))
        }
        PartX::Set(SetX::Digits { cell, .. }) | PartX::Number(NumX::At(cell, _)) => {
            fickle(&layout.cell(*cell))
        }
        PartX::Number(NumX::Slot(slot)) => {
            cells.any(|c| (c.slot..c.slot + c.slots(layout.players)).contains(slot))
        }
        _ => false,
    }
}
