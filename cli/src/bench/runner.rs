//! One executor at work: games by chance, and perft.

use std::time::{Duration, Instant};

use chator::Position;
use chator::study::parallel::{Tally, Workers};

use super::clock::Clock;

/// After so many plies a game is stopped, so that one without an end cannot take for ever. It is
/// told if that happens.
pub(crate) const MOST_PLIES: u32 = 100_000;

/// One executor, a position, and what is done with them.
pub(crate) struct Runner<'a> {
    pub(crate) position: Position,
    pub(crate) workers: &'a Workers,
    pub(crate) clock: Clock,
    pub(crate) seed: u64,
    /// The lines of play of 0, 1, 2, … plies, as far as they have been counted.
    pub(crate) leaves: Vec<u64>,
    /// By the clock on the wall, while something was measured.
    pub(crate) waited: Duration,
    /// By the clock, while something was measured.
    pub(crate) worked: Duration,
    /// Games that were stopped.
    pub(crate) stopped: u64,
    /// The number of the next game.
    next: u64,
    /// How many games are played between two looks at the clock.
    batch: u64,
}

/// A round of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Games {
    pub(crate) games_per_second: f64,
    pub(crate) plies_per_second: f64,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(position: Position, workers: &'a Workers, seed: u64) -> Runner<'a> {
        let clock = Clock::of(workers.threads());
        let batch = match workers.threads() {
            1 => 1,
            // More than threads, since games are of unequal length.
            threads => threads as u64 * 4,
        };
        Runner {
            position,
            workers,
            clock,
            seed,
            leaves: vec![1],
            waited: Duration::ZERO,
            worked: Duration::ZERO,
            stopped: 0,
            next: 0,
            batch,
        }
    }

    /// Plays games for about that long.
    pub(crate) fn play(&mut self, time: Duration) -> Games {
        let (watch, wall) = (self.clock.start(), Instant::now());
        let mut all = Tally::default();
        let mut taken = Duration::ZERO;
        while taken < time {
            let numbers = self.next..self.next + self.batch;
            self.next = numbers.end;
            all += self.workers.playouts(&self.position, numbers, self.seed, MOST_PLIES);
            let before = std::mem::replace(&mut taken, watch.elapsed());
            // Large batches keep the threads busy, small ones keep to the time.
            if self.workers.threads() > 1 && taken.saturating_sub(before) * 16 < time {
                self.batch *= 2;
            }
        }
        self.stopped += all.stopped;
        self.worked += taken;
        self.waited += wall.elapsed();
        Games { games_per_second: rate(all.games, taken), plies_per_second: rate(all.plies, taken) }
    }

    /// Counts the lines of that many plies.
    pub(crate) fn count(&mut self, depth: u32) -> u64 {
        let leaves = self.workers.perft(&self.position, depth);
        if self.leaves.len() == depth as usize {
            self.leaves.push(leaves);
        }
        leaves
    }

    /// Counts ever longer lines, up to `most` plies, while the next length can be expected to
    /// take no longer than `time`. Tells the last length.
    pub(crate) fn deepest(&mut self, time: Duration, most: u32) -> u32 {
        let mut depth = 1;
        loop {
            let watch = self.clock.start();
            let leaves = self.count(depth);
            let taken = watch.elapsed();
            // Where there are few lines the next ply may still be long.
            let growth = leaves as f64 / self.leaves[depth as usize - 1].max(1) as f64;
            let expected = taken.as_secs_f64() * growth.max(2.0);
            if leaves == 0 || depth == most || expected > time.as_secs_f64() {
                return depth;
            }
            depth += 1;
        }
    }

    /// Lines of that many plies counted per second, over about that long.
    pub(crate) fn count_for(&mut self, depth: u32, time: Duration) -> f64 {
        let (watch, wall) = (self.clock.start(), Instant::now());
        let mut leaves = 0;
        loop {
            leaves += self.count(depth);
            let taken = watch.elapsed();
            if taken >= time {
                self.worked += taken;
                self.waited += wall.elapsed();
                return rate(leaves, taken);
            }
        }
    }
}

fn rate(number: u64, time: Duration) -> f64 {
    number as f64 / time.as_secs_f64().max(1e-9)
}
