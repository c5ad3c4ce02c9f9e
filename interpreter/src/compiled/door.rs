//! Whether a row that has to be asked at every turn can allow anything at all: seen at a glance.

use smallvec::SmallVec;

use super::aim::Passage;
use super::bits::Bits;
use super::board::{Board, PLANES};
use super::expr::SetX;
use super::row::{Row, Shift};

/// Something cheap that must be so for a row to allow anything.
pub(crate) enum Door<B: Bits> {
    /// Nothing is known.
    Open,
    /// A man stands on one square and has a way to go from there.
    Home(B, SmallVec<[Passage<B>; 2]>),
    /// A mark is set, and if these are any, in the way of some man.
    Mark(usize, SmallVec<[Shift<B>; 2]>),
    /// Some man stands there.
    From(B),
}

impl<B: Bits> Door<B> {
    pub(crate) fn new(row: &Row<B>) -> Door<B> {
        if let Some(plane) = row.mark {
            return Door::Mark(plane, row.shifts.iter().copied().collect());
        }
        match (&row.from, &row.passages) {
            (SetX::Const(from), Some(passages)) if from.any() && !from.many() => {
                Door::Home(*from, passages[from.first()].clone())
            }
            (SetX::Const(from), _) => Door::From(*from),
            _ => Door::Open,
        }
    }

    /// Is it easily seen that the row allows nothing to some men?
    #[inline(always)]
    pub(crate) fn is_shut(&self, board: &Board<B>, men: B) -> bool {
        match self {
            Door::Open => false,
            Door::From(from) => (*from & men).none(),
            Door::Home(from, passages) => {
                (*from & men).none() || !passages.iter().any(|&way| is_free(way, board.occupied))
            }
            Door::Mark(plane, shifts) => {
                let marked = board.plane[plane & (PLANES - 1)];
                marked.none() || !shifts.is_empty() && unreached(shifts, men, marked)
            }
        }
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
