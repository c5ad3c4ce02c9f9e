//! The executor that uses tables: the same moves, ends, keys and texts as the reference, faster.
//!
//! When a game is prepared its rules are taken through small passes: cells get their places
//! ([`layout`]), expressions are folded for each player and clause ([`fold`]), motions become
//! tables ([`motion`]), attacks the same tables turned round ([`attack_tables`]), effects and
//! events lists of operations ([`effects`]). A position is a [`board::Board`] of bits.

#![expect(
    clippy::inline_always,
    reason = "a few operations on words make up all of the work, in loops over men and squares"
)]

mod aftermath;
mod aim;
mod alive;
mod attack;
mod attack_tables;
pub(crate) mod bits;
pub(crate) mod board;
mod brief;
mod choice;
mod danger;
mod door;
mod drop;
mod effects;
mod expr;
pub(crate) mod eye;
mod fold;
mod generate;
mod ground;
mod guard;
mod history;
mod keys;
mod landing;
mod latch;
pub(crate) mod layout;
pub(crate) mod line;
mod listing;
mod make;
mod motion;
mod pick;
mod placing;
mod plain;
mod plan;
pub(crate) mod program;
mod quick;
mod reach;
mod read;
mod row;
mod safety;
mod sight;
mod sink;
mod spread;
mod steady;
mod stride;
mod sweep;
mod swift;
mod table;
mod tally;
mod tile;
mod trial;
mod void;

use crate::game::Tables;
use crate::state::State;

use bits::{Bits, Vast, Wide};
use board::Board;
use program::Program;

/// A program of the width that the board needs.
pub(crate) enum AnyProgram {
    Narrow(Box<Program<u64>>),
    Middle(Box<Program<u128>>),
    Wide(Box<Program<Wide>>),
    Vast(Box<Program<Vast>>),
}

impl AnyProgram {
    /// The program of a game, or what does not fit.
    pub(crate) fn new(game: &Tables) -> Result<AnyProgram, String> {
        match game.squares {
            0..=64 => Ok(AnyProgram::Narrow(Box::new(Program::new(game)?))),
            65..=128 => Ok(AnyProgram::Middle(Box::new(Program::new(game)?))),
            129..=256 => Ok(AnyProgram::Wide(Box::new(Program::new(game)?))),
            257..=1024 => Ok(AnyProgram::Vast(Box::new(Program::new(game)?))),
            _ => Err("a board of more than 1024 squares".to_owned()),
        }
    }
}

impl AnyProgram {
    /// The clauses whose moves are tried one by one, and why.
    pub(crate) fn slow_rows(&self) -> Vec<(u16, &'static str)> {
        match self {
            AnyProgram::Narrow(program) => program.slow_rows(),
            AnyProgram::Middle(program) => program.slow_rows(),
            AnyProgram::Wide(program) => program.slow_rows(),
            AnyProgram::Vast(program) => program.slow_rows(),
        }
    }
}

/// The board of a position and the one before the last move, in the width of the game's program.
#[derive(Clone)]
pub(crate) enum Boards {
    /// The reference plays.
    None,
    Narrow(Box<Pair<u64>>),
    Middle(Box<Pair<u128>>),
    Wide(Box<Pair<Wide>>),
    Vast(Box<Pair<Vast>>),
}

/// Two boards.
#[derive(Clone)]
pub(crate) struct Pair<B: Bits> {
    pub(crate) before: Board<B>,
    pub(crate) now: Board<B>,
}

/// Runs the first expression with a position's program and boards, or the second if the
/// reference plays.
macro_rules! compiled {
    ($game:expr, $boards:expr, |$program:ident, $pair:ident| $compiled:expr, $reference:expr) => {
        match (&$game.0.program, $boards) {
            (
                Ok($crate::compiled::AnyProgram::Narrow($program)),
                $crate::compiled::Boards::Narrow($pair),
            ) => $compiled,
            (
                Ok($crate::compiled::AnyProgram::Middle($program)),
                $crate::compiled::Boards::Middle($pair),
            ) => $compiled,
            (
                Ok($crate::compiled::AnyProgram::Wide($program)),
                $crate::compiled::Boards::Wide($pair),
            ) => $compiled,
            (
                Ok($crate::compiled::AnyProgram::Vast($program)),
                $crate::compiled::Boards::Vast($pair),
            ) => $compiled,
            _ => $reference,
        }
    };
}
pub(crate) use compiled;

impl Boards {
    /// A position that no move led to.
    pub(crate) fn new(program: &Result<AnyProgram, String>, state: &State) -> Boards {
        match program {
            Ok(AnyProgram::Narrow(program)) => Boards::Narrow(Pair::new(program, state)),
            Ok(AnyProgram::Middle(program)) => Boards::Middle(Pair::new(program, state)),
            Ok(AnyProgram::Wide(program)) => Boards::Wide(Pair::new(program, state)),
            Ok(AnyProgram::Vast(program)) => Boards::Vast(Pair::new(program, state)),
            Err(_) => Boards::None,
        }
    }
}

impl Boards {
    /// Are the boards what a state would be as boards?
    pub(crate) fn agree_with(&self, game: &Tables, state: &State) -> bool {
        match (self, Boards::new(&game.program, state)) {
            (Boards::None, Boards::None) => true,
            (Boards::Narrow(a), Boards::Narrow(b)) => a.now == b.now,
            (Boards::Middle(a), Boards::Middle(b)) => a.now == b.now,
            (Boards::Wide(a), Boards::Wide(b)) => a.now == b.now,
            (Boards::Vast(a), Boards::Vast(b)) => a.now == b.now,
            _ => false,
        }
    }
}

impl<B: Bits> Pair<B> {
    fn new(program: &Program<B>, state: &State) -> Box<Pair<B>> {
        let now = program.layout.board(&program.keys, state);
        Box::new(Pair { before: now, now })
    }
}
