//! What holds for any text: no panic, no hang, places in the text; and for any text that can be
//! read, that formatting keeps its meaning.

mod common;

use std::time::{Duration, Instant};

use chator_grammar::parse::parse;
use chator_grammar::print::format;
use chator_grammar::source::Source;
use proptest::prelude::*;

/// Words and signs of the language and near it.
const SOUP: &[&str] = &[
    "game",
    "library",
    "about",
    "cite",
    "board",
    "players",
    "start",
    "text",
    "option",
    "state",
    "mark",
    "army",
    "piece",
    "royal",
    "ends",
    "bans",
    "define",
    "use",
    "if",
    "else",
    "when",
    "unless",
    "provided",
    "from",
    "to",
    "harmless",
    "replace",
    "remove",
    "before",
    "test",
    "at",
    "play",
    "expect",
    "moves",
    "step",
    "slide",
    "leap",
    "ride",
    "go",
    "stay",
    "drop",
    "over",
    "up to 2",
    "exactly 2",
    "2:1",
    "or",
    "and",
    "not",
    "some",
    "no",
    "yes",
    "was",
    "is",
    "of",
    "in check",
    "rank 2",
    "last rank",
    "file a",
    "edge east",
    "along",
    "nearest",
    "after",
    "moving",
    "a move",
    "may",
    "@x",
    "win",
    "draw",
    "take",
    "become",
    "put",
    "on",
    "again",
    "move",
    "=>",
    "=",
    "<",
    ">=",
    "!=",
    "+",
    "-",
    "->",
    "==",
    ",",
    ":",
    ";",
    ".",
    "..",
    "|",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"text\"",
    "\"",
    "# comment",
    "\n",
    "\n",
    "\n",
    "name",
    "other-name",
    "K",
    "+R",
    "7",
    "99999999999",
    "x: step any",
    "x: step any when a => b = no if c [d; e]",
    "馬",
    "\r\n",
    "\u{FEFF}",
    "\t",
    "count(",
    "by file (0 1)",
];

/// All that must hold of a text that nobody vouches for.
fn survives(text: String) {
    let source = Source::new("case", text);
    let start = Instant::now();
    let (file, diagnostics) = parse(&source);
    assert!(start.elapsed() < Duration::from_secs(1), "slow: {:?}", source.text);
    common::check_spans(&source, &file, &diagnostics);
    match format(&source) {
        Ok(text) => {
            assert!(diagnostics.is_empty());
            keeps(&source.text, &common::without_spans(&file), text);
        }
        Err(refused) => assert_eq!(refused, diagnostics),
    }
}

/// The formatted text means the same, has the same comments, and is not changed again.
fn keeps(original: &str, tree: &str, text: String) {
    let formatted = Source::new("formatted", text);
    let (file, diagnostics) = parse(&formatted);
    assert!(diagnostics.is_empty(), "{original:?} became {:?}: {diagnostics:?}", formatted.text);
    assert_eq!(common::without_spans(&file), tree, "{original:?} became {:?}", formatted.text);
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted.text), "of {original:?}");
    let hashes = |text: &str| text.matches('#').count();
    assert_eq!(hashes(original), hashes(&formatted.text));
    for line in formatted.text.lines() {
        assert_eq!(line.trim_end(), line);
    }
    assert!(!formatted.text.contains("\n\n\n") && !formatted.text.starts_with('\n'));
    assert!(
        formatted.text.is_empty()
            || (formatted.text.ends_with('\n') && !formatted.text.ends_with("\n\n"))
    );
}

/// The text with other blanks wherever blanks mean nothing.
fn shaken(text: &str, mut dice: impl FnMut(usize) -> usize) -> String {
    let mut out = String::new();
    let line_end = ["\n", "\r\n", "\r"][dice(3)];
    for line in text.lines() {
        let (mut string, mut note, mut comment) = (false, false, false);
        out.push_str(["", " ", "\t", "      "][dice(4)]);
        for c in line.trim_start().chars() {
            match c {
                '"' if !note && !comment => string = !string,
                '[' if !string && !comment => note = true,
                ']' => note = false,
                '#' if !string && !note => comment = true,
                _ => {}
            }
            if c == ' ' && !string && !note && !comment {
                out.push_str(
                    [" ", "  ", "\t", ""]
                        [if out.ends_with([' ', '\t']) { dice(4) } else { dice(3) }],
                );
            } else {
                out.push(c);
            }
        }
        out.push_str(["", " ", "\t "][dice(3)]);
        out.push_str(line_end);
    }
    out
}

#[test]
fn shipped_files_are_formatted_without_loss() {
    for (_, text) in common::shipped() {
        survives(text);
    }
    survives(common::EVERY_FORM.to_owned());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blanks_mean_nothing(seed in any::<u64>()) {
        let mut files = common::shipped();
        files.push(("every form".to_owned(), common::EVERY_FORM.to_owned()));
        let (_, text) = &files[(seed % files.len() as u64) as usize];
        // A generator of its own, so that a failure is told by one number.
        let mut state = seed;
        let dice = |sides: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % sides
        };
        let shaken = shaken(text, dice);
        let formatted = format(&Source::new("shaken", shaken.clone()));
        prop_assert_eq!(formatted, format(&Source::new("original", text.clone())), "{:?}", shaken);
    }

    #[test]
    fn a_changed_word_survives(
        file in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        word in prop::sample::select(SOUP),
    ) {
        let files = common::shipped();
        let (_, text) = file.get(&files);
        let words: Vec<&str> = text.split(' ').collect();
        let changed = at.index(words.len());
        let text = [&words[..changed], &[word], &words[changed + 1..]].concat().join(" ");
        survives(text);
    }

    #[test]
    fn a_truncated_file_survives(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>()) {
        let files = common::shipped();
        let (_, text) = file.get(&files);
        let mut end = at.index(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        survives(text[..end].to_owned());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn any_ascii_survives(text in "[ -~\n]{0,120}") {
        survives(text);
    }

    #[test]
    fn a_soup_of_words_survives(words in prop::collection::vec(prop::sample::select(SOUP), 0..40)) {
        survives(words.join(" "));
    }

    #[test]
    fn a_soup_without_blanks_survives(words in prop::collection::vec(prop::sample::select(SOUP), 0..25)) {
        survives(words.concat());
    }

    #[test]
    fn shuffled_lines_survive(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let files = common::shipped();
        let lines: Vec<&str> = files
            .iter()
            .flat_map(|(_, text)| text.lines())
            .chain(common::EVERY_FORM.lines())
            .collect();
        let text: Vec<&str> = picks.iter().map(|pick| *pick.get(&lines)).collect();
        survives(text.join("\n"));
    }
}
