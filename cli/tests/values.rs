//! `values`: tables, objects, and exit codes.

mod common;

use common::chator;
use serde_json::Value;

#[test]
fn values_of_a_game_are_a_table() {
    for id in ["makruk", "threecheck"] {
        let answer = chator(&["values", id], "").exits(0);
        insta::assert_snapshot!(format!("values-{id}"), answer.out);
    }
}

#[test]
fn values_for_programs_are_an_object() {
    let answer = chator(&["values", "antichess", "--json"], "").exits(0);
    let object: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(object["game"], "antichess");
    let men = object["men"].as_array().expect("men");
    assert_eq!(men.len(), 12);
    for man in men {
        assert!(man["worth"].as_i64().expect("a number") < 0, "{man}");
        assert_eq!(man["role"], "turned");
        assert_eq!(man["by"], "ends.none-left");
    }
    let left = object["unweighed"].as_array().expect("rules");
    assert!(left.iter().any(|l| l["rule"] == "ends.repetition"), "{object}");
}

#[test]
fn each_worth_follows_from_its_row() {
    let answer = chator(&["values", "shogi", "--json"], "").exits(0);
    let object: Value = serde_json::from_str(&answer.out).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    for man in object["men"].as_array().expect("men").iter().filter(|m| m["role"] == "plain") {
        let mobility = f64::midpoint(number(&man["quiet"]), number(&man["taking"]));
        assert!((mobility - number(&man["mobility"])).abs() < 1e-3, "{man}");
        let worth = 100.0 * (mobility + 0.1 * number(&man["gain"]));
        assert!((worth - number(&man["worth"])).abs() <= 1.0, "{man}");
    }
}

#[test]
fn what_does_not_exist_has_no_values() {
    chator(&["values", "no-such-game"], "").exits(2);
    chator(&["values"], "").exits(2);
}
