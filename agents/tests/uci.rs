//! Outside engines, played by a shell script that can go wrong in every way.
#![cfg(unix)]

mod common;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chator_agents::arena::Match;
use chator_agents::{Agent, Course, parse};
use chator_interpreter::{Game, Move, Position};
use common::game;

/// Each side has one man with one move; White arrives first.
fn march() -> Game {
    game(
        "game \"March\"\n\
         board grid 2 x 6\n\
         players White north, Black south\n\
         start \"1r/2/2/2/2/R1\"\n\
         piece runner R: step forward to empty\n\
         ends {\n  arrived: win when some (own runner last rank)\n}\n",
    )
}

/// The same men may declare that they count, and take a man on either side when they step.
fn labels() -> Game {
    game(
        "game \"Labels\"\n\
         board grid 3 x 6\n\
         players White north, Black south\n\
         start \"2r/3/3/3/3/R2\"\n\
         state counting: flag = no\n\
         piece runner R: step forward to empty\n\
         count: may @count => counting = yes\n\
         ends {\n  arrived: win when some (own runner last rank)\n}\n",
    )
}

fn text(mode: &str, settings: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake_engine.sh");
    format!("uci:sh '{script}' {mode}{settings}")
}

/// What the engine is told goes to this file.
fn logged(mode: &str, settings: &str, log: &Path) -> String {
    text(mode, settings).replacen("uci:", &format!("uci:env 'LOG={}' ", log.display()), 1)
}

fn log_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn engine(mode: &str, settings: &str) -> Box<dyn Agent> {
    parse(&text(mode, settings)).unwrap()
}

/// What is wrong when the agent is asked for the first move.
fn trouble(mode: &str, settings: &str) -> String {
    let mut agent = engine(mode, settings);
    assert_eq!(agent.choose(&march().start()), None, "{mode}");
    let trouble = agent.trouble().unwrap_or_else(|| panic!("{mode} has no trouble"));
    // It does not try again.
    assert_eq!(agent.choose(&march().start()), None, "{mode}");
    assert_eq!(agent.trouble().as_ref(), Some(&trouble));
    trouble
}

/// What is wrong before the game begins.
fn refusal(mode: &str, settings: &str) -> String {
    engine(mode, settings).prepare("march").unwrap_err().to_string()
}

#[test]
fn an_engine_plays_a_match() {
    for mode in ["fine", "garbage", "deaf"] {
        let mut agents = vec![engine(mode, ",depth=1"), parse("random").unwrap()];
        let report = Match::new(&march(), 4, 1).play(&mut agents, |_| true).unwrap();
        let tally = report.tally(0);
        assert_eq!((tally.won, tally.lost), (2, 2), "{mode}");
        assert_eq!(report.games[0].texts().len(), 9);
        assert!(!agents[0].is_reproducible());
        assert_eq!(agents[0].name(), text(mode, ",depth=1"));
    }
}

#[test]
fn the_engine_is_told_the_line_from_the_start() {
    let log = log_file("line.log");
    let mut agents = vec![
        parse(&logged("fine", ",nodes=7,Skill Level=3", &log)).unwrap(),
        parse("random").unwrap(),
    ];
    let settings = Match { opening: 2, ..Match::new(&march(), 1, 1) };
    settings.play(&mut agents, |_| true).unwrap();
    drop(agents);
    let told = std::fs::read_to_string(log).unwrap();
    let told: Vec<&str> = told.lines().collect();
    let expected = [
        "uci",
        "setoption name Skill Level value 3",
        "isready",
        "ucinewgame",
        "isready",
        "position startpos moves a1a2 b6b5",
        "go nodes 7",
        "position startpos moves a1a2 b6b5 a2a3 b5b4",
        "go nodes 7",
    ];
    assert_eq!(told[..expected.len()], expected);
    assert_eq!(told.last(), Some(&"quit"));
}

#[test]
fn other_starts_are_told_as_fen_and_labels_are_left_out() {
    let told = |line: Course<'_>| {
        let log = log_file("fen.log");
        let mut agent = parse(&logged("none", "", &log)).unwrap();
        assert_eq!(agent.choose_in(line), None);
        drop(agent);
        let told = std::fs::read_to_string(&log).unwrap();
        told.lines().find(|l| l.starts_with("position")).unwrap().to_owned()
    };
    let game = labels();
    let play = |start: &Position, texts: &[&str]| -> (Vec<Move>, Position) {
        let mut now = start.clone();
        let mut moves = Vec::new();
        for text in texts {
            let mv = now.parse_move(text).unwrap();
            assert_eq!(now.notate(mv), *text);
            moves.push(mv);
            now.play(mv);
        }
        (moves, now)
    };
    let start = game.start();
    let (moves, now) = play(&start, &["a1a2@count", "c6c5"]);
    let line = Course { start: &start, moves: &moves, now: &now };
    assert_eq!(told(line), "position startpos moves a1a2 c6c5");
    // Nobody knows the line: only the position, without what a FEN does not say.
    let line = Course { start: &now, moves: &[], now: &now };
    assert!(now.text().contains("counting"), "{}", now.text());
    assert_eq!(told(line), "position fen 3/2r/3/3/R2/3 w - - 0 1");
}

#[test]
fn the_variant_is_set_if_the_engine_lists_the_game() {
    for (mode, settings, expected) in [
        ("wide", "", Some("setoption name UCI_Variant value march")),
        ("fine", "", None),
        ("wide", ",uci_variant=plain", Some("setoption name UCI_Variant value plain")),
        // Listed only once another option has been set.
        ("fine", ",Variants=x,UCI_Variant=march", Some("setoption name UCI_Variant value march")),
    ] {
        let log = log_file("variant.log");
        let mut agent = parse(&logged(mode, settings, &log)).unwrap();
        let note = agent.prepare("family/march").unwrap();
        assert_eq!(note.is_some(), expected.is_none(), "{note:?}");
        drop(agent);
        let told = std::fs::read_to_string(&log).unwrap();
        let set = told.lines().find(|line| line.contains("UCI_Variant"));
        assert_eq!(set, expected, "{mode} {settings}");
    }
}

#[test]
fn what_cannot_begin_is_told_at_once() {
    let missing = parse("uci:no-such-engine-anywhere").unwrap().prepare("march").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "uci:no-such-engine-anywhere: there is no program `no-such-engine-anywhere`"
    );
    for (mode, settings, parts) in [
        ("fine", ",Hush=3", &["no option `Hush`", "Hash, Skill Level, UCI_Variant"][..]),
        ("fine", ",Hash=900", &["Hash is a number from 1 to 64, not `900`"]),
        ("fine", ",UCI_Variant=march", &["UCI_Variant cannot be `march`; there is plain"]),
        ("mute", ",timeout=200ms", &["does not speak UCI", "200ms"]),
        ("unready", ",timeout=200ms", &["no answer to `isready` within 200ms"]),
    ] {
        let told = refusal(mode, settings);
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        assert!(told.starts_with("uci:sh '"), "{told}");
    }
    let not_one = parse("uci:sh -c 'exit 7'").unwrap().prepare("march").unwrap_err().to_string();
    assert!(not_one.contains("exit status: 7"), "{not_one}");
}

#[test]
fn what_goes_wrong_in_play_is_told() {
    for (mode, settings, parts) in [
        ("hang", ",depth=1,timeout=200ms", &["no answer to `go depth 1` within 200ms"][..]),
        ("flood", ",time=10ms,timeout=200ms", &["`go movetime 10` within 210ms"]),
        ("die", "", &["it ended (exit status: 3): out of steam"]),
        ("illegal", "", &["it plays `a1a9` in 1r/2/2/2/2/R1 w", "position startpos"]),
        ("none", "", &["it plays `(none)`"]),
    ] {
        let begun = Instant::now();
        let told = trouble(mode, settings);
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{mode}");
    }
    let mut agents = vec![engine("illegal", ""), parse("random").unwrap()];
    let trouble = Match::new(&march(), 3, 1).play(&mut agents, |_| true).unwrap_err();
    assert!(trouble.to_string().starts_with("game 1: uci:sh"), "{trouble}");
}

#[test]
fn a_request_to_stop_is_passed_on() {
    let mut agent = engine("stopped", ",depth=99");
    let stop = agent.stop();
    let watcher = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stop.now();
    });
    let position = march().start();
    let mv = agent.choose(&position).map(|mv| position.notate(mv));
    watcher.join().unwrap();
    assert_eq!(mv.as_deref(), Some("a1a2"));
}
