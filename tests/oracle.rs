//! Answers of independent programs: see tests/oracle/README.md for who computed them.
//!
//! The sample in `tests/oracle` always runs. Where the larger collection is there
//! (`CHATOR_ORACLE`, or `../shared/oracle` beside the checkout), all of it runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chator::{Game, Position, perft};
use serde_json::Value;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle")
}

/// The larger collection if there is one, else the sample.
fn root() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle");
    match std::env::var_os("CHATOR_ORACLE") {
        Some(path) => path.into(),
        None if beside.join("lines").is_dir() => beside,
        None => sample(),
    }
}

fn game(request: &str) -> Game {
    match chator::load(request) {
        Ok(loaded) => loaded.game,
        Err(error) => panic!("{request}: {error}"),
    }
}

fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row of JSON")).collect()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|s| s.as_str().expect("text").to_owned()).collect()
}

fn legal(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_texts().into_iter().map(|(_, t)| t).collect();
    moves.sort();
    moves
}

/// What the oracles call an ending, in our addresses.
fn addresses(word: &str) -> &'static [&'static str] {
    match word {
        "mate" => &["ends.checkmate", "ends.mate"],
        "stalemate" => &["ends.stalemate"],
        "niol" => &["ends.niol"],
        "robado" => &["ends.robado"],
        "horse mate" => &["ends.horse-mate"],
        "discovered mate" => &["ends.discovered-mate"],
        "material" => &["ends.dead", "ends.two-khuns", "ends.bare-kings"],
        "repetition" => &["ends.repetition"],
        "n-move" => &["ends.move-limit"],
        "count" => &["ends.count-over"],
        "seven moves" => &["ends.seven-moves"],
        "bare king wins" => &["ends.bared"],
        "counter mated" => &["ends.counter-mates"],
        other => panic!("unknown ending {other}"),
    }
}

/// Compares an outcome with `1-0 mate`, `1/2 niol`, or none.
fn check_result(position: &Position, expected: Option<&str>, at: &str) {
    let found = position.outcome();
    let Some(expected) = expected else {
        assert!(found.is_none(), "{at}: the game goes on, not {found:?}");
        return;
    };
    let (score, word) = expected.split_once(' ').expect("score and word");
    let found = found.unwrap_or_else(|| panic!("{at}: {expected} expected, {}", position.text()));
    let winner = found.winner().map(|p| p.0);
    let wanted = match score {
        "1-0" => Some(0),
        "0-1" => Some(1),
        _ => None,
    };
    assert_eq!(winner, wanted, "{at}: {expected}");
    assert!(addresses(word).contains(&found.by()), "{at}: {expected}, not {}", found.by());
}

fn check_lines(file: &str) {
    let path = root().join("lines").join(file);
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    let all = rows(&path);
    assert!(!all.is_empty());
    for (number, row) in all.iter().enumerate() {
        let id = row["game"].as_str().expect("a game").to_owned();
        let game = games.entry(id.clone()).or_insert_with(|| self::game(&id));
        let at = format!("{file}:{}", number + 1);
        let mut position = game.start();
        for text in strings(&row["moves"]) {
            let over = position.outcome();
            assert!(over.is_none(), "{at}: over before {text} by {over:?}: {}", position.text());
            let mv = position.parse_move(&text).unwrap_or_else(|e| panic!("{at}: {text}: {e}"));
            position.play(mv);
        }
        check_result(&position, row["result"].as_str(), &at);
        assert_eq!(legal(&position), strings(&row["legal"]), "{at}: {}", position.text());
        assert_eq!(position.in_check(), row["check"].as_bool().expect("a flag"), "{at}");
        // The text says all that matters to the rules, but the history.
        let again = game.position(&position.text()).unwrap_or_else(|e| panic!("{at}: {e}"));
        assert_eq!(again.text(), position.text(), "{at}");
        if row["result"].is_null() {
            assert_eq!(legal(&again), legal(&position), "{at}: {}", position.text());
        }
    }
}

#[test]
fn lines_of_makruk() {
    check_lines("makruk.jsonl");
    check_lines("makruk-rare.jsonl");
}

#[test]
fn lines_of_shatar() {
    check_lines("shatar.jsonl");
    check_lines("shatar-rare.jsonl");
}

#[test]
fn lines_of_malay_chess() {
    check_lines("malay.jsonl");
    check_lines("malay-rare.jsonl");
}

#[test]
fn lines_of_elcum() {
    check_lines("malay-elcum.jsonl");
    check_lines("malay-elcum-rare.jsonl");
}

#[test]
fn lines_of_negri_sembilan() {
    check_lines("malay-negri.jsonl");
    check_lines("malay-negri-rare.jsonl");
}

#[test]
fn lines_of_the_batak() {
    check_lines("malay-batak.jsonl");
    check_lines("malay-batak-rare.jsonl");
}

#[test]
fn lines_of_java() {
    check_lines("malay-java.jsonl");
    check_lines("malay-java-rare.jsonl");
}

#[test]
fn lines_of_borneo() {
    check_lines("malay-borneo.jsonl");
    check_lines("malay-borneo-rare.jsonl");
}

#[test]
fn lines_of_selangor() {
    check_lines("selangor.jsonl");
    check_lines("selangor-rare.jsonl");
}

#[test]
fn lines_of_chaturangaplus_white() {
    check_lines("cplus-chess-white.jsonl");
    check_lines("cplus-chess-white-rare.jsonl");
}

#[test]
fn lines_of_chaturangaplus_black() {
    check_lines("cplus-plus-white.jsonl");
    check_lines("cplus-plus-white-rare.jsonl");
}

/// Does the oracle count moves in endgames, and write limit and count in fields that are not ours?
/// Our count in makruk and ouk is declared, and in sittuyin there is none.
fn counts_by_itself(id: &str) -> bool {
    id.starts_with("makruk") || id.starts_with("ouk") || id == "sittuyin"
}

/// A position's text without the oracle's count.
fn without_count(fen: &str, id: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if counts_by_itself(id) {
        fields[3] = "-";
    }
    if fields.len() == 4 {
        // Its start position of some games has no fields for castling and passing.
        fields.splice(2..2, ["-", "-"]);
    }
    fields.join(" ")
}

/// Ends that this project's rules decide and the oracle leaves to a claim or to nobody.
fn ours_alone(position: &Position) -> bool {
    let claims = ["ends.dead", "ends.two-khuns", "ends.move-limit", "ends.repetition"];
    position.outcome().is_some_and(|o| claims.contains(&o.by()))
}

/// The oracle's text, without a square passed that no pawn may go to: it asks what pawns attack,
/// our text what is legal.
fn like(oracle: &str, ours: &str) -> String {
    let mut fields: Vec<&str> = oracle.split(' ').collect();
    if ours.split(' ').nth(3) == Some("-") && fields.get(3).is_some_and(|f| f.len() == 2) {
        fields[3] = "-";
    }
    fields.join(" ")
}

fn check_positions(file: &str, id: &str) {
    let game = game(id);
    let all = rows(&root().join("positions").join(file));
    let mut compared = 0;
    for (number, row) in all.iter().enumerate() {
        let at = format!("{file}:{}", number + 1);
        let fen = without_count(row["fen"].as_str().expect("a fen"), id);
        if let Some(end) = row["end"].as_str() {
            check_end(&game, row, &fen, end, id, &at);
            continue;
        }
        let position = game.position(&fen).unwrap_or_else(|e| panic!("{at}: {fen}: {e}"));
        if ours_alone(&position) {
            assert!(legal(&position).is_empty(), "{at}");
            continue;
        }
        compared += 1;
        assert_eq!(legal(&position), strings(&row["legal"]), "{at}: {fen}");
        assert_eq!(position.in_check(), row["check"].as_bool().expect("a flag"), "{at}: {fen}");
        // The oracle writes the rights of a start as in chess, and by files afterwards.
        let by_files = id != "chess960" || !fen.contains(" KQkq ");
        let expected = like(&fen, &position.text());
        assert!(!by_files || position.text() == expected, "{at}: {}", position.text());
        for (text, after) in row["succ"].as_object().into_iter().flatten() {
            let mut next = position.clone();
            next.play(position.parse_move(text).unwrap_or_else(|e| panic!("{at}: {text}: {e}")));
            let expected = without_count(after.as_str().expect("a fen"), id);
            let found = next.text();
            let expected = like(&expected, &found);
            // Memory that is not at its start follows the fields that the oracle writes too.
            let expected: Vec<&str> = expected.split(' ').collect();
            let found: Vec<&str> = found.split(' ').take(expected.len()).collect();
            if counts_by_itself(id) {
                // The oracle's fifth field counts by its own count.
                assert_eq!(found[..4], expected[..4], "{at}: {text}");
            } else {
                assert_eq!(found, expected, "{at}: {text}");
            }
        }
    }
    assert!(compared >= 10, "{file}: only {compared} positions compared");
}

/// A finished game: the line that leads there ends as the oracle says.
fn check_end(game: &Game, row: &Value, fen: &str, end: &str, id: &str, at: &str) {
    let startfen = without_count(row["startfen"].as_str().expect("a fen"), id);
    let mut position = game.position(&startfen).unwrap_or_else(|e| panic!("{at}: {startfen}: {e}"));
    let line = strings(&row["moves_to_reach"]);
    for (ply, text) in line.iter().enumerate() {
        // A count that has run out is claimed there, or not.
        let counted = end != "claim-counting"
            && position.outcome().is_some_and(|o| o.by() == "ends.count-over");
        if ours_alone(&position) || counted {
            return;
        }
        // The oracle lets a pawn be dropped to give mate and scores it as lost.
        if let Some(illegal) = position.explain_illegal(text)
            && illegal.banned_by == "bans.pawn-mate"
        {
            assert_eq!(ply + 1, line.len(), "{at}");
            let loser = if position.to_move().0 == 0 { "0-1" } else { "1-0" };
            assert_eq!(row["result"].as_str(), Some(loser), "{at}");
            return;
        }
        let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{at}: {text}: {e}"));
        position.play(mv);
    }
    let board = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
    assert_eq!(board(&position.text()), board(fen), "{at}");
    let outcome = position.outcome();
    let winner = outcome.as_ref().and_then(chator::Outcome::winner).map(|p| p.0);
    match end {
        "checkmate" | "stalemate" | "immediate" => {
            let outcome = outcome.unwrap_or_else(|| panic!("{at}: {end} expected at {fen}"));
            if ours_alone(&position) {
                return;
            }
            assert!(legal(&position).is_empty(), "{at}");
            assert_eq!(position.in_check(), row["check"].as_bool().expect("a flag"), "{at}");
            let by = outcome.by();
            match row["result"].as_str() {
                // The oracle's shatar: a horse mate loses, stalemate draws, an unearned mate draws.
                Some("1-0" | "0-1") if by == "ends.horse-mate" => assert!(winner.is_none(), "{at}"),
                Some("1-0") => assert_eq!(winner, Some(0), "{at}: {by}"),
                Some("0-1") => assert_eq!(winner, Some(1), "{at}: {by}"),
                _ if by == "ends.stalemate" && id == "shatar" => assert!(winner.is_some(), "{at}"),
                _ => assert_eq!(winner, None, "{at}: {by}"),
            }
        }
        "claim-repetition" => {
            assert!(position.occurrences() >= 3, "{at}");
            assert_eq!(outcome.as_ref().map(chator::Outcome::by), Some("ends.repetition"), "{at}");
        }
        "claim-nmove" => {
            assert_eq!(outcome.as_ref().map(chator::Outcome::by), Some("ends.move-limit"), "{at}");
        }
        "claim-counting" if id.contains("count=automatic") => {
            assert_eq!(outcome.as_ref().map(chator::Outcome::by), Some("ends.count-over"), "{at}");
        }
        // The oracle's automatic count; ours is declared, so the game goes on.
        "claim-counting" => assert!(outcome.is_none() || ours_alone(&position), "{at}"),
        other => panic!("{at}: unknown end {other}"),
    }
}

#[test]
fn positions_of_chess() {
    check_positions("chess.jsonl", "chess");
}

#[test]
fn positions_of_crazyhouse() {
    check_positions("crazyhouse.jsonl", "crazyhouse");
}

#[test]
fn positions_of_shogi() {
    check_positions("shogi.jsonl", "shogi");
}

#[test]
fn positions_of_sittuyin() {
    check_positions("sittuyin.jsonl", "sittuyin");
}

#[test]
fn positions_of_duck_chess() {
    check_positions("duck.jsonl", "duck");
}

#[test]
fn positions_of_chess960() {
    check_positions("chess960.jsonl", "chess960");
}

#[test]
fn positions_of_makruk() {
    check_positions("makruk.jsonl", "makruk[count=never]");
}

#[test]
fn positions_of_shatar() {
    check_positions("shatar.jsonl", "shatar");
}

#[test]
fn positions_of_the_family_of_chess() {
    for id in ["losalamos", "capablanca", "antichess", "horde", "atomic"] {
        check_positions(&format!("{id}.jsonl"), id);
    }
    check_positions("3check.jsonl", "threecheck");
}

#[test]
fn positions_of_shatranj() {
    check_positions("shatranj.jsonl", "shatranj");
}

#[test]
fn positions_of_xiangqi() {
    check_positions("xiangqi.jsonl", "xiangqi");
}

#[test]
fn positions_of_ouk() {
    check_positions("cambodian.jsonl", "ouk[count=never]");
    check_positions("cambodian.jsonl", "ouk[count=automatic]");
}

/// Lines with the oracle's count after each move, in half-moves: our limit is the number that
/// draws, its limit the half-moves before that.
#[test]
fn counts_of_ouk() {
    let game = game("ouk[count=automatic,rep=0]");
    let rows = rows(&root().join("positions/counting-cambodian.jsonl"));
    for (number, row) in rows.iter().enumerate() {
        let at = format!("counting-cambodian:{}", number + 1);
        let start = row["startfen"].as_str().expect("a fen");
        let mut position = game.position(start).unwrap_or_else(|e| panic!("{at}: {start}: {e}"));
        let known = row["count"].as_array().expect("counts");
        for (text, count) in strings(&row["moves"]).iter().zip(&known[1..]) {
            if position.outcome().is_some() {
                break;
            }
            let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{at}: {text}: {e}"));
            position.play(mv);
            let [limit, plies] = [0, 1].map(|i| count[i].as_i64().expect("a number"));
            let [found, said] = ["limit", "number"].map(|n| cell(&position, n).parse::<i64>());
            let expected = if limit > 0 { (limit / 2 + 1, (plies + 1) / 2) } else { (0, 0) };
            assert_eq!((found, said), (Ok(expected.0), Ok(expected.1)), "{at}: {text}");
        }
        let end = position.outcome().map(|o| o.by().to_owned());
        let ours = end.as_deref().is_some_and(|by| by == "ends.two-khuns");
        let expected = row["end"] == "counting";
        assert!(ours || expected == (end.as_deref() == Some("ends.count-over")), "{at}: {end:?}");
    }
    assert!(rows.len() >= 20);
}

#[test]
fn mates_of_shatar() {
    let game = game("shatar");
    for (number, row) in rows(&root().join("positions/shatar-mates.jsonl")).iter().enumerate() {
        let at = format!("shatar-mates:{}", number + 1);
        let fen = row["fen"].as_str().expect("a fen");
        check_end(&game, row, fen, row["end"].as_str().expect("an end"), "shatar", &at);
    }
}

/// The state of a hand-worked case in the text of our rule files.
fn case_text(case: &Value) -> String {
    let fen = case["fen"].as_str().expect("a fen");
    let id = case["game"].as_str().expect("a game");
    let state = &case["state"];
    let sides = |value: &str| match value {
        "Kk" => "wb",
        "K" => "w",
        "k" => "b",
        _ => "-",
    };
    let mut text = fen.to_owned();
    if id.starts_with("chaturangaplus") {
        text.push_str(&format!(" {}", state["castle"].as_str().unwrap_or("-")));
    }
    if id.starts_with("malay") || id.starts_with("chaturangaplus") {
        let leap = state["leap"].as_str().unwrap_or("-");
        // In Selangor a check takes the leap, and only a move of the king the right to castle.
        let checked = state["checked"].as_str().unwrap_or("");
        let left: String = leap.chars().filter(|side| !checked.contains(*side)).collect();
        text.push_str(&format!(" leap={}", sides(&left)));
        if id == "malay/selangor" {
            text.push_str(&format!(" unmoved={}", sides(leap)));
        }
    }
    // Of seven moves so many are left.
    for left in state["elcum"].as_object().into_iter().flat_map(|side| side.values()) {
        text.push_str(&format!(" chase={}", 7 - left.as_i64().expect("a number")));
    }
    // The king's pawn at its start needs no mark.
    for pawn in state["kpawn"].as_object().into_iter().flat_map(|side| side.values()) {
        if pawn[1] == 1 {
            text.push_str(&format!(" late={}", pawn[0].as_str().expect("a square")));
        }
    }
    for key in ["owed", "clock"] {
        match &state[key] {
            Value::String(value) => text.push_str(&format!(" {key}={value}")),
            Value::Number(value) => text.push_str(&format!(" {key}={value}")),
            Value::Object(map) => {
                let list: Vec<String> = map.iter().map(|(k, v)| format!("{k}:{v}")).collect();
                text.push_str(&format!(" {key}={}", list.join(",")));
            }
            _ => {}
        }
    }
    if let Some(chain) = state["chain"].as_str() {
        text.push_str(&format!(" chain={}", sides(chain)));
    }
    if let Some(count) = state["count"].as_object() {
        text.push_str(&format!(
            " counting={} number={} limit={}",
            count["by"].as_str().expect("a side"),
            count["n"],
            count["limit"]
        ));
    }
    text
}

fn cell(position: &Position, name: &str) -> String {
    let index = position.game().rules().cells.get_index_of(name).expect("a declared state");
    position.cell_text(chator::rules::CellId(index as u16))
}

#[test]
fn hand_worked_cases() {
    let text = fs::read_to_string(root().join("cases.json")).expect("cases");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    // Positions in which the side that moved last is in check: no move can have led there.
    let unreachable = ["E2", "E3", "E4"];
    let mut run = 0;
    for case in &cases {
        let id = case["game"].as_str().expect("a game");
        run += 1;
        let at = format!("{} {}", case["id"], case["why"]);
        let game = game(id);
        let text = case_text(case);
        let reading = game.setup(&text).expect("a text").tolerate();
        let mut position = reading.unwrap_or_else(|e| panic!("{at}: {text}: {e}")).position;
        let reachable = !unreachable.contains(&case["id"].as_str().expect("an id"));
        assert_eq!(game.position(&text).is_ok(), reachable, "{at}: {text}");
        for mv in strings(&case["play"]) {
            let mv = position.parse_move(&mv).unwrap_or_else(|e| panic!("{at}: {mv}: {e}"));
            position.play(mv);
        }
        let square = case["square"].as_str().unwrap_or("");
        // A case that does not speak of declarations lists the plain moves.
        let declares = |m: &String| m.ends_with("@count") || m.ends_with("@stop");
        let all: Vec<String> = legal(&position).into_iter().filter(|m| !declares(m)).collect();
        let from: Vec<String> = all.iter().filter(|m| m.starts_with(square)).cloned().collect();
        let expect = &case["expect"];
        let words = || {
            let mut words: Vec<String> =
                expect.as_str().unwrap_or("").split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        match case["ask"].as_str().expect("a question") {
            "moves" => assert_eq!(from, words(), "{at}"),
            "all" => assert_eq!(all, words(), "{at}"),
            "count" => assert_eq!(all.len() as u64, expect.as_u64().expect("a number"), "{at}"),
            "countfrom" => {
                assert_eq!(from.len() as u64, expect.as_u64().expect("a number"), "{at}");
            }
            "check" => assert_eq!(position.in_check(), expect.as_bool().expect("a flag"), "{at}"),
            "legal" => assert_eq!(
                legal(&position).iter().any(|m| m == square),
                expect.as_bool().expect("a flag"),
                "{at}"
            ),
            "board" => {
                let text = position.text();
                assert_eq!(text.split(' ').next(), expect.as_str(), "{at}");
            }
            "owed" => assert_eq!(cell(&position, "owed"), owed(expect), "{at}"),
            "result" => match expect.as_str().expect("a result") {
                "goes on" => check_result(&position, None, &at),
                result => check_result(&position, Some(result), &at),
            },
            "count_state" => {
                assert_eq!(
                    cell(&position, "counting"),
                    expect["by"].as_str().expect("a side"),
                    "{at}"
                );
                assert_eq!(cell(&position, "number"), expect["n"].to_string(), "{at}");
                assert_eq!(cell(&position, "limit"), expect["limit"].to_string(), "{at}");
            }
            "may_declare" => {
                let declares = legal(&position).iter().any(|m| m.ends_with("@count"));
                assert_eq!(declares, expect.as_bool().expect("a flag"), "{at}");
            }
            other => panic!("{at}: unknown question {other}"),
        }
    }
    assert!(run >= 100, "only {run} cases");
}

fn owed(expect: &Value) -> String {
    match expect {
        Value::Object(map) => {
            map.iter().map(|(k, v)| format!("{k}:{v}")).collect::<Vec<_>>().join(",")
        }
        Value::String(text) => text.replace('=', ":"),
        other => other.to_string(),
    }
}

#[test]
fn perft_from_the_start() {
    let expected: [(&str, &[u64]); 9] = [
        ("chess", &[20, 400, 8_902]),
        ("makruk", &[23, 529, 12_012]),
        ("shatar", &[20, 400, 8_426]),
        ("malay/peninsula", &[22, 484, 11_753]),
        ("malay/batak", &[23, 529, 13_291]),
        ("malay/borneo", &[20, 400, 8_902]),
        ("malay/selangor", &[22, 484, 11_753]),
        ("chaturangaplus[white=chess]", &[20, 340, 7_565]),
        ("chaturangaplus[white=plus]", &[17, 340, 6_762]),
    ];
    for (id, counts) in expected {
        let position = game(id).start();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), *count, "{id} at depth {depth}");
        }
    }
}
