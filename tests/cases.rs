//! Reports by people who write variants, engines and front ends, each turned into a trial. The
//! thread is named with each; where a number was confirmed by another program it says so.

use chator::{Game, LoadError, LoadedGame, Position};

fn game(request: &str) -> Game {
    chator::load(request).unwrap_or_else(|e| panic!("{request}: {e}")).game
}

fn position(game: &Game, text: &str) -> Position {
    game.position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn legal(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|m| position.notate(*m)).collect();
    moves.sort();
    moves
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(mv);
    }
}

fn cell(position: &Position, name: &str) -> String {
    let index = position.game().rules().cells.get_index_of(name).expect("a declared state");
    position.cell_text(chator::rules::CellId(index as u16))
}

fn codes(text: &str) -> Vec<&'static str> {
    match chator::load_text("trial", "trial", text, &[]) {
        Ok(loaded) => loaded.loaded.warnings.iter().map(|d| d.code.0).collect(),
        Err(LoadError::Rules(failure)) => failure.diagnostics.iter().map(|d| d.code.0).collect(),
        Err(other) => panic!("{other}"),
    }
}

fn written(text: &str) -> LoadedGame {
    chator::load_text("trial", "trial", text, &[]).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// niklasf/python-chess #70, chesskit-swift #18; numbers by python-chess.
#[test]
fn en_passant_that_uncovers_a_check() {
    let chess = game("chess");
    for (fen, count, forbidden) in [
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", 6, "d5e6"),
        ("1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", 6, "d5e6"),
        ("1nbqkbnr/1pp1pppp/8/r1Pp3K/p7/5P2/PP1PP1PP/RNBQ1BNR w k d6 0 8", 22, "c5d6"),
    ] {
        let moves = legal(&position(&chess, fen));
        assert_eq!(moves.len(), count, "{fen}: {moves:?}");
        assert!(!moves.iter().any(|m| m == forbidden), "{fen}");
    }
}

/// Stockfish #3270; by python-chess.
#[test]
fn en_passant_as_the_answer_to_a_check() {
    let moves = legal(&position(&game("chess"), "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"));
    assert_eq!(moves, ["b5a4", "b5a5", "b5b4", "b5b6", "b5c6", "e4d3"]);
}

/// chesslib #55.
#[test]
fn the_key_is_the_same_after_undo() {
    let mut here = game("chess").start();
    play(&mut here, "e2e4");
    let reply = here.parse_move("e7e5").expect("legal");
    let undo = here.make(reply);
    let key = here.key();
    here.unmake(undo);
    here.play(reply);
    assert_eq!(here.key(), key);
}

/// Makruk-Stockfish #1: the smallest limit that applies; by pyffish. There the count is automatic.
#[test]
fn the_smallest_limit_counts() {
    let makruk = game("makruk[count=automatic]");
    for (fen, limit) in [
        ("4k3/3n4/8/2N2N2/4K3/3S4/8/8 w - - 0 1", "32"),
        ("4k3/3n4/8/2N5/4K3/3S4/8/8 w - - 0 1", "44"),
    ] {
        let mut here = position(&makruk, fen);
        play(&mut here, "c5d7");
        assert_eq!(cell(&here, "limit"), limit, "{fen}");
        // The next number said is the number of men plus one.
        let men = here.pieces().count() as i32;
        assert_eq!(cell(&here, "number"), men.to_string(), "{fen}");
        assert_eq!(cell(&here, "counting"), "b", "{fen}");
    }
}

/// Fairy-Stockfish #75: no piece count while a pawn is unpromoted; by pyffish.
#[test]
fn no_count_while_a_pawn_stands() {
    let makruk = game("makruk[count=automatic]");
    let mut here = position(&makruk, "4k3/3n4/8/8/3RK3/P7/8/7R w - - 0 1");
    play(&mut here, "d4d7");
    assert_eq!(cell(&here, "counting"), "-");
    let mut here = position(&makruk, "4k3/3n4/8/8/3RK3/8/8/7R w - - 0 1");
    play(&mut here, "d4d7");
    assert_eq!((cell(&here, "limit"), cell(&here, "number")), ("8".into(), "4".into()));
}

/// Fairy-Stockfish #76: declared, stopped, declared anew; a mate by the side that counts is a draw.
#[test]
fn a_count_is_declared_and_stopped() {
    let makruk = game("makruk");
    let mut here = position(&makruk, "8/2k5/1m6/8/8/8/8/R3K2R b - - 0 1");
    play(&mut here, "b6a5@count e1e2 a5b4 e2e1");
    assert_eq!((cell(&here, "number"), cell(&here, "limit")), ("2".into(), "64".into()));
    let again = position(&makruk, &here.text());
    assert_eq!(cell(&again, "counting"), "b");
    assert_eq!(again.text(), here.text());
    play(&mut here, "b4a5@stop e1e2");
    assert_eq!(cell(&here, "counting"), "-");
    play(&mut here, "a5b4@count");
    assert_eq!(cell(&here, "number"), "1");
}

/// Fairy-Stockfish #39, the contrast: this leap can capture, so it attacks.
#[test]
fn a_leap_that_can_capture_attacks() {
    let text = "8/7p/8/8/4k3/8/P7/3K4 b leap=w";
    assert!(!legal(&position(&game("malay/peninsula"), text)).contains(&"e4e3".to_owned()));
    let harmless = game("malay/peninsula[leap-attacks=no]");
    assert!(legal(&position(&harmless, text)).contains(&"e4e3".to_owned()));
}

/// Fairy-Stockfish #939, #634, #618: a first move that is really the first.
#[test]
fn a_first_move_only() {
    let trial = written(
        "game \"Trial\" extends chess\n\
         piece walker A {\n\
           state moved: flag = no\n\
           step orthogonal\n\
           first: step diagonal when not moved\n\
           moves: after moving => moved = yes\n\
         }\n",
    );
    let mut here = position(&trial.game, "4k3/7p/8/8/8/8/8/A3K3 w - - 0 1");
    let of_a1 = |p: &Position| -> Vec<String> {
        legal(p).into_iter().filter(|m| m.starts_with("a1")).collect()
    };
    assert_eq!(of_a1(&here), ["a1a2", "a1b1", "a1b2"]);
    play(&mut here, "a1a2 e8e7 a2a1 e7e8");
    assert_eq!(of_a1(&here), ["a1a2", "a1b1"]);
    let again = position(&trial.game, &here.text());
    assert_eq!(of_a1(&again), ["a1a2", "a1b1"], "{}", here.text());
}

/// Fairy-Stockfish #4, pychess-variants #583: each army promotes to its own men, whichever colour.
#[test]
fn promotion_by_army() {
    let white = game("chaturangaplus");
    let moves = legal(&position(&white, "7k/P7/8/8/8/8/7p/K7 w - - 0 1"));
    let crowned: Vec<&String> = moves.iter().filter(|m| m.starts_with("a7")).collect();
    assert_eq!(crowned, ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    let moves = legal(&position(&white, "7k/P7/8/8/8/8/7p/K7 b - - 0 1"));
    let crowned: Vec<&String> = moves.iter().filter(|m| m.starts_with("h2")).collect();
    assert_eq!(crowned, ["h2h1d", "h2h1e", "h2h1n", "h2h1r"]);
    let black = game("chaturangaplus[white=plus]");
    let moves = legal(&position(&black, "7k/P7/8/8/8/8/7p/K7 w - - 0 1"));
    let crowned: Vec<&String> = moves.iter().filter(|m| m.starts_with("a7")).collect();
    assert_eq!(crowned, ["a7a8d", "a7a8e", "a7a8n", "a7a8r"]);
}

/// `open_spiel` #1125: a right whose rook is not next to the way; by python-chess.
#[test]
fn castling_when_another_rook_stands_between() {
    let moves = legal(&position(
        &game("chess"),
        "4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37",
    ));
    assert_eq!(moves.len(), 35, "{moves:?}");
    assert!(!moves.contains(&"e8g8".to_owned()));
}

/// Fairy-Stockfish #678: a start that claims rights without rooks is refused, not crashed on.
#[test]
fn rights_without_rooks() {
    let chess = game("chess");
    let error = chess.position("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1").expect_err("no rooks");
    assert!(error.to_string().contains("castling"), "{error}");
}

/// The Ludii file "Main Chator (Selangor)": a power that an ending forestalls.
#[test]
fn a_rule_that_never_applies_is_told() {
    let clash = "game \"Trial\" extends malay/peninsula\n\
                 ends { before ends.discovered-mate bare: win when enemy bare }\n";
    assert_eq!(codes(clash), ["W0604"]);
}

/// chesslib #52, pychess-variants #1027 and #178: what is no position, and why.
#[test]
fn texts_that_are_no_positions() {
    let chess = game("chess");
    for (text, part) in [
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w xQkq - 0 1", "castling"),
        ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "check"),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "passed"),
        ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w - - 0 1;", ";"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White"),
    ] {
        let error = chess.position(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(chess.position("4k3/p7/8/8/8/8/8/4K3 w - - 500 50").is_ok(), "a clock may be late");
}

/// pychess #871: counters left out.
#[test]
fn texts_without_counters() {
    let chess = game("chess");
    let board = "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b";
    for end in ["", " - -", " - - -", " - - - -"] {
        let text = format!("{board}{end}");
        assert_eq!(position(&chess, &text).text(), format!("{board} - - 0 1"), "{text}");
    }
}

/// fastchess #215: line ends and a byte order mark change nothing.
#[test]
fn line_ends_of_every_kind() {
    let text = chator::BuiltIn.text("chess").expect("chess");
    let rules = written(text).loaded.rules;
    for other in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}")] {
        assert_eq!(written(&other).loaded.rules, rules);
    }
}

/// oxc #24115, umple #147: bases that are missing or go round; a rule the base lacks.
#[test]
fn inheritance_that_does_not_work() {
    assert_eq!(codes("game \"Trial\" extends makruc\n"), ["E0207"]);
    assert_eq!(codes("game \"Trial\" extends chess\nreplace king.stepp: step any\n"), ["E0205"]);
}

/// Boards far from 8 x 8 (Fairy-Stockfish #38, lishogi #1032, tetrio #776).
#[test]
fn boards_of_other_sizes() {
    let kings = |files: u32, ranks: u32, start: &str| {
        format!(
            "game \"Trial\"\nboard grid {files} x {ranks}\nplayers White north, Black south\n\
             start \"{start}\"\npiece king K royal: step any\n\
             ends {{ use checkmate-wins\nuse stalemate-draws\nuse repetition(3) }}\n"
        )
    };
    let wide = written(&kings(14, 14, &format!("13k/{}K13", "14/".repeat(12))));
    assert_eq!(legal(&wide.game.start()), ["a1a2", "a1b1", "a1b2"]);
    let vast = written(&kings(36, 36, &format!("35k/{}K35", "36/".repeat(34))));
    assert_eq!(chator::perft(&vast.game.start(), 2), 9);
    let mut there = vast.game.position(&format!("35k/{}27K8 w", "36/".repeat(34))).expect("fits");
    play(&mut there, "ab1aa2");
    assert!(there.text().contains("26K9"), "{}", there.text());
    let line = written(&kings(8, 1, "K6k"));
    assert_eq!(legal(&line.game.start()), ["a1b1"]);
    assert_eq!(codes(&kings(10_000, 10_000, "K")), ["E0512"]);
}

/// alpha-zero-general #136, muzero #5: a game without a draw rule is told of.
#[test]
fn a_game_that_may_go_on_for_ever() {
    let text = "game \"Trial\"\nboard grid 5 x 5\nplayers White north, Black south\n\
                start \"k4/5/5/5/4K\"\npiece king K royal: step any\n\
                ends { use checkmate-wins }\n";
    assert_eq!(codes(text), ["W0603"]);
}

/// Names in any script: gambit #5, chs #31.
#[test]
fn names_of_every_script() {
    let trial = written(
        "game \"Шатар ☗\"\nboard grid 5 x 5\nplayers Цагаан north, Хар south\n\
         start \"k4/5/5/5/4K\"\npiece ноён \"แม้ว\" K royal: step any\n\
         ends { use checkmate-wins\nuse repetition(3) }\n",
    );
    assert_eq!(trial.game.start().legal_moves().len(), 3);
    assert!(trial.game.start().text().ends_with(" ц"), "{}", trial.game.start().text());
}

/// A mark that only a law reads is part of the position's text and identity.
#[test]
fn a_mark_that_a_law_reads_is_kept() {
    let trial = written(
        "game \"Trial\" extends chess\nmark frozen: squares\n\
         queen { chills: after moving => frozen = any of it }\n\
         bans { stiff: when some (was (frozen origin)) }\n",
    );
    let mut here = position(&trial.game, "3rk3/7p/8/8/8/8/3Q4/4K3 w - - 0 1");
    play(&mut here, "d2d7");
    assert!(here.text().contains("frozen="), "{}", here.text());
    assert_eq!(legal(&here), Vec::<String>::new(), "king and rook stand beside the queen");
    let again = position(&trial.game, &here.text());
    assert_eq!((again.key(), legal(&again)), (here.key(), legal(&here)));
}

/// What stands in an army's block binds that army alone.
#[test]
fn the_laws_of_an_army_are_its_own() {
    let trial = written(
        "game \"Trial\"\nboard grid 5 x 5\nplayers White north army meek, Black south army bold\n\
         piece king K royal: step any\npiece guard G: step any\n\
         army meek { start \"GGKGG\"\n bans { gentle: when some taken } }\n\
         army bold { start \"GGKGG\" }\n\
         ends { use checkmate-wins\nuse stalemate-draws\nuse repetition(3) }\n",
    );
    let white = position(&trial.game, "k4/5/1g3/G4/4K w");
    assert!(!legal(&white).contains(&"a2b3".to_owned()));
    let black = position(&trial.game, "k4/5/1g3/G4/4K b");
    assert!(legal(&black).contains(&"b3a2".to_owned()));
}

/// Guards of every shape bound a number, and an option that says no takes its clause away.
#[test]
fn guards_that_keep_a_number_in_its_range() {
    let text = "game \"Trial\" extends chess\n\
         option fast: no | yes\nmemory n: 0..9 = 0\nmemory m: 0..9 = 5\nmemory q: 0..1 = 0\n\
         a: after a move unless n = 9 => n = n + 1\n\
         b: after a move when 9 > n => n = n + 1\n\
         c: after a move when n < m => n = n + 1\n\
         d: after a move when fast is yes and some taken => n = 0, m = 0\n\
         e: after a move when count(own queen) <= 1 => q = count(own queen), m = 1\n\
         ends { before ends.checkmate nap: draw when n > 8 and m > 8 and q = 1 and own in check }\n";
    assert_eq!(codes(text), Vec::<&str>::new());
    let over = text.replace("when n < m", "when n <= m");
    assert_eq!(codes(&over), ["E0405"]);
}

/// An army that faces along the files begins on them.
#[test]
fn an_army_that_faces_east() {
    let trial = written(
        "game \"Trial\"\nboard grid 4 x 6\nplayers White east army one, Black west army two\n\
         piece king K royal: step forward\narmy one { start \"2K3\" }\narmy two { start \"2K3\" }\n\
         ends { use checkmate-wins\nuse stalemate-draws\nuse repetition(3) }\n",
    );
    assert_eq!(legal(&trial.game.start()), ["a3b3"]);
}

/// Three players and turned men: each letter of a stock is read whole.
#[test]
fn a_start_with_men_off_the_board() {
    let game = written(
        "game \"Trial\"\nboard grid 4 x 4\nplayers White north, Black south, Red east\n\
         start \"k3/4/4/K2K'[GP'+Pp]\"\ntext board hand side number\n\
         state hand: men (pawn or gold or guard)\npiece king K: step any\n\
         piece pawn P { step forward; place: drop from hand }\n\
         piece gold +P { step any; place: drop from hand }\n\
         piece guard G { step any; place: drop from hand }\n\
         ends { repetition: draw when occurrences >= 3 }\n",
    );
    assert_eq!(game.game.start().text(), "k3/4/4/K2K'[+PGpP'] w 1");
}

const TWO_KINGS: &str = "game \"Trial\"\nboard grid 4 x 4\nplayers White north, Black south\n\
                         text board side number\npiece king K royal: step any\n\
                         ends { use checkmate-wins\nuse stalemate-draws\nuse repetition(3) }\n";

/// Black's rows count from his own side, so that a start seen from both sides alike is dealt.
#[test]
fn a_deal_on_several_ranks_is_the_same_for_each_player() {
    let text = format!("{TWO_KINGS}start \"k3/4/4/K3\"\ndeal king on ranks 1 to 2\n");
    let game = written(&text).game;
    let starts: Vec<String> =
        (0..8).map(|n| game.start_at(n).map_or_else(String::new, |start| start.text())).collect();
    assert_eq!(starts[0], "k3/4/4/K3 w 1");
    assert_eq!(starts[1], "1k2/4/4/1K2 w 1");
    assert_eq!(starts[4], "4/k3/K3/4 w 1");
}

/// Many men who are not dealt, and many ways: the start is found among them at once.
#[test]
fn the_number_of_a_start_is_found_quickly() {
    let row = |letters: &str| format!("{letters}{}", 60 - letters.len());
    let men = vec!["P".repeat(60); 24].join("/");
    let start = [
        vec![row("k"), row("ab")],
        vec!["60".to_owned(); 4],
        vec![men.to_lowercase(), men],
        vec!["60".to_owned(); 4],
        vec![row("AB"), row("K")],
    ];
    let start = start.concat().join("/");
    let text = format!(
        "game \"Trial\"\nboard grid 60 x 60\nplayers White north, Black south\nstart \"{start}\"\n\
         text board side number\npiece king K royal: step any\npiece pawn P: step forward\n\
         piece aunt A: step any\npiece boy B: step any\n\
         deal aunt on ranks 2 to 6\ndeal boy on ranks 2 to 6\n\
         ends {{ use checkmate-wins\nuse stalemate-draws\nuse repetition(3) }}\n",
    );
    let begun = std::time::Instant::now();
    written(&text);
    assert!(begun.elapsed().as_secs() < 20);
}

/// What is set at the start is written, or `-` would take it away.
#[test]
fn flags_that_are_set_at_the_start_go_round() {
    let text = TWO_KINGS.replace("text board side", "text board side fresh calm cool")
        + "start \"k3/4/4/K3\"\n\
         state fresh: flag per player = yes\nstate calm: flag per square = yes\n\
         state cool: flag per king = yes\nstate still: flag per king = yes written \"~\"\n\
         moves: after a move => fresh = no, calm of origin = no, cool of target = no, still of target = no\n";
    let game = written(&text);
    let mut here = game.game.start();
    for mv in ["", "a1b1", "a4b4", "b1c1"] {
        play(&mut here, mv);
        let again = position(&game.game, &here.text());
        assert_eq!((again.text(), again.key()), (here.text(), here.key()));
    }
    assert!(here.text().starts_with("1k2/4/4/2K1 b - "), "{}", here.text());
}

/// A letter of a file stands for a man of the player's own, and for one square.
#[test]
fn letters_of_files_where_both_players_have_men() {
    let text = TWO_KINGS.replace("text board side", "text board side calm")
        + "start \"1k2/4/4/1K2\"\nstate calm: flag per king = yes written by file (man)\n\
           moves: after a move => calm of target = no\n";
    let game = written(&text).game;
    let mut here = game.start();
    assert_eq!(here.text(), "1k2/4/4/1K2 w Bb 1");
    for mv in ["", "b1a1", "b4a4"] {
        play(&mut here, mv);
        let again = position(&game, &here.text());
        assert_eq!((again.text(), again.key()), (here.text(), here.key()));
    }
}

/// Nobody goes to two squares at once.
#[test]
fn a_man_is_exchanged_once() {
    let text = format!(
        "{TWO_KINGS}start \"k3/4/4/K2R\"\npiece rook R {{\n\
         swap: point to own king => move origin to target and target to origin and origin to b3\n}}\n",
    );
    let mut here = written(&text).game.start();
    play(&mut here, "d1a1");
    assert_eq!(here.text(), "k3/4/4/R2K b 1");
}

/// Of two lists of the same men neither is dropped in silence.
#[test]
fn men_off_the_board_are_said_once() {
    let crazyhouse = game("crazyhouse");
    let text = "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1 hand=Q";
    let error = crazyhouse.setup(text).expect_err("two lists").to_string();
    assert!(error.contains("`hand` is said twice"), "{error}");
    assert!(crazyhouse.setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1 hand=Q").is_ok());
}
