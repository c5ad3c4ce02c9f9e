//! Sets of squares as bits.

use std::fmt;

use chator_rules::Square;
use smallvec::SmallVec;

/// A set of squares, one bit each. Boards of up to 128 squares need no heap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SquareSet {
    words: SmallVec<[u64; 2]>,
}

impl SquareSet {
    /// The empty set for a board of so many squares.
    pub fn new(squares: usize) -> SquareSet {
        SquareSet { words: SmallVec::from_elem(0, squares.div_ceil(64)) }
    }

    /// Is the square in it?
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[usize::from(square >> 6)] >> (square & 63) & 1 != 0
    }

    /// Adds a square.
    ///
    /// # Panics
    ///
    /// If the board has no such square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    /// Adds every square of the other set.
    pub fn extend(&mut self, other: &SquareSet) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Keeps only what is in the other set too.
    pub fn retain(&mut self, other: &SquareSet) {
        for (word, kept) in self.words.iter_mut().zip(&other.words) {
            *word &= kept;
        }
    }

    /// Its bits, 64 squares a word.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// How many squares.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Has it no square?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Its squares in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    (i * 64) as Square + bit as Square
                })
            })
        })
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
