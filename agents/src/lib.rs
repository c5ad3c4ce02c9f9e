//! Agents that play any game: each sees a [`Position`](chator_interpreter::Position) and,
//! through it, the game, and nothing else.
//!
//! The same seed and the same number of iterations give the same moves on every machine and in
//! every run. A budget in time does not, and nobody knows what an outside engine does.

pub mod agent;
pub mod arena;
pub mod chance;
pub mod elo;
pub mod interval;
pub mod mcts;
pub mod parse;
mod portable;
pub mod random;
pub mod sprt;
pub mod uci;

pub use agent::{Agent, Budget, Line, Stop};
pub use mcts::Mcts;
pub use parse::{AGENTS, AgentError, parse};
pub use random::Random;
pub use uci::Uci;
