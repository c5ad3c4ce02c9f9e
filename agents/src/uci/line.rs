//! A line of play as engines read it.
//!
//! Our texts say more than a FEN and a coordinate move can. What an engine has no word for is left
//! out of a position; after a move that it has no word for, the line begins anew.

use chator_interpreter::{Move, Position};

use crate::agent::Course;

/// The fields of a FEN behind board and side, as they are if there is nothing to tell.
const EMPTY_FIELDS: &str = "- - 0 1";

/// `position …`: from the start of the game if the line begins there, so that the engine needs
/// not agree with us about its text.
pub(super) fn position_command(course: &Course<'_>) -> String {
    let mut here = course.start.clone();
    let usual = here.game().start().text();
    let mut root = if here.text() == usual { "startpos".to_owned() } else { fen_root(&here) };
    let mut moves: Vec<String> = Vec::new();
    for &mv in course.moves {
        let before = here.clone();
        here.play(mv);
        if let Some(text) = move_text(&before, mv, &here) {
            moves.push(text);
        } else {
            root = fen_root(&here);
            moves.clear();
        }
    }
    if moves.is_empty() {
        format!("position {root}")
    } else {
        format!("position {root} moves {}", moves.join(" "))
    }
}

fn fen_root(position: &Position) -> String {
    format!("fen {}", fen(&position.text()))
}

/// A position text without the `name=value` that only we read, and with the fields that every
/// FEN has.
fn fen(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.contains('=')).collect();
    let text = words.join(" ");
    if words.len() == 2 { format!("{text} {EMPTY_FIELDS}") } else { text }
}

/// A move's text without a label, if there is such a text: where the label is left out another
/// move is meant, so that one has to lead to the same FEN.
fn move_text(before: &Position, mv: Move, after: &Position) -> Option<String> {
    let text = before.notate(mv);
    // The first `@` of a man from beside the board belongs to his text.
    let from = if mv.origin().is_none() { text.find('@').map_or(0, |at| at + 1) } else { 0 };
    let Some(at) = text[from..].find('@') else { return Some(text) };
    let plain = &text[..from + at];
    let (other, _) = before.legal_texts().into_iter().find(|(_, text)| text == plain)?;
    let mut next = before.clone();
    next.play(other);
    (fen(&next.text()) == fen(&after.text())).then(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::fen;

    #[test]
    fn a_fen_has_six_fields_and_no_names() {
        assert_eq!(fen("4k3/8/8/4K3 w"), "4k3/8/8/4K3 w - - 0 1");
        assert_eq!(fen("k2/3/2K b count=12 again=yes"), "k2/3/2K b - - 0 1");
        assert_eq!(fen("k2/3/2K w KQ - 3 9 runs=w:1,b:2"), "k2/3/2K w KQ - 3 9");
    }
}
