//! Games played by chance.

use crate::compiled::compiled;
use crate::ending::Outcome;
use crate::position::Position;

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many plies were played.
    pub plies: u32,
    /// How it ended; none if it was stopped, or if nobody can move and no end says what then.
    pub outcome: Option<Outcome>,
}

/// Plays on from a position for at most `most` plies. `choose` is asked for a number below the
/// number of legal moves, and the move of that place in the list of legal moves is played: so
/// the same answers give the same game with either executor.
pub fn playout(position: &Position, most: u32, choose: impl FnMut(usize) -> usize) -> Playout {
    compiled!(
        position.game(),
        position.boards(),
        |program, pair| {
            let mut line = position.line(program, pair);
            let plies = line.playout(most, choose);
            Playout { plies, outcome: position.outcome_of(&line) }
        },
        by_reference(position, most, choose)
    )
}

fn by_reference(position: &Position, most: u32, mut choose: impl FnMut(usize) -> usize) -> Playout {
    let mut position = position.clone();
    let mut plies = 0;
    while plies < most {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let _undo = position.make(moves[choose(moves.len())]);
        plies += 1;
    }
    Playout { plies, outcome: position.outcome() }
}
