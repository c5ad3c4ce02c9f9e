//! Who plays which side.

use chator::LoadedGame;
use chator::agents::chance::derived_seed;
use chator::agents::{Agent, parse};

use crate::console::Console;
use crate::played::prepare;
use crate::verdict::{Done, Fault};

/// Who sits on a side.
pub(crate) enum Seat {
    Human,
    Machine(Box<dyn Agent>),
}

/// What is typed for a human.
pub(crate) const HUMAN: &str = "human";

impl Seat {
    /// Reads what follows `--white` or `--black`.
    pub(crate) fn parse(text: &str) -> Done<Seat> {
        if text == HUMAN {
            return Ok(Seat::Human);
        }
        parse(text).map(Seat::Machine).map_err(|error| {
            let near = ["human", "auto", "level", "alphabeta", "mcts", "random"].into_iter().find(
                |known| {
                    let typed = text.split(':').next().unwrap_or("");
                    strsim::osa_distance(known, typed) <= 2
                },
            );
            let hint = match near {
                Some(near) if !text.starts_with(near) => format!("; did you mean `{near}`?"),
                _ => String::new(),
            };
            // A list of agents does not know of people.
            let known = match error.to_string() {
                list if list.starts_with("there is no agent") && hint.is_empty() => {
                    list + ", human"
                }
                other => other,
            };
            Fault::Usage(known + &hint)
        })
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Seat::Human => HUMAN.to_owned(),
            Seat::Machine(agent) => agent.name(),
        }
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

/// The seats of all players. Unless said otherwise the first is a human's and the others are
/// machines'. Each machine's chance comes from the seed and its seat.
pub(crate) fn seats(
    console: &mut Console,
    loaded: &LoadedGame,
    wanted: &[Option<&str>],
    seed: u64,
) -> Done<Vec<Seat>> {
    let players = loaded.game.rules().players.len();
    if let Some(missing) = wanted.iter().skip(players).flatten().next() {
        return Err(Fault::Usage(format!("there is no side for `{missing}` in this game")));
    }
    (0..players)
        .map(|i| {
            let usual = if i == 0 { HUMAN } else { "auto" };
            let mut seat = Seat::parse(wanted.get(i).copied().flatten().unwrap_or(usual))?;
            if let Seat::Machine(agent) = &mut seat {
                prepare(console, agent, loaded)?;
                agent.begin(derived_seed(seed, i as u64));
            }
            Ok(seat)
        })
        .collect()
}
