//! What can be typed after `chator`.

use std::path::PathBuf;
use std::time::Duration;

use chator::agents::AGENTS;
use chator::agents::sprt::Sprt;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::played::MAX_PLIES;

/// Chess-like games from declarative rule files.
#[derive(Debug, Parser)]
#[command(name = "chator", version, about, max_term_width = 100, after_help = GAME_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const GAME_HELP: &str = "GAME is an id of `chator games` or a rule file, with options in brackets: \
'my.chator', 'id[option=value,other=value]'.\n\
Exit codes: 0 fine; 1 a failed check, an illegal move, a bad position; 2 wrong usage.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games of the library
    Games(JsonOnly),
    /// Show a game: its board, its pieces and how they move, its options and ends
    Show(Show),
    /// Print the rule book of a game in English
    Rules(Rules),
    /// Say where two rule sets differ, rule by rule; differences are no failure
    Diff(Diff),
    /// Lay rule sets side by side, a row for each rule in which they differ
    Matrix(Matrix),
    /// Print the rules as data (RON) that reads back equal
    Ir(Ir),
    /// Find the mistakes of rule files and run their tests
    Check(Check),
    /// Bring rule files into their usual form
    Fmt(Fmt),
    /// Explain the code of an error or a warning; without a code, list them all
    Explain(Explain),
    /// List the legal moves of a position
    Moves(Moves),
    /// Play moves and print the position after them
    Apply(Apply),
    /// Count the lines of play of a length
    Perft(Perft),
    /// Measure how fast a game is played, by the compiled executor and by the reference
    Bench(Bench),
    /// Play many games and count which rules come to bear, and which never do
    Coverage(Coverage),
    /// Search a position and show the best lines, with what they are worth
    Analyse(Analyse),
    /// Prove that the side to move wins by force, or that it does not
    Mate(Mate),
    /// Say what men are worth to the agents, and how that follows from the rules
    Values(Values),
    /// Play: against a machine, against each other, or machines alone
    Play(Play),
    /// Let two agents play many games in pairs and say which is stronger, and how sure that is
    Match(Match),
}

#[derive(Debug, Args)]
pub(crate) struct JsonOnly {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Ir {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// Print what the compiled executor made of the rules instead: tables, guards, and what is slow
    #[arg(long)]
    pub(crate) program: bool,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For the terminal
    Text,
    /// For a document
    Markdown,
    /// For programs: one object
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Output {
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Output {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// Mark the differences to this game
    #[arg(long, value_name = "GAME")]
    pub(crate) compare: Option<String>,
    /// List the sources and what each of them says, instead of the book (or behind it, with --compare)
    #[arg(long)]
    pub(crate) sources: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// Library id or rule file, with options in brackets
    #[arg(value_name = "GAME")]
    pub(crate) first: String,
    /// Another
    #[arg(value_name = "OTHER")]
    pub(crate) second: String,
    /// Look for play that shows each difference: a line from the start, or a small position
    #[arg(long)]
    pub(crate) witness: bool,
    /// Search so many seconds at most
    #[arg(long, value_name = "N", default_value_t = 45, requires = "witness",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
    /// Search so many thousand pairs of positions at most; then the clock decides nothing
    #[arg(long, value_name = "N", requires = "witness", conflicts_with = "seconds",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) thousands: Option<u64>,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "witness")]
    pub(crate) seed: u64,
    /// How many threads search, instead of one for each core
    #[arg(long, value_name = "N", requires = "witness",
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Matrix {
    /// Library ids or rule files, with options in brackets
    #[arg(required = true, num_args = 2.., value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Show also the rows in which all are alike
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Use plain letters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Values {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Rule files or library ids
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// Fail on warnings, too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Rule files; `-` reads standard input and writes standard output
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code such as E0203
    pub(crate) code: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which of the starts, in a game that has several.
#[derive(Clone, Debug, Args)]
pub(crate) struct Begin {
    /// Begin with this one of the starts that the game deals, from 0
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub(crate) position: Option<u64>,
    /// Begin with a start drawn by this number
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "position"])]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Moves {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// The position, instead of the start; `-` reads one position a line
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Take a position that no move can have led to, with a note for each thing amiss
    #[arg(long, requires = "fen")]
    pub(crate) lenient: bool,
    /// Moves to play first; `-` reads one line of moves a line
    #[arg(long)]
    pub(crate) line: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) begin: Begin,
}

#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// The moves
    #[arg(required = true)]
    pub(crate) moves: Vec<String>,
    /// The position, instead of the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Take a position that no move can have led to, with a note for each thing amiss
    #[arg(long, requires = "fen")]
    pub(crate) lenient: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) begin: Begin,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Perft {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// How many plies
    pub(crate) depth: u32,
    /// The position, instead of the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Take a position that no move can have led to, with a note for each thing amiss
    #[arg(long, requires = "fen")]
    pub(crate) lenient: bool,
    /// Show the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Use the reference executor instead of the compiled one: the same counts, slowly
    #[arg(long)]
    pub(crate) reference: bool,
    /// How many threads count; the result is the same
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) begin: Begin,
}

#[derive(Debug, Args)]
#[command(after_help = machines())]
pub(crate) struct Coverage {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Who plays all sides: random, auto, level:N, alphabeta, mcts, mcts:key=value,…
    #[arg(long, value_name = "AGENT", default_value = "random")]
    pub(crate) agent: String,
    /// Break a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: u32,
    /// How many threads play, instead of one for each core; the result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Library id or rule file, with options in brackets
    #[arg(required_unless_present = "scale")]
    pub(crate) game: Option<String>,
    /// Measure rule files made for the purpose: the same army on growing boards, and with a growing number of kinds
    #[arg(long, conflicts_with_all = ["game", "fen", "depth", "threads"])]
    pub(crate) scale: bool,
    /// The position, instead of the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// How many plies perft counts, instead of as many as the time allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// How long to measure, about
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How many threads play and count
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position, and how it was reached.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The position, instead of the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Take a position that no move can have led to, with a note for each thing amiss
    #[arg(long, requires = "fen")]
    pub(crate) lenient: bool,
    /// Moves to play first
    #[arg(long)]
    pub(crate) line: Option<String>,
    #[command(flatten)]
    pub(crate) begin: Begin,
}

#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Search so long: 200ms, 5s; 1s unless another bound is given
    #[arg(long, value_name = "T", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Search so many positions at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search so many plies deep at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: Option<u32>,
    /// Show so many lines
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) lines: u32,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = MATE)]
pub(crate) struct Mate {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// In so many moves of the side to move at most
    #[arg(long = "in", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) moves: u32,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Search so long at most: 200ms, 5s
    #[arg(long, value_name = "T", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Search so many positions at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A time such as `200ms` or `1.5s`.
fn time(text: &str) -> Result<Duration, String> {
    chator::agents::budget::duration(text)
        .ok_or_else(|| "expected a time such as 200ms or 1.5s".to_owned())
}

/// What the exit codes of `mate` mean, and what a move is.
const MATE: &str = "Exit code 0: proved. 1: refuted, or undecided within the budget (`proof` of --json tells which), \
or the game is over. Where a player moves twice in a turn, each is a move.";

/// A time that can be measured for.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds between 0.01 and 86400".to_owned()),
    }
}

/// The agents there are.
fn machines() -> String {
    let list = AGENTS.iter().map(|(name, text)| format!("\n  {name}: {text}"));
    format!("AGENT:{}", list.collect::<Vec<_>>().concat())
}

/// Who can play.
fn agents() -> String {
    machines().replacen("AGENT:", "AGENT:\n  human: somebody who types", 1)
}

#[derive(Debug, Args)]
#[command(after_help = agents())]
pub(crate) struct Play {
    /// Library id or rule file, with options in brackets; may be left out with --load
    #[arg(required_unless_present = "load")]
    pub(crate) game: Option<String>,
    /// Who plays the first side: human, or one of the agents below
    #[arg(long, value_name = "AGENT")]
    pub(crate) white: Option<String>,
    /// Who plays the second side
    #[arg(long, value_name = "AGENT")]
    pub(crate) black: Option<String>,
    /// Who plays each side, in the order of play: once for each
    #[arg(long = "seat", value_name = "AGENT", conflicts_with_all = ["white", "black"])]
    pub(crate) seats: Vec<String>,
    /// Begin with this position
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Take a position that no move can have led to, with a note for each thing amiss
    #[arg(long, requires = "fen")]
    pub(crate) lenient: bool,
    /// Begin with this one of the starts that the game deals, from 0; else one is drawn
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub(crate) position: Option<u64>,
    /// Where all chance comes from
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Play so many games between machines, with changing sides, and print the score
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          conflicts_with = "load")]
    pub(crate) games: Option<u32>,
    /// Break a game off after so many plies; 300 if machines play alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "position"])]
    pub(crate) load: Option<PathBuf>,
    /// Use plain letters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

const MATCH_HELP: &str = "Games come in pairs: both begin with the same random plies, and the \
agents change sides. The interval of the score is at 95 % and over pairs; over single games \
(Wilson) where there are fewer than ten pairs, all pairs end alike, or a game has no partner. \
Games broken off are draws and counted apart. An agent that fails, or plays what the rules do not \
allow, ends the match with exit code 1.";

/// The agents there are, and how a match is measured.
fn match_help() -> String {
    format!("{}\n\n{MATCH_HELP}", machines())
}

#[derive(Debug, Args)]
#[command(after_help = match_help())]
pub(crate) struct Match {
    /// Library id or rule file, with options in brackets
    pub(crate) game: String,
    /// The first agent: the result is told as seen by it
    #[arg(value_name = "AGENT")]
    pub(crate) first: String,
    /// The second
    #[arg(value_name = "AGENT")]
    pub(crate) second: String,
    /// How many games; with --sprt, at most
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Begin each pair of games with so many random plies, after which the game still goes on
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) openings: u32,
    /// Begin with this position, instead of the start or one start drawn for each pair
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Break a game off after so many plies; it counts as a draw and is counted apart
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: u32,
    /// How many games are played at a time; of agents without a time limit the result is the same
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Append each game to this file as it ends, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Stop as soon as it is settled (both errors 5 %) whether the first agent is better by ELO1 or only by ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Two differences of Elo, the lower one first.
fn bounds(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| {
        let elo = text.trim().parse::<f64>().ok();
        elo.filter(|elo| elo.abs() <= 2_000.0)
    };
    match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
        Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err("expected two differences of Elo, the lower one first, such as 0,10".to_owned()),
    }
}
