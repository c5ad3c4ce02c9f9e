//! What every agent is: somebody who chooses a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chator_interpreter::{Move, Position};

use crate::parse::AgentError;

/// Chooses moves. It sees what a player sees: the position and, through it, the game.
pub trait Agent: Send {
    /// How people call it: the text that [`parse`](crate::parse::parse) reads back.
    fn name(&self) -> String;

    /// A new game begins: nothing of the game before may play a part in it, and all chance comes
    /// from this seed.
    fn begin(&mut self, seed: u64);

    /// One of the legal moves, or none if there are none.
    fn choose(&mut self, position: &Position) -> Option<Move>;

    /// The same for whoever knows how the position came about. A position knows what it needs for
    /// the rules; only an agent that speaks to another program has to tell it the moves, too.
    fn choose_in(&mut self, line: Line<'_>) -> Option<Move> {
        self.choose(line.now)
    }

    /// Makes ready for a game that is called by this id. Agents that need nothing but the rules
    /// need not be asked. There may be something that the user should know.
    ///
    /// # Errors
    /// Why it cannot play at all.
    fn prepare(&mut self, _id: &str) -> Result<Option<String>, AgentError> {
        Ok(None)
    }

    /// What went wrong when it chose no move though there was one. It does not play on.
    fn trouble(&self) -> Option<String> {
        None
    }

    /// Does the same seed lead to the same moves on every machine?
    fn is_reproducible(&self) -> bool {
        true
    }

    /// A handle by which another thread ends the thinking early. The agent then answers with the
    /// best it has found.
    fn stop(&self) -> Stop {
        Stop::default()
    }
}

/// The line of play that led to a position.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Where it began.
    pub start: &'a Position,
    /// The moves.
    pub moves: &'a [Move],
    /// The position after them.
    pub now: &'a Position,
}

/// Tells an agent to come to an end. Clones speak to the same agent.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for an end.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Forgets an earlier request.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Has an end been asked for?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long an agent may think about one move. Whichever bound is reached first ends it.
///
/// Only a budget in iterations gives the same move on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// So many iterations at most.
    pub iterations: Option<u64>,
    /// So much time at most.
    pub time: Option<Duration>,
}

/// A budget being spent. The only clock in this crate.
#[derive(Debug)]
pub struct Spending {
    budget: Budget,
    begun: Instant,
    stop: Stop,
    done: u64,
}

impl Budget {
    /// Begins to spend it.
    pub fn begin(self, stop: Stop) -> Spending {
        Spending { budget: self, begun: Instant::now(), stop, done: 0 }
    }
}

impl Spending {
    /// Takes one more iteration, or says that there is none left. The first is always granted.
    pub fn grant(&mut self) -> bool {
        if self.done > 0 {
            let spent = self.budget.iterations.is_some_and(|most| self.done >= most)
                || self.budget.time.is_some_and(|most| self.begun.elapsed() >= most)
                || self.stop.asked();
            if spent {
                return false;
            }
        }
        self.done += 1;
        true
    }
}
