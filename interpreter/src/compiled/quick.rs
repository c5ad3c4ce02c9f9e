//! Conditions that can be answered from the board alone, without looking at the move or at other
//! moves.

use chator_rules::Comparison;

use super::bits::Bits;
use super::board::{Board, PLAYERS, SLOTS};
use super::expr::{CondX, NumX, SetX};

/// What is known beforehand.
pub(crate) struct Known {
    /// A player, and whether he is in check.
    pub(crate) check: Option<(u8, bool)>,
    /// At most how often the position has stood.
    pub(crate) occurrences: i32,
}

impl Known {
    /// Nothing.
    pub(crate) const NOTHING: Known = Known { check: None, occurrences: i32::MAX };
}

/// Something that can be told at once.
#[derive(Clone, Copy)]
pub(crate) enum Need {
    Nothing,
    /// At most so many men of a player, or of all.
    Men(Option<u8>, i32),
    /// Nobody of these kinds, a bit each.
    Nobody(u32),
    Slot(usize, Comparison, i32),
    /// The position has stood at least so often.
    Occurrences(i32),
    /// The player is in check.
    Check(u8),
}

impl Need {
    /// False if the board tells that it is not so.
    #[inline(always)]
    pub(crate) fn may_be_so<B: Bits>(self, board: &Board<B>) -> bool {
        match self {
            Need::Men(None, most) => are_at_most(board.occupied, most),
            Need::Men(Some(side), most) => are_at_most(board.side[usize::from(side)], most),
            Need::Slot(slot, test, value) => {
                test.holds(board.slot[slot & (SLOTS - 1)].into(), value)
            }
            Need::Nobody(kinds) => board.kinds(kinds).none(),
            Need::Nothing | Need::Occurrences(_) | Need::Check(_) => true,
        }
    }
}

/// Has the set at most so many squares? Of few that is seen without counting.
#[inline(always)]
pub(crate) fn are_at_most<B: Bits>(set: B, most: i32) -> bool {
    if most > 4 {
        return set.count() as i32 <= most;
    }
    let mut rest = set;
    for _ in 0..most {
        if rest.none() {
            return true;
        }
        rest = rest.rest();
    }
    rest.none()
}

/// Something that must be so for a condition to hold.
pub(crate) fn need<B: Bits>(cond: &CondX<B>) -> Need {
    match cond {
        CondX::Compare(Comparison::AtLeast, NumX::Occurrences, NumX::Const(n)) => {
            Need::Occurrences(*n)
        }
        CondX::Compare(test, NumX::Slot(slot), NumX::Const(n)) => Need::Slot(*slot, *test, *n),
        CondX::Compare(test, NumX::Count(SetX::Men(sides)), NumX::Const(n)) => {
            let whose = match *sides {
                EVERYBODY => None,
                one if one.is_power_of_two() => Some(one.trailing_zeros() as u8),
                _ => return Need::Nothing,
            };
            match test {
                Comparison::Equal | Comparison::AtMost => Need::Men(whose, *n),
                Comparison::Less => Need::Men(whose, n.saturating_sub(1)),
                _ => Need::Nothing,
            }
        }
        CondX::InCheck(player) => Need::Check(*player),
        CondX::Not(cond) => match &**cond {
            CondX::Some(SetX::Kinds(kinds)) => Need::Nobody(*kinds),
            _ => Need::Nothing,
        },
        CondX::All(list) => {
            let mut needs = list.iter().map(need);
            needs.find(|need| !matches!(need, Need::Nothing)).unwrap_or(Need::Nothing)
        }
        CondX::Any(list) => {
            let both = |a, b| match (a, b) {
                (Need::Men(a, m), Need::Men(b, n)) if a == b => Need::Men(a, m.max(n)),
                _ => Need::Nothing,
            };
            list.iter().map(need).reduce(both).unwrap_or(Need::Nothing)
        }
        _ => Need::Nothing,
    }
}

/// Does the condition hold? None if that takes more than the board.
pub(crate) fn quick<B: Bits>(board: &Board<B>, known: &Known, cond: &CondX<B>) -> Option<bool> {
    match cond {
        CondX::Const(value) => Some(*value),
        CondX::Some(set) => Some(squares(board, set)?.any()),
        CondX::Compare(Comparison::AtLeast, NumX::Occurrences, NumX::Const(times))
            if known.occurrences < *times =>
        {
            Some(false)
        }
        CondX::Compare(test, a, b) => Some(test.holds(number(board, a)?, number(board, b)?)),
        CondX::InCheck(player) => known.check.filter(|(p, _)| p == player).map(|(_, check)| check),
        CondX::Not(cond) => Some(!quick(board, known, cond)?),
        CondX::All(list) => {
            let mut all = Some(true);
            for cond in list {
                match quick(board, known, cond) {
                    Some(false) => return Some(false),
                    None => all = None,
                    Some(true) => {}
                }
            }
            all
        }
        CondX::Any(list) => {
            let mut any = Some(false);
            for cond in list {
                match quick(board, known, cond) {
                    Some(true) => return Some(true),
                    None => any = None,
                    Some(false) => {}
                }
            }
            any
        }
        _ => None,
    }
}

/// The sides of all players there may be, and of neutral men.
const EVERYBODY: u8 = (1 << (PLAYERS + 1)) - 1;

fn number<B: Bits>(board: &Board<B>, number: &NumX<B>) -> Option<i32> {
    let of = |n| self::number(board, n);
    match number {
        NumX::Const(value) => Some(*value),
        NumX::Slot(slot) => Some(board.slot[*slot].into()),
        NumX::Count(set) => Some(squares(board, set)?.count() as i32),
        NumX::Sum(list) => list.iter().try_fold(0i32, |sum, n| Some(sum.saturating_add(of(n)?))),
        NumX::Subtract(a, b) => Some(of(a)?.saturating_sub(of(b)?)),
        NumX::Min(a, b) => Some(of(a)?.min(of(b)?)),
        NumX::Max(a, b) => Some(of(a)?.max(of(b)?)),
        _ => None,
    }
}

fn squares<B: Bits>(board: &Board<B>, set: &SetX<B>) -> Option<B> {
    match set {
        SetX::Const(set) => Some(*set),
        SetX::Men(sides) => {
            if *sides == EVERYBODY {
                return Some(board.occupied);
            }
            let (mut men, mut rest) = (B::NONE, *sides);
            while rest != 0 {
                men |= board.side[(rest.trailing_zeros() as usize).min(PLAYERS)];
                rest &= rest - 1;
            }
            Some(men)
        }
        SetX::Kinds(kinds) => Some(board.kinds(*kinds)),
        SetX::Plane { plane, flip: false, holders: None } => Some(board.plane[*plane]),
        SetX::And(list) => {
            let (first, rest) = list.split_first()?;
            rest.iter()
                .try_fold(squares(board, first)?, |all, set| Some(all & squares(board, set)?))
        }
        SetX::Or(list) => {
            list.iter().try_fold(B::NONE, |all, set| Some(all | squares(board, set)?))
        }
        _ => None,
    }
}
