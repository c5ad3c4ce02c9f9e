//! Chess-like games from declarative rule files.
//!
//! A rule file becomes a [`Game`]; a game has [`Position`]s, which know their legal moves, play
//! them, and say how the game ended and by which rule. [`agents`] play any game.
//!
//! ```
//! use chator::agents::{Agent, Mcts};
//! use chator::rules::Library;
//!
//! // A game of the library, or a file: `chator::load("my.chator")`; `id[option=value]` sets options.
//! let id = &chator::BuiltIn.ids()[0];
//! let game = chator::load(id)?.game;
//! let mut position = game.start();
//!
//! // Once read, a move is legal.
//! let text = position.notate(position.legal_moves()[0]);
//! let mv = position.parse_move(&text)?;
//! position.play(mv);
//!
//! // The same seed chooses the same move on every machine.
//! let mut agent = Mcts::with_seed(7).playouts(20);
//! let reply = agent.choose(&position).expect("the game has just begun");
//! println!("{}", position.notate(reply));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod library;
mod request;
pub mod rule_tests;
pub mod unreached;

pub use chator_agents as agents;
pub use chator_grammar as grammar;
pub use chator_interpreter as interpreter;
pub use chator_rules as rules;
pub use chator_study as study;

pub use chator_interpreter::{
    Executor, Game, Move, Outcome, PlayerId, Playout, Position, Search, Setup, Square, divide,
    perft, playout,
};
pub use library::BuiltIn;
pub use request::{LoadError, LoadedGame, load, load_text, read, split};
pub use rule_tests::explanations;
