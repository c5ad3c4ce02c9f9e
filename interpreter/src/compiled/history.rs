//! The positions that a line has come through, as far as repetition asks for them.

use super::bits::Bits;
use super::board::Board;
use super::line::Node;
use super::program::Program;

/// The positions before the present one.
pub(crate) struct History<'p, B: Bits> {
    /// The keys of those before the first move made here.
    earlier: &'p [u64],
    /// The keys of those since, marks left out. What marks add takes long to find out, and is
    /// seldom asked for.
    since: Vec<u64>,
    /// How many of those since are on the line's stack, if that is not all; and of the others
    /// those in which marks are set, by their places in `since`.
    stacked: Option<usize>,
    marked: Vec<(usize, Board<B>)>,
    /// By the last bits of a key: how many positions have such a key; of those since, without marks.
    seen: Vec<u8>,
}

/// How many counters [`History::seen`] has: a power of two.
const SEEN: usize = 4096;

fn slot(key: u64) -> usize {
    key as usize & (SEEN - 1)
}

impl<'p, B: Bits> History<'p, B> {
    pub(crate) fn new(earlier: &'p [u64]) -> History<'p, B> {
        let (since, marked, seen) = (Vec::new(), Vec::new(), Vec::new());
        History { earlier, since, stacked: None, marked, seen }
    }

    /// How many positions have come since.
    pub(crate) fn len(&self) -> usize {
        self.since.len()
    }

    /// A position is left behind.
    #[inline(always)]
    pub(crate) fn note(&mut self, key: u64) {
        if self.seen.is_empty() {
            self.begin();
        }
        self.since.push(key);
        let count = &mut self.seen[slot(key)];
        *count = count.saturating_add(1);
    }

    #[cold]
    fn begin(&mut self) {
        self.seen = vec![0; SEEN];
        for &key in self.earlier {
            let count = &mut self.seen[slot(key)];
            *count = count.saturating_add(1);
        }
    }

    /// From now on positions are not kept on the stack.
    pub(crate) fn leave_stack(&mut self) {
        self.stacked.get_or_insert(self.since.len());
    }

    /// The position is about to be left behind, and is not kept on the stack.
    #[inline(always)]
    pub(crate) fn keep(&mut self, program: &Program<B>, board: &Board<B>) {
        if program.is_marked(board) {
            self.marked.push((self.since.len(), *board));
        }
    }

    /// The last position left is the present one again.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        let Some(key) = self.since.pop() else { return };
        let count = &mut self.seen[slot(key)];
        // A full counter counts no more.
        if *count < u8::MAX {
            *count -= 1;
        }
    }

    /// So many positions have come since, and all are on the stack.
    pub(crate) fn back_to(&mut self, length: usize) {
        while self.since.len() > length {
            self.forget();
        }
        self.stacked = None;
        self.marked.clear();
    }

    /// The keys of all positions but for so many of the last ones. `stack` are those since.
    pub(crate) fn keys(&self, program: &Program<B>, stack: &[Node<B>], but: usize) -> Vec<u64> {
        let length = self.since.len() - but;
        let stacked = self.stacked.unwrap_or(length).min(length);
        let mut keys = self.earlier.to_vec();
        keys.extend(stack[..stacked].iter().map(|node| program.key(&node.board)));
        keys.extend_from_slice(&self.since[stacked..length]);
        for (place, board) in self.marked.iter().filter(|(place, _)| *place < length) {
            keys[self.earlier.len() + place] = program.key(board);
        }
        keys
    }

    /// At most how often a position has stood, now included. Positions that are the same have the
    /// same men and cells, so that their keys are the same without the marks as well; of those
    /// before the line nothing but the whole key is known.
    #[inline(always)]
    pub(crate) fn most_occurrences(&self, program: &Program<B>, board: &Board<B>) -> i32 {
        match self.seen.get(slot(board.key)) {
            Some(0) if self.earlier.is_empty() || !program.is_marked(board) => 1,
            _ => self.most_counted(program, board),
        }
    }

    #[inline(never)]
    fn most_counted(&self, program: &Program<B>, board: &Board<B>) -> i32 {
        if !self.earlier.is_empty() && program.is_marked(board) {
            return i32::MAX;
        }
        let same = |keys: &[u64]| keys.iter().filter(|&&key| key == board.key).count();
        1 + (same(self.earlier) + same(&self.since)) as i32
    }
}
