//! `chator bench`: how fast a game is played, by the compiled executor and by the reference.
//!
//! Both do the same in turns, so that whatever else the machine does meets both alike, and each
//! figure is the median of the rounds. Before that they have to agree.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "speeds are positive, and nobody reads their sixteenth digit"
)]

mod clock;
mod made;
mod median;
mod report;
mod runner;
mod scale;

use std::time::Duration;

use chator::study::parallel::{Workers, game_by_chance};
use chator::{Executor, Game, LoadedGame};

use crate::args::Bench;
use crate::console::Console;
use crate::game_arg::{load, position};
use crate::verdict::{Done, Fault, Verdict};
use median::median;
use report::{Figures, Report};
use runner::{MOST_PLIES, Runner};

/// How often everything is measured.
const ROUNDS: u32 = 5;
/// How many games both executors play to see whether they are the same, at most.
const COMPARED: u64 = 5;
/// The longest lines that are counted where there are very few of them.
const DEEPEST: u32 = 40;

pub(crate) fn run(console: &mut Console, args: &Bench) -> Done {
    let Some(request) = &args.game else { return scale::run(console, args) };
    let compiled = load_with(console, request, Executor::Compiled)?;
    let reference = load_with(console, request, Executor::Reference)?;
    let workers = Workers::new(args.threads as usize);
    let fen = args.fen.as_deref();
    let mut runners = [
        Runner::new(position(console, &compiled, fen, false)?, &workers, args.seed),
        Runner::new(position(console, &reference, fen, false)?, &workers, args.seed),
    ];
    let slice = Duration::from_secs_f64(args.seconds / f64::from(ROUNDS * 4));

    compare_games(&runners, slice)?;
    let depths = match args.depth {
        Some(depth) => [depth; 2],
        None => {
            let deepest = runners[0].deepest(slice, DEEPEST);
            [deepest, runners[1].deepest(slice, deepest)]
        }
    };
    compare_counts(&mut runners, depths[1])?;
    let rounds: Vec<[Round; 2]> =
        (0..ROUNDS).map(|number| round(&mut runners, depths, slice, number)).collect();

    let report = Report {
        game: request,
        title: &compiled.game.rules().title,
        executor: compiled.game.executor(),
        slow_rules: compiled.game.slow_rules(),
        threads: workers.threads(),
        seed: args.seed,
        rounds: ROUNDS,
        slice,
        clock: runners[0].clock,
        processors: runners[0].worked.as_secs_f64() / runners[0].waited.as_secs_f64().max(1e-9),
        stopped: runners[0].stopped + runners[1].stopped,
        figures: [0, 1].map(|which| figures(&rounds, &mut runners[which], which, depths[which])),
        ratios: [
            ratio(&rounds, |round| round.games.games_per_second),
            ratio(&rounds, |round| round.games.plies_per_second),
            ratio(&rounds, |round| round.leaves_per_second),
        ],
    };
    if args.json {
        console.json(&report.object())?;
    } else {
        report.table(console)?;
    }
    Ok(Verdict::Yes)
}

fn load_with(console: &mut Console, request: &str, executor: Executor) -> Done<LoadedGame> {
    let loaded = load(console, request)?;
    let game = Game::with_executor(loaded.game.rules().clone(), executor);
    Ok(LoadedGame { game, ..loaded })
}

/// Both play a few games, which have to be the same, move by move in all likelihood: the same
/// numbers are drawn only as long as the lists of moves are equally long.
fn compare_games(runners: &[Runner<'_>; 2], time: Duration) -> Done<()> {
    let watch = runners[1].clock.start();
    for number in 0..COMPARED {
        let [compiled, reference] = [&runners[0], &runners[1]]
            .map(|runner| game_by_chance(&runner.position, number, runner.seed, MOST_PLIES));
        if compiled != reference {
            let name = |outcome: &Option<chator::Outcome>| {
                outcome.as_ref().map_or_else(|| "no end".to_owned(), |o| o.by().to_owned())
            };
            return Err(Fault::Failed(format!(
                "the executors disagree: game {number} of seed {} has {} plies and {} compiled, \
                 {} plies and {} by reference",
                runners[0].seed,
                compiled.plies,
                name(&compiled.outcome),
                reference.plies,
                name(&reference.outcome),
            )));
        }
        if watch.elapsed() > time {
            break;
        }
    }
    Ok(())
}

/// Both count the lines of that many plies and of all that both have counted already.
fn compare_counts(runners: &mut [Runner<'_>; 2], depth: u32) -> Done<()> {
    let last = runners.each_mut().map(|runner| runner.count(depth));
    let [compiled, reference] = [&runners[0], &runners[1]].map(|runner| &runner.leaves);
    let pairs = compiled.iter().copied().zip(reference.iter().copied()).zip(0..);
    let pairs = pairs.map(|((a, b), depth)| (depth, a, b)).chain([(depth, last[0], last[1])]);
    for (depth, compiled, reference) in pairs {
        if compiled != reference {
            return Err(Fault::Failed(format!(
                "the executors disagree: perft {depth} is {compiled} compiled, {reference} by \
                 reference"
            )));
        }
    }
    Ok(())
}

/// What one executor did in one round.
struct Round {
    games: runner::Games,
    leaves_per_second: f64,
}

/// Who begins changes from round to round.
fn round(
    runners: &mut [Runner<'_>; 2],
    depths: [u32; 2],
    slice: Duration,
    number: u32,
) -> [Round; 2] {
    let [compiled, reference] = runners;
    let (games, leaves) = if number.is_multiple_of(2) {
        let (a, b) = (compiled.play(slice), reference.play(slice));
        let (c, d) = (compiled.count_for(depths[0], slice), reference.count_for(depths[1], slice));
        ([a, b], [c, d])
    } else {
        let (b, a) = (reference.play(slice), compiled.play(slice));
        let (d, c) = (reference.count_for(depths[1], slice), compiled.count_for(depths[0], slice));
        ([a, b], [c, d])
    };
    [0, 1].map(|which| Round { games: games[which], leaves_per_second: leaves[which] })
}

fn figures(rounds: &[[Round; 2]], runner: &mut Runner<'_>, which: usize, depth: u32) -> Figures {
    let middle = |of: fn(&Round) -> f64| {
        median(&mut rounds.iter().map(|round| of(&round[which])).collect::<Vec<_>>())
    };
    Figures {
        playouts_per_second: middle(|round| round.games.games_per_second),
        plies_per_second: middle(|round| round.games.plies_per_second),
        perft_depth: depth,
        perft_leaves: runner.count(depth),
        perft_leaves_per_second: middle(|round| round.leaves_per_second),
    }
}

/// How many times as fast the compiled executor is: the median over the rounds, each of which
/// compares what was measured one right after the other.
fn ratio(rounds: &[[Round; 2]], of: fn(&Round) -> f64) -> f64 {
    let ratios = rounds.iter().map(|[compiled, reference]| {
        let (compiled, reference) = (of(compiled), of(reference));
        if reference > 0.0 { compiled / reference } else { 1.0 }
    });
    median(&mut ratios.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runners at two positions stand for executors that disagree.
    fn disagreeing(workers: &Workers) -> [Runner<'_>; 2] {
        let game = chator::load("chess").expect("a game").game;
        let other = game.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("a position");
        [Runner::new(game.start(), workers, 1), Runner::new(other, workers, 1)]
    }

    fn why(done: Done<()>) -> String {
        match done {
            Err(Fault::Failed(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn executors_that_disagree_are_an_error() {
        let workers = Workers::new(1);
        let mut runners = disagreeing(&workers);
        let told = why(compare_games(&runners, Duration::from_millis(1)));
        assert!(told.starts_with("the executors disagree: game 0 of seed 1"), "{told}");
        let told = why(compare_counts(&mut runners, 2));
        assert!(told.starts_with("the executors disagree: perft 2 is 400 compiled"), "{told}");
    }

    #[test]
    fn executors_that_agree_are_none() {
        let workers = Workers::new(2);
        let [first, _] = disagreeing(&workers);
        let same = first.position.clone();
        let mut runners = [first, Runner::new(same, &workers, 1)];
        assert!(compare_games(&runners, Duration::ZERO).is_ok());
        assert_eq!(runners[0].deepest(Duration::ZERO, 9), 1, "no time for a second ply");
        assert!(compare_counts(&mut runners, 1).is_ok());
        assert!(runners[0].count_for(1, Duration::from_millis(1)) > 0.0);
    }
}
