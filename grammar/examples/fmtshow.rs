use chator_grammar::{print::format, source::Source};
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    match format(&Source::new("x", text)) {
        Ok(t) => print!("{t}"),
        Err(e) => println!("{e:#?}"),
    }
}
