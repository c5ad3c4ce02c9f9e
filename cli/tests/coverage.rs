//! `coverage`, and what `check` says of rules that never come up.

mod common;

use std::fs;

use common::{chator, chator_in};
use serde_json::Value;

const SMALL: &str = "game \"Small\"
board grid 5 x 5
players White north, Black south
start \"2k2/5/5/5/2K2\"
piece king K royal: step any
ends {
  use checkmate-wins
  use repetition(3)
}
";

/// Nothing raises the counter beyond 4, which no check of the text can tell: an event lowers it.
const DEAD: &str = "state steps: 0..9 = 0
counts: after a move when steps < 9 => steps = steps + 1
resets: after a move when steps = 5 => steps = 0
king { rush: slide any when steps = 9 }
";

#[test]
fn coverage_of_a_library_game_is_a_table() {
    let args = ["coverage", "chess", "--games", "8", "--seed", "3"];
    let answer = chator(&args, "").exits(0).says(&[
        "Chess: 8 games by random from seed 3, ",
        "king.castle-short",
        "After each move",
        "bans.exposed",
        "Never reached in 8 games (",
        "ends.move-limit",
        "games/std/clock.chator:10",
        "proves nothing",
    ]);
    assert_eq!(answer.err, "", "no bar without a terminal");
    // Columns are aligned: the counts of all rows of a section end at one place.
    let lines: Vec<&str> = answer.out.lines().collect();
    let heading = lines.iter().position(|l| l.starts_with("pawn ")).expect("a section");
    let end = |line: &str, nth: usize| -> usize {
        let word = line.split_whitespace().nth(nth).expect("a word");
        line.find(word).expect("it is there") + word.len()
    };
    assert_eq!(end(lines[heading], 1), end(lines[heading + 1], 1));
    assert!(lines.iter().all(|line| line.chars().count() <= 100));
    assert_eq!(chator(&args, "").out, answer.out);
}

#[test]
fn coverage_as_data_does_not_depend_on_threads() {
    let run = |threads: &str| {
        let args = ["coverage", "makruk", "--games", "6", "--json", "--threads", threads];
        chator(&args, "").exits(0)
    };
    let (one, two) = (run("1"), run("3"));
    assert_eq!(one.out, two.out);
    let object = one.object();
    let rules = object["rules"].as_array().expect("rows");
    let sum = |role: &str| -> u64 {
        let rows = rules.iter().filter(|r| r["role"] == role);
        rows.map(|r| r["used"]["times"].as_u64().unwrap()).sum()
    };
    assert_eq!(Some(sum("clause")), object["plies"].as_u64());
    assert_eq!(Some(sum("end")), object["ended"].as_u64());
    let never: Vec<&Value> = object["never"].as_array().unwrap().iter().collect();
    for row in rules {
        let used = row["used"]["times"].as_u64().unwrap();
        let available = row["available"]["times"].as_u64().unwrap_or(0);
        assert_eq!(used + available == 0, never.contains(&&row["address"]), "{row}");
        assert!(row["place"].as_str().unwrap().contains(".chator:"), "{row}");
    }
    assert_eq!(object["games"], 6);
    assert_eq!(object["reproducible"], true);
}

#[test]
fn agents_and_bounds_are_taken_and_mistakes_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.chator"), SMALL).unwrap();
    let at = Some(folder.path());
    let args = [
        "coverage",
        "s.chator",
        "--games",
        "2",
        "--max-plies",
        "4",
        "--agent",
        "mcts:nodes=5",
        "--json",
    ];
    let object = chator_in(at, &args, b"").exits(0).object();
    assert_eq!((&object["broken_off"], &object["plies"]), (&Value::from(2), &Value::from(8)));
    for (wrong, says) in [
        (&["coverage"][..], "GAME"),
        (&["coverage", "makruc"], "did you mean `makruk`"),
        (&["coverage", "chess", "--games", "0"], "--games"),
        (&["coverage", "chess", "--max-plies", "0"], "--max-plies"),
        (&["coverage", "chess", "--threads", "0"], "--threads"),
        (&["coverage", "chess", "--agent", "human"], "no agent `human`"),
        (&["coverage", "chess", "--agent", "random:seed=x"], "seed is a whole number"),
        (&["coverage", "chess[a=b]"], "no option"),
    ] {
        chator(wrong, "").exits(2).says(&[says]);
    }
}

#[test]
fn check_warns_of_a_rule_that_nothing_proves_dead() {
    let folder = tempfile::tempdir().unwrap();
    let at = Some(folder.path());
    fs::write(folder.path().join("d.chator"), format!("{SMALL}{DEAD}")).unwrap();
    let answer = chator_in(at, &["check", "d.chator"], b"").exits(0).says(&[
        "warning[W0801]",
        "`king.rush` never could be played in 40 random games of ",
        "d.chator:13:8",
        "`test`",
    ]);
    assert!(answer.out.ends_with("; 1 warning\n"), "{}", answer.out);
    chator_in(at, &["check", "d.chator", "--strict"], b"").exits(1);
    let objects = chator_in(at, &["check", "d.chator", "--json"], b"").exits(0).objects();
    assert_eq!(
        (&objects[0]["code"], &objects[0]["line"]),
        (&Value::from("W0801"), &Value::from(13))
    );
    // A test in which it comes up settles the matter, however it came there.
    let test = "test \"a rush\" { at \"2k2/5/5/5/K4 w steps=9\"; expect legal a1a4 }\n";
    fs::write(folder.path().join("d.chator"), format!("{SMALL}{DEAD}{test}")).unwrap();
    let answer = chator_in(at, &["check", "--strict", "d.chator"], b"").exits(0);
    assert_eq!(answer.err, "");
    // The explanation is there.
    chator(&["explain", "W0801"], "").exits(0).says(&["never seen in play"]);
}

#[test]
fn check_says_that_a_game_is_over_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let lone = SMALL.replace("use repetition(3)", "lone: draw when count(man) = 2");
    fs::write(folder.path().join("l.chator"), lone).unwrap();
    let answer = chator_in(Some(folder.path()), &["check", "l.chator"], b"").exits(0).says(&[
        "warning[W0801]: the game is over before its first move",
        "l.chator:4:7",
        "as it stands: draw by ends.lone",
    ]);
    // That nobody moves in it is no news then.
    assert!(!answer.err.contains("never could be played"), "{}", answer.err);
}

#[test]
fn check_asks_other_readings_and_only_of_the_file_itself() {
    let folder = tempfile::tempdir().unwrap();
    let at = Some(folder.path());
    // In the first reading the counter starts low; in the second the rush can be played.
    let text = DEAD.replace("steps = 9", "steps = top");
    let option = "option high: no | yes\ndefine top = (4 if high is yes, else 9)\n";
    fs::write(folder.path().join("o.chator"), format!("{SMALL}{text}{option}")).unwrap();
    chator_in(at, &["check", "--strict", "o.chator"], b"").exits(0);
    chator_in(at, &["check", "--strict", "o.chator[high=no]"], b"").exits(1).says(&["W0801"]);
    // What a base has is the base's affair.
    fs::write(folder.path().join("d.chator"), format!("{SMALL}{DEAD}")).unwrap();
    fs::write(folder.path().join("c.chator"), "game \"Child\" extends d\n").unwrap();
    chator_in(at, &["check", "--strict", "c.chator"], b"").exits(0);
}

#[test]
fn check_has_nothing_to_say_of_the_library() {
    let games = ["chess", "makruk", "shatar", "chaturangaplus", "malay/peninsula"];
    let args: Vec<&str> = ["check", "--strict"].into_iter().chain(games).collect();
    let answer = chator(&args, "").exits(0);
    assert_eq!(answer.err, "");
    // An army that does not take part in a reading is not dead.
    chator(&["check", "--strict", "chaturangaplus[white=plus,black=plus]"], "").exits(0);
}
