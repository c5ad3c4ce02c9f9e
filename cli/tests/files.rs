//! `games`, `show`, `rules`, `ir`, `check`, `fmt` and `explain`.

mod common;

use std::fs;

use common::{chator, chator_in};
use serde_json::{Value, json};

const SMALL: &str = "game \"Small\"
board grid 5 x 5
players White north, Black south
start \"2k2/5/5/5/2K2\"
piece king K royal: step any
ends {
  use checkmate-wins
  long: draw when occurrences >= 3
}
";

#[test]
fn the_library_is_listed() {
    let objects = chator(&["games", "--json"], "").exits(0).objects();
    let ids: Vec<&str> = objects.iter().map(|o| o["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"makruk") && ids.contains(&"malay/peninsula"), "{ids:?}");
    assert!(ids.is_sorted() && !ids.iter().any(|id| id.starts_with("std")));
    assert!(objects.iter().all(|o| o["title"].is_string() && o["options"].is_number()));
    chator(&["games"], "").exits(0).says(&["makruk: Makruk, 7 options"]);
}

#[test]
fn show_fits_a_terminal() {
    let answer = chator(&["show", "makruk[count=never]"], "").exits(0).says(&[
        "Makruk",
        "  8  r  n  s  m  k  s  n  r  8",
        "White, forward is north",
        "[never]",
        "declared (default)",
        "ends.checkmate",
        "Fingerprint",
        // The bia: one square on, takes aside.
        " .  .  .  x  -  x  .  .",
    ]);
    for line in answer.out.lines().take_while(|line| *line != "State") {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn show_knows_what_moves_need() {
    let object = chator(&["show", "makruk", "--json"], "").exits(0).object();
    let piece = |name: &str| -> Value {
        let pieces = object["pieces"].as_array().unwrap();
        pieces.iter().find(|p| p["name"] == name).unwrap().clone()
    };
    let pawn = piece("bia");
    assert_eq!(pawn["moves"].as_array().unwrap().len(), 1, "both players' move alike");
    assert_eq!(pawn["moves"][0]["goes"], json!([[0, 1]]));
    assert_eq!(pawn["moves"][0]["takes"], json!([[-1, 1], [1, 1]]));
    assert_eq!(pawn["moves"][0]["conditional"], json!([]));
    assert_eq!(piece("ma")["moves"][0]["goes"].as_array().unwrap().len(), 8);
    assert_eq!(piece("khun")["royal"], true);
    assert_eq!(object["options"]["count"]["chosen"], "declared");
    assert_eq!(object["fingerprint"].as_str().unwrap().len(), 32);
    assert_eq!(object["ends"][0]["name"], "ends.counter-mates");
}

#[test]
fn the_rule_book_and_the_data_are_printed() {
    chator(&["rules", "chess"], "").exits(0).says(&["# Chess", "pawn.en-passant"]);
    let answer = chator(&["ir", "chess"], "").exits(0);
    let rules: chator::rules::Rules = ron::from_str(&answer.out).unwrap();
    assert_eq!(&rules, chator::load("chess").unwrap().game.rules());
}

#[test]
fn the_program_is_listed_or_why_there_is_none() {
    chator(&["ir", "chess", "--program"], "").exits(0).says(&["moves of White", "by masks"]);
    let folder = tempfile::tempdir().unwrap();
    let start = format!("32k/{}32K", "33/".repeat(31));
    let text = SMALL.replace("5 x 5", "33 x 33").replace("2k2/5/5/5/2K2", &start);
    fs::write(folder.path().join("large.chator"), text).unwrap();
    let answer = chator_in(Some(folder.path()), &["ir", "large.chator", "--program"], b"").exits(1);
    assert_eq!(answer.out, "");
    assert_eq!(answer.err, "Small: played by the reference: a board of more than 1024 squares\n");
}

#[test]
fn men_of_nobody_and_glosses_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = Some(folder.path());
    let text = SMALL.replace("2k2/5/5/5/2K2", "2k2/5/2*2/5/1GK2")
        + "piece boulder \"a big stone\" * neutral { }\npiece guard \"wall\" G: step forward\n";
    fs::write(folder.path().join("b.chator"), text).unwrap();
    chator_in(at, &["rules", "b.chator"], b"").exits(0).says(&[
        "Black has king c5; nobody's: boulder c3.",
        "### boulder (*, a big stone; nobody's)",
        "### guard (G, the wall)",
    ]);
    chator_in(at, &["show", "b.chator"], b"")
        .exits(0)
        .says(&["* boulder", "a big stone, nobody's"]);
}

#[test]
fn check_runs_tests_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.chator");
    let test = "test \"one\" { expect moves of c1: b1 b2 c2 d1 d2; expect no check }\n\
                test \"two\" { play c1c2; expect check }\n";
    fs::write(&path, format!("{SMALL}{test}")).unwrap();
    let answer = chator_in(Some(folder.path()), &["check", "small.chator"], b"").exits(1);
    assert!(answer.out.ends_with("1 file, 1 test passed, 1 failed\n"), "{}", answer.out);
    assert!(answer.err.contains("test \"two\" failed"), "{}", answer.err);
    assert!(answer.err.contains("small.chator:11:"), "{}", answer.err);

    let answer = chator_in(Some(folder.path()), &["check", "small.chator", "--json"], b"").exits(1);
    let objects = answer.objects();
    assert_eq!(objects[0]["passed"], true);
    let failure = &objects[1]["failures"][0];
    assert_eq!(failure["code"], "E0703");
    assert_eq!((&failure["line"], &failure["file"]), (&json!(11), &json!("small.chator")));
    assert_eq!(objects.last().unwrap()["tests_failed"], 1);
}

#[test]
fn check_reports_places_in_characters() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        SMALL.replace("piece king K royal: step any", "piece raja \"ráját\" K royal: step ani");
    fs::write(folder.path().join("шатар ☗.chator"), &text).unwrap();
    let args = ["check", "шатар ☗.chator", "--json"];
    let objects = chator_in(Some(folder.path()), &args, b"").exits(1).objects();
    let error = &objects[0];
    assert_eq!(error["severity"], "error");
    assert_eq!(error["file"], "шатар ☗.chator");
    assert_eq!((&error["line"], &error["column"]), (&json!(5), &json!(34)));
    assert_eq!((&error["end_line"], &error["end_column"]), (&json!(5), &json!(37)));
    for key in ["code", "message", "label", "help", "fix", "related"] {
        assert!(error.get(key).is_some(), "{key}: {error}");
    }
    let answer = chator_in(Some(folder.path()), &args[..2], b"").exits(1);
    assert!(answer.err.contains("шатар ☗.chator:5:34"), "{}", answer.err);
    assert!(answer.err.contains("^^^"), "{}", answer.err);
    // Windows line ends and a byte order mark change no place.
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(folder.path().join("шатар ☗.chator"), windows).unwrap();
    let same = chator_in(Some(folder.path()), &args, b"").exits(1).objects();
    assert_eq!(objects, same);
}

#[test]
fn check_tries_each_value_of_each_option() {
    let folder = tempfile::tempdir().unwrap();
    let text = SMALL.replace(
        "ends {",
        "option speed: slow | fast\noption end: long | short\n\
         king { hop: leap 2:0 when some (own ghost) if speed is fast }\nends {\n  \
         short: draw when count(man) = 2 if end is short",
    );
    fs::write(folder.path().join("o.chator"), text).unwrap();
    let answer = chator_in(Some(folder.path()), &["check", "o.chator"], b"").exits(1);
    assert!(answer.err.contains("o.chator with [speed=fast]"), "{}", answer.err);
    assert!(answer.err.contains("ghost"), "{}", answer.err);
    let objects = chator_in(Some(folder.path()), &["check", "o.chator", "--json"], b"").objects();
    assert!(objects.iter().any(|o| o["settings"] == json!({ "speed": "fast" })), "{objects:#?}");
}

#[test]
fn warnings_fail_only_if_they_shall() {
    let folder = tempfile::tempdir().unwrap();
    let text = SMALL.replace("ends {", "piece ghost G: step any\nends {");
    fs::write(folder.path().join("w.chator"), text).unwrap();
    let args = ["check", "w.chator", "--strict"];
    let answer = chator_in(Some(folder.path()), &args[..2], b"").exits(0).says(&["warning[W06"]);
    assert!(answer.out.ends_with("1 warning\n"), "{}", answer.out);
    chator_in(Some(folder.path()), &args, b"").exits(1);
}

#[test]
fn a_wide_board_stays_in_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = SMALL
        .replace("grid 5 x 5", "grid 30 x 12")
        .replace("2k2/5/5/5/2K2", "2k27/30/30/30/30/30/30/30/30/30/30/2K27");
    fs::write(folder.path().join("w.chator"), text).unwrap();
    let answer = chator_in(Some(folder.path()), &["show", "w.chator"], b"").exits(0);
    let lines = answer.out.lines().skip_while(|line| !line.trim_start().starts_with("a   b"));
    let board: Vec<&str> = lines.take(14).collect();
    assert!(board[0].ends_with("aa  ab  ac  ad"), "{}", board[0]);
    assert_eq!(board[1].find('.'), board[12].find('.'));
    assert!(board[1].starts_with("  12 ") && board[12].starts_with("   1 "), "{board:#?}");
    chator_in(Some(folder.path()), &["apply", "w.chator", "c1c2", "c12c11"], b"").exits(0);
}

#[test]
fn letters_of_any_script_line_up_or_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let text = SMALL
        .replace("piece king K", "piece \u{43d}\u{43e}\u{439}\u{43e}\u{43d} \u{41d}")
        .replace("2k2/", "2\u{43d}2/")
        .replace("2K2", "2\u{41d}2");
    fs::write(folder.path().join("u.chator"), text).unwrap();
    let at = Some(folder.path());
    let plain = chator_in(at, &["show", "u.chator", "--ascii"], b"").exits(0);
    assert!(plain.out.contains("A stands for"), "{}", plain.out);
    assert!(plain.out.contains("5  .  .  a  .  .  5"), "{}", plain.out);
    chator_in(at, &["show", "u.chator"], b"").exits(0).says(&["5  .  .  \u{43d}  .  .  5"]);
}

#[test]
fn check_takes_several_files_and_ids() {
    let answer = chator(&["check", "chess", "shatar", "nogame"], "").exits(2);
    assert!(answer.out.starts_with("2 files, "), "{}", answer.out);
    assert!(answer.err.contains("nogame"), "{}", answer.err);
}

#[test]
fn a_library_file_is_checked_for_its_form() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("l.chator"), "library\ndefine near = step any\n").unwrap();
    chator_in(Some(folder.path()), &["check", "l.chator"], b"");
    fs::write(folder.path().join("l.chator"), "library\ndefine x { }}}\n").unwrap();
    chator_in(Some(folder.path()), &["check", "l.chator"], b"").exits(1);
}

#[test]
fn a_file_extends_its_neighbour_and_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("sub")).unwrap();
    fs::write(at.join("base.chator"), SMALL).unwrap();
    fs::write(at.join("child.chator"), "game \"Child\" extends base\n").unwrap();
    fs::write(at.join("sub/deep.chator"), "game \"Deep\" extends ../child\n").unwrap();
    fs::write(at.join("far.chator"), "game \"Far\" extends makruk[count=never]\n").unwrap();
    for file in ["child.chator", "sub/deep.chator", "child", "./sub/deep"] {
        let object = chator_in(Some(at), &["moves", file, "--json"], b"").exits(0).object();
        assert_eq!(object["moves"].as_array().unwrap().len(), 5, "{file}");
    }
    chator_in(Some(at), &["perft", "far.chator", "2"], b"").exits(0).says(&["nodes 529"]);
    fs::write(at.join("lost.chator"), "game \"Lost\" extends makruc\n").unwrap();
    chator_in(Some(at), &["moves", "lost.chator"], b"").exits(1).says(&["E0207", "makruk"]);
}

#[cfg(unix)]
#[test]
fn files_that_extend_each_other_are_found_out_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("a.chator"), "game \"A\" extends link\n").unwrap();
    std::os::unix::fs::symlink(at.join("a.chator"), at.join("link.chator")).unwrap();
    chator_in(Some(at), &["moves", "a.chator"], b"").exits(1).says(&["E0208"]);
}

#[test]
fn files_too_large_or_no_text_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("big.chator"), "#".repeat((1 << 20) + 1)).unwrap();
    fs::write(at.join("bin.chator"), b"game \"x\"\n\xff\n").unwrap();
    chator_in(Some(at), &["check", "big.chator"], b"").exits(2).says(&["1048576"]);
    chator_in(Some(at), &["check", "bin.chator"], b"").exits(2).says(&["line 2 is not UTF-8"]);
}

#[test]
fn fmt_writes_whole_files_and_settles() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let untidy = SMALL.replace("piece king K royal: step any", "piece   king K royal :   step any");
    fs::write(at.join("a.chator"), &untidy).unwrap();
    let check = chator_in(Some(at), &["fmt", "--check", "a.chator"], b"").exits(1);
    assert_eq!(check.out, "a.chator\n");
    assert_eq!(fs::read_to_string(at.join("a.chator")).unwrap(), untidy);
    chator_in(Some(at), &["fmt", "a.chator"], b"").exits(0);
    let tidy = fs::read_to_string(at.join("a.chator")).unwrap();
    assert!(tidy.contains("piece king K royal: step any"), "{tidy}");
    chator_in(Some(at), &["fmt", "--check", "a.chator"], b"").exits(0);
    assert_eq!(chator_in(Some(at), &["fmt", "-"], untidy.as_bytes()).exits(0).out, tidy);
    // Windows line ends stay.
    fs::write(at.join("w.chator"), untidy.replace('\n', "\r\n")).unwrap();
    chator_in(Some(at), &["fmt", "w.chator"], b"").exits(0);
    assert_eq!(fs::read_to_string(at.join("w.chator")).unwrap(), tidy.replace('\n', "\r\n"));
    chator_in(Some(at), &["fmt", "--check", "w.chator"], b"").exits(0);
    // What cannot be read stays as it is.
    fs::write(at.join("b.chator"), "game \"B\" {{{\n").unwrap();
    chator_in(Some(at), &["fmt", "b.chator"], b"").exits(1);
    assert_eq!(fs::read_to_string(at.join("b.chator")).unwrap(), "game \"B\" {{{\n");
    chator_in(Some(at), &["fmt", "none.chator"], b"").exits(2).says(&["none.chator"]);
    // Nothing is left behind.
    let left: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn explain_knows_its_codes() {
    chator(&["explain", "E0203"], "").exits(0).says(&["E0203: "]);
    chator(&["explain", "e0703", "--json"], "").exits(0).says(&["\"code\":\"E0703\""]);
    chator(&["explain", "E0x03"], "").exits(2).says(&["did you mean E0"]);
    chator(&["explain", "nonsense"], "").exits(2).says(&["lists them all"]);
    let all = chator(&["explain"], "").exits(0).out;
    assert!(all.lines().count() > 20 && all.contains("E0101") && all.contains("E0701"), "{all}");
}

#[test]
fn mistakes_are_shown_where_the_game_is_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.chator"), SMALL.replace("any", "anny")).unwrap();
    chator_in(Some(folder.path()), &["play", "bad.chator"], b"").exits(1).says(&[
        "anny",
        "bad.chator:5:",
        "cannot be played",
    ]);
}
