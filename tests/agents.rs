//! Agents in every game: they move, legally, whatever the position; and they find forced wins.
//!
//! `CHATOR_POSITIONS` sets how many positions of each game are searched: 12 if unset.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::time::Duration;

use chator::agents::alphabeta::{AlphaBeta, Settings};
use chator::agents::chance::Chance;
use chator::agents::solver::{Proof, forced_win, wins_within};
use chator::agents::{Agent, Budget, Stop, Value, parse};
use chator::rules::Library;
use chator::{BuiltIn, Game, Position};

/// Shows positions that chance leads to, from the start on, and their numbers.
fn each_position(
    game: &Game,
    count: usize,
    chance: &mut Chance,
    mut show: impl FnMut(usize, &Position),
) {
    let mut shown = 0;
    while shown < count {
        let mut position = game.start();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() || shown >= count {
                break;
            }
            if chance.below(6) == 0 {
                show(shown, &position);
                shown += 1;
            }
            position.play(moves[chance.below(moves.len())]);
        }
    }
}

/// Positions in which agents move whose time is not limited so closely.
const FEW: usize = 12;

#[test]
fn agents_move_legally_in_every_game() {
    let count = env::var("CHATOR_POSITIONS").map_or(FEW, |n| n.parse().expect("a number"));
    let mut chance = Chance::new(1);
    let hasty = ["alphabeta:time=1ms,hash=1", "mcts:time=1ms"].map(|name| (name, count));
    let others = ["mcts:plain,nodes=3", "level:1"].map(|name| (name, FEW));
    for id in BuiltIn.ids() {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        let agent = |name| parse(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let agents = hasty.into_iter().chain(others);
        let mut agents: Vec<_> = agents.map(|(name, most)| (agent(name), most)).collect();
        each_position(&game, count, &mut chance, |number, position| {
            for (agent, _) in agents.iter_mut().filter(|(_, most)| number < *most) {
                let mv = agent.choose(position);
                let legal = mv.is_some_and(|mv| position.is_legal(mv));
                assert!(legal, "{id}: {} chose {mv:?} in {}", agent.name(), position.text());
            }
        });
    }
}

/// The lines of the suite: game, moves, position.
fn suite() -> Vec<(String, u32, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mates/suite.tsv");
    let text = fs::read_to_string(path).expect("the suite");
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, moves, text] = fields[..] else { panic!("no line of the suite: {line}") };
        (id.to_owned(), moves.parse().expect("a number of moves"), text.to_owned())
    };
    text.lines().map(line).collect()
}

#[test]
fn forced_wins_are_found() {
    // The usual 20,000 positions do for all but one, which has more than a hundred moves at each turn.
    let budget = Budget::nodes(50_000);
    let mut tried = 0;
    let mut seen = HashSet::new();
    for (id, moves, text) in suite() {
        assert!(seen.insert((id.clone(), text.clone())), "twice: {id} {text}");
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        let position = game.position(&text).unwrap_or_else(|e| panic!("{id} {text}: {e}"));
        let (proof, _) = forced_win(&position, moves, Budget::default(), Stop::default());
        let Proof::Won(win) = proof else { panic!("{id} in {moves}: {text}: {proof:?}") };
        assert_eq!(win.moves, moves, "{id}: {text}");
        // Longer ones take more time than a test should; docs/strength.md has them.
        if moves > 2 {
            continue;
        }
        let mut agent = AlphaBeta::new(Settings { budget, ..Settings::default() });
        let analysis = agent.analyse(&position, 1, &mut |_| ());
        let line = &analysis.lines[0];
        assert!(line.value.wins_in().is_some(), "{id} in {moves}: {text}: {}", line.value);
        let mut after = position.clone();
        after.play(line.moves[0]);
        let kept = wins_within(&after, position.to_move(), moves - 1, Budget::default());
        assert_eq!(kept, Some(true), "{id}: {text}");
        tried += 1;
    }
    assert!(tried >= 90 && seen.len() >= 200, "{tried} of {}", seen.len());
}

#[test]
fn what_a_search_proves_is_so() {
    // On the small board, whatever alpha-beta calls a win has to be one.
    let game = chator::load("losalamos").expect("it is in the library").game;
    let mut chance = Chance::new(4);
    let mut proved = 0;
    each_position(&game, 150, &mut chance, |_, position| {
        let settings = Settings { depth: 3, budget: Budget::default(), hash: 1, prove: false };
        let value = AlphaBeta::new(settings).analyse(position, 1, &mut |_| ()).lines[0].value;
        let (proof, _) = forced_win(position, 2, Budget::default(), Stop::default());
        let won = matches!(proof, Proof::Won(_));
        if let Some(plies) = value.wins_in().filter(|plies| *plies <= 3) {
            proved += 1;
            assert!(won, "{value} in {plies}: {}", position.text());
        }
        if won {
            assert!(value > Value::DRAW, "{value}: {}", position.text());
        }
    });
    assert!(proved >= 3, "{proved}");
}

#[test]
fn a_search_that_is_stopped_has_a_move() {
    let game = chator::load("makruk").expect("it is in the library").game;
    let position = game.start();
    for name in ["auto:time=600s", "alphabeta:time=600s", "mcts:time=600s"] {
        let mut agent = parse(name).expect("an agent");
        let stop = agent.stop();
        let watcher = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.now();
        });
        let mv = agent.choose(&position).expect("a move");
        assert!(position.is_legal(mv));
        watcher.join().expect("it only waits");
    }
}

/// A level, or nothing else, is chosen by its number.
#[test]
fn levels_play_what_their_seed_says() {
    let game = chator::load("shatar").expect("it is in the library").game;
    for level in 1..=8 {
        let name = format!("level:{level}");
        let play = || {
            let mut agent: Box<dyn Agent> = parse(&name).expect("a level");
            agent.begin(7);
            let mut position = game.start();
            for _ in 0..4 {
                let mv = agent.choose(&position).expect("a move");
                position.play(mv);
            }
            position.text()
        };
        assert_eq!(play(), play(), "{name}");
    }
    assert!(parse("level:0").is_err() && parse("level:9").is_err());
}
