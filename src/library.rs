//! Where rule files come from: the library inside the program, and files on disk.
//!
//! The only code outside the command line that touches the file system. Two kinds of names
//! exist and cannot be confused: `games/a/b.chator` is embedded, an absolute path is on disk.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use chator_rules::load::Library;
use include_dir::{Dir, include_dir};

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// What a rule file's name ends in.
pub const EXTENSION: &str = "chator";

/// The largest rule file that is read from disk, in bytes.
pub const MAX_FILE: u64 = 1 << 20;

/// The folder of the prelude.
const PRELUDE: &str = "std/";

/// The rule files of this program, and those beside a file on disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// There is none.
    Missing,
    /// The system's words.
    System(String),
    /// Larger than [`MAX_FILE`].
    TooLarge,
    /// Not UTF-8, with the number of the first line that is not.
    NotText(usize),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileError::Missing => f.write_str("there is no such file"),
            FileError::System(words) => f.write_str(words),
            FileError::TooLarge => write!(f, "larger than {MAX_FILE} bytes"),
            FileError::NotText(line) => write!(f, "line {line} is not UTF-8"),
        }
    }
}

impl std::error::Error for FileError {}

impl BuiltIn {
    /// The text of the game with that id.
    pub fn text(self, id: &str) -> Option<&'static str> {
        if id.starts_with(PRELUDE) {
            return None;
        }
        GAMES.get_file(format!("{id}.{EXTENSION}"))?.contents_utf8()
    }

    /// The name that messages give to the file of that id.
    pub fn file_name(self, id: &str) -> String {
        format!("games/{id}.{EXTENSION}")
    }

    /// All embedded files as id and text, sorted by id.
    fn all() -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        let mut folders = vec![&GAMES];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            found.extend(folder.files().filter_map(|file| {
                let path = file.path().to_str()?.replace('\\', "/");
                let id = path.strip_suffix(EXTENSION)?.strip_suffix('.')?.to_owned();
                Some((id, file.contents_utf8()?))
            }));
        }
        found.sort_unstable();
        found
    }
}

impl Library for BuiltIn {
    fn find(&self, path: &str, from: &str) -> Option<(String, String)> {
        if Path::new(from).is_absolute() {
            let beside = Path::new(from).parent()?.join(path);
            if let Ok(found) = read_rule_file(&beside) {
                return Some(found);
            }
        }
        let beside = from
            .strip_prefix("games/")
            .and_then(|from| from.rsplit_once('/'))
            .and_then(|(folder, _)| normal(&format!("{folder}/{path}")));
        let id = path.strip_suffix(".chator").unwrap_or(path);
        beside
            .iter()
            .map(|id| id.strip_suffix(".chator").unwrap_or(id))
            .chain([id])
            .find_map(|id| Some((self.file_name(id), self.text(id)?.to_owned())))
    }

    fn ids(&self) -> Vec<String> {
        BuiltIn::all().into_iter().map(|f| f.0).filter(|id| !id.starts_with(PRELUDE)).collect()
    }

    fn prelude(&self) -> Vec<(String, String)> {
        BuiltIn::all()
            .into_iter()
            .filter(|f| f.0.starts_with(PRELUDE))
            .map(|(id, text)| (self.file_name(&id), text.to_owned()))
            .collect()
    }
}

/// Reads a rule file from disk. The name is the canonical path, so that a file reached by two
/// ways is one file. A name without the extension is completed: no other file is ever read.
///
/// # Errors
/// If there is no such file, or it is too large, or it is not text.
pub fn read_rule_file(path: &Path) -> Result<(String, String), FileError> {
    let system = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => FileError::Missing,
        _ => FileError::System(error.to_string()),
    };
    let complete = match path.extension() {
        Some(extension) if extension == EXTENSION => path.to_owned(),
        _ => PathBuf::from(format!("{}.{EXTENSION}", path.display())),
    };
    let canonical = fs::canonicalize(&complete).map_err(system)?;
    let file = fs::File::open(&canonical).map_err(system)?;
    let text = text_of(file)?;
    Ok((canonical.to_string_lossy().into_owned(), text))
}

/// Reads a rule file's text from anywhere, within the bounds of one.
///
/// # Errors
/// If it cannot be read, is too large, or is not UTF-8.
pub fn text_of(from: impl Read) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::System(error.to_string()))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(FileError::TooLarge);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        FileError::NotText(1 + good.split(|&b| b == b'\n').count() - 1)
    })
}

/// The path without `.` and `..`, if it stays inside.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::Prefix(_) | Component::RootDir => return None,
        }
    }
    Some(parts.join("/"))
}
