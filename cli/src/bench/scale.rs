//! `chator bench --scale`: what a ply costs as boards grow and as kinds grow in number.

use std::time::Duration;

use chator::Game;
use chator::agents::chance::{Chance, derived_seed};
use chator::study::parallel::game_by_chance;
use serde_json::{Value, json};

use super::clock::Clock;
use super::made::Plan;
use super::median::median;
use super::report::grouped;
use crate::args::Bench;
use crate::console::Console;
use crate::verdict::{Done, Fault, Verdict};

const SIZES: [u32; 4] = [8, 12, 16, 24];
/// With the royal man and the walkers the last are as many as the compiled executor takes.
const KINDS: [u32; 4] = [4, 8, 16, 30];
/// Kinds while boards grow, and files while kinds grow.
const FEW_KINDS: u32 = 4;
const FILES: u32 = 16;
const ROUNDS: u32 = 3;

/// A made game and what was measured of it.
struct Row {
    plan: Plan,
    game: Game,
    /// Men on the board before a ply, in the mean of the first game that is measured.
    men: f64,
    /// Nanoseconds a ply, by round.
    times: Vec<f64>,
    /// The number of the next game.
    next: u64,
}

pub(super) fn run(console: &mut Console, args: &Bench) -> Done {
    let mut sizes = rows(SIZES.map(|files| Plan { files, kinds: FEW_KINDS }), args.seed)?;
    let mut kinds = rows(KINDS.map(|kinds| Plan { files: FILES, kinds }), args.seed)?;
    let clock = Clock::of(1);
    let number = ROUNDS * (sizes.len() + kinds.len()) as u32;
    let slice = Duration::from_secs_f64(args.seconds / f64::from(number));
    for _ in 0..ROUNDS {
        for row in sizes.iter_mut().chain(&mut kinds) {
            row.measure(clock, slice, args.seed);
        }
    }
    if args.json {
        let object = |rows: &mut [Row]| rows.iter_mut().map(Row::object).collect::<Vec<_>>();
        console.json(&json!({
            "executor": sizes[0].game.executor().to_string(),
            "clock": clock.name(),
            "seed": args.seed,
            "sizes": object(&mut sizes),
            "kinds": object(&mut kinds),
        }))?;
        return Ok(Verdict::Yes);
    }
    console.line(format_args!(
        "Random games, the {} executor, medians of {ROUNDS} rounds, {}, seed {}.\n\
         Half of each board is full at the start; a game is stopped after a ply for every four squares.",
        sizes[0].game.executor(),
        clock.name(),
        args.seed
    ))?;
    console.line(format_args!("\nThe board grows ({FEW_KINDS} kinds, a royal man, walkers)"))?;
    table(console, &mut sizes)?;
    console.line(format_args!("\nKinds grow in number ({FILES} x {FILES})"))?;
    table(console, &mut kinds)?;
    Ok(Verdict::Yes)
}

fn rows<const N: usize>(plans: [Plan; N], seed: u64) -> Done<Vec<Row>> {
    let row = |plan: Plan| {
        let made = chator::load_text("made", "made.chator", &plan.text(), &[])
            .map_err(|error| Fault::Failed(format!("a rule file that was made: {error}")))?;
        let men = mean_men(&made.game, plan.plies(), seed);
        Ok(Row { plan, game: made.game, men, times: Vec::new(), next: 0 })
    };
    plans.into_iter().map(row).collect()
}

impl Plan {
    /// After how many plies a game is stopped: in proportion to the squares, so that boards of
    /// all sizes are measured while they are about equally full.
    fn plies(self) -> u32 {
        self.files * self.files / 4
    }
}

/// The men on the board before each ply, in the mean over the first game.
fn mean_men(game: &Game, plies: u32, seed: u64) -> f64 {
    let (mut men, mut positions) = (0, 0);
    let mut chance = Chance::new(derived_seed(seed, 0));
    let mut position = game.start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        men += position.pieces().count();
        positions += 1;
        position.play(moves[chance.below(moves.len())]);
    }
    men as f64 / f64::from(positions.max(1))
}

impl Row {
    fn measure(&mut self, clock: Clock, slice: Duration, seed: u64) {
        let start = self.game.start();
        let watch = clock.start();
        let mut plies = 0;
        loop {
            plies += game_by_chance(&start, self.next, seed, self.plan.plies()).plies;
            self.next += 1;
            let taken = watch.elapsed();
            if taken >= slice {
                self.times.push(taken.as_secs_f64() * 1e9 / f64::from(plies.max(1)));
                return;
            }
        }
    }

    /// Nanoseconds a ply.
    fn time(&mut self) -> f64 {
        median(&mut self.times)
    }

    fn object(&mut self) -> Value {
        let time = self.time();
        json!({
            "files": self.plan.files,
            "squares": self.plan.files * self.plan.files,
            "kinds": self.plan.kinds,
            "men_at_start": self.game.start().pieces().count(),
            "men": self.men,
            "ns_per_ply": time,
            "ns_per_ply_per_man": time / self.men,
        })
    }
}

fn table(console: &mut Console, rows: &mut [Row]) -> Done<()> {
    let heads = ["board", "kinds", "men at start", "men", "ns a ply", "ns a ply a man", "cost"];
    let [board, kinds, start, men, ply, each, cost] = heads;
    console.line(format_args!(
        "{board:>9}{kinds:>7}{start:>14}{men:>9}{ply:>12}{each:>16}{cost:>8}"
    ))?;
    let first = rows.first_mut().map_or(1.0, Row::time);
    for row in rows {
        let (time, files) = (row.time(), row.plan.files);
        console.line(format_args!(
            "{:>9}{:>7}{:>14}{:>9.1}{:>12}{:>16.1}{:>8.2}",
            format!("{files} x {files}"),
            row.plan.kinds,
            row.game.start().pieces().count(),
            row.men,
            grouped(time.round() as u64),
            time / row.men,
            time / first,
        ))?;
    }
    Ok(())
}
