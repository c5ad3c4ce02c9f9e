//! Random moves from a leaf, and what earlier ones taught about moves.
//!
//! MAST, the move-average sampling technique of Finnsson and Björnsson (2008): a move that did
//! well in earlier iterations, wherever it was made, is made more often in later ones.

use chator_interpreter::{Move, PlayerId, Search, Sight};

use crate::chance::Chance;
use crate::mcts::settle::{even, scores};

/// No playout is longer than this: some games never end.
pub(crate) const LONGEST: u32 = 300;

/// What moves brought those who made them, on average.
#[derive(Debug)]
pub(crate) struct Mast {
    /// How often a move is left to chance, in 65,536 times.
    random: usize,
    /// By player, clause and target: the sum, and of how many.
    means: Vec<(f32, f32)>,
    clauses: usize,
    squares: usize,
    /// The moves of the iteration under way.
    played: Vec<usize>,
}

impl Mast {
    pub(crate) fn new(random: f64, players: usize, clauses: usize, squares: usize) -> Mast {
        #[allow(clippy::cast_sign_loss, reason = "it lies from 0 to 1")]
        let random = (random * 65_536.0) as usize;
        Mast {
            random,
            means: vec![(0.0, 0.0); players * clauses * squares],
            clauses,
            squares,
            played: Vec::new(),
        }
    }

    fn place(&self, player: PlayerId, mv: Move) -> usize {
        let row = usize::from(player.0) * self.clauses + mv.clause();
        row * self.squares + usize::from(mv.target())
    }

    /// A move was made.
    pub(crate) fn made(&mut self, player: PlayerId, mv: Move) {
        self.played.push(self.place(player, mv));
    }

    /// The iteration is over and brought that.
    pub(crate) fn learn(&mut self, values: &[f64]) {
        for place in self.played.drain(..) {
            let player = place / (self.clauses * self.squares);
            let (sum, count) = &mut self.means[place];
            *sum += values[player] as f32;
            *count += 1.0;
        }
    }

    /// What was learned counts half as much in the next search.
    pub(crate) fn fade(&mut self) {
        self.played.clear();
        for (sum, count) in &mut self.means {
            *sum *= 0.5;
            *count *= 0.5;
        }
    }

    fn choose(&self, player: PlayerId, moves: &[Move], chance: &mut Chance) -> Move {
        let any = moves[chance.below(moves.len())];
        if chance.below(65_536) < self.random {
            return any;
        }
        let mean = |mv: Move| {
            let (sum, count) = self.means[self.place(player, mv)];
            // As if there had been one even result more.
            (sum + 0.5) / (count + 1.0)
        };
        // Of equals the one that was drawn.
        moves.iter().copied().fold(any, |best, mv| if mean(mv) > mean(best) { mv } else { best })
    }
}

/// A random game to its end, and whether it was over from the beginning: the fast way, where
/// nothing is learned.
pub(crate) fn quick(
    line: &mut Search<'_>,
    players: usize,
    chance: &mut Chance,
) -> (Vec<f64>, bool) {
    let played = line.playout(LONGEST, |count| chance.below(count));
    let values = played.outcome.as_ref().map_or_else(|| even(players), |o| scores(o, players));
    (values, played.plies == 0)
}

/// At most so many random plies, made in the line; how many there were, and what was seen last.
pub(crate) fn walk(
    line: &mut Search<'_>,
    first: Sight,
    most: u32,
    chance: &mut Chance,
    mut mast: Option<&mut Mast>,
) -> (u32, Sight) {
    let mut sight = first;
    for plies in 0..most {
        if sight.moves.is_empty() {
            return (plies, sight);
        }
        let player = line.to_move();
        let mv = match &mut mast {
            Some(mast) => mast.choose(player, &sight.moves, chance),
            None => sight.moves[chance.below(sight.moves.len())],
        };
        if let Some(mast) = &mut mast {
            mast.made(player, mv);
        }
        line.make(mv);
        sight = line.look();
    }
    (most, sight)
}
