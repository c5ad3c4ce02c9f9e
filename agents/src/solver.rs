//! Forced wins, proved or refuted by looking at everything.

use std::collections::HashMap;

use chator_interpreter::{Move, Outcome, PlayerId, Position, Search};

use crate::agent::Stop;
use crate::budget::{Budget, Spending};

/// What came of a search for a forced win.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The side to move wins by force.
    Won(Win),
    /// It does not win in so many moves of its own.
    Refuted,
    /// The budget was spent before either was known.
    Open,
}

/// A forced win.
#[derive(Clone, Debug)]
pub struct Win {
    /// In how many moves of the winner: no fewer will do.
    pub moves: u32,
    /// A line that the loser can make no longer.
    pub line: Vec<Move>,
    /// How the game ends there.
    pub outcome: Outcome,
}

/// Proofs of one position.
struct Solver<'p> {
    line: Search<'p>,
    /// Who is to win.
    own: PlayerId,
    spending: Spending,
    stopped: bool,
    /// By all that a board holds: within how many own moves a win is not to be had, and within
    /// how many it is.
    known: HashMap<u64, Known>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    lost_within: u32,
    won_within: Option<u32>,
}

/// No more positions than this are remembered.
const MOST_KNOWN: usize = 4_000_000;

/// Can the side to move win in at most `most` of its own moves, whatever the others play? A win
/// is an end that gives it the whole point. How many positions were visited comes with the answer.
pub fn forced_win(position: &Position, most: u32, budget: Budget, stop: Stop) -> (Proof, u64) {
    let mut solver = Solver {
        line: Search::new(position),
        own: position.to_move(),
        spending: budget.begin(stop),
        stopped: false,
        known: HashMap::new(),
    };
    if position.outcome().is_some() {
        return (Proof::Refuted, 0);
    }
    for moves in 1..=most {
        if solver.wins(moves) {
            let mut line = Vec::new();
            let outcome = solver.show(moves, &mut line);
            let nodes = solver.spending.nodes();
            let proof = outcome.map(|outcome| Proof::Won(Win { moves, line, outcome }));
            return (proof.unwrap_or(Proof::Open), nodes);
        }
        if solver.stopped {
            return (Proof::Open, solver.spending.nodes());
        }
    }
    (Proof::Refuted, solver.spending.nodes())
}

impl Solver<'_> {
    /// Is the position won within so many own moves? Meaningless once stopped.
    fn wins(&mut self, moves: u32) -> bool {
        let own_turn = self.line.to_move() == self.own;
        // What laws and ends ask about the line of play is not in the key.
        let key = (!self.line.is_repeated()).then(|| self.line.state_key());
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            if known.won_within.is_some_and(|within| within <= moves) {
                return true;
            }
            if known.lost_within >= moves && own_turn {
                return false;
            }
        }
        let sight = self.line.look();
        if !self.spending.grant(1 + sight.moves.len() as u64 / 64) {
            self.stopped = true;
            return false;
        }
        if let Some(outcome) = sight.outcome {
            return outcome.winner() == Some(self.own);
        }
        if own_turn && moves == 0 {
            return false;
        }
        let left = moves - u32::from(own_turn);
        let mut won = !own_turn && !sight.moves.is_empty();
        for &mv in &sight.moves {
            self.line.make(mv);
            let wins = self.wins(left);
            self.line.unmake();
            if self.stopped {
                return false;
            }
            if wins == own_turn {
                won = own_turn;
                break;
            }
        }
        if let Some(key) = key
            && self.known.len() < MOST_KNOWN
        {
            let known = self.known.entry(key).or_default();
            if won {
                known.won_within = Some(known.won_within.map_or(moves, |within| within.min(moves)));
            } else if own_turn {
                known.lost_within = known.lost_within.max(moves);
            }
        }
        won
    }

    /// The line of a win that is known: the winner takes the fewest moves, the others hold out
    /// as long as they can.
    fn show(&mut self, moves: u32, line: &mut Vec<Move>) -> Option<Outcome> {
        let sight = self.line.look();
        if let Some(outcome) = sight.outcome {
            return Some(outcome);
        }
        let own_turn = self.line.to_move() == self.own;
        let mut best: Option<(u32, Move)> = None;
        for &mv in &sight.moves {
            self.line.make(mv);
            let within = (0..=moves).find(|&within| self.wins(within));
            self.line.unmake();
            let Some(within) = within else { continue };
            if best.is_none_or(|(other, _)| if own_turn { within < other } else { within > other })
            {
                best = Some((within, mv));
            }
        }
        let (within, mv) = best?;
        line.push(mv);
        self.line.make(mv);
        let outcome = self.show(within, line);
        self.line.unmake();
        outcome
    }
}
