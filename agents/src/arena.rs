//! Matches between agents.
//!
//! The sides go round: in a game of two, the first agent has the first side in even games. Each
//! game has a seed of its own that follows from the match's seed and the game's number, so any
//! game can be played again alone.

use std::collections::HashSet;

use chator_interpreter::{Game, Move, Outcome, PlayerId, Position};

use crate::agent::Agent;
use crate::chance::derived_seed;
use crate::interval::{Estimate, paired, wilson};

/// What a match is made of.
#[derive(Clone, Debug)]
pub struct Match {
    /// How many games.
    pub games: u32,
    /// After how many plies a game is broken off and counted apart.
    pub max_plies: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Where each game begins.
    pub start: Position,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0.
    pub number: u32,
    /// Its seed.
    pub seed: u64,
    /// For each player, which agent it was.
    pub seats: Vec<usize>,
    /// Where it began.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// How it ended; none if it was broken off.
    pub outcome: Option<Outcome>,
}

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

impl Match {
    /// Which agent of so many has each side in a game.
    fn seats(&self, number: u32, agents: usize) -> Vec<usize> {
        let players = self.start.game().rules().players.len();
        (0..players).map(|player| (player + number as usize) % agents).collect()
    }

    /// Plays one game.
    pub fn game(&self, number: u32, agents: &mut [Box<dyn Agent>]) -> Played {
        let seed = derived_seed(self.seed, number.into());
        for (i, agent) in agents.iter_mut().enumerate() {
            agent.begin(derived_seed(seed, i as u64));
        }
        let seats = self.seats(number, agents.len());
        let mut last = self.start.clone();
        let mut moves = Vec::new();
        while moves.len() < self.max_plies as usize {
            let agent = seats[usize::from(last.to_move().0)];
            let Some(mv) = agents[agent].choose(&last) else { break };
            moves.push(mv);
            last.play(mv);
        }
        let start = self.start.clone();
        Played { number, seed, seats, start, moves, outcome: last.outcome() }
    }

    /// Plays all games, showing each as it ends, until that says to stop.
    pub fn play(
        &self,
        agents: &mut [Box<dyn Agent>],
        mut goes_on: impl FnMut(&Played) -> bool,
    ) -> Report {
        let mut report = Report::default();
        for number in 0..self.games {
            let played = self.game(number, agents);
            let stop = !goes_on(&played);
            report.games.push(played);
            if stop {
                break;
            }
        }
        report
    }
}

impl Match {
    /// A match from the start of a game.
    pub fn new(game: &Game, games: u32, seed: u64) -> Match {
        Match { games, max_plies: 300, seed, start: game.start() }
    }
}

impl Played {
    /// The texts of the moves.
    pub fn texts(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let text = |&mv: &Move| {
            let text = position.notate(mv);
            position.play(mv);
            text
        };
        self.moves.iter().map(text).collect()
    }

    /// What an agent got, from 0 to 1; half for a game that was broken off. With several sides,
    /// the sum over its sides.
    pub fn score(&self, agent: usize) -> f64 {
        let sides = self.seats.iter().enumerate().filter(|(_, seat)| **seat == agent);
        match &self.outcome {
            Some(outcome) => {
                sides.map(|(side, _)| outcome.score(PlayerId(side as u8)).share()).sum()
            }
            None => {
                #[allow(clippy::cast_precision_loss, reason = "at most sixteen players")]
                let share = sides.count() as f64 / self.seats.len() as f64;
                share
            }
        }
    }
}

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

    /// The score over pairs of games with the sides exchanged.
    pub fn paired(&self, agent: usize) -> Option<Estimate> {
        let pairs = self.games.chunks_exact(2);
        let means = pairs.map(|p| f64::midpoint(p[0].score(agent), p[1].score(agent)));
        paired(&means.collect::<Vec<_>>())
    }

    /// How many games differ from all others within their first `plies` plies.
    pub fn distinct(&self, plies: usize) -> usize {
        let beginnings = self.games.iter().map(|g| &g.moves[..g.moves.len().min(plies)]);
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
