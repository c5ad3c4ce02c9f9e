//! The intermediate representation of chess-like rules, and the way to it from a syntax tree.

mod asked;
pub mod board;
mod check;
pub mod codes;
pub mod deal;
pub mod effect;
pub mod english;
mod flatten;
pub mod limits;
pub mod load;
mod lower;
pub mod movement;
mod options;
mod outline;
pub mod provenance;
pub mod rename;
pub mod ruleset;
pub mod set;
pub mod source_map;
pub mod suggest;
pub mod visit;

pub use board::{Board, DirSet, Geometry, Square, Turn};
pub use effect::{Effect, Event, Offer, Trigger, Value};
pub use load::{Failure, Library, Loaded, load};
pub use movement::{Clause, Leg, Motion, Over, Travel};
pub use outline::RuleTest;
pub use provenance::Citation;
pub use ruleset::{
    Cell, CellType, Choice, Deal, End, EndResult, IR_VERSION, Kind, Law, Life, Per, Player, Rules,
    Start, TextField,
};
pub use set::{
    CellId, Comparison, Cond, Dirs, KindId, Number, PlayerId, PlayerRef, Set, Side, Subject,
};
pub use source_map::SourceMap;
