//! haitaka, linked.

use std::io;

use chator::agents::chance::{Chance, derived_seed};
use haitaka::{Board, PieceMoves};

use crate::work::{Done, Worker, timed};

/// haitaka at perft or at games by chance.
pub(crate) struct Haitaka {
    plays: bool,
    next: u64,
}

impl Haitaka {
    pub(crate) fn perft() -> Box<dyn Worker> {
        Box::new(Haitaka { plays: false, next: 0 })
    }

    pub(crate) fn games() -> Box<dyn Worker> {
        Box::new(Haitaka { plays: true, next: 0 })
    }
}

impl Worker for Haitaka {
    fn name(&self) -> String {
        "haitaka 0.3.2".to_owned()
    }

    fn work(&mut self, depth: u32) -> io::Result<Done> {
        if !self.plays {
            return Ok(timed(|| (perft(&Board::startpos(), depth), 0)));
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
            leaves += number(moves) as u64;
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

/// How many they are. Here `len` of the moves would be the number of targets, with or without turning over.
fn number(moves: PieceMoves) -> usize {
    moves.into_iter().len()
}

/// A game by chance, until there is no move or the position stands for the fourth time. Who has
/// then won, if anybody, makes it no longer or shorter. Tells its plies.
fn game(mut chance: Chance) -> u64 {
    let mut board = Board::startpos();
    let mut keys: Vec<u64> = vec![board.hash()];
    let mut parts: Vec<PieceMoves> = Vec::with_capacity(64);
    let mut plies = 0;
    loop {
        parts.clear();
        let mut all = 0;
        board.generate_moves(|moves| {
            all += number(moves);
            parts.push(moves);
            false
        });
        let key = board.hash();
        if all == 0 || keys.iter().filter(|&&k| k == key).count() >= 4 {
            return plies;
        }
        let mut chosen = chance.below(all);
        let part = parts.iter().find(|part| {
            let here = chosen < number(**part);
            if !here {
                chosen -= number(**part);
            }
            here
        });
        let mv = part.and_then(|part| part.into_iter().nth(chosen)).expect("one of the moves");
        // Neither a capture nor a drop can be taken back.
        let before = board.occupied().len();
        board.play_unchecked(mv);
        if board.occupied().len() != before {
            keys.clear();
        }
        keys.push(board.hash());
        plies += 1;
    }
}
