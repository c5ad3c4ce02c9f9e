//! Texts of positions and moves: what is read, and what is refused and how.

mod fixture;

use chator_interpreter::{Holder, PositionError};
use fixture::{CASTLING, CLOCK, Dice, PASSED, chess};

/// The message for a text that cannot be a position.
fn refused(text: &str) -> String {
    match chess().read(text) {
        Ok(reading) => panic!("{text} was read as {:?}", reading.position),
        Err(PositionError::Text(error)) => {
            assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
            error.to_string()
        }
        Err(PositionError::Setup(error)) => error.to_string(),
    }
}

fn text_of(text: &str) -> String {
    chess().position(text).unwrap().text()
}

#[test]
fn short_texts_are_filled_up() {
    assert_eq!(text_of("4k3/8/8/8/8/8/8/4K2R w"), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(text_of("4k3/8/8/8/8/8/8/4K2R w K"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let named = "  4k3/8/8/8/8/8/8/4K2R \t b - clock=7 castling=h1 ";
    assert_eq!(text_of(named), "4k3/8/8/8/8/8/8/4K2R b K - 7 1");
    assert_eq!(text_of("4k3/8/8/8/8/8/8/4K3 w - - 500 90"), "4k3/8/8/8/8/8/8/4K3 w - - 500 90");
}

#[test]
fn a_right_that_no_letter_says_is_said_by_name() {
    let text = "4k3/8/8/8/8/7R/8/4K2R w K - 0 1 castling=h1,h3";
    assert_eq!(text_of(text), text);
}

#[test]
fn a_mark_is_written_while_it_can_be_used() {
    let game = chess();
    let mut position = game.start();
    let mut after = |text: &str| {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
        (position.text(), position.cell_text(PASSED))
    };
    let (text, mark) = after("e2e4");
    assert_eq!(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(mark, "e3");
    after("g8f6");
    after("e4e5");
    assert!(after("d7d5").0.contains(" d6 0 3"));
    assert_eq!(after("h2h3").1, "-");
}

#[test]
fn cells_can_be_asked() {
    let position = chess().start();
    assert_eq!(position.cell_text(CASTLING), "a1,h1,a8,h8");
    assert_eq!(position.cell_value_at(CASTLING, Holder::Square(7)), 1);
    assert_eq!(position.cell_value_at(CASTLING, Holder::Square(8)), 0);
    assert_eq!(position.cell_value_at(CLOCK, Holder::Game), 0);
    assert_eq!(position.cell_value_at(CLOCK, Holder::Square(60_000)), 0);
}

#[test]
fn errors_say_where_and_what() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    let cases = [
        ("", "board at byte 0: 1 rank: expected 8 ranks, parted by `/`".to_owned()),
        (board, "side at byte 19: the side to move is missing: expected `w` or `b`".to_owned()),
        (
            "4k3/8/8/8/8/8/8/4K4 w",
            "board at byte 16: the rank `4K4` does not fill its row: \
            expected 8 squares"
                .to_owned(),
        ),
        (
            "4k3/8/8/8/8/8/8/4X3 w",
            "board at byte 17: `X` is no man of this game: \
            expected a number or one of KQRBNP kqrbnp"
                .to_owned(),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(text), expected);
    }
    let more = [
        (" x", "side at byte 20: `x` is no side: expected `w` or `b`"),
        (" w KX", "castling at byte 22: no rook of White on h1"),
        (" w X", "castling at byte 22: `X` is no letter of it: expected letters of KQkq, or `-`"),
        (" w - e9", "passed at byte 24: `e9` is no square of the board: expected squares, or `-`"),
        (
            " w - - 1001",
            "clock at byte 26: `1001` is out of range: expected a number from 0 to 1000",
        ),
        (" w - - -1", "clock at byte 26: `-1` is out of range: expected a number from 0 to 1000"),
        (" w - - 0 0", "move number at byte 28: `0` is no move number: expected a number from 1"),
        (" w - - 0 1 1", "text at byte 30: `1` is too much: expected `name=value` or nothing more"),
        (" w clok=1", "clok at byte 22: `clok` is not declared: expected `clock`"),
        (" w clock=1 clock=2", "clock at byte 30: `clock` is said twice"),
        (" w castling=e1", "castling at byte 31: no man on e1 can have it"),
        (
            " w - - 0 1;",
            "move number at byte 28: `;` and what follows it is no part of a position: \
            expected the text without `;`",
        ),
        (" w again=2", "again at byte 28: `2` is no answer: expected `yes` or `no`"),
    ];
    for (rest, expected) in more {
        assert_eq!(refused(&format!("{board}{rest}")), expected);
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let cases = [
        ("8/8/8/8/8/8/8/4K3 w", "Black has no royal man"),
        ("4k3/8/8/8/8/8/8/K3K3 w", "White has 2 royal men, and there can be 1"),
        ("8/8/8/8/8/8/8/8 w", "White has no royal man; Black has no royal man"),
        ("4k3/8/8/8/4R3/8/8/4K3 w", "Black is in check and not to move"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no move can have left passed=e6"),
        ("4k3/8/8/4p3/8/8/4n3/4K3 w - e3 0 1", "no move can have left passed=e3"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no move can have left passed=e6"),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(text), expected);
    }
    assert_eq!(text_of("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"), "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    // Possible, but of no use to anybody.
    assert_eq!(text_of("4k3/8/8/4p3/8/8/8/4K3 w - e6"), "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1");
}

#[test]
fn a_position_that_is_read_may_be_over() {
    let outcome = |text: &str| chess().position(text).unwrap().outcome().map(|o| o.to_string());
    assert_eq!(outcome("4k3/8/8/8/8/8/8/4K3 w").as_deref(), Some("draw by ends.dead"));
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b";
    assert_eq!(outcome(mate).as_deref(), Some("White wins by ends.checkmate"));
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b").as_deref(), Some("draw by ends.stalemate"));
}

#[test]
fn moves_are_refused_with_reasons() {
    let position = chess().position("4k3/8/8/8/8/4r3/4R3/4K3 w").unwrap();
    let cases = [
        ("e2d2", "`e2d2` is not legal: rook.slide could make it, but bans.exposed forbids it"),
        ("e3e2", "`e3e2` is not legal: no man of the side to move on e3"),
        ("e2e9", "`e2e9` does not name two squares of the board; did you mean e2e3?"),
        ("", "`` does not name two squares of the board"),
    ];
    for (text, expected) in cases {
        assert_eq!(position.parse_move(text).unwrap_err().to_string(), expected);
    }
    let illegal = position.explain_illegal("e2d2").unwrap();
    assert_eq!((&*illegal.clause, &*illegal.banned_by), ("rook.slide", "bans.exposed"));
    assert_eq!(position.explain_illegal("e2e3"), None);
    assert_eq!(position.explain_illegal("e1e8"), None);
}

#[test]
fn promotions_are_read_in_either_case() {
    let position = chess().position("7k/P7/8/8/8/8/8/K7 w").unwrap();
    let texts: Vec<String> =
        position.moves_from(48).iter().map(|&mv| position.notate(mv)).collect();
    assert_eq!(texts, ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]);
    assert_eq!(position.parse_move("a7a8N"), position.parse_move("a7a8n"));
    assert!(position.parse_move("a7a8").is_err());
    let promoted = position.trace(position.parse_move("a7a8q").unwrap());
    assert_eq!(promoted.clause, "pawn.march");
    assert_eq!(promoted.events, ["quiet", "progress", "pawn.promotion"]);
    assert_eq!(promoted.ended_by, None);
}

/// Whatever a text holds, it is read or refused, and every place that an error names is there.
#[test]
fn hostile_texts_do_no_harm() {
    let game = chess();
    let start = game.start();
    let alphabet: Vec<char> = "KQkqrnbpP/12389 wb-=,:;eh@'éß\u{1f600}\0".chars().collect();
    let mut dice = Dice(3);
    let mut tried = 0;
    let mut read = |text: &str| {
        tried += 1;
        match game.read(text) {
            Ok(reading) => drop(reading.position.text()),
            Err(PositionError::Text(error)) => assert!(text.get(error.span).is_some(), "{text:?}"),
            Err(PositionError::Setup(_)) => {}
        }
        drop(start.parse_move(text));
        drop(start.explain_illegal(text));
    };
    let whole = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 castling=a1,h1 clock=3";
    for _ in 0..600 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=dice.below(4) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => text[at] = alphabet[dice.below(alphabet.len())],
                1 => text.insert(at, alphabet[dice.below(alphabet.len())]),
                _ => drop(text.remove(at)),
            }
        }
        read(&text.into_iter().collect::<String>());
    }
    for length in 0..200 {
        read(&(0..length).map(|_| alphabet[dice.below(alphabet.len())]).collect::<String>());
    }
    read(&"9".repeat(60_000));
    read(&"/".repeat(60_000));
    read(&format!("8/8/8/8/8/8/8/{}K7 w", "0".repeat(60_000)));
    read(&"x".repeat(70_000));
    assert!(refused(&"é".repeat(40_000)).contains("too long"));
    assert_eq!(tried, 804);
}
