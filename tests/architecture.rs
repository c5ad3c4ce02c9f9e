//! The layers hold: what each crate may use, and that no rule of a game is in Rust.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What each crate may depend on. A new edge is a decision, so it is written down here.
const EDGES: [(&str, &[&str]); 7] = [
    ("chator-grammar", &["pest", "pest_derive", "strsim"]),
    ("chator-rules", &["chator-grammar", "indexmap", "serde", "strsim"]),
    ("chator-interpreter", &["chator-rules", "indexmap", "smallvec", "thiserror"]),
    (
        "chator-agents",
        &["chator-interpreter", "chator-rules", "rand", "rand_xoshiro", "rustix", "thiserror"],
    ),
    (
        "chator-study",
        &[
            "chator-agents",
            "chator-grammar",
            "chator-interpreter",
            "chator-rules",
            "indexmap",
            "rayon",
        ],
    ),
    (
        "chator",
        &[
            "chator-agents",
            "chator-grammar",
            "chator-interpreter",
            "chator-rules",
            "chator-study",
            "include_dir",
            "thiserror",
        ],
    ),
    (
        "chator-cli",
        &[
            "annotate-snippets",
            "chator",
            "clap",
            "indicatif",
            "ron",
            "rustix",
            "rustyline",
            "serde",
            "serde_json",
            "strsim",
            "tempfile",
            "unicode-width",
        ],
    ),
];

#[test]
fn dependencies_run_one_way() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert_eq!(packages.len(), EDGES.len(), "a crate was added: write its edges down here");
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let (_, allowed) = EDGES
            .iter()
            .find(|(n, _)| *n == name)
            .unwrap_or_else(|| panic!("{name} is not listed"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            if dependency["kind"].is_null() {
                let used = dependency["name"].as_str().expect("a name");
                assert!(allowed.contains(&used), "{name} may not use {used}");
            }
        }
    }
}

/// The triple of this machine, since only its packages need be there.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find_map(|l| l.strip_prefix("host: ")).expect("a host");
    line.to_owned()
}

#[test]
fn nothing_that_is_linked_is_under_a_copyleft_licence() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host()])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let free = [
        "MIT",
        "Apache-2.0",
        "Zlib",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "Unicode-3.0",
        "Unlicense",
        "MIT-0",
        "BSL-1.0",
        "CC0-1.0",
        "0BSD",
    ];
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 30);
    for package in packages {
        let name = &package["name"];
        let licence = package["license"].as_str().unwrap_or("");
        let words = licence.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '.');
        assert!(words.into_iter().any(|w| free.contains(&w)), "{name}: {licence:?}");
        assert!(!licence.contains("GPL") || licence.contains(" OR "), "{name}: {licence:?}");
    }
}

/// The Rust files of the crates, without tests and examples.
fn sources() -> Vec<PathBuf> {
    fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(dir).expect("a folder").flatten().map(|e| e.path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    for folder in
        ["src", "grammar/src", "rules/src", "interpreter/src", "agents/src", "study/src", "cli/src"]
    {
        collect(&root().join(folder), &mut found);
    }
    assert!(found.len() > 50);
    found
}

fn rule_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("games")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "chator") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The names of games, pieces and glosses in the rule files. Words that English, the field and
/// the language itself need are left out, each with its reason.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in rule_files() {
        let text = fs::read_to_string(&path).expect("a rule file");
        let in_prelude = path.components().any(|c| c.as_os_str() == "std");
        if !in_prelude {
            names.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [first, name, rest @ ..] = &words[..]
                && *first == "piece"
            {
                names.insert((*name).to_owned());
                if let Some(gloss) = rest.first().filter(|w| w.starts_with('"')) {
                    names.insert(gloss.trim_matches('"').to_owned());
                }
            }
        }
    }
    for allowed in [
        "chess",  // the family, in prose
        "first",  // an adjective
        "atomic", // a module of the standard library
    ] {
        names.remove(allowed);
    }
    names
}

#[test]
fn no_game_and_no_piece_is_named_in_rust() {
    let names = names();
    assert!(names.len() > 30, "{names:?}");
    let mut found = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source");
        let mut tests = false;
        for (number, line) in text.lines().enumerate() {
            tests |= line.trim() == "#[cfg(test)]";
            if tests {
                continue;
            }
            for word in line.split(|c: char| !c.is_alphanumeric()) {
                if names.contains(&word.to_lowercase()) {
                    found.push(format!("{}:{}: {word}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_country_or_people_is_named_in_rust() {
    let words = [
        "malay",
        "thai",
        "mongolian",
        "batak",
        "java",
        "borneo",
        "peninsula",
        "selangor",
        "persian",
        "indian",
        "chinese",
        "japanese",
        "thailand",
        "mongolia",
        "malaysia",
    ];
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source").to_lowercase();
        for word in words {
            let found = text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
            assert!(!found, "{} names {word}", path.display());
        }
    }
}

#[test]
fn only_the_agent_for_engines_runs_programs() {
    let mut found = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source");
        if text.contains("Stdio") || text.contains("process::Command") {
            found.push(path.strip_prefix(root()).expect("below the root").to_owned());
        }
    }
    assert_eq!(found, [Path::new("agents/src/uci/engine.rs")]);
}

#[test]
fn files_are_short() {
    for path in sources() {
        let lines = fs::read_to_string(&path).expect("a source").lines().count();
        assert!(
            lines <= 600,
            "{} has {lines} lines: which two ideas does it hold?",
            path.display()
        );
    }
    let limits = [("chess.chator", 40), ("makruk.chator", 60), ("peninsula.chator", 165)];
    for path in rule_files() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if let Some((_, limit)) = limits.iter().find(|(n, _)| *n == name) {
            let lines = fs::read_to_string(&path).expect("a file").lines().count();
            assert!(lines <= *limit, "{name} has {lines} lines");
        }
    }
}

#[test]
fn keywords_name_no_rule_of_a_game() {
    let grammar = fs::read_to_string(root().join("grammar/grammar.pest")).expect("the grammar");
    let words: BTreeSet<&str> =
        grammar.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').collect();
    for word in [
        "castling",
        "castle",
        "passant",
        "promotion",
        "promote",
        "repetition",
        "stalemate",
        "checkmate",
        "counting",
        "shak",
        "fifty",
        "threefold",
        "pawn",
        "king",
    ] {
        assert!(!words.contains(word), "`{word}` is a word of the grammar");
    }
}
