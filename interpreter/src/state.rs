//! What changes from move to move: the men, the cells, and whose move it is.

use chator_rules::{KindId, PlayerId, Square};

/// A man, or nobody, in two bytes: zero is nobody, else the player and the kind after him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man(u16);

/// How many bits hold the player.
const PLAYER_BITS: u32 = 5;

impl Man {
    pub(crate) const NOBODY: Man = Man(0);

    #[inline]
    pub(crate) fn new(player: PlayerId, kind: KindId) -> Man {
        debug_assert!(player.0 < 1 << PLAYER_BITS);
        Man((kind.0 + 1) << PLAYER_BITS | u16::from(player.0))
    }

    #[inline]
    pub(crate) fn is_nobody(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whose. Nobody is the first player's, so ask [`Man::is_some`] first.
    #[inline]
    pub(crate) fn player(self) -> PlayerId {
        PlayerId((self.0 & ((1 << PLAYER_BITS) - 1)) as u8)
    }

    #[inline]
    pub(crate) fn belongs_to(self, player: PlayerId) -> bool {
        self.is_some() && self.player() == player
    }

    #[inline]
    pub(crate) fn hostile_to(self, player: PlayerId) -> bool {
        self.is_some() && self.player() != player && !self.is_neutral()
    }

    /// Is he nobody's?
    #[inline]
    pub(crate) fn is_neutral(self) -> bool {
        self.player() == PlayerId::NOBODY
    }

    /// A number of his own among all kinds of all players; 0 is nobody's.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// What he is. Of nobody it is past every kind.
    #[inline]
    pub(crate) fn kind(self) -> KindId {
        KindId((self.0 >> PLAYER_BITS).wrapping_sub(1))
    }
}

/// The board and the cells. Plain data; a clone is two copies of memory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// By square.
    pub(crate) men: Vec<Man>,
    /// The values of all cells, one after the other; see
    /// [`CellTable`](crate::game::CellTable) for where each begins. A slot of a square whose
    /// man cannot have the cell holds the cell's start value.
    pub(crate) slots: Vec<i32>,
    pub(crate) to_move: PlayerId,
    /// The player to move has moved already and moves on.
    pub(crate) again: bool,
    /// The number of the move, from 1; it rises after the last player.
    pub(crate) number: u32,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { men: self.men.clone(), slots: self.slots.clone(), ..*self }
    }

    /// Keeps the memory it has: this is what makes a candidate move cheap.
    fn clone_from(&mut self, source: &State) {
        self.men.clone_from(&source.men);
        self.slots.clone_from(&source.slots);
        self.to_move = source.to_move;
        self.again = source.again;
        self.number = source.number;
    }
}

impl State {
    /// A place for a state to be written to.
    pub(crate) fn nothing() -> State {
        let to_move = PlayerId(0);
        State { men: Vec::new(), slots: Vec::new(), to_move, again: false, number: 0 }
    }

    #[inline]
    pub(crate) fn man(&self, square: Square) -> Man {
        self.men[usize::from(square)]
    }
}
