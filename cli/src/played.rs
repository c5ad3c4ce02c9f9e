//! What is said of games between machines, in whichever command they were played.

use chator::LoadedGame;
use chator::agents::Agent;
use chator::agents::arena::{Played, Report};
use serde_json::{Value, json};

use crate::console::Console;
use crate::facts;
use crate::verdict::{Done, Fault};

/// After so many plies a game between machines is broken off, unless the user says otherwise.
pub(crate) const MAX_PLIES: u32 = 300;

/// A game as other programs read it.
pub(crate) fn object(played: &Played, loaded: &LoadedGame) -> Value {
    json!({
        "event": "game",
        "number": played.number + 1,
        "seed": played.seed,
        "seats": played.seats.iter().map(|seat| seat + 1).collect::<Vec<_>>(),
        "plies": played.moves.len(),
        "outcome": facts::outcome(&loaded.game, played.outcome.as_ref()),
        "moves": played.texts(),
    })
}

/// How long the games were, and how many of them were different.
pub(crate) fn course(report: &Report, reproducible: bool) -> Vec<String> {
    let games = report.games.len();
    let mut lines = vec![format!("length:    {:.1} plies a game", report.mean_plies())];
    let distinct = report.distinct(usize::MAX);
    lines.push(format!(
        "distinct:  {distinct} games, {} in their first 10 plies",
        report.distinct(10)
    ));
    if distinct * 10 < games * 9 {
        lines.push("           warning: many games are the same, so they say less".to_owned());
    }
    if !reproducible {
        lines.push(
            "           not reproducible: a budget is in time, or an outside engine plays"
                .to_owned(),
        );
    }
    lines
}

/// Makes an agent ready for a game, and tells what the user should know of that.
pub(crate) fn prepare(
    console: &mut Console,
    agent: &mut Box<dyn Agent>,
    loaded: &LoadedGame,
) -> Done<()> {
    match agent.prepare(&loaded.id) {
        Ok(note) => {
            note.iter().for_each(|note| console.complain(format!("note: {note}")));
            Ok(())
        }
        Err(error) => Err(Fault::Failed(error.to_string())),
    }
}

/// Do all agents play the same again?
pub(crate) fn reproducible(agents: &[Box<dyn Agent>]) -> bool {
    agents.iter().all(|agent| agent.is_reproducible())
}

/// A word as a shell reads it back.
pub(crate) fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::shell;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(shell("uci:engine,nodes=5"), "uci:engine,nodes=5");
        assert_eq!(shell("game[option=value]"), "'game[option=value]'");
        assert_eq!(shell("uci:'my engine'"), "'uci:'\\''my engine'\\'''");
        assert_eq!(shell(""), "''");
    }
}
