//! Saved games: RON files that say which rules they were played by.
//!
//! A save is believed only if it was made with the same rules and all its moves are legal. It
//! is read to its end before anything changes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use chator::{LoadedGame, PlayerId, Position};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::play::session::{Ending, Session};
use crate::replace_file;

/// What every save begins with.
const FORMAT: &str = "chator game";
/// The version of saves that this program writes and reads.
const VERSION: u32 = 1;
/// No save is larger than this, in bytes.
const MAX_SAVE: u64 = 4 << 20;

/// A saved game.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    format: String,
    version: u32,
    /// The library id or path of the game.
    pub(crate) game: String,
    /// The options that the user chose.
    pub(crate) options: Vec<(String, String)>,
    /// Of the rules.
    fingerprint: String,
    /// The players and who played them.
    pub(crate) players: Vec<(String, String)>,
    /// The first position.
    start: String,
    moves: Vec<String>,
    termination: Termination,
}

/// How a saved game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Termination {
    /// It goes on.
    Unfinished,
    /// Ended by a rule.
    Rule { winner: Option<String>, by: String },
    /// This player gave up.
    Resigned(String),
    /// Broken off because of its length.
    BrokenOff,
    /// Nobody can move and no rule says more.
    Stuck,
}

/// The line that a save holds.
pub(crate) struct Line {
    pub(crate) positions: Vec<Position>,
    pub(crate) resigned: Option<PlayerId>,
}

/// Writes a game to a file.
pub(crate) fn save(session: &Session, path: &Path) -> Result<(), String> {
    let game = &session.loaded.game;
    let names = game.rules().players.keys().cloned();
    let save = Save {
        format: FORMAT.to_owned(),
        version: VERSION,
        game: lasting_id(&session.loaded),
        options: session.loaded.settings.clone(),
        fingerprint: game.fingerprint(),
        players: names.zip(session.seats.iter().map(super::seats::Seat::name)).collect(),
        start: session.start().text(),
        moves: session.moves(),
        termination: termination(session),
    };
    let text = ron::ser::to_string_pretty(&save, PrettyConfig::new().depth_limit(2))
        .map_err(|error| error.to_string())?;
    replace_file::write(path, format!("{text}\n").as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The game's id; for a file its full path, which means the same in every folder.
fn lasting_id(loaded: &LoadedGame) -> String {
    let file = loaded.loaded.files.first().map(|file| file.name.as_str());
    file.filter(|name| Path::new(name).is_absolute()).unwrap_or(&loaded.id).to_owned()
}

fn termination(session: &Session) -> Termination {
    let game = &session.loaded.game;
    match session.ending() {
        None => Termination::Unfinished,
        Some(Ending::Rule(outcome)) => Termination::Rule {
            winner: outcome.winner().map(|p| game.player_name(p).to_owned()),
            by: outcome.by().to_owned(),
        },
        Some(Ending::Resigned(player)) => {
            Termination::Resigned(game.player_name(player).to_owned())
        }
        Some(Ending::BrokenOff(_)) => Termination::BrokenOff,
        Some(Ending::Stuck) => Termination::Stuck,
    }
}

/// Reads a file, without asking yet whether its game can be played.
pub(crate) fn read(path: &Path) -> Result<Save, String> {
    let name = path.display();
    let mut text = String::new();
    let cannot = |error: std::io::Error| format!("cannot read {name}: {error}");
    File::open(path)
        .map_err(cannot)?
        .take(MAX_SAVE + 1)
        .read_to_string(&mut text)
        .map_err(cannot)?;
    if text.len() as u64 > MAX_SAVE {
        return Err(format!("{name} is larger than {MAX_SAVE} bytes"));
    }
    let text = text.trim_start_matches('\u{feff}');
    let save: Save = ron::from_str(text)
        .map_err(|error| format!("{name} is not a saved game, or damaged: {error}"))?;
    if save.format != FORMAT {
        return Err(format!("{name} is not a saved game but `{}`", save.format));
    }
    if save.version != VERSION {
        return Err(format!(
            "{name} is of version {}; this program reads version {VERSION}",
            save.version
        ));
    }
    Ok(save)
}

impl Save {
    /// The game with its options as one asks for it.
    pub(crate) fn request(&self) -> String {
        if self.options.is_empty() {
            return self.game.clone();
        }
        let options: Vec<String> = self.options.iter().map(|(o, v)| format!("{o}={v}")).collect();
        format!("{}[{}]", self.game, options.join(","))
    }

    /// Plays the moves in a game, which must be the one they were played in.
    pub(crate) fn line(&self, loaded: &LoadedGame) -> Result<Line, String> {
        let game = &loaded.game;
        if self.fingerprint != game.fingerprint() {
            return Err(format!(
                "the save is of {} with other rules: its fingerprint is {}, that of {} is {}",
                self.request(),
                self.fingerprint,
                loaded.id,
                game.fingerprint()
            ));
        }
        let start = game
            .position(&self.start)
            .map_err(|error| format!("the save is damaged: its start is no position: {error}"))?;
        // The text of the usual start leads to the usual start, also where an end looks at the
        // move before.
        let start = if self.start == game.start().text() { game.start() } else { start };
        let mut positions = vec![start];
        for (i, text) in self.moves.iter().enumerate() {
            let mut next = positions[i].clone();
            let mv = next
                .parse_move(text)
                .map_err(|error| format!("the save is damaged: move {}: {error}", i + 1))?;
            next.play(mv);
            positions.push(next);
        }
        let last = &positions[positions.len() - 1];
        let ended = last.outcome().map(|outcome| Termination::Rule {
            winner: outcome.winner().map(|p| game.player_name(p).to_owned()),
            by: outcome.by().to_owned(),
        });
        let says = matches!(self.termination, Termination::Rule { .. });
        let resigned = match (&self.termination, ended) {
            (Termination::Resigned(name), None) => {
                let player = game.rules().players.get_index_of(name).ok_or_else(|| {
                    format!("the save is damaged: there is no player `{name}` to resign")
                })?;
                Some(PlayerId(player as u8))
            }
            (Termination::Rule { .. }, Some(ended)) if ended == self.termination => None,
            (_, None) if !says => None,
            _ => {
                return Err("the save is damaged: its moves do not lead to the end that it tells \
                            of"
                .to_owned());
            }
        };
        Ok(Line { positions, resigned })
    }
}
