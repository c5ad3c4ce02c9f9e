//! Every shipped rule file parses without a word.
use chator_grammar::{
    parse::parse,
    source::{FileId, Source},
};
#[test]
fn games() {
    for f in [
        "chess",
        "makruk",
        "shatar",
        "chaturangaplus",
        "malay/peninsula",
        "std/core",
        "std/clock",
        "std/castling",
        "std/counting",
        "std/pawns",
    ] {
        let text = std::fs::read_to_string(format!("../games/{f}.chator")).unwrap();
        let (file, diags) = parse(&Source { id: FileId(0), name: f.into(), text });
        if f == "std/castling" || f == "std/pawns" {
            println!("{file:#?}");
        }
        assert!(diags.is_empty(), "{diags:#?}");
    }
}
