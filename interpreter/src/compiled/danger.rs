//! Where a royal would be attacked if he went there.

use super::bits::Bits;
use super::board::Board;
use super::expr::SetX;
use super::eye::Eye;
use super::program::Program;

/// What a royal meets on the squares he might go to.
pub(crate) struct Dangers<B> {
    pub(crate) attacked: B,
    /// Other squares of which only the move itself tells.
    pub(crate) unclear: B,
}

impl<B: Bits> Program<B> {
    /// What a royal of the player meets who goes from a square to one of a set.
    #[inline(always)]
    pub(crate) fn dangers(&self, board: &Board<B>, player: u8, royal: usize, to: B) -> Dangers<B> {
        let occupied = board.occupied.but(B::of(royal));
        self.dangers_to(board, player, Some(royal), occupied, to)
    }

    /// The same if he is dropped there, and there is no other.
    pub(crate) fn dangers_of_drop(&self, board: &Board<B>, player: u8, to: B) -> Dangers<B> {
        self.dangers_to(board, player, None, board.occupied, to)
    }

    #[inline(always)]
    fn dangers_to(
        &self,
        board: &Board<B>,
        player: u8,
        royal: Option<usize>,
        occupied: B,
        to: B,
    ) -> Dangers<B> {
        let (mut attacked, mut unclear) = (B::NONE, B::NONE);
        for (enemy, other) in self.players.iter().enumerate() {
            if enemy == usize::from(player) {
                continue;
            }
            let theirs = board.side[enemy];
            for table in &other.attacks {
                let near = match (&table.near, royal) {
                    (Some(near), Some(royal)) => theirs & near.of(royal),
                    _ => theirs,
                };
                if near.none() {
                    continue;
                }
                let mut men = board.kinds(table.kinds) & near;
                if men.none() {
                    continue;
                }
                if table.gate.is_some_and(|gate| !gate.is_open(board)) {
                    continue;
                }
                if table.numbers.is_some_and(|numbers| !numbers.compare(board).0) {
                    continue;
                }
                let mut open = to.but(attacked);
                // Of filters that change nothing is said here.
                if let Some(SetX::Const(set)) = &table.capture {
                    open &= *set;
                }
                if !table.plain {
                    let eye = || Eye { attacking: true, supposer: player, ..Eye::new(self, board) };
                    men = table.beginning(board, men, eye);
                    if men.none() || !table.told && !eye().holds(&table.when) {
                        continue;
                    }
                }
                let hit = table.hits(men, open, occupied);
                if table.falls { unclear |= hit } else { attacked |= hit }
            }
            for odd in &other.odd_attacks {
                if odd.fleeting && !board.again {
                    continue;
                }
                let men = board.kind[odd.kind] & theirs;
                for square in to.squares() {
                    if (men & odd.reach.of(square)).any() {
                        unclear |= B::of(square);
                    }
                }
            }
        }
        Dangers { attacked, unclear: unclear.but(attacked) }
    }
}
