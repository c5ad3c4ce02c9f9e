//! cozy-chess, linked.

use std::io;

use chator::agents::chance::{Chance, derived_seed};
use cozy_chess::{Board, Piece, PieceMoves};

use crate::work::{Done, Worker, timed};

/// cozy-chess at perft or at games by chance.
pub(crate) struct Cozy {
    plays: bool,
    next: u64,
}

impl Cozy {
    pub(crate) fn perft() -> Box<dyn Worker> {
        Box::new(Cozy { plays: false, next: 0 })
    }

    pub(crate) fn games() -> Box<dyn Worker> {
        Box::new(Cozy { plays: true, next: 0 })
    }
}

impl Worker for Cozy {
    fn name(&self) -> String {
        "cozy-chess 0.3.4".to_owned()
    }

    fn work(&mut self, depth: u32) -> io::Result<Done> {
        if !self.plays {
            return Ok(timed(|| (perft(&Board::default(), depth), 0)));
        }
        let chance = Chance::new(derived_seed(1, self.next));
        self.next += 1;
        Ok(timed(|| (game(chance), 1)))
    }

    fn plays(&self) -> bool {
        self.plays
    }
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += perft(&next, depth - 1);
        }
        false
    });
    leaves
}

/// A game by chance, with the ends of our rule file in their order: no move left; a dead
/// position; the third time; 100 plies without a pawn moved or a man taken. Tells its plies.
///
/// Positions are compared by key, and only back to the last move that cannot be taken back,
/// which is how a program for chess would do it. The en passant file that the key holds only
/// matters right after such a move.
fn game(mut chance: Chance) -> u64 {
    let mut board = Board::default();
    let mut keys: Vec<u64> = vec![board.hash()];
    let mut parts: Vec<PieceMoves> = Vec::with_capacity(32);
    let mut plies = 0;
    loop {
        parts.clear();
        let mut all = 0;
        board.generate_moves(|moves| {
            all += moves.len();
            parts.push(moves);
            false
        });
        if all == 0 || is_dead(&board) || board.halfmove_clock() >= 100 {
            return plies;
        }
        let key = board.hash();
        if keys.iter().filter(|&&k| k == key).count() >= 3 {
            return plies;
        }
        let mut number = chance.below(all);
        let part = parts.iter().find(|part| {
            let here = number < part.len();
            if !here {
                number -= part.len();
            }
            here
        });
        let mv = part.and_then(|part| part.into_iter().nth(number)).expect("one of the moves");
        board.play_unchecked(mv);
        if board.halfmove_clock() == 0 {
            keys.clear();
        }
        keys.push(board.hash());
        plies += 1;
    }
}

fn is_dead(board: &Board) -> bool {
    match board.occupied().len() {
        2 => true,
        3 => !(board.pieces(Piece::Bishop) | board.pieces(Piece::Knight)).is_empty(),
        _ => false,
    }
}
