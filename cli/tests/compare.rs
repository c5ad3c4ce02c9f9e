//! `diff`, `matrix`, and `rules` with `--compare` and `--sources`.

mod common;

use std::path::Path;

use common::{Answer, chator_in};
use serde_json::Value;

const BASE: &str = "malay/peninsula";
const HEIR: &str = "tests/diff/java.chator";
const SAME: &str = "tests/diff/java-inlined.chator";

/// Runs `chator` at the top of the repository, so that paths are short.
fn chator(args: &[&str]) -> Answer {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above");
    chator_in(Some(top), args, b"")
}

fn strings<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|item| item[key].as_str().expect("a text")).collect()
}

#[test]
fn reports_for_people() {
    for (name, args) in [
        ("diff", vec!["diff", BASE, HEIR]),
        ("diff-other-pieces", vec!["diff", "makruk", "shatar"]),
        (
            "diff-options",
            vec!["diff", BASE, "malay/peninsula[leap-attacks=no,discovered-mate=win]"],
        ),
        ("diff-same", vec!["diff", HEIR, SAME]),
        ("diff-markdown", vec!["diff", BASE, HEIR, "--format", "markdown"]),
        ("matrix", vec!["matrix", BASE, HEIR, "malay/peninsula[leap-attacks=no]"]),
        ("matrix-other-pieces", vec!["matrix", "chess", "makruk", "shatar"]),
        ("matrix-markdown", vec!["matrix", BASE, HEIR, SAME, "--all", "--format", "markdown"]),
        ("compare", vec!["rules", HEIR, "--compare", BASE]),
        ("compare-other-pieces", vec!["rules", "shatar", "--compare", "makruk"]),
        ("sources", vec!["rules", HEIR, "--sources"]),
    ] {
        let answer = chator(&args).exits(0);
        assert_eq!(answer.err, "");
        insta::assert_snapshot!(name, answer.out);
    }
}

/// Every pair of the library can be compared in every way.
#[test]
fn every_pair_of_the_library() {
    let list = chator(&["games", "--json"]).exits(0).objects();
    let ids: Vec<&str> = list.iter().map(|game| game["id"].as_str().expect("an id")).collect();
    for (number, first) in ids.iter().enumerate() {
        for second in &ids[number..] {
            let diff = chator(&["diff", first, second, "--json"]).exits(0).object();
            assert!(first != second || diff["same_rules"] == true, "{first}");
            assert_eq!(diff["left"]["id"], *first);
        }
    }
    let all: Vec<&str> = ["matrix", "--json"].into_iter().chain(ids.iter().copied()).collect();
    let matrix = chator(&all).exits(0).object();
    assert_eq!(strings(&matrix["sets"], "id"), ids);
    for row in matrix["rows"].as_array().expect("rows") {
        let cells = row["cells"].as_array().expect("cells");
        assert_eq!(cells.len(), ids.len());
        let readings = row["readings"].as_array().expect("readings").len();
        for cell in cells.iter().filter(|cell| !cell.is_null()) {
            assert!(cell["reading"].as_u64().is_some_and(|n| n < readings as u64));
        }
    }
}

#[test]
fn a_change_for_programs() {
    let diff = chator(&["diff", BASE, HEIR, "--format", "json"]).exits(0).object();
    assert_eq!(diff["same_rules"], false);
    assert_eq!(diff["comparable"], true);
    assert_eq!(diff["left"]["options"]["leap-attacks"], "yes");
    let changes = diff["changes"].as_array().expect("changes");
    let arrival = changes.iter().find(|c| c["address"] == "bidak.arrival").expect("a change");
    assert_eq!(arrival["kind"], "replaced");
    assert_eq!(arrival["group"], "Special moves");
    assert_eq!(arrival["in_play"], true);
    assert_eq!(arrival["left"]["file"], "games/malay/peninsula.chator");
    assert_eq!(arrival["right"]["file"], HEIR);
    assert_eq!(arrival["right"]["line"], 8);
    assert_eq!(arrival["right"]["sources"][0]["work"], "Raffles");
    let added = changes.iter().find(|c| c["kind"] == "added").expect("a change");
    assert!(added["left"].is_null() && added["right"]["text"].is_string());
    let start = changes.iter().find(|c| c["address"] == "start").expect("a change");
    assert_eq!(start["right"]["line"], 3);
}

#[test]
fn the_same_rules_are_said_to_be_the_same_with_care() {
    let diff = chator(&["diff", HEIR, SAME, "--json"]).exits(0).object();
    assert_eq!(diff["same_rules"], true);
    let kinds = strings(&diff["changes"], "kind");
    assert!(kinds.iter().all(|kind| ["renamed", "cited"].contains(kind)), "{kinds:?}");
    chator(&["diff", HEIR, SAME]).exits(0).says(&["follows from the texts", "Left aside"]);
}

#[test]
fn a_board_of_another_size_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.chator");
    let text = "game \"Small\"\nboard grid 5 x 5\nplayers White north, Black south\n\
                start \"2k2/5/5/5/2K2\"\npiece king K royal: step any\n\
                ends { use checkmate-wins; use repetition(3) }\n";
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("text");
    let answer = chator(&["diff", "chess", path]).exits(0).says(&["~ board", "Board or players"]);
    assert!(answer.out.contains("small.chator:2"), "{}", answer.out);
}

#[test]
fn a_matrix_for_programs_says_who_states_what() {
    let matrix = chator(&["matrix", BASE, HEIR, "--all", "--json"]).exits(0).object();
    let stated = |address: &str| {
        let rows = matrix["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["address"] == address).expect("a row");
        [row["cells"][0]["stated"].clone(), row["cells"][1]["stated"].clone()]
    };
    assert_eq!(stated("raja.leaping"), ["stated", "inherited"]);
    assert_eq!(stated("bidak.arrival"), ["stated", "stated"]);
    assert_eq!(stated("ends.dead"), ["ours", "ours"]);
    assert_eq!(stated("raja.raja-lela"), [Value::from("stated"), Value::Null]);
    assert_eq!(matrix["alike"], 0);
    let some = chator(&["matrix", BASE, HEIR, "--json"]).exits(0).object();
    let left = some["rows"].as_array().expect("rows").len();
    let all = matrix["rows"].as_array().expect("rows").len();
    assert_eq!(some["alike"].as_u64(), Some((all - left) as u64));
}

#[test]
fn a_book_for_programs() {
    let book = chator(&["rules", HEIR, "--json"]).exits(0).object();
    assert_eq!(book["works"]["Raffles"], "T. S. Raffles, The History of Java (1817)");
    assert!(book["entries"].as_array().expect("entries").iter().all(|e| e["mark"].is_null()));
    assert!(book["bibliography"].is_null());
    let args = ["rules", HEIR, "--compare", BASE, "--sources", "--json"];
    let book = chator(&args).exits(0).object();
    assert_eq!(book["compared_with"]["id"], BASE);
    let entries = book["entries"].as_array().expect("entries");
    let mark = |address: &str| {
        let entry = entries.iter().find(|e| e["address"] == address).expect("an entry");
        entry["mark"].as_str().expect("a mark")
    };
    assert_eq!(mark("raja.step"), "same");
    assert_eq!(mark("bidak.arrival"), "changed");
    assert_eq!(mark("ends.bared"), "new");
    assert_eq!(mark("raja.raja-lela"), "not here");
    let works = strings(&book["bibliography"]["works"], "key");
    assert!(works.contains(&"Raffles") && works.contains(&"Elcum"));
    assert_eq!(strings(&book["bibliography"]["ours"], "address").len(), 3);
}

#[test]
fn what_shows_in_play() {
    let args = ["diff", "malay/peninsula", "malay/java", "--witness", "--thousands", "1"];
    let text = chator(&args).exits(0).out;
    assert!(text.contains("* From the start:\n      d1c3 is legal in malay/peninsula"), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("What was not found is not shown to be none."), "{text}");
    let diff = chator(&[&args[..], &["--json"]].concat()).exits(0).object();
    let changes = diff["changes"].as_array().expect("changes");
    let start = changes.iter().find(|c| c["address"] == "start").expect("a change");
    assert_eq!(start["witness"]["finding"]["move"], "d1c3");
    assert_eq!(start["witness"]["finding"]["legal_in"], "left");
    assert_eq!(start["witness"]["caused_by"][0], "start");
    assert!(diff["searched"]["positions"].as_u64() > Some(0));
    let markdown = chator(&[&args[..], &["--format", "markdown"]].concat()).exits(0).out;
    assert!(markdown.contains("- In play: From the start: d1c3"), "{markdown}");
    let same = chator(&["diff", BASE, BASE, "--witness"]).exits(0).out;
    assert!(same.contains("Nothing to look for in play."), "{same}");
    chator(&["diff", BASE, HEIR, "--seconds", "3"]).exits(2).says(&["--witness"]);
    chator(&["diff", BASE, HEIR, "--witness", "--seconds", "0"]).exits(2);
    chator(&["diff", BASE, HEIR, "--witness", "--threads", "0"]).exits(2);
}

#[test]
fn what_cannot_be_compared() {
    chator(&["diff", BASE]).exits(2).says(&["OTHER"]);
    chator(&["diff", BASE, "malay/peninsular"]).exits(2).says(&["did you mean"]);
    chator(&["diff", BASE, HEIR, "--format", "yaml"]).exits(2).says(&["markdown"]);
    chator(&["diff", BASE, HEIR, "--json", "--format", "text"]).exits(2);
    chator(&["matrix", BASE]).exits(2);
    chator(&["matrix", BASE, "makruk[khon=gold]"]).exits(2).says(&["khon"]);
    chator(&["rules", BASE, "--compare", "nothing/like-this"]).exits(2);
    chator(&["diff", "tests/diagnostics/no-royal-piece.chator", BASE]).exits(1).says(&["error["]);
}
