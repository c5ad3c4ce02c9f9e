//! Plays any game that [`chator_rules`] can describe.
//!
//! [`Game`] is a rule set with its prepared tables: immutable, cheap to clone, free to share
//! between threads. [`Position`] is a plain value that knows its game: it lists its legal
//! moves, plays them, takes them back, says how the game ended and by which rule. Both read
//! and write text. After the rules have passed their checks nothing but reading text can fail.
//!
//! There are two executors behind them. The reference walks the IR directly and makes every
//! candidate move to see whether it is legal: it is the definition. The compiled one uses tables
//! made from the IR, and has to agree with it.
//!
//! **Invariants.** Nothing here names a game, a piece or a player. Nothing does I/O, reads the
//! clock or draws a random number. The same input gives the same output, byte for byte.

mod apply;
mod attack;
mod compiled;
mod condition;
mod edit;
mod ending;
mod eval;
mod executor;
mod fingerprint;
mod game;
mod key;
mod legality;
mod mention;
mod mobility;
mod movegen;
mod moves;
mod notation;
mod perft;
mod playout;
mod position;
mod prepare;
mod reach;
mod search;
mod setup;
mod square_set;
mod state;
mod trace;
mod walk;

pub use chator_rules::{
    Cell, CellId, Citation, Geometry, Kind, KindId, Player, PlayerId, Rules, Square,
};
pub use ending::{Outcome, Score};
pub use executor::{Executor, Slow};
pub use fingerprint::fingerprint;
pub use game::Game;
pub use mobility::Way;
pub use moves::{Move, Moves, MovesIter};
pub use notation::{MoveError, MoveErrorKind, TextError};
pub use perft::{divide, perft};
pub use playout::{Playout, playout};
pub use position::{Holder, Piece, Position, Undo};
pub use search::{Search, Sight};
pub use setup::{PositionError, Reading, Setup, SetupError, SetupProblem};
pub use square_set::SquareSet;
pub use trace::{Illegal, Sifted, Trace};
