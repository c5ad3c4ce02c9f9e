//! In which order moves are tried: what probably is best comes first.

use chator_interpreter::{Move, PlayerId, Search};

use crate::tactics::{WORTHWHILE, gain, risk};
use crate::values::{Values, Worth};

/// Moves that were too good for the opponent to allow, and how often.
#[derive(Debug)]
pub(crate) struct Memory {
    /// By ply: the last two such moves that took nobody.
    killers: Vec<[Option<Move>; 2]>,
    /// By player, clause and target.
    history: Vec<i32>,
    clauses: usize,
    squares: usize,
}

/// No entry of the history grows beyond this.
const MOST: i32 = 1 << 14;

impl Memory {
    pub(crate) fn new(players: usize, clauses: usize, squares: usize) -> Memory {
        Memory {
            killers: Vec::new(),
            history: vec![0; players * clauses * squares],
            clauses,
            squares,
        }
    }

    fn place(&self, player: PlayerId, mv: Move) -> usize {
        let row = usize::from(player.0) * self.clauses + mv.clause();
        row * self.squares + usize::from(mv.target())
    }

    /// A move that takes nobody was too good; those before it were not good enough.
    pub(crate) fn praise(
        &mut self,
        player: PlayerId,
        ply: u32,
        mv: Move,
        tried: &[Move],
        depth: i32,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        tried.iter().for_each(|&other| self.add(player, other, -bonus));
        self.add(player, mv, bonus);
    }

    /// Adds to a move's history: the nearer to the limit, the less.
    fn add(&mut self, player: PlayerId, mv: Move, bonus: i32) {
        let place = self.place(player, mv);
        let value = &mut self.history[place];
        *value += bonus - *value * bonus.abs() / MOST;
    }

    fn killer(&self, ply: u32, mv: Move) -> Option<usize> {
        self.killers.get(ply as usize)?.iter().position(|&killer| killer == Some(mv))
    }

    /// What was learned fades before the next search, and killers go.
    pub(crate) fn fade(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|value| *value /= 4);
    }
}

/// A move and why it is tried when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    /// What it gains at once: who is taken, and how much the man gains by his new place.
    pub(crate) gain: Worth,
    pub(crate) rank: i32,
}

/// The moves of a position, best first.
pub(crate) fn ranked(
    line: &Search<'_>,
    values: &Values,
    memory: &Memory,
    moves: &[Move],
    best: Option<Move>,
    ply: u32,
) -> Vec<Ranked> {
    let player = line.to_move();
    let rank = |&mv: &Move| {
        let gain = gain(line, values, mv);
        let rank = if Some(mv) == best {
            i32::MAX
        } else if gain >= WORTHWHILE {
            (1 << 24) + gain.saturating_mul(8) - risk(line, values, mv)
        } else if let Some(place) = memory.killer(ply, mv) {
            (1 << 20) - place as i32
        } else {
            // Of moves that nothing is known of, the better place comes first.
            memory.history[memory.place(player, mv)] * 16 + gain
        };
        Ranked { mv, gain, rank }
    };
    let mut ranked: Vec<Ranked> = moves.iter().map(rank).collect();
    // Stable, so that equal ranks stay in the order of the rules.
    ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    ranked
}
