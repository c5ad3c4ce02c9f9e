//! GAME and FEN of the command line, and what is said when they are wrong.

use chator::agents::chance::derived_seed;
use chator::interpreter::PositionError;
use chator::{Executor, Game, LoadError, LoadedGame, Position};

use crate::args::{Begin, Place};
use crate::console::Console;
use crate::diagnostics;
use crate::verdict::{Done, Fault};

/// Loads the game that the user asked for.
pub(crate) fn load(console: &mut Console, request: &str) -> Done<LoadedGame> {
    chator::load(request).map_err(|error| match error {
        LoadError::Rules(failure) => {
            diagnostics::show(console, &failure.diagnostics, &failure.files);
            Fault::Failed(format!("{request} cannot be played"))
        }
        LoadError::Unknown { nearest: None, .. } => {
            Fault::Usage(format!("{error}; `chator games` lists them all"))
        }
        error => Fault::Usage(error.to_string()),
    })
}

/// The same game, played by walking its rules.
pub(crate) fn by_reference(loaded: LoadedGame) -> LoadedGame {
    let game = Game::with_executor(loaded.game.rules().clone(), Executor::Reference);
    LoadedGame { game, ..loaded }
}

/// The position to begin with: of a text, or the start.
pub(crate) fn position(
    console: &mut Console,
    loaded: &LoadedGame,
    fen: Option<&str>,
    lenient: bool,
) -> Done<Position> {
    match fen {
        None => Ok(loaded.game.start()),
        Some(fen) => {
            let (position, notes) = read(loaded, fen, lenient).map_err(Fault::Failed)?;
            for note in notes {
                console.complain(format!("note: {note}"));
            }
            Ok(position)
        }
    }
}

/// The position to begin with: of a text, or one of the starts, by its number or drawn.
pub(crate) fn beginning(
    console: &mut Console,
    loaded: &LoadedGame,
    fen: Option<&str>,
    begin: &Begin,
    lenient: bool,
) -> Done<Position> {
    let number = match (begin.position, begin.seed) {
        (Some(number), _) => number,
        (None, Some(seed)) => drawn(loaded, seed),
        (None, None) => return position(console, loaded, fen, lenient),
    };
    loaded.game.start_at(number).ok_or_else(|| {
        Fault::Usage(match loaded.game.arrangements() {
            1 => "this game has one start, number 0".to_owned(),
            all => format!("the starts of this game are numbered from 0 to {}", all - 1),
        })
    })
}

/// The position that a command is about.
pub(crate) fn place(console: &mut Console, loaded: &LoadedGame, place: &Place) -> Done<Position> {
    let fen = place.fen.as_deref();
    let mut position = beginning(console, loaded, fen, &place.begin, place.lenient)?;
    let moves = place.line.as_deref().unwrap_or("").split_whitespace();
    play_line(&mut position, moves).map_err(Fault::Failed)?;
    Ok(position)
}

/// The number of the start that a seed draws.
fn drawn(loaded: &LoadedGame, seed: u64) -> u64 {
    // Of a single start nothing is drawn.
    derived_seed(seed, u64::from(u32::MAX)) % loaded.game.arrangements().max(1)
}

/// Reads a position's text; or says what is wrong with it. If lenient, what no move can have led
/// to is a note.
pub(crate) fn read(
    loaded: &LoadedGame,
    fen: &str,
    lenient: bool,
) -> Result<(Position, Vec<String>), String> {
    let fen = fen.trim().trim_start_matches('\u{feff}').trim();
    let read = if lenient {
        let setup = loaded.game.setup(fen).map_err(PositionError::from);
        setup.and_then(|setup| Ok(setup.tolerate()?))
    } else {
        loaded.game.read(fen)
    };
    match read {
        Ok(reading) => Ok((reading.position, reading.notes)),
        Err(error) => Err(format!("no position: {error}")),
    }
}

/// Plays a line of moves; or says which of them is wrong, and why.
pub(crate) fn play_line<'a>(
    position: &mut Position,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<(), String> {
    for (i, text) in moves.into_iter().enumerate() {
        match position.parse_move(text) {
            Ok(mv) => position.play(mv),
            Err(error) => return Err(format!("move {}: {error}", i + 1)),
        }
    }
    Ok(())
}
