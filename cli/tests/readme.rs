//! The transcript in the README is what the program prints.

mod common;

use common::chator;

#[test]
fn the_transcript_is_true() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"))
        .expect("the README");
    let shown = readme
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a transcript");
    let typed: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("White> ")).collect();
    let input = typed.join("\n") + "\n";
    assert!(input.lines().count() >= 2);
    let answer = chator(&["play", "makruk"], &input).exits(0);
    let printed: Vec<&str> = answer.out.lines().map(str::trim_end).collect();
    let expected: Vec<String> = shown.lines().map(|l| l.trim_end().to_owned()).collect();
    let expected = expected.join("\n");
    assert!(printed.join("\n").contains(&expected), "{}\n---\n{expected}", answer.out);
}
