//! A game as a user asks for it: a library id or
//! `path/to/file.chator`, with `[option=value,…]`.

use std::fmt;
use std::path::Path;

use chator_interpreter::Game;
use chator_rules::load::{Failure, Library, Loaded};
use chator_rules::suggest::nearest;

use crate::library::{BuiltIn, EXTENSION, FileError, read_rule_file};

/// A game ready to play, and what is known about its text.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// The library id or the path as asked for, without the options.
    pub id: String,
    /// The options as asked for.
    pub settings: Vec<(String, String)>,
    /// The game.
    pub game: Game,
    /// Its text, tests, warnings, and where each rule stands.
    pub loaded: Loaded,
}

/// Why a game could not be loaded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such game.
    Unknown {
        /// The name asked for.
        name: String,
        /// A game that could be meant.
        nearest: Option<String>,
    },
    /// The brackets cannot be read; why not.
    Brackets(String),
    /// The game has no such option or value; which, and which there are.
    Option(String),
    /// The file cannot be read.
    File {
        /// Its path.
        path: String,
        /// Why not.
        error: FileError,
        /// A game of the library that goes by that name.
        embedded: Option<String>,
    },
    /// The rules have mistakes.
    Rules(Box<Failure>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "there is no game `{name}`; did you mean `{nearest}`?")
            }
            LoadError::Unknown { name, nearest: None } => write!(f, "there is no game `{name}`"),
            LoadError::Brackets(why) | LoadError::Option(why) => f.write_str(why),
            LoadError::File { path, error, embedded } => {
                write!(f, "cannot read {path}: {error}")?;
                match embedded {
                    Some(id) => write!(f, "; the library has `{id}`"),
                    None => Ok(()),
                }
            }
            LoadError::Rules(failure) => {
                let count = failure.diagnostics.len();
                let first = failure.diagnostics.first().map_or("", |d| d.message.as_str());
                let plural = if count == 1 { "" } else { "s" };
                write!(f, "the rules have {count} mistake{plural}, the first: {first}")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Loads a game of the library or of a file: `id`, `id[option=value]`, `my.chator`.
///
/// # Errors
/// Why the game cannot be played; for mistakes in the rules all of them, with their places.
pub fn load(request: &str) -> Result<LoadedGame, LoadError> {
    let (id, settings) = split(request)?;
    let (name, text) = read(&id)?;
    load_text(&id, &name, &text, &settings)
}

/// Loads a game from its text. `name` is the name of its file, `id` what the user calls it.
///
/// # Errors
/// As [`load`].
pub fn load_text(
    id: &str,
    name: &str,
    text: &str,
    settings: &[(String, String)],
) -> Result<LoadedGame, LoadError> {
    match chator_rules::load::load(name, text, settings, &BuiltIn) {
        Ok(loaded) => Ok(LoadedGame {
            id: id.to_owned(),
            settings: settings.to_vec(),
            game: Game::new(loaded.rules.clone()),
            loaded,
        }),
        Err(failure) => Err(blame(name, text, settings, failure)),
    }
}

/// Name and text of a game of the library or of a file.
///
/// # Errors
/// If there is no such game, or its file cannot be read.
pub fn read(id: &str) -> Result<(String, String), LoadError> {
    if let Some(text) = BuiltIn.text(id) {
        return Ok((BuiltIn.file_name(id), text.to_owned()));
    }
    let path = Path::new(id);
    let is_path = path.extension().is_some_and(|e| e == EXTENSION) || id.starts_with(['.', '/']);
    match read_rule_file(path) {
        Ok(found) => Ok(found),
        Err(FileError::Missing) if !is_path => {
            Err(LoadError::Unknown { name: id.to_owned(), nearest: similar(id) })
        }
        Err(error) => {
            let stem = id.strip_suffix(EXTENSION).and_then(|stem| stem.strip_suffix('.'));
            let stem = stem.map(|stem| stem.strip_prefix("games/").unwrap_or(stem));
            let embedded = stem.filter(|stem| BuiltIn.text(stem).is_some()).map(str::to_owned);
            // The path that was tried: a rule file's name ends in the extension.
            let complete =
                if id.ends_with(".chator") { id.to_owned() } else { format!("{id}.chator") };
            Err(LoadError::File { path: complete, error, embedded })
        }
    }
}

/// Takes `name[option=value,…]` apart.
///
/// # Errors
/// If the brackets are not of that form.
pub fn split(request: &str) -> Result<(String, Vec<(String, String)>), LoadError> {
    let request = request.trim();
    let Some((name, inside)) = request.split_once('[') else {
        return match request.strip_suffix(']') {
            Some(_) => Err(LoadError::Brackets(format!("`{request}` has no opening bracket"))),
            None => Ok((request.to_owned(), Vec::new())),
        };
    };
    let inside = inside
        .strip_suffix(']')
        .ok_or_else(|| LoadError::Brackets(format!("`{request}` has no closing bracket")))?;
    let mut settings: Vec<(String, String)> = Vec::new();
    for part in inside.split(',').filter(|p| !p.trim().is_empty()) {
        let (option, value) = part
            .split_once('=')
            .map(|(o, v)| (o.trim().to_owned(), v.trim().to_owned()))
            .filter(|(o, v)| !o.is_empty() && !v.is_empty())
            .ok_or_else(|| {
                LoadError::Brackets(format!("`{}` is not of the form option=value", part.trim()))
            })?;
        if settings.iter().any(|s| s.0 == option) {
            return Err(LoadError::Brackets(format!("the option `{option}` is set twice")));
        }
        settings.push((option, value));
    }
    Ok((name.trim().to_owned(), settings))
}

/// The id of the library that is nearest to a name: by itself, or by its last part.
fn similar(name: &str) -> Option<String> {
    let ids = BuiltIn.ids();
    let last = |id: &str| id.rsplit('/').next().unwrap_or(id).to_owned();
    let same = ids.iter().find(|id| last(id) == last(name)).cloned();
    same.or_else(|| nearest(name, ids.iter().map(String::as_str)).map(str::to_owned)).or_else(
        || {
            let lasts: Vec<String> = ids.iter().map(|id| last(id)).collect();
            let near = nearest(&last(name), lasts.iter().map(String::as_str))?;
            ids.iter().find(|id| last(id) == near).cloned()
        },
    )
}

/// Mistakes of the rules, or of the user's options? If all is well without them, of the options.
fn blame(name: &str, text: &str, settings: &[(String, String)], failure: Failure) -> LoadError {
    if !settings.is_empty()
        && let Ok(plain) = chator_rules::load::load(name, text, &[], &BuiltIn)
    {
        let options = &plain.rules.options;
        for (option, value) in settings {
            let Some(choice) = options.get(option) else {
                let known = options.keys().map(String::as_str);
                return LoadError::Option(format!(
                    "there is no option `{option}`{}",
                    suggestion(option, known, "this game has no options")
                ));
            };
            if !choice.values.contains_key(value) {
                let known = choice.values.keys().map(String::as_str);
                return LoadError::Option(format!(
                    "the option `{option}` has no value `{value}`{}",
                    suggestion(value, known, "")
                ));
            }
        }
    }
    LoadError::Rules(Box::new(failure))
}

/// What to say after "there is no `word`".
fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>, none: &str) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => format!("; {none}"),
        None => format!("; there is {}", known.join(", ")),
    }
}
