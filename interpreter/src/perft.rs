//! Counting the lines of play.

use crate::compiled::compiled;
use crate::position::Position;

/// How many lines of `depth` plies start here. A finished game has none of one ply or more.
pub fn perft(position: &Position, depth: u32) -> u64 {
    compiled!(
        position.game(),
        position.boards(),
        |program, pair| position.line(program, pair).count(depth),
        count(&mut position.clone(), depth)
    )
}

/// The same for each legal move by itself, in the order of
/// [`legal_moves`](Position::legal_moves). Empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(String, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut position = position.clone();
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(|&mv| position.notate(mv)).collect();
    let counts = moves.into_iter().map(|mv| {
        let undo = position.make(mv);
        let lines = perft(&position, rest);
        position.unmake(undo);
        lines
    });
    texts.into_iter().zip(counts).collect()
}

fn count(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut lines = 0;
    for mv in moves {
        let undo = position.make(mv);
        lines += count(position, depth - 1);
        position.unmake(undo);
    }
    lines
}
