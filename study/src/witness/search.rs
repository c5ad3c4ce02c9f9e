//! Looks for differences: all short lines from the start, random games, constructed positions.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use chator_agents::chance::{Chance, derived_seed};
use chator_interpreter::Game;

use crate::diff::Base;

use super::pool::Pool;
use super::twin::{Ended, Item, Root, Squares, Twin, squares_of};

/// A piece of work: small enough that a search can stop after any.
#[derive(Clone, Debug)]
pub(crate) enum Unit {
    /// The two starts.
    Start,
    /// All lines of that many moves that begin with a certain common move.
    Lines { depth: usize, first: usize },
    /// A random game, played under both rule sets at once.
    Game { seed: u64 },
    /// So many constructed positions, with what follows from them.
    Positions { seed: u64, count: usize },
}

/// A difference and what leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    pub(crate) root: Root,
    pub(crate) line: Vec<String>,
    pub(crate) item: Item,
}

/// What a piece of work showed.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) sightings: Vec<Sighting>,
    /// Pairs of positions looked at.
    pub(crate) positions: u64,
    /// How often each kind of difference was seen in this piece of work.
    counts: HashMap<Signature, u32>,
}

/// How often players go to and fro in a line that does nothing else.
const ROUNDS: usize = 4;

/// Sightings of one kind that one piece of work reports.
const REPORTED: u32 = 3;

/// What makes two differences look alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Signature {
    Move { legal_in: Base, uses: Vec<String>, at_once: bool },
    Outcome { left: Option<String>, right: Option<String>, at_once: bool },
}

impl Item {
    /// `at_once`: it shows where the line begins, so that nothing that happens in it matters.
    pub(crate) fn signature(&self, at_once: bool) -> Signature {
        match self {
            Item::Move { legal_in, uses, .. } => {
                Signature::Move { legal_in: *legal_in, uses: uses.clone(), at_once }
            }
            Item::Outcome { left, right } => {
                let by = |e: &Option<Ended>| e.as_ref().map(|e| e.by.clone());
                Signature::Outcome { left: by(left), right: by(right), at_once }
            }
        }
    }
}

/// Both rule sets and what is known of their play.
pub(crate) struct Field<'a> {
    pub(crate) games: &'a [Game; 2],
    /// Where lines of play begin.
    pub(crate) start: &'a Root,
    pub(crate) pool: &'a Pool,
    /// Kinds of differences of which enough is known.
    pub(crate) known: &'a HashSet<Signature>,
}

/// Does all the work, in order, on several threads.
pub(crate) fn work(field: &Field<'_>, units: &[Unit], threads: usize) -> Vec<Seen> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, Seen)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, units.len().max(1)))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(unit) = units.get(number) else { return mine };
                        mine.push((number, field.run(unit)));
                    }
                })
            })
            .collect();
        // A worker that fails takes the search along: nothing it saw may be lost in silence.
        let done = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        done.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, seen)| seen).collect()
}

impl Field<'_> {
    fn run(&self, unit: &Unit) -> Seen {
        let mut seen = Seen::default();
        match *unit {
            Unit::Start => {
                if let Some(twin) = Twin::at(&Root::Start, self.games) {
                    self.note(&mut seen, &Root::Start, &[], twin.look().items);
                }
            }
            Unit::Lines { depth, first } => self.lines(depth, first, &mut seen),
            Unit::Game { seed } => self.game(&mut Chance::new(seed), &mut seen),
            Unit::Positions { seed, count } => {
                for number in 0..count as u64 {
                    let mut chance = Chance::new(derived_seed(seed, number));
                    self.position(&mut chance, &mut seen);
                }
            }
        }
        seen
    }

    fn note(&self, seen: &mut Seen, root: &Root, line: &[String], items: Vec<Item>) {
        seen.positions += 1;
        for item in items {
            let signature = item.signature(line.is_empty());
            if self.known.contains(&signature) {
                continue;
            }
            let count = seen.counts.entry(signature).or_default();
            *count += 1;
            if *count <= REPORTED {
                seen.sightings.push(Sighting { root: root.clone(), line: line.to_vec(), item });
            }
        }
    }

    fn lines(&self, depth: usize, first: usize, seen: &mut Seen) {
        let start = self.start;
        let Some(twin) = Twin::at(start, self.games) else { return };
        let look = twin.look();
        if depth == 0 {
            self.note(seen, start, &[], look.items);
            return;
        }
        if let Some((text, left, right)) = look.common.into_iter().nth(first) {
            let mut next = twin;
            next.play(left, right);
            self.deeper(start, &next, depth - 1, &mut vec![text], seen);
        }
    }

    fn deeper(
        &self,
        start: &Root,
        twin: &Twin,
        depth: usize,
        line: &mut Vec<String>,
        seen: &mut Seen,
    ) {
        let look = twin.look();
        if depth == 0 {
            self.note(seen, start, line, look.items);
            return;
        }
        for (text, left, right) in look.common {
            let mut next = twin.clone();
            next.play(left, right);
            line.push(text);
            self.deeper(start, &next, depth - 1, line, seen);
            line.pop();
        }
    }

    fn game(&self, chance: &mut Chance, seen: &mut Seen) {
        if let Some(twin) = Twin::at(self.start, self.games) {
            self.random_line(twin, self.start, Vec::new(), 200, chance, seen);
        }
    }

    fn random_line(
        &self,
        mut twin: Twin,
        root: &Root,
        mut line: Vec<String>,
        plies: usize,
        chance: &mut Chance,
        seen: &mut Seen,
    ) {
        for ply in 0.. {
            let look = twin.look();
            self.note(seen, root, &line, look.items);
            if look.common.is_empty() || ply >= plies {
                return;
            }
            let (text, left, right) = look.common[chance.below(look.common.len())].clone();
            twin.play(left, right);
            line.push(text);
        }
    }

    /// A constructed position, what each move leads to, and a line at random.
    fn position(&self, chance: &mut Chance, seen: &mut Seen) {
        let Some(setup) = self.pool.construct(chance) else { return };
        let root = Root::Position(Box::new(setup));
        let Some(twin) = Twin::at(&root, self.games) else { return };
        let look = twin.look();
        self.note(seen, &root, &[], look.items);
        if look.common.is_empty() {
            return;
        }
        for (text, left, right) in &look.common {
            let mut next = twin.clone();
            next.play(*left, *right);
            let items = next.look().items;
            self.note(seen, &root, std::slice::from_ref(text), items);
        }
        if chance.below(4) == 0 {
            self.to_and_fro(twin, &root, chance, seen);
            return;
        }
        let (text, left, right) = look.common[chance.below(look.common.len())].clone();
        let mut next = twin;
        next.play(left, right);
        let plies = [1, 2, 4, 16][chance.below(4)];
        self.random_line(next, &root, vec![text], plies, chance, seen);
    }

    /// All players go somewhere and back again, over and over: positions return.
    fn to_and_fro(&self, mut twin: Twin, root: &Root, chance: &mut Chance, seen: &mut Seen) {
        let round = 2 * twin.left.game().rules().players.len();
        let mut line: Vec<String> = Vec::new();
        let mut squares: Vec<Squares> = Vec::new();
        for ply in 0..round * ROUNDS {
            let look = twin.look();
            if ply > 0 {
                self.note(seen, root, &line, look.items);
            }
            let back = squares.len().checked_sub(round / 2).map(|before| squares[before]);
            let next = match back {
                Some((Some(from), to)) => {
                    look.common.iter().find(|m| squares_of(m.1) == (Some(to), from))
                }
                Some((None, _)) => None,
                None if look.common.is_empty() => None,
                None => look.common.get(chance.below(look.common.len())),
            };
            let Some((text, left, right)) = next.cloned() else { return };
            squares.push(squares_of(left));
            line.push(text);
            twin.play(left, right);
        }
    }
}
