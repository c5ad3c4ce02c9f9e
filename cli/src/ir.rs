//! `chator ir`: the rules as data, or what is made of them to play fast.

use chator::Game;
use ron::ser::PrettyConfig;

use crate::args::Ir;
use crate::console::Console;
use crate::game_arg::load;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Ir) -> Done {
    let game = load(console, &args.game)?;
    if args.program {
        return program(console, &game.game);
    }
    let layout = PrettyConfig::new().indentor("  ").depth_limit(6).compact_arrays(true);
    let text = ron::ser::to_string_pretty(game.game.rules(), layout)
        .map_err(|error| Fault::Failed(format!("cannot write the rules as RON: {error}")))?;
    console.line(text)?;
    Ok(Verdict::Yes)
}

/// The listing; or why there is none.
fn program(console: &mut Console, game: &Game) -> Done {
    if let Some(text) = game.program_text() {
        console.text(text)?;
        return Ok(Verdict::Yes);
    }
    for slow in game.slow_rules() {
        console.complain(format!("{}: played by the reference: {}", slow.rule, slow.reason));
    }
    Ok(Verdict::No)
}
