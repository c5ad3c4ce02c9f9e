//! Settings made definite for a game: what was left to the search is decided here.

use chator_interpreter::{Game, PlayerId, Search};

use crate::chance::Chance;
use crate::mcts::settings::{Leaf, Select, Settings};

/// Random games that tell whether men are taken.
const GAMES: usize = 16;
/// Plies of each.
const PLIES: usize = 60;

/// The numbers that a search asks for at each step.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) select: Select,
    pub(crate) leaf: Leaf,
    pub(crate) exploration: f64,
    pub(crate) urgency: f64,
    pub(crate) lean: f64,
    pub(crate) fade: f64,
    pub(crate) solver: bool,
}

impl Weights {
    /// Decides for a game.
    pub(crate) fn new(settings: &Settings, game: &Game) -> Weights {
        let leaf = match settings.leaf {
            Leaf::Auto if men_are_taken(game) => Leaf::Settle,
            Leaf::Auto => Leaf::Playout,
            leaf => leaf,
        };
        let whole = leaf == Leaf::Playout;
        // Of three values each, none was clearly better in four games.
        let exploration = settings.exploration.unwrap_or(match (settings.select, leaf) {
            (Select::Ucb, Leaf::Settle) => 0.2,
            (Select::Ucb, _) => 0.7,
            (Select::Puct, Leaf::Settle) => 0.6,
            (Select::Puct, _) => 1.5,
        });
        Weights {
            select: settings.select,
            leaf,
            exploration,
            urgency: settings.urgency,
            lean: settings.lean.unwrap_or(if whole { 0.0 } else { 0.8 }),
            // So large a number never lets it fall.
            fade: if settings.fade == 0 { 1e18 } else { f64::from(settings.fade) },
            solver: settings.solver,
        }
    }
}

/// Does counting men say anything about who is ahead? Where they are hardly ever taken it does
/// not.
fn men_are_taken(game: &Game) -> bool {
    let start = game.start();
    let mut chance = Chance::new(0);
    let mut fights = 0;
    for _ in 0..GAMES {
        let mut line = Search::new(&start);
        for _ in 0..PLIES {
            let sight = line.look();
            if sight.moves.is_empty() {
                break;
            }
            line.make(sight.moves[chance.below(sight.moves.len())]);
        }
        let mut left = 0;
        line.men(|_, man| left += usize::from(man.player != PlayerId::NOBODY));
        let men = start.pieces().filter(|(_, man)| man.player != PlayerId::NOBODY);
        fights += usize::from(left < men.count());
    }
    fights * 2 > GAMES
}
