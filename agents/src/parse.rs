//! Agents by name: `random`, `mcts:iterations=500,seed=7`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::agent::Agent;
use crate::mcts::{Mcts, Settings};
use crate::random::Random;
use crate::uci;

/// The agents there are, with what they accept, for help texts.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "any legal move; seed=N"),
    (
        "mcts",
        "Monte Carlo tree search; iterations=N (else 1000), time=200ms or 1.5s, seed=N, cut=N or \
         none (random plies of a playout), settle=N (captures after them), c=X (exploration), \
         lean=X (weight of material seen ahead)",
    ),
    (uci::NAME, uci::HELP),
];

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError(pub(crate) String);

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AgentError {}

/// The agent that a text names.
///
/// # Errors
/// If there is no such agent, or it has no such setting, or not that value.
pub fn parse(text: &str) -> Result<Box<dyn Agent>, AgentError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    if name == uci::NAME {
        // A command line follows, with settings that only the engine knows.
        return uci::read(rest);
    }
    let mut keys = Keys::read(name, rest)?;
    let agent: Box<dyn Agent> = match name {
        "random" => Box::new(Random::with_seed(keys.take("seed")?.unwrap_or(0))),
        "mcts" => {
            let mut settings = Settings::default();
            let iterations = keys.take("iterations")?;
            let time = keys.take::<Time>("time")?.map(|t| t.0);
            if iterations.is_some() || time.is_some() {
                settings.budget.iterations = iterations;
                settings.budget.time = time;
            }
            if iterations == Some(0) {
                return Err(AgentError("mcts: iterations must be at least 1".to_owned()));
            }
            settings.seed = keys.take("seed")?.unwrap_or(settings.seed);
            settings.cut = keys.take::<Cut>("cut")?.map_or(settings.cut, |cut| cut.0);
            settings.exploration = keys.number("c", 0.0, 100.0)?.unwrap_or(settings.exploration);
            settings.settle = keys.take("settle")?.unwrap_or(settings.settle);
            settings.lean = keys.number("lean", 0.0, 1.0)?.unwrap_or(settings.lean);
            Box::new(Mcts::new(settings))
        }
        _ => {
            let known: Vec<&str> = AGENTS.iter().map(|a| a.0).collect();
            return Err(AgentError(format!(
                "there is no agent `{name}`; there is {}",
                known.join(", ")
            )));
        }
    };
    keys.end()?;
    Ok(agent)
}

/// `key=value,…`, each to be asked for once.
struct Keys<'a> {
    agent: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
    asked: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    fn read(agent: &'a str, text: &'a str) -> Result<Self, AgentError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                AgentError(format!("{agent}: `{part}` is not of the form key=value"))
            })?;
            if pairs.iter().any(|p| p.0 == key) {
                return Err(AgentError(format!("{agent}: `{key}` is set twice")));
            }
            pairs.push((key, value));
        }
        Ok(Keys { agent, pairs, asked: Vec::new() })
    }

    fn take<T: FromStr>(&mut self, key: &'static str) -> Result<Option<T>, AgentError> {
        self.asked.push(key);
        let Some(at) = self.pairs.iter().position(|p| p.0 == key) else { return Ok(None) };
        let (_, value) = self.pairs.remove(at);
        let bad = || AgentError(format!("{}: `{value}` is no value of {key}", self.agent));
        value.parse().map(Some).map_err(|_| bad())
    }

    fn number(
        &mut self,
        key: &'static str,
        low: f64,
        high: f64,
    ) -> Result<Option<f64>, AgentError> {
        match self.take::<f64>(key)? {
            Some(value) if (low..=high).contains(&value) => Ok(Some(value)),
            Some(value) => Err(AgentError(format!(
                "{}: {key} lies from {low} to {high}, not at {value}",
                self.agent
            ))),
            None => Ok(None),
        }
    }

    fn end(self) -> Result<(), AgentError> {
        match self.pairs.first() {
            Some((key, _)) => Err(AgentError(format!(
                "{} has no setting `{key}`; it has {}",
                self.agent,
                self.asked.join(", ")
            ))),
            None => Ok(()),
        }
    }
}

pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, unit) = match text.strip_suffix("ms") {
            Some(number) => (number, 0.001),
            None => (text.strip_suffix('s').ok_or(())?, 1.0),
        };
        let seconds = number.parse::<f64>().map_err(|_| ())? * unit;
        Duration::try_from_secs_f64(seconds).map(Time).map_err(|_| ())
    }
}

struct Cut(Option<u32>);

impl FromStr for Cut {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "none" {
            return Ok(Cut(None));
        }
        text.parse().map(|plies| Cut(Some(plies))).map_err(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn name(text: &str) -> String {
        match parse(text) {
            Ok(agent) => agent.name(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn names_are_read_back() {
        for text in [
            "random",
            "random:seed=3",
            "mcts",
            "mcts:iterations=500",
            "mcts:time=200ms",
            "mcts:iterations=500,time=1500ms,seed=7,cut=none,c=0.25,lean=0",
        ] {
            assert_eq!(name(text), text);
        }
        assert_eq!(name("mcts:time=1.5s"), "mcts:time=1500ms");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("mtcs", "there is no agent `mtcs`; there is random, mcts, uci"),
            (
                "mcts:depth=3",
                "mcts has no setting `depth`; it has iterations, time, seed, cut, c, settle, lean",
            ),
            ("mcts:iterations", "mcts: `iterations` is not of the form key=value"),
            ("mcts:iterations=many", "mcts: `many` is no value of iterations"),
            ("mcts:iterations=0", "mcts: iterations must be at least 1"),
            ("mcts:time=5", "mcts: `5` is no value of time"),
            ("mcts:time=-1s", "mcts: `-1s` is no value of time"),
            ("mcts:c=-1", "mcts: c lies from 0 to 100, not at -1"),
            ("mcts:c=NaN", "mcts: c lies from 0 to 100, not at NaN"),
            ("random:seed=1,seed=2", "random: `seed` is set twice"),
        ] {
            assert_eq!(name(text), message);
        }
    }
}
