//! The five games that are measured, and what is done with them. Both benches use this.

use chator::study::parallel::Workers;
use chator::{Game, Position};

/// A game and how much of it is done in one measurement: little enough that the reference
/// executor takes well below a second for each.
pub(crate) struct Subject {
    pub(crate) id: &'static str,
    /// Plies of perft.
    pub(crate) depth: u32,
    /// Plies of each playout; most games would go on.
    pub(crate) plies: u32,
}

pub(crate) const SUBJECTS: [Subject; 5] = [
    Subject { id: "chess", depth: 3, plies: 150 },
    Subject { id: "makruk", depth: 3, plies: 150 },
    Subject { id: "shatar", depth: 3, plies: 150 },
    Subject { id: "malay/peninsula", depth: 3, plies: 150 },
    Subject { id: "chaturangaplus", depth: 3, plies: 150 },
];

/// Games in a measurement of playouts.
pub(crate) const PLAYOUTS: u64 = 4;

impl Subject {
    /// The game, as anybody gets it from the library.
    pub(crate) fn game(&self) -> Game {
        chator::load(self.id).expect("a game of the library").game
    }

    /// The lines of play from the start.
    pub(crate) fn perft(&self, start: &Position) -> u64 {
        chator::perft(start, self.depth)
    }

    /// Random games from the start; their plies together.
    pub(crate) fn playouts(&self, start: &Position) -> u64 {
        Workers::new(1).playouts(start, 0..PLAYOUTS, 1, self.plies).plies
    }

    /// From the text of the rules to the first list of legal moves; its length.
    pub(crate) fn load(&self) -> usize {
        self.game().start().legal_moves().len()
    }
}
