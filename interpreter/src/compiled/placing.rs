//! Moves after which an empty square is left to choose: how many there are is known beforehand, if
//! all else about them is.

use super::bits::Bits;
use super::board::Board;
use super::choice::{Choice, choice_among, free_places, is_choice};
use super::effects::{EventX, OpX};
use super::expr::{CondX, NumX, SetX};
use super::fold::all;
use super::quick::{Known, quick};
use super::row::Row;

/// What leaves a row's moves a square to choose.
pub(crate) struct Placing<B> {
    /// What there is to choose besides.
    pub(crate) choice: Choice<B>,
    /// Where its gates are among those of its player.
    pub(crate) gates: usize,
}

/// As often as one of these holds a square is chosen.
#[derive(PartialEq)]
pub(crate) struct Gates<B>(Vec<CondX<B>>);

/// How many squares there are to choose from with each move.
#[derive(Clone, Copy)]
pub(crate) struct Places<B> {
    /// After a move that takes nobody.
    pub(crate) quiet: u32,
    /// Where somebody is taken: a square more is empty then.
    pub(crate) taken: B,
}

impl<B: Bits> Places<B> {
    /// The same for moves to a square.
    #[inline(always)]
    pub(crate) fn at(&self, to: usize) -> u32 {
        self.quiet + u32::from(self.taken.has(to))
    }
}

impl<B: Bits> Placing<B> {
    /// If a square is all that is left open until a move of the row is made. `neutral` are the
    /// kinds that nobody owns, a bit each; `known` the gates of the player's other rows.
    pub(crate) fn new(
        row: &Row<B>,
        neutral: u32,
        squares: B,
        known: &mut Vec<Gates<B>>,
    ) -> Option<Placing<B>> {
        let stays = row.tabled && row.neutral == SetX::Const(B::NONE) && row.duties.is_empty();
        if !stays || !free_places(row) || row.ops.iter().any(displaces) {
            return None;
        }
        let mut gates = Vec::new();
        let mut are_more = false;
        for event in row.events.iter().filter(|event| event.ops.iter().any(displaces)) {
            let always = event.after.is_none() && event.from.is_none() && event.to.is_none();
            let [op] = &event.ops[..] else { return None };
            // Whoever has been put on the board may be whom the next one asks for.
            if !always || are_more || !is_known(&event.when, neutral) {
                return None;
            }
            gates.push(gate(op, event, neutral)?);
            are_more |= matches!(op, OpX::Put { .. });
        }
        let choice = choice_among(row, squares, &|op| is_choice(op, row.player) && !displaces(op));
        if matches!(choice, Choice::Unknown(zone) if zone.any()) {
            return None;
        }
        let gates = Gates(gates);
        let place = known.iter().position(|other| *other == gates).unwrap_or_else(|| {
            known.push(gates);
            known.len() - 1
        });
        Some(Placing { choice, gates: place })
    }
}

impl<B: Bits> Gates<B> {
    /// From how many squares the player chooses as things stand, if the board tells.
    pub(crate) fn places(&self, board: &Board<B>, squares: B) -> Option<Places<B>> {
        let mut open = 0;
        for gate in &self.0 {
            open += u32::from(quick(board, &Known::NOTHING, gate)?);
        }
        match (open, squares.but(board.occupied).count()) {
            (0, _) => Some(Places { quiet: 1, taken: B::NONE }),
            (1, empty @ 1..) => Some(Places { quiet: empty, taken: board.occupied }),
            _ => None,
        }
    }
}

/// May it change who stands where, besides the man who moves?
fn displaces<B>(op: &OpX<B>) -> bool {
    matches!(op, OpX::Put { .. } | OpX::Move(..) | OpX::Take(_) | OpX::Exchange(_))
}

/// What must hold for a square to be chosen, if an empty one is, and as things stand before a move
/// it holds as well.
fn gate<B: Bits>(op: &OpX<B>, event: &EventX<B>, neutral: u32) -> Option<CondX<B>> {
    match op {
        OpX::Put { at, kinds, .. } if at.chosen && at.set == SetX::Empty && kinds.len() == 1 => {
            Some(event.when.clone())
        }
        OpX::Move(men, at) if at.chosen && at.set == SetX::Empty && is_of_kinds(men, neutral) => {
            Some(all(vec![event.when.clone(), CondX::Some(men.clone())]))
        }
        _ => None,
    }
}

/// Is there nobody in the set but men of some kinds, and does it ask for nothing else?
fn is_of_kinds<B: Bits>(set: &SetX<B>, kinds: u32) -> bool {
    matches!(set, SetX::Kinds(asked) if asked & !kinds == 0)
}

/// Does a condition ask for nothing but men of some kinds?
fn is_known<B: Bits>(cond: &CondX<B>, kinds: u32) -> bool {
    let number = |number: &NumX<B>| match number {
        NumX::Const(_) => true,
        NumX::Count(set) => is_of_kinds(set, kinds),
        _ => false,
    };
    match cond {
        CondX::Const(_) => true,
        CondX::Some(set) => is_of_kinds(set, kinds),
        CondX::Compare(_, a, b) => number(a) && number(b),
        CondX::Not(cond) => is_known(cond, kinds),
        CondX::All(list) | CondX::Any(list) => list.iter().all(|cond| is_known(cond, kinds)),
        _ => false,
    }
}
