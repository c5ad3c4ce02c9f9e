//! What can be typed during a game.

use std::path::PathBuf;

use chator::interpreter::{MoveError, MoveErrorKind};
use chator::{Move, Position};

/// Something that was typed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Move(Move),
    /// The legal moves, of one square or of all.
    Moves(Option<String>),
    Undo(u32),
    Redo(u32),
    Hint,
    Flip,
    Board,
    Fen,
    /// Which rules made the last move, or would make or forbid one.
    Why(Option<String>),
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Help,
    Quit,
    /// An empty line.
    Nothing,
}

/// Names, arguments and meanings.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    ("moves", "[square]", "the legal moves, of all men or of one"),
    ("undo", "[n]", "take back your last n turns, with the answers to them"),
    ("redo", "[n]", "play again what was taken back"),
    ("hint", "", "what the machine would play"),
    ("why", "[move]", "the rules behind the last move and the end, or about another move"),
    ("board", "", "draw the board again"),
    ("flip", "", "turn the board round"),
    ("fen", "", "the position as text"),
    ("save", "FILE", "save the game"),
    ("load", "FILE", "go on with a saved game"),
    ("resign", "", "give up"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

const SYNONYMS: &[(&str, &str)] = &[("q", "quit"), ("exit", "quit"), ("?", "help")];

/// Reads a line; or says what is wrong with it, with what may have been meant.
pub(crate) fn parse(text: &str, position: &Position) -> Result<Command, String> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let lower = word.to_lowercase();
    let name = SYNONYMS.iter().find(|s| s.0 == lower).map_or(lower.as_str(), |s| s.1);
    let Some(&(name, takes, _)) = COMMANDS.iter().find(|c| c.0 == name) else {
        if text.is_empty() {
            return Ok(Command::Nothing);
        }
        return position.parse_move(text).map(Command::Move).map_err(|error| {
            if let Some(unfinished) = unfinished(text, &error, position) {
                return unfinished;
            }
            let near = COMMANDS
                .iter()
                .map(|c| (strsim::osa_distance(c.0, &lower), c.0))
                .filter(|(distance, name)| *distance <= 2 && *distance < name.len())
                .min();
            match near {
                Some((_, near)) if error.near.is_empty() || !has_digit(text) => {
                    format!("`{text}` is neither a move nor a command; did you mean {near}?")
                }
                _ if has_digit(text) => error.to_string(),
                _ => format!("`{text}` is neither a move nor a command; `help` lists the commands"),
            }
        });
    };
    if takes.is_empty() && !rest.is_empty() {
        return Err(format!("`{name}` stands alone; what is `{rest}`?"));
    }
    let optional = (!rest.is_empty()).then(|| rest.to_owned());
    let turns = || match rest {
        "" => Ok(1),
        _ => rest
            .parse()
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| format!("`{name}` takes a number from 1, not `{rest}`")),
    };
    let file = || match rest {
        "" => Err(format!("`{name}` needs the name of a file: {name} FILE")),
        _ => Ok(PathBuf::from(rest)),
    };
    Ok(match name {
        "moves" => Command::Moves(optional),
        "undo" => Command::Undo(turns()?),
        "redo" => Command::Redo(turns()?),
        "hint" => Command::Hint,
        "why" => Command::Why(optional),
        "board" => Command::Board,
        "flip" => Command::Flip,
        "fen" => Command::Fen,
        "save" => Command::Save(file()?),
        "load" => Command::Load(file()?),
        "resign" => Command::Resign,
        "help" => Command::Help,
        _ => Command::Quit,
    })
}

/// Says how a move goes on of which only the beginning was typed: its squares without the choice
/// that belongs to it, as in `a2a3` for `a2a3,a3b4`.
fn unfinished(text: &str, error: &MoveError, position: &Position) -> Option<String> {
    if error.kind != MoveErrorKind::NoSuchMove {
        return None;
    }
    let moves = position.legal_moves();
    let begun = moves.iter().map(|&mv| position.notate(mv)).filter(|m| m.starts_with(text));
    let mut whole: Vec<String> = begun.take(6).collect();
    if whole.is_empty() {
        return None;
    }
    if let Some(last) = whole.get_mut(5) {
        "…".clone_into(last);
    }
    Some(format!("`{text}` is not the whole move; it goes on: {}", whole.join("  ")))
}

/// Moves name squares, and squares have numbers; commands have none.
fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// The list of commands.
pub(crate) fn help() -> String {
    let heading = "A move is typed as `moves` lists it: the square a man leaves and the one he \
                   goes to.";
    let list = COMMANDS
        .iter()
        .map(|(name, takes, meaning)| format!("  {:<14} {meaning}", format!("{name} {takes}")));
    std::iter::once(heading.to_owned()).chain(list).collect::<Vec<_>>().join("\n")
}
