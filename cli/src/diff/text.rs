//! Differences for the terminal.

use chator::study::diff::{Change, Kind, Statement};

use super::{Report, address, sources};
use crate::console::Console;
use crate::report::{WIDTH, cited, name, place};
use crate::show::paragraph;
use crate::verdict::Done;
use crate::wording::marked;

pub(super) fn print(console: &mut Console, report: &Report<'_>) -> Done<()> {
    for (sign, game) in [('<', report.left), ('>', report.right)] {
        console.line(format_args!("{sign} {}  ({})", game.game.rules().title, name(game)))?;
    }
    let mut group = None;
    for change in report.changes() {
        if group.replace(change.group) != Some(change.group) {
            console.line(format_args!("\n{}", change.group.title()))?;
        }
        self::change(console, change)?;
        for (number, sentence) in report.shown(change).into_iter().enumerate() {
            // A position stays on its line, so that it can be copied.
            let lines = if sentence.ends_with(':') {
                format!("{sentence}\n")
            } else {
                paragraph(&sentence, "      ", WIDTH)
            };
            let sign = if number == 0 { '*' } else { ' ' };
            console.text(format_args!("    {sign} {}", lines.trim_start()))?;
        }
    }
    let same: Vec<&Change> = report.same().collect();
    if !same.is_empty() {
        console.line("\nThe same rule, named or sourced otherwise\n")?;
        for change in same {
            brief(console, change)?;
        }
    }
    console.line("")?;
    console.text(paragraph(&report.summary(), "", WIDTH))?;
    console.text(paragraph(&report.conclusion(), "", WIDTH))?;
    if let Some(searched) = report.searched() {
        console.text(paragraph(&searched, "", WIDTH))?;
    }
    Ok(())
}

/// One change as a block of lines.
fn change(console: &mut Console, change: &Change) -> Done<()> {
    let sign = match change.kind {
        Kind::Added => '+',
        Kind::Removed => '-',
        _ => '~',
    };
    console.line(format_args!("\n{sign} {}", address(change)))?;
    let (mut left, mut right) = (text(change.left.as_ref()), text(change.right.as_ref()));
    if let (Some(mine), Some(theirs)) = (&mut left, &mut right) {
        (*mine, *theirs) = marked(mine, theirs, "{", "}");
        if mine == theirs {
            *theirs += " (the words are the same; what they refer to is not)";
        }
    }
    for (sign, text, side) in [('<', left, &change.left), ('>', right, &change.right)] {
        if let (Some(text), Some(side)) = (text, side) {
            let lines = paragraph(&text, "      ", WIDTH);
            console.text(format_args!("    {sign} {}", lines.trim_start()))?;
            let origin = origin(change, side);
            if !origin.is_empty() {
                console.line(format_args!("      {origin}"))?;
            }
        }
    }
    Ok(())
}

/// A rule that both have, on a line.
fn brief(console: &mut Console, change: &Change) -> Done<()> {
    let cited =
        |side: &Option<Statement>| side.as_ref().map_or(String::new(), |s| cited(&s.sources));
    let (left, right) = (cited(&change.left), cited(&change.right));
    let sources = if left == right { String::new() } else { format!("  < {left}  > {right}") };
    console.line(format_args!("  {}{sources}", address(change)))?;
    Ok(())
}

fn text(side: Option<&Statement>) -> Option<String> {
    side.map(|statement| statement.text.clone())
}

/// Sources, file and line.
fn origin(change: &Change, side: &Statement) -> String {
    let sources = sources(change, side).map_or(String::new(), |text| format!("{text}  "));
    format!("{sources}{}", place(side)).trim_end().to_owned()
}
