//! `chator mate`: forced wins, by whatever end the rules name.

use chator::agents::solver::{Proof, forced_win};
use chator::agents::{Budget, Stop};
use serde_json::json;

use crate::args::Mate;
use crate::console::Console;
use crate::facts;
use crate::game_arg::{load, place};
use crate::verdict::{Done, Fault, Verdict};

/// Proved: exit code 0. Refuted, or left open: 1.
pub(crate) fn run(console: &mut Console, args: &Mate) -> Done {
    let loaded = load(console, &args.game)?;
    let position = place(console, &loaded, &args.place)?;
    if let Some(outcome) = position.outcome() {
        return Err(Fault::Failed(format!("the game is over: {outcome}")));
    }
    let budget = Budget { nodes: args.nodes, time: args.time, cpu: None };
    let (proof, nodes) = forced_win(&position, args.moves, budget, Stop::default());
    let player = position.game().player_name(position.to_move());
    let plural = |n: u32| if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
    let (answer, text) = match &proof {
        Proof::Won(win) => {
            let mut at = position.clone();
            let texts: Vec<String> = win
                .line
                .iter()
                .map(|&mv| {
                    let text = at.notate(mv);
                    at.play(mv);
                    text
                })
                .collect();
            let text = format!(
                "{player} wins in {}: {} ({})",
                plural(win.moves),
                texts.join(" "),
                win.outcome
            );
            let answer = json!({
                "proof": "won",
                "in": win.moves,
                "line": texts,
                "outcome": facts::outcome(position.game(), Some(&win.outcome)),
                "nodes": nodes,
            });
            (answer, text)
        }
        Proof::Refuted => {
            let text = format!("{player} has no forced win in {}", plural(args.moves));
            (json!({ "proof": "refuted", "in": args.moves, "nodes": nodes }), text)
        }
        Proof::Open => {
            let text = format!("undecided after {nodes} positions");
            (json!({ "proof": "open", "in": args.moves, "nodes": nodes }), text)
        }
    };
    if args.json {
        console.json(&answer)?;
    } else {
        console.line(text)?;
    }
    Ok(Verdict::of(matches!(proof, Proof::Won(_))))
}
