//! The games of a match on several threads.
//!
//! Each game has a seed of its own and is counted in its turn, so that with reproducible agents
//! the number of threads changes nothing in the report, nor when it is seen to be decided.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};

use super::{Match, Played, Report, Trouble};
use crate::agent::Agent;
use crate::keys::AgentError;

/// Makes the agents of one thread.
pub type Makes<'a> = &'a (dyn Fn() -> Result<Vec<Box<dyn Agent>>, AgentError> + Sync);

impl Match {
    /// Plays all games on so many threads. `ended` sees each game as soon as it is over,
    /// `goes_on` sees them in their order and may say to stop: games behind that one are
    /// forgotten, also those that `ended` has seen.
    ///
    /// # Errors
    /// If an agent fails, or cannot be made.
    ///
    /// # Panics
    /// If an agent panics.
    pub fn play_on(
        &self,
        threads: usize,
        agents: Makes<'_>,
        mut ended: impl FnMut(&Played),
        mut goes_on: impl FnMut(&Played) -> bool,
    ) -> Result<Report, Trouble> {
        let (next, idle) = (AtomicU32::new(0), AtomicBool::new(false));
        let mut report = Report::default();
        std::thread::scope(|scope| {
            let (results, games) = channel();
            for _ in 0..threads.clamp(1, self.games.max(1) as usize) {
                let results = results.clone();
                let (next, idle) = (&next, &idle);
                scope.spawn(move || self.work(agents, next, idle, &results));
            }
            drop(results);
            let mut waiting = BTreeMap::new();
            for result in games {
                let played = result.inspect_err(|_| idle.store(true, Ordering::Relaxed))?;
                ended(&played);
                waiting.insert(played.number, played);
                while let Some(played) = waiting.remove(&(report.games.len() as u32)) {
                    let stop = !goes_on(&played);
                    report.games.push(played);
                    if stop {
                        idle.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                }
            }
            Ok(())
        })?;
        Ok(report)
    }

    /// Plays one game after the other, as long as there are any and somebody cares.
    fn work(
        &self,
        agents: Makes<'_>,
        next: &AtomicU32,
        idle: &AtomicBool,
        results: &Sender<Result<Played, Trouble>>,
    ) {
        let mut mine = None;
        while !idle.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                break;
            }
            let made = match mine.take() {
                Some(agents) => Ok(agents),
                None => agents().map_err(|e| Trouble { game: number, what: e.to_string() }),
            };
            let result = made.and_then(|agents| self.game_until(number, mine.insert(agents), idle));
            if idle.load(Ordering::Relaxed) {
                // Perhaps only a part of the game has been played, and nobody asks for it.
                break;
            }
            let failed = result.is_err();
            // Nobody listens any more once the match has been decided.
            if results.send(result).is_err() || failed {
                break;
            }
        }
    }
}
