//! Eight levels of play, from a beginner who errs often to the best there is at short thought.
//!
//! A level is a budget in nodes and a rate of errors: so often a move is drawn from all legal
//! ones. Both were set by matches between neighbours; docs/levels.md has the scores.

use chator_interpreter::{Move, Position};

use crate::agent::{Agent, Stop};
use crate::auto::Auto;
use crate::budget::Budget;
use crate::chance::{Chance, derived_seed};
use crate::keys::{AgentError, Keys};

/// By level: nodes a move, and errors in a hundred moves.
const LEVELS: [(u64, usize); 8] = [
    (60, 70),
    (160, 50),
    (420, 35),
    (1_100, 23),
    (2_600, 15),
    (6_500, 7),
    (16_000, 2),
    (45_000, 0),
];

/// A player of a certain strength.
pub struct Level {
    number: usize,
    seed: u64,
    chance: Chance,
    mind: Auto,
}

impl Level {
    /// What help texts say.
    pub(crate) const HELP: &'static str = "N from 1 to 8: a beginner to the best at a moment's \
        thought; seed=N after a comma";

    /// A level from 1 to 8; none if there is no such level.
    pub fn new(number: usize, seed: u64) -> Option<Level> {
        let (nodes, _) = *LEVELS.get(number.checked_sub(1)?)?;
        let mind = Auto::new(Some(Budget::nodes(nodes)));
        Some(Level { number, seed, chance: Chance::new(seed), mind })
    }

    /// The level of a text such as `3` or `3,seed=7`.
    pub(crate) fn read(text: &str) -> Result<Level, AgentError> {
        let (number, rest) = text.split_once(',').unwrap_or((text, ""));
        let mut keys = Keys::read("level", rest)?;
        let seed = keys.take("seed")?.unwrap_or(0);
        keys.end()?;
        let level = number.trim().parse().ok().and_then(|number| Level::new(number, seed));
        level.ok_or_else(|| {
            AgentError::new(match number.trim() {
                "" => "level: which? There are level:1 to level:8".to_owned(),
                number => format!("level: from level:1 to level:8, not `{number}`"),
            })
        })
    }
}

impl Agent for Level {
    fn name(&self) -> String {
        match self.seed {
            0 => format!("level:{}", self.number),
            seed => format!("level:{},seed={seed}", self.number),
        }
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(derived_seed(self.seed, seed));
        self.mind.begin(seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let (_, errors) = LEVELS[self.number - 1];
        if self.chance.below(100) < errors {
            let moves = position.legal_moves();
            return (!moves.is_empty()).then(|| moves[self.chance.below(moves.len())]);
        }
        self.mind.choose(position)
    }

    fn stop(&self) -> Stop {
        self.mind.stop()
    }
}
