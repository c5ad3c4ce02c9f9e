//! `analyse` and `mate`: what they find, what they print, how they end.

mod common;

use common::chator;
use serde_json::Value;

/// The first object that was printed.
fn object(out: &str) -> Value {
    serde_json::from_str(out.lines().next().expect("a line")).expect("an object")
}

/// White mates by d2h6.
const MATE: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";

#[test]
fn a_mate_is_found_with_its_rule() {
    chator(&["analyse", "chess", "--fen", MATE, "--depth", "5"], "")
        .exits(0)
        .says(&["wins in 3 plies, White wins by ends.checkmate", "d2h6 g7h6 h4f6"]);
    let answer = chator(&["mate", "chess", "--in", "2", "--fen", MATE, "--json"], "").exits(0);
    let proof = object(&answer.out);
    assert_eq!(proof["proof"], "won");
    assert_eq!(proof["in"], 2);
    assert_eq!(proof["outcome"]["reason"], "ends.checkmate");
    assert_eq!(proof["line"].as_array().map(Vec::len), Some(3));
}

#[test]
fn no_mate_is_refuted_and_a_budget_leaves_it_open() {
    chator(&["mate", "chess", "--in", "1", "--fen", MATE], "")
        .exits(1)
        .says(&["White has no forced win in 1 move"]);
    chator(&["mate", "chess", "--in", "5", "--nodes", "50"], "").exits(1).says(&["undecided"]);
}

#[test]
fn lines_are_as_many_as_asked_for_and_played_one_after_the_other() {
    let args = ["analyse", "makruk", "--nodes", "3000", "--lines", "3", "--json"];
    let answer = chator(&args, "").exits(0);
    let analysis = object(&answer.out);
    let lines = analysis["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    let first: Vec<&Value> = lines.iter().map(|line| &line["moves"][0]).collect();
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{first:?}");
    let again = chator(&args, "").exits(0);
    assert_eq!(answer.out, again.out);
    // What the last depth left unfinished was looked at as well.
    assert_eq!(analysis["nodes"], 3000);
}

#[test]
fn a_depth_bounds_what_is_proved_beforehand() {
    // White wins in two moves, which are three plies.
    for (depth, won) in [("1", false), ("3", true)] {
        let args = ["analyse", "chess", "--fen", MATE, "--depth", depth, "--nodes", "20000"];
        let answer = chator(&args, "").exits(0);
        assert_eq!(answer.out.contains("wins in 3 plies"), won, "{depth}: {}", answer.out);
    }
    let args = ["analyse", "chess", "--depth", "2", "--time", "1000s", "--json"];
    assert!(object(&chator(&args, "").exits(0).out)["nodes"].as_u64() < Some(10_000));
}

#[test]
fn a_finished_game_has_no_lines() {
    let line = "f2f3 e7e5 g2g4 d8h4";
    chator(&["analyse", "chess", "--line", line], "")
        .exits(0)
        .says(&["Black wins by ends.checkmate"]);
    let answer = chator(&["mate", "chess", "--in", "1", "--line", line], "").exits(1);
    assert!(answer.err.contains("the game is over"), "{}", answer.err);
}

#[test]
fn wrong_usage_is_told() {
    for args in [
        &["analyse", "chess", "--time", "5"][..],
        &["analyse", "chess", "--lines", "0"],
        &["analyse", "nochess"],
        &["mate", "chess"],
        &["mate", "chess", "--in", "0"],
    ] {
        chator(args, "").exits(2);
    }
    chator(&["analyse", "chess", "--line", "e2e5"], "").exits(1);
    chator(&["analyse", "chess", "--fen", "nonsense"], "").exits(1);
}
