//! Agents that play any game: each sees a [`Position`](chator_interpreter::Position) and,
//! through it, the game, and nothing else.
//!
//! The same seed and the same number of nodes give the same moves on every machine and in every
//! run. A budget in time does not, and nobody knows what an outside engine does.

pub mod agent;
pub mod alphabeta;
pub mod analysis;
pub mod arena;
pub mod auto;
pub mod budget;
pub mod chance;
pub mod elo;
pub mod interval;
mod keys;
pub mod level;
pub mod mcts;
pub mod parse;
mod portable;
pub mod random;
pub mod solver;
pub mod sprt;
mod tactics;
pub mod uci;
pub mod value;
pub mod values;

pub use agent::{Agent, Course, Stop};
pub use alphabeta::AlphaBeta;
pub use analysis::Analysis;
pub use auto::Auto;
pub use budget::Budget;
pub use keys::AgentError;
pub use level::Level;
pub use mcts::Mcts;
pub use parse::{AGENTS, parse};
pub use random::Random;
pub use uci::Uci;
pub use value::Value;
pub use values::Values;
