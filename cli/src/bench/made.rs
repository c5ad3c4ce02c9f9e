//! Rule files made to be measured: an army on a square board, men and kinds as many as asked for.

use std::fmt::Write;

/// A game to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Files, and as many ranks: a multiple of 4. Each army fills a quarter of the ranks, so
    /// half of the board is full at the start.
    pub(crate) files: u32,
    /// Kinds of men beside the royal one and the walkers of the front rank.
    pub(crate) kinds: u32,
}

/// Letters of the royal man and of the walkers.
const ROYAL: &str = "Z";
const WALKER: &str = "Y";

/// Leaps of like reach: each has eight targets in the open.
const LEAPS: [(u32, u32); 8] = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 3), (4, 2), (5, 1), (5, 2)];

impl Plan {
    /// The rule file.
    pub(crate) fn text(self) -> String {
        let Plan { files, kinds } = self;
        let mut text = format!(
            "game \"{kinds} kinds on {files} x {files}\"\n\
             about \"Made to be measured.\"\n\
             board grid {files} x {files}\n\
             players White north, Black south\n\
             start \"{}\"\n\
             use halfmove-clock(100, walker)\n\
             piece chief {ROYAL} royal: step any\n\
             piece walker {WALKER} {{ march: step forward to empty; take: step forward-diagonal to enemy }}\n",
            self.start()
        );
        for kind in 0..kinds {
            // A `String` takes all that is written.
            let _ = writeln!(text, "piece kind-{kind} {}: {}", letter(kind), motion(kind));
        }
        text.push_str(
            "ends {\n  use checkmate-wins\n  use stalemate-draws\n  use repetition(3)\n  \
             use move-limit(100)\n}\n",
        );
        text
    }

    /// The men: the royal one in the middle of the rear rank, kind after kind around and before
    /// him, walkers in front.
    fn start(self) -> String {
        let Plan { files, kinds } = self;
        let mut ranks: Vec<Vec<String>> = Vec::new();
        let mut next = 0;
        for rank in 0..files / 4 {
            let men = (0..files).map(|file| {
                if rank + 1 == files / 4 {
                    WALKER.to_owned()
                } else if rank == 0 && file == files / 2 {
                    ROYAL.to_owned()
                } else {
                    next += 1;
                    letter((next - 1) % kinds)
                }
            });
            ranks.push(men.collect());
        }
        let own = ranks.iter().map(|men| men.concat());
        let empty = std::iter::repeat_n(files.to_string(), (files / 2) as usize);
        let enemy = ranks.iter().map(|men| men.concat().to_lowercase());
        let rows: Vec<String> = enemy.chain(empty).chain(own.rev()).collect();
        rows.join("/")
    }
}

/// `A` to `X`, then `+A` to `+X`.
fn letter(kind: u32) -> String {
    let letter = char::from(b'A' + (kind % 24) as u8);
    if kind < 24 { letter.to_string() } else { format!("+{letter}") }
}

/// Kinds come in fours, two that leap and two that slide, so that the share of each sort, and
/// with it the number of moves, stays about the same however many kinds there are.
fn motion(kind: u32) -> String {
    let four = kind / 4;
    let (long, short) = LEAPS[four as usize % LEAPS.len()];
    // The first two slide as far as they like.
    let reach = if four == 0 { String::new() } else { format!(" up to {}", four + 3) };
    match kind % 4 {
        0 => format!("leap {long}:{short}"),
        1 => format!("slide orthogonal{reach}"),
        2 => format!("slide diagonal{reach}"),
        _ => format!("ride {long}:{short} any up to 2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_is_a_game_of_half_a_board_of_men() {
        for (files, kinds) in [(8, 4), (12, 4), (16, 4), (24, 4), (16, 8), (16, 16), (16, 32)] {
            let plan = Plan { files, kinds };
            let made = chator::load_text("made", "made", &plan.text(), &[])
                .unwrap_or_else(|error| panic!("{error}\n{}", plan.text()));
            let start = made.game.start();
            assert_eq!(start.pieces().count() as u32, files * files / 2);
            assert_eq!(made.game.rules().kinds.len() as u32, kinds + 2);
            assert!(start.has_legal_move());
        }
    }
}
