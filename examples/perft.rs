//! Counts lines of play: `cargo run --release --example perft -- GAME DEPTH`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let id = args.next().unwrap_or_else(|| "chess".into());
    let depth = args.next().map_or(Ok(3), |d| d.parse())?;
    let position = chator::load(&id)?.game.start();
    for (mv, nodes) in chator::divide(&position, depth) {
        println!("{mv}: {nodes}");
    }
    println!("nodes {}", chator::perft(&position, depth));
    Ok(())
}
