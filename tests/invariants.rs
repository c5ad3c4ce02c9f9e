//! What must hold in every position of every game, tried on seeded random play.

use std::collections::BTreeSet;

use chator::rules::Library;
use chator::{BuiltIn, Game, Move, Position};

/// A small generator of its own, so that the lines stay the same whatever the agents use.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }
}

fn games() -> Vec<(String, Game)> {
    let mut requests = BuiltIn.ids();
    requests.extend(
        [
            "chaturangaplus[white=plus]",
            "shatar[rules=im1997,promo=step-back]",
            "shatar[horse-mate=illegal]",
            "makruk[count=automatic]",
        ]
        .map(str::to_owned),
    );
    requests
        .into_iter()
        .map(|id| {
            let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
            (id, game)
        })
        .collect()
}

/// All that a position shows.
fn picture(position: &Position) -> (String, u64, u32, Vec<String>, Option<String>, u32, Vec<i32>) {
    let moves = position.legal_texts().into_iter().map(|(_, text)| text).collect();
    let cells = position.game().rules().cells.len();
    let texts: Vec<i32> = (0..cells)
        .map(|c| {
            let text = position.cell_text(chator::rules::CellId(c as u16));
            text.bytes().fold(7, |sum: i32, b| sum.wrapping_mul(31).wrapping_add(b.into()))
        })
        .collect();
    (
        position.text(),
        position.key(),
        position.occurrences(),
        moves,
        position.outcome().map(|o| o.to_string()),
        position.ply(),
        texts,
    )
}

/// Where a man is put on any square by choice there are very many moves, and fewer plies must do.
fn many(moves: &[Move], ply: usize) -> bool {
    moves.len() > 400 && ply > 6
}

#[test]
fn undo_restores_everything() {
    for (id, game) in games() {
        for seed in 0..3 {
            let mut dice = Dice(seed);
            let mut position = game.start();
            let mut undone = Vec::new();
            for ply in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() || many(&moves, ply) {
                    break;
                }
                undone.push((picture(&position), moves[dice.roll(moves.len())]));
                let mv = undone[undone.len() - 1].1;
                // Make, unmake, make again: the second time must be like the first.
                let undo = position.make(mv);
                let after = picture(&position);
                position.unmake(undo);
                assert_eq!(picture(&position), undone[undone.len() - 1].0, "{id} seed {seed}");
                position.play(mv);
                assert_eq!(picture(&position), after, "{id} seed {seed}");
            }
            let mut again = game.start();
            let mut undos = Vec::new();
            for (_, mv) in &undone {
                undos.push(again.make(*mv));
            }
            for (before, _) in undone.iter().rev() {
                again.unmake(undos.pop().expect("one for each move"));
                assert_eq!(picture(&again), *before, "{id} seed {seed}");
            }
        }
    }
}

#[test]
fn texts_go_round() {
    for (id, game) in games() {
        let mut dice = Dice(11);
        let mut position = game.start();
        for ply in 0..150 {
            let moves = position.legal_moves();
            if many(&moves, ply) {
                break;
            }
            let texts = position.legal_texts();
            assert!(texts.iter().map(|(mv, _)| mv).eq(moves.iter()), "{id}");
            let mut seen = BTreeSet::new();
            for (_, text) in &texts {
                assert!(seen.insert(text), "{id}: two moves read the same in {}", position.text());
            }
            // Where a man is put on a square by choice there are very many.
            for mv in moves.iter().step_by(1 + moves.len() / 100) {
                let text = position.notate(*mv);
                let again =
                    position.parse_move(&text).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
                assert_eq!(again, *mv, "{id}: {text}");
                assert!(position.is_legal(*mv), "{id}: {text}");
            }
            let text = position.text();
            let again = game.position(&text).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
            assert_eq!(again.text(), text, "{id}");
            assert_eq!(again.key(), position.key(), "{id}: {text}");
            if position.outcome().is_some() {
                break;
            }
            let moves_again: Vec<Move> = again.legal_moves().iter().copied().collect();
            assert_eq!(moves_again, moves.to_vec(), "{id}: {text}");
            position.play(moves[dice.roll(moves.len())]);
        }
    }
}

#[test]
fn a_trace_names_the_clause_and_a_ban_is_named() {
    let game = chator::load("chess").expect("chess").game;
    let position = game.position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").expect("a position");
    let trace = position.trace(position.parse_move("e1d1").expect("legal"));
    assert_eq!(trace.clause, "king.step");
    let illegal = position.explain_illegal("e2c3").expect("a ban");
    assert_eq!(
        (illegal.clause.as_str(), illegal.banned_by.as_str()),
        ("knight.leap", "bans.exposed")
    );
    for (id, game) in games() {
        let position = game.start();
        for mv in &position.legal_moves() {
            let trace = position.trace(*mv);
            assert!(game.rules().clauses.iter().any(|c| c.name == trace.clause), "{id}");
        }
    }
}
