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

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::console::Console;
use crate::verdict::{Done, Fault, Verdict};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
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
