//! The readings of Malay chess that are not the default, each on a position that shows it, and
//! what a rule set says of its sources.

use chator::interpreter::fingerprint;
use chator::rules::{Citation, Library};
use chator::{BuiltIn, Game, Position};

fn game(request: &str) -> Game {
    chator::load(request).unwrap_or_else(|e| panic!("{request}: {e}")).game
}

fn after(request: &str, text: &str, moves: &str) -> Position {
    let mut position = game(request).position(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{request} {text}: {e}"));
        position.play(mv);
    }
    position
}

/// The legal moves that begin with some text, without it.
fn moves(position: &Position, from: &str) -> String {
    let all = position.legal_moves();
    let mut found: Vec<String> = all
        .iter()
        .filter_map(|mv| position.notate(*mv).strip_prefix(from).map(str::to_owned))
        .collect();
    found.sort();
    found.join(" ")
}

/// `game[option=value]`, a position, moves made, a square, and where it goes then.
const TABLE: &[(&str, &str, &str, &str, &str)] = &[
    // The leap.
    (
        "malay/peninsula[leap-targets=forward-too]",
        "r3k3/8/8/8/8/8/2PPP3/R1BKQ3 w leap=w",
        "",
        "d1",
        "b1 b2 c3 d3 e3 f1 f2",
    ),
    (
        "malay/peninsula[leap-targets=any-two]",
        "r3k3/8/8/8/8/8/2PPP3/R1BKQ3 w leap=w",
        "",
        "d1",
        "b1 b2 b3 c3 d3 e3 f1 f2 f3",
    ),
    (
        "malay/peninsula[leap-targets=knight]",
        "r3k3/8/8/8/8/8/2PPP3/R1BKQ3 w leap=w",
        "",
        "d1",
        "b2 c3 e3 f2",
    ),
    (
        "malay/peninsula[leap-when=first-check]",
        "r3k3/8/8/8/8/8/2PPP3/R1BKQ3 w leap=w",
        "",
        "d1",
        "",
    ),
    (
        "malay/peninsula[leap-out-of-check=no]",
        "4k3/4p3/8/8/6n1/8/PP6/R2K4 b leap=w",
        "g4e3",
        "d1",
        "c1 d2 e1 e2",
    ),
    // The walk.
    ("malay/peninsula[walk=three]", "4k3/P7/8/8/8/8/p7/3K4 w leap=-", "a7a8 e8e7", "a8", "b7"),
    (
        "malay/peninsula[walk=three, corners=immediate]",
        "4k3/P7/8/8/8/8/p7/3K4 w leap=-",
        "",
        "a7",
        "a8b a8n a8q a8r",
    ),
    ("malay/peninsula[walk=none]", "6k1/3P4/8/8/8/8/p7/3K4 w leap=-", "", "d7", "d8b d8n d8q d8r"),
    (
        "malay/borneo[walk-style=lateral]",
        "4k3/1P6/8/8/8/8/p7/3K4 w leap=-",
        "b7b8 e8e7",
        "b8",
        "a8 c8",
    ),
    (
        "malay/borneo[walk-style=lateral]",
        "4k3/1P6/8/8/8/8/p7/3K4 w leap=-",
        "b7b8 e8e7 b8c8 e7e8",
        "c8",
        "b7b b7n b7q b7r b8b b8n b8q b8r d7b d7n d7q d7r d8b d8n d8q d8r",
    ),
    (
        "malay/peninsula[walk-style=one-diagonal]",
        "7k/3P4/8/8/8/8/p7/3K4 w leap=-",
        "d7d8 h8g8 d8c7 g8h8",
        "c7",
        "b6",
    ),
    (
        "malay/peninsula[walk-style=turning]",
        "7k/3P4/8/8/8/8/p7/3K4 w leap=-",
        "d7d8 h8g8 d8d7 g8h8",
        "d7",
        "d6",
    ),
    (
        "malay/peninsula[walk-style=turning]",
        "7k/8/8/8/8/8/p2P4/K7 w leap=- owed=d2:1",
        "d2d1 h8g8",
        "d1",
        "d2",
    ),
    // Crowning.
    ("malay/peninsula[promotion=queen]", "6k1/P7/8/8/8/8/p7/3K4 w leap=-", "", "a7", "a8q"),
    ("malay/elcum[promotion=lost-waits]", "6k1/P7/8/8/8/8/p7/RNBKQBNR w leap=-", "", "a7", "a8"),
    (
        "malay/elcum[promotion=lost-waits]",
        "1P4k1/8/8/8/8/8/p7/RNBKQBNR w leap=- owed=b8:1",
        "",
        "b8",
        "",
    ),
    ("malay/negri-sembilan[kings-square=none]", "6k1/4P3/8/8/8/8/p7/3K4 w leap=-", "", "e7", "e8"),
    (
        "malay/negri-sembilan[kings-square=choice]",
        "6k1/4P3/8/8/8/8/p7/3K4 w leap=-",
        "",
        "e7",
        "e8b e8n e8q e8r",
    ),
    (
        "malay/negri-sembilan[winstedt-full=yes]",
        "6k1/1P6/8/8/8/8/p7/3K4 w leap=-",
        "",
        "b7",
        "b8b b8n b8q b8r",
    ),
    ("malay/negri-sembilan[winstedt-full=yes]", "6k1/1P6/8/8/8/8/p7/3K4 w leap=-", "", "d1", ""),
    // A raja alone.
    (
        "malay/peninsula[lela-delay=yes]",
        "3k4/p7/8/R7/8/8/8/3K4 w leap=-",
        "",
        "a5",
        "a1 a2 a3 a4 a6 a7 b5 c5 d5 e5 f5 g5 h5",
    ),
    ("malay/peninsula[lone-king=none]", "k7/8/8/8/8/8/8/1R4K1 b leap=-", "", "a8", "a7"),
    // En passant.
    ("malay/peninsula[en-passant=none]", "4k3/3p4/4p3/4P3/8/8/8/3K4 b leap=-", "d7d5", "e5", ""),
    (
        "malay/selangor[blocker-landing=ahead]",
        "4k3/3p4/4p3/4P3/8/8/8/3K4 b leap=-",
        "d7d5",
        "e5",
        "d6 e6",
    ),
    // Selangor.
    (
        "malay/selangor[castle2=always]",
        "4k3/p7/8/8/8/8/P7/3K4 w leap=-",
        "d1d2 e8e7",
        "d2",
        "b2 c1 c2 c3 d1 d3 e1 e2 e3 f2",
    ),
    (
        "malay/selangor[castle2-captures=yes]",
        "4k3/4p3/8/8/8/8/P1P5/1n1K4 w leap=-",
        "",
        "d1",
        "b1 c1 e1 e2 f1",
    ),
    (
        "malay/selangor[castle2-needs-unchecked=yes]",
        "4k3/4p3/8/8/6n1/8/PP6/R2K4 b leap=w",
        "g4e3",
        "d1",
        "c1 d2 e1 e2",
    ),
    (
        "malay/selangor[tor-return=crown]",
        "1r6/P3k3/8/8/8/8/p7/3K4 w leap=-",
        "a7b8 e7e6",
        "b8",
        "a7b a7n a7q a7r",
    ),
    (
        "malay/selangor[tor-return=ignore]",
        "1r6/P3k3/8/8/8/8/p7/3K4 w leap=-",
        "a7b8 e7e6",
        "b8",
        "a7b a7n a7q a7r c7b c7n c7q c7r",
    ),
    ("malay/selangor[robinson-hold=yes]", "4k3/8/8/8/8/3p4/4P3/3K4 w leap=-", "", "e2", "d3"),
    ("malay/selangor[robinson-hold=yes]", "4k3/8/8/8/8/3p4/2P1P3/3K4 w leap=-", "", "e2", "d3 e3"),
    // Batak.
    (
        "malay/batak[shielded-checks=yes]",
        "4r3/7p/8/8/k3R3/8/7P/4K3 b leap=-",
        "",
        "a4",
        "a3 a5 b3 b5",
    ),
    ("malay/batak", "4k3/p7/8/8/8/8/3P4/3K4 w leap=-", "d2d3 e8e7 d3d4 e7e8", "d4", "d5"),
    (
        "malay/batak[kings-pawn-late=any-time]",
        "4k3/p7/8/8/8/8/3P4/3K4 w leap=-",
        "d2d3 e8e7 d3d4 e7e8",
        "d4",
        "d5 d6",
    ),
    (
        "malay/batak[kings-pawn-late=never]",
        "4k3/p7/8/8/8/8/3P4/3K4 w leap=-",
        "d2d3 e8e7",
        "d3",
        "d4",
    ),
];

#[test]
fn readings_that_are_not_the_default() {
    let mut wrong = Vec::new();
    for (request, text, line, from, expected) in TABLE {
        let found = moves(&after(request, text, line), from);
        if found != *expected {
            wrong.push(format!("{request}: {text} {line}: {from} goes to {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `game[option=value]`, a position, the last move, the winner (none is a draw), and by what.
const ENDS: &[(&str, &str, &str, Option<u8>, &str)] = &[
    ("malay/java", "7k/7p/8/8/8/8/8/3K3R w leap=-", "h1h7", Some(1), "ends.bared"),
    ("malay/java[lone-king=draw]", "7k/7p/8/8/8/8/8/3K3R w leap=-", "h1h7", None, "ends.bared"),
    (
        "malay/java[java-stalemate=stalemated-wins]",
        "7k/8/8/6Q1/8/8/p7/K7 w leap=-",
        "g5g6",
        Some(1),
        "ends.stalemate",
    ),
    (
        "malay/peninsula[discovered-mate=win]",
        "R3N2k/6pp/8/8/8/8/8/3K4 w leap=-",
        "e8c7",
        Some(0),
        "ends.checkmate",
    ),
    (
        "malay/peninsula[lela-delay=yes]",
        "3k4/p7/8/R7/8/8/8/3K4 w leap=-",
        "a5a7 d8d1",
        Some(1),
        "ends.raja-taken",
    ),
    (
        "malay/negri-sembilan[winstedt-full=yes]",
        "7k/8/7p/8/8/8/8/R2K3R w leap=- checked=w",
        "h1h6",
        None,
        "ends.two-against-one",
    ),
];

#[test]
fn endings_of_other_readings() {
    for (request, text, line, winner, by) in ENDS {
        let position = after(request, text, line);
        let outcome = position.outcome().unwrap_or_else(|| panic!("{request}: {text} goes on"));
        assert_eq!(outcome.by(), *by, "{request}: {text}");
        assert_eq!(outcome.winner().map(|p| p.0), *winner, "{request}: {text}");
    }
}

/// A rule set knows the works that it rests on itself, and no rule is without a source.
#[test]
fn sources_of_rules_and_values() {
    let rules = game("malay/batak").rules().clone();
    assert_eq!(rules.authorities, ["Oefele"]);
    assert!(rules.works.len() > 5);
    let none = &rules.options["lone-king"].values["none"];
    assert!(matches!(&none[..], [Citation::Work { key, .. }] if key == "Oefele"));
    let base = game("malay/peninsula").rules().clone();
    assert_eq!(base.authorities.len(), base.works.len());
    for id in BuiltIn.ids().into_iter().filter(|id| id.starts_with("malay/")) {
        let rules = game(&id).rules().clone();
        let unsaid = rules.clauses.iter().filter(|c| c.sources.is_empty()).map(|c| &c.name);
        assert_eq!(unsaid.collect::<Vec<_>>(), Vec::<&String>::new(), "{id}");
        for (name, choice) in &rules.options {
            assert!(choice.values.values().all(|cited| !cited.is_empty()), "{id}: {name}");
        }
    }
    let mut other = rules.clone();
    other.authorities.clear();
    other.options["walk"].gloss = None;
    other.options["walk"].values["one"].clear();
    assert_eq!(fingerprint(&rules), fingerprint(&other));
}
