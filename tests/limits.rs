//! The bounds hold, each with an error that names it, and nothing a file says brings the program down.

use std::time::{Duration, Instant};

use chator::LoadError;
use chator::rules::Library;
use proptest::prelude::*;

fn codes(text: &str) -> Vec<&'static str> {
    match chator::load_text("trial", "trial", text, &[]) {
        Ok(_) => Vec::new(),
        Err(LoadError::Rules(failure)) => failure.diagnostics.iter().map(|d| d.code.0).collect(),
        Err(other) => panic!("{other}"),
    }
}

const HEAD: &str = "game \"Trial\"\nboard grid 8 x 8\nplayers White north, Black south\n\
                    start \"k7/8/8/8/8/8/8/7K\"\npiece king K royal: step any\n\
                    ends { use checkmate-wins\nuse repetition(3) }\n";

#[test]
fn too_many_pieces() {
    let mut text = HEAD.to_owned();
    for i in 0..300 {
        text.push_str(&format!("piece p{i} P: step any\n"));
    }
    assert!(codes(&text).contains(&"E0513"));
}

#[test]
fn too_many_players() {
    let names: Vec<String> = (0..17).map(|i| format!("P{i} north")).collect();
    let text =
        HEAD.replace("players White north, Black south", &format!("players {}", names.join(", ")));
    assert!(codes(&text).contains(&"E0514"));
}

#[test]
fn definitions_that_explode() {
    let mut text = HEAD.to_owned();
    text.push_str("define d0 = file a or file b\n");
    for i in 1..30 {
        text.push_str(&format!("define d{i} = d{} or d{}\n", i - 1, i - 1));
    }
    text.push_str("king { leap 2:2 to d29 }\n");
    let start = Instant::now();
    assert!(codes(&text).contains(&"E0515"));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn uses_that_explode() {
    let mut text = HEAD.to_owned();
    text.push_str("define u0 { }\n");
    for i in 1..30 {
        text.push_str(&format!("define u{i} {{ use u{}\nuse u{} }}\n", i - 1, i - 1));
    }
    text.push_str("use u29\n");
    let start = Instant::now();
    assert!(codes(&text).contains(&"E0515"));
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// A library that is one endless chain.
struct Endless;

impl Library for Endless {
    fn find(&self, path: &str, _from: &str) -> Option<(String, String)> {
        let number: u32 = path.trim_start_matches('g').parse().ok()?;
        Some((path.to_owned(), format!("game \"G\" extends g{}\n", number + 1)))
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }

    fn prelude(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

#[test]
fn a_chain_that_is_too_long() {
    let failure =
        chator::rules::load("g0", "game \"G\" extends g1\n", &[], &Endless).expect_err("endless");
    assert!(failure.diagnostics.iter().any(|d| d.code.0 == "E0511"));
    assert!(failure.files.len() <= 33);
}

#[test]
fn a_file_that_is_too_large() {
    let text = format!("{HEAD}{}", "# a comment that goes on\n".repeat(50_000));
    assert!(codes(&text).contains(&"E0501"), "{:?}", codes(&text));
}

#[test]
fn nests_of_every_depth() {
    for depth in [100, 1_000, 100_000] {
        for close in [true, false] {
            let closing = if close { ")".repeat(depth) } else { String::new() };
            let text = format!(
                "{HEAD}king {{ x: step any when {}some enemy{closing} }}\n",
                "(".repeat(depth)
            );
            let found = codes(&text);
            assert_eq!(found.contains(&"E0502"), depth > 128, "{depth} {close}: {found:?}");
        }
    }
}

/// Lines of shipped files.
fn lines() -> Vec<String> {
    chator::BuiltIn
        .ids()
        .iter()
        .flat_map(|id| chator::BuiltIn.text(id).expect("text").lines())
        .map(str::to_owned)
        .collect()
}

#[test]
fn each_line_deleted_or_doubled_is_survived() {
    for id in chator::BuiltIn.ids() {
        let lines: Vec<&str> = chator::BuiltIn.text(&id).expect("text").lines().collect();
        for i in 0..lines.len() {
            for double in [false, true] {
                let mut changed = lines.clone();
                if double {
                    changed.insert(i, lines[i]);
                } else {
                    changed.remove(i);
                }
                let start = Instant::now();
                let _ = chator::load_text(&id, "trial", &changed.join("\n"), &[]);
                assert!(start.elapsed() < Duration::from_secs(5), "{id}:{i}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = chator::load_text("trial", "trial", &String::from_utf8_lossy(&bytes), &[]);
    }

    #[test]
    fn any_mixture_of_lines_is_survived(picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..40)) {
        let lines = lines();
        let text: Vec<&str> = picks.iter().map(|i| lines[i.index(lines.len())].as_str()).collect();
        let _ = chator::load_text("trial", "trial", &format!("{HEAD}{}", text.join("\n")), &[]);
    }

    #[test]
    fn any_cut_of_a_file_is_survived(game in any::<proptest::sample::Index>(), at in any::<proptest::sample::Index>()) {
        let ids = chator::BuiltIn.ids();
        let text = chator::BuiltIn.text(&ids[game.index(ids.len())]).expect("text");
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let _ = chator::load_text("trial", "trial", &text[..at], &[]);
    }

    #[test]
    fn any_position_text_is_survived(text in "[a-zA-Z0-9/ \\-=:,;']{0,120}") {
        for id in chator::BuiltIn.ids() {
            let game = chator::load(&id).expect("a game of the library").game;
            if let Ok(position) = game.position(&text) {
                let _ = position.legal_moves();
            }
        }
    }
}

#[test]
fn many_of_everything() {
    let many = |count: usize, line: fn(usize) -> String| -> String {
        (0..count).map(line).collect::<Vec<_>>().join("\n") + "\n"
    };
    let clauses = many(5_000, |i| format!("  c{i}: step forward to empty"));
    let text = format!("{HEAD}king {{\n{clauses}}}\n");
    assert!(codes(&text).contains(&"E0517"));
    let states = many(300, |i| format!("state s{i}: flag = no"));
    assert!(codes(&format!("{HEAD}{states}")).contains(&"E0518"));
    let mistakes = many(400, |i| format!("define d{i} = nothing{i}"));
    let found = codes(&format!("{HEAD}{mistakes}"));
    assert!(found.contains(&"E0519") && found.len() < 200, "{}", found.len());
    // Warnings, however many, keep nobody from playing.
    let doubtful = many(200, |i| format!("define way{i} = rank 1"));
    let loaded = chator::load_text("trial", "trial", &format!("{HEAD}{doubtful}"), &[]);
    let warnings = loaded.unwrap_or_else(|e| panic!("{e}")).loaded.warnings;
    assert!(warnings.iter().any(|w| w.code.0 == "W0610") && warnings.len() == 101);
    let brackets = format!("{HEAD}define x = {}own{}\n", "[".repeat(1_000), "]".repeat(1_000));
    assert!(codes(&brackets).contains(&"E0502"));
}

#[test]
fn long_motions_are_played_in_time() {
    let legs = "slide any then slide any then slide any then slide any";
    let text = HEAD.replace("k7/8/8/8/8/8/8/7K", "k7/8/8/3T4/8/8/8/7K")
        + &format!("piece tower T: {legs}\n");
    let start = Instant::now();
    let loaded = chator::load_text("trial", "trial", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(loaded.game.start().legal_moves().len() > 40);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn definitions_one_inside_another() {
    for effect in ["", "effect "] {
        let first = if effect.is_empty() { "own" } else { "take none" };
        let mut text = format!("{HEAD}define e0 = {effect}{first}\n");
        for i in 1..5_000 {
            text.push_str(&format!("define e{i} = {effect}e{}\n", i - 1));
        }
        let used = if effect.is_empty() { "to e4999" } else { "=> e4999" };
        text.push_str(&format!("king {{ hop: leap 2:2 {used} }}\n"));
        assert!(codes(&text).contains(&"E0212"), "{effect}");
    }
}
