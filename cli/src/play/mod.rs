//! `chator play`: a game in the terminal, or between programs.

mod arena;
mod commands;
mod describe;
mod keyboard;
mod saves;
mod screen;
mod seats;
mod session;
mod turn;
mod why;

use std::time::{SystemTime, UNIX_EPOCH};

use crate::args::{Begin, Play};
use crate::console::{Console, speaks_unicode};
use crate::game_arg::{beginning, load};
use crate::letters::Letters;
use crate::play::keyboard::Keyboard;
use crate::play::screen::Screen;
use crate::play::seats::{Seat, seats};
use crate::play::session::Session;
use crate::played::MAX_PLIES;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Play) -> Done {
    let save = args.load.as_deref().map(saves::read).transpose().map_err(Fault::Failed)?;
    let request = match (&args.game, &save) {
        (Some(game), _) => game.clone(),
        (None, Some(save)) => save.request(),
        (None, None) => return Err(Fault::Usage("which game?".to_owned())),
    };
    let loaded = load(console, &request)?;
    let line = save.as_ref().map(|save| save.line(&loaded)).transpose().map_err(Fault::Failed)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let drawn = args.fen.is_none() && args.position.is_none() && save.is_none();
    let begin = Begin { position: args.position, seed: drawn.then_some(seed) };
    let start = beginning(console, &loaded, args.fen.as_deref(), &begin, args.lenient)?;
    if let Some(games) = args.games {
        return arena::run(console, args, &loaded, start, games, seed);
    }

    let mut wanted: Vec<Option<&str>> = if args.seats.is_empty() {
        vec![args.white.as_deref(), args.black.as_deref()]
    } else {
        args.seats.iter().map(|seat| Some(seat.as_str())).collect()
    };
    if let Some(save) = &save {
        // Who played before plays on, unless the user wants it otherwise.
        for (i, (_, name)) in save.players.iter().enumerate() {
            match wanted.get_mut(i) {
                Some(wanted) => *wanted = wanted.or(Some(name)),
                None => wanted.push(Some(name)),
            }
        }
    }
    let seats = seats(console, &loaded, &wanted, seed)?;
    let alone = !seats.iter().any(Seat::is_human);
    let max_plies = args.max_plies.or(alone.then_some(MAX_PLIES));
    let letters = Letters::of(&loaded.game, args.ascii || !speaks_unicode());
    // A human sees the board from his own side.
    let flipped = seats.first().is_some_and(|s| !s.is_human()) && seats.iter().any(Seat::is_human);
    let mut session = Session::new(loaded, seats, start, max_plies);
    if let Some(line) = line {
        session.replace(line.positions, line.resigned);
    }
    if args.ascii {
        console.colour = false;
    }
    let mut screen = Screen { console, json: args.json, letters, flipped };
    screen.begin(&session, seed)?;
    turn::run(&mut session, &mut screen, &mut Keyboard::new(args.json))?;
    Ok(Verdict::Yes)
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    now.as_nanos() as u64 % 1_000_000_007
}
