//! Counting and playing on several threads.
//!
//! What is counted are sums over independent parts, and each game has a seed of its own: so the
//! number of threads changes no result. Parts are of very unequal size, so threads that are
//! done take work from those that are not.

use std::ops::{AddAssign, Range};

use chator_agents::chance::{Chance, derived_seed};
use chator_interpreter::{Move, Playout, Position, perft, playout};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that count lines of play and play games by chance.
#[derive(Debug, Default)]
pub struct Workers {
    /// None: all is done by the thread that asks.
    pool: Option<ThreadPool>,
}

/// What came of a number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// How many of them were stopped after the most plies a game may have.
    pub stopped: u64,
    /// How many plies all of them had together.
    pub plies: u64,
}

impl Workers {
    /// So many threads; 0 counts as 1. One thread is the caller's own, and so it is if the
    /// system has no others to give.
    pub fn new(threads: usize) -> Workers {
        let several = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        Workers { pool: several.and_then(Result::ok) }
    }

    /// How many they are.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// The same as [`perft`].
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        match &self.pool {
            Some(pool) => pool.install(|| split(position, depth, SPLIT)),
            None => perft(position, depth),
        }
    }

    /// The same as [`divide`](chator_interpreter::divide), in the same order.
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(String, u64)> {
        let (Some(pool), Some(rest)) = (&self.pool, depth.checked_sub(1)) else {
            return chator_interpreter::divide(position, depth);
        };
        let moves = moves(position);
        let counts: Vec<u64> = pool.install(|| {
            let moves = moves.par_iter();
            moves.map(|&mv| split(&after(position, mv), rest, SPLIT - 1)).collect()
        });
        moves.into_iter().map(|mv| position.notate(mv)).zip(counts).collect()
    }

    /// Plays the games of these numbers, each as [`game_by_chance`] does.
    pub fn playouts(
        &self,
        position: &Position,
        numbers: Range<u64>,
        seed: u64,
        most: u32,
    ) -> Tally {
        let one = |number| {
            let game = game_by_chance(position, number, seed, most);
            let stopped = u64::from(game.plies == most && game.outcome.is_none());
            Tally { games: 1, stopped, plies: game.plies.into() }
        };
        let sum = |mut all: Tally, game: Tally| {
            all += game;
            all
        };
        match &self.pool {
            Some(pool) => {
                pool.install(|| numbers.into_par_iter().map(one).reduce(Tally::default, sum))
            }
            None => numbers.map(one).fold(Tally::default(), sum),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.stopped += other.stopped;
        self.plies += other.plies;
    }
}

/// Plays on from a position until the game ends, at most for `most` plies; each legal move has
/// the same probability. Number and seed together name the game: either executor plays the same.
pub fn game_by_chance(position: &Position, number: u64, seed: u64, most: u32) -> Playout {
    let mut chance = Chance::new(derived_seed(seed, number));
    playout(position, most, |moves| chance.below(moves))
}

/// At how many plies from the root the work is cut into parts. Cut at the root alone, the last
/// few parts would leave most threads idle.
const SPLIT: u32 = 2;

fn split(position: &Position, depth: u32, plies: u32) -> u64 {
    // The last ply is counted and not played, so there is nothing to share out.
    if plies == 0 || depth < 2 {
        return perft(position, depth);
    }
    let parts = moves(position).into_par_iter();
    parts.map(|mv| split(&after(position, mv), depth - 1, plies - 1)).sum()
}

fn moves(position: &Position) -> Vec<Move> {
    position.legal_moves().into_iter().collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}
