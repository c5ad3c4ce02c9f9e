//! Witnesses of differences: every one of them, played again under both rule sets, shows what it
//! says, and each pair of rule sets that differ has one.

use chator::rules::Library;
use chator::study::diff::{Base, Diff};
use chator::study::witness::{Effort, Hint, Report, search};
use chator::{BuiltIn, LoadedGame, load};

/// A little effort, the same on every machine.
fn little() -> Effort {
    Effort { positions: 600, time: None, threads: 2, seed: 1 }
}

fn look(a: &LoadedGame, b: &LoadedGame, effort: Effort) -> (Diff, Report) {
    let diff = Diff::new(&a.loaded, &b.loaded);
    let mut hints = Hint::of_tests(&a.loaded, Base::Left);
    hints.extend(Hint::of_tests(&b.loaded, Base::Right));
    let report = search(&diff, &a.game, &b.game, &hints, effort, &mut |_| {});
    (diff, report)
}

#[test]
fn each_pair_of_accounts_that_differ_has_a_witness() {
    let ids = BuiltIn.ids();
    let family: Vec<LoadedGame> = ids
        .iter()
        .filter(|id| id.starts_with("malay/"))
        .map(|id| load(id).expect("a game"))
        .collect();
    assert!(family.len() > 7);
    for (number, a) in family.iter().enumerate() {
        for b in &family[number + 1..] {
            let (diff, report) = look(a, b, little());
            let found: Vec<_> = report.witnesses.iter().flatten().collect();
            assert_eq!(found.is_empty(), diff.same_rules(), "{} and {}", a.id, b.id);
            for witness in found {
                assert!(witness.holds(&a.game, &b.game), "{} and {}: {witness:?}", a.id, b.id);
                assert!(witness.changes.iter().all(|&change| diff.changes()[change].in_play()));
            }
            assert!(report.unexplained.is_none(), "{} and {}: {report:?}", a.id, b.id);
        }
    }
}

#[test]
fn threads_do_not_change_what_is_found() {
    let (a, b) = (load("malay/peninsula").expect("a game"), load("malay/java").expect("a game"));
    let with = |threads| look(&a, &b, Effort { threads, ..little() }).1;
    let (one, three) = (with(1), with(3));
    assert_eq!(one.witnesses, three.witnesses);
    assert_eq!(one.positions, three.positions);
}

/// A text with one word changed, and the address that must be named.
fn changed(base: &str, from: &str, to: &str) -> LoadedGame {
    let (name, text) = chator::read(base).expect("a text");
    assert!(text.contains(from), "{from}");
    chator::load_text("changed", &name, &text.replace(from, to), &[]).expect("a game")
}

#[test]
fn one_changed_word_is_found_and_named() {
    let cases = [
        ("makruk", "walk: step diagonal or step forward  ", "walk: step diagonal  ", "khon.walk"),
        ("chess", "leap 2:1", "leap 3:1", "knight.leap"),
        ("shatar", "use repetition(3)", "use repetition(2)", "ends.repetition"),
    ];
    for (base, from, to, address) in cases {
        let original = load(base).expect("a game");
        let other = changed(base, from, to);
        let (diff, report) = look(&original, &other, Effort { positions: 20_000, ..little() });
        let (number, change) = diff
            .changes()
            .iter()
            .enumerate()
            .find(|(_, change)| change.in_play())
            .expect("a difference");
        assert!(change.address.starts_with(address), "{}", change.address);
        let witness = report.witnesses[number].as_ref().unwrap_or_else(|| panic!("{address}"));
        assert_eq!(witness.changes, [number]);
        assert!(witness.holds(&original.game, &other.game));
        // Seen from the other side it is the same.
        let (_, back) = look(&other, &original, Effort { positions: 20_000, ..little() });
        assert!(back.witnesses.iter().flatten().all(|w| w.holds(&other.game, &original.game)));
    }
}

#[test]
fn the_same_rules_have_no_witness() {
    let game = load("malay/peninsula").expect("a game");
    let (diff, report) = look(&game, &game, little());
    assert!(diff.same_rules());
    assert!(report.witnesses.iter().all(Option::is_none) && report.positions == 0);
}

#[test]
fn boards_of_two_sizes_are_told_apart() {
    let text = |size: u16| {
        let row = size.to_string();
        let start = format!(
            "k{}/{}{}K",
            size - 1,
            format!("{row}/").repeat(usize::from(size) - 2),
            size - 1
        );
        format!(
            "game \"Small\"\nboard grid {size} x {size}\nplayers White north, Black south\nstart \"{start}\"\n\
             piece king K royal: step any\nends {{ use stalemate-draws }}\n"
        )
    };
    let game = |size| chator::load_text("small", "small.chator", &text(size), &[]).expect("a game");
    for (a, b) in [(5, 3), (3, 5), (9, 4)] {
        let (a, b) = (game(a), game(b));
        let (diff, report) = look(&a, &b, little());
        assert!(!diff.comparable());
        let board = diff.changes().iter().position(|c| c.address == "board").expect("a change");
        let witness = report.witnesses[board].as_ref().expect("the moves at the start differ");
        assert!(witness.holds(&a.game, &b.game));
    }
}

#[test]
fn repetitions_and_counters_are_reached() {
    let cases = [
        ("use repetition(3)", "use repetition(4)", "ends.repetition"),
        ("use move-limit(100)", "use move-limit(120)", "ends.move-limit"),
    ];
    for (from, to, address) in cases {
        let (a, b) =
            (load("malay/peninsula").expect("a game"), changed("malay/peninsula", from, to));
        let (diff, report) = look(&a, &b, Effort { positions: 30_000, ..little() });
        let number = diff.changes().iter().position(|c| c.address == address).expect("a change");
        assert!(report.witnesses[number].is_some(), "{address}");
    }
}
