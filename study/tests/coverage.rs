//! Coverage, counted by hand.

use chator_agents::{Agent, Random};
use chator_interpreter::{Game, Position, Sifted};
use chator_rules::load::{Library, load};
use chator_study::coverage::{Count, Coverage, Effort, Line, Plan, Probe, Role, Row, cover, probe};

struct Nothing;

impl Library for Nothing {
    fn find(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
    fn prelude(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

fn game(text: &str) -> Game {
    let loaded = load("test", text, &[], &Nothing).unwrap_or_else(|failure| {
        let told: Vec<&String> = failure.diagnostics.iter().map(|d| &d.message).collect();
        panic!("{told:?}");
    });
    Game::new(loaded.rules)
}

fn random() -> Box<dyn Agent> {
    Box::new(Random::with_seed(0))
}

fn plan(games: u32, max_plies: u32) -> Plan {
    Plan { games, max_plies, seed: 7, threads: 1 }
}

fn row<'a>(found: &'a Coverage, address: &str) -> &'a Row {
    found.rows.iter().find(|row| row.address == address).unwrap_or_else(|| panic!("{address}"))
}

fn count(times: u64, games: u32, first: u32) -> Count {
    Count { times, games, first: (games > 0).then_some(first) }
}

/// One man each on a board one file wide: White walks three squares, Black steps to and fro.
const RACE: &str = "game \"Race\"
board grid 2 x 4
players White north, Black south
start \"1r/2/2/W1\"
piece walker W { walk: step forward; lame: step backward when tired = 2 }
piece runner R: step vertical
state tired: 0..2 = 0
arrives: after walker.walk when some (own walker last rank) => tired = 1
ends {
  home: win when some (own walker last rank)
  taken: win when some taken
}
";

#[test]
fn a_forced_game_is_counted_exactly() {
    let game = game(RACE);
    let found = cover(&game, &plan(10, 300), &random, &|| true).unwrap();
    // White's only move is one square on: walk, Black, walk, Black, walk.
    assert_eq!((found.games, found.ended, found.broken_off, found.stuck), (10, 10, 0, 0));
    assert_eq!(found.plies, 50);
    let walk = row(&found, "walker.walk");
    assert_eq!((walk.available, walk.used), (count(30, 10, 1), count(30, 10, 1)));
    let run = row(&found, "runner.step");
    assert_eq!((run.available, run.used), (count(20, 10, 2), count(20, 10, 2)));
    let arrives = row(&found, "arrives");
    assert_eq!((arrives.available, arrives.used), (count(10, 10, 5), count(10, 10, 5)));
    assert_eq!(row(&found, "ends.home").used, count(10, 10, 5));
    let never: Vec<&str> = found.unreached().map(|row| row.address.as_str()).collect();
    assert_eq!(never, ["walker.lame", "ends.taken"]);
}

#[test]
fn games_are_broken_off_and_players_get_stuck() {
    let found = cover(&game(RACE), &plan(3, 4), &random, &|| true).unwrap();
    assert_eq!((found.ended, found.broken_off, found.plies), (0, 3, 12));
    assert_eq!(row(&found, "ends.home").used, Count::default());
    // Nobody has a move after two plies, and no end says so.
    let stuck = "game \"Stuck\"
board grid 2 x 2
players White north, Black south
start \"1r/W1\"
piece walker W: step forward
piece runner R: step forward
ends { both: draw when count(man) = 1 }
";
    let found = cover(&game(stuck), &plan(3, 300), &random, &|| true).unwrap();
    assert_eq!((found.ended, found.broken_off, found.stuck, found.plies), (0, 0, 3, 6));
}

/// The start of [`LAWS`] at the side to move, with one law of each kind.
const LAWS: &str = "game \"Laws\"
board grid 3 x 3
players White north, Black south
start \"1k1/3/1K1\"
piece king K royal: step any
bans {
  exposed: when own in check
  corner: when some (own king) and no (own king not (file a rank 1))
}
voids { blind: when attacker is file c }
duties { up: when some (own king rank 2) }
ends { home: win when some (own king last rank) }
";

#[test]
fn laws_are_asked_of_every_candidate() {
    let game = game(LAWS);
    // From b1: a1 is the corner; c1 is lawful; a2, b2 and c2 stand beside the other king.
    let sifted = game.start().sift();
    assert_eq!(
        sifted,
        Sifted {
            banned: vec![3, 1],
            fulfilled: vec![0],
            neglected: 0,
            events: vec![],
            voided: vec![0],
            skipped: vec![]
        }
    );
    // With the other king on c3 his attack on b2 is void, as is every attack from file c.
    let position = game.position("2k/3/1K1 w").expect("a position");
    let sifted = position.sift();
    assert_eq!((sifted.banned, sifted.fulfilled, sifted.neglected), (vec![0, 1], vec![3], 1));
    assert_eq!(position.legal_moves().len(), 3);
    // Two kings side by side: the one on file c attacks in vain.
    let position = game.position("3/1kK/3 w").expect("a position");
    assert_eq!(position.sift().voided, [1]);
}

#[test]
fn laws_are_counted_in_positions_and_in_moves() {
    let game = game(LAWS);
    let mut found = Coverage::of(&game);
    found.play(&game.start(), 300, |_, _| None);
    assert_eq!(row(&found, "bans.exposed").available, count(1, 1, 1));
    assert_eq!(row(&found, "bans.exposed").used, count(3, 1, 1));
    assert_eq!(row(&found, "bans.corner").used, count(1, 1, 1));
    assert_eq!((found.broken_off, found.plies, found.moves), (1, 0, 1));
}

/// Rooks and kings with an offer, so that games differ.
const OPEN: &str = "game \"Open\"
board grid 5 x 5
players White north, Black south
start \"rk2r/5/5/5/R2KR\"
piece king K royal: step any
piece rook R { long: slide orthogonal; short: step diagonal to empty }
state said: 0..3 = 0
say: may @hey when said < 3 => said = min(said + 1, 3)
bans { exposed: when own in check }
ends { mate: win when enemy (in check and stuck); stuck: draw when enemy stuck; few: draw when count(man) = 2 }
";

#[test]
fn the_sums_are_right_and_threads_change_nothing() {
    let game = game(OPEN);
    let one = cover(&game, &plan(24, 80), &random, &|| true).unwrap();
    let sum = |role: Role| -> u64 {
        one.rows.iter().filter(|row| row.role == role).map(|row| row.used.times).sum()
    };
    assert_eq!(sum(Role::Clause), one.plies);
    assert_eq!(sum(Role::End), u64::from(one.ended));
    assert_eq!(one.ended + one.broken_off + one.stuck, 24);
    assert!(row(&one, "say").used.times <= 3 * 24 && row(&one, "say").used.times > 0);
    for row in &one.rows {
        let ends = row.role == Role::End;
        assert!(ends || row.used.times == 0 || row.available.times > 0, "{row:?}");
        assert!(ends || row.used.games <= row.available.games, "{row:?}");
        assert!(ends || row.used.first.is_none() || row.available.first <= row.used.first);
    }
    for threads in [2, 5, 64] {
        assert_eq!(
            cover(&game, &Plan { threads, ..plan(24, 80) }, &random, &|| true).unwrap(),
            one
        );
    }
    assert_ne!(cover(&game, &Plan { seed: 8, ..plan(24, 80) }, &random, &|| true).unwrap(), one);
}

#[test]
fn it_stops_when_told_to() {
    assert_eq!(cover(&game(RACE), &plan(10, 300), &random, &|| false).unwrap().games, 1);
}

const EFFORT: Effort =
    Effort { games: 20, max_plies: 60, branches: 2, branch_plies: 20, work: 1_000_000, seed: 1 };

fn never(game: &Game, lines: &[Line], effort: &Effort) -> Vec<String> {
    let found = probe(game, lines, effort, &|_, _| true).expect("a small board");
    found.never.into_iter().map(|(_, address)| address).collect()
}

fn position(game: &Game, text: &str) -> Position {
    game.position(text).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn a_probe_names_what_is_dead_and_believes_a_line() {
    let game = game(RACE);
    assert_eq!(never(&game, &[], &EFFORT), ["walker.lame"]);
    // A position in which it can be played shows that it lives, whether or not it is played.
    let start = position(&game, "1r/2/W1/2 w tired=2");
    assert!(never(&game, &[Line { start, moves: Vec::new() }], &EFFORT).is_empty());
    // It is found by chance from a position one move before, too.
    let start = position(&game, "2/1r/W1/2 b tired=2");
    assert!(never(&game, &[Line { start, moves: Vec::new() }], &EFFORT).is_empty());
}

#[test]
fn a_probe_ends_once_it_has_seen_everything_or_spent_its_effort() {
    let look = |text: &str, effort: &Effort| probe(&game(text), &[], effort, &|_, _| true);
    let found = look(OPEN, &EFFORT).expect("a small board");
    assert!(found.never.is_empty() && found.games < EFFORT.games, "{found:?}");
    let found = look(RACE, &EFFORT).expect("a small board");
    assert_eq!((found.games, found.plies), (20, 100));
    // Eight squares, and mostly two moves: the work is done in the middle of a game.
    let found = look(RACE, &Effort { work: 700, ..EFFORT }).expect("enough plies");
    assert!(found.games < 20 && found.plies >= 60, "{found:?}");
    assert_eq!(look(RACE, &Effort { work: 1, ..EFFORT }), None, "too little to tell anything");
    // What nobody wants is not looked for.
    let found = probe(&game(RACE), &[], &EFFORT, &|role, _| role == Role::Offer);
    assert_eq!(found, Some(Probe { games: 0, plies: 0, never: Vec::new() }));
}
