//! The tree search and each of its parts, in games made for the purpose.

mod common;

use std::time::{Duration, Instant};

use chator_agents::arena::Match;
use chator_agents::mcts::Settings;
use chator_agents::solver::{Proof, forced_win};
use chator_agents::{Agent, Budget, Mcts, Stop, parse};
use chator_interpreter::{Game, Position};
use common::{game, race};

/// Two hunt each other's men.
fn hunt() -> Game {
    game(
        "game \"Hunt\"\n\
         board grid 4 x 4\n\
         players White north, Black south\n\
         start \"r2r/4/4/R2R\"\n\
         piece rider R: step any to empty or enemy\n\
         ends {\n  bare: win when count(enemy rider) = 0\n  stuck: draw when next stuck\n}\n",
    )
}

fn twice() -> Game {
    game(
        "game \"Twice\"\n\
         board grid 4 x 6\n\
         players White north, Black south\n\
         start \"pppp/4/4/4/4/PPPP\"\n\
         state first: flag = yes\n\
         piece runner P {\n\
           march: step forward to empty when first => first = no, again\n\
           again: step forward to empty when not first => first = yes\n\
           take: step forward-diagonal to enemy => first = yes\n\
         }\n\
         ends {\n  arrived: win when some (own runner last rank)\n  stuck: draw when next stuck\n}\n",
    )
}

fn three() -> Game {
    game(
        "game \"Three\"\n\
         board grid 5 x 5\n\
         players Red north, Green east, Blue south\n\
         start \"1P'P'2/p4/5/p4/2PP1\"\n\
         piece runner P: step any\n\
         ends {\n  arrived: win when some (own runner last rank)\n  stuck: draw when next stuck\n}\n",
    )
}

fn endless() -> Game {
    game(
        "game \"Endless\"\n\
         board grid 3 x 3\n\
         players White north, Black south\n\
         start \"1k1/3/1K1\"\n\
         piece walker K: step any to empty\n\
         ends {\n  full: draw when count(man) = 9\n}\n",
    )
}

/// Each part switched by itself.
const SWITCHES: [&str; 26] = [
    "mcts",
    "mcts:plain",
    "mcts:select=puct",
    "mcts:c=0",
    "mcts:select=puct,urgency=0.5",
    "mcts:leaf=settle",
    "mcts:leaf=cut,cut=3",
    "mcts:leaf=playout",
    "mcts:leaf=playout,lean=0.5",
    "mcts:leaf=playout,mast=0.4",
    "mcts:leaf=cut,mast=0",
    "mcts:settle=0",
    "mcts:lean=0",
    "mcts:lean=1,fade=0",
    "mcts:solver=off",
    "mcts:transpositions=off",
    "mcts:transpositions=off,repeats=off",
    "mcts:reuse=off",
    "mcts:order=off",
    "mcts:offers=all",
    "mcts:offers=none",
    "mcts:prove=off",
    "mcts:threads=3",
    "mcts:hash=1",
    "mcts:plain,solver=on,transpositions=on",
    "mcts:seed=9",
];

/// The agent of a text with so many iterations a move.
fn agent(text: &str, nodes: u64) -> Box<dyn Agent> {
    let gap = if text.contains(':') { ',' } else { ':' };
    parse(&format!("{text}{gap}nodes={nodes}")).unwrap()
}

/// A game that an agent plays with itself, as texts; every move is looked up.
fn alone(game: &Game, agent: &mut dyn Agent, seed: u64) -> Vec<String> {
    agent.begin(seed);
    let mut position = game.start();
    let mut texts = Vec::new();
    while texts.len() < 24
        && let Some(mv) = agent.choose(&position)
    {
        assert!(position.legal_moves().contains(&mv), "{}", agent.name());
        texts.push(position.notate(mv));
        position.play(mv);
    }
    texts
}

#[test]
fn each_switch_leaves_legal_moves() {
    for game in [race(), hunt(), twice(), three(), endless()] {
        for text in SWITCHES {
            assert!(!alone(&game, &mut *agent(text, 60), 1).is_empty(), "{text}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    for game in [hunt(), twice(), three()] {
        for text in SWITCHES.into_iter().filter(|text| !text.contains("threads")) {
            let mut known = agent(text, 80);
            let one = alone(&game, &mut *known, 7);
            alone(&game, &mut *known, 8);
            // What was found in other games plays no part.
            assert_eq!(one, alone(&game, &mut *known, 7), "{text}");
            assert_eq!(one, alone(&game, &mut *agent(text, 80), 7), "{text}");
            assert!(known.is_reproducible());
        }
    }
    assert!(!parse("mcts:threads=2").unwrap().is_reproducible());
}

fn move_of(game: &Game, position: &str, agent: &str) -> String {
    let position = game.position(position).unwrap();
    let mv = parse(agent).unwrap().choose(&position).unwrap();
    position.notate(mv)
}

#[test]
fn a_win_in_one_is_taken_and_a_loss_in_one_avoided() {
    let (race, hunt) = (race(), hunt());
    for text in SWITCHES {
        let gap = if text.contains(':') { ',' } else { ':' };
        // The tree alone finds it.
        let alone = if text.contains("prove") { "" } else { "prove=off," };
        let agent = format!("{text}{gap}{alone}nodes=400");
        assert_eq!(move_of(&race, "4/P2p/4/p3/3P w", &agent), "a4a5", "{text}");
        assert_eq!(move_of(&hunt, "4/1r2/R3/4 w", &agent), "a2b3", "{text}");
        // c3 is beside the rider on d4.
        let safe = move_of(&hunt, "3r/4/1R2/4 w", &agent);
        assert_ne!(safe, "b2c3", "{text}");
    }
}

/// What the side to move gets with best play: all lines to the end, or so many plies.
fn exhaustive(position: &Position, plies: u32) -> Option<f64> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.score(position.to_move()).share());
    }
    if plies == 0 {
        return None;
    }
    let mut best = Some(0.0_f64);
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        let Some(value) = exhaustive(&next, plies - 1) else {
            best = None;
            continue;
        };
        let own = if next.to_move() == position.to_move() { value } else { 1.0 - value };
        if own >= 1.0 {
            return Some(1.0);
        }
        best = best.map(|best| best.max(own));
    }
    best
}

#[test]
fn the_solver_agrees_with_looking_at_everything() {
    let game = race();
    let mut seen = 0;
    for seed in 0..40 {
        // Somewhere in the middle of a random game.
        let mut random = parse("random").unwrap();
        random.begin(seed);
        let mut position = game.start();
        for _ in 0..5 + seed % 3 {
            let Some(mv) = random.choose(&position) else { break };
            position.play(mv);
        }
        if position.legal_moves().len() < 2 {
            continue;
        }
        let Some(value) = exhaustive(&position, 40) else { continue };
        seen += 1;
        let (proof, _) = forced_win(&position, 20, Budget::default(), Stop::default());
        assert_eq!(matches!(proof, Proof::Won(_)), value >= 1.0);
        for text in [
            "mcts",
            "mcts:prove=off",
            "mcts:prove=off,transpositions=off",
            "mcts:prove=off,select=puct",
            "mcts:prove=off,leaf=playout",
        ] {
            let mv = agent(text, 100_000).choose(&position).unwrap();
            let mut next = position.clone();
            next.play(mv);
            let kept = 1.0 - exhaustive(&next, 40).unwrap();
            assert!((kept - value).abs() < 1e-9, "{text} in {}", position.text());
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_certain_result_ends_the_search() {
    let position = race().position("4/P2p/4/p3/3P w").unwrap();
    // Without a bound it would never come back.
    let mut agent = Mcts::new(Settings { budget: Budget::default(), ..Settings::default() });
    assert_eq!(position.notate(agent.choose(&position).unwrap()), "a4a5");
}

#[test]
fn threads_come_to_an_end_in_time() {
    let position = hunt().start();
    for text in ["mcts:threads=2,time=100ms", "mcts:threads=2,cpu=100ms", "mcts:threads=4,nodes=3"]
    {
        let mut agent = parse(text).unwrap();
        agent.choose(&position).unwrap();
        let begun = Instant::now();
        assert!(position.legal_moves().contains(&agent.choose(&position).unwrap()));
        // The machine may have other things to do.
        assert!(begun.elapsed() < Duration::from_secs(5), "{text}");
    }
}

#[test]
fn a_full_tree_is_pruned_and_searched_on() {
    // Enough iterations to fill a megabyte many times over.
    for text in [
        "mcts:hash=1,solver=off,prove=off",
        "mcts:hash=1,solver=off,prove=off,transpositions=off,threads=2",
    ] {
        let mut agent = agent(text, 60_000);
        let position = hunt().start();
        assert!(position.legal_moves().contains(&agent.choose(&position).unwrap()));
    }
}

#[test]
fn a_stop_at_any_moment_leaves_a_legal_move() {
    let position = hunt().start();
    for text in ["mcts:solver=off,time=60s", "mcts:solver=off,time=60s,threads=2"] {
        for wait in [0, 1, 20] {
            let mut agent = parse(text).unwrap();
            let stop = agent.stop();
            let watcher = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(wait));
                // A request before the search begins counts for it, too.
                stop.now();
            });
            assert!(position.legal_moves().contains(&agent.choose(&position).unwrap()));
            watcher.join().unwrap();
        }
    }
}

#[test]
fn plain_has_nothing_else() {
    let plain = Settings::plain();
    assert!(!plain.solver && !plain.transpositions && !plain.reuse && !plain.order);
    assert!(
        !plain.repeats
            && !plain.prove
            && plain.lean == Some(0.0)
            && plain.mast.to_bits() == 1.0_f64.to_bits()
    );
    assert_eq!(plain.threads, 1);
    assert_eq!(parse("mcts:plain").unwrap().name(), "mcts:plain");
    // It does not notice that a win is certain: it spends all it has.
    let position = race().position("4/P2p/4/p3/3P w").unwrap();
    let mut agent = parse("mcts:plain,time=30ms").unwrap();
    let begun = Instant::now();
    agent.choose(&position).unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(30));
}

#[test]
fn the_parts_are_worth_having() {
    let mut seats = vec![agent("mcts", 300), agent("mcts:plain", 300)];
    let report = Match::new(&hunt(), 30, 5).play(&mut seats, |_| true).expect("nobody fails");
    assert!(report.score(0).unwrap().mean >= 0.5, "{:?}", report.tally(0));
}
