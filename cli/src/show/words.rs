//! The parts of `show` that are words.

use chator::LoadedGame;
use chator::rules::{Cell, CellType, Citation, EndResult, Life, Per};
use unicode_width::UnicodeWidthStr;

use crate::console::Console;
use crate::verdict::Done;

use super::WIDTH;

/// A text in lines of at most `width`, each after `indent`.
pub(crate) fn paragraph(text: &str, indent: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.width() + line.width() + 1 + word.width() > width {
            out.extend([indent, &line, "\n"]);
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        out.extend([indent, &line, "\n"]);
    }
    out
}

/// Sources as they are cited.
pub(crate) fn sources(citations: &[Citation]) -> String {
    let texts = citations.iter().map(|citation| match citation {
        Citation::Work { key, place } if place.is_empty() => key.clone(),
        Citation::Work { key, place } => format!("{key} {place}"),
        Citation::Ours(reason) if reason.is_empty() => "ours".to_owned(),
        Citation::Ours(reason) => format!("ours: {reason}"),
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// The declared state.
pub(super) fn state(console: &mut Console, loaded: &LoadedGame) -> Done<()> {
    let rules = loaded.game.rules();
    if rules.cells.is_empty() {
        return Ok(());
    }
    console.line("\nState")?;
    let widest = rules.cells.keys().map(|n| n.width()).max().unwrap_or(0);
    for (name, cell) in &rules.cells {
        let space = " ".repeat(widest - name.width());
        console.line(format_args!("  {name}{space}  {}", describe(loaded, cell)))?;
    }
    Ok(())
}

fn describe(loaded: &LoadedGame, cell: &Cell) -> String {
    let kinds = &loaded.game.rules().kinds;
    if let Per::Stock(men) = &cell.per {
        let names: Vec<&str> = men.iter().map(|k| loaded.game.kind_name(*k)).collect();
        return format!("men off the board for each player: {}", names.join(", "));
    }
    let ty = match cell.ty {
        CellType::Flag => "flag".to_owned(),
        CellType::Number { low, high } => format!("{low}..{high}"),
        CellType::Squares => "squares".to_owned(),
    };
    let per = match &cell.per {
        Per::Game | Per::Stock(_) => String::new(),
        Per::Player => " per player".to_owned(),
        Per::Square => " per square".to_owned(),
        Per::Man(men) if men.len() == kinds.len() => " per man".to_owned(),
        Per::Man(men) => {
            let names = men.iter().filter_map(|k| kinds.get_index(k.0.into()));
            format!(" per {}", names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "))
        }
    };
    let start = match cell.ty {
        CellType::Flag if cell.start != 0 => "yes".to_owned(),
        CellType::Flag => "no".to_owned(),
        CellType::Number { .. } => cell.start.to_string(),
        CellType::Squares => "none".to_owned(),
    };
    let life = match cell.life {
        Life::State => "part of a position's identity",
        Life::Mark => "until the next player has moved",
        Life::Memory => "no part of a position's identity",
    };
    format!("{ty}{per}, at first {start}; {life}")
}

/// The ends in the order in which they are asked for.
pub(super) fn ends(console: &mut Console, loaded: &LoadedGame) -> Done<()> {
    let rules = loaded.game.rules();
    console.line("\nEnds, the first that holds after a move decides for the player who made it")?;
    let widest = rules.ends.iter().map(|end| end.name.width()).max().unwrap_or(0);
    for (i, end) in rules.ends.iter().enumerate() {
        let space = " ".repeat(widest - end.name.width());
        let head = format!("  {:>2}. {}{space}  {:<5}", i + 1, end.name, result(&end.result));
        let sources = paragraph(&sources(&end.sources), &" ".repeat(head.width() + 2), WIDTH);
        console.line(format!("{head}  {}", sources.trim()).trim_end())?;
    }
    Ok(())
}

/// An end's result for the player who moved.
pub(super) fn result(result: &EndResult) -> String {
    match result {
        EndResult::Win => "win".to_owned(),
        EndResult::Lose => "loss".to_owned(),
        EndResult::Draw => "draw".to_owned(),
        EndResult::Score(points, of) => format!("{points}/{of}"),
        EndResult::Share(_) => "share".to_owned(),
    }
}

/// The options with their values.
pub(super) fn options(console: &mut Console, loaded: &LoadedGame) -> Done<()> {
    let options = &loaded.game.rules().options;
    if options.is_empty() {
        return Ok(());
    }
    console.line("\nOptions, the chosen value in brackets")?;
    let widest = options.keys().map(|n| n.width()).max().unwrap_or(0);
    for (name, choice) in options {
        let values = choice.values.iter().map(|(value, cited)| {
            let default = if *value == choice.default { "default" } else { "" };
            let remarks =
                [default.to_owned(), sources(cited)].into_iter().filter(|r| !r.is_empty());
            let remarks = remarks.collect::<Vec<_>>().join("; ");
            let shown = if *value == choice.chosen { format!("[{value}]") } else { value.clone() };
            if remarks.is_empty() { shown } else { format!("{shown} ({remarks})") }
        });
        let gloss = choice.gloss.as_ref().map(|gloss| format!("{gloss}: ")).unwrap_or_default();
        let values = gloss + &values.collect::<Vec<_>>().join(" | ");
        let indent = " ".repeat(widest + 4);
        let text = paragraph(&values, &indent, WIDTH);
        let text = text.trim_start();
        console.text(format_args!("  {name}{}  {text}", " ".repeat(widest - name.width())))?;
    }
    Ok(())
}
