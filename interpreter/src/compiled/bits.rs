//! Sets of squares in a few machine words: one, two or four.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of squares, a bit each. The executor is generic over its width and over nothing else.
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// No square.
    const NONE: Self;
    /// Who stands where, by square.
    type Men: Mailbox;
    /// Something for each square: no look-up by a square can miss.
    type Each<T: Copy + Send + Sync + 'static>: Each<T>;

    /// One square.
    fn of(square: usize) -> Self;
    /// Is the square in it?
    fn has(self, square: usize) -> bool;
    /// How many squares.
    fn count(self) -> u32;
    /// The first square of a set that is not empty.
    fn first(self) -> usize;
    /// All but the first square.
    fn rest(self) -> Self;
    /// Every square moved up by a number below the width, or down if it is less than 0. What leaves
    /// the set at one end may come in again at the other.
    fn moved(self, by: i32) -> Self;
    /// What a rider sees along a line on which `lower` lies below him and `upper` above, up to
    /// the first of `occupied` either way and with it.
    ///
    /// This is the difference of obstructions: between the nearest man below and the nearest
    /// above, a subtraction turns exactly the bits of the gap (chessprogramming.org,
    /// "Obstruction Difference").
    fn line(lower: Self, upper: Self, occupied: Self) -> Self;

    #[inline(always)]
    fn any(self) -> bool {
        self != Self::NONE
    }

    #[inline(always)]
    fn none(self) -> bool {
        self == Self::NONE
    }

    /// Has it more than one square?
    #[inline(always)]
    fn many(self) -> bool {
        self.any() && self.rest().any()
    }

    /// The squares in rising order.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set if the condition holds, else none.
    #[inline(always)]
    fn when(self, holds: bool) -> Self {
        if holds { self } else { Self::NONE }
    }

    /// Without the squares of another set.
    #[inline(always)]
    fn but(self, other: Self) -> Self {
        self & !other
    }
}

/// The squares of a set in rising order.
pub(crate) struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.none() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }
}

/// A byte for each square.
pub(crate) trait Mailbox: Copy + Debug + PartialEq + Send + Sync {
    fn filled(value: u8) -> Self;
    fn at(&self, square: usize) -> u8;
    fn set(&mut self, square: usize, value: u8);
}

impl<const N: usize> Mailbox for [u8; N] {
    fn filled(value: u8) -> Self {
        [value; N]
    }

    #[inline(always)]
    fn at(&self, square: usize) -> u8 {
        self[square]
    }

    #[inline(always)]
    fn set(&mut self, square: usize, value: u8) {
        self[square] = value;
    }
}

/// Something for each square that a set may hold.
pub(crate) trait Each<T>: Send + Sync {
    /// By square; what is missing is filled up.
    fn new(list: &[T], filling: T) -> Self;
    fn of(&self, square: usize) -> &T;
}

impl<T: Copy + Send + Sync + 'static, const N: usize> Each<T> for [T; N] {
    fn new(list: &[T], filling: T) -> Self {
        std::array::from_fn(|square| list.get(square).copied().unwrap_or(filling))
    }

    #[inline(always)]
    fn of(&self, square: usize) -> &T {
        &self[square & (N - 1)]
    }
}

macro_rules! word {
    ($word:ty, $squares:literal) => {
        impl Bits for $word {
            const NONE: Self = 0;
            type Men = [u8; $squares];
            type Each<T: Copy + Send + Sync + 'static> = [T; $squares];

            #[inline(always)]
            fn of(square: usize) -> Self {
                1 << (square & ($squares - 1))
            }

            #[inline(always)]
            fn has(self, square: usize) -> bool {
                self >> (square & ($squares - 1)) & 1 != 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize & ($squares - 1)
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn moved(self, by: i32) -> Self {
                self.rotate_left(by.cast_unsigned())
            }

            #[inline(always)]
            fn line(lower: Self, upper: Self, occupied: Self) -> Self {
                let above = upper & occupied;
                let below = (lower & occupied) | 1;
                let nearest = 1 << ($squares - 1 - below.leading_zeros());
                (lower | upper) & (above ^ above.wrapping_sub(nearest))
            }
        }
    };
}

word!(u64, 64);
word!(u128, 128);

/// A set for boards of up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide(u128, u128);

impl Bits for Wide {
    const NONE: Self = Wide(0, 0);
    type Men = [u8; 256];
    type Each<T: Copy + Send + Sync + 'static> = [T; 256];

    #[inline]
    fn of(square: usize) -> Self {
        if square < 128 { Wide(1 << square, 0) } else { Wide(0, 1 << (square & 127)) }
    }

    #[inline]
    fn has(self, square: usize) -> bool {
        let half = if square < 128 { self.0 } else { self.1 };
        half >> (square & 127) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }

    #[inline]
    fn first(self) -> usize {
        let low = self.0.trailing_zeros();
        let first = if low == 128 { 128 + self.1.trailing_zeros() } else { low };
        first as usize & 255
    }

    #[inline]
    fn rest(self) -> Self {
        if self.0 == 0 {
            Wide(0, self.1 & self.1.wrapping_sub(1))
        } else {
            Wide(self.0 & (self.0 - 1), self.1)
        }
    }

    #[inline]
    fn moved(self, by: i32) -> Self {
        let far = by.unsigned_abs();
        match (by >= 0, far) {
            (_, 0) => self,
            (true, 1..128) => Wide(self.0 << far, self.1 << far | self.0 >> (128 - far)),
            (true, _) => Wide(0, self.0 << (far - 128)),
            (false, 1..128) => Wide(self.0 >> far | self.1 << (128 - far), self.1 >> far),
            (false, _) => Wide(self.1 >> (far - 128), 0),
        }
    }

    #[inline]
    fn line(lower: Self, upper: Self, occupied: Self) -> Self {
        let above = upper & occupied;
        let below = (lower & occupied) | Wide(1, 0);
        let nearest = if below.1 == 0 {
            Wide(1 << below.0.ilog2(), 0)
        } else {
            Wide(0, 1 << below.1.ilog2())
        };
        let (low, borrow) = above.0.overflowing_sub(nearest.0);
        let high = above.1.wrapping_sub(nearest.1).wrapping_sub(borrow.into());
        (lower | upper) & (above ^ Wide(low, high))
    }
}

macro_rules! pairwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Wide;

            #[inline]
            fn $method(self, other: Wide) -> Wide {
                Wide(self.0 $op other.0, self.1 $op other.1)
            }
        }
    };
}

pairwise!(BitAnd, bitand, &);
pairwise!(BitOr, bitor, |);
pairwise!(BitXor, bitxor, ^);

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(!self.0, !self.1)
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Wide};

    fn set<B: Bits>(squares: &[usize]) -> B {
        squares.iter().fold(B::NONE, |set, &s| set | B::of(s))
    }

    /// From square 50 down by sevens and up by nines, with men at 36 and 68.
    fn a_line_stops_at_the_nearest_men<B: Bits>() {
        let (lower, upper) = (set::<B>(&[43, 36, 29, 22]), set::<B>(&[59, 61]));
        assert_eq!(B::line(lower, upper, set(&[36, 22, 61, 1])), set(&[43, 36, 59, 61]));
        assert_eq!(B::line(lower, upper, B::NONE), lower | upper);
        assert_eq!(B::line(B::NONE, upper, set(&[59, 0])), set(&[59]));
    }

    #[test]
    fn lines_at_every_width() {
        a_line_stops_at_the_nearest_men::<u64>();
        a_line_stops_at_the_nearest_men::<u128>();
        a_line_stops_at_the_nearest_men::<Wide>();
        let upper = set::<Wide>(&[100, 130, 160, 190]);
        let lower = set::<Wide>(&[60, 30]);
        assert_eq!(Wide::line(lower, upper, set(&[160, 60])), set(&[100, 130, 160, 60]));
        let high = set::<Wide>(&[200, 220]);
        assert_eq!(Wide::line(upper, high, set(&[130, 100])), set(&[130, 160, 190, 200, 220]));
    }

    #[test]
    fn wide_sets_shift_and_list() {
        let some = set::<Wide>(&[3, 127, 128, 255]);
        assert_eq!(some.squares().collect::<Vec<_>>(), [3, 127, 128, 255]);
        assert_eq!(some.moved(1).squares().collect::<Vec<_>>(), [4, 128, 129]);
        assert_eq!(some.moved(-128).squares().collect::<Vec<_>>(), [0, 127]);
        assert_eq!(some.moved(130).squares().collect::<Vec<_>>(), [133]);
        assert_eq!((some.count(), some.first(), some.rest().first()), (4, 3, 127));
    }
}
