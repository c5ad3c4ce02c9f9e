//! What is said about a position: the object that other programs read, and the same in words.

use chator::interpreter::Score;
use chator::rules::PlayerId;
use chator::{Game, Outcome, Position};
use serde_json::{Value, json};

/// `{"fen", "moves", "check", "outcome"}`, the moves sorted.
pub(crate) fn object(position: &Position) -> Value {
    json!({
        "fen": position.text(),
        "moves": sorted_moves(position),
        "check": position.in_check(),
        "outcome": outcome(position.game(), position.outcome().as_ref()),
    })
}

/// `null`, or `{"winner", "reason"}`; where the point is shared unevenly also `"scores"`, by
/// player, each as `"3/4"`.
pub(crate) fn outcome(game: &Game, outcome: Option<&Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| {
        let mut value = json!({
            "winner": outcome.winner().map(|player| game.player_name(player)),
            "reason": outcome.by(),
        });
        let players: Vec<PlayerId> =
            (0..game.rules().players.len()).map(|i| PlayerId(i as u8)).collect();
        let shares: Vec<Score> = players.iter().map(|&p| outcome.score(p)).collect();
        let even = shares.windows(2).all(|pair| pair[0] == pair[1]);
        if outcome.winner().is_none() && !even {
            let scores = players.iter().zip(shares).map(|(&player, share)| {
                let text = format!("{}/{}", share.points, share.of);
                (game.player_name(player).to_owned(), Value::String(text))
            });
            value["scores"] = Value::Object(scores.collect());
        }
        value
    })
}

/// The texts of all legal moves, sorted.
pub(crate) fn sorted_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_texts().into_iter().map(|(_, t)| t).collect();
    moves.sort_unstable();
    moves
}

/// The same facts as lines for people.
pub(crate) fn lines(position: &Position) -> String {
    let moves = sorted_moves(position);
    let state = if let Some(outcome) = position.outcome() {
        outcome.to_string()
    } else {
        let check = if position.in_check() { ", in check" } else { "" };
        let player = position.game().player_name(position.to_move());
        let plural = if moves.len() == 1 { "" } else { "s" };
        format!("{player} to move{check}: {} move{plural}", moves.len())
    };
    let mut lines = vec![position.text(), state];
    if !moves.is_empty() {
        lines.push(columns(&moves, 80));
    }
    lines.join("\n")
}

/// Words in columns, row by row.
pub(crate) fn columns(words: &[String], width: usize) -> String {
    let cell = words.iter().map(|w| w.chars().count()).max().unwrap_or(0) + 2;
    let per_row = ((width + 2) / cell).max(1);
    let rows = words.chunks(per_row).map(|row| {
        let cells: Vec<String> = row.iter().map(|w| format!("{w:<0$}", cell - 2)).collect();
        cells.join("  ").trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}
