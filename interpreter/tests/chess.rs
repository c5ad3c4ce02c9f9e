//! Counts of lines known from elsewhere, on rules built by hand.

mod fixture;

use chator_interpreter::{Position, divide, perft};
use fixture::chess;

fn at(text: &str) -> Position {
    chess().position(text).unwrap()
}

#[test]
fn start_counts() {
    let start = chess().start();
    assert_eq!(start.text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!([0, 1, 2, 3].map(|d| perft(&start, d)), [1, 20, 400, 8902]);
    assert_eq!(divide(&start, 2).iter().map(|line| line.1).sum::<u64>(), 400);
}

/// Positions and counts of the Chess Programming Wiki, "Perft Results".
#[test]
fn middle_game_counts() {
    let kiwipete = at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!([1, 2, 3].map(|d| perft(&kiwipete, d)), [48, 2039, 97862]);
    let third = at("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    assert_eq!([1, 2, 3, 4].map(|d| perft(&third, d)), [14, 191, 2812, 43238]);
    let fourth = at("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    assert_eq!([1, 2, 3].map(|d| perft(&fourth, d)), [6, 264, 9467]);
    let fifth = at("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8");
    assert_eq!([1, 2].map(|d| perft(&fifth, d)), [44, 1486]);
}
