//! From a leaf to a value: random moves to the end of the game, or for a few plies.

use chator_interpreter::{Outcome, PlayerId, Position};

use crate::chance::Chance;
use crate::mcts::value::Values;

/// No playout is longer than this, whatever the settings say: some games never end.
const LONGEST: u32 = 1_000;

/// Plays on at random for at most `cut` plies and says what each player gets.
pub(crate) fn play_out(
    position: &mut Position,
    cut: Option<u32>,
    chance: &mut Chance,
    values: &Values,
    result: &mut [f64],
) {
    let mut undo = Vec::new();
    let cut = cut.unwrap_or(LONGEST).min(LONGEST);
    loop {
        if let Some(outcome) = position.outcome() {
            scores(&outcome, result);
            break;
        }
        let moves =
            if undo.len() < cut as usize { position.legal_moves() } else { Default::default() };
        if moves.is_empty() {
            values.shares(position, result);
            break;
        }
        undo.push(position.make(moves[chance.below(moves.len())]));
    }
    while let Some(last) = undo.pop() {
        position.unmake(last);
    }
}

/// What each player gets of a finished game.
pub(crate) fn scores(outcome: &Outcome, result: &mut [f64]) {
    for (player, score) in result.iter_mut().enumerate() {
        *score = outcome.score(PlayerId(player as u8)).share();
    }
}
