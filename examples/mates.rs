//! Forced wins: gathers positions that have one, and tries agents on them.
//!
//! ```text
//! cargo run --release --example mates -- gather GAME... > tests/mates/suite.tsv
//! cargo run --release --example mates -- prove < tests/mates/suite.tsv
//! cargo run --release --example mates -- try alphabeta:time=1s < tests/mates/suite.tsv
//! ```
//!
//! A line of the suite is the game, in how many moves the side to move wins, and the position.
//! Whether it does is proved by looking at all lines of play. An agent has found the win if
//! after its move it still wins in one move less, whatever the other side does.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use chator::agents::chance::Chance;
use chator::agents::solver::{Proof, forced_win, wins_within};
use chator::agents::{Budget, Stop, parse};
use chator::{Game, Position};

/// The longest wins looked for, in moves of the winner.
const LONGEST: u32 = 4;
/// Positions of each game with a win in one move, in two, and so on.
const EACH: [usize; LONGEST as usize] = [3, 5, 6, 6];
/// Games played at most to find them.
const GAMES: u64 = 80;
/// Positions visited at most for a proof: where that is not enough, the position is passed over. All
/// positions are tried alike, so that no agent has a say in which are taken.
const PROOF: u64 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.split_first() {
        Some((verb, games)) if verb == "gather" && !games.is_empty() => {
            games.iter().try_for_each(|id| gather(id))
        }
        Some((verb, [])) if verb == "prove" => prove(),
        Some((verb, [agent])) if verb == "try" => attempt(agent),
        _ => Err("gather GAME..., prove, or try AGENT".into()),
    }
}

/// Prints positions of a game that have a forced win, from play with mistakes.
fn gather(id: &str) -> Result<(), Box<dyn Error>> {
    let game = chator::load(id)?.game;
    // By length, from one on.
    let mut found: [Vec<String>; LONGEST as usize] = Default::default();
    for seed in 0..GAMES {
        if found.iter().zip(EACH).all(|(list, most)| list.len() >= most) {
            break;
        }
        let mut chance = Chance::new(seed);
        let mut agent = parse("alphabeta:nodes=300,prove=off")?;
        let mut position = game.start();
        // One position of each length from a game: neighbours are alike.
        let mut taken = [false; LONGEST as usize];
        for ply in 0..200 {
            let looked_at = ply >= 10 && chance.below(4) == 0;
            if let Some(moves) = looked_at.then(|| win(&game, &position)).flatten() {
                let (length, text) = (moves as usize - 1, position.text());
                let list = &mut found[length];
                if !taken[length] && list.len() < EACH[length] && !list.contains(&text) {
                    list.push(text);
                    taken[length] = true;
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
    for (moves, text) in (1..).zip(&found).flat_map(|(n, list)| list.iter().map(move |t| (n, t))) {
        println!("{id}\t{moves}\t{text}");
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

/// Proves the suite that standard input holds once more.
fn prove() -> Result<(), Box<dyn Error>> {
    // By game: positions, and how many were visited to prove them.
    let mut sums: BTreeMap<String, (u32, u64)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for problem in problems()? {
        let Problem { id, moves, position } = problem;
        let text = position.text();
        let (proof, nodes) = forced_win(&position, moves, Budget::default(), Stop::default());
        let Proof::Won(win) = proof else {
            return Err(format!("no win: {id} in {moves}: {text}").into());
        };
        if win.moves != moves || !seen.insert((id.clone(), text.clone())) {
            return Err(format!("in {}, or twice: {id} in {moves}: {text}", win.moves).into());
        }
        let sum = sums.entry(id).or_default();
        *sum = (sum.0 + 1, sum.1 + nodes);
    }
    for (id, (positions, nodes)) in sums {
        println!("{id}: {positions} proved, {nodes} positions visited");
    }
    Ok(())
}

/// A line of the suite.
struct Problem {
    id: String,
    moves: u32,
    position: Position,
}

/// The suite that standard input holds.
fn problems() -> Result<Vec<Problem>, Box<dyn Error>> {
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    let mut problems = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, moves, text] = fields[..] else {
            return Err(format!("not a line: {line}").into());
        };
        if !games.contains_key(id) {
            games.insert(id.to_owned(), chator::load(id)?.game);
        }
        let position = games[id].position(text)?;
        problems.push(Problem { id: id.to_owned(), moves: moves.parse()?, position });
    }
    Ok(problems)
}

/// Tries an agent on the suite that standard input holds.
fn attempt(agent: &str) -> Result<(), Box<dyn Error>> {
    let mut agent = parse(agent)?;
    // By game and length: found, and tried.
    let mut score: BTreeMap<(String, u32), (u32, u32)> = BTreeMap::new();
    for Problem { id, moves, mut position } in problems()? {
        let text = position.text();
        let player = position.to_move();
        agent.begin(1);
        let mv = agent.choose(&position).ok_or("a position that is over")?;
        let name = position.notate(mv);
        position.play(mv);
        let kept = wins_within(&position, player, moves - 1, Budget::default());
        let entry = score.entry((id.clone(), moves)).or_default();
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
