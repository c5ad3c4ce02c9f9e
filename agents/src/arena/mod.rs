//! Matches between agents.
//!
//! Each game has a seed of its own that follows from the match's seed and the game's number, so any
//! game can be played again alone. Games come in groups, pairs if two agents play: all games of a
//! group begin alike and the agents change seats, so that a good opening favours nobody.

mod opening;
mod report;
mod threads;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use chator_interpreter::{Game, Move, Outcome, PlayerId, Position};

use crate::agent::{Agent, Course};
use crate::chance::derived_seed;

pub use report::{Basis, Report, Tally};
pub use threads::Makes;

/// What a match is made of.
#[derive(Clone, Debug)]
pub struct Match {
    /// How many games.
    pub games: u32,
    /// After how many plies a game is broken off and counted apart; those of the opening count.
    pub max_plies: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Where each game begins.
    pub start: Position,
    /// Begin each group of games with a start of its own instead, drawn from those that the game
    /// deals.
    pub dealt: bool,
    /// So many random plies come first, the same in all games of a group.
    pub opening: u32,
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
    /// How many of the moves are the opening that nobody chose.
    pub opening: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// How it ended; none if it was broken off.
    pub outcome: Option<Outcome>,
}

/// Why a match could not go on: an agent failed. A game in which that happened says nothing
/// about strength, so it is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The number of the game, from 0.
    pub game: u32,
    /// What happened.
    pub what: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game + 1, self.what)
    }
}

impl std::error::Error for Trouble {}

impl Match {
    /// A match from the start of a game, without openings.
    pub fn new(game: &Game, games: u32, seed: u64) -> Match {
        let start = game.start();
        Match { games, max_plies: 300, seed, start, dealt: false, opening: 0 }
    }

    /// Plays one game.
    ///
    /// # Errors
    /// If an agent fails.
    pub fn game(&self, number: u32, agents: &mut [Box<dyn Agent>]) -> Result<Played, Trouble> {
        self.game_until(number, agents, &AtomicBool::new(false))
    }

    /// Plays one game, or a part of it once it has become idle to go on.
    fn game_until(
        &self,
        number: u32,
        agents: &mut [Box<dyn Agent>],
        idle: &AtomicBool,
    ) -> Result<Played, Trouble> {
        let seed = derived_seed(self.seed, number.into());
        for (i, agent) in agents.iter_mut().enumerate() {
            agent.begin(derived_seed(seed, i as u64));
        }
        let players = self.start.game().rules().players.len();
        let seats = opening::seats(players, agents.len(), number);
        let (start, mut moves) = self.opening_of(number / agents.len().max(1) as u32);
        let opening = moves.len();
        let mut last = start.clone();
        moves.iter().for_each(|&mv| last.play(mv));
        while moves.len() < self.max_plies as usize
            && last.has_legal_move()
            && !idle.load(Ordering::Relaxed)
        {
            let agent = &mut agents[seats[usize::from(last.to_move().0)]];
            let course = Course { start: &start, moves: &moves, now: &last };
            let Some(mv) = agent.choose_in(course) else {
                let unsaid = || format!("{} names no move", agent.name());
                return Err(Trouble { game: number, what: agent.trouble().unwrap_or_else(unsaid) });
            };
            moves.push(mv);
            last.play(mv);
        }
        let outcome = last.outcome();
        Ok(Played { number, seed, seats, start, opening, moves, outcome })
    }

    /// Plays all games, showing each as it ends, until that says to stop.
    ///
    /// # Errors
    /// If an agent fails.
    pub fn play(
        &self,
        agents: &mut [Box<dyn Agent>],
        mut goes_on: impl FnMut(&Played) -> bool,
    ) -> Result<Report, Trouble> {
        let mut report = Report::default();
        for number in 0..self.games {
            let played = self.game(number, agents)?;
            let stop = !goes_on(&played);
            report.games.push(played);
            if stop {
                break;
            }
        }
        Ok(report)
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
