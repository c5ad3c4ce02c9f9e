//! The settings of an agent, as text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::budget::{Budget, duration};

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError(String);

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AgentError {}

impl AgentError {
    pub(crate) fn new(text: String) -> AgentError {
        AgentError(text)
    }
}

/// `key=value,…`, each to be asked for once.
pub(crate) struct Keys<'a> {
    agent: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
    asked: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    pub(crate) fn read(agent: &'a str, text: &'a str) -> Result<Self, AgentError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                AgentError::new(format!("{agent}: `{part}` is not of the form key=value"))
            })?;
            if pairs.iter().any(|p| p.0 == key) {
                return Err(AgentError::new(format!("{agent}: `{key}` is set twice")));
            }
            pairs.push((key, value));
        }
        Ok(Keys { agent, pairs, asked: Vec::new() })
    }

    pub(crate) fn take<T: Setting>(&mut self, key: &'static str) -> Result<Option<T>, AgentError> {
        self.read_as(key, T::TAKES, |_| true)
    }

    /// The value of a key, which is `takes` and passes a test.
    fn read_as<T: FromStr>(
        &mut self,
        key: &'static str,
        takes: &str,
        passes: impl FnOnce(&T) -> bool,
    ) -> Result<Option<T>, AgentError> {
        self.asked.push(key);
        let Some(at) = self.pairs.iter().position(|p| p.0 == key) else { return Ok(None) };
        let (_, value) = self.pairs.remove(at);
        let read = value.parse().ok().filter(passes);
        let bad = || AgentError::new(format!("{}: {key} is {takes}, not `{value}`", self.agent));
        read.map(Some).ok_or_else(bad)
    }

    pub(crate) fn number(
        &mut self,
        key: &'static str,
        low: f64,
        high: f64,
    ) -> Result<Option<f64>, AgentError> {
        self.read_as(key, &format!("a number from {low} to {high}"), |value| {
            (low..=high).contains(value)
        })
    }

    pub(crate) fn end(self) -> Result<(), AgentError> {
        match self.pairs.first() {
            Some((key, _)) => Err(AgentError::new(format!(
                "{} has no setting `{key}`; it has {}",
                self.agent,
                self.asked.join(", ")
            ))),
            None => Ok(()),
        }
    }

    pub(crate) fn whole(
        &mut self,
        key: &'static str,
        low: u32,
        high: u32,
    ) -> Result<Option<u32>, AgentError> {
        self.read_as(key, &format!("a whole number from {low} to {high}"), |value| {
            (low..=high).contains(value)
        })
    }

    /// `on` or `off`.
    pub(crate) fn switch(&mut self, key: &'static str) -> Result<Option<bool>, AgentError> {
        Ok(self.take::<Switch>(key)?.map(|switch| switch.0))
    }

    /// The budget, from `nodes=`, `time=` and `cpu=`; none if no bound is set.
    pub(crate) fn budget(&mut self) -> Result<Option<Budget>, AgentError> {
        let budget = Budget {
            nodes: self.take("nodes")?,
            time: self.take::<Time>("time")?.map(|time| time.0),
            cpu: self.take::<Time>("cpu")?.map(|time| time.0),
        };
        if budget.nodes == Some(0) {
            return Err(AgentError::new(format!("{}: nodes must be at least 1", self.agent)));
        }
        Ok((!budget.is_endless()).then_some(budget))
    }
}

/// A type of values.
pub(crate) trait Setting: FromStr {
    /// What a value is, as messages say it.
    const TAKES: &'static str;
}

impl Setting for u64 {
    const TAKES: &'static str = "a whole number";
}

impl Setting for Switch {
    const TAKES: &'static str = "on or off";
}

impl Setting for Time {
    const TAKES: &'static str = "a time such as 200ms or 1.5s";
}

struct Switch(bool);

impl FromStr for Switch {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "on" => Ok(Switch(true)),
            "off" => Ok(Switch(false)),
            _ => Err(()),
        }
    }
}

struct Time(Duration);

impl FromStr for Time {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        duration(text).map(Time).ok_or(())
    }
}
