//! The solver against plain looking at everything, also where the line of play matters.

mod common;

use chator_agents::chance::Chance;
use chator_agents::solver::{Proof, forced_win, wins_within};
use chator_agents::{Budget, Stop};
use chator_interpreter::{Game, Position};
use chator_rules::PlayerId;
use common::game;

/// A king and a rook hunt a king; a position that comes again ends the game.
fn hunt(again: &str) -> Game {
    game(&format!(
        "game \"Hunt\"\n\
         board grid 4 x 3\n\
         players White north, Black south\n\
         start \"3k/4/KR2\"\n\
         piece king K royal: step any\n\
         piece rook R: slide orthogonal up to 2\n\
         bans {{\n  exposed: when own in check\n}}\n\
         ends {{\n\
           mate: win when enemy in check and enemy stuck\n\
           stale: draw when enemy stuck\n\
           again: {again} when occurrences >= 2\n\
         }}\n",
    ))
}

/// Is it won within so many own moves? Nothing is remembered, nothing is sorted.
fn wins(position: &Position, own: PlayerId, moves: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(own);
    }
    let own_turn = position.to_move() == own;
    if own_turn && moves == 0 {
        return false;
    }
    let left = moves - u32::from(own_turn);
    let legal = position.legal_moves();
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        wins(&next, own, left)
    };
    let mut legal = legal.into_iter().peekable();
    legal.peek().is_some() && if own_turn { legal.any(after) } else { legal.all(after) }
}

#[test]
fn proofs_agree_with_looking_at_everything() {
    let mut chance = Chance::new(7);
    for again in ["draw", "win", "lose"] {
        let game = hunt(again);
        let mut won = [0; 4];
        for number in 0..60 {
            // With some moves behind it, so that positions may come again.
            let mut position = game.start();
            for _ in 0..3 + number % 8 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let before = position.clone();
                position.play(moves[chance.below(moves.len())]);
                if position.outcome().is_some() {
                    position = before;
                    break;
                }
            }
            let own = position.to_move();
            let shortest = (1..=3).find(|&moves| wins(&position, own, moves));
            let (proof, _) = forced_win(&position, 3, Budget::default(), Stop::default());
            let found = match &proof {
                Proof::Won(win) => Some(win.moves),
                _ => None,
            };
            assert_eq!(found, shortest, "{again}: {}", position.text());
            won[shortest.unwrap_or(0) as usize] += 1;
            if let Proof::Won(win) = proof {
                let mut end = position.clone();
                win.line.iter().for_each(|&mv| end.play(mv));
                assert_eq!(end.outcome(), Some(win.outcome), "{again}: {}", position.text());
                // The others may lose by a move of their own.
                let plies = win.line.len() as u32;
                assert!(plies == win.moves * 2 - 1 || again == "lose" && plies == win.moves * 2);
            }
            let other = game.rules().players.len() as u8 - 1 - own.0;
            let other = PlayerId(other);
            let expected = (0..=2).any(|moves| wins(&position, other, moves));
            let found = wins_within(&position, other, 2, Budget::default());
            assert_eq!(found, Some(expected), "{again}: {}", position.text());
        }
        assert!(won.iter().all(|&count| count > 0), "{again}: {won:?}");
    }
}
