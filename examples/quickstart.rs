//! Loads a game, plays a move, and lets an agent play a few more.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use chator::agents::{Agent, Auto, Budget};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = chator::load("makruk")?.game;
    let mut position = game.start();
    let mv = position.parse_move("a3a4")?;
    position.play(mv);
    let mut agent = Auto::new(Some(Budget::nodes(500)));
    while position.ply() < 10 {
        let Some(mv) = agent.choose(&position) else { break };
        println!("{} {}", position.ply(), position.notate(mv));
        position.play(mv);
    }
    Ok(())
}
