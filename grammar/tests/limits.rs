//! Texts made to exhaust the parser.

use std::time::{Duration, Instant};

use chator_grammar::limits::{MAX_ERRORS, MAX_NESTING};
use chator_grammar::parse::parse;
use chator_grammar::print::format;
use chator_grammar::source::Source;

/// Reads a text in a thread with the stack of a test's thread, and gives the codes.
fn codes(text: String) -> Vec<&'static str> {
    let work = move || {
        let start = Instant::now();
        let source = Source::new("case", text);
        let (file, diagnostics) = parse(&source);
        drop(file);
        let _ = format(&source);
        let short: String = source.text.chars().take(60).collect();
        assert!(start.elapsed() < Duration::from_secs(5), "{short} took {:?}", start.elapsed());
        diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect()
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

#[test]
fn deep_nesting_is_read_up_to_the_limit() {
    let n = MAX_NESTING;
    let round = |n: usize| format!("define x = {}a{}", "(".repeat(n), ")".repeat(n));
    let braces = |n: usize| format!("{}x: step any\n{}", "when a {\n".repeat(n), "}\n".repeat(n));
    let calls =
        |n: usize| format!("define x = {}a{}", "some (count(".repeat(n / 2), "))".repeat(n / 2));
    let of = |n: usize| format!("define x = {}a", "b of ".repeat(n));
    let not = |n: usize| format!("define x = {}a", "not ".repeat(n));
    let sum = |n: usize| format!("define x = a{}", " + a - a".repeat(n / 2));
    let cases = |n: usize| format!("define x = {}1{}", "(1 when a, else ".repeat(n), ")".repeat(n));
    for make in [&round as &dyn Fn(usize) -> String, &braces, &calls, &of, &not, &sum, &cases] {
        assert_eq!(codes(make(n)), [""; 0], "{}", make(4));
        assert_eq!(codes(make(n + 2)), ["E0502"], "{}", make(4));
        assert_eq!(codes(make(20_000)), ["E0502"], "{}", make(4));
    }
}

#[test]
fn deep_nesting_that_is_broken_is_read_as_fast() {
    let n = MAX_NESTING - 2;
    let round = |core: &str| format!("define x = {}{core}{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(codes(round("a +")), ["E0101"]);
    assert_eq!(codes(round("a when b")), ["E0101"]);
    assert_eq!(
        codes(format!("x: step any when {}a b = = {}", "some (a or ".repeat(n), ")".repeat(n))),
        ["E0101"]
    );
    assert_eq!(
        codes(format!("x: step any when {}a b = = {}", "a of (".repeat(n / 2), ")".repeat(n / 2))),
        ["E0101"]
    );
    assert_eq!(codes(format!("use x({}{})", "f(a, ".repeat(n - 1), ")".repeat(n - 1))), ["E0101"]);
    assert_eq!(
        codes(format!("{}{}", "when a {\nslyde x\n".repeat(n), "}\n".repeat(n))).len(),
        MAX_ERRORS + 1
    );
    assert_eq!(
        codes(format!("{}x: step a\n{}", "when {\n".repeat(n), "}\n".repeat(n))).len(),
        MAX_ERRORS + 1
    );
    // Half of the closers are missing.
    assert_eq!(
        codes(format!("x: step any when {}a{}", "(".repeat(n), ")".repeat(n / 2))).len(),
        n / 2
    );
    assert_eq!(codes(format!("{}x: step any\n", "when a {\n".repeat(n))).len(), MAX_ERRORS + 1);
}

#[test]
fn long_texts_take_time_in_proportion() {
    for unit in [
        "\n",
        "# comment\n",
        "x: step any\n",
        "(",
        ")",
        "{",
        "}",
        "[",
        "\"",
        "x: ",
        "a ",
        "a\n",
        "?",
        ";",
        "=> ",
        "when ",
        "step any or ",
        "[a;\n",
        "a, ",
        "(\n",
        "not\n",
        "x: step any when a\n\n\n\n",
        "{}",
        "()",
        "\u{FEFF}",
        "馬 ",
    ] {
        codes(unit.repeat(1_500 / unit.len()));
        codes(format!("x: step any when ({}", unit.repeat(600 / unit.len())));
        codes(format!("ends {{ {}", unit.repeat(600 / unit.len())));
    }
}
