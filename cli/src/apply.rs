//! `chator apply`: the position after some moves.

use crate::args::Apply;
use crate::console::Console;
use crate::facts;
use crate::game_arg::{beginning, load, play_line};
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Apply) -> Done {
    let game = load(console, &args.game)?;
    let mut position = beginning(console, &game, args.fen.as_deref(), &args.begin, args.lenient)?;
    let moves = args.moves.iter().flat_map(|text| text.split_whitespace());
    play_line(&mut position, moves).map_err(Fault::Failed)?;
    if args.json {
        console.json(&facts::object(&position))?;
    } else {
        console.line(facts::lines(&position))?;
    }
    Ok(Verdict::Yes)
}
