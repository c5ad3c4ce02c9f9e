//! What was measured, as a table and as data.

use std::time::Duration;

use chator::Executor;
use chator::interpreter::Slow;
use serde_json::{Map, Value, json};

use super::clock::Clock;
use super::runner::MOST_PLIES;
use crate::console::Console;
use crate::verdict::Done;

/// What one executor reached: medians, per second of [`Clock`].
pub(super) struct Figures {
    pub(super) playouts_per_second: f64,
    pub(super) plies_per_second: f64,
    /// In plies.
    pub(super) perft_depth: u32,
    pub(super) perft_leaves: u64,
    pub(super) perft_leaves_per_second: f64,
}

pub(super) struct Report<'a> {
    pub(super) game: &'a str,
    pub(super) title: &'a str,
    pub(super) executor: Executor,
    pub(super) slow_rules: Vec<Slow>,
    pub(super) threads: usize,
    pub(super) seed: u64,
    pub(super) rounds: u32,
    pub(super) slice: Duration,
    pub(super) clock: Clock,
    /// How many processors were kept busy, in the mean: clock to wall time.
    pub(super) processors: f64,
    /// Games that were stopped, of both executors.
    pub(super) stopped: u64,
    /// Of the compiled executor and of the reference.
    pub(super) figures: [Figures; 2],
    /// Compiled to reference: playouts, plies, perft.
    pub(super) ratios: [f64; 3],
}

impl Report<'_> {
    pub(super) fn table(&self, console: &mut Console) -> Done<()> {
        let threads = match self.threads {
            1 => "1 thread".to_owned(),
            n => format!("{n} threads that kept {:.2} processors busy", self.processors),
        };
        console.line(format_args!(
            "{}: {threads}, seed {}; medians of {} rounds in turns of {:.2} s, per second of {}",
            self.title,
            self.seed,
            self.rounds,
            self.slice.as_secs_f64(),
            self.clock.name(),
        ))?;
        let [compiled, reference] = &self.figures;
        let asked = Executor::Compiled.to_string();
        console.line(format_args!("\n{:22}{asked:>16}{:>16}{:>9}", "", "reference", "ratio"))?;
        let rows = [
            ("playouts/s", compiled.playouts_per_second, reference.playouts_per_second),
            ("plies/s", compiled.plies_per_second, reference.plies_per_second),
            ("perft leaves/s", compiled.perft_leaves_per_second, reference.perft_leaves_per_second),
        ];
        for ((name, compiled, reference), ratio) in rows.into_iter().zip(self.ratios) {
            console.line(format_args!(
                "{name:22}{:>16}{:>16}{ratio:>9.2}",
                rounded(compiled),
                rounded(reference)
            ))?;
        }
        let [a, b] = [compiled.perft_depth, reference.perft_depth];
        console.line(format_args!("{:22}{a:>16}{b:>16}", "perft depth"))?;
        let [a, b] = [compiled, reference].map(|f| grouped(f.perft_leaves));
        console.line(format_args!("{:22}{a:>16}{b:>16}", "perft leaves"))?;
        console.line("")?;
        if self.executor == Executor::Reference {
            console.line("Both columns are the reference: this game has no other executor.")?;
        }
        if self.slow_rules.is_empty() && self.executor == Executor::Compiled {
            console.line("There is a table for every rule.")?;
        }
        if !self.slow_rules.is_empty() {
            console.line("Carried out as they stand, without a table:")?;
            let width = self.slow_rules.iter().map(|s| s.rule.chars().count()).max().unwrap_or(0);
            for Slow { rule, reason } in &self.slow_rules {
                console.line(format_args!("  {rule:width$}  {reason}"))?;
            }
        }
        if self.stopped > 0 {
            console.line(format_args!(
                "{} games had no end after {MOST_PLIES} plies and were stopped.",
                self.stopped
            ))?;
        }
        Ok(())
    }

    pub(super) fn object(&self) -> Value {
        let [compiled, reference] = self.figures.each_ref().map(Figures::object);
        let slow = self.slow_rules.iter();
        let slow: Vec<Value> =
            slow.map(|s| json!({ "rule": s.rule, "reason": s.reason })).collect();
        let [playouts, plies, perft] = self.ratios;
        let mut object = Map::new();
        object.insert("game".to_owned(), self.game.into());
        object.insert("executor".to_owned(), self.executor.to_string().into());
        object.insert("threads".to_owned(), self.threads.into());
        object.insert("processors".to_owned(), self.processors.into());
        object.insert("seed".to_owned(), self.seed.into());
        object.insert("clock".to_owned(), self.clock.name().into());
        object.insert("rounds".to_owned(), self.rounds.into());
        object.extend(compiled);
        object.insert("stopped".to_owned(), self.stopped.into());
        object.insert("slow_rules".to_owned(), slow.into());
        object.insert("reference".to_owned(), reference.into());
        object.insert(
            "ratio".to_owned(),
            json!({ "playouts": playouts, "plies": plies, "perft_leaves": perft }),
        );
        Value::Object(object)
    }
}

impl Figures {
    fn object(&self) -> Map<String, Value> {
        let pairs: [(&str, Value); 5] = [
            ("playouts_per_second", self.playouts_per_second.into()),
            ("plies_per_second", self.plies_per_second.into()),
            ("perft_depth", self.perft_depth.into()),
            ("perft_leaves", self.perft_leaves.into()),
            ("perft_leaves_per_second", self.perft_leaves_per_second.into()),
        ];
        pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// A speed for people: whole, or with a digit behind the point if it is small.
fn rounded(speed: f64) -> String {
    if speed < 100.0 { format!("{speed:.1}") } else { grouped(speed.round() as u64) }
}

/// A number with its digits in threes.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_threes() {
        let numbers = [0, 7, 999, 1_000, 197_281, 1_000_000].map(grouped);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "197,281", "1,000,000"]);
    }
}
