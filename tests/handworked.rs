//! Positions worked out by hand from the rules, for games that no independent program answers for.
//!
//! Each file in `tests/handworked` is named after a game. A case is a position, moves to play first, a
//! question, the answer, and why. Questions: `count`, `countfrom e4` (how many legal moves), `moves of e4`
//! (where to), `moves` (all), `legal e2e4`, `illegal e2e4`, `check`, `empty` (are these squares empty), `result`
//! (`goes on`, or the outcome), `score NAME`, `side`, `value NAME`, `text`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chator::{Game, Position};
use serde_json::Value;

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split_whitespace().filter(|word| *word != "none");
    words.map(str::to_owned).collect()
}

/// The texts of the legal moves from a square, without its name.
fn targets(position: &Position, square: &str) -> BTreeSet<String> {
    let from = position.game().geometry().square(square).expect("a square");
    let moves = position.moves_from(from);
    moves.iter().map(|&mv| position.notate(mv)[square.len()..].to_owned()).collect()
}

fn reach(game: &Game, case: &Value, at: &str) -> Position {
    let text = case["position"].as_str().expect("a position");
    let mut position = match text {
        "start" => game.start(),
        text => game.position(text).unwrap_or_else(|e| panic!("{at}: {e}")),
    };
    for text in case["play"].as_str().unwrap_or_default().split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{at}: {e}"));
        position.play(mv);
    }
    position
}

fn answer(position: &Position, ask: &str, wanted: &str) -> String {
    let geometry = position.game().geometry();
    let sorted = |words: BTreeSet<String>| words.into_iter().collect::<Vec<_>>().join(" ");
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    match ask.split_once(' ').unwrap_or((ask, "")) {
        ("count", _) => position.legal_moves().len().to_string(),
        ("countfrom", square) => targets(position, square).len().to_string(),
        ("moves", "") => {
            sorted(position.legal_moves().iter().map(|&mv| position.notate(mv)).collect())
        }
        ("moves", of) => sorted(targets(position, of.trim_start_matches("of "))),
        ("legal", text) => yes(position.parse_move(text).is_ok()),
        ("check", _) => yes(position.in_check()),
        ("empty", _) => {
            let empty = |name: &String| {
                position.piece_at(geometry.square(name).expect("a square")).is_none()
            };
            sorted(words(wanted).into_iter().filter(empty).collect())
        }
        ("result", _) => {
            position.outcome().map_or_else(|| "goes on".to_owned(), |outcome| outcome.to_string())
        }
        ("score", name) => {
            let outcome = position.outcome().expect("the game is over");
            let number = position.game().rules().players.get_index_of(name).expect("a player");
            let score = outcome.score(chator::rules::PlayerId(number as u8));
            format!("{}/{}", score.points, score.of)
        }
        ("side", _) => position.game().player_name(position.to_move()).to_owned(),
        ("value", name) => {
            let cell = position.game().rules().cells.get_index_of(name).expect("a state");
            position.cell_text(chator::rules::CellId(cell as u16))
        }
        ("text", _) => position.text(),
        _ => panic!("unknown question {ask}"),
    }
}

fn check(game: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/handworked/{game}.json"));
    let text = fs::read_to_string(&path).expect("the cases");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let mut wrong = Vec::new();
    assert!(cases.len() >= 10, "{game}: {} cases", cases.len());
    for case in &cases {
        let at = format!("{game}: {}", case["id"].as_str().expect("an id"));
        let id = case["game"].as_str().unwrap_or(game);
        let request = format!("{id}{}", case["options"].as_str().unwrap_or_default());
        let loaded = chator::load(&request).unwrap_or_else(|e| panic!("{at}: {e}"));
        let position = reach(&loaded.game, case, &at);
        let (ask, wanted) =
            (case["ask"].as_str().expect("ask"), case["answer"].as_str().expect("an answer"));
        assert!(!case["why"].as_str().unwrap_or_default().is_empty(), "{at}: why?");
        let found = answer(&position, ask, wanted);
        let lists = matches!(ask.split(' ').next(), Some("moves" | "empty"));
        let same = if lists { words(&found) == words(wanted) } else { found == wanted };
        if !same {
            wrong.push(format!("{at}: {ask}\n  by hand {wanted}\n  found   {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn marseillais() {
    check("marseillais");
}

/// Readings of other games that are not the default; each case names its game.
#[test]
fn readings() {
    check("readings");
}

#[test]
fn chaturaji() {
    check("chaturaji");
}

#[test]
fn glinski() {
    check("glinski");
}

/// A number of `enemy` is the sum over all enemies, an effect means each of them, a condition one.
#[test]
fn enemies_of_three() {
    let text = "game \"Gold\"\n\
        board grid 3 x 3\n\
        players Red north, Green east, Blue south\n\
        start \"H'2/3/1Hh\"\n\
        piece digger H: step any to empty\n\
        state gold: 0..9 per player = 0\n\
        state poor: flag per player = no\n\
        robbed: after a move when gold of enemy = 5 and gold = 0 => poor of enemy = yes\n\
        ends {\n  rich: win when enemy (gold = 3) and poor of enemy\n  long: draw when occurrences >= 3\n}\n";
    let loaded = chator::load_text("gold", "gold.chator", text, &[]).expect("a game");
    let play = |state: &str| {
        let position = loaded.game.position(&format!("H'2/3/1Hh r {state}")).expect("a position");
        let mut position = position.clone();
        position.play(position.parse_move("b1a1").expect("a move"));
        position
    };
    // 2 and 3 are 5; both are poor then, and one of them has 3.
    let over = play("gold=g:2,b:3");
    assert_eq!(over.cell_text(chator::rules::CellId(1)), "gb");
    assert_eq!(over.outcome().expect("over").to_string(), "Red wins by ends.rich");
    assert!(play("gold=g:5,b:3").outcome().is_none());
    assert!(play("gold=g:1,b:4").outcome().is_none());
}
