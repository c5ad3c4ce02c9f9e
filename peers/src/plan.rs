//! Which comparisons there are, and what is asked of each.

use crate::contest::Contest;
use crate::cozy::Cozy;
use crate::fairy::Fairy;
use crate::haitaka::Haitaka;
use crate::ours::Ours;
use crate::work::Worker;

/// Our game, Fairy-Stockfish's variant, and how many times as fast we want to be. Of the first
/// four that is meant of its build for boards of 8 x 8.
const VARIANTS: [(&str, &str, f64); 10] = [
    ("chess", "chess", 6.0),
    ("makruk", "makruk", 6.0),
    ("shatar", "shatar", 6.0),
    ("ouk", "cambodian", 6.0),
    ("xiangqi", "xiangqi", 3.0),
    ("shogi", "shogi", 3.0),
    ("crazyhouse", "crazyhouse", 3.0),
    ("atomic", "atomic", 3.0),
    ("capablanca", "capablanca", 3.0),
    ("sittuyin", "sittuyin", 3.0),
];

/// All comparisons.
pub(crate) fn contests(fairy: Option<&Fairy>) -> Vec<Contest> {
    let mut all = vec![
        contest("chess perft", [Ours::perft("chess"), Cozy::perft()], 0.6, true),
        contest("chess playouts", [Ours::games("chess"), Cozy::games()], 0.6, true),
        contest("shogi perft", [Ours::perft("shogi"), Haitaka::perft()], 1.0, true),
        contest("shogi playouts", [Ours::games("shogi"), Haitaka::games()], 1.0, true),
    ];
    for (id, variant, target) in VARIANTS {
        if let Some(theirs) = fairy.and_then(|fairy| fairy.perft(variant)) {
            all.push(contest(&format!("{id} perft"), [Ours::perft(id), theirs], target, true));
        }
    }
    for id in ["malay/peninsula", "chaturangaplus"] {
        let sides = [Ours::perft(id), Ours::perft("chess")];
        all.push(contest(&format!("{id} perft"), sides, 0.5, false));
    }
    for id in ["makruk", "shatar", "ouk", "malay/peninsula", "chaturangaplus"] {
        let sides = [Ours::games(id), Ours::games("chess")];
        all.push(contest(&format!("{id} playouts"), sides, 0.5, false));
    }
    all
}

fn contest(what: &str, sides: [Box<dyn Worker>; 2], target: f64, same: bool) -> Contest {
    let executor = crate::ours::executor();
    Contest { what: what.to_owned(), sides, executor, target: Some(target), same }
}
