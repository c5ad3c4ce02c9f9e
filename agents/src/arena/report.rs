//! What came of a match.

use std::collections::HashSet;

use chator_interpreter::Outcome;

use super::Played;
use crate::interval::{Estimate, paired, wilson};

/// What came out, seen by one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn or shared in another way.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Games broken off, which count as drawn in the score but are in none of the above.
    pub broken_off: u32,
}

/// The games of a match.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In order.
    pub games: Vec<Played>,
}

/// What an interval takes as one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Two games that began alike, with the sides exchanged.
    Pairs,
    /// Each game for itself, by Wilson's formula.
    Games,
}

/// With fewer pairs their spread is known too badly to build on.
const FEWEST_PAIRS: usize = 10;

impl Report {
    /// Won, drawn and lost by an agent.
    pub fn tally(&self, agent: usize) -> Tally {
        let mut tally = Tally::default();
        for game in &self.games {
            let winner = game.outcome.as_ref().map(Outcome::winner);
            match winner {
                None => tally.broken_off += 1,
                Some(None) => tally.drawn += 1,
                Some(Some(side)) if game.seats[usize::from(side.0)] == agent => tally.won += 1,
                Some(Some(_)) => tally.lost += 1,
            }
        }
        tally
    }

    /// The score of an agent with Wilson's interval, each game for itself.
    pub fn score(&self, agent: usize) -> Option<Estimate> {
        wilson(self.games.iter().map(|g| g.score(agent)).sum(), self.games.len() as u64)
    }

    /// The mean score of each complete pair of games with the sides exchanged.
    pub fn pairs(&self, agent: usize) -> Vec<f64> {
        let pairs = self.games.chunks_exact(2);
        pairs.map(|p| f64::midpoint(p[0].score(agent), p[1].score(agent))).collect()
    }

    /// The score over pairs of games with the sides exchanged.
    pub fn paired(&self, agent: usize) -> Option<Estimate> {
        paired(&self.pairs(agent))
    }

    /// The score of an agent among two with the interval that can be answered for: over pairs,
    /// or over games where the pairs say too little: if they are few, all alike, or a game has
    /// no partner.
    pub fn interval(&self, agent: usize) -> Option<(Estimate, Basis)> {
        let pairs = self.pairs(agent);
        let complete = pairs.len() * 2 == self.games.len() && pairs.len() >= FEWEST_PAIRS;
        match paired(&pairs).filter(|_| complete) {
            Some(estimate) => Some((estimate, Basis::Pairs)),
            None => self.score(agent).map(|estimate| (estimate, Basis::Games)),
        }
    }

    /// How many games differ from all others within their first `plies` plies.
    pub fn distinct(&self, plies: usize) -> usize {
        let beginnings =
            self.games.iter().map(|g| (g.start.key(), &g.moves[..g.moves.len().min(plies)]));
        beginnings.collect::<HashSet<_>>().len()
    }

    /// The mean length of a game, in plies.
    pub fn mean_plies(&self) -> f64 {
        let plies: usize = self.games.iter().map(|g| g.moves.len()).sum();
        #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^52 plies")]
        let mean = plies as f64 / self.games.len().max(1) as f64;
        mean
    }
}
