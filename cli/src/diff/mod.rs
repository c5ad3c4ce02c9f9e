//! `chator diff`: where two rule sets differ, rule by rule.

mod markdown;
mod text;
mod witness;

use chator::LoadedGame;
use chator::study::diff::{Change, Diff, Group, Kind, Statement};
use serde_json::{Value, json};

use crate::args::{self, Format};
use crate::console::Console;
use crate::game_arg::load;
use crate::report::{cited, count, object, said};
use crate::verdict::{Done, Verdict};

/// Two rule sets and how they differ.
struct Report<'a> {
    left: &'a LoadedGame,
    right: &'a LoadedGame,
    diff: &'a Diff,
    /// What a search showed, if it was asked for.
    witnesses: Option<chator::study::witness::Report>,
}

pub(crate) fn run(console: &mut Console, args: &args::Diff) -> Done {
    let left = load(console, &args.first)?;
    let right = load(console, &args.second)?;
    let diff = Diff::new(&left.loaded, &right.loaded);
    let witnesses = witness::look(args, &left, &right, &diff);
    let report = Report { left: &left, right: &right, diff: &diff, witnesses };
    match args.output.format() {
        Format::Text => text::print(console, &report)?,
        Format::Markdown => markdown::print(console, &report)?,
        Format::Json => console.json(&report.object())?,
    }
    Ok(Verdict::Yes)
}

impl Report<'_> {
    /// The changes of what the rules say.
    fn changes(&self) -> impl Iterator<Item = &Change> {
        self.diff.changes().iter().filter(|change| !is_same_rule(change))
    }

    /// The rules that say the same and are named or sourced otherwise.
    fn same(&self) -> impl Iterator<Item = &Change> {
        self.diff.changes().iter().filter(|change| is_same_rule(change))
    }

    /// What was found, in numbers.
    fn summary(&self) -> String {
        let of = |kind: Kind| self.diff.changes().iter().filter(|c| c.kind == kind).count();
        let parts = [
            (Kind::Added, "added"),
            (Kind::Removed, "removed"),
            (Kind::Replaced, "replaced"),
            (Kind::Reordered, "in another order"),
            (Kind::Chosen, "chosen otherwise"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(kind, _)| of(*kind) > 0)
            .map(|(kind, word)| format!("{} {word}", of(kind)))
            .collect();
        let mut all = match self.changes().count() {
            0 => "No differences".to_owned(),
            n => format!("{}: {}", count(n, "difference"), parts.join(", ")),
        };
        let same = self.same().count();
        if same > 0 {
            all += &format!("; {} named or sourced otherwise", count(same, "equal rule"));
        }
        all + "."
    }

    /// What follows for play, said with care.
    fn conclusion(&self) -> String {
        let renamed = self.diff.changes().iter().filter(|c| c.kind == Kind::Renamed).count();
        if self.diff.same_rules() {
            format!(
                "Every rule of the one has its equal in the other ({renamed} under another name). \
                 No difference in play follows from the texts. Left aside: names, sources, tests, \
                 options that lead to the same rules, the form of a position's text, and the order \
                 of pieces, of ways to move, of laws and of events that do not touch each other."
            )
        } else if self.diff.comparable() {
            "Texts are compared, not play: rules that read differently may still come to the same."
                .to_owned()
        } else {
            "Board or players differ, so a position of the one is none of the other. Texts are \
             compared, not play."
                .to_owned()
        }
    }

    fn object(&self) -> Value {
        let change = |change: &Change| {
            let mut object = json!({
                "group": change.group.title(),
                "kind": kind(change.kind),
                "address": change.address,
                "in_play": change.in_play(),
                "left": change.left.as_ref().map(said),
                "right": change.right.as_ref().map(said),
            });
            if self.witnesses.is_some() {
                object["witness"] = self.witness_object(change);
            }
            object
        };
        let mut object = json!({
            "left": object(self.left),
            "right": object(self.right),
            "same_rules": self.diff.same_rules(),
            "comparable": self.diff.comparable(),
            "changes": self.diff.changes().iter().map(change).collect::<Vec<_>>(),
        });
        if let Some(witnesses) = &self.witnesses {
            object["searched"] = json!({
                "positions": witnesses.positions,
                "out_of_time": witnesses.out_of_time,
            });
        }
        object
    }
}

fn is_same_rule(change: &Change) -> bool {
    matches!(change.kind, Kind::Renamed | Kind::Cited)
}

/// One word for what became of a rule.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "added",
        Kind::Removed => "removed",
        Kind::Replaced => "replaced",
        Kind::Reordered => "reordered",
        Kind::Renamed => "renamed",
        Kind::Cited => "cited",
        Kind::Chosen => "option",
    }
}

/// The address, and the other one's if it is another.
fn address(change: &Change) -> String {
    let named = |side: &Option<Statement>| {
        side.as_ref().map(|s| s.address.clone()).filter(|address| !address.is_empty())
    };
    match (named(&change.left), named(&change.right)) {
        (Some(left), Some(right)) if left != right => format!("{left} = {right}"),
        (None, Some(right)) => right,
        _ => change.address.clone(),
    }
}

/// The sources of one side, or that there are none. A piece is what its rules are, an option is
/// a choice among readings, and a board has no footnotes: nothing is missing there.
fn sources(change: &Change, side: &Statement) -> Option<String> {
    let silent = match change.group {
        Group::Pieces => !change.address.contains('.'),
        Group::Options => true,
        Group::Board => change.address != "start" || side.place.is_none(),
        _ => change.kind == Kind::Reordered,
    };
    (!silent || !side.sources.is_empty()).then(|| cited(&side.sources))
}
