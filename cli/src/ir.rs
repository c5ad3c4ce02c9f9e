//! `chator ir`: the rules as data.

use ron::ser::PrettyConfig;

use crate::args::GameOnly;
use crate::console::Console;
use crate::game_arg::load;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &GameOnly) -> Done {
    let game = load(console, &args.game)?;
    let layout = PrettyConfig::new().indentor("  ").depth_limit(6).compact_arrays(true);
    let text = ron::ser::to_string_pretty(game.game.rules(), layout)
        .map_err(|error| Fault::Failed(format!("cannot write the rules as RON: {error}")))?;
    console.line(text)?;
    Ok(Verdict::Yes)
}
