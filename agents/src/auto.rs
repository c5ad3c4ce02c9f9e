//! The agent that suits a game, by the structure of its rules.

use chator_interpreter::{Game, Move, Position};

use crate::agent::{Agent, Stop};
use crate::alphabeta::{self, AlphaBeta};
use crate::budget::Budget;
use crate::keys::{AgentError, Keys};
use crate::mcts::{self, Mcts};

/// Alpha-beta between two, Monte Carlo tree search among more: three or four who look to
/// themselves are no two sides, and treating them as such loses to an agent that does not.
pub struct Auto {
    /// None if nobody has said how long.
    budget: Option<Budget>,
    alphabeta: AlphaBeta,
    mcts: Mcts,
    stop: Stop,
}

impl Auto {
    /// What help texts say.
    pub(crate) const HELP: &'static str = "the one of alphabeta and mcts that suits the game; \
        nodes=N, time=200ms or 1.5s (else 1s), cpu=200ms";

    /// The agent with a budget.
    pub fn new(budget: Option<Budget>) -> Auto {
        let spent = budget.unwrap_or(Budget::time(std::time::Duration::from_secs(1)));
        let alphabeta = alphabeta::Settings { budget: spent, ..alphabeta::Settings::default() };
        let mcts = mcts::Settings { budget: spent, ..mcts::Settings::default() };
        let stop = Stop::default();
        let alphabeta = AlphaBeta::new(alphabeta).obeying(stop.clone());
        let mcts = Mcts::new(mcts).obeying(stop.clone());
        Auto { budget, alphabeta, mcts, stop }
    }

    pub(crate) fn read(keys: &mut Keys<'_>) -> Result<Auto, AgentError> {
        Ok(Auto::new(keys.budget()?))
    }

    /// Does the game suit alpha-beta?
    pub(crate) fn suits_alphabeta(game: &Game) -> bool {
        game.rules().players.len() == 2
    }
}

impl Agent for Auto {
    fn name(&self) -> String {
        self.budget.map_or_else(|| "auto".to_owned(), |budget| format!("auto:{budget}"))
    }

    fn begin(&mut self, seed: u64) {
        self.alphabeta.begin(seed);
        self.mcts.begin(seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        if Auto::suits_alphabeta(position.game()) {
            self.alphabeta.choose(position)
        } else {
            self.mcts.choose(position)
        }
    }

    fn is_reproducible(&self) -> bool {
        self.budget.is_some_and(Budget::is_reproducible)
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}
