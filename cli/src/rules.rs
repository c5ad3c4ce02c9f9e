//! `chator rules`: the rule book.

use chator::rules::english::book;

use crate::args::GameOnly;
use crate::console::Console;
use crate::game_arg::load;
use crate::verdict::{Done, Verdict};

pub(crate) fn run(console: &mut Console, args: &GameOnly) -> Done {
    let game = load(console, &args.game)?;
    console.line(book(game.game.rules()).trim_end())?;
    Ok(Verdict::Yes)
}
