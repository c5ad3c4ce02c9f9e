//! `moves`, `apply` and `perft`.

mod common;

use common::{chator, chator_in};
use serde_json::json;

#[test]
fn moves_of_the_start() {
    let object = chator(&["moves", "chess", "--json"], "").exits(0).object();
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["fen", "moves", "check", "outcome"]);
    assert_eq!(object["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let moves: Vec<&str> =
        object["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    assert_eq!((&object["check"], &object["outcome"]), (&json!(false), &json!(null)));
}

#[test]
fn moves_after_a_line_from_a_position() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let object =
        chator(&["moves", "chess", "--fen", fen, "--line", "e2e4 e8d8", "--json"], "").exits(0);
    assert_eq!(object.object()["fen"], "3k4/8/8/8/4P3/8/8/4K3 w - - 1 2");
}

#[test]
fn a_finished_game_has_no_moves_and_an_outcome() {
    let line = "f2f3 e7e5 g2g4 d8h4";
    let object = chator(&["moves", "chess", "--line", line, "--json"], "").exits(0).object();
    assert_eq!(object["moves"], json!([]));
    assert_eq!(object["check"], true);
    assert_eq!(object["outcome"], json!({ "winner": "Black", "reason": "ends.checkmate" }));
    chator(&["moves", "chess", "--line", line], "")
        .exits(0)
        .says(&["Black wins by ends.checkmate"]);
}

#[test]
fn each_line_of_input_has_its_line_of_output() {
    let input = b"\xef\xbb\xbfe2e4 e7e5\r\n\r\n  g1f3\t\r\ne2e5\r\nd2d4";
    let answer = chator_in(None, &["moves", "chess", "--line", "-", "--json"], input).exits(1);
    let objects = answer.objects();
    assert_eq!(objects.len(), 5);
    assert!(objects[0]["fen"].as_str().unwrap().ends_with("w KQkq - 0 2"));
    assert!(objects[1]["fen"].as_str().unwrap().ends_with("w KQkq - 0 1"));
    assert!(objects[2]["fen"].as_str().unwrap().contains("5N2"));
    assert_eq!(objects[3]["line"], 4);
    assert!(objects[3]["error"].as_str().unwrap().contains("e2e5"));
    assert!(objects[4]["fen"].as_str().unwrap().contains("3P4"));
    answer.says(&["line 4: move 1: `e2e5`"]);
}

#[test]
fn one_bad_position_of_many_is_named() {
    let good = "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w - - 0 1\n";
    let bad = "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w - - 0 1;\n";
    let input = format!("{}{bad}{}", good.repeat(60), good.repeat(39));
    let answer = chator(&["moves", "chess", "--fen", "-", "--json"], &input).exits(1);
    let objects = answer.objects();
    assert_eq!(objects.len(), 100);
    assert_eq!(objects.iter().filter(|o| o["moves"].is_array()).count(), 99);
    answer.says(&["line 61:", ";"]);
}

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    for (fen, part) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "side"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w xQkq - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
        ("4k3/8/8/8/8/8/4R3/4K3 w", "check"),
        ("4k3/8/8/8/8/8/8/4KR2 w K", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3", "passed"),
        ("", "board"),
    ] {
        let answer = chator(&["moves", "chess", "--fen", fen], "").exits(1);
        assert!(answer.err.contains(part), "{fen}: {}", answer.err);
        assert_eq!(answer.out, "");
    }
}

#[test]
fn short_positions_are_filled_up() {
    let board = "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b";
    for rest in ["", " - -", " - - - -"] {
        let fen = format!("{board}{rest}");
        let object = chator(&["moves", "chess", "--fen", &fen, "--json"], "").exits(0).object();
        assert_eq!(object["fen"], format!("{board} - - 0 1"));
    }
}

#[test]
fn a_rook_elsewhere_lets_nobody_castle() {
    let fen = "4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37";
    let object = chator(&["moves", "chess", "--fen", fen, "--json"], "").exits(0).object();
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 35);
    assert!(!moves.contains(&json!("e8g8")));
}

#[test]
fn apply_prints_the_same_object() {
    let args = ["apply", "chess", "e2e4", "e7e5", "--json"];
    let object = chator(&args, "").exits(0).object();
    let line = chator(&["moves", "chess", "--line", "e2e4 e7e5", "--json"], "").exits(0).object();
    assert_eq!(object, line);
    let quoted = chator(&["apply", "chess", "e2e4 e7e5", "--json"], "").exits(0).object();
    assert_eq!(object, quoted);
}

#[test]
fn an_illegal_move_is_explained() {
    let answer = chator(&["apply", "chess", "e2e4", "e7e5", "f1e2", "e8e9"], "").exits(1);
    assert!(answer.err.contains("move 4"), "{}", answer.err);
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    chator(&["apply", "chess", "--fen", pinned, "e2d3"], "").exits(1).says(&[
        "move 1",
        "bishop.slide",
        "bans.exposed",
    ]);
    chator(&["apply", "chess", "e2e5"], "").exits(1).says(&["did you mean", "e2e4"]);
}

#[test]
fn perft_counts() {
    let answer = chator(&["perft", "chess", "2", "--divide"], "").exits(0);
    assert_eq!(answer.out.lines().last(), Some("nodes 400"));
    assert_eq!(answer.out.lines().count(), 21);
    assert_eq!(answer.out.lines().next(), Some("a2a3 20"));
    let answer = chator(&["perft", "makruk[count=never]", "2", "--reference"], "").exits(0);
    assert_eq!(answer.out, "nodes 529\n");
    let fen = "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1";
    let object = chator(&["perft", "chess", "1", "--fen", fen, "--json"], "").exits(0).object();
    assert_eq!(object, json!({ "depth": 1, "nodes": 6 }));
    assert_eq!(chator(&["perft", "chess", "0"], "").exits(0).out, "nodes 1\n");
}

#[test]
fn wrong_usage_is_code_2() {
    for (args, part) in [
        (&["moves", "makruck"][..], "did you mean `makruk`"),
        (&["moves", "peninsula"], "malay/peninsula"),
        (&["moves", "zzzzzzz"], "chator games"),
        (&["moves", "makruk[coutn=never]"], "did you mean `count`"),
        (&["moves", "makruk[count=nevr]"], "did you mean `never`"),
        (&["moves", "chess[a=b]"], "this game has no options"),
        (&["moves", "makruk[count]"], "option=value"),
        (&["moves", "makruk[count=never"], "closing bracket"),
        (&["moves", "makruk]"], "opening bracket"),
        (&["moves", "makruk[count=never,count=never]"], "twice"),
        (&["moves", "std/core"], "no game"),
        (&["moves", "./nowhere.chator"], "cannot read"),
        (&["moves", "chess", "--fen", "-", "--line", "-"], "only one"),
        (&["moves", "chess", "--colour"], "--colour"),
        (&["perft", "chess", "many"], "many"),
        (&["apply", "chess"], "MOVES"),
        (&["dance"], "dance"),
        (&[], "Usage"),
    ] {
        let answer = chator(args, "").exits(2);
        assert!(answer.err.contains(part), "{args:?}: {}", answer.err);
        assert_eq!(answer.out, "", "{args:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_one_bad_line() {
    let answer = chator_in(None, &["moves", "chess", "--line", "-", "--json"], b"\xff\xfe\ne2e4\n");
    let answer = answer.exits(1);
    assert_eq!(answer.objects()[0], json!({ "error": "not UTF-8", "line": 1 }));
    assert_eq!(answer.objects().len(), 2);
}

#[cfg(unix)]
#[test]
fn nobody_listening_is_no_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_chator"))
        .args(["moves", "chess", "--line", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        use std::io::Write;
        for _ in 0..2_000 {
            if stdin.write_all(b"e2e4\n").is_err() {
                break;
            }
        }
    });
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_chator"))
        .args(["moves", "chess", "--line", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in ["e2e4", "d2d4", ""] {
        writeln!(stdin, "{line}").unwrap();
        assert!(lines.next().unwrap().unwrap().starts_with("{\"fen\""));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_shared_point_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("short.chator");
    std::fs::write(
        &path,
        "game \"Short\" extends chess\nends { before ends.checkmate short: score 3 of 4 when some taken }\n",
    )
    .expect("written");
    let game = path.to_str().expect("text");
    let answer = chator(&["moves", game, "--line", "e2e4 d7d5 e4d5", "--json"], "").exits(0);
    let outcome = &answer.objects()[0]["outcome"];
    assert_eq!(outcome["winner"], serde_json::Value::Null);
    assert_eq!(outcome["reason"], "ends.short");
    assert_eq!(outcome["scores"]["White"], "3/4");
    assert_eq!(outcome["scores"]["Black"], "1/4");
}

#[test]
fn a_position_no_move_can_have_led_to_is_taken_if_asked_for() {
    let fen = "4k3/P7/8/8/8/8/p7/RNBKQB1R w leap=-";
    chator(&["moves", "malay/elcum", "--fen", fen], "").exits(1).says(&["Black"]);
    let answer = chator(&["moves", "malay/elcum", "--fen", fen, "--lenient"], "").exits(0);
    let answer = answer.says(&["note: "]);
    assert!(answer.out.contains("a7a8n"), "{}", answer.out);
    chator(&["moves", "malay/elcum", "--lenient"], "").exits(2);
}

#[test]
fn a_dealt_start_is_chosen_by_number_or_drawn() {
    let usual = chator(&["moves", "chess960", "--json"], "").exits(0).object();
    assert_eq!(usual["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    let first = chator(&["moves", "chess960", "--position", "0", "--json"], "").exits(0).object();
    assert_eq!(first["fen"], "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    let drawn = || chator(&["apply", "chess960", "a2a3", "--seed", "7"], "").exits(0).out;
    assert_eq!(drawn(), drawn());
    chator(&["moves", "chess960", "--position", "960"], "").exits(2).says(&["from 0 to 959"]);
    chator(&["moves", "chess", "--position", "1"], "").exits(2).says(&["one start"]);
}

#[test]
fn castling_is_read_in_either_spelling() {
    let fen = "brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9";
    let after =
        |text| chator(&["moves", "chess960", "--fen", fen, "--line", text], "").exits(0).out;
    assert_eq!(after("c8d8"), after("c8g8"));
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let after = |text| chator(&["moves", "chess", "--fen", fen, "--line", text], "").exits(0).out;
    assert_eq!(after("e1h1"), after("e1g1"));
}
