//! What came of the comparisons, as a table and as data.

use std::time::Duration;

use serde_json::{Value, json};

use crate::contest::Compared;
use crate::fairy::Fairy;

/// A line of the table, as soon as it is known.
pub(crate) fn line(result: &Compared, first: bool) {
    if first {
        println!(
            "{:26} {:26} {:>13} {:>13} {:>7} {:>15} {:>7}  counts",
            "task", "peer", "ours/s", "theirs/s", "ratio", "least-greatest", "asked"
        );
    }
    let asked = result.target.map_or(String::new(), |target| format!("{target:.1}"));
    println!(
        "{:26} {:26} {:>13} {:>13} {:>7.3} {:>15} {asked:>7}  {}",
        result.what,
        result.names[1],
        grouped(result.speeds[0]),
        grouped(result.speeds[1]),
        result.ratio,
        format!("{:.3}-{:.3}", result.spread[0], result.spread[1]),
        counts(result)
    );
}

/// What was counted, so that a speed is never told without it.
fn counts(result: &Compared) -> String {
    match (result.counts, result.lengths) {
        (Some((depth, [ours, theirs])), _) => {
            let [a, b] = result.depths;
            let same = if ours == theirs {
                format!("perft {depth} = {ours}")
            } else {
                format!("perft {depth} DIFFERS: {ours} and {theirs}")
            };
            format!("{same}; depths {a} and {b}")
        }
        (None, Some([ours, theirs])) => format!("{ours:.0} and {theirs:.0} plies a game"),
        (None, None) => format!("depths {} and {}", result.depths[0], result.depths[1]),
    }
}

/// What stands below the table.
pub(crate) fn foot(results: &[Compared], fairy: Option<&Fairy>) {
    println!("\nPer second of CPU time, one thread; leaves of perft, plies of random games.");
    if let Some(result) = results.first() {
        println!("Ours: the {} executor.", result.executor);
    }
    match fairy {
        Some(fairy) if fairy.unknown.borrow().is_empty() => println!("Installed: {}.", fairy.name),
        Some(fairy) => {
            let unknown = fairy.unknown.borrow().join(", ");
            println!("Installed: {}, which does not know {unknown}.", fairy.name);
        }
        None => println!("Fairy-Stockfish is not installed: its comparisons are left out."),
    }
    let missed = results.iter().filter(|r| r.target.is_some_and(|target| r.ratio < target));
    println!("{} of {} comparisons are below what is asked.", missed.count(), results.len());
}

/// One object.
pub(crate) fn json(results: &[Compared], rounds: u32, slice: Duration, fairy: Option<&Fairy>) {
    let rows: Vec<Value> = results.iter().map(object).collect();
    let object = json!({
        "rounds": rounds,
        "milliseconds": slice.as_millis() as u64,
        "fairy_stockfish": fairy.map(|fairy| &fairy.name),
        "unknown_variants": fairy.map(|fairy| fairy.unknown.borrow().clone()),
        "comparisons": rows,
    });
    println!("{object}");
}

fn object(result: &Compared) -> Value {
    let counts = result
        .counts
        .map(|(depth, [ours, theirs])| json!({ "depth": depth, "ours": ours, "peer": theirs }));
    json!({
        "task": result.what,
        "ours": result.names[0],
        "executor": result.executor,
        "peer": result.names[1],
        "ours_per_second": result.speeds[0],
        "peer_per_second": result.speeds[1],
        "ratio": result.ratio,
        "ratio_least": result.spread[0],
        "ratio_greatest": result.spread[1],
        "asked": result.target,
        "perft_depths": result.depths,
        "counts": counts,
        "plies_per_game": result.lengths,
        "counts_agree": result.agree,
    })
}

/// A speed with its digits in threes.
fn grouped(speed: f64) -> String {
    let digits = format!("{speed:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
