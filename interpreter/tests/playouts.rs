//! What must hold in every position of random play.

mod fixture;

use std::ops::ControlFlow::Continue;

use chator_interpreter::{Game, Move, PlayerId, Position, Undo};
use chator_rules::{Cond, PlayerRef, Subject};
use fixture::{Dice, chess, rules};

/// Chess with an offer that nothing forbids, so that moves carry labels.
fn chess_with_offers() -> Game {
    let mut rules = rules();
    let cell = chator_rules::CellId(rules.cells.len() as u16);
    let declared = chator_rules::Cell {
        ty: chator_rules::CellType::Flag,
        per: chator_rules::Per::Player,
        life: chator_rules::Life::State,
        start: 1,
        letters: Vec::new(),
        sources: Vec::new(),
    };
    rules.cells.insert("hope".to_owned(), declared);
    let hopes = Cond::Flag(cell, Subject::Own);
    let give_up = fixture::flag(cell, Subject::Own, false);
    let take_away = fixture::flag(cell, Subject::Player(PlayerRef::Enemy), false);
    rules.offers = vec![
        fixture::offer("resigned", vec![hopes.clone()], vec![give_up]),
        fixture::offer("gloomy", vec![hopes], vec![take_away]),
    ];
    Game::new(rules)
}

fn check(position: &Position) {
    let game = position.game();
    let moves = position.legal_moves();

    // The ways to list moves agree, and each move is legal.
    let mut streamed: Vec<Move> = Vec::new();
    position.for_each_legal(|mv| {
        streamed.push(mv);
        Continue(())
    });
    assert_eq!(streamed, moves.to_vec());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));

    // Texts of moves are unique and read back.
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.notate(mv)).collect();
    for (mv, text) in moves.iter().zip(&texts) {
        assert_eq!(position.parse_move(text).as_ref(), Ok(mv), "{text}");
    }
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{position:?}");

    // The text of a position reads back as the same position.
    let text = position.text();
    let read = game.position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.text(), text);
    assert_eq!(read.key(), position.key(), "{text}");
    if position.outcome().is_none() {
        assert_eq!(read.legal_moves(), moves, "{text}");
    }

    // Making and unmaking restores everything.
    let mut walked = position.clone();
    for mv in moves {
        let undo = walked.make(mv);
        assert_ne!(&walked, position);
        walked.unmake(undo);
        assert_eq!(&walked, position);
    }
}

fn play(game: &Game, seed: u64, plies: usize) {
    let mut dice = Dice(seed);
    let mut position = game.start();
    let mut line: Vec<(Position, Undo)> = Vec::new();
    for ply in 0..plies {
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.is_empty() {
            assert!(moves.is_empty());
            break;
        }
        if ply % 5 == 0 {
            check(&position);
        }
        let before = position.clone();
        let mv = moves[dice.below(moves.len())];
        let undo = position.make(mv);
        assert_eq!(position.last_move(), Some(mv));
        assert_eq!(position.ply() as usize, ply + 1);
        line.push((before, undo));
    }
    while let Some((before, undo)) = line.pop() {
        position.unmake(undo);
        assert_eq!(position, before);
        assert_eq!(position.outcome(), before.outcome());
        assert_eq!(position.key(), before.key());
    }
    assert_eq!(position, game.start());
}

#[test]
fn random_games_hold_together() {
    let game = chess();
    (1..=6).for_each(|seed| play(&game, seed, 160));
}

#[test]
fn random_games_with_offers_hold_together() {
    let game = chess_with_offers();
    (1..=3).for_each(|seed| play(&game, seed, 60));
}

#[test]
fn captured_men_are_remembered() {
    let mut position = chess().start();
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"] {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    let taken = |player| position.captured_by(PlayerId(player)).len();
    assert_eq!((taken(0), taken(1)), (1, 1));
    assert_eq!(position.captured_by(PlayerId(0))[0].player, PlayerId(1));
}

#[test]
fn repetition_is_counted_in_the_line() {
    let mut position = chess().start();
    for (i, text) in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(8).enumerate() {
        assert_eq!(position.outcome(), None, "{i}");
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    assert_eq!(position.occurrences(), 3);
    assert_eq!(position.earlier_occurrences(), [0, 4]);
    assert_eq!(position.outcome().unwrap().to_string(), "draw by ends.repetition");
    assert!(position.legal_moves().is_empty());
}
