//! What researchers ask of rule sets: how two of them differ, where a difference shows in play,
//! and which rules ever come to bear.
//!
//! **Invariants.** Nothing here names a game, a piece or a player. Nothing prints, reads the
//! clock but for a budget it was given, or touches a file. The same seed gives the same findings.

pub mod bibliography;
pub mod coverage;
pub mod diff;
pub mod matrix;
pub mod parallel;
pub mod standing;
pub mod witness;
