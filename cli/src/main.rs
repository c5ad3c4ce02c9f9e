//! The command line of chator. It holds no rule of any game.

mod analyse;
mod apply;
mod args;
mod bench;
mod board;
mod check;
mod console;
mod contest;
mod coverage;
mod diagnostics;
mod diff;
mod explain;
mod facts;
mod fmt;
mod game_arg;
mod games;
mod input;
mod ir;
mod letters;
mod mate;
mod matrix;
mod moves;
mod paths;
mod perft;
mod play;
mod played;
mod progress;
mod replace_file;
mod report;
mod rules;
mod show;
mod values;
mod verdict;
mod wording;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::args::{Arguments, Command};
use crate::console::Console;
use crate::verdict::{Done, Fault, Verdict};

fn main() -> ExitCode {
    let read = with_negative_numbers(Arguments::command()).try_get_matches();
    let arguments = match read.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to standard output and is no error. Nobody to read it is none either.
            let _ = error.print();
            return if error.use_stderr() { Verdict::Misused.code() } else { ExitCode::SUCCESS };
        }
    };
    let mut console = Console::new();
    let done = run(&mut console, &arguments.command);
    let done = done.and_then(|verdict| {
        console.flush()?;
        Ok(verdict)
    });
    match done {
        Ok(verdict) => verdict.code(),
        Err(Fault::Gone) => ExitCode::SUCCESS,
        Err(Fault::Failed(why)) => {
            console.complain(format!("error: {why}"));
            Verdict::No.code()
        }
        Err(Fault::Usage(why)) => {
            console.complain(format!("error: {why}"));
            Verdict::Misused.code()
        }
    }
}

/// The command with arguments that read a number below 0 as a value, though seldom as a good one:
/// then they say what they take.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let reading = |arg: clap::Arg| {
        let takes = arg.get_action().takes_values();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(reading).mut_subcommands(with_negative_numbers)
}

fn run(console: &mut Console, command: &Command) -> Done {
    match command {
        Command::Games(args) => games::run(console, args),
        Command::Show(args) => show::run(console, args),
        Command::Rules(args) => rules::run(console, args),
        Command::Diff(args) => diff::run(console, args),
        Command::Matrix(args) => matrix::run(console, args),
        Command::Ir(args) => ir::run(console, args),
        Command::Check(args) => check::run(console, args),
        Command::Fmt(args) => fmt::run(console, args),
        Command::Explain(args) => explain::run(console, args),
        Command::Moves(args) => moves::run(console, args),
        Command::Apply(args) => apply::run(console, args),
        Command::Perft(args) => perft::run(console, args),
        Command::Bench(args) => bench::run(console, args),
        Command::Coverage(args) => coverage::run(console, args),
        Command::Analyse(args) => analyse::run(console, args),
        Command::Mate(args) => mate::run(console, args),
        Command::Values(args) => values::run(console, args),
        Command::Play(args) => play::run(console, args),
        Command::Match(args) => contest::run(console, args),
    }
}
