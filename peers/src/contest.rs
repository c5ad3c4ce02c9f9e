//! Two programs at the same task, in turns.

use std::io;
use std::time::Duration;

use crate::work::{Done, Worker};

/// Lines longer than this are not counted, however quick it would be.
const DEEPEST: u32 = 12;

/// A comparison: ours first, the peer second.
pub(crate) struct Contest {
    /// The task.
    pub(crate) what: String,
    pub(crate) sides: [Box<dyn Worker>; 2],
    /// Which of ours it is.
    pub(crate) executor: String,
    /// The ratio that is asked for.
    pub(crate) target: Option<f64>,
    /// Do both play the same game, so that perft must be equal and games equally long?
    pub(crate) same: bool,
}

/// What came of it. Ours first, the peer second.
pub(crate) struct Compared {
    pub(crate) what: String,
    pub(crate) names: [String; 2],
    /// Which of ours it is.
    pub(crate) executor: String,
    /// Leaves or plies per CPU second: medians.
    pub(crate) speeds: [f64; 2],
    /// Ours to the peer's: the median of the rounds, and the least and the greatest.
    pub(crate) ratio: f64,
    pub(crate) spread: [f64; 2],
    pub(crate) target: Option<f64>,
    /// Perft depth of each; 0 for games.
    pub(crate) depths: [u32; 2],
    /// The depth that was compared, and both counts.
    pub(crate) counts: Option<(u32, [u64; 2])>,
    /// Mean plies of a game.
    pub(crate) lengths: Option<[f64; 2]>,
    /// Are the counts equal? None where there is nothing to compare.
    pub(crate) agree: Option<bool>,
}

impl Contest {
    /// Runs it.
    ///
    /// # Errors
    /// If a peer does not answer.
    pub(crate) fn run(&mut self, rounds: u32, slice: Duration) -> io::Result<Compared> {
        let plays = self.sides[0].plays();
        let mut depths = [0, 0];
        let mut counts = None;
        if !plays {
            let [ours, theirs] = &mut self.sides;
            let found = [deepest(&mut **ours, slice)?, deepest(&mut **theirs, slice)?];
            depths = [found[0].len() as u32, found[1].len() as u32];
            let common = depths[0].min(depths[1]) as usize;
            if self.same {
                counts = Some((common as u32, [found[0][common - 1], found[1][common - 1]]));
            }
        }
        let mut speeds = [Vec::new(), Vec::new()];
        let mut totals = [Done::default(); 2];
        for round in 0..rounds {
            // Who begins changes.
            let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
            for side in order {
                let done = during(&mut *self.sides[side], depths[side], slice)?;
                speeds[side].push(done.units as f64 / done.time.as_secs_f64().max(1e-9));
                totals[side].add(done);
            }
        }
        let mut ratios: Vec<f64> =
            speeds[0].iter().zip(&speeds[1]).map(|(ours, theirs)| ours / theirs).collect();
        let [ours, theirs] = &mut speeds;
        let speeds = [median(ours), median(theirs)];
        let ratio = median(&mut ratios);
        Ok(Compared {
            what: self.what.clone(),
            names: self.sides.each_ref().map(|side| side.name()),
            executor: self.executor.clone(),
            speeds,
            ratio,
            // `median` has put them in order.
            spread: [ratios[0], ratios[ratios.len() - 1]],
            target: self.target,
            depths,
            counts,
            lengths: plays.then(|| totals.map(|done| done.units as f64 / done.games.max(1) as f64)),
            agree: counts.map(|(_, [ours, theirs])| ours == theirs),
        })
    }
}

/// The counts of 1, 2, 3, … plies, as many as can be expected to fit into the time.
fn deepest(worker: &mut dyn Worker, slice: Duration) -> io::Result<Vec<u64>> {
    let mut counts = Vec::new();
    loop {
        let done = worker.work(counts.len() as u32 + 1)?;
        let growth = done.units as f64 / counts.last().copied().unwrap_or(1).max(1) as f64;
        counts.push(done.units);
        let full = done.time.as_secs_f64() * growth.max(2.0) > slice.as_secs_f64();
        if full || done.units == 0 || counts.len() as u32 == DEEPEST {
            return Ok(counts);
        }
    }
}

fn during(worker: &mut dyn Worker, depth: u32, slice: Duration) -> io::Result<Done> {
    let mut all = Done::default();
    while all.time < slice {
        all.add(worker.work(depth)?);
    }
    Ok(all)
}

/// The middle one; it puts the list in order.
fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { f64::midpoint(values[half - 1], values[half]) }
}
