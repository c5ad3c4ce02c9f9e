//! Agents by name: `random`, `mcts:nodes=500,seed=7`, `level:3`.

use crate::agent::Agent;
use crate::alphabeta::AlphaBeta;
use crate::auto::Auto;
use crate::keys::{AgentError, Keys};
use crate::level::Level;
use crate::mcts::Mcts;
use crate::random::Random;
use crate::uci;

/// The agents there are, with what they accept, for help texts.
pub const AGENTS: &[(&str, &str)] = &[
    ("auto", Auto::HELP),
    ("level:N", Level::HELP),
    ("alphabeta", AlphaBeta::HELP),
    ("mcts", Mcts::HELP),
    ("random", "any legal move; seed=N"),
    ("uci:COMMAND", uci::HELP),
];

/// The agent that a text names.
///
/// # Errors
/// If there is no such agent, or it has no such setting, or not that value.
pub fn parse(text: &str) -> Result<Box<dyn Agent>, AgentError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    if name == "level" {
        return Ok(Box::new(Level::read(rest)?));
    }
    if name == uci::NAME {
        // A command line follows, with settings that only the engine knows.
        return uci::read(rest);
    }
    if name == "mcts" {
        return Ok(Box::new(Mcts::read(rest)?));
    }
    let mut keys = Keys::read(name, rest)?;
    let agent: Box<dyn Agent> = match name {
        "random" => Box::new(Random::with_seed(keys.take("seed")?.unwrap_or(0))),
        "alphabeta" => Box::new(AlphaBeta::read(&mut keys)?),
        "auto" => Box::new(Auto::read(&mut keys)?),
        _ => {
            let known: Vec<&str> = AGENTS.iter().map(|a| a.0).collect();
            return Err(AgentError::new(format!(
                "there is no agent `{name}`; there is {}",
                known.join(", ")
            )));
        }
    };
    keys.end()?;
    Ok(agent)
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
            "mcts:nodes=500",
            "auto",
            "auto:time=30ms",
            "level:3",
            "level:8,seed=2",
            "alphabeta",
            "alphabeta:nodes=500,cpu=20ms,depth=4,hash=1",
            "mcts:time=200ms",
            "mcts:nodes=500,time=1500ms,seed=7,c=0.25,leaf=playout,lean=0",
            "mcts:plain",
            "mcts:plain,cpu=20ms",
        ] {
            assert_eq!(name(text), text);
        }
        assert_eq!(name("mcts:time=1.5s"), "mcts:time=1500ms");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            (
                "mtcs",
                "there is no agent `mtcs`; there is auto, level:N, alphabeta, mcts, random, uci:COMMAND",
            ),
            (
                "alphabeta:width=3",
                "alphabeta has no setting `width`; it has depth, nodes, time, cpu, hash, prove",
            ),
            ("alphabeta:depth=65", "alphabeta: depth is a whole number from 1 to 64, not `65`"),
            ("level:9", "level: from level:1 to level:8, not `9`"),
            ("level", "level: which? There are level:1 to level:8"),
            ("mcts:nodes", "mcts: `nodes` is not of the form key=value"),
            ("mcts:nodes=many", "mcts: nodes is a whole number, not `many`"),
            ("mcts:nodes=0", "mcts: nodes must be at least 1"),
            ("mcts:time=5", "mcts: time is a time such as 200ms or 1.5s, not `5`"),
            ("mcts:time=-1s", "mcts: time is a time such as 200ms or 1.5s, not `-1s`"),
            ("mcts:cpu=0ms", "mcts: cpu is a time such as 200ms or 1.5s, not `0ms`"),
            ("mcts:leaf=all", "mcts: leaf is one of auto settle cut playout, not `all`"),
            ("mcts:solver=maybe", "mcts: solver is on or off, not `maybe`"),
            ("mcts:hash=many", "mcts: hash is a whole number from 1 to 16384, not `many`"),
            ("mcts:c=-1", "mcts: c is a number from 0 to 100, not `-1`"),
            ("mcts:c=NaN", "mcts: c is a number from 0 to 100, not `NaN`"),
            ("random:seed=1,seed=2", "random: `seed` is set twice"),
        ] {
            assert_eq!(name(text), message);
        }
    }
}
