//! Witnesses of differences: what is looked for, and how it is told.

use std::time::Duration;

use chator::study::diff::{Base, Change, Diff};
use chator::study::witness::{self, Effort, Finding, Hint, Outcome, Witness, search};
use serde_json::{Value, json};

use super::Report;
use crate::args::{self, Format};
use crate::progress::Progress;
use crate::report::{count, name};

/// Looks for witnesses, if that was asked for and anything can differ.
pub(super) fn look(
    args: &args::Diff,
    left: &chator::LoadedGame,
    right: &chator::LoadedGame,
    diff: &Diff,
) -> Option<witness::Report> {
    if !args.witness {
        return None;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let mut effort = Effort {
        threads: args.threads.map_or_else(cores, |threads| threads as usize),
        seed: args.seed,
        time: Some(Duration::from_secs(args.seconds)),
        ..Effort::default()
    };
    if let Some(thousands) = args.thousands {
        effort.positions = thousands.saturating_mul(1_000);
        effort.time = None;
    }
    let bar = Progress::new(1, "differences shown in play", args.output.format() == Format::Json);
    let mut show = |p: witness::Progress| bar.set(p.found, p.wanted);
    let mut hints = Hint::of_tests(&left.loaded, Base::Left);
    hints.extend(Hint::of_tests(&right.loaded, Base::Right));
    Some(search(diff, &left.game, &right.game, &hints, effort, &mut show))
}

impl Report<'_> {
    /// The number of a change, and its witness.
    fn witness(&self, change: &Change) -> Option<&Witness> {
        let number = self.diff.changes().iter().position(|other| std::ptr::eq(other, change))?;
        self.witnesses.as_ref()?.witnesses.get(number)?.as_ref()
    }

    /// What shows a change in play: the way there and what differs, in sentences. None if that was
    /// not asked for, or if nothing can show it.
    pub(super) fn shown(&self, change: &Change) -> Vec<String> {
        let Some(report) = &self.witnesses else { return Vec::new() };
        if !change.in_play() {
            return Vec::new();
        }
        let Some(witness) = self.witness(change) else {
            let positions = count(report.positions as usize, "pair");
            return vec![format!("None found within {positions} of positions.")];
        };
        let mut lines = vec![self.way(witness), self.finding(witness)];
        let others: Vec<String> = witness
            .changes
            .iter()
            .map(|&number| &self.diff.changes()[number])
            .filter(|other| !std::ptr::eq(*other, change))
            .map(|other| format!("`{}`", super::address(other)))
            .collect();
        if !others.is_empty() {
            let how = if witness.together { "Only together with" } else { "So does" };
            lines.push(format!("{how} {}.", others.join(", ")));
        }
        lines
    }

    /// How to get there.
    fn way(&self, witness: &Witness) -> String {
        let from = match &witness.position {
            None => "From the start".to_owned(),
            Some([left, right]) if left == right => format!("At `{left}`"),
            Some([left, right]) => {
                format!("At `{left}` (in {}: `{right}`)", name(self.right))
            }
        };
        if witness.line.is_empty() {
            format!("{from}:")
        } else {
            format!("{from}, after {}:", witness.line.join(" "))
        }
    }

    /// What differs there.
    fn finding(&self, witness: &Witness) -> String {
        match &witness.finding {
            Finding::Move { text, legal_in, clause, forbidden_by, instead } => {
                let (yes, no) = match legal_in {
                    Base::Left => (self.left, self.right),
                    Base::Right => (self.right, self.left),
                };
                let why = match (forbidden_by, &instead[..]) {
                    (Some(law), _) => format!(": `{law}` forbids it there"),
                    (None, []) => String::new(),
                    (None, instead) => format!(", where it is {}", instead.join(" or ")),
                };
                let (yes, no) = (name(yes), name(no));
                format!("{text} is legal in {yes}, by `{clause}`, and not in {no}{why}.")
            }
            Finding::Outcome { left, right } => {
                let told = |game, outcome: &Option<Outcome>| match outcome {
                    None => format!("in {} play goes on", name(game)),
                    Some(Outcome { winner: Some(winner), by }) => {
                        format!("in {} {winner} wins by `{by}`", name(game))
                    }
                    Some(Outcome { winner: None, by }) => {
                        format!("in {} it is a draw by `{by}`", name(game))
                    }
                };
                format!("{}, {}.", told(self.left, left), told(self.right, right))
            }
        }
    }

    /// How far the search went.
    pub(super) fn searched(&self) -> Option<String> {
        let report = self.witnesses.as_ref()?;
        if self.diff.same_rules() {
            return Some("Nothing to look for in play.".to_owned());
        }
        let wanted = self.diff.changes().iter().filter(|change| change.in_play()).count();
        let found = report.witnesses.iter().flatten().count();
        let clock = if report.out_of_time { "; the clock ended the search" } else { "" };
        let positions = count(report.positions as usize, "pair");
        let mut text = format!(
            "{found} of {} shown in play; {positions} of positions compared{clock}. What was not \
             found is not shown to be none.",
            count(wanted, "difference"),
        );
        if let Some(other) = &report.unexplained {
            let told = format!("{} {}", self.way(other), self.finding(other));
            text += &format!(" Of one difference the cause could not be told: {told}");
        }
        Some(text)
    }

    /// A change's witness for programs.
    pub(super) fn witness_object(&self, change: &Change) -> Value {
        let Some(witness) = self.witness(change) else { return Value::Null };
        let changes = witness.changes.iter().map(|&number| &self.diff.changes()[number].address);
        let finding = match &witness.finding {
            Finding::Move { text, legal_in, clause, forbidden_by, instead } => json!({
                "move": text,
                "legal_in": if *legal_in == Base::Left { "left" } else { "right" },
                "by": clause,
                "forbidden_by": forbidden_by,
                "instead": instead,
            }),
            Finding::Outcome { left, right } => {
                let told = |outcome: &Option<Outcome>| match outcome {
                    None => Value::Null,
                    Some(Outcome { winner, by }) => json!({ "winner": winner, "reason": by }),
                };
                json!({ "left": told(left), "right": told(right) })
            }
        };
        json!({
            "caused_by": changes.collect::<Vec<_>>(),
            "together": witness.together,
            "left_fen": witness.position.as_ref().map(|texts| &texts[0]),
            "right_fen": witness.position.as_ref().map(|texts| &texts[1]),
            "line": witness.line,
            "finding": finding,
        })
    }
}
