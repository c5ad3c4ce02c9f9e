//! Time as it is used up by this program alone.

use std::time::Duration;

/// Which time is measured. Other programs on the machine change wall time and leave the time a
/// processor spent on us nearly as it was, so that is what speeds are told by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// Of the thread that asks.
    #[cfg(unix)]
    Thread,
    /// Of all threads together.
    #[cfg(unix)]
    Process,
    /// Where the system tells nothing better.
    #[cfg(not(unix))]
    Wall,
}

impl Clock {
    /// The clock for work that so many threads share.
    #[cfg(unix)]
    pub(crate) fn of(threads: usize) -> Clock {
        if threads > 1 { Clock::Process } else { Clock::Thread }
    }

    /// What it is called in reports.
    #[cfg(unix)]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Clock::Thread => "thread CPU time",
            Clock::Process => "CPU time of all threads",
        }
    }

    /// The time since some moment that stays the same.
    #[cfg(unix)]
    fn now(self) -> Duration {
        let clock = match self {
            Clock::Thread => rustix::time::ClockId::ThreadCPUTime,
            Clock::Process => rustix::time::ClockId::ProcessCPUTime,
        };
        let time = rustix::time::clock_gettime(clock);
        // The system promises both parts to be in their range and neither to be negative.
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }

    /// The clock for work that so many threads share.
    #[cfg(not(unix))]
    pub(crate) fn of(_threads: usize) -> Clock {
        Clock::Wall
    }

    /// What it is called in reports.
    #[cfg(not(unix))]
    pub(crate) fn name(self) -> &'static str {
        "wall time"
    }

    /// The time since some moment that stays the same.
    #[cfg(not(unix))]
    fn now(self) -> Duration {
        use std::sync::OnceLock;
        use std::time::Instant;
        static BEGINNING: OnceLock<Instant> = OnceLock::new();
        BEGINNING.get_or_init(Instant::now).elapsed()
    }

    /// Begins to measure.
    pub(crate) fn start(self) -> Watch {
        Watch { clock: self, start: self.now() }
    }
}

/// A measurement that has begun.
pub(crate) struct Watch {
    clock: Clock,
    start: Duration,
}

impl Watch {
    /// How long it has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_does_not() {
        let watch = Clock::of(1).start();
        let mut sum = 0_u64;
        while watch.elapsed() < Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
        if cfg!(unix) {
            let watch = Clock::of(1).start();
            std::thread::sleep(Duration::from_millis(30));
            assert!(watch.elapsed() < Duration::from_millis(20));
        }
    }
}
