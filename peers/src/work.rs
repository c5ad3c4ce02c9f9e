//! What can be measured: something that works and says how much it did in which time.

use std::io;
use std::time::Duration;

/// A piece of work done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Done {
    /// Leaves of perft, or plies of games.
    pub(crate) units: u64,
    /// Games; none in perft.
    pub(crate) games: u64,
    /// CPU time that was spent.
    pub(crate) time: Duration,
}

impl Done {
    pub(crate) fn add(&mut self, other: Done) {
        self.units += other.units;
        self.games += other.games;
        self.time += other.time;
    }
}

/// A program that works.
pub(crate) trait Worker {
    /// Its name and version.
    fn name(&self) -> String;

    /// Counts the lines of play of so many plies; or plays the next game by chance, if that is
    /// what it is for, whatever the depth.
    ///
    /// # Errors
    /// If another process had to be asked and does not answer.
    fn work(&mut self, depth: u32) -> io::Result<Done>;

    /// Does it play games?
    fn plays(&self) -> bool;
}

/// CPU time of this thread since some moment; wall time where the system does not tell it.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The system promises that neither is negative.
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}

/// Does something in this thread: (units, games).
pub(crate) fn timed(work: impl FnOnce() -> (u64, u64)) -> Done {
    let start = now();
    let (units, games) = work();
    Done { units, games, time: now().saturating_sub(start) }
}
