//! Options in English.

use super::{Writer, sources};
use crate::provenance::Citation;
use crate::ruleset::Choice;

impl Writer<'_> {
    /// What an option is about, the reading in force and the others, each with its sources.
    pub(super) fn choice(&self, name: &str, choice: &Choice) -> String {
        let said = |(value, cited): (&String, &Vec<Citation>)| format!("{value}{}", sources(cited));
        let (chosen, others): (Vec<_>, Vec<_>) =
            choice.values.iter().partition(|(value, _)| **value == choice.chosen);
        let chosen: String = chosen.into_iter().map(said).collect();
        let others: Vec<String> = others.into_iter().map(said).collect();
        let gloss = choice.gloss.as_ref().map(|gloss| format!(" ({gloss})")).unwrap_or_default();
        let mark = if choice.chosen == choice.default { "" } else { " (chosen)" };
        format!("{name}{gloss} = {chosen}{mark}; also {}", others.join(", "))
    }
}
