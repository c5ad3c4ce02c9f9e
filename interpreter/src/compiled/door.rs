//! Whether a row that has to be asked at every turn can allow anything at all: seen at a glance.

use smallvec::SmallVec;

use super::aim::Passage;
use super::bits::Bits;
use super::board::{Board, PLANES};
use super::expr::SetX;
use super::layout::Layout;
use super::quick::{Need, need};
use super::reach::Shift;
use super::row::Row;

/// Something cheap that must be so for a row to allow anything.
pub(crate) enum Door<B: Bits> {
    /// A man stands on one square and has a way to go from there.
    Home(B, SmallVec<[Passage<B>; 2]>),
    /// A mark is set, and if these are any, in the way of some man.
    Mark(usize, SmallVec<[Shift<B>; 2]>),
    /// Some man of this player is in one of these planes, to be pointed at.
    Pointed(u8, u8),
    /// Some man stands there, in one of these planes if there are any, and something else is so.
    Needs(B, u8, Need),
}

impl<B: Bits> Door<B> {
    pub(crate) fn new(row: &Row<B>, layout: &Layout) -> Door<B> {
        if let Some(plane) = row.mark {
            return Door::Mark(plane, row.displacements().into());
        }
        if let [stride] = &row.strides[..]
            && let Some(pointed) = stride.pointed()
            && let (_, planes @ 1..) = starts_at_most(pointed, layout)
            && is_of_player(pointed, row.player)
        {
            return Door::Pointed(row.player, planes);
        }
        match (&row.from, &row.passages) {
            (SetX::Const(from), Some(passages)) if from.any() && !from.many() => {
                Door::Home(*from, passages[from.first()].clone())
            }
            _ => {
                let (from, planes) = starts_at_most(&row.from, layout);
                Door::Needs(from, planes, need(&row.turn))
            }
        }
    }

    /// Is it easily seen that the row allows nothing to some men?
    #[inline(always)]
    pub(crate) fn is_shut(&self, board: &Board<B>, men: B) -> bool {
        match self {
            Door::Needs(from, planes, need) => {
                let men = *from & men;
                let men = if *planes == 0 { men } else { men & board.planes(*planes) };
                men.none() || !need.may_be_so(board)
            }
            Door::Home(from, passages) => {
                (*from & men).none() || !passages.iter().any(|&way| is_free(way, board.occupied))
            }
            Door::Pointed(player, planes) => {
                (board.planes(*planes) & board.side[usize::from(*player)]).none()
            }
            Door::Mark(plane, shifts) => {
                let marked = board.plane[plane & (PLANES - 1)];
                marked.none() || !shifts.is_empty() && unreached(shifts, men, marked)
            }
        }
    }
}

/// Squares in which all of a set lie, and planes in one of which each of them is, a bit each, if
/// there are any.
fn starts_at_most<B: Bits>(set: &SetX<B>, layout: &Layout) -> (B, u8) {
    match set {
        SetX::Const(set) => (*set, 0),
        SetX::Plane { plane, flip: false, .. } => (!B::NONE, 1 << plane),
        SetX::Digits { cell, test, value } => {
            let places = layout.cell(*cell);
            // At their start cells are in no plane.
            let at_start = test.holds(places.start, *value);
            let planes = places.plane..places.plane + places.digits;
            (!B::NONE, if at_start { 0 } else { planes.fold(0, |all, plane| all | 1 << plane) })
        }
        SetX::And(list) => list.iter().fold((!B::NONE, 0), |(from, planes), set| {
            let (those, others) = starts_at_most(set, layout);
            (from & those, if planes == 0 { others } else { planes })
        }),
        _ => (!B::NONE, 0),
    }
}

/// Are there none but men of the player in the set?
fn is_of_player<B: Bits>(set: &SetX<B>, player: u8) -> bool {
    match set {
        SetX::Men(sides) => *sides == 1 << player,
        SetX::And(list) => list.iter().any(|set| is_of_player(set, player)),
        _ => false,
    }
}

#[inline(never)]
fn unreached<B: Bits>(shifts: &[Shift<B>], men: B, marked: B) -> bool {
    !shifts.iter().any(|shift| (shift.from & men & marked.moved(-shift.by)).any())
}

/// Are the squares empty that must be, and is there a man where one must stand?
#[inline(always)]
pub(crate) fn is_free<B: Bits>((empty, man): Passage<B>, occupied: B) -> bool {
    (empty & occupied).none() && (man.none() || (man & occupied).any())
}
