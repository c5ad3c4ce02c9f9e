//! `chator play --games N`: machines against each other.

use std::io::IsTerminal;

use chator::agents::Agent;
use chator::agents::arena::{Match, Played, Report};
use chator::agents::interval::Estimate;
use chator::{LoadedGame, Position};
use serde_json::json;

use crate::args::Play;
use crate::console::Console;
use crate::play::seats::Seat;
use crate::played::{MAX_PLIES, course, object, prepare, reproducible, shell};
use crate::verdict::{Done, Fault, Verdict};

/// Plays the games and prints the score.
pub(crate) fn run(
    console: &mut Console,
    args: &Play,
    loaded: &LoadedGame,
    start: Position,
    games: u32,
    seed: u64,
) -> Done {
    let players = loaded.game.rules().players.len();
    let sides = [("--white", args.white.as_deref()), ("--black", args.black.as_deref())];
    let seats: Vec<(&str, Option<&str>)> = if args.seats.is_empty() {
        sides.to_vec()
    } else {
        args.seats.iter().map(|seat| ("--seat", Some(seat.as_str()))).collect()
    };
    if seats.len() > players.max(2) {
        return Err(Fault::Usage(format!("{} seats for {players} players", seats.len())));
    }
    let mut agents = Vec::new();
    for (flag, wanted) in seats {
        match Seat::parse(wanted.unwrap_or("human"))? {
            Seat::Machine(mut agent) => {
                prepare(console, &mut agent, loaded)?;
                agents.push(agent);
            }
            Seat::Human => {
                return Err(Fault::Usage(format!(
                    "--games is for machines: name one with {flag}, such as {flag} mcts"
                )));
            }
        }
    }
    let max_plies = args.max_plies.unwrap_or(MAX_PLIES);
    let settings = Match { max_plies, start, ..Match::new(&loaded.game, games, seed) };
    let shows_progress = std::io::stderr().is_terminal() && !args.json;
    let mut trouble = Ok(());
    let report = settings.play(&mut agents, |played| {
        if shows_progress {
            console.complain(format!("game {} of {games}: {}", played.number + 1, brief(played)));
        }
        if args.json && trouble.is_ok() {
            trouble = console.json(&object(played, loaded)).and_then(|()| console.flush());
        }
        trouble.is_ok()
    });
    trouble?;
    let report = report.map_err(|failed| Fault::Failed(failed.to_string()))?;
    let again = rerun(args, loaded, &agents, games, seed);
    if args.json {
        console.json(&summary(&report, &agents, &settings, &again))?;
    } else {
        for line in lines(&report, &agents, &settings) {
            console.line(line)?;
        }
        console.line(format_args!("again:     {again}"))?;
    }
    Ok(Verdict::Yes)
}

fn brief(played: &Played) -> String {
    match &played.outcome {
        Some(outcome) => format!("{outcome}, {} plies", played.moves.len()),
        None => format!("broken off after {} plies", played.moves.len()),
    }
}

fn interval(estimate: Option<Estimate>) -> serde_json::Value {
    estimate.map_or(serde_json::Value::Null, |e| json!([e.low, e.high]))
}

fn summary(
    report: &Report,
    agents: &[Box<dyn Agent>],
    settings: &Match,
    again: &str,
) -> serde_json::Value {
    let tally = report.tally(0);
    let scores: Vec<Option<f64>> =
        (0..agents.len()).map(|agent| report.score(agent).map(|e| e.mean)).collect();
    json!({
        "event": "score",
        "agents": agents.iter().map(|a| a.name()).collect::<Vec<_>>(),
        "games": report.games.len(),
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "broken_off": tally.broken_off,
        "score": report.score(0).map(|e| e.mean),
        "scores": scores,
        "wilson": interval(report.score(0)),
        "paired": interval(report.paired(0)),
        "distinct": report.distinct(usize::MAX),
        "distinct_10": report.distinct(10),
        "mean_plies": report.mean_plies(),
        "max_plies": settings.max_plies,
        "seed": settings.seed,
        "reproducible": reproducible(agents),
        "again": again,
    })
}

fn lines(report: &Report, agents: &[Box<dyn Agent>], settings: &Match) -> Vec<String> {
    let tally = report.tally(0);
    let games = report.games.len();
    let names: Vec<String> = agents.iter().map(|agent| agent.name()).collect();
    let mut lines = vec![
        format!("{}, sides changing", names.join(" against ")),
        format!(
            "games:     {games}: {} won, {} drawn, {} lost, {} broken off at {} plies",
            tally.won, tally.drawn, tally.lost, tally.broken_off, settings.max_plies
        ),
    ];
    let players = settings.start.game().rules().players.len();
    if players > 2 {
        lines[1] = format!(
            "games:     {games} of {players} players, {} broken off at {} plies",
            tally.broken_off, settings.max_plies
        );
        for (number, name) in names.iter().enumerate() {
            if let Some(Estimate { mean, low, high }) = report.score(number) {
                lines.push(format!(
                    "score:     {mean:.3} for {}. {name}, 95 % interval {low:.3} to {high:.3}",
                    number + 1
                ));
            }
        }
        lines.extend(course(report, reproducible(agents)));
        return lines;
    }
    if let Some(Estimate { mean, low, high }) = report.score(0) {
        lines.push(format!("score:     {mean:.3}, 95 % interval {low:.3} to {high:.3} (Wilson)"));
    }
    if let Some(Estimate { low, high, .. }) = report.paired(0) {
        lines.push(format!("           over pairs with sides changed {low:.3} to {high:.3}"));
    }
    lines.extend(course(report, reproducible(agents)));
    lines
}

/// The command that plays these games again.
fn rerun(
    args: &Play,
    loaded: &LoadedGame,
    agents: &[Box<dyn Agent>],
    games: u32,
    seed: u64,
) -> String {
    let game = args.game.as_deref().unwrap_or(&loaded.id);
    let mut words = vec![
        format!("chator play {}", shell(game)),
        if args.seats.is_empty() {
            format!("--white {} --black {}", shell(&agents[0].name()), shell(&agents[1].name()))
        } else {
            let seats: Vec<String> =
                agents.iter().map(|agent| format!("--seat {}", shell(&agent.name()))).collect();
            seats.join(" ")
        },
        format!("--games {games} --seed {seed}"),
    ];
    words.extend(args.position.map(|number| format!("--position {number}")));
    words.extend(args.fen.as_ref().map(|fen| format!("--fen {}", shell(fen))));
    words.extend(args.max_plies.map(|plies| format!("--max-plies {plies}")));
    words.join(" ")
}
