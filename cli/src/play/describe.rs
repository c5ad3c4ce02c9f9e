//! Words about a game in progress.

use chator::Position;
use chator::interpreter::{CellId, PlayerId};
use serde_json::{Value, json};

use crate::letters::Letters;
use crate::play::session::{Ending, Session};

/// What stands beside the board: who moves, the running state, who took whom.
pub(crate) fn side_notes(session: &Session, letters: &Letters) -> Vec<String> {
    let now = session.now();
    let mut notes = Vec::new();
    if session.ending().is_none() {
        let player = now.game().player_name(now.to_move());
        let check = if now.in_check() { ", in check" } else { "" };
        notes.push(format!("{player} to move{check}"));
    }
    notes.extend(
        running_state(session)
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.as_str().unwrap_or_default())),
    );
    for (player, men) in captured(now, letters) {
        let men: Vec<&str> =
            men.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !men.is_empty() {
            notes.push(format!("{player} took {}", men.join(" ")));
        }
    }
    notes
}

/// Declared state that is not as at the start of the game.
pub(crate) fn running_state(session: &Session) -> Vec<(String, Value)> {
    let now = session.now();
    let usual = now.game().start();
    let cells = now.game().rules().cells.keys().enumerate();
    cells
        .map(|(i, name)| (name, CellId(i as u16)))
        .filter(|(_, cell)| now.cell_text(*cell) != usual.cell_text(*cell))
        .map(|(name, cell)| (name.clone(), json!(now.cell_text(cell))))
        .collect()
}

/// The men that each player took, in order.
pub(crate) fn captured(now: &Position, letters: &Letters) -> Vec<(String, Value)> {
    let players = now.game().rules().players.keys().enumerate();
    players
        .map(|(i, name)| {
            let men = now.captured_by(PlayerId(i as u8));
            let men: Vec<&str> = men.iter().map(|&man| letters.get(man)).collect();
            (name.clone(), json!(men))
        })
        .collect()
}

/// Who won, if anybody did.
pub(crate) fn winner(session: &Session, ending: &Ending) -> Option<String> {
    let game = &session.loaded.game;
    let winner = match ending {
        Ending::Rule(outcome) => outcome.winner(),
        Ending::Resigned(player) if game.rules().players.len() == 2 => Some(PlayerId(1 - player.0)),
        _ => None,
    };
    winner.map(|player| game.player_name(player).to_owned())
}

/// How it ended, in a word for programs.
pub(crate) fn how(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rule(_) => "rule",
        Ending::Resigned(_) => "resigned",
        Ending::BrokenOff(_) => "broken-off",
        Ending::Stuck => "stuck",
    }
}

/// How it ended, in a sentence.
pub(crate) fn result(session: &Session, ending: &Ending) -> String {
    let game = &session.loaded.game;
    match ending {
        Ending::Rule(outcome) => {
            let text = outcome.to_string();
            let mut letters = text.chars();
            let first = letters.next().map(char::to_uppercase).into_iter().flatten();
            format!("{}{}.", first.collect::<String>(), letters.as_str())
        }
        Ending::Resigned(player) => {
            let player = game.player_name(*player);
            match winner(session, ending) {
                Some(winner) => format!("{player} resigns; {winner} wins."),
                None => format!("{player} resigns."),
            }
        }
        Ending::BrokenOff(plies) => format!("Broken off after {plies} plies."),
        Ending::Stuck => {
            let player = game.player_name(session.now().to_move());
            format!("{player} has no move, and no rule says what that means.")
        }
    }
}
