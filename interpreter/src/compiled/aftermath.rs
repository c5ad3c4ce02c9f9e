//! The events of a row, when it is known whether its move takes somebody.
//!
//! That is known as soon as the man has moved, unless something else takes men as well. Of the
//! clocks that most games set after every move no more is left then than what is written last.

use chator_rules::CellId;

use crate::game::Shape;

use super::bits::Bits;
use super::board::{Board, SLOTS};
use super::effects::{EventX, OpX, ValueX, Whose};
use super::expr::{CondX, NumX, SetX};
use super::fold::{all, any, not};
use super::keys;
use super::latch::Gate;
use super::layout::{Layout, Places};
use super::program::Program;

/// What follows a move.
#[derive(Debug)]
pub(crate) struct Aftermath<B> {
    /// The events that go off in any case, a bit each.
    pub(crate) sure: u64,
    pub(crate) steps: Vec<Step<B>>,
    /// Some of the steps are events.
    pub(crate) asks: bool,
}

#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Step<B> {
    Clock(Clock),
    /// The squares passed are left in a plane.
    Trail(usize),
    Event(Pending<B>),
}

/// An event of which more has to be asked.
#[derive(Debug)]
pub(crate) struct Pending<B> {
    pub(crate) event: EventX<B>,
    /// Where a move must begin and end for it to go off, as far as that is always the same.
    pub(crate) from: B,
    pub(crate) to: B,
    /// If it does no more than put cells of men back to their start: which men those are.
    pub(crate) clears: Option<Clears>,
    /// What must be so before the move for it to go off, or to change anything.
    pub(crate) gate: Option<Gate>,
    /// It goes off only after others of these that would do something as well.
    pub(crate) waits: bool,
    /// Who must have been in check before the move for it to go off.
    pub(crate) checked: Option<u8>,
    /// If it is no more than this unless a player is in check after the move: who, and this.
    pub(crate) unchecked: Option<(u8, Clock)>,
}

/// Cells of men that go back to their start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clears {
    /// The planes in which one of the mover's men must stand for that to change anything; none if
    /// it is only about the man who moved.
    pub(crate) planes: u8,
}

/// A slot takes a value that is easily told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) cell: CellId,
    pub(crate) slot: usize,
    /// Its place in the reference's cell.
    index: usize,
    pub(crate) in_key: bool,
    pub(crate) ticks: Ticks,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Ticks {
    /// So many more, up to a limit.
    By(i32, i32),
    To(i32),
}

/// What follows a row's moves that take nobody, and those that take somebody; none if something
/// else than the displacement decides about that.
pub(crate) fn aftermaths<B: Bits>(
    ops: &[OpX<B>],
    takes: &[SetX<B>],
    events: &[EventX<B>],
    layout: &Layout,
    own: u8,
) -> Option<[Aftermath<B>; 2]> {
    let may_take = |op: &OpX<B>| matches!(op, OpX::Take(_) | OpX::Move(..) | OpX::Exchange(_));
    let others = ops.iter().chain(events.iter().flat_map(|event| &event.ops)).any(may_take);
    if others || !takes.is_empty() {
        return None;
    }
    Some([false, true].map(|taken| aftermath(events, taken, layout, own)))
}

fn aftermath<B: Bits>(events: &[EventX<B>], taken: bool, layout: &Layout, own: u8) -> Aftermath<B> {
    let mut found = Aftermath { sure: 0, steps: Vec::new(), asks: false };
    // Events that may go off and do next to nothing.
    let mut idle = 0;
    for event in events {
        let when = knowing(&event.when, taken);
        // Whatever may set it off: if none of those can go off, neither can it.
        if when == CondX::Const(false) {
            continue;
        }
        let step = |op| clock(op, layout).map(Step::Clock).or(trail(op, layout).map(Step::Trail));
        let steps: Option<Vec<Step<B>>> = event.ops.iter().map(step).collect();
        let sure = when == CondX::Const(true)
            && event.from.is_none()
            && event.to.is_none()
            && event.after.is_none_or(|by| by & found.sure != 0);
        match steps {
            Some(steps) if sure => {
                found.sure |= 1 << event.id;
                for step in steps {
                    match step {
                        Step::Clock(clock) => found.tick(clock),
                        other => found.steps.push(other),
                    }
                }
            }
            _ => {
                let clears = clears(&event.ops, layout, own);
                let change =
                    change(&event.ops, layout).filter(|gate| !found.runs(gate.slot(), layout));
                let gate = found.gate(&when, layout).or(change);
                let unchecked = if sure { unchecked(&event.ops, layout) } else { None };
                let checked = checked(&when);
                let waits = event.after.is_some_and(|by| by & (found.sure | idle) == 0);
                let is_idle = clears.is_some() || unchecked.is_some() || change.is_some();
                idle |= u64::from(is_idle) << event.id;
                let [from, to] = [&event.from, &event.to].map(|set| match set {
                    Some(SetX::Const(set)) => *set,
                    _ => !B::NONE,
                });
                let event = EventX { when, ..event.clone() };
                let pending = Pending { event, from, to, clears, gate, waits, checked, unchecked };
                found.steps.push(Step::Event(pending));
                found.asks = true;
            }
        }
    }
    found
}

impl<B> Aftermath<B> {
    /// What a condition asks of a slot as it was before the move, or that is the same then and now
    /// if what comes before does nothing more than clocks.
    fn gate(&self, when: &CondX<B>, layout: &Layout) -> Option<Gate> {
        conjuncts(when).iter().find_map(|cond| match cond {
            CondX::Was(was) => conjuncts(was).iter().find_map(Gate::new),
            other => Gate::of_before(other)
                .or_else(|| Gate::new(other).filter(|gate| !self.runs(gate.slot(), layout))),
        })
    }

    /// May a slot have changed by then, if what comes before does nothing more than clocks?
    fn runs(&self, slot: usize, layout: &Layout) -> bool {
        let runs = |step: &Step<B>| match step {
            Step::Clock(clock) => clock.slot == slot,
            Step::Trail(_) => false,
            Step::Event(event) => event.unchecked.is_some_and(|(_, clock)| clock.slot == slot),
        };
        self.steps.iter().any(runs) || layout.is_mark(slot)
    }

    /// Adds a clock. What it was set to just before is of no use if it is set again.
    fn tick(&mut self, clock: Clock) {
        if let Ticks::To(_) = clock.ticks {
            while let Some(Step::Clock(last)) = self.steps.last()
                && last.slot == clock.slot
            {
                self.steps.pop();
            }
        }
        self.steps.push(Step::Clock(clock));
    }
}

/// The conditions that must all hold.
fn conjuncts<B>(cond: &CondX<B>) -> &[CondX<B>] {
    if let CondX::All(list) = cond { list } else { std::slice::from_ref(cond) }
}

/// Who must have been in check before the move for the condition to hold.
fn checked<B>(when: &CondX<B>) -> Option<u8> {
    conjuncts(when).iter().find_map(|cond| match cond {
        CondX::Was(was) => conjuncts(was).iter().find_map(|cond| match cond {
            CondX::InCheck(player) => Some(*player),
            _ => None,
        }),
        _ => None,
    })
}

/// Which men's cells go back to their start, if that is all that the operations do.
fn clears<B: PartialEq>(ops: &[OpX<B>], layout: &Layout, own: u8) -> Option<Clears> {
    let mut planes = 0;
    for op in ops {
        let OpX::Planes { cell, at, value } = op else { return None };
        let places = layout.cell(*cell);
        if places.shape != Shape::Man || places.written(constant(value, places)?) != 0 {
            return None;
        }
        let is_own = |set: &SetX<B>| *set == SetX::Men(1 << own);
        match at {
            SetX::Target => {}
            SetX::And(list) if list.iter().any(is_own) => {
                (places.plane..places.plane + places.digits).for_each(|p| planes |= 1 << p);
            }
            _ => return None,
        }
    }
    Some(Clears { planes })
}

/// What must be so for the operations to change anything, if all that they do is to set a slot.
fn change<B>(ops: &[OpX<B>], layout: &Layout) -> Option<Gate> {
    let [OpX::Slots { cell, whose, value }] = ops else { return None };
    let places = layout.cell(*cell);
    Some(Gate::unless(one_slot(*cell, whose, layout)?, constant(value, places)?))
}

/// The value a cell takes, if it is always the same.
fn constant<B>(value: &ValueX<B>, places: &Places) -> Option<i32> {
    match value {
        ValueX::Flag(CondX::Const(flag)) => Some((*flag).into()),
        ValueX::Number(NumX::Const(number)) => Some((*number).clamp(places.low, places.high)),
        _ => None,
    }
}

/// The slot of a cell, if it is one.
fn one_slot(cell: CellId, whose: &Whose, layout: &Layout) -> Option<usize> {
    let places = layout.cell(cell);
    match whose {
        Whose::Game => Some(places.slot),
        Whose::These(players) if players.len() == 1 => Some(places.of_player(players[0].into())),
        _ => None,
    }
}

fn clock<B>(op: &OpX<B>, layout: &Layout) -> Option<Clock> {
    let (cell, slot, ticks) = match op {
        OpX::Bump { cell, slot, by, most } => (*cell, *slot, Ticks::By(*by, *most)),
        OpX::Slots { cell, whose: Whose::Game, value: ValueX::Number(NumX::Const(value)) } => {
            let places = layout.cell(*cell);
            (*cell, places.slot, Ticks::To((*value).clamp(places.low, places.high)))
        }
        _ => return None,
    };
    Some(Clock { cell, slot, index: 0, in_key: layout.cell(cell).in_key(), ticks })
}

/// The plane that becomes the squares passed, if that is what the operation does.
pub(crate) fn trail<B: PartialEq>(op: &OpX<B>, layout: &Layout) -> Option<usize> {
    let OpX::Squares { cell, set: SetX::Path } = op else { return None };
    let places = layout.cell(*cell);
    (places.digits == 1 && !places.in_key()).then_some(places.plane)
}

/// Who must be in check for the operations to do more than to clear a flag, and the flag.
fn unchecked<B>(ops: &[OpX<B>], layout: &Layout) -> Option<(u8, Clock)> {
    let [OpX::Slots { cell, whose, value: ValueX::Flag(cond) }] = ops else { return None };
    let player = conjuncts(cond).iter().find_map(|cond| match cond {
        CondX::InCheck(player) => Some(*player),
        _ => None,
    })?;
    let places = layout.cell(*cell);
    let slot = one_slot(*cell, whose, layout)?;
    let (index, in_key) = (slot - places.slot, places.in_key());
    Some((player, Clock { cell: *cell, slot, index, in_key, ticks: Ticks::To(0) }))
}

/// A condition when it is known whether somebody was taken.
fn knowing<B: Clone + PartialEq>(cond: &CondX<B>, taken: bool) -> CondX<B> {
    let list = |list: &[CondX<B>]| list.iter().map(|cond| knowing(cond, taken)).collect();
    match cond {
        CondX::Some(SetX::Taken) => CondX::Const(taken),
        CondX::Not(cond) => not(knowing(cond, taken)),
        CondX::All(conds) => all(list(conds)),
        CondX::Any(conds) => any(list(conds)),
        other => other.clone(),
    }
}

/// A clock runs on.
#[inline(always)]
pub(crate) fn tick<B: Bits>(program: &Program<B>, board: &mut Board<B>, clock: Clock) {
    let slot = clock.slot & (SLOTS - 1);
    let old = i32::from(board.slot[slot]);
    let new = match clock.ticks {
        Ticks::By(by, most) => old.saturating_add(by).min(most),
        Ticks::To(value) => value,
    };
    if clock.in_key {
        set_slot(program, board, clock.cell, slot, clock.index, new);
    } else {
        board.slot[slot] = new as i16;
    }
}

/// A slot takes a value; `index` is its place in the reference's cell.
pub(crate) fn set_slot<B: Bits>(
    program: &Program<B>,
    board: &mut Board<B>,
    cell: CellId,
    slot: usize,
    index: usize,
    value: i32,
) {
    let old = i32::from(board.slot[slot]);
    if old == value {
        return;
    }
    board.slot[slot] = value as i16;
    let places = program.layout.cell(cell);
    if places.in_key() {
        let key = board.key.wrapping_sub(keys::value(places, index, old));
        board.key = key.wrapping_add(keys::value(places, index, value));
    }
}
