//! `chator match`: which of two agents is stronger, and how sure that is.

mod report;
mod save;

use std::cell::RefCell;
use std::sync::Mutex;

use chator::agents::arena::Match;
use chator::agents::sprt::Sprt;
use chator::agents::{Agent, AgentError, parse};

use crate::args;
use crate::console::Console;
use crate::game_arg::{load, position};
use crate::played::{prepare, reproducible};
use crate::progress::Progress;
use crate::verdict::{Done, Fault, Verdict};
use report::{Report, Test};
use save::Save;

pub(crate) fn run(console: &mut Console, args: &args::Match) -> Done {
    let loaded = load(console, &args.game)?;
    let start = position(console, &loaded, args.fen.as_deref(), false)?;
    if let Some(outcome) = start.outcome() {
        return Err(Fault::Failed(format!("the game is over: {outcome}")));
    }
    if args.openings >= args.max_plies {
        return Err(Fault::Usage(format!(
            "--openings {} leaves nothing to play: a game is broken off at {} plies",
            args.openings, args.max_plies
        )));
    }
    let dealt = args.fen.is_none() && loaded.game.arrangements() > 1;
    let opening = args.openings;
    let settings = Match {
        max_plies: args.max_plies,
        start,
        dealt,
        opening,
        ..Match::new(&loaded.game, args.games, args.seed)
    };

    let read = || -> Result<Vec<Box<dyn Agent>>, AgentError> {
        [&args.first, &args.second].into_iter().map(|text| parse(text)).collect()
    };
    let mut agents = read().map_err(|error| Fault::Usage(error.to_string()))?;
    for agent in &mut agents {
        prepare(console, agent, &loaded)?;
    }
    let names: Vec<String> = agents.iter().map(|agent| agent.name()).collect();
    let reproducible = reproducible(&agents);
    // The first thread that begins takes these, the others make their own.
    let made = Mutex::new(Some(agents));
    let make = || {
        if let Some(agents) = made.lock().ok().and_then(|mut made| made.take()) {
            return Ok(agents);
        }
        let mut agents = read()?;
        for agent in &mut agents {
            // What there is to know has been said of the first.
            agent.prepare(&loaded.id)?;
        }
        Ok(agents)
    };

    let mut file = args.save.as_deref().map(Save::open).transpose().map_err(Fault::Failed)?;
    let unsaved = RefCell::new(None);
    let mut test = args.sprt.map(Test::new);
    let progress = Progress::new(args.games, "games", args.json);
    let played = settings.play_on(
        args.threads as usize,
        &make,
        |played| {
            progress.step();
            let saved = file.as_mut().map(|file| file.add(played, &loaded, args, &names));
            if let Some(Err(why)) = saved {
                unsaved.borrow_mut().get_or_insert(why);
            }
        },
        |played| {
            let settled = test.as_mut().is_some_and(|test| test.goes_on_with(played).is_some());
            unsaved.borrow().is_none() && !settled
        },
    );
    drop(progress);
    if let Some(why) = unsaved.into_inner() {
        return Err(Fault::Failed(why));
    }
    let games = played.map_err(|trouble| {
        let kept =
            args.save.as_ref().map(|file| format!("; the games before are in {}", file.display()));
        Fault::Failed(format!("{trouble}{}", kept.unwrap_or_default()))
    })?;
    let report = Report { args, loaded: &loaded, games: &games, names: &names, test, reproducible };
    if args.json {
        console.json(&report.object())?;
    } else {
        for line in report.lines() {
            console.line(line)?;
        }
    }
    Ok(Verdict::Yes)
}

impl Test {
    fn new(sprt: Sprt) -> Test {
        Test { sprt, pairs: Vec::new(), half: None, llr: 0.0 }
    }
}
