//! The shipped games: snapshots of what they are read as, and what must hold for each of them.

use chator::rules::{Library, Rules};
use chator::{BuiltIn, LoadedGame};

fn load(request: &str) -> LoadedGame {
    chator::load(request).unwrap_or_else(|e| panic!("{request}: {e}"))
}

/// The library, with each option value singly.
fn readings() -> Vec<String> {
    let mut all = Vec::new();
    for id in BuiltIn.ids() {
        all.push(id.clone());
        for (name, choice) in &load(&id).loaded.rules.options {
            for value in choice.values.keys().filter(|v| **v != choice.default) {
                all.push(format!("{id}[{name}={value}]"));
            }
        }
    }
    all
}

fn pretty(rules: &Rules) -> String {
    ron::ser::to_string_pretty(rules, ron::ser::PrettyConfig::default()).expect("RON")
}

/// The syntax tree without places.
fn tree(text: &str) -> String {
    let source = chator::grammar::source::Source::new("tree", text);
    let (file, diagnostics) = chator::grammar::parse::parse(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut lines: Vec<String> = Vec::new();
    let mut inside: Option<usize> = None;
    for line in format!("{file:#?}").lines() {
        let indent = line.len() - line.trim_start().len();
        match inside {
            Some(depth) if indent == depth => inside = None,
            Some(_) => {}
            None if line.trim_start().starts_with("span: Span {") || line.trim() == "Span {" => {
                inside = Some(indent);
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

#[test]
fn snapshots_of_each_game() {
    let ids = BuiltIn.ids();
    assert!(ids.len() >= 5, "{ids:?}");
    for id in ids {
        let loaded = load(&id);
        let name = id.replace('/', "-");
        let text = BuiltIn.text(&id).expect("the file of a game of the library");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("tree__{name}"), tree(text));
            insta::assert_snapshot!(format!("ir__{name}"), pretty(&loaded.loaded.rules));
            insta::assert_snapshot!(
                format!("book__{name}"),
                chator::rules::english::book(&loaded.loaded.rules)
            );
        });
    }
}

#[test]
fn each_reading_loads_without_a_warning() {
    let all = readings();
    assert!(all.len() > 20, "{all:?}");
    for reading in all {
        let loaded = load(&reading);
        let warnings: Vec<String> =
            loaded.loaded.warnings.iter().map(|w| format!("{} {}", w.code.0, w.message)).collect();
        assert!(warnings.is_empty(), "{reading}: {warnings:?}");
        assert!(!loaded.game.start().legal_moves().is_empty(), "{reading}");
    }
}

#[test]
fn the_four_pairings_load() {
    for white in ["chess", "plus"] {
        for black in ["chess", "plus"] {
            let game = load(&format!("chaturangaplus[white={white},black={black}]")).game;
            let men = game.start().pieces().count();
            assert_eq!(men, 32, "{white} {black}");
        }
    }
}

#[test]
fn tests_of_each_game_pass() {
    let mut run = 0;
    for id in BuiltIn.ids() {
        for report in chator::rule_tests::run_tests(&load(&id)) {
            run += 1;
            assert!(report.passed(), "{id}: {}: {:?}", report.name.text, report.failures);
        }
    }
    assert!(run >= 10, "{run}");
}

#[test]
fn the_ir_reads_back_equal_and_has_a_stable_fingerprint() {
    for reading in readings() {
        let rules = load(&reading).loaded.rules;
        let again: Rules = ron::from_str(&pretty(&rules)).expect("RON that reads back");
        assert_eq!(again, rules, "{reading}");
        let prints = [&rules, &again].map(chator::interpreter::fingerprint);
        assert_eq!(prints[0], prints[1]);
    }
}

#[test]
fn formatting_never_changes_the_ir() {
    for id in BuiltIn.ids() {
        let text = BuiltIn.text(&id).expect("the file of a game of the library");
        let source = chator::grammar::source::Source::new(id.as_str(), text);
        let formatted = chator::grammar::print::format(&source).expect("a sound file");
        let name = BuiltIn.file_name(&id);
        let again =
            chator::load_text(&id, &name, &formatted, &[]).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(again.loaded.rules, load(&id).loaded.rules, "{id}");
        assert_eq!(formatted, text, "{id} is not as `chator fmt` writes it");
    }
}
