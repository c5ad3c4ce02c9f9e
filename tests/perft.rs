//! Node counts against Fairy-Stockfish (tests/oracle/perft.json, and perft-drops.json of the
//! games with men off the board), from the start and from the middle game.
//!
//! A game that our rules end has no moves, where the oracle goes on: such a position is
//! compared only if no line runs into an ending of ours.

use std::path::Path;

use chator::{Game, Position, perft};
use serde_json::Value;

/// Lines counted in one position at most, so that the test stays short.
const LINES: u64 = 60_000;

fn table(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).expect("the table")).expect("JSON")
}

fn counts(value: &Value) -> Vec<u64> {
    value.as_array().expect("counts").iter().map(|n| n.as_u64().expect("a count")).collect()
}

/// Whether a line of so many plies meets an ending that the oracle does not know.
fn meets_our_end(position: &Position, depth: u32) -> bool {
    let ours = ["ends.dead", "ends.two-khuns", "ends.move-limit", "ends.repetition"];
    if let Some(outcome) = position.outcome() {
        return ours.contains(&outcome.by());
    }
    depth > 1
        && position.legal_moves().iter().any(|mv| {
            let mut next = position.clone();
            next.play(*mv);
            meets_our_end(&next, depth - 1)
        })
}

fn check(game: &Game, id: &str, limit: u64) {
    check_table(game, id, &table("perft.json")[id], (limit, LINES), 40);
}

/// The same with limits on lines from the start and from the middle game.
fn check_table(game: &Game, id: &str, rows: &Value, (limit, lines): (u64, u64), least: u32) {
    for (depth, count) in (1..).zip(counts(&rows["start"])) {
        if count > limit {
            break;
        }
        assert_eq!(perft(&game.start(), depth), count, "{id} at depth {depth}");
    }
    let mut compared = 0;
    for row in rows["middle"].as_array().expect("positions") {
        let mut fen: Vec<&str> = row["fen"].as_str().expect("a fen").split(' ').collect();
        if id == "makruk" || id == "sittuyin" {
            fen[3] = "-";
        }
        let fen = fen.join(" ");
        let position = game.position(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, count) in (1..).zip(counts(&row["counts"])) {
            if count > lines || meets_our_end(&position, depth) {
                break;
            }
            assert_eq!(perft(&position, depth), count, "{id}: {fen} at depth {depth}");
            compared += 1;
        }
    }
    assert!(compared >= least, "{id}: only {compared} counts compared");
}

fn game(request: &str) -> Game {
    chator::load(request).unwrap_or_else(|e| panic!("{request}: {e}")).game
}

#[test]
fn chess() {
    check(&game("chess"), "chess", 200_000);
}

#[test]
fn makruk() {
    check(&game("makruk[count=never]"), "makruk", 300_000);
}

#[test]
fn shatar() {
    check(&game("shatar"), "shatar", 200_000);
}

#[test]
fn crazyhouse() {
    let table = table("perft-drops.json");
    check_table(&game("crazyhouse"), "crazyhouse", &table["crazyhouse"], (10_000, 4_000), 15);
}

#[test]
fn shogi() {
    let table = table("perft-drops.json");
    check_table(&game("shogi"), "shogi", &table["shogi"], (30_000, 4_000), 15);
}

#[test]
fn sittuyin() {
    let table = table("perft-drops.json");
    check_table(&game("sittuyin"), "sittuyin", &table["sittuyin"], (10_000, 4_000), 15);
}

#[test]
fn duck_chess() {
    let start = game("duck").start();
    let counts = counts(&table("perft-drops.json")["duck"]["start"]);
    assert_eq!(perft(&start, 1), counts[0]);
    assert_eq!(perft(&start, 2), counts[1]);
}

/// From rules.md of the collection; the first confirmed by a second, separately written counter.
#[test]
fn malay_chess_to_depth_four() {
    for (id, counts) in [
        ("malay/peninsula", [22, 484, 11_753, 283_478]),
        ("malay/elcum", [22, 484, 11_753, 283_478]),
        ("malay/negri-sembilan", [22, 484, 11_753, 283_478]),
        ("malay/java", [22, 484, 11_753, 283_478]),
        ("malay/batak", [23, 529, 13_291, 331_301]),
        ("malay/borneo", [20, 400, 8_902, 197_567]),
        ("malay/selangor", [22, 484, 11_753, 283_472]),
    ] {
        let start = game(id).start();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{id} at depth {depth}");
        }
    }
}
