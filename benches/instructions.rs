//! Instruction counts of perft, playouts and loading, compared with those that are committed.
//!
//! `cargo bench --bench instructions` runs each measurement under callgrind and fails if one
//! takes over 5 % more instructions than `benches/instructions.baseline` says; with `-- --bless`
//! it writes that file instead. Unlike times, counts hardly depend on what else the machine
//! does, so a small loss shows. They do depend on the compiler, so a baseline of another one is
//! not held against anybody, and a little on the processor.
//!
//! Callgrind is called directly: what it counts is one line, and a baseline of one line a
//! measurement can be read in a diff, which a harness with stored profiles does not give.

mod games;

use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use games::{SUBJECTS, Subject};

/// By how much a count may exceed the baseline.
const TOLERANCE: f64 = 0.05;
/// What this program is told to do one thing and no more.
const ONE: &str = "--only";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, what, id] = &arguments[..]
        && first == ONE
    {
        once(what, subject(id));
        return ExitCode::SUCCESS;
    }
    match compare(arguments.iter().any(|a| a == "--bless")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            say(&format!("error: {why}"));
            ExitCode::from(2)
        }
    }
}

fn subject(id: &str) -> &'static Subject {
    SUBJECTS.iter().find(|subject| subject.id == id).expect("one of the names")
}

/// Does one thing, of which callgrind counts what is inside `measured`.
fn once(what: &str, subject: &Subject) {
    if what == "load" {
        measured(|| subject.load() as u64);
        return;
    }
    let start = subject.game().start();
    match what {
        "perft" => measured(|| subject.perft(&start)),
        _ => measured(|| subject.playouts(&start)),
    };
}

/// The name is what callgrind is told to look for.
#[inline(never)]
fn measured(work: impl FnOnce() -> u64) -> u64 {
    black_box(work())
}

fn baseline() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.baseline")
}

/// Counts all, and compares or writes the baseline. False if something has become slower.
fn compare(bless: bool) -> Result<bool, String> {
    let known = std::fs::read_to_string(baseline()).unwrap_or_default();
    let mut lines = format!("# Instructions by callgrind; written by {}\n", compiler());
    let mut good = true;
    for what in ["perft", "playouts", "load"] {
        for subject in &SUBJECTS {
            let name = format!("{what} {}", subject.id);
            let count = count(what, subject.id)?;
            let _ = writeln!(lines, "{name} {count}");
            let before =
                known.lines().find_map(|line| line.strip_prefix(&name)?.trim().parse().ok());
            let verdict = before.map_or_else(
                || "new".to_owned(),
                |before| {
                    let change = change(before, count);
                    let slower = change > TOLERANCE && !bless;
                    good &= !slower;
                    let mark = if slower { "  SLOWER" } else { "" };
                    format!("{before:>14}  {:+7.2} %{mark}", change * 100.0)
                },
            );
            good &= before.is_some() || bless;
            say(&format!("{name:28} {count:>14}  {verdict}"));
        }
    }
    if bless {
        std::fs::write(baseline(), lines).map_err(|error| format!("baseline: {error}"))?;
        say("The baseline is written.");
    } else if !known.contains(&compiler()) {
        say("The baseline was written by another compiler, so nothing follows from it.");
        good = true;
    } else if !good {
        say("Over 5 % more instructions than the baseline, or none there: make it faster, or say \
             why not and run with `-- --bless`.");
    }
    Ok(good)
}

/// By which share the second count exceeds the first.
#[expect(clippy::cast_precision_loss, reason = "nobody reads the sixteenth digit")]
fn change(before: u64, now: u64) -> f64 {
    now as f64 / before.max(1) as f64 - 1.0
}

/// Runs this program under callgrind to do one thing.
fn count(what: &str, id: &str) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*instructions*measured*")
        .arg(program)
        .args([ONE, what, id])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    count.filter(|&count| count > 0).ok_or_else(|| format!("callgrind counted nothing:\n{text}"))
}

/// The version of the compiler.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "an unknown compiler".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

#[expect(clippy::print_stdout, reason = "a report is what this program is for")]
fn say(text: &str) {
    println!("{text}");
}
