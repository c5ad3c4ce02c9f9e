//! `chator rules`: the rule book; beside another rule set, or only its sources.

mod bibliography;
mod compare;

use chator::LoadedGame;
use chator::rules::english::{Entry, Section, entries, head, line, page, tail, title};
use chator::study::bibliography::Bibliography;
use chator::study::diff::Statement;
use serde_json::{Value, json};

use crate::args::Rules;
use crate::console::Console;
use crate::game_arg::load;
use crate::report::{object, said};
use crate::verdict::{Done, Verdict};
use compare::Comparison;

pub(crate) fn run(console: &mut Console, args: &Rules) -> Done {
    let game = load(console, &args.game)?;
    let other = match &args.compare {
        Some(other) => Some(load(console, other)?),
        None => None,
    };
    let comparison = other.as_ref().map(|other| Comparison::new(&game, other));
    let sources = args.sources.then(|| Bibliography::of(&game.loaded));
    if args.json {
        console.json(&data(&game, comparison.as_ref(), sources.as_ref()))?;
        return Ok(Verdict::Yes);
    }
    let rules = game.game.rules();
    let mut out = head(rules);
    match (&comparison, &sources) {
        (Some(comparison), _) => {
            out += &comparison.remark();
            out += &page(&comparison.lines());
            out += &tail(rules);
            out += &comparison.tail();
        }
        (None, Some(_)) => {}
        (None, None) => {
            let lines: Vec<_> =
                entries(rules).iter().map(|entry| (entry.section, line(entry, "", ""))).collect();
            out += &(page(&lines) + &tail(rules));
        }
    }
    if let Some(sources) = &sources {
        out += &bibliography::text(sources);
    }
    console.line(out.trim_end())?;
    Ok(Verdict::Yes)
}

/// The book as an object.
fn data(
    game: &LoadedGame,
    comparison: Option<&Comparison<'_>>,
    sources: Option<&Bibliography>,
) -> Value {
    let rules = game.game.rules();
    let mut data = object(game);
    data["about"] = json!(rules.about);
    data["works"] = json!(rules.works);
    data["entries"] = match comparison {
        Some(comparison) => comparison.entries(),
        None => entries(rules).into_iter().map(|entry| entry_data(game, entry)).collect(),
    };
    if let Some(comparison) = comparison {
        data["compared_with"] = object(comparison.other);
    }
    if let Some(sources) = sources {
        data["bibliography"] = bibliography::data(sources);
    }
    data
}

/// An entry of the book of a game as an object.
fn entry_data(game: &LoadedGame, entry: Entry) -> Value {
    let section = title(entry.section);
    let kinds = &game.game.rules().kinds;
    let piece = match entry.section {
        Section::Piece(kind) => kinds.get_index(usize::from(kind.0)).map(|(name, _)| name),
        _ => None,
    };
    let mut data = json!({ "section": section, "piece": piece });
    let statement = Statement::of(&game.loaded, entry);
    if let (Value::Object(data), Value::Object(said)) = (&mut data, said(&statement)) {
        data.extend(said);
    }
    data
}
