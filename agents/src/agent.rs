//! What every agent is: somebody who chooses a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chator_interpreter::{Move, Position};

use crate::keys::AgentError;

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
    fn choose_in(&mut self, course: Course<'_>) -> Option<Move> {
        self.choose(course.now)
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

/// The course of a game so far.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
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
