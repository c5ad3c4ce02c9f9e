//! Coverage: which rules of a game come to bear when it is played.
//!
//! [`cover`] plays games and counts, rule by rule, how often each could be used and how often it
//! was. [`probe()`] plays until all that can be expected to come up has done so, or
//! its budget is spent. What never comes up may still be there for a good reason: a sample of
//! games proves that a rule is alive, never that it is dead.

mod count;
mod probe;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use chator_agents::Agent;
use chator_agents::chance::derived_seed;
use chator_interpreter::{Game, Move, Position};

pub use count::{Count, Role, Row};
use count::{Index, rows};
pub use probe::{Effort, Line, Probe, probe};

/// Which games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many.
    pub games: u32,
    /// After how many plies a game is broken off.
    pub max_plies: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// How many threads play; 0 counts as 1. Their number changes no result.
    pub threads: usize,
}

/// How often each rule of a game came to bear in a number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// How many games were played.
    pub games: u32,
    /// How many of them came to an end.
    pub ended: u32,
    /// How many were broken off.
    pub broken_off: u32,
    /// How many stopped because nobody could move and no end held.
    pub stuck: u32,
    /// How many plies were played in all games together.
    pub plies: u64,
    /// How many legal moves there were in all positions together.
    pub moves: u64,
    /// The rules in their order: clauses, events, offers, bans, voids, duties, skips, ends.
    pub rows: Vec<Row>,
    index: Index,
}

/// Plays the games of a plan from the start of a game and counts. `agent` makes the one who
/// plays all sides; each thread has its own. `played` is called after each game; once it says
/// `false` no more games are begun.
///
/// # Errors
/// If an agent fails: what its trouble is.
///
/// # Panics
/// If an agent panics.
pub fn cover(
    game: &Game,
    plan: &Plan,
    agent: &(dyn Fn() -> Box<dyn Agent> + Sync),
    played: &(dyn Fn() -> bool + Sync),
) -> Result<Coverage, String> {
    let total = Mutex::new(Coverage::of(game));
    let trouble = Mutex::new(None);
    let (next, stopped) = (AtomicU32::new(0), AtomicBool::new(false));
    let play = || {
        let mut agent = agent();
        let mut mine = Coverage::of(game);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games || stopped.load(Ordering::Relaxed) {
                break;
            }
            agent.begin(derived_seed(plan.seed, number.into()));
            mine.play(&game.start(), plan.max_plies, |position, _| agent.choose(position));
            if let Some(what) = agent.trouble() {
                trouble.lock().expect("no other thread panicked").get_or_insert(what);
                stopped.store(true, Ordering::Relaxed);
            }
            if !played() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        // Sums and minima: the order in which threads come to an end does not show.
        total.lock().expect("no other thread panicked").absorb(&mine);
    };
    let threads = plan.threads.clamp(1, plan.games.max(1) as usize);
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(play)));
        play();
    });
    match trouble.into_inner().expect("no thread panicked") {
        Some(what) => Err(what),
        None => Ok(total.into_inner().expect("no thread panicked")),
    }
}

impl Coverage {
    /// Of no game at all.
    pub fn of(game: &Game) -> Coverage {
        let (rows, index) = rows(game.rules());
        let (games, ended, broken_off, stuck) = (0, 0, 0, 0);
        Coverage { games, ended, broken_off, stuck, plies: 0, moves: 0, rows, index }
    }

    /// The rules that never came up.
    pub fn unreached(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.is_unreached())
    }

    /// Plays one more game from a position of the game it was made for, and counts. `choose` is
    /// shown each position with its legal moves; it breaks the game off if it names none.
    pub fn play(
        &mut self,
        start: &Position,
        max_plies: u32,
        mut choose: impl FnMut(&Position, &[Move]) -> Option<Move>,
    ) {
        let mut one = Coverage::of(start.game());
        one.games = 1;
        let mut position = start.clone();
        let mut ply = 0;
        while ply < max_plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            one.see(&position, &moves, ply + 1);
            let Some(mv) = choose(&position, &moves) else { break };
            one.use_up(&position, mv, ply + 1);
            position.play(mv);
            ply += 1;
        }
        one.plies = ply.into();
        if let Some(outcome) = position.outcome() {
            one.ended = 1;
            let by = |row: &&mut Row| row.role == Role::End && row.address == outcome.by();
            one.rows.iter_mut().filter(by).for_each(|row| row.used.add(1, ply));
        } else if position.has_legal_move() {
            one.broken_off = 1;
        } else {
            one.stuck = 1;
        }
        self.absorb(&one);
    }

    /// Adds what was counted in other games of the same game.
    fn absorb(&mut self, other: &Coverage) {
        self.games += other.games;
        self.ended += other.ended;
        self.broken_off += other.broken_off;
        self.stuck += other.stuck;
        self.plies += other.plies;
        self.moves += other.moves;
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.available.absorb(&more.available);
            row.used.absorb(&more.used);
        }
    }

    /// Counts what a position offers.
    fn see(&mut self, position: &Position, moves: &[Move], ply: u32) {
        let Coverage { rows, index, .. } = self;
        let mut open = vec![false; rows.len()];
        for mv in moves {
            open[index.clauses[mv.clause()]] = true;
            if let Some(offer) = mv.offer() {
                open[index.offers[offer]] = true;
            }
        }
        let sifted = position.sift();
        for (&row, &moves) in index.events.iter().zip(&sifted.events) {
            open[row] |= moves > 0;
        }
        let laws = [
            (&index.bans, &sifted.banned),
            (&index.voids, &sifted.voided),
            (&index.duties, &sifted.fulfilled),
            (&index.skips, &sifted.skipped),
        ];
        for (places, times) in laws {
            for (&row, &times) in places.iter().zip(times) {
                open[row] |= times > 0;
                rows[row].used.add(times.into(), ply);
            }
        }
        for (row, _) in rows.iter_mut().zip(open).filter(|(_, open)| *open) {
            row.available.add(1, ply);
        }
        self.moves += moves.len() as u64;
    }

    /// Counts what a move uses.
    fn use_up(&mut self, position: &Position, mv: Move, ply: u32) {
        let Coverage { rows, index, .. } = self;
        rows[index.clauses[mv.clause()]].used.add(1, ply);
        if let Some(offer) = mv.offer() {
            rows[index.offers[offer]].used.add(1, ply);
        }
        let mut fired: Vec<usize> =
            position.events_of(mv).into_iter().map(|event| index.events[event]).collect();
        fired.dedup();
        fired.into_iter().for_each(|row| rows[row].used.add(1, ply));
    }
}
