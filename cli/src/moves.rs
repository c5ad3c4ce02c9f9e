//! `chator moves`: the legal moves of a position, or of one position a line of input.

use serde_json::json;

use crate::args::Moves;
use crate::console::Console;
use crate::facts;
use crate::game_arg::{beginning, load, play_line, read};
use crate::input::Lines;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Moves) -> Done {
    let game = load(console, &args.game)?;
    let (fen, line) = (args.fen.as_deref(), args.line.as_deref());
    if fen == Some("-") && line == Some("-") {
        return Err(Fault::Usage("only one of --fen and --line can read `-`".to_owned()));
    }
    if fen != Some("-") && line != Some("-") {
        let mut position = beginning(console, &game, fen, &args.begin, args.lenient)?;
        play_line(&mut position, line.unwrap_or("").split_whitespace()).map_err(Fault::Failed)?;
        print(console, args.json, &position)?;
        return Ok(Verdict::Yes);
    }

    // One answer for each line of input, so that line n of the output belongs to line n of the
    // input whatever happens.
    let start = if fen == Some("-") {
        beginning(console, &game, None, &args.begin, args.lenient)?
    } else {
        beginning(console, &game, fen, &args.begin, args.lenient)?
    };
    let mut lines = Lines::new();
    let mut all_good = true;
    while let Some(text) = lines.next(console)? {
        let answer = text.and_then(|text| {
            let (mut position, notes) = match fen {
                Some("-") if text.is_empty() => return Err("no position: an empty line".to_owned()),
                Some("-") => read(&game, &text, args.lenient)?,
                _ => (start.clone(), Vec::new()),
            };
            let moves = if line == Some("-") { &text } else { line.unwrap_or("") };
            play_line(&mut position, moves.split_whitespace())?;
            Ok((position, notes))
        });
        match answer {
            Ok((position, notes)) => {
                for note in notes {
                    console.complain(format!("line {}: note: {note}", lines.number));
                }
                print(console, args.json, &position)?;
            }
            Err(error) => {
                all_good = false;
                if args.json {
                    console.json(&json!({ "error": error, "line": lines.number }))?;
                }
                console.complain(format!("line {}: {error}", lines.number));
            }
        }
    }
    Ok(Verdict::of(all_good))
}

fn print(console: &mut Console, json: bool, position: &chator::Position) -> Done<()> {
    if json {
        console.json(&facts::object(position))?;
    } else {
        console.line(facts::lines(position))?;
    }
    Ok(())
}
