//! From a leaf to a value: random moves to the end of the game, or a few of them and then the
//! captures that follow.

use chator_interpreter::{Move, Moves, Outcome, PlayerId, Position};

use crate::chance::Chance;
use crate::mcts::Settings;
use crate::mcts::value::Values;

/// No playout is longer than this, whatever the settings say: some games never end.
const LONGEST: u32 = 300;

/// How playouts are made.
pub(crate) struct Playout<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) values: &'a Values,
}

impl Playout<'_> {
    /// Plays on at random for some plies and says what each player gets.
    pub(crate) fn play(&self, position: &mut Position, chance: &mut Chance, result: &mut [f64]) {
        let cut = self.settings.cut.filter(|_| self.values.tell()).unwrap_or(LONGEST).min(LONGEST);
        let mut undo = Vec::new();
        for _ in 0..cut {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            undo.push(position.make(moves[chance.below(moves.len())]));
        }
        self.settle(position, self.settings.settle, result);
        while let Some(last) = undo.pop() {
            position.unmake(last);
        }
    }

    /// The value of a position in which somebody may be about to be taken: each player in turn
    /// makes the best capture or leaves it at that.
    fn settle(&self, position: &mut Position, plies: u32, result: &mut [f64]) {
        if let Some(outcome) = position.outcome() {
            scores(&outcome, result);
            return;
        }
        self.values.shares(position, result);
        if plies == 0 {
            return;
        }
        let moves = position.legal_moves();
        let Some(capture) = self.best_capture(position, &moves) else { return };
        let mover = usize::from(position.to_move().0);
        let mut after = vec![0.0; result.len()];
        let undo = position.make(capture);
        self.settle(position, plies - 1, &mut after);
        position.unmake(undo);
        if after[mover] > result[mover] {
            result.copy_from_slice(&after);
        }
    }

    /// The capture of the most valuable man, by the least valuable one.
    fn best_capture(&self, position: &Position, moves: &Moves) -> Option<Move> {
        let mut best: Option<(f64, f64, Move)> = None;
        for &mv in moves {
            let gain = self.values.gain(position, mv);
            if gain > 0.0 {
                let risk = mv
                    .origin()
                    .and_then(|square| position.piece_at(square))
                    .map_or(0.0, |man| self.values.of_kind(man.kind.0.into()));
                if best.is_none_or(|(most, least, _)| (gain, -risk) > (most, -least)) {
                    best = Some((gain, risk, mv));
                }
            }
        }
        best.map(|(_, _, mv)| mv)
    }
}

/// What each player gets of a finished game.
pub(crate) fn scores(outcome: &Outcome, result: &mut [f64]) {
    for (player, score) in result.iter_mut().enumerate() {
        *score = outcome.score(PlayerId(player as u8)).share();
    }
}
