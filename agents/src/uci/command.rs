//! The text that names an engine: `COMMAND,key=value,…`, with quotes around what has blanks or
//! commas in it.

use std::time::Duration;

use crate::budget::duration;

/// How long an engine that is asked for nothing else thinks about a move.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// How long to wait beyond the time the engine was given, unless the text says otherwise.
const USUAL_PATIENCE: Duration = Duration::from_secs(60);

/// What a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The program and its arguments; at least one.
    pub(super) words: Vec<String>,
    /// What follows `go`.
    pub(super) go: String,
    /// How long it may take to answer that.
    pub(super) patience: Duration,
    /// How long it may take to answer anything else.
    pub(super) timeout: Duration,
    /// The engine's own options, in the order of the text.
    pub(super) options: Vec<(String, String)>,
}

/// Reads what follows `uci:`.
pub(super) fn read(text: &str) -> Result<Command, String> {
    let mut parts = split(text, |c| c == ',')?.into_iter();
    let mut words = Vec::new();
    for word in split(parts.next().unwrap_or_default().trim(), char::is_whitespace)? {
        let bare = unquoted(&word);
        if !word.is_empty() {
            words.push(bare);
        }
    }
    if words.first().is_none_or(String::is_empty) {
        return Err("name the program to run: uci:COMMAND".to_owned());
    }
    let (mut limits, mut time, mut timeout) = (Vec::new(), None, USUAL_PATIENCE);
    let mut options: Vec<(String, String)> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for part in parts.filter(|part| !part.trim().is_empty()) {
        let (key, value) = part
            .split_once('=')
            .map(|(key, value)| (unquoted(key.trim()), unquoted(value.trim())))
            .ok_or_else(|| format!("`{part}` is not of the form key=value"))?;
        if seen.contains(&key) {
            return Err(format!("`{key}` is set twice"));
        }
        let bad = || format!("`{value}` is no value of {key}");
        match key.as_str() {
            "nodes" | "depth" => {
                let number = value.parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(bad)?;
                limits.push(format!("{key} {number}"));
            }
            "time" => {
                let given = duration(&value).ok_or_else(bad)?;
                if given < Duration::from_millis(1) {
                    return Err(bad());
                }
                time = Some(given);
            }
            "timeout" => timeout = duration(&value).ok_or_else(bad)?,
            "" => return Err(format!("`{part}` is not of the form key=value")),
            _ => options.push((key.clone(), value.clone())),
        }
        seen.push(key);
    }
    if limits.is_empty() && time.is_none() {
        time = Some(USUAL_TIME);
    }
    limits.extend(time.map(|time| format!("movetime {}", time.as_millis())));
    let patience = timeout.saturating_add(time.unwrap_or_default());
    Ok(Command { words, go: limits.join(" "), patience, timeout, options })
}

/// Cuts a text where a character fits that stands in no quotes.
fn split(text: &str, cuts: impl Fn(char) -> bool) -> Result<Vec<String>, String> {
    let mut parts = vec![String::new()];
    let mut open = None;
    for c in text.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            None if c == '"' || c == '\'' => open = Some(c),
            None if cuts(c) => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is one").push(c);
    }
    match open {
        Some(quote) => Err(format!("a {quote} is missing in `{text}`")),
        None => Ok(parts),
    }
}

/// A text without its quotes; those of one kind are letters inside those of the other.
fn unquoted(text: &str) -> String {
    let mut open = None;
    let kept = text.chars().filter(|&c| match open {
        Some(quote) if c == quote => {
            open = None;
            false
        }
        None if c == '"' || c == '\'' => {
            open = Some(c);
            false
        }
        _ => true,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::{Duration, read};

    fn words(text: &str) -> Vec<String> {
        read(text).unwrap().words
    }

    #[test]
    fn a_command_has_words() {
        assert_eq!(words("engine"), ["engine"]);
        assert_eq!(words(" engine  --uci -v "), ["engine", "--uci", "-v"]);
        assert_eq!(words("'/my engines/one' \"a b\" c''d"), ["/my engines/one", "a b", "cd"]);
        assert_eq!(words("e '' \"it's\",nodes=1"), ["e", "", "it's"]);
        assert_eq!(words("'a,b' x,depth=3"), ["a,b", "x"]);
    }

    #[test]
    fn budgets_become_go_and_the_rest_options() {
        let command = read("e,nodes=1000,Skill Level=5,Path='/a,b',depth=4").unwrap();
        assert_eq!(command.go, "nodes 1000 depth 4");
        assert_eq!(command.patience, Duration::from_secs(60));
        let options = [("Skill Level", "5"), ("Path", "/a,b")];
        assert_eq!(command.options, options.map(|(k, v)| (k.to_owned(), v.to_owned())));
        let command = read("e,time=1.5s,timeout=2s").unwrap();
        assert_eq!((command.go.as_str(), command.patience.as_millis()), ("movetime 1500", 3500));
        assert_eq!(read("e").unwrap().go, "movetime 100");
        assert_eq!(read("e,X=").unwrap().options, [("X".to_owned(), String::new())]);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("", "name the program to run: uci:COMMAND"),
            (",nodes=3", "name the program to run: uci:COMMAND"),
            ("''", "name the program to run: uci:COMMAND"),
            ("e 'x", "a ' is missing in `e 'x`"),
            ("e,nodes", "`nodes` is not of the form key=value"),
            ("e,nodes=0", "`0` is no value of nodes"),
            ("e,depth=-1", "`-1` is no value of depth"),
            ("e,time=5", "`5` is no value of time"),
            ("e,time=0s", "`0s` is no value of time"),
            ("e,nodes=1,nodes=2", "`nodes` is set twice"),
            ("e,Hash=1,Hash=2", "`Hash` is set twice"),
        ] {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
    }
}
