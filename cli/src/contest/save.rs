//! The games of a match in a file, one JSON object a line.
//!
//! A file is appended to, so that no match overwrites another. Each game is written with one call
//! as soon as it is over: whatever ends the program leaves all games before whole.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chator::LoadedGame;
use chator::agents::arena::Played;
use serde_json::{Map, Value, json};

use crate::args::Match;
use crate::played;

pub(super) struct Save {
    file: File,
    path: PathBuf,
}

impl Save {
    /// A file to append to, new or not.
    pub(super) fn open(path: &Path) -> Result<Save, String> {
        let cannot = |error| format!("cannot write {}: {error}", path.display());
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(cannot)?;
        if is_torn(&mut file) {
            file.write_all(b"\n").map_err(cannot)?;
        }
        Ok(Save { file, path: path.to_owned() })
    }

    /// Adds a game.
    pub(super) fn add(
        &mut self,
        played: &Played,
        loaded: &LoadedGame,
        args: &Match,
        names: &[String],
    ) -> Result<(), String> {
        let line = format!("{}\n", object(played, loaded, args, names));
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

/// Does the last line lack its end? Then something was killed while it wrote.
fn is_torn(file: &mut File) -> bool {
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != *b"\n"
}

/// What other commands say of a game, and what is needed to play it again.
fn object(played: &Played, loaded: &LoadedGame, args: &Match, names: &[String]) -> Value {
    let mut object = played::object(played, loaded);
    let sides = loaded.game.rules().players.keys().zip(&played.seats);
    let players: Map<String, Value> =
        sides.map(|(side, &seat)| (side.clone(), json!(names[seat]))).collect();
    object["game"] = json!(args.game);
    object["fingerprint"] = json!(loaded.game.fingerprint());
    object["players"] = Value::Object(players);
    object["start"] = json!(played.start.text());
    object["opening"] = json!(played.opening);
    object["broken_off"] = json!(played.outcome.is_none());
    object["score"] = json!(played.score(0));
    object
}
