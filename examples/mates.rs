//! Forced wins: gathers positions that have one, and tries agents on them.
//!
//! ```text
//! cargo run --release --example mates -- gather GAME... > tests/mates/suite.tsv
//! cargo run --release --example mates -- try alphabeta:time=1s < tests/mates/suite.tsv
//! ```
//!
//! A line of the suite is the game, in how many moves the side to move wins, and the position.
//! Whether it does is proved by looking at all lines of play. An agent has found the win if
//! after its move it still wins in one move less, whatever the other side does.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::collections::BTreeMap;
use std::error::Error;

use chator::agents::chance::Chance;
use chator::agents::solver::{Proof, forced_win, wins_within};
use chator::agents::{Budget, Stop, parse};
use chator::{Game, Position};

/// The longest wins looked for, in moves of the winner.
const LONGEST: u32 = 4;
/// Positions of each game with a win of each length.
const EACH: usize = 8;
/// Games played at most to find them.
const GAMES: u64 = 40;
/// Positions looked at for a proof.
const PROOF: u64 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.split_first() {
        Some((verb, games)) if verb == "gather" && !games.is_empty() => {
            games.iter().try_for_each(|id| gather(id))
        }
        Some((verb, [agent])) if verb == "try" => attempt(agent),
        _ => Err("gather GAME... or try AGENT".into()),
    }
}

/// Prints positions of a game that have a forced win, from play with mistakes.
fn gather(id: &str) -> Result<(), Box<dyn Error>> {
    let game = chator::load(id)?.game;
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for seed in 0..GAMES {
        if (1..=LONGEST).all(|moves| found.get(&moves).is_some_and(|list| list.len() >= EACH)) {
            break;
        }
        let mut chance = Chance::new(seed);
        let mut agent = parse("alphabeta:nodes=300")?;
        let mut position = game.start();
        // One position of each length from a game: neighbours are alike.
        let mut taken = [false; LONGEST as usize + 1];
        for ply in 0..200 {
            let looked_at = ply >= 10 && chance.below(4) == 0;
            if let Some(moves) = looked_at.then(|| win(&game, &position)).flatten() {
                let list = found.entry(moves).or_default();
                if !taken[moves as usize] && list.len() < EACH {
                    list.push(position.text());
                    taken[moves as usize] = true;
                }
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let erring = chance.below(4) == 0;
            let chosen = if erring { None } else { agent.choose(&position) };
            position.play(chosen.unwrap_or_else(|| moves[chance.below(moves.len())]));
        }
    }
    for (moves, positions) in found {
        for text in positions {
            println!("{id}\t{moves}\t{text}");
        }
    }
    Ok(())
}

/// In how many moves the position is won by force, also when it is read from its text alone.
fn win(game: &Game, position: &Position) -> Option<u32> {
    let alone = game.position(&position.text()).ok()?;
    match forced_win(&alone, LONGEST, Budget::nodes(PROOF), Stop::default()) {
        (Proof::Won(win), _) => Some(win.moves),
        _ => None,
    }
}

/// Tries an agent on the suite that standard input holds.
fn attempt(agent: &str) -> Result<(), Box<dyn Error>> {
    let mut agent = parse(agent)?;
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    // By game and length: found, and tried.
    let mut score: BTreeMap<(String, u32), (u32, u32)> = BTreeMap::new();
    for line in std::io::stdin().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, moves, text] = fields[..] else {
            return Err(format!("not a line: {line}").into());
        };
        if !games.contains_key(id) {
            games.insert(id.to_owned(), chator::load(id)?.game);
        }
        let moves: u32 = moves.parse()?;
        let mut position = games[id].position(text)?;
        let player = position.to_move();
        agent.begin(1);
        let mv = agent.choose(&position).ok_or("a position that is over")?;
        let name = position.notate(mv);
        position.play(mv);
        let kept = wins_within(&position, player, moves - 1, Budget::default());
        let entry = score.entry((id.to_owned(), moves)).or_default();
        entry.1 += 1;
        if kept == Some(true) {
            entry.0 += 1;
        } else {
            println!("missed: {id} in {moves}: {text} ({name})");
        }
    }
    for ((id, moves), (found, tried)) in &score {
        println!("{id} in {moves}: {found} of {tried}");
    }
    let sum = score.values().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    println!("{}: {} of {}", agent.name(), sum.0, sum.1);
    Ok(())
}
