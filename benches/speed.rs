//! Times of perft, playouts and loading: `cargo bench --bench speed`, with part of a name to
//! choose some. Times explore; instruction counts (the other bench) decide.

mod games;

use divan::Bencher;
use divan::counter::ItemsCount;
use games::{SUBJECTS, Subject};

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().map(|subject| subject.id)
}

fn subject(id: &str) -> &'static Subject {
    SUBJECTS.iter().find(|subject| subject.id == id).expect("one of the names")
}

/// Items are leaves.
#[divan::bench(args = names(), min_time = 0.2, max_time = 1)]
fn perft(bencher: Bencher<'_, '_>, id: &str) {
    let subject = subject(id);
    let start = subject.game().start();
    let leaves = subject.perft(&start);
    bencher.counter(ItemsCount::new(leaves)).bench(|| subject.perft(&start));
}

/// Items are plies.
#[divan::bench(args = names(), min_time = 0.2, max_time = 1)]
fn playouts(bencher: Bencher<'_, '_>, id: &str) {
    let subject = subject(id);
    let start = subject.game().start();
    let plies = subject.playouts(&start);
    bencher.counter(ItemsCount::new(plies)).bench(|| subject.playouts(&start));
}

/// To the first list of legal moves.
#[divan::bench(args = names(), min_time = 0.2, max_time = 1)]
fn load(bencher: Bencher<'_, '_>, id: &str) {
    let subject = subject(id);
    bencher.bench(|| subject.load());
}
