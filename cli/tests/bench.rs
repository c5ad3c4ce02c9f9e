//! `bench`, and `perft` on several threads and by either executor.

mod common;

use common::chator;
use serde_json::Value;

const FIGURES: [&str; 5] = [
    "playouts_per_second",
    "plies_per_second",
    "perft_depth",
    "perft_leaves",
    "perft_leaves_per_second",
];

fn has_figures(value: &Value) {
    for key in FIGURES {
        assert!(value[key].as_f64().is_some_and(|n| n > 0.0), "{key} in {value}");
    }
}

#[test]
fn bench_tells_both_executors_side_by_side() {
    let args = ["bench", "chess", "--seconds", "0.1", "--depth", "2", "--seed", "4", "--json"];
    let object = chator(&args, "").exits(0).object();
    has_figures(&object);
    has_figures(&object["reference"]);
    assert_eq!(object["game"], "chess");
    assert_eq!(object["threads"], 1);
    assert_eq!(object["seed"], 4);
    assert!(object["executor"].is_string() && object["clock"].is_string());
    for at in [&object, &object["reference"]] {
        assert_eq!(at["perft_depth"], 2);
        assert_eq!(at["perft_leaves"], 400);
    }
    for slow in object["slow_rules"].as_array().expect("a list") {
        assert!(slow["rule"].is_string() && slow["reason"].is_string(), "{slow}");
    }
    assert!(object["ratio"]["plies"].as_f64().is_some_and(|n| n > 0.0));
}

#[test]
fn bench_takes_a_position_and_threads() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let args = ["bench", "chess", "--seconds", "0.1", "--threads", "2", "--fen", fen];
    chator(&args, "").exits(0).says(&["2 threads", "playouts/s", "perft leaves/s", "reference"]);
    let over = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let args = ["bench", "chess", "--seconds", "0.02", "--fen", over, "--json"];
    let object = chator(&args, "").exits(0).object();
    assert_eq!(object["perft_leaves"], 0, "a finished game has no lines");
}

#[test]
fn bench_says_what_is_wrong_with_its_arguments() {
    chator(&["bench"], "").exits(2);
    chator(&["bench", "chess", "--seconds", "0"], "").exits(2).says(&["expected seconds"]);
    chator(&["bench", "chess", "--fen", "nothing"], "").exits(1).says(&["no position"]);
    chator(&["bench", "chess", "--scale"], "").exits(2);
}

#[test]
fn bench_scale_tells_rows_for_sizes_and_for_kinds() {
    let object = chator(&["bench", "--scale", "--seconds", "0.02", "--json"], "").exits(0).object();
    let column = |rows: &str, key: &str| -> Vec<f64> {
        let rows = object[rows].as_array().expect("rows").iter();
        rows.map(|row| row[key].as_f64().expect("a number")).collect()
    };
    assert_eq!(column("sizes", "squares"), [64.0, 144.0, 256.0, 576.0]);
    assert_eq!(column("sizes", "men_at_start"), [32.0, 72.0, 128.0, 288.0]);
    assert_eq!(column("kinds", "kinds"), [4.0, 8.0, 16.0, 30.0]);
    for rows in ["sizes", "kinds"] {
        for (time, each) in
            column(rows, "ns_per_ply").into_iter().zip(column(rows, "ns_per_ply_per_man"))
        {
            assert!(time > each && each > 0.0);
        }
    }
}

#[test]
fn perft_is_the_same_on_any_number_of_threads_and_by_reference() {
    for more in [&[][..], &["--threads", "3"], &["--reference"], &["--reference", "--threads", "2"]]
    {
        let args = [&["perft", "makruk", "3"], more].concat();
        assert_eq!(chator(&args, "").exits(0).out, "nodes 12012\n", "{more:?}");
    }
    let divide = ["perft", "crazyhouse", "3", "--divide"];
    let alone = chator(&divide, "").exits(0).out;
    let shared = chator(&[&divide[..], &["--threads", "4"]].concat(), "").exits(0).out;
    assert_eq!(alone, shared);
}
