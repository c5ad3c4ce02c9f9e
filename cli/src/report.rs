//! What the reports about rule sets share: how a rule set is named, how a rule is cited, and
//! tables.

use chator::LoadedGame;
use chator::rules::Citation;
use chator::study::diff::Statement;
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr;

use crate::paths::shown;
use crate::show;

/// The width that texts are wrapped to.
pub(crate) const WIDTH: usize = 80;

/// A rule set as the user asked for it.
pub(crate) fn name(game: &LoadedGame) -> String {
    if game.settings.is_empty() {
        return game.id.clone();
    }
    let settings: Vec<String> =
        game.settings.iter().map(|(option, value)| format!("{option}={value}")).collect();
    format!("{}[{}]", game.id, settings.join(","))
}

/// A rule set for programs.
pub(crate) fn object(game: &LoadedGame) -> Value {
    let rules = game.game.rules();
    let options: Map<String, Value> =
        rules.options.iter().map(|(name, choice)| (name.clone(), json!(choice.chosen))).collect();
    json!({
        "id": game.id,
        "title": rules.title,
        "options": options,
        "fingerprint": game.game.fingerprint(),
    })
}

/// Sources in brackets, or that there are none.
pub(crate) fn cited(sources: &[Citation]) -> String {
    match sources {
        [] => "[no source given]".to_owned(),
        sources => format!("[{}]", show::sources(sources)),
    }
}

/// `file:line`, or nothing.
pub(crate) fn place(statement: &Statement) -> String {
    let place = statement.place.as_ref();
    place.map_or_else(String::new, |place| format!("{}:{}", shown(&place.file), place.line))
}

/// What a rule set says, for programs.
pub(crate) fn said(statement: &Statement) -> Value {
    json!({
        "address": statement.address,
        "text": statement.text,
        "sources": statement.sources.iter().map(citation).collect::<Vec<_>>(),
        "file": statement.place.as_ref().map(|place| shown(&place.file)),
        "line": statement.place.as_ref().map(|place| place.line),
    })
}

/// A source for programs.
pub(crate) fn citation(citation: &Citation) -> Value {
    match citation {
        Citation::Work { key, place } => json!({ "work": key, "place": place }),
        Citation::Ours(reason) => json!({ "ours": reason }),
    }
}

/// The works that some of these statements cite, each key and title once, in the order of the games.
pub(crate) fn works<'a>(
    games: &[&LoadedGame],
    statements: impl Iterator<Item = &'a Statement>,
) -> Vec<(String, String)> {
    let sources: Vec<&Citation> = statements.flat_map(|statement| &statement.sources).collect();
    let is_cited = |wanted: &str| {
        sources.iter().any(|s| matches!(s, Citation::Work { key, .. } if key == wanted))
    };
    let mut works: Vec<(String, String)> = Vec::new();
    for game in games {
        for (key, title) in &game.game.rules().works {
            let work = (key.clone(), title.clone());
            if is_cited(key) && !works.contains(&work) {
                works.push(work);
            }
        }
    }
    works
}

/// `1 rule`, `2 rules`
pub(crate) fn count(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// A text inside Markdown; its backticks are meant.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '|' | '<') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A row of a Markdown table.
pub(crate) fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// The line below the heading of a Markdown table.
pub(crate) fn rule(columns: usize) -> String {
    format!("|{}", "---|".repeat(columns))
}

/// Cells in columns of these widths.
pub(crate) fn columns(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, width)| {
        let space = " ".repeat(width.saturating_sub(cell.width()));
        format!("{cell}{space}")
    });
    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}
