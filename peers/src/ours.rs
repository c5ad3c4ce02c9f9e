//! Ourselves, through the public API.

use std::io;

use chator::study::parallel::game_by_chance;
use chator::{Position, perft};

use crate::work::{Done, Worker, timed};

/// No game is stopped before it has so many plies.
const MOST_PLIES: u32 = 100_000;

/// Chator at perft or at games by chance.
pub(crate) struct Ours {
    id: String,
    start: Position,
    plays: bool,
    next: u64,
}

impl Ours {
    fn boxed(id: &str, plays: bool) -> Box<dyn Worker> {
        let start = chator::load(id).expect("a game of the library").game.start();
        Box::new(Ours { id: id.to_owned(), start, plays, next: 0 })
    }

    pub(crate) fn perft(id: &str) -> Box<dyn Worker> {
        Ours::boxed(id, false)
    }

    pub(crate) fn games(id: &str) -> Box<dyn Worker> {
        Ours::boxed(id, true)
    }
}

/// What plays a game of ours that is not said to be played otherwise.
pub(crate) fn executor(id: &str) -> String {
    chator::load(id).expect("a game of the library").game.executor().to_string()
}

impl Worker for Ours {
    fn name(&self) -> String {
        format!("chator {}", self.id)
    }

    fn work(&mut self, depth: u32) -> io::Result<Done> {
        if !self.plays {
            return Ok(timed(|| (perft(&self.start, depth), 0)));
        }
        let number = self.next;
        self.next += 1;
        Ok(timed(|| (game_by_chance(&self.start, number, 1, MOST_PLIES).plies.into(), 1)))
    }

    fn plays(&self) -> bool {
        self.plays
    }
}
