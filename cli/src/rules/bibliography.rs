//! The sources of a rule set, and what each of them says.

use std::fmt::Write as _;

use chator::rules::Citation;
use chator::study::bibliography::{Bibliography, Reading, Work};
use chator::study::diff::Statement;
use serde_json::{Value, json};

use crate::report::said;
use crate::show;

/// As a list for people.
pub(super) fn text(sources: &Bibliography) -> String {
    let mut out = String::from("\n## What each source says\n");
    for Work { key, title, own, rules, readings } in &sources.works {
        let base = if *own { "" } else { " (of a rule set that this one extends)" };
        let _ = write!(out, "\n### {key}: {title}{base}\n\n");
        for (statement, place) in rules {
            let place = if place.is_empty() { String::new() } else { format!(" [{place}]") };
            let _ = writeln!(out, "- {}{place}", whole(statement));
        }
        for Reading { option, value, chosen, place } in readings {
            let place = if place.is_empty() { String::new() } else { format!(" [{place}]") };
            let mark = if *chosen { "" } else { " (not in force here)" };
            let _ = writeln!(out, "- the reading {option} = {value}{mark}{place}");
        }
        if rules.is_empty() && readings.is_empty() {
            out.push_str("- no rule in force cites it\n");
        }
    }
    if !sources.ours.is_empty() {
        out.push_str("\n## Ours\n\n");
        for statement in &sources.ours {
            let reasons: Vec<&str> = statement.sources.iter().filter_map(reason).collect();
            let reasons = if reasons.concat().is_empty() {
                String::new()
            } else {
                format!(" [ours: {}]", reasons.join("; "))
            };
            let _ = writeln!(out, "- {}{reasons}", whole(statement));
        }
    }
    list(&mut out, "No source is given", &sources.unsourced, false);
    let inherited = "Inherited, and not stated by this rule set's own sources";
    list(&mut out, inherited, &sources.inherited, true);
    out
}

fn list(out: &mut String, title: &str, statements: &[Statement], cited: bool) {
    if statements.is_empty() {
        return;
    }
    let _ = write!(out, "\n## {title}\n\n");
    for statement in statements {
        let sources = show::sources(&statement.sources);
        let sources =
            if cited && !sources.is_empty() { format!(" [{sources}]") } else { String::new() };
        let _ = writeln!(out, "- {}{sources}", whole(statement));
    }
}

fn reason(citation: &Citation) -> Option<&str> {
    match citation {
        Citation::Ours(reason) => Some(reason),
        Citation::Work { .. } => None,
    }
}

/// The address and the text.
fn whole(statement: &Statement) -> String {
    format!("**{}**: {}", statement.address, statement.text)
}

/// As an object for programs.
pub(super) fn data(sources: &Bibliography) -> Value {
    let each = |statements: &[Statement]| statements.iter().map(said).collect::<Vec<_>>();
    let works = sources.works.iter().map(|work| {
        let rules = work.rules.iter().map(|(statement, place)| {
            json!({ "address": statement.address, "text": statement.text, "place": place })
        });
        let readings = work.readings.iter().map(|reading| {
            json!({
                "option": reading.option,
                "value": reading.value,
                "chosen": reading.chosen,
                "place": reading.place,
            })
        });
        json!({
            "key": work.key,
            "title": work.title,
            "own": work.own,
            "rules": rules.collect::<Vec<_>>(),
            "readings": readings.collect::<Vec<_>>(),
        })
    });
    json!({
        "works": works.collect::<Vec<_>>(),
        "ours": each(&sources.ours),
        "unsourced": each(&sources.unsourced),
        "inherited": each(&sources.inherited),
    })
}
