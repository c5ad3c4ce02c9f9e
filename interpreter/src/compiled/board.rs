//! The state of a game as sets of squares and small numbers.

use super::bits::{Bits, Mailbox};
use super::keys::Keys;

/// The most players; neutral men come after them.
pub(crate) const PLAYERS: usize = 4;
/// The side of neutral men.
pub(crate) const NEUTRAL: usize = PLAYERS;
/// The most kinds.
pub(crate) const KINDS: usize = 32;
/// The most planes: flags, and binary digits of numbers, that men or squares have.
pub(crate) const PLANES: usize = 8;
/// The most numbers that the game, players and stocks have.
pub(crate) const SLOTS: usize = 32;

/// A man in a byte: the side times [`KINDS`], and the kind.
pub(crate) type Code = u8;
/// Nobody.
pub(crate) const VACANT: Code = 0xff;

#[inline(always)]
pub(crate) fn code(side: usize, kind: usize) -> Code {
    (side * KINDS + kind) as Code
}

#[inline(always)]
pub(crate) fn side_of(man: Code) -> usize {
    usize::from(man) / KINDS
}

#[inline(always)]
pub(crate) fn kind_of(man: Code) -> usize {
    usize::from(man) % KINDS
}

/// The men, the cells, and whose move it is. Plain memory: moves are made in a copy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Board<B: Bits> {
    /// All men.
    pub(crate) occupied: B,
    /// By player, and the neutral ones.
    pub(crate) side: [B; PLAYERS + 1],
    pub(crate) kind: [B; KINDS],
    /// See [`Layout`](super::layout::Layout) for what each means. A square whose man cannot have a cell is in
    /// none of its planes.
    pub(crate) plane: [B; PLANES],
    pub(crate) men: B::Men,
    pub(crate) slot: [i16; SLOTS],
    /// The position's identity, but for marks.
    pub(crate) key: u64,
    pub(crate) number: u32,
    pub(crate) to_move: u8,
    pub(crate) again: bool,
}

impl<B: Bits> Board<B> {
    /// Nobody, and every cell at its start.
    pub(crate) fn empty(slot: [i16; SLOTS]) -> Board<B> {
        Board {
            occupied: B::NONE,
            side: [B::NONE; PLAYERS + 1],
            kind: [B::NONE; KINDS],
            plane: [B::NONE; PLANES],
            men: B::Men::filled(VACANT),
            slot,
            key: 0,
            number: 1,
            to_move: 0,
            again: false,
        }
    }

    #[inline(always)]
    pub(crate) fn man(&self, square: usize) -> Code {
        self.men.at(square)
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, keys: &Keys, square: usize, man: Code) {
        let bit = B::of(square);
        self.occupied |= bit;
        self.side[side_of(man)] |= bit;
        self.kind[kind_of(man)] |= bit;
        self.men.set(square, man);
        self.key = self.key.wrapping_add(keys.man(man, square));
    }

    /// A man goes to an empty square.
    #[inline(always)]
    pub(crate) fn carry(&mut self, keys: &Keys, from: usize, to: usize, man: Code) {
        let both = B::of(from) | B::of(to);
        self.occupied = self.occupied ^ both;
        let (side, kind) = (&mut self.side[side_of(man)], &mut self.kind[kind_of(man)]);
        *side = *side ^ both;
        *kind = *kind ^ both;
        self.men.set(from, VACANT);
        self.men.set(to, man);
        let key = self.key.wrapping_sub(keys.man(man, from));
        self.key = key.wrapping_add(keys.man(man, to));
    }

    /// The men of some kinds, a bit each.
    #[inline(always)]
    pub(crate) fn kinds(&self, kinds: u32) -> B {
        union(&self.kind, kinds)
    }

    /// The squares of some planes, a bit each.
    #[inline(always)]
    pub(crate) fn planes(&self, planes: u8) -> B {
        union(&self.plane, planes.into())
    }

    /// Takes the man of a square off the board. His cells stay behind.
    #[inline(always)]
    pub(crate) fn lift(&mut self, keys: &Keys, square: usize) -> Code {
        let man = self.men.at(square);
        let others = !B::of(square);
        self.occupied &= others;
        self.side[side_of(man)] &= others;
        self.kind[kind_of(man)] &= others;
        self.men.set(square, VACANT);
        self.key = self.key.wrapping_sub(keys.man(man, square));
        man
    }
}

/// All squares of some of the sets, a bit each. There are a power of two of them.
#[inline(always)]
fn union<B: Bits, const N: usize>(sets: &[B; N], which: u32) -> B {
    let (mut squares, mut rest) = (B::NONE, which);
    while rest != 0 {
        squares |= sets[rest.trailing_zeros() as usize & (N - 1)];
        rest &= rest - 1;
    }
    squares
}
