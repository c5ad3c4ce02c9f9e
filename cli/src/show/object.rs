//! `show` for programs.

use chator::LoadedGame;
use chator::interpreter::KindId;
use chator::rules::{CellType, Life, Per};
use serde_json::{Map, Value, json};

use super::diagram;
use super::words::{result, sources};

/// Everything that `show` says.
pub(super) fn object(loaded: &LoadedGame) -> Value {
    let game = &loaded.game;
    let rules = game.rules();
    let geometry = game.geometry();
    let players = rules.players.iter().map(|(name, player)| {
        json!({
            "name": name,
            "forward": geometry.directions.get(usize::from(player.forward)),
        })
    });
    let options: Map<String, Value> = rules
        .options
        .iter()
        .map(|(name, choice)| {
            let cited =
                choice.values.iter().map(|(value, cited)| (value.clone(), json!(sources(cited))));
            let choice = json!({
                "gloss": choice.gloss,
                "values": choice.values.keys().collect::<Vec<_>>(),
                "sources": cited.collect::<Map<_, _>>(),
                "default": choice.default,
                "chosen": choice.chosen,
            });
            (name.clone(), choice)
        })
        .collect();
    let ends = rules.ends.iter().map(|end| {
        json!({
            "name": end.name, "result": result(&end.result), "sources": sources(&end.sources),
        })
    });
    let pieces = rules.kinds.iter().enumerate().map(|(i, (name, kind))| {
        let diagrams = diagram::of_kind(game, KindId(i as u16));
        let players = kind.players.iter().map(|&player| game.player_name(player));
        json!({
            "name": name,
            "letter": kind.letter,
            "gloss": kind.gloss,
            "royal": kind.royal,
            "neutral": kind.neutral,
            "players": players.collect::<Vec<_>>(),
            "moves": diagrams.iter().map(|d| d.object(game)).collect::<Vec<_>>(),
        })
    });
    json!({
        "id": loaded.id,
        "title": rules.title,
        "about": rules.about,
        "fingerprint": game.fingerprint(),
        "files": geometry.files,
        "ranks": geometry.ranks,
        "players": players.collect::<Vec<_>>(),
        "start": game.start().text(),
        "pieces": pieces.collect::<Vec<_>>(),
        "state": state(loaded),
        "ends": ends.collect::<Vec<_>>(),
        "options": options,
    })
}

fn state(loaded: &LoadedGame) -> Value {
    let rules = loaded.game.rules();
    let cells = rules.cells.iter().map(|(name, cell)| {
        json!({
            "name": name,
            "type": match (cell.ty, &cell.per) {
                (_, Per::Stock(kinds)) => {
                    let men: Vec<&str> = kinds.iter().map(|k| loaded.game.kind_name(*k)).collect();
                    json!({ "men": men })
                }
                (CellType::Flag, _) => json!("flag"),
                (CellType::Squares, _) => json!("squares"),
                (CellType::Number { low, high }, _) => json!([low, high]),
            },
            "per": match &cell.per {
                Per::Game => json!("game"),
                Per::Player | Per::Stock(_) => json!("player"),
                Per::Square => json!("square"),
                Per::Man(kinds) => kinds.iter().map(|k| loaded.game.kind_name(*k)).collect(),
            },
            "life": match cell.life {
                Life::State => "state",
                Life::Mark => "mark",
                Life::Memory => "memory",
            },
            "start": match cell.ty {
                CellType::Flag => json!(cell.start != 0),
                CellType::Number { .. } => json!(cell.start),
                CellType::Squares => json!([]),
            },
        })
    });
    cells.collect()
}
