//! `chator perft`: how many lines of play there are.

use chator::study::parallel::Workers;
use serde_json::{Map, Value, json};

use crate::args::Perft;
use crate::console::Console;
use crate::game_arg::{beginning, by_reference, load};
use crate::verdict::{Done, Verdict};

pub(crate) fn run(console: &mut Console, args: &Perft) -> Done {
    let mut game = load(console, &args.game)?;
    if args.reference {
        game = by_reference(game);
    }
    let position = beginning(console, &game, args.fen.as_deref(), &args.begin, args.lenient)?;
    let workers = Workers::new(args.threads as usize);
    if !args.divide || args.depth == 0 {
        let nodes = workers.perft(&position, args.depth);
        if args.json {
            console.json(&json!({ "depth": args.depth, "nodes": nodes }))?;
        } else {
            console.line(format_args!("nodes {nodes}"))?;
        }
        return Ok(Verdict::Yes);
    }
    let mut counts = workers.divide(&position, args.depth);
    counts.sort_unstable();
    let nodes: u64 = counts.iter().map(|c| c.1).sum();
    if args.json {
        let counts: Map<String, Value> =
            counts.into_iter().map(|(mv, count)| (mv, count.into())).collect();
        console.json(&json!({ "depth": args.depth, "nodes": nodes, "divide": counts }))?;
    } else {
        for (mv, count) in counts {
            console.line(format_args!("{mv} {count}"))?;
        }
        console.line(format_args!("nodes {nodes}"))?;
    }
    Ok(Verdict::Yes)
}
