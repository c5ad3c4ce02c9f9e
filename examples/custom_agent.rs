//! An agent of one's own: it takes whenever it can, else it plays the first move.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use chator::agents::{Agent, Random};
use chator::{Move, Position};

struct Greedy;

impl Agent for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn begin(&mut self, _seed: u64) {}

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let takes = moves.iter().find(|mv| position.piece_at(mv.target()).is_some());
        takes.or_else(|| moves.iter().next()).copied()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = chator::load("makruk")?.game;
    let mut position = game.start();
    let mut players: [Box<dyn Agent>; 2] = [Box::new(Greedy), Box::new(Random::with_seed(1))];
    while position.outcome().is_none() && position.ply() < 300 {
        let player = position.to_move().0 as usize;
        let Some(mv) = players[player].choose(&position) else { break };
        position.play(mv);
    }
    match position.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("unfinished after {} plies", position.ply()),
    }
    Ok(())
}
