//! Which clause makes each move legal, and which events it sets off.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let id = std::env::args().nth(1).unwrap_or_else(|| "malay/peninsula".into());
    let position = chator::load(&id)?.game.start();
    for mv in &position.legal_moves() {
        let trace = position.trace(*mv);
        println!("{}: {} {}", position.notate(*mv), trace.clause, trace.events.join(" "));
    }
    Ok(())
}
