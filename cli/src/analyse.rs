//! `chator analyse`: the best lines of a position.

use std::io::IsTerminal;
use std::time::Duration;

use chator::agents::alphabeta::Settings;
use chator::agents::analysis::Line;
use chator::agents::{AlphaBeta, Analysis, Budget, Value};
use chator::{Outcome, Position};
use serde_json::{Value as Json, json};

use crate::args::Analyse;
use crate::console::Console;
use crate::facts;
use crate::game_arg::{load, place};
use crate::verdict::{Done, Verdict};

/// How long a search takes unless it is told.
const USUAL: Duration = Duration::from_secs(1);

pub(crate) fn run(console: &mut Console, args: &Analyse) -> Done {
    let loaded = load(console, &args.game)?;
    let position = place(console, &loaded, &args.place)?;

    let bounded = args.nodes.is_some() || args.depth.is_some();
    let time = args.time.or_else(|| (!bounded).then_some(USUAL));
    let budget = Budget { nodes: args.nodes, time, cpu: None };
    let usual = Settings::default();
    let depth = args.depth.unwrap_or(usual.depth);
    let mut agent = AlphaBeta::new(Settings { budget, depth, hash: 64, ..Settings::default() });

    let watched = !args.json && std::io::stderr().is_terminal();
    let mut last = 0;
    let analysis = agent.analyse(&position, args.lines as usize, &mut |found| {
        if watched && found.depth > last {
            last = found.depth;
            let best = found.lines.first().map_or(String::new(), |line| line.value.to_string());
            // Whoever watches may look away.
            eprint_line(&format!("depth {}: {best}", found.depth));
        }
    });
    if watched && last > 0 {
        eprint_line("");
    }
    if args.json {
        console.json(&object(&args.game, &position, &analysis))?;
    } else {
        console.text(report(&position, &analysis))?;
    }
    Ok(Verdict::Yes)
}

/// Writes over the last line of standard error.
#[expect(clippy::print_stderr, reason = "a line that is written over is no message")]
fn eprint_line(text: &str) {
    eprint!("\r{text:<40}\r");
}

/// The texts of a line, and how it ends.
pub(crate) fn played(position: &Position, line: &Line) -> (Vec<String>, Option<Outcome>) {
    let mut position = position.clone();
    let texts = line.moves.iter().map(|&mv| {
        let text = position.notate(mv);
        position.play(mv);
        text
    });
    let texts = texts.collect();
    (texts, position.outcome())
}

/// What a value says, and by which rule.
pub(crate) fn verdict(value: Value, outcome: Option<&Outcome>) -> String {
    match outcome {
        Some(outcome) => format!("{value}, {} by {}", ending(outcome), outcome.by()),
        None => value.to_string(),
    }
}

fn ending(outcome: &Outcome) -> String {
    let whole = outcome.to_string();
    let by = format!(" by {}", outcome.by());
    whole.strip_suffix(&by).unwrap_or(&whole).to_owned()
}

fn report(position: &Position, analysis: &Analysis) -> String {
    let mut text = format!("{}\n", position.text());
    if let Some(outcome) = position.outcome() {
        return text + &format!("{outcome}\n");
    }
    if analysis.lines.is_empty() {
        return text + "there is no legal move, and no rule says what that means\n";
    }
    let player = position.game().player_name(position.to_move());
    text += &format!(
        "{player} to move: depth {}, {} positions; values in squares that men can reach\n",
        analysis.depth, analysis.nodes
    );
    for (number, line) in (1..).zip(&analysis.lines) {
        let (moves, outcome) = played(position, line);
        let value = verdict(line.value, outcome.as_ref());
        text += &format!("{number}. {value}\n   {}\n", moves.join(" "));
    }
    text
}

fn object(game: &str, position: &Position, analysis: &Analysis) -> Json {
    let lines: Vec<Json> = analysis
        .lines
        .iter()
        .map(|line| {
            let (moves, outcome) = played(position, line);
            json!({
                "value": line.value.estimate(),
                "wins_in": line.value.wins_in(),
                "loses_in": line.value.loses_in(),
                "moves": moves,
                "outcome": facts::outcome(position.game(), outcome.as_ref()),
            })
        })
        .collect();
    json!({
        "game": game,
        "fen": position.text(),
        "to_move": position.game().player_name(position.to_move()),
        "unit": "hundredths of a square that men can reach",
        "outcome": facts::outcome(position.game(), position.outcome().as_ref()),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "lines": lines,
    })
}
