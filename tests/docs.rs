//! What the documents claim is tried: every example runs, every path exists, every code is explained.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The fenced blocks of a language: line number and text.
fn blocks(text: &str, language: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(tag)) if tag.trim() == language => open = Some((number + 2, String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    found
}

/// Loads an example, as a file of its own or as an addition to chess, and runs its tests.
fn try_example(path: &str, number: usize, text: &str) -> usize {
    let at = format!("{path}:{number}");
    let file = if text.starts_with("game") || text.starts_with("library") {
        text.to_owned()
    } else {
        format!("game \"Example\" extends chess\n{text}")
    };
    let loaded = chator::load_text("example", &at, &file, &[]).unwrap_or_else(|error| {
        let told: Vec<String> = match &error {
            chator::LoadError::Rules(failure) => failure
                .diagnostics
                .iter()
                .map(|d| format!("{} {} ({})", d.code.0, d.message, d.label))
                .collect(),
            _ => Vec::new(),
        };
        panic!("{at}: {error}\n{}\n{file}", told.join("\n"))
    });
    for warning in &loaded.loaded.warnings {
        // Additions to chess bring pieces that no start holds.
        assert_eq!(warning.code.0, "W0608", "{at}: {}", warning.message);
    }
    let reports = chator::rule_tests::run_tests(&loaded);
    for report in &reports {
        assert!(report.passed(), "{at}: test {:?}: {:?}", report.name.text, report.failures);
    }
    reports.len()
}

#[test]
fn examples_of_the_language_play() {
    let text = read("docs/language.md");
    let examples = blocks(&text, "chator");
    assert!(examples.len() >= 7, "{}", examples.len());
    let tests: usize =
        examples.iter().map(|(n, block)| try_example("docs/language.md", *n, block)).sum();
    assert!(tests >= 8, "only {tests} tests ran");
}

#[test]
fn examples_of_the_readme_play() {
    let text = read("README.md");
    let examples = blocks(&text, "chator");
    assert!(examples.len() >= 2);
    for (number, block) in &examples {
        try_example("README.md", *number, block);
    }
    let rust = blocks(&text, "rust");
    let quickstart = read("examples/quickstart.rs");
    assert!(
        quickstart.contains(&rust[0].1),
        "README's Rust example and examples/quickstart.rs differ"
    );
}

#[test]
fn paths_in_the_architecture_exist() {
    for document in ["ARCHITECTURE.md", "README.md", "docs/language.md", "docs/performance.md"] {
        let text = read(document);
        let mut seen = 0;
        for word in text.split(['`', '(', ')']) {
            let is_path = word.contains('/')
                && !word.contains([' ', '*', ':', '[', '\n'])
                && word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            let known = ["malay/peninsula", "family/name"];
            if is_path && !known.contains(&word) {
                seen += 1;
                assert!(root().join(word).exists(), "{document} names {word}");
            }
        }
        assert!(seen > 0, "{document}");
    }
}

#[test]
fn documents_name_only_codes_that_exist() {
    let known: BTreeSet<&str> = chator::explanations().map(|e| e.code).collect();
    assert!(known.len() > 40);
    for document in ["README.md", "docs/language.md", "ARCHITECTURE.md"] {
        for word in read(document).split(|c: char| !c.is_ascii_alphanumeric()) {
            let digits = word.get(1..).is_some_and(|d| d.len() == 4 && d.parse::<u16>().is_ok());
            if digits && word.starts_with(['E', 'W']) {
                assert!(known.contains(word), "{document} names {word}");
            }
        }
    }
}
