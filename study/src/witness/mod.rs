//! Where the differences of two rule sets show in play.
//!
//! Both rule sets are played side by side: all short lines from the start, random games, and
//! positions with few men. Wherever the legal moves or the outcome differ, the rule sets in
//! between ([`Diff::mixed`]) tell which change it comes from; then the witness is made as small
//! as it gets. A difference that was not seen is not shown to be none.

mod cause;
mod hint;
mod pool;
mod replay;
mod search;
mod shrink;
mod twin;
mod words;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use chator_agents::chance::derived_seed;
use chator_interpreter::Game;

use crate::diff::{Base, Diff};

use cause::Causes;
use pool::Pool;
use search::{Field, Seen, Signature, Unit, work};
use shrink::{Found, LONG, rooted, shrink};
use twin::{Item, Root, Twin};

pub use hint::Hint;
pub use words::{Finding, Outcome, Witness};

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pairs of positions to look at, at most (to the next thousands).
    pub positions: u64,
    /// Time to search, at most; what a search finds depends on the machine if this ends it.
    pub time: Option<Duration>,
    /// Threads to use. They do not change what is found.
    pub threads: usize,
    /// Where all chance comes from.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        let time = Some(Duration::from_secs(40));
        Effort { positions: 1_000_000, time, threads: 2, seed: 1 }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pairs of positions looked at.
    pub positions: u64,
    /// Differences that may show in play.
    pub wanted: usize,
    /// Those of them with a witness.
    pub found: usize,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// For each of [`Diff::changes`] the witness, if there is one.
    pub witnesses: Vec<Option<Witness>>,
    /// A difference whose cause could not be told, if there is one.
    pub unexplained: Option<Witness>,
    /// Pairs of positions looked at.
    pub positions: u64,
    /// Was the search ended by the clock?
    pub out_of_time: bool,
}

/// How many positions a search looks at without news before it ends, besides three times as
/// many as all news took.
const PATIENCE: u64 = 80_000;

/// All lines of so many moves are looked at.
const LONGEST: usize = 3;

/// How often the cause of one kind of difference is asked for before it is known well enough.
const ASKED: u32 = 12;

/// Looks for a witness of every change that may show in play.
///
/// `left` and `right` are the games of the two rule sets the difference was made of.
/// `hints` are positions to begin with, as each of them writes them, and moves that lead on:
/// those of the tests that people wrote for the rules.
pub fn search(
    diff: &Diff,
    left: &Game,
    right: &Game,
    hints: &[Hint],
    effort: Effort,
    progress: &mut dyn FnMut(Progress),
) -> Report {
    let mut hunt = Hunt::new(diff, effort);
    hunt.run(hints, progress);
    hunt.report(left, right)
}

struct Hunt<'a> {
    diff: &'a Diff,
    effort: Effort,
    begun: Option<Instant>,
    /// The two rule sets with one numbering.
    games: [Game; 2],
    causes: Causes<'a>,
    best: HashMap<usize, Found>,
    asked: HashMap<Signature, u32>,
    known: HashSet<Signature>,
    unexplained: Option<(Root, Vec<String>, Item)>,
    positions: u64,
    /// How many positions had been looked at when a witness of another change was found last.
    last_news: u64,
}

impl<'a> Hunt<'a> {
    fn new(diff: &'a Diff, effort: Effort) -> Hunt<'a> {
        Hunt {
            diff,
            effort,
            begun: effort.time.map(|_| Instant::now()),
            games: [Base::Left, Base::Right].map(|base| Game::new(diff.mixed(base, &[]))),
            causes: Causes::new(diff),
            best: HashMap::new(),
            asked: HashMap::new(),
            known: HashSet::new(),
            unexplained: None,
            positions: 0,
            last_news: 0,
        }
    }

    fn run(&mut self, hints: &[Hint], progress: &mut dyn FnMut(Progress)) {
        if self.wanted().next().is_none() {
            return;
        }
        // A short search does with fewer games.
        let played = (self.effort.positions / 500 + 3).min(24);
        let pool = if self.diff.comparable() {
            Pool::fill(self.diff, &self.games, hints, played, derived_seed(self.effort.seed, 0))
        } else {
            Pool::default()
        };
        let start = self.start();
        let plan = self.plan(&start);
        for units in plan {
            if self.over() {
                break;
            }
            // All lines of a length are looked at even then: they may show a change from the start.
            let short = matches!(units.first(), Some(Unit::Start | Unit::Lines { .. }));
            if self.complete() && !short {
                continue;
            }
            let field =
                Field { games: &self.games, start: &start, pool: &pool, known: &self.known };
            let seen = work(&field, &units, self.effort.threads);
            let before = self.best.len();
            self.digest(seen);
            if self.best.len() > before {
                self.last_news = self.positions;
            }
            progress(Progress {
                positions: self.positions,
                wanted: self.wanted().count(),
                found: self.wanted().filter(|change| self.best.contains_key(change)).count(),
            });
        }
        let shrunk: Vec<(usize, Found)> = {
            let mut all: Vec<_> = std::mem::take(&mut self.best).into_iter().collect();
            all.sort_by_key(|(change, _)| *change);
            all.into_iter()
                .map(|(change, found)| {
                    (change, shrink(&found, self.diff, &self.games, &mut self.causes))
                })
                .collect()
        };
        self.best = shrunk.into_iter().collect();
    }

    /// Where lines of play begin: at the start of the first, also where the second has another,
    /// if both know all its men.
    fn start(&self) -> Root {
        let [left, right] = self.games.each_ref().map(|game| game.start().setup());
        let known = left.pieces().all(|(_, piece)| self.diff.both_have(piece.player, piece.kind));
        let carried = left.under(&self.games[1]).is_some_and(|setup| setup.validate().is_ok());
        if left.pieces().eq(right.pieces()) || !known || !carried {
            return Root::Start;
        }
        Root::Position(Box::new(left))
    }

    /// The rounds of work, in order.
    fn plan(&self, start: &Root) -> Vec<Vec<Unit>> {
        let lines = |depth: usize| -> Vec<Unit> {
            let twin = Twin::at(start, &self.games);
            let firsts = twin.map_or(0, |twin| twin.look().common.len());
            let firsts = if depth == 0 { 1 } else { firsts };
            (0..firsts).map(|first| Unit::Lines { depth, first }).collect()
        };
        let mut plan = vec![vec![Unit::Start], lines(0)];
        if !self.diff.comparable() {
            return plan;
        }
        plan.extend((1..LONGEST).map(lines));
        let seed = |round: u64, number: u64| {
            derived_seed(derived_seed(self.effort.seed, round + 1), number)
        };
        for round in 0..10_000 {
            if round == 4 {
                plan.push(lines(LONGEST));
            }
            let games = (0..2).map(|n| Unit::Game { seed: seed(round, n) });
            let positions = (2..10).map(|n| Unit::Positions { seed: seed(round, n), count: 8 });
            plan.push(games.chain(positions).collect());
        }
        plan
    }

    /// The changes that a position common to both can show.
    fn wanted(&self) -> impl Iterator<Item = usize> {
        let lone = |change: &usize| self.diff.of_lone_piece(&self.diff.changes()[*change]);
        self.causes.candidates.iter().copied().filter(move |change| !lone(change))
    }

    fn complete(&self) -> bool {
        self.wanted().all(|change| self.best.contains_key(&change))
    }

    fn over(&self) -> bool {
        let patience = PATIENCE + 3 * self.last_news;
        self.positions >= self.effort.positions.min(patience) || self.out_of_time()
    }

    fn out_of_time(&self) -> bool {
        match (self.begun, self.effort.time) {
            (Some(begun), Some(time)) => begun.elapsed() >= time,
            _ => false,
        }
    }

    /// Asks for the causes of what was seen.
    fn digest(&mut self, seen: Vec<Seen>) {
        for seen in seen {
            self.positions += seen.positions;
            for sighting in seen.sightings {
                let signature = sighting.item.signature(sighting.line.is_empty());
                let asked = self.asked.entry(signature.clone()).or_default();
                if *asked >= ASKED {
                    self.known.insert(signature);
                    continue;
                }
                *asked += 1;
                let (root, line, item) = (sighting.root, sighting.line, sighting.item);
                let (root, line) = self.near(root, line, &item);
                match self.causes.of(&root, &line, &item) {
                    Some(cause) => {
                        let found = Found { root, line, item, cause };
                        for &change in &found.cause.changes {
                            let its = &self.diff.changes()[change];
                            let best = self.best.get(&change);
                            let better = best.is_none_or(|b| found.rank(its) < b.rank(its));
                            if better {
                                self.best.insert(change, found.clone());
                            }
                        }
                    }
                    None => self.unexplained = Some((root, line, item)),
                }
            }
        }
    }

    /// A long line is told from a later position.
    fn near(&self, root: Root, line: Vec<String>, item: &Item) -> (Root, Vec<String>) {
        if line.len() <= LONG {
            return (root, line);
        }
        for last in (0..=LONG).rev() {
            let skip = line.len() - last;
            let twin = root
                .after(&self.games[0], &line[..skip])
                .zip(root.after(&self.games[1], &line[..skip]))
                .map(|(left, right)| Twin { left, right });
            let Some(new) = twin.and_then(|twin| rooted(&twin, self.diff)) else { continue };
            let shown = new
                .after(&self.games[0], &line[skip..])
                .zip(new.after(&self.games[1], &line[skip..]))
                .is_some_and(|(left, right)| Twin { left, right }.look().items.contains(item));
            if shown {
                return (new, line[skip..].to_vec());
            }
        }
        (root, line)
    }

    fn report(self, left: &Game, right: &Game) -> Report {
        let words = words::Words { diff: self.diff, left, right, games: &self.games };
        let witnesses = (0..self.diff.changes().len())
            .map(|change| self.best.get(&change).map(|found| words.witness(found)))
            .map(|witness| witness.filter(|witness| witness.holds(left, right)))
            .collect();
        let unexplained = self.unexplained.as_ref().map(|(root, line, item)| {
            words.witness(&Found {
                root: root.clone(),
                line: line.clone(),
                item: item.clone(),
                cause: cause::Cause { changes: Vec::new(), together: true },
            })
        });
        let out_of_time = self.out_of_time();
        Report { witnesses, unexplained, positions: self.positions, out_of_time }
    }
}
