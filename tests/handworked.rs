//! Positions worked out by hand from the rules, each with its reason, for games and readings that
//! no independent program plays: `tests/handworked/GAME.json`.

use std::fs;
use std::path::Path;

use chator::Position;
use serde_json::Value;

/// What the program says to a question.
fn answer(position: &Position, question: &str) -> String {
    let notate = |mv: &chator::Move| position.notate(*mv);
    let moves: Vec<String> = position.legal_moves().iter().map(notate).collect();
    match question {
        "all" => sorted(moves.iter().map(String::as_str)),
        "board" => position.text().split(' ').next().unwrap_or("").to_owned(),
        "text" => position.text(),
        "turn" => position.text().split(' ').nth(1).unwrap_or("").to_owned(),
        "outcome" => position.outcome().map_or("none".to_owned(), |outcome| outcome.to_string()),
        _ => {
            let square = question.strip_prefix("moves of ").expect("a known question");
            sorted(moves.iter().filter_map(|mv| mv.strip_prefix(square)))
        }
    }
}

fn sorted<'m>(words: impl Iterator<Item = &'m str>) -> String {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words.join(" ")
}

#[test]
fn hand_worked_positions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/handworked");
    let mut run = 0;
    for entry in fs::read_dir(folder).expect("the folder").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a file");
        let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
        for case in cases {
            let id = case["game"].as_str().unwrap_or(&name);
            let at = format!("{name} {}: {}", case["id"], case["why"]);
            let game = chator::load(id).unwrap_or_else(|e| panic!("{at}: {e}")).game;
            let mut position = match case["position"].as_str() {
                Some(text) => game.position(text).unwrap_or_else(|e| panic!("{at}: {e}")),
                None => game.start(),
            };
            for text in case["play"].as_array().into_iter().flatten() {
                let text = text.as_str().expect("a move");
                let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{at}: {text}: {e}"));
                position.play(mv);
            }
            let question = case["ask"].as_str().expect("a question");
            assert_eq!(answer(&position, question), case["expect"].as_str().expect("text"), "{at}");
            run += 1;
        }
    }
    assert!(run >= 10, "only {run} positions");
}
