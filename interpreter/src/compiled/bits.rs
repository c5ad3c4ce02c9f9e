//! Sets of squares in machine words: one, two, four or sixteen.

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
    /// Something for each square of a board.
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
    /// By square; what is missing may be filled up.
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

/// On large boards, where arrays would be too large to be made in place.
impl<T: Copy + Send + Sync + 'static> Each<T> for Box<[T]> {
    fn new(list: &[T], _filling: T) -> Self {
        list.into()
    }

    #[inline(always)]
    fn of(&self, square: usize) -> &T {
        &self[square]
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

/// A set of many squares.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Words<const N: usize>([u64; N]);

/// A set for boards of up to 256 squares.
pub(crate) type Wide = Words<4>;
/// A set for boards of up to 1024 squares.
pub(crate) type Vast = Words<16>;

// Loops over the words, not closures: those may become functions of their own, and are then
// compiled without the instructions that their callers may use.
impl<const N: usize> Words<N> {
    /// The highest square, or 0 if there is none.
    #[inline(always)]
    fn last(&self) -> usize {
        let mut word = N - 1;
        while word > 0 && self.0[word] == 0 {
            word -= 1;
        }
        word * 64 + (self.0[word] | 1).ilog2() as usize
    }

    /// The word at a place, or none.
    #[inline(always)]
    fn at(&self, word: usize) -> u64 {
        if word < N { self.0[word] } else { 0 }
    }
}

macro_rules! words {
    ($words:literal, $squares:literal) => {
        impl Bits for Words<$words> {
            const NONE: Self = Words([0; $words]);
            type Men = [u8; $squares];
            type Each<T: Copy + Send + Sync + 'static> = Box<[T]>;

            #[inline(always)]
            fn of(square: usize) -> Self {
                let mut set = Self::NONE;
                let (word, bit) = (square >> 6 & ($words - 1), square & 63);
                // Words written by their number would have to wait in memory.
                for i in 0..$words {
                    set.0[i] = u64::from(i == word) << bit;
                }
                set
            }

            #[inline(always)]
            fn has(self, square: usize) -> bool {
                self.0[square >> 6 & ($words - 1)] >> (square & 63) & 1 != 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                let mut count = 0;
                for word in self.0 {
                    count += word.count_ones();
                }
                count
            }

            #[inline(always)]
            fn any(self) -> bool {
                let mut all = 0;
                for word in self.0 {
                    all |= word;
                }
                all != 0
            }

            #[inline(always)]
            fn none(self) -> bool {
                !self.any()
            }

            #[inline(always)]
            fn first(self) -> usize {
                let mut word = 0;
                while word < $words - 1 && self.0[word] == 0 {
                    word += 1;
                }
                (word * 64 + self.0[word].trailing_zeros() as usize) & ($squares - 1)
            }

            #[inline(always)]
            fn rest(mut self) -> Self {
                let mut word = 0;
                while word < $words - 1 && self.0[word] == 0 {
                    word += 1;
                }
                self.0[word] &= self.0[word].wrapping_sub(1);
                self
            }

            #[inline(always)]
            fn moved(self, by: i32) -> Self {
                let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
                let mut moved = Self::NONE;
                // What comes over from the word next to it: two steps, since none can be 64.
                for i in 0..$words {
                    moved.0[i] = if by >= 0 {
                        let (near, far) = (i.wrapping_sub(words), i.wrapping_sub(words + 1));
                        self.at(near) << bits | self.at(far) >> 1 >> (63 - bits)
                    } else {
                        let (near, far) = (i + words, i + words + 1);
                        self.at(near) >> bits | self.at(far) << 1 << (63 - bits)
                    };
                }
                moved
            }

            #[inline(always)]
            fn line(lower: Self, upper: Self, occupied: Self) -> Self {
                let above = upper & occupied;
                let nearest = Self::of((lower & occupied).last());
                let (mut less, mut borrow) = (Self::NONE, false);
                for i in 0..$words {
                    let (word, first) = above.0[i].overflowing_sub(nearest.0[i]);
                    let (word, second) = word.overflowing_sub(borrow.into());
                    borrow = first || second;
                    less.0[i] = word;
                }
                (lower | upper) & (above ^ less)
            }
        }
    };
}

words!(4, 256);
words!(16, 1024);

impl<const N: usize> PartialEq for Words<N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let mut differ = 0;
        for i in 0..N {
            differ |= self.0[i] ^ other.0[i];
        }
        differ == 0
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident, $assign:tt) => {
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] $assign other.0[i];
                }
                self
            }
        }
    };
}

wordwise!(BitAnd, bitand, &=);
wordwise!(BitOr, bitor, |=);
wordwise!(BitXor, bitxor, ^=);

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> BitAndAssign for Words<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Vast, Wide};

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
        a_line_stops_at_the_nearest_men::<Vast>();
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
        let far = set::<Vast>(&[63, 576, 1023]);
        assert_eq!(far.moved(64).squares().collect::<Vec<_>>(), [127, 640]);
        assert_eq!(far.moved(-63).squares().collect::<Vec<_>>(), [0, 513, 960]);
        assert_eq!(far.moved(0), far);
        assert_eq!((far.has(576), far.has(575), (!far).count()), (true, false, 1021));
    }
}
