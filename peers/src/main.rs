//! Measures chator and its peers side by side: see README.md of this folder.

mod contest;
mod cozy;
mod fairy;
mod haitaka;
mod ours;
mod plan;
mod report;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use crate::fairy::Fairy;

/// Measures chator and its peers side by side, in interleaved rounds, per CPU second.
#[derive(Debug, Parser)]
struct Arguments {
    /// Paired rounds of each comparison
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How long either side works in a round, in milliseconds, about
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    milliseconds: u64,
    /// Only comparisons whose line contains this
    #[arg(long)]
    only: Option<String>,
    /// The Fairy-Stockfish to compare with, instead of `fairy-stockfish`
    #[arg(long)]
    fairy: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let slice = Duration::from_millis(arguments.milliseconds);
    let fairy = Fairy::find(arguments.fairy.as_deref());
    let chosen = |what: &str, peer: &str| {
        let line = format!("{what} {peer}");
        arguments.only.as_ref().is_none_or(|only| line.contains(only.as_str()))
    };
    let mut results = Vec::new();
    for mut contest in plan::contests(fairy.as_ref()) {
        if !chosen(&contest.what, &contest.sides[1].name()) {
            continue;
        }
        match contest.run(arguments.rounds, slice) {
            Ok(result) => {
                if !arguments.json {
                    report::line(&result, results.is_empty());
                }
                results.push(result);
            }
            Err(error) => eprintln!("{}: {error}", contest.what),
        }
    }
    if arguments.json {
        report::json(&results, arguments.rounds, slice, fairy.as_ref());
    } else {
        report::foot(&results, fairy.as_ref());
    }
    let agree = results.iter().all(|result| result.agree != Some(false));
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
