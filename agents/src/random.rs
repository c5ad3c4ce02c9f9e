//! Plays any legal move.

use chator_interpreter::{Move, Position};

use crate::agent::Agent;
use crate::chance::Chance;

/// Chooses each legal move with the same probability.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    chance: Chance,
}

impl Random {
    /// An agent that draws its lots from this seed.
    pub fn with_seed(seed: u64) -> Random {
        Random { seed, chance: Chance::new(seed) }
    }
}

impl Agent for Random {
    fn name(&self) -> String {
        if self.seed == 0 { "random".to_owned() } else { format!("random:seed={}", self.seed) }
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(crate::chance::derived_seed(self.seed, seed));
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| moves[self.chance.below(moves.len())])
    }
}
