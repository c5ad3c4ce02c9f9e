//! How long an agent may think. The only clocks in this crate.

use std::fmt;
use std::time::{Duration, Instant};

use crate::agent::Stop;

/// How long an agent may think about one move. Whichever bound is reached first ends it.
///
/// Only a budget in nodes gives the same move on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// So many nodes at most: positions visited, or iterations of a tree search.
    pub nodes: Option<u64>,
    /// So much time at most.
    pub time: Option<Duration>,
    /// So much time of the thinking thread's processor at most: other work on the machine does not
    /// shorten the thinking. The same as `time` where the system does not tell it.
    pub cpu: Option<Duration>,
}

/// A budget being spent.
#[derive(Debug)]
pub struct Spending {
    budget: Budget,
    begun: Instant,
    begun_cpu: Duration,
    stop: Stop,
    nodes: u64,
    /// Work since the clock was looked at, in nodes.
    unclocked: u64,
    over: bool,
}

/// Work between two looks at the clock, in ordinary nodes.
pub(crate) const CLOCKED: u64 = 64;

impl Budget {
    /// So many nodes.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Is there no bound?
    pub fn is_endless(self) -> bool {
        self == Budget::default()
    }

    /// Does the same budget always buy the same thoughts?
    pub fn is_reproducible(self) -> bool {
        self.time.is_none() && self.cpu.is_none()
    }

    /// One of so many parts, and the rest.
    pub(crate) fn split(self, parts: u32) -> (Budget, Budget) {
        let part = Budget {
            nodes: self.nodes.map(|nodes| nodes / u64::from(parts)),
            time: self.time.map(|time| time / parts),
            cpu: self.cpu.map(|cpu| cpu / parts),
        };
        let rest = Budget {
            nodes: self.nodes.zip(part.nodes).map(|(all, part)| all - part),
            time: self.time.zip(part.time).map(|(all, part)| all.saturating_sub(part)),
            cpu: self.cpu.zip(part.cpu).map(|(all, part)| all.saturating_sub(part)),
        };
        (part, rest)
    }

    /// Begins to spend it.
    pub fn begin(self, stop: Stop) -> Spending {
        let begun_cpu = if self.cpu.is_some() { thread_time() } else { Duration::ZERO };
        Spending {
            budget: self,
            begun: Instant::now(),
            begun_cpu,
            stop,
            nodes: 0,
            unclocked: 0,
            over: false,
        }
    }
}

/// As keys of an agent: `nodes=1000`, `time=30ms`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if let Some(nodes) = self.nodes {
            write!(f, "nodes={nodes}")?;
            gap = ",";
        }
        for (key, time) in [("time", self.time), ("cpu", self.cpu)] {
            if let Some(time) = time {
                write!(f, "{gap}{key}={}ms", time.as_secs_f64() * 1000.0)?;
                gap = ",";
            }
        }
        Ok(())
    }
}

impl Spending {
    /// Takes one more node of some work, 1 for an ordinary one, or says that there is none left.
    /// The first is always granted.
    pub fn grant(&mut self, work: u64) -> bool {
        if self.nodes > 0 && self.is_over(work) {
            return false;
        }
        self.nodes += 1;
        true
    }

    fn is_over(&mut self, work: u64) -> bool {
        self.unclocked += work;
        if !self.over {
            self.over = self.budget.nodes.is_some_and(|most| self.nodes >= most);
        }
        if !self.over && self.unclocked >= CLOCKED {
            self.unclocked = 0;
            self.over = self.stop.asked()
                || self.budget.time.is_some_and(|most| self.elapsed() >= most)
                || self.budget.cpu.is_some_and(|most| self.elapsed_cpu() >= most);
        }
        self.over
    }

    /// How many nodes were taken.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How much time has gone by.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn elapsed_cpu(&self) -> Duration {
        thread_time().saturating_sub(self.begun_cpu)
    }
}

/// A time such as `200ms` or `1.5s`; none if it is no such text, or no time at all.
pub fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

/// The processor's time that this thread has used.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The system promises both parts to be in their range and neither to be negative.
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Time as it goes by, for want of better.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
