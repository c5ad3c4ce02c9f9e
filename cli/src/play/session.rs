//! A game in progress: the line that was played, what was taken back, and how it ended.

use chator::{LoadedGame, Move, Outcome, PlayerId, Position};

use crate::play::seats::Seat;

/// A game in progress.
pub(crate) struct Session {
    pub(crate) loaded: LoadedGame,
    pub(crate) seats: Vec<Seat>,
    /// All positions from the start to now.
    positions: Vec<Position>,
    /// The moves taken back, the last of them first played.
    undone: Vec<Move>,
    resigned: Option<PlayerId>,
    max_plies: Option<u32>,
}

/// Why no more moves are made.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// By a rule of the game.
    Rule(Outcome),
    /// A player gave up.
    Resigned(PlayerId),
    /// After so many plies, as the user wished.
    BrokenOff(u32),
    /// The side to move has no move, and no rule says what that means.
    Stuck,
}

impl Session {
    pub(crate) fn new(
        loaded: LoadedGame,
        seats: Vec<Seat>,
        start: Position,
        max_plies: Option<u32>,
    ) -> Session {
        let positions = vec![start];
        Session { loaded, seats, positions, undone: Vec::new(), resigned: None, max_plies }
    }

    pub(crate) fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    pub(crate) fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position before the last move.
    pub(crate) fn before(&self) -> Option<&Position> {
        self.positions.len().checked_sub(2).map(|i| &self.positions[i])
    }

    /// How many plies have been played.
    pub(crate) fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// All moves.
    pub(crate) fn line(&self) -> Vec<Move> {
        self.positions.iter().skip(1).filter_map(Position::last_move).collect()
    }

    /// The texts of all moves.
    pub(crate) fn moves(&self) -> Vec<String> {
        let pairs = self.positions.windows(2);
        pairs.filter_map(|pair| Some(pair[0].notate(pair[1].last_move()?))).collect()
    }

    /// Is it a human's turn?
    pub(crate) fn is_humans_turn(&self) -> bool {
        self.is_human(self.now().to_move())
    }

    pub(crate) fn is_human(&self, player: PlayerId) -> bool {
        self.seats[usize::from(player.0)].is_human()
    }

    pub(crate) fn has_humans(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// How the game ended, if it did.
    pub(crate) fn ending(&self) -> Option<Ending> {
        if let Some(player) = self.resigned {
            return Some(Ending::Resigned(player));
        }
        if let Some(outcome) = self.now().outcome() {
            return Some(Ending::Rule(outcome));
        }
        let plies = self.plies() as u32;
        if self.max_plies.is_some_and(|most| plies >= most) {
            return Some(Ending::BrokenOff(plies));
        }
        (!self.now().has_legal_move()).then_some(Ending::Stuck)
    }

    /// Plays a move: what was taken back is forgotten.
    pub(crate) fn play(&mut self, mv: Move) {
        self.undone.clear();
        self.push(mv);
    }

    fn push(&mut self, mv: Move) {
        let mut next = self.now().clone();
        next.play(mv);
        self.positions.push(next);
    }

    /// The player to move gives up.
    pub(crate) fn resign(&mut self) {
        self.resigned = Some(self.now().to_move());
    }

    /// Takes back `turns` turns of humans: each time all plies up to a human's turn. Changes
    /// nothing if there are not so many.
    pub(crate) fn undo(&mut self, turns: u32) -> Result<usize, String> {
        let mut left = self.positions.len();
        let mut done = 0;
        for _ in 0..turns {
            if done == 0 && left == self.positions.len() && self.resigned.is_some() {
                // The first thing to take back is giving up.
                done += 1;
                continue;
            }
            let earlier = (1..left).rev().find(|&n| self.is_human(self.positions[n - 1].to_move()));
            let Some(earlier) = earlier else {
                return Err(match done {
                    0 => "there is nothing to take back".to_owned(),
                    n => format!("only {n} of your turns can be taken back"),
                });
            };
            left = earlier;
            done += 1;
        }
        let plies = self.positions.len() - left;
        for position in self.positions.drain(left..).rev() {
            self.undone.extend(position.last_move());
        }
        self.resigned = None;
        Ok(plies)
    }

    /// Plays `turns` turns again that were taken back, each up to a human's turn.
    pub(crate) fn redo(&mut self, turns: u32) -> Result<usize, String> {
        let mut plies = 0;
        for done in 0..turns {
            if self.undone.is_empty() {
                return match done {
                    0 => Err("there is nothing to play again".to_owned()),
                    _ => Ok(plies),
                };
            }
            while let Some(mv) = self.undone.pop() {
                self.push(mv);
                plies += 1;
                if self.is_humans_turn() {
                    break;
                }
            }
        }
        Ok(plies)
    }

    /// Puts a whole line in place of the one played so far.
    pub(crate) fn replace(&mut self, positions: Vec<Position>, resigned: Option<PlayerId>) {
        self.positions = positions;
        self.resigned = resigned;
        self.undone.clear();
    }
}
