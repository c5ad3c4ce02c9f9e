//! Engines that run as programs of their own and speak UCI: opponents that are not ours.
//!
//! The engine plays by its own rules of the game and we by ours. A move of it that is not legal
//! here is therefore no loss but the end of the match: who is wrong, the engine, the rule file, or
//! whoever set the variant, has to be found out first. It is the only agent that runs other
//! programs; it touches no file and writes to nobody but the engine.

mod command;
mod engine;
mod line;
mod options;

use std::time::Duration;

use chator_interpreter::{Move, Position};

use crate::agent::{Agent, Course, Stop};
use crate::keys::AgentError;
use command::Command;
use engine::{Engine, Silence};
use options::{EngineOption, Wrong, find};

/// What the text of such an agent begins with.
pub(crate) const NAME: &str = "uci";

/// For help texts.
pub(crate) const HELP: &str = "an outside engine that speaks UCI; COMMAND may have arguments and \
     quotes; then settings after commas: nodes=N, depth=N, time=200ms (else 100ms), timeout=60s (how \
     long to wait beyond that), and any option of the engine, such as UCI_Variant=NAME";

/// The option by which engines of several games are told which one.
const VARIANT: &str = "UCI_Variant";

/// How long a program may take to say that it speaks UCI at all.
const GREETING: Duration = Duration::from_secs(10);

/// An outside engine. It is started when it is first needed.
pub struct Uci {
    /// As it was typed.
    text: String,
    command: Command,
    /// What the game is called, if anybody said.
    id: Option<String>,
    engine: Option<Engine>,
    /// What the user should know of how it is set.
    note: Option<String>,
    /// The game is new and the engine has not been told.
    fresh: bool,
    trouble: Option<String>,
    stop: Stop,
}

/// The engine that a text names: what follows `uci:`.
pub(crate) fn read(text: &str) -> Result<Box<dyn Agent>, AgentError> {
    let command = command::read(text).map_err(|why| AgentError::new(format!("{NAME}: {why}")))?;
    Ok(Box::new(Uci {
        text: text.trim().to_owned(),
        command,
        id: None,
        engine: None,
        note: None,
        fresh: true,
        trouble: None,
        stop: Stop::default(),
    }))
}

impl Uci {
    /// Runs the engine and sets its options.
    fn start(&mut self) -> Result<Engine, String> {
        let mut engine = Engine::start(&self.command.words)?;
        let mut options = self.greet(&mut engine)?;
        for (key, value) in &self.command.options {
            let mut line = setting(&options, key, value);
            if matches!(line, Err(Wrong::Unlisted(_))) {
                // An option set before may have brought what it did not list at first.
                options = self.greet(&mut engine)?;
                line = setting(&options, key, value);
            }
            let line = line.map_err(|(Wrong::Unlisted(why) | Wrong::Value(why))| why)?;
            engine.send(&line).map_err(|silence| self.silent("setoption", silence))?;
        }
        let named = |(key, _): &(String, String)| key.eq_ignore_ascii_case(VARIANT);
        let open = find(&options, VARIANT).filter(|_| !self.command.options.iter().any(named));
        if let (Some(option), Some(id)) = (open, &self.id) {
            let name = last_part(id);
            match option.set(name) {
                Ok(line) => {
                    engine.send(&line).map_err(|silence| self.silent("setoption", silence))?;
                }
                // Whether it plays the same game unset, nobody can tell before it errs.
                Err(_) => {
                    let what =
                        format!("it lists no {VARIANT} `{name}` and plays what it plays unset");
                    self.note = Some(self.about(&what));
                }
            }
        }
        self.settle(&mut engine)?;
        Ok(engine)
    }

    /// Asks whether it speaks UCI, and which options it has.
    fn greet(&self, engine: &mut Engine) -> Result<Vec<EngineOption>, String> {
        let mut options = Vec::new();
        engine.send("uci").map_err(|silence| self.silent("uci", silence))?;
        let heard = |line: &str| {
            options.extend(EngineOption::read(line));
            (line == "uciok").then_some(())
        };
        let patience = self.command.timeout.min(GREETING);
        engine.wait(patience, &Stop::default(), heard).map_err(|silence| match silence {
            Silence::Late => format!(
                "it does not speak UCI: it was asked `uci` and did not say `uciok` within {patience:?}"
            ),
            gone @ Silence::Gone(_) => self.silent("uci", gone),
        })?;
        Ok(options)
    }

    /// Waits until it has done all that it was told.
    fn settle(&self, engine: &mut Engine) -> Result<(), String> {
        let silent = |silence| self.silent("isready", silence);
        engine.send("isready").map_err(silent)?;
        let ready = |line: &str| (line == "readyok").then_some(());
        engine.wait(self.command.timeout, &Stop::default(), ready).map_err(silent)
    }

    /// What it means that there is no answer.
    fn silent(&self, asked: &str, silence: Silence) -> String {
        match silence {
            Silence::Late => format!("no answer to `{asked}` within {:?}", self.command.timeout),
            Silence::Gone(how) => format!("no answer to `{asked}`: {how}"),
        }
    }

    /// The move that the engine plays.
    fn ask(&mut self, course: &Course<'_>) -> Result<Move, String> {
        // Whoever does not come to the end of this leaves no engine behind.
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.start()?,
        };
        if self.fresh {
            engine.send("ucinewgame").map_err(|silence| self.silent("ucinewgame", silence))?;
            self.settle(&mut engine)?;
            self.fresh = false;
        }
        let go = format!("go {}", self.command.go);
        let position = line::position_command(course);
        let best = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or("").to_owned())
        };
        let answer = engine
            .send(&position)
            .and_then(|()| engine.send(&go))
            .and_then(|()| engine.wait(self.command.patience, &self.stop, best));
        let text = answer.map_err(|silence| match silence {
            Silence::Late => format!("no answer to `{go}` within {:?}", self.command.patience),
            gone @ Silence::Gone(_) => self.silent(&go, gone),
        })?;
        let mv = course.now.parse_move(&text).map_err(|error| {
            format!(
                "it plays `{text}` in {}, and by these rules {error}; is it set to this game? It was \
                 told `{position}`",
                course.now.text()
            )
        })?;
        self.engine = Some(engine);
        Ok(mv)
    }

    /// A message with the name of the engine.
    fn about(&self, what: &str) -> String {
        format!("{}: {what}", self.name())
    }
}

/// The line that sets an option.
fn setting(options: &[EngineOption], key: &str, value: &str) -> Result<String, Wrong> {
    match find(options, key) {
        Some(option) => option.set(value),
        None => {
            let names: Vec<&str> = options.iter().map(|o| o.name.as_str()).collect();
            let has = match names.as_slice() {
                [] => "it has none".to_owned(),
                names => format!("it has {}", names.join(", ")),
            };
            Err(Wrong::Value(format!("it has no option `{key}`; {has}")))
        }
    }
}

/// What a game may be called elsewhere: the last part of its id, without the ending of a file.
fn last_part(id: &str) -> &str {
    let last = id.rsplit(['/', '\\']).next().unwrap_or(id);
    last.split_once('.').map_or(last, |(name, _)| name)
}

impl Agent for Uci {
    fn name(&self) -> String {
        format!("{NAME}:{}", self.text)
    }

    fn begin(&mut self, _: u64) {
        self.fresh = true;
        self.stop.clear();
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        self.choose_in(Course { start: position, moves: &[], now: position })
    }

    fn choose_in(&mut self, course: Course<'_>) -> Option<Move> {
        if self.trouble.is_some() || !course.now.has_legal_move() {
            return None;
        }
        let answer = self.ask(&course);
        self.stop.clear();
        answer.map_err(|what| self.trouble = Some(self.about(&what))).ok()
    }

    fn prepare(&mut self, id: &str) -> Result<Option<String>, AgentError> {
        self.id = Some(id.to_owned());
        if self.engine.is_none() {
            let started = self.start().map_err(|what| AgentError::new(self.about(&what)))?;
            self.engine = Some(started);
        }
        Ok(self.note.clone())
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    /// Nobody knows what another program does.
    fn is_reproducible(&self) -> bool {
        false
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{last_part, setting};

    #[test]
    fn the_last_part_of_an_id() {
        for id in ["upland", "family/upland", "/a/b/upland.chator", "c:\\d\\upland.chator"] {
            assert_eq!(last_part(id), "upland", "{id}");
        }
    }

    #[test]
    fn an_engine_without_options_has_none_to_set() {
        assert!(setting(&[], "Hash", "1").is_err());
    }
}
