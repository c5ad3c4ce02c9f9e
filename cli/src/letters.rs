//! How men are drawn: by the letters of the rule file, or by plain ones where only those will do.

use chator::Game;
use chator::interpreter::{KindId, Piece, PlayerId};

/// The letters of a game's men.
pub(crate) struct Letters {
    /// By player, then by kind.
    by_player: Vec<Vec<String>>,
    /// Those of men who are nobody's, by kind.
    neutral: Vec<String>,
    /// What stands for what, where the file's letters could not be used.
    pub(crate) legend: Vec<(String, String)>,
}

impl Letters {
    /// The letters of the file; with `ascii`, plain ones in place of all that are not.
    pub(crate) fn of(game: &Game, ascii: bool) -> Letters {
        let kinds = &game.rules().kinds;
        let mut bases: Vec<String> = kinds.values().map(|k| k.letter.clone()).collect();
        let mut legend = Vec::new();
        for (i, name) in kinds.keys().enumerate() {
            if ascii && !bases[i].is_ascii() {
                let plain = substitute(name, &bases);
                legend.push((plain.clone(), name.clone()));
                bases[i] = plain;
            }
        }
        let replaced = |i: usize| kinds[i].letter != bases[i];
        let by_player = (0..game.rules().players.len()).map(|player| {
            let letter = |i: usize| {
                if replaced(i) {
                    cased(&bases[i], player)
                } else {
                    game.letter(PlayerId(player as u8), KindId(i as u16))
                }
            };
            (0..kinds.len()).map(letter).collect()
        });
        let by_player = by_player.collect();
        Letters { by_player, neutral: bases, legend }
    }

    /// A man's letter.
    pub(crate) fn get(&self, piece: Piece) -> &str {
        let letters = match piece.player {
            PlayerId::NOBODY => &self.neutral,
            player => &self.by_player[usize::from(player.0)],
        };
        &letters[usize::from(piece.kind.0)]
    }
}

/// A letter that no other kind has: of the kind's name if it has a plain one, else any.
fn substitute(name: &str, taken: &[String]) -> String {
    let free = |c: &char| !taken.iter().any(|t| t.eq_ignore_ascii_case(&c.to_string()));
    name.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .chain('A'..='Z')
        .find(free)
        .map_or_else(|| format!("X{}", taken.len()), String::from)
}

/// The first player in capitals, the second in small letters, later ones with a mark.
fn cased(letter: &str, player: usize) -> String {
    let text = if player.is_multiple_of(2) { letter.to_uppercase() } else { letter.to_lowercase() };
    text + &"'".repeat(player / 2)
}
