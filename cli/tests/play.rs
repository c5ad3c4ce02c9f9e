//! `play`: commands, undo and redo, saves, matches.

mod common;

use std::fs;

use common::{Answer, chator, chator_in};
use serde_json::{Value, json};

/// The last position that was shown.
fn last_fen(answer: &Answer) -> String {
    let objects = answer.objects();
    let position = objects.iter().rfind(|o| o["event"] == "position").expect("a position");
    position["fen"].as_str().unwrap().to_owned()
}

fn events(answer: &Answer, event: &str) -> Vec<Value> {
    answer.objects().into_iter().filter(|o| o["event"] == event).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_human_plays_the_machine_through_a_pipe() {
    let args = ["play", "makruk", "--seed", "1", "--black", "mcts:nodes=20"];
    let answer = chator(&args, "e3e4\r\nmoves\r\n\r\nquit\r\n").exits(0);
    answer.says(&["1. White plays e3e4", "2. Black plays ", "White to move", "Bye."]);
}

#[test]
fn the_default_is_a_human_against_a_machine_and_input_may_end() {
    chator(&["play", "makruk"], "").exits(0).says(&["White: human, Black: mcts", "Bye."]);
}

#[test]
fn the_board_shows_last_move_captures_and_state() {
    let args = ["play", "chess", "--black", "human"];
    chator(&args, "e2e4\nd7d5\ne4d5\n").exits(0).says(&[
        "  5  .  .  . [P] .  .  .  .  5",
        "  4  .  .  .  . [.] .  .  .  4",
        "White took p",
        "Black to move",
        "passed: d6",
        "     a  b  c  d  e  f  g  h",
    ]);
    let args = ["play", "makruk[count=automatic]", "--black", "human", "--fen"];
    let fen = "k7/8/K7/8/8/8/7m/2R5 w counting=w number=10 limit=64";
    chator(&[&args[..], &[fen]].concat(), "").exits(0).says(&["counting: w", "number: 10"]);
}

#[test]
fn wrong_input_changes_nothing_and_is_answered() {
    let args = ["play", "chess", "--black", "human", "--json"];
    let input =
        "udno\ne2e5\nxyzzy\nundo many\nundo 0\nfen now\nsave\nmoves q9\nredo\nundo\nwhy\nload \n";
    let answer = chator(&args, input).exits(0);
    assert_eq!(events(&answer, "error").len(), 12, "{}", answer.out);
    assert_eq!(events(&answer, "position").len(), 1);
    assert_eq!(last_fen(&answer), START);
    answer.says(&["did you mean undo", "e2e3, e2e4", "`help` lists", "needs the name of a file"]);
}

#[test]
fn the_beginning_of_a_move_is_told_how_it_goes_on() {
    let args = ["play", "duck", "--white", "human", "--black", "human"];
    chator(&args, "e2e4\ne2e4,e4e5\nquit\n").exits(0).says(&[
        "`e2e4` is not the whole move; it goes on: e2e4,e4",
        "…",
        "Black to move",
    ]);
}

#[test]
fn undo_goes_back_to_the_humans_turn() {
    let args = ["play", "chess", "--black", "random", "--seed", "3", "--json"];
    let answer = chator(&args, "undo\ne2e4\nundo\nundo\n").exits(0);
    assert_eq!(events(&answer, "undo"), [json!({ "event": "undo", "plies": 2 })]);
    assert_eq!(events(&answer, "error").len(), 2, "at the start there is nothing to undo");
    assert_eq!(last_fen(&answer), START);
    // As Black the first move is the machine's, and stays.
    let args = ["play", "chess", "--white", "random", "--black", "human", "--seed", "3", "--json"];
    let answer = chator(&args, "undo\n").exits(0);
    assert_eq!(events(&answer, "error").len(), 1);
    assert_eq!(events(&answer, "position").len(), 2);
}

#[test]
fn redo_is_exact_until_a_new_move() {
    let args = ["play", "chess", "--black", "random", "--seed", "3", "--json"];
    let played = last_fen(&chator(&args, "e2e4\nd2d4\n").exits(0));
    let again = last_fen(&chator(&args, "e2e4\nd2d4\nundo 2\nredo\nredo\n").exits(0));
    assert_eq!(played, again);
    let answer = chator(&args, "e2e4\nd2d4\nundo 2\nredo 2\n").exits(0);
    assert_eq!(last_fen(&answer), played);
    assert_eq!(events(&answer, "redo"), [json!({ "event": "redo", "plies": 4 })]);
    let answer = chator(&args, "e2e4\nundo\nd2d4\nredo\n").exits(0);
    assert_eq!(events(&answer, "error").len(), 1);
    let answer = chator(&args, "e2e4\nd2d4\nundo 3\n").exits(0);
    assert!(answer.out.contains("only 2 of your turns"), "{}", answer.out);
    assert_eq!(last_fen(&answer), played);
}

#[test]
fn a_finished_game_can_be_taken_up_again() {
    let args = ["play", "chess", "--black", "human", "--json"];
    let answer = chator(&args, "f2f3\ne7e5\ng2g4\nd8h4\na2a3\nundo\n").exits(0);
    let end = &events(&answer, "end")[0];
    assert_eq!(end["outcome"], json!({ "winner": "Black", "reason": "ends.checkmate" }));
    assert!(end["rule"]["place"].as_str().unwrap().starts_with("games/std/"), "{end}");
    assert!(answer.out.contains("the game is over"), "{}", answer.out);
    assert!(last_fen(&answer).contains(" b "));
    let resigned = chator(&args, "resign\nundo\ne2e4\n").exits(0);
    assert_eq!(events(&resigned, "end")[0]["outcome"]["winner"], "Black");
    assert_eq!(events(&resigned, "move").len(), 1);
}

#[test]
fn the_end_says_why() {
    let moves = "g1f3\ng8f6\nf3g1\nf6g8\n".repeat(2);
    let answer = chator(&["play", "chess", "--black", "human"], &format!("{moves}why\n")).exits(0);
    answer.says(&[
        "Draw by ends.repetition.",
        "games/std/core.chator:",
        "3 times: at plies 0, 4, 8",
        "moved by knight.leap",
    ]);
}

#[test]
fn why_tells_of_moves_and_bans() {
    let fen = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    let args = ["play", "chess", "--black", "human", "--fen", fen];
    chator(&args, "why e2d3\nwhy e1d1\nwhy e1e5\n").exits(0).says(&[
        "could be made by bishop.slide",
        "is forbidden by bans.exposed",
        "moved by king.step",
        "`e1e5`",
    ]);
}

#[test]
fn hints_are_legal() {
    let args = ["play", "shatar", "--black", "human", "--json"];
    let answer = chator(&args, "hint\nflip\nhelp\nboard\n").exits(0);
    let hint = events(&answer, "hint")[0]["move"].as_str().unwrap().to_owned();
    let moves = &events(&answer, "position")[0]["moves"];
    assert!(moves.as_array().unwrap().contains(&json!(hint)));
}

#[test]
fn a_saved_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = Some(folder.path());
    let args = ["play", "makruk[count=never]", "--black", "human", "--json"];
    let saved = chator_in(at, &args, b"e3e4\nd6d5\nsave my game.ron\n").exits(0);
    let fen = last_fen(&saved);
    // In a game of its own, and into one that is under way.
    let loaded = chator_in(at, &["play", "--load", "my game.ron", "--json"], b"").exits(0);
    assert_eq!(last_fen(&loaded), fen);
    assert_eq!(events(&loaded, "game")[0]["players"]["Black"], "human");
    let loaded = chator_in(at, &args, b"a3a4\nload my game.ron\nundo\n").exits(0);
    assert_eq!(events(&loaded, "loaded").len(), 1);
    assert!(last_fen(&loaded).contains(" b "));
    let text = fs::read_to_string(folder.path().join("my game.ron")).unwrap();
    for part in ["\"makruk\"", "(\"count\", \"never\")", "fingerprint", "\"e3e4\""] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_resigned_and_a_finished_game_are_saved_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let at = Some(folder.path());
    let args = ["play", "chess", "--black", "human", "--json"];
    chator_in(at, &args, b"e2e4\nresign\nsave r.ron\n").exits(0);
    let loaded = chator_in(at, &["play", "--load", "r.ron", "--json"], b"").exits(0);
    assert_eq!(events(&loaded, "end")[0]["outcome"]["winner"], "White");
    chator_in(at, &args, b"f2f3\ne7e5\ng2g4\nd8h4\nsave m.ron\n").exits(0);
    let text = fs::read_to_string(folder.path().join("m.ron")).unwrap();
    assert!(text.contains("ends.checkmate"), "{text}");
    let loaded = chator_in(at, &["play", "--load", "m.ron", "--json"], b"undo\n").exits(0);
    assert_eq!(events(&loaded, "end").len(), 1);
}

#[test]
fn bad_saves_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let args = ["play", "chess", "--black", "human"];
    chator_in(Some(at), &args, b"e2e4\ne7e5\nsave good.ron\n").exits(0);
    let good = fs::read_to_string(at.join("good.ron")).unwrap();
    let cases = [
        ("empty", String::new(), "damaged"),
        ("cut", good[..good.len() / 2].to_owned(), "damaged"),
        ("foreign", "[1, 2, 3]".to_owned(), "not a saved game"),
        ("format", good.replace("chator game", "other game"), "not a saved game"),
        ("version", good.replace("version: 1", "version: 9"), "version 9"),
        ("more", good.replace("version: 1,", "version: 1, extra: 2,"), "extra"),
        ("move", good.replace("\"e7e5\"", "\"e7e4\""), "move 2"),
        ("start", good.replace("KQkq", "KQxx"), "start"),
        ("print", good.replace("fingerprint: \"", "fingerprint: \"0"), "fingerprint"),
        (
            "end",
            good.replace(
                "termination: Unfinished",
                "termination: Rule(winner: None, by: \"ends.x\")",
            ),
            "end",
        ),
        (
            "resigned",
            good.replace("termination: Unfinished", "termination: Resigned(\"Red\")"),
            "Red",
        ),
        ("game", good.replace("game: \"chess\"", "game: \"nochess\""), "no game"),
    ];
    for (name, text, reason) in cases {
        assert_ne!(text, good, "{name}");
        fs::write(at.join(name), text).unwrap();
        let answer = chator_in(Some(at), &["play", "--load", name], b"");
        assert_ne!(answer.code, 0, "{name}");
        assert!(answer.err.contains(reason), "{name}: {}", answer.err);
        assert_eq!(answer.out, "", "{name}");
        if name != "game" {
            // During a game: the game goes on as it was.
            let input = format!("d2d4\nload {name}\nfen\n");
            let args = ["play", "chess", "--black", "human", "--json"];
            let answer = chator_in(Some(at), &args, input.as_bytes()).exits(0);
            assert_eq!(events(&answer, "error").len(), 1, "{name}: {}", answer.out);
            assert!(events(&answer, "fen")[0]["fen"].as_str().unwrap().contains("3P4"), "{name}");
        }
    }
    // Of another game, and of the same with other options.
    chator_in(Some(at), &["play", "makruk", "--load", "good.ron"], b"")
        .exits(1)
        .says(&["other rules"]);
    chator_in(Some(at), &["play", "--load", "nowhere.ron"], b"").exits(1).says(&["cannot read"]);
}

#[test]
fn saving_fails_politely() {
    let args = ["play", "chess", "--json"];
    let answer = chator(&args, "save /nowhere/at/all.ron\nsave /\nfen\n").exits(0);
    assert_eq!(events(&answer, "error").len(), 2, "{}", answer.out);
    assert_eq!(events(&answer, "fen").len(), 1);
}

#[test]
fn machines_play_alone_to_the_end_or_the_cap() {
    let args = ["play", "makruk", "--white", "random", "--black", "random", "--seed", "5"];
    let answer = chator(&[&args[..], &["--max-plies", "12"]].concat(), "").exits(0);
    answer.says(&["12. Black plays", "Broken off after 12 plies."]);
    let one = chator(&[&args[..], &["--json"]].concat(), "").exits(0).out;
    assert_eq!(one, chator(&[&args[..], &["--json"]].concat(), "").exits(0).out);
}

#[test]
fn a_match_is_counted_and_can_be_repeated() {
    let args = [
        "play",
        "makruk",
        "--white",
        "mcts:nodes=4",
        "--black",
        "random",
        "--games",
        "4",
        "--seed",
        "9",
        "--max-plies",
        "40",
        "--json",
    ];
    let answer = chator(&args, "").exits(0);
    let games = events(&answer, "game");
    assert_eq!(games.len(), 4);
    assert_eq!((&games[0]["seats"], &games[1]["seats"]), (&json!([1, 2]), &json!([2, 1])));
    let score = &events(&answer, "score")[0];
    let sum: u64 =
        ["won", "drawn", "lost", "broken_off"].iter().map(|k| score[k].as_u64().unwrap()).sum();
    assert_eq!(sum, 4);
    assert_eq!(score["distinct"], 4);
    assert_eq!(score["reproducible"], true);
    assert!(score["again"].as_str().unwrap().contains("--seed 9"));
    assert_eq!(answer.out, chator(&args, "").exits(0).out);
    let words: Vec<&str> = args.iter().copied().filter(|a| *a != "--json").collect();
    chator(&words, "").exits(0).says(&["score:", "Wilson", "distinct:", "again:"]);
}

#[test]
fn wrong_usage_of_play() {
    for (args, part) in [
        (&["play"][..], "GAME"),
        (&["play", "chess", "--white", "mtcs"], "did you mean `mcts`"),
        (&["play", "chess", "--black", "mcts:depth=3"], "depth"),
        (&["play", "chess", "--games", "3"], "--white"),
        (&["play", "chess", "--games", "0"], "0"),
        (&["play", "chess", "--games", "3", "--white", "human", "--black", "random"], "--white"),
        (&["play", "nogame"], "no game"),
    ] {
        let answer = chator(args, "").exits(2);
        assert!(answer.err.contains(part), "{args:?}: {}", answer.err);
    }
    chator(&["play", "chess", "--fen", "rubbish"], "").exits(1).says(&["no position"]);
}

#[test]
fn four_machines_play_a_match() {
    let seats = ["random", "random:seed=2", "random:seed=3", "random:seed=4"];
    let mut arguments = vec!["play", "chaturaji", "--games", "4", "--seed", "3", "--json"];
    arguments.extend(seats.iter().flat_map(|seat| ["--seat", seat]));
    let objects = chator(&arguments, "").exits(0).objects();
    assert_eq!(objects.len(), 5);
    assert_eq!(objects[1]["seats"], serde_json::json!([2, 3, 4, 1]));
    let scores: f64 =
        objects[4]["scores"].as_array().unwrap().iter().map(|s| s.as_f64().unwrap()).sum();
    assert!((scores - 1.0).abs() < 1e-9, "{scores}");
}
