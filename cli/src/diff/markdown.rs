//! Differences as a document for a paper.

use chator::study::diff::{Change, Kind, Statement};

use super::{Report, address, sources};
use crate::console::Console;
use crate::report::{cited, escaped, name, place, row, rule, works};
use crate::verdict::Done;
use crate::wording::marked;

pub(super) fn print(console: &mut Console, report: &Report<'_>) -> Done<()> {
    let (left, right) = (report.left, report.right);
    let title = |game: &chator::LoadedGame| escaped(&game.game.rules().title);
    console.line(format_args!("# {} and {}\n", title(left), title(right)))?;
    for (word, game) in [("First", left), ("Second", right)] {
        let print = game.game.fingerprint();
        console.line(format_args!("- {word}: {} (`{}`, {print})", title(game), name(game)))?;
    }
    console.line(format_args!("\n{} {}", report.summary(), report.conclusion()))?;
    if let Some(searched) = report.searched() {
        console.line(format_args!("\n{}", escaped(&searched)))?;
    }
    let mut group = None;
    for change in report.changes() {
        if group.replace(change.group) != Some(change.group) {
            console.line(format_args!("\n## {}", change.group.title()))?;
        }
        self::change(console, change)?;
        let shown = report.shown(change);
        if !shown.is_empty() {
            console.line(format_args!("- In play: {}", escaped(&shown.join(" "))))?;
        }
    }
    let same: Vec<&Change> = report.same().collect();
    if !same.is_empty() {
        console.line("\n## The same rule, named or sourced otherwise\n")?;
        let heads = ["Rule", "First", "Second"].map(str::to_owned);
        console.line(row(&heads))?;
        console.line(rule(heads.len()))?;
        for change in same {
            let cited = |side: &Option<Statement>| {
                side.as_ref().map_or(String::new(), |s| escaped(&cited(&s.sources)))
            };
            let cells = [escaped(&address(change)), cited(&change.left), cited(&change.right)];
            console.line(row(&cells))?;
        }
    }
    let statements = report.diff.changes().iter().flat_map(|c| c.left.iter().chain(&c.right));
    let works = works(&[left, right], statements);
    if !works.is_empty() {
        console.line("\n## Sources\n")?;
        for (key, title) in works {
            console.line(format_args!("- {}: {}", escaped(&key), escaped(&title)))?;
        }
    }
    Ok(())
}

/// One change under a heading of its own.
fn change(console: &mut Console, change: &Change) -> Done<()> {
    let word = match change.kind {
        Kind::Chosen => "option",
        kind => super::kind(kind),
    };
    console.line(format_args!("\n**{}** ({word})\n", escaped(&address(change))))?;
    let text = |side: &Option<Statement>| side.as_ref().map_or(String::new(), |s| escaped(&s.text));
    let (mut left, mut right) = (text(&change.left), text(&change.right));
    if change.left.is_some() && change.right.is_some() {
        (left, right) = marked(&left, &right, "**", "**");
    }
    for (word, text, side) in [("First", left, &change.left), ("Second", right, &change.right)] {
        if let Some(side) = side {
            console.line(format_args!("- {word}: {text}{}", origin(change, side)))?;
        }
    }
    Ok(())
}

/// Sources, file and line.
fn origin(change: &Change, side: &Statement) -> String {
    let sources =
        sources(change, side).map_or(String::new(), |text| format!(" {}", escaped(&text)));
    if place(side).is_empty() { sources } else { format!("{sources} (`{}`)", place(side)) }
}
