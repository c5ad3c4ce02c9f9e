//! What is shown during a game: lines for people, or objects for programs.

use chator::{Move, Position};
use serde_json::{Value, json};

use crate::board::{self, Look};
use crate::console::Console;
use crate::facts;
use crate::letters::Letters;
use crate::play::describe;
use crate::play::session::{Ending, Session};
use crate::play::why::{self, Rule};
use crate::verdict::Done;

/// Where a game is shown, and how.
pub(crate) struct Screen<'a> {
    pub(crate) console: &'a mut Console,
    pub(crate) json: bool,
    pub(crate) letters: Letters,
    pub(crate) flipped: bool,
}

impl Screen<'_> {
    fn event(&mut self, event: &str, mut object: Value) -> Done<()> {
        let mut whole = json!({ "event": event });
        if let (Some(whole), Some(object)) = (whole.as_object_mut(), object.as_object_mut()) {
            whole.append(object);
        }
        Ok(self.console.json(&whole)?)
    }

    /// Who plays what.
    pub(crate) fn begin(&mut self, session: &Session, seed: u64) -> Done<()> {
        let rules = session.loaded.game.rules();
        let players = rules.players.keys().zip(&session.seats);
        if self.json {
            let players: serde_json::Map<String, Value> =
                players.map(|(name, seat)| (name.clone(), json!(seat.name()))).collect();
            let object = json!({
                "game": session.loaded.id,
                "title": rules.title,
                "fingerprint": session.loaded.game.fingerprint(),
                "players": players,
                "seed": seed,
            });
            return self.event("game", object);
        }
        let players: Vec<String> =
            players.map(|(name, seat)| format!("{name}: {}", seat.name())).collect();
        self.console.line(format_args!("{}  {}", rules.title, players.join(", ")))?;
        if session.has_humans() {
            self.console.line("`help` lists the commands.")?;
        }
        Ok(())
    }

    /// The position as it stands.
    pub(crate) fn position(&mut self, session: &Session) -> Done<()> {
        let now = session.now();
        if self.json {
            let mut object = facts::object(now);
            object["ply"] = json!(session.plies());
            object["to_move"] = json!(now.game().player_name(now.to_move()));
            object["state"] = describe::running_state(session).into_iter().collect();
            object["captured"] = describe::captured(now, &self.letters).into_iter().collect();
            return self.event("position", object);
        }
        let marked: Vec<_> = now
            .last_move()
            .map_or(Vec::new(), |mv| mv.origin().into_iter().chain([mv.target()]).collect());
        let look = Look { flipped: self.flipped, coordinates: true, colour: self.console.colour };
        let side = describe::side_notes(session, &self.letters);
        self.console.line("")?;
        let lines = board::position(now, &self.letters, look, &marked);
        // The notes begin in the second row, beside the men.
        for (i, line) in lines.iter().enumerate() {
            match i.checked_sub(1).and_then(|i| side.get(i)) {
                Some(note) => self.console.line(format_args!("  {line}   {note}"))?,
                None => self.console.line(format_args!("  {}", line.trim_end()))?,
            }
        }
        for note in side.iter().skip(lines.len() - 1) {
            self.console.line(format_args!("  {note}"))?;
        }
        Ok(())
    }

    /// A move was made.
    pub(crate) fn moved(&mut self, before: &Position, mv: Move, by: &str) -> Done<()> {
        let player = before.game().player_name(before.to_move());
        let text = before.notate(mv);
        if self.json {
            let object =
                json!({ "player": player, "by": by, "move": text, "ply": before.ply() + 1 });
            return self.event("move", object);
        }
        Ok(self.console.line(format_args!("{}. {player} plays {text}", before.ply() + 1))?)
    }

    /// The game has ended.
    pub(crate) fn end(&mut self, session: &Session, ending: &Ending) -> Done<()> {
        let game = &session.loaded.game;
        let rule = why::of_ending(session);
        let plies = why::occurrences(session);
        let result = describe::result(session, ending);
        if self.json {
            let outcome = match ending {
                Ending::Rule(outcome) => facts::outcome(game, Some(outcome)),
                _ => json!({ "winner": describe::winner(session, ending), "reason": null }),
            };
            return self.event(
                "end",
                json!({
                    "result": result,
                    "ended": describe::how(ending),
                    "outcome": outcome,
                    "rule": rule.as_ref().map(Rule::object),
                    "occurrences": plies,
                    "plies": session.plies(),
                }),
            );
        }
        self.console.line("")?;
        self.console.line(result)?;
        if let Some(rule) = rule {
            self.console.line(format_args!("  {}", rule.line()))?;
        }
        if !plies.is_empty() {
            let all: Vec<String> = plies.iter().map(u32::to_string).collect();
            let times = plies.len();
            self.console.line(format_args!(
                "  this position has stood {times} times: at plies {}",
                all.join(", ")
            ))?;
        }
        Ok(())
    }

    /// Some rules, each on its line.
    pub(crate) fn rules(&mut self, rules: &[Rule]) -> Done<()> {
        if self.json {
            let rules: Vec<Value> = rules.iter().map(Rule::object).collect();
            return self.event("why", json!({ "rules": rules }));
        }
        for rule in rules {
            self.console.line(format_args!("  {}", rule.line()))?;
        }
        Ok(())
    }

    /// An answer: its name and value for programs, a line for people.
    pub(crate) fn answer(&mut self, event: &str, object: Value, line: &str) -> Done<()> {
        if self.json {
            return self.event(event, object);
        }
        Ok(self.console.line(line)?)
    }

    /// Something that was typed is wrong. Nothing has changed.
    pub(crate) fn error(&mut self, message: &str) -> Done<()> {
        self.answer("error", json!({ "message": message }), message)
    }
}
