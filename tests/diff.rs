//! Differences between rule sets: what is found, and that it is all.

use std::fmt::Write as _;

use chator::study::diff::{Base, Change, Diff};
use chator::{Game, LoadedGame, load, perft};

fn pairs() -> Vec<(LoadedGame, LoadedGame)> {
    let game = |id: &str| load(id).expect("a game");
    [
        ("malay/peninsula", "malay/java"),
        ("malay/java", "malay/peninsula"),
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
            (1..=3).map(|depth| perft(&mut game.start(), depth)).collect::<Vec<_>>()
        };
        let first = counts(a.loaded.rules.clone());
        let second = counts(b.loaded.rules.clone());
        assert_eq!(first, counts(diff.mixed(Base::Left, &[])), "{} as it is", a.id);
        assert_eq!(second, counts(diff.mixed(Base::Right, &[])), "{} as it is", b.id);
        assert_eq!(second, counts(diff.mixed(Base::Left, &all)), "{} made {}", a.id, b.id);
        assert_eq!(first, counts(diff.mixed(Base::Right, &all)), "{} made {}", b.id, a.id);
    }
}

#[test]
fn changes() {
    let mut out = String::new();
    for (a, b) in pairs() {
        let _ = writeln!(out, "== {} {}", a.id, b.id);
        for Change { group, kind, address, left, right, .. } in
            Diff::new(&a.loaded, &b.loaded).changes()
        {
            let text = |s: &Option<chator::study::diff::Statement>| {
                s.as_ref().map_or("-".to_owned(), |s| format!("{} | {}", s.address, s.text))
            };
            let _ = writeln!(
                out,
                "{group:?} {kind:?} {address}\n  < {}\n  > {}",
                text(left),
                text(right)
            );
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn try_witness() {
    use chator::study::witness::{Effort, search};
    let only = std::env::var("ONLY").ok().and_then(|n| n.parse::<usize>().ok());
    let ids = ["peninsula", "selangor", "elcum", "negri-sembilan", "batak", "java", "borneo"];
    let mut all = Vec::new();
    for (n, a) in ids.iter().enumerate() {
        for b in &ids[n + 1..] {
            all.push((load(&format!("malay/{a}")).unwrap(), load(&format!("malay/{b}")).unwrap()));
        }
    }
    for (n, (a, b)) in all.into_iter().enumerate() {
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let diff = Diff::new(&a.loaded, &b.loaded);
        let begun = std::time::Instant::now();
        let report = search(&diff, &a.game, &b.game, Effort::default(), &mut |p| {
            let _ = p;
        });
        println!("== {} {} {} {:?}", a.id, b.id, report.positions, begun.elapsed());
        for (change, witness) in diff.changes().iter().zip(&report.witnesses) {
            if change.in_play() {
                assert!(witness.as_ref().is_none_or(|w| w.holds(&a.game, &b.game)));
                println!("{} {:?}\n   {witness:?}", change.address, change.kind);
            }
        }
        println!("unexplained {:?}", report.unexplained);
    }
}
