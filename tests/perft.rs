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

/// What the tables say about a game.
fn known(id: &str) -> Value {
    let read = |name: &str| -> Value {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle").join(name);
        serde_json::from_str(&std::fs::read_to_string(path).expect("the table")).expect("JSON")
    };
    let tables = ["perft.json", "perft_variants.json", "perft-drops.json"].map(read);
    let found = tables.into_iter().find(|table| table[id].is_object());
    found.unwrap_or_else(|| panic!("no counts of {id}"))[id].clone()
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
    check_within(game, id, (limit, LINES));
}

/// The same with limits on lines from the start and from the middle game.
fn check_within(game: &Game, id: &str, (limit, lines): (u64, u64)) {
    let rows = &known(id);
    for (depth, count) in (1..).zip(counts(&rows["start"])) {
        if count > limit {
            break;
        }
        assert_eq!(perft(&game.start(), depth), count, "{id} at depth {depth}");
    }
    let mut compared = 0;
    for row in rows["middle"].as_array().expect("positions") {
        let mut fen: Vec<&str> = row["fen"].as_str().expect("a fen").split(' ').collect();
        if ["makruk", "ouk", "sittuyin"].contains(&id) {
            // Limit and count of a count that is not ours.
            (fen[3], fen[4]) = ("-", "0");
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
    let known = rows["middle"].as_array().map_or(0, Vec::len);
    let least = if lines < LINES { known / 2 } else { known * 3 / 2 };
    assert!(compared >= least, "{id}: only {compared} counts compared");
}

fn game(request: &str) -> Game {
    chator::load(request).unwrap_or_else(|e| panic!("{request}: {e}")).game
}

#[test]
fn chess() {
    check(&game("chess"), "chess", 200_000);
}

/// The start from the table; the positions from the list of Fischer Random counts that engines
/// are usually tested with.
#[test]
fn chess960() {
    let game = game("chess960");
    for (depth, count) in (1..4).zip(counts(&known("chess960")["start"])) {
        assert_eq!(perft(&game.start(), depth), count, "depth {depth}");
    }
    for (fen, counts) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12_189]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18_002]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10_471]),
    ] {
        let position = game.position(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn starts_are_numbered_as_usual() {
    let game = game("chess960");
    assert_eq!(game.arrangements(), 960);
    assert_eq!(game.number_of_start(), 518);
    assert_eq!(game.start_at(518).map(|p| p.text()), Some(game.start().text()));
    // The first and the last of the usual table, and one between.
    let ranks = [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")];
    for (number, rank) in ranks {
        let text = game.start_at(number).expect("a start").text();
        assert!(text.contains(&format!("/PPPPPPPP/{rank} w ")), "{number}: {text}");
        assert!(text.starts_with(&format!("{}/pppppppp", rank.to_lowercase())), "{text}");
    }
    assert!(game.start_at(960).is_none());
    let mut all: Vec<String> =
        (0..960).map(|number| game.start_at(number).expect("a start").text()).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 960);
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
fn games_of_the_family_of_chess() {
    for id in ["losalamos", "capablanca", "antichess", "threecheck", "horde", "atomic"] {
        check(&game(id), id, 200_000);
    }
}

#[test]
fn shatranj() {
    check(&game("shatranj"), "shatranj", 100_000);
}

#[test]
fn xiangqi() {
    check(&game("xiangqi"), "xiangqi", 100_000);
}

#[test]
fn ouk() {
    check(&game("ouk[count=never]"), "ouk", 100_000);
}

#[test]
fn crazyhouse() {
    check_within(&game("crazyhouse"), "crazyhouse", (10_000, 4_000));
}

#[test]
fn shogi() {
    check_within(&game("shogi"), "shogi", (30_000, 4_000));
}

#[test]
fn sittuyin() {
    check_within(&game("sittuyin"), "sittuyin", (10_000, 4_000));
}

#[test]
fn duck_chess() {
    let start = game("duck").start();
    let counts = counts(&known("duck")["start"]);
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
