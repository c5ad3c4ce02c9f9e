//! Several threads count and play what one does.

use chator::agents::chance::{Chance, derived_seed};
use chator::study::parallel::{Tally, Workers, game_by_chance};
use chator::{divide, perft};

const GAMES: [&str; 5] = ["chess", "makruk", "shogi", "marseillais", "chaturaji"];

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    for id in GAMES {
        let start = chator::load(id).expect("a game").game.start();
        for threads in [0, 1, 2, 5] {
            let workers = Workers::new(threads);
            for depth in 0..=3 {
                assert_eq!(workers.perft(&start, depth), perft(&start, depth), "{id} {depth}");
                let parts = workers.divide(&start, depth);
                assert_eq!(parts, divide(&start, depth), "{id} {depth}: counts in their order");
            }
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let start = chator::load("makruk").expect("a game").game.start();
    let alone = Workers::new(1).playouts(&start, 3..15, 7, 200);
    assert_eq!(alone.games, 12);
    assert!(alone.stopped > 0 && alone.plies <= 12 * 200);
    assert_eq!(Workers::new(3).playouts(&start, 3..15, 7, 200), alone);
    // Two parts are the whole.
    let mut parts = Tally::default();
    parts += Workers::new(2).playouts(&start, 3..9, 7, 200);
    parts += Workers::new(1).playouts(&start, 9..15, 7, 200);
    assert_eq!(parts, alone);
}

#[test]
fn a_game_by_chance_is_named_by_its_seed_and_number() {
    let start = chator::load("chess").expect("a game").game.start();
    let game = game_by_chance(&start, 4, 9, 60);
    // The same by hand.
    let mut chance = Chance::new(derived_seed(9, 4));
    let mut position = start.clone();
    let mut plies = 0;
    while plies < 60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[chance.below(moves.len())]);
        plies += 1;
    }
    assert_eq!((game.plies, game.outcome), (plies, position.outcome()));
}
