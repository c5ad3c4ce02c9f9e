//! Differences between rule sets: what is found, and that it is all.

use std::fmt::Write as _;

use chator::rules::Library;
use chator::study::bibliography::Bibliography;
use chator::study::diff::{Base, Change, Diff, Group, Kind};
use chator::study::matrix::Matrix;
use chator::study::standing::{Authorities, Standing};
use chator::{BuiltIn, Game, LoadedGame, load, load_text, perft};

fn pairs() -> Vec<(LoadedGame, LoadedGame)> {
    let game = |id: &str| match id {
        "java" => java(),
        "base" => base(),
        id => load(id).expect("a game"),
    };
    [
        ("base", "java"),
        ("java", "base"),
        ("malay/peninsula", "malay/peninsula[leap-attacks=no,discovered-mate=win]"),
        ("chess", "makruk"),
        ("shatar", "chaturangaplus"),
        ("makruk", "makruk[khon=forward-only]"),
    ]
    .into_iter()
    .map(|(a, b)| (game(a), game(b)))
    .collect()
}

#[test]
fn all_changes_made_in_one_rule_set_give_the_other() {
    for (a, b) in pairs() {
        let diff = Diff::new(&a.loaded, &b.loaded);
        assert!(diff.comparable());
        let all: Vec<usize> = (0..diff.changes().len()).collect();
        let counts = |rules| {
            let game = Game::new(rules);
            (1..=3).map(|depth| perft(&game.start(), depth)).collect::<Vec<_>>()
        };
        let first = counts(a.loaded.rules.clone());
        let second = counts(b.loaded.rules.clone());
        assert_eq!(first, counts(diff.mixed(Base::Left, &[])), "{} as it is", a.id);
        assert_eq!(second, counts(diff.mixed(Base::Right, &[])), "{} as it is", b.id);
        assert_eq!(second, counts(diff.mixed(Base::Left, &all)), "{} made {}", a.id, b.id);
        assert_eq!(first, counts(diff.mixed(Base::Right, &all)), "{} made {}", b.id, a.id);
    }
}

/// An heir and its base, kept here so that the library can change without them.
fn java() -> LoadedGame {
    let mut java =
        load(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diff/java.chator")).expect("a game");
    "java".clone_into(&mut java.id);
    java
}

fn base() -> LoadedGame {
    let mut base =
        load(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diff/base.chator")).expect("a game");
    "base".clone_into(&mut base.id);
    base
}

/// The same rules in a file of its own, with other names, in another order.
fn inlined(from: &str, to: &str) -> LoadedGame {
    let text = include_str!("diff/java-inlined.chator");
    assert!(text.contains(from));
    load_text("inlined", "inlined.chator", &text.replace(from, to), &[]).expect("a game")
}

#[test]
fn the_same_rules_told_otherwise_are_the_same() {
    let (java, inlined) = (java(), inlined("", ""));
    for (a, b) in [(&java, &inlined), (&inlined, &java), (&java, &java)] {
        let diff = Diff::new(&a.loaded, &b.loaded);
        assert!(diff.same_rules(), "{:#?}", diff.changes());
        let renamed = diff.changes().iter().filter(|c| c.kind == Kind::Renamed).count();
        assert_eq!(renamed > 5, a.id != b.id, "{renamed}");
        assert!(diff.rows().iter().all(|row| row.same || row.group == Group::Options));
    }
    let count = |game: &LoadedGame| perft(&game.game.start(), 3);
    assert_eq!(count(&java), count(&inlined));
}

#[test]
fn one_word_makes_other_rules() {
    let java = java();
    for (from, to, address) in [
        ("debt = 3", "debt = 2", "bidak.arrival"),
        ("leap 2:0 sideways", "leap 2:0 forward", "raja.leaping"),
        ("lose when enemy bare", "draw when enemy bare", "ends.bared"),
        ("gajah or kuda\n", "gajah\n", "bidak.crowning"),
        ("move-limit(100)", "move-limit(101)", "ends.move-limit"),
        ("flag per player = yes", "flag per player = no", "raja.spent"),
        ("rnbkqbnr/p", "rnbqkbnr/p", "start"),
        ("repetition(3)", "repetition(4)", "ends.repetition"),
        // The same two events the other way round: now the count begins at one.
        (
            "use halfmove-clock(1000, bidak)",
            "memory clock: 0..1000 = 0\n\
             back-to-0: after a move when some taken or was some (bidak origin) => clock = 0\n\
             one-more: after a move => clock = min(clock + 1, 1000)",
            "events",
        ),
    ] {
        let other = inlined(from, to);
        let diff = Diff::new(&java.loaded, &other.loaded);
        assert!(!diff.same_rules(), "{from} -> {to}");
        let changes: Vec<_> = diff.changes().iter().filter(|c| c.in_play()).collect();
        assert!(changes.iter().any(|c| c.address == address), "{from} -> {to}: {changes:#?}");
    }
}

/// What became of each rule, in a few words.
fn brief(diff: &Diff) -> String {
    let sign = |kind: Kind| match kind {
        Kind::Added => "+",
        Kind::Removed => "-",
        Kind::Replaced => "~",
        Kind::Reordered => "order of ",
        Kind::Renamed => "=",
        Kind::Cited => "cited ",
        Kind::Chosen => "option ",
    };
    let mut out = String::new();
    let mut last = None;
    for Change { group, kind, address, .. } in diff.changes() {
        if last.replace(*group) != Some(*group) {
            let _ = write!(out, "\n  {}:", group.title());
        }
        let _ = write!(out, " {}{address}", sign(*kind));
    }
    out
}

/// All pairs of one family, so that a new file is compared with all its relatives; and some
/// that have little in common.
#[test]
fn changes() {
    let family: Vec<String> =
        BuiltIn.ids().into_iter().filter(|id| id.starts_with("malay/")).collect();
    let games: Vec<LoadedGame> = family.iter().map(|id| load(id).expect("a game")).collect();
    let mut out = String::new();
    for (number, a) in games.iter().enumerate() {
        for b in &games[number + 1..] {
            let diff = Diff::new(&a.loaded, &b.loaded);
            let _ = writeln!(out, "{} {}{}", a.id, b.id, brief(&diff));
        }
    }
    for (a, b) in pairs() {
        let _ = writeln!(out, "{} {}{}", a.id, b.id, brief(&Diff::new(&a.loaded, &b.loaded)));
    }
    insta::assert_snapshot!(out);
}

/// What holds of every table: the columns say what the rule sets say, and what is alike is alike.
#[test]
fn tables_say_what_the_rule_sets_say() {
    let java = java();
    let games: Vec<LoadedGame> = BuiltIn.ids().iter().map(|id| load(id).expect("a game")).collect();
    let mut sets: Vec<_> = games.iter().map(|game| &game.loaded).collect();
    sets.push(&java.loaded);
    for turn in 0..2 {
        let matrix = Matrix::new(&sets);
        assert!(matrix.rows.is_sorted_by_key(|row| row.group));
        for (column, set) in sets.iter().enumerate() {
            let mut said: Vec<&str> = matrix
                .rows
                .iter()
                .filter_map(|row| row.cells[column].as_ref())
                .map(|cell| cell.statement.address.as_str())
                .filter(|address| !address.is_empty())
                .collect();
            let entries = chator::rules::english::entries(&set.rules);
            let mut known: Vec<&str> = entries.iter().map(|e| e.address.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            // An option may be called like a rule.
            known.extend(set.rules.options.keys().map(String::as_str));
            known.sort_unstable();
            said.sort_unstable();
            assert_eq!(said, known, "turn {turn}, {}", set.rules.title);
        }
        sets.reverse();
    }
    let alone = Matrix::new(&[&java.loaded, &java.loaded]);
    assert!(alone.rows.iter().all(|row| !row.differs()));
}

#[test]
fn a_rule_that_the_base_cites_is_not_stated_by_the_heir() {
    let java = java();
    let authorities = Authorities::of(&java.loaded);
    assert_eq!(authorities.keys, ["Raffles"]);
    let matrix = Matrix::new(&[&java.loaded]);
    let standing = |address: &str| {
        let row = matrix.rows.iter().find(|row| row.address == address).expect("a row");
        row.cells[0].as_ref().and_then(|cell| cell.standing)
    };
    assert_eq!(standing("bidak.arrival"), Some(Standing::Stated));
    assert_eq!(standing("raja.leaping"), Some(Standing::Inherited));
    assert_eq!(standing("raja.step"), Some(Standing::Inherited), "by its file");
    assert_eq!(standing("ends.dead"), Some(Standing::Ours));
    assert_eq!(standing("bidak.double-step"), Some(Standing::Unsourced));
    let sources = Bibliography::of(&java.loaded);
    let raffles = sources.works.iter().find(|work| work.key == "Raffles").expect("a work");
    let cited: Vec<&str> = raffles.rules.iter().map(|(s, _)| s.address.as_str()).collect();
    assert_eq!(cited, ["start", "bidak.arrival", "ends.bared"]);
    assert!(raffles.own && !sources.works[0].own);
}
