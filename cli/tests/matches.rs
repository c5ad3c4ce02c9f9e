//! `match`: pairs, reports, saved games, engines that fail.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{chator, chator_in};
use serde_json::{Value, json};

/// A race of pawns: short, and search helps.
const RACE: &str = "game \"Race\"
board grid 4 x 5
players White north, Black south
start \"pppp/4/4/4/PPPP\"
piece runner P {
  march: step forward to empty
  take: step forward-diagonal to enemy
}
ends {
  arrived: win when some (own runner last rank)
  stuck: win when enemy stuck
}
";

/// Each side has one man with one move, as the engine of the tests expects.
const MARCH: &str = "game \"March\"
board grid 2 x 6
players White north, Black south
start \"1r/2/2/2/2/R1\"
piece runner R: step forward to empty
ends {
  arrived: win when some (own runner last rank)
}
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("race.chator"), RACE).unwrap();
    fs::write(folder.path().join("march.chator"), MARCH).unwrap();
    folder
}

fn engine(mode: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../agents/tests/fake_engine.sh");
    format!("uci:sh '{script}' {mode}")
}

fn saved(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn one_object_tells_what_came_out() {
    let folder = folder();
    let args = ["match", "race.chator", "mcts:nodes=40", "random", "--games", "30", "--json"];
    let answer = chator_in(Some(folder.path()), &args, b"").exits(0);
    let object = answer.object();
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys[..8], ["games", "distinct", "wins", "draws", "losses", "score", "low", "high"]);
    let number = |key: &str| object[key].as_f64().unwrap_or_else(|| panic!("{key}: {object}"));
    assert!((number("wins") + number("draws") + number("losses") - 30.0).abs() < 1e-9);
    let score = (number("wins") + number("draws") / 2.0) / 30.0;
    assert!((number("score") - score).abs() < 1e-9);
    assert!(number("low") <= score && score <= number("high") && number("low") > 0.5);
    assert!(number("elo_low") <= number("elo") && number("elo_low") > 0.0);
    assert_eq!((number("pairs"), &object["sprt"]), (15.0, &Value::Null));
    let pairs: u64 =
        object["pentanomial"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(pairs, 15);
    assert_eq!(object["first"], "mcts:nodes=40");
    assert_eq!(object["reproducible"], true);
    // The same again, and with other threads.
    let again = chator_in(Some(folder.path()), &args, b"").exits(0);
    assert_eq!(again.out, answer.out);
    let threads = [&args[..], &["--threads", "3"]].concat();
    assert_eq!(chator_in(Some(folder.path()), &threads, b"").exits(0).out, answer.out);
    // And by the command it names.
    let words: Vec<&str> = object["again"].as_str().unwrap().split(' ').skip(1).collect();
    let named = chator_in(Some(folder.path()), &[&words[..], &["--json"]].concat(), b"").exits(0);
    assert_eq!(named.out, answer.out);
}

#[test]
fn the_report_for_people() {
    let folder = folder();
    let args = ["match", "race.chator", "mcts:nodes=40", "random", "--games", "5"];
    chator_in(Some(folder.path()), &args, b"").exits(0).says(&[
        "Race: mcts:nodes=40 against random",
        "games:     5: ",
        "pairs:     2, of 0 points ",
        "over single games (Wilson)",
        "elo:       ",
        "distinct:  5 games",
        "again:     chator match race.chator mcts:nodes=40 random --games 5 --openings 4",
    ]);
    let args = ["match", "race.chator", "random", "random", "--games", "60"];
    chator_in(Some(folder.path()), &args, b"").exits(0).says(&["over pairs"]);
}

#[test]
fn a_test_stops_when_it_is_settled() {
    let folder = folder();
    let args = ["match", "race.chator", "mcts:nodes=60", "random", "--games", "400"];
    let json = [&args[..], &["--sprt", "0,100", "--json", "--threads", "2"]].concat();
    let object = chator_in(Some(folder.path()), &json, b"").exits(0).object();
    assert_eq!(object["sprt"]["accepted"], "elo1", "{object}");
    let games = object["games"].as_u64().unwrap();
    assert!(games < 200 && games.is_multiple_of(2), "{games}");
    assert!(object["sprt"]["llr"].as_f64().unwrap() >= 2.94);
    let swapped = ["match", "race.chator", "random", "mcts:nodes=60", "--games", "400"];
    let text = [&swapped[..], &["--sprt", "-50,50"]].concat();
    chator_in(Some(folder.path()), &text, b"")
        .exits(0)
        .says(&["settled: -50 Elo or less, not 50", "bounds -2.94 and 2.94"]);
    let short = [&args[..4], &["--games", "2", "--sprt=0,1"]].concat();
    chator_in(Some(folder.path()), &short, b"").exits(0).says(&["not settled between 0 and 1"]);
}

#[test]
fn cap_draws_are_counted_apart() {
    let args = ["match", "chess", "random", "random", "--games", "4", "--max-plies", "10"];
    chator(&args, "").exits(0).says(&["0 won, 4 drawn, 0 lost", "4 broken off at 10 plies"]);
    let object = chator(&[&args[..], &["--json"]].concat(), "").exits(0).object();
    assert_eq!((&object["draws"], &object["broken_off"]), (&json!(4), &json!(4)));
    assert_eq!(object["mean_plies"], 10.0);
}

#[test]
fn saved_games_can_be_played_again() {
    let folder = folder();
    let file = folder.path().join("g.jsonl");
    let args = ["match", "race.chator", "random", "random:seed=2", "--games", "6"];
    let args = [&args[..], &["--save", "g.jsonl"]].concat();
    // What a program that was killed left behind.
    fs::write(&file, "{}").unwrap();
    chator_in(Some(folder.path()), &args, b"").exits(0);
    let games = saved(&file);
    assert_eq!((games.len(), &games[0]), (7, &json!({})));
    for (number, game) in games[1..].iter().enumerate() {
        assert_eq!(game["number"], number + 1);
        assert_eq!(game["seats"], if number % 2 == 0 { json!([1, 2]) } else { json!([2, 1]) });
        let black = if number % 2 == 0 { "random:seed=2" } else { "random" };
        assert_eq!(game["players"]["Black"], black);
        assert_eq!((&game["opening"], &game["broken_off"]), (&json!(4), &json!(false)));
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let (start, line) = (game["start"].as_str().unwrap(), moves.join(" "));
        let args = ["moves", "race.chator", "--fen", start, "--line", &line, "--json"];
        let end = chator_in(Some(folder.path()), &args, b"").exits(0).object();
        assert_eq!(end["outcome"], game["outcome"]);
        assert!(game["outcome"]["reason"].as_str().unwrap().starts_with("ends."));
    }
    let moves = |n: usize| games[n]["moves"].as_array().unwrap()[..4].to_vec();
    assert_eq!(moves(1), moves(2));
    assert_ne!(moves(1), moves(3));
    // A second match is added.
    chator_in(Some(folder.path()), &args, b"").exits(0);
    assert_eq!(saved(&file).len(), 13);
    let args = ["match", "race.chator", "random", "random", "--save", "no/such/folder/g"];
    chator_in(Some(folder.path()), &args, b"").exits(1).says(&["cannot write no/such/folder/g"]);
}

#[test]
fn a_match_that_is_killed_leaves_whole_games() {
    let folder = folder();
    let file = folder.path().join("g.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_chator"))
        .args(["match", "race.chator", "random", "random", "--games", "100000000"])
        .args(["--save", "g.jsonl"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let games = saved(&file);
    let numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=games.len() as u64).collect::<Vec<_>>());
}

#[test]
fn four_players_are_shared_by_two_agents() {
    let folder = folder();
    let args = ["match", "chaturaji", "random", "random:seed=9", "--games", "6"];
    let args = [&args[..], &["--max-plies", "30", "--save", "g.jsonl", "--json"]].concat();
    let object = chator_in(Some(folder.path()), &args, b"").exits(0).object();
    assert!((object["score"].as_f64().unwrap() - 0.5).abs() < 0.5);
    let games = saved(&folder.path().join("g.jsonl"));
    let mut seats: Vec<String> = games.iter().map(|game| game["seats"].to_string()).collect();
    seats.sort();
    seats.dedup();
    assert_eq!(seats.len(), 6, "{seats:?}");
    assert_eq!(object["elo"], Value::Null);
}

#[test]
fn a_dealt_start_is_drawn_for_each_pair() {
    let folder = folder();
    let args = ["match", "chess960", "random", "random", "--games", "6", "--max-plies", "8"];
    chator_in(Some(folder.path()), &[&args[..], &["--save", "g"]].concat(), b"").exits(0);
    let games = saved(&folder.path().join("g"));
    let starts: Vec<&str> = games.iter().map(|game| game["start"].as_str().unwrap()).collect();
    assert_eq!((starts[0], starts[2], starts[4]), (starts[1], starts[3], starts[5]));
    assert!(starts[0] != starts[2] && starts[2] != starts[4], "{starts:?}");
    let fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let given = [&args[..], &["--openings", "0", "--fen", fen, "--save", "h"]].concat();
    chator_in(Some(folder.path()), &given, b"").exits(0);
    let games = saved(&folder.path().join("h"));
    assert!(games.iter().all(|g| g["start"] == fen && g["opening"] == 0), "{games:?}");
}

#[test]
fn wrong_usage_of_match() {
    for (args, part) in [
        (&["match", "chess"][..], "AGENT"),
        (&["match", "chess", "random"], "AGENT"),
        (&["match", "chess", "mtcs", "random"], "there is no agent `mtcs`"),
        (&["match", "chess", "human", "random"], "there is no agent `human`"),
        (&["match", "chess", "random", "mcts:width=3"], "width"),
        (&["match", "chess", "random", "uci:"], "name the program to run"),
        (&["match", "nogame", "random", "random"], "no game"),
        (&["match", "chess", "random", "random", "--games", "0"], "0"),
        (&["match", "chess", "random", "random", "--sprt", "5"], "lower one first"),
        (&["match", "chess", "random", "random", "--sprt", "5,0"], "lower one first"),
        (&["match", "chess", "random", "random", "--sprt", "0,nan"], "lower one first"),
        (&["match", "chess", "random", "random", "--openings", "9", "--max-plies", "9"], "leaves"),
    ] {
        let answer = chator(args, "").exits(2);
        assert!(answer.err.contains(part), "{args:?}: {}", answer.err);
    }
    let args = ["match", "chess", "random", "random", "--fen", "rubbish"];
    chator(&args, "").exits(1).says(&["no position"]);
    let args = ["match", "chess", "random", "random", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
    chator(&args, "").exits(1).says(&["the game is over: draw by ends.stalemate"]);
    let args = ["match", "chess", "random", "uci:no-such-engine"];
    chator(&args, "").exits(1).says(&["there is no program `no-such-engine`"]);
}

#[cfg(unix)]
#[test]
fn an_engine_plays_and_one_that_fails_ends_the_match() {
    let folder = folder();
    let run = |words: &[&str]| chator_in(Some(folder.path()), words, b"");
    let fine = engine("fine");
    let args = ["match", "march.chator", &fine, "random", "--games", "4", "--json"];
    let answer = run(&args).exits(0);
    let object = answer.object();
    assert_eq!((&object["wins"], &object["losses"]), (&json!(2), &json!(2)));
    assert_eq!((&object["reproducible"], &object["distinct"]), (&json!(false), &json!(1)));
    assert!(answer.err.contains("it lists no UCI_Variant `march`"), "{}", answer.err);
    let wide = engine("wide");
    assert_eq!(run(&["match", "march.chator", &wide, "random", "--games", "2"]).exits(0).err, "");
    for (mode, part) in [
        ("illegal", "it plays `a1a9`"),
        ("die", "exit status: 3"),
        ("hang,timeout=300ms", "no answer to `go movetime 100` within 400ms"),
    ] {
        let bad = engine(mode);
        let args = ["match", "march.chator", "random", &bad, "--openings", "0", "--save", "g"];
        run(&args).exits(1).says(&["game 1: uci:sh", part, "the games before are in g"]);
        let args = ["play", "march.chator", "--white", &bad, "--black", "random"];
        run(&args).exits(1).says(&[part]);
        run(&[&args[..], &["--games", "2"]].concat()).exits(1).says(&["game 1: ", part]);
        run(&["coverage", "march.chator", "--games", "2", "--agent", &bad]).exits(1).says(&[part]);
    }
    let args = ["play", "march.chator", "--white", &fine, "--black", "random"];
    run(&args).exits(0).says(&["1. White plays a1a2", "White wins by ends.arrived"]);
}
