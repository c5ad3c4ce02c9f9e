//! What a man has of what he may become.
//!
//! Nothing is read out of the rules but whether a type can turn into another at all: the men
//! move on boards with few men, by every quiet way, and it is seen what they become. So zones,
//! steps owed after the last row, forced and chosen turns, and turns that depend on who is
//! left are all alike.

use std::collections::BTreeMap;

use chator_interpreter::{CellId, Game, KindId, Piece, Setup, Square};
use chator_rules::{Effect, Trigger};

use super::sample::{Samples, man_cells, put, values_at};
use crate::chance::Chance;

/// The part of the gain that counts one move before.
pub(super) const NEAR: f64 = 0.6;
/// What each further move leaves of it: six moves before it is a tenth.
pub(super) const STEP: f64 = 0.7;
/// The part of the best gain that counts on average.
pub(super) const MEAN: f64 = 0.1;
/// Moves carried out for a type and a player, at least as long as boards last.
const TRIES: usize = 2_500;
/// Boards for a type, at most and at least.
const BOARDS: (usize, usize) = (10, 2);
/// Squares with different values of a man's cells, for each square of the board.
const NODES: usize = 6;

/// What a type of one player gains.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Promotion {
    /// The most he can gain, in squares: the type's mobility less his own, times the share of
    /// boards on which he became it.
    pub(super) best: f64,
    /// Into what.
    pub(super) into: KindId,
    /// By square: what it is worth there.
    pub(super) from: Vec<f64>,
    /// By square: how many own moves it takes at least, if it can be done.
    pub(super) moves: Vec<Option<u32>>,
}

/// Can a move of the type set off the event?
fn concerns(game: &Game, event: usize, kind: KindId, depth: usize) -> bool {
    let rules = game.rules();
    match &rules.events[event].trigger {
        Trigger::AnyMove => true,
        Trigger::Moving(kinds) => kinds.contains(&kind),
        Trigger::After(names) => names.iter().any(|name| {
            rules.clauses.iter().any(|clause| clause.kind == kind && clause.name == *name)
                || depth > 0
                    && rules.events.iter().enumerate().any(|(other, event)| {
                        event.name == *name && concerns(game, other, kind, depth - 1)
                    })
        }),
    }
}

/// Can men of the type become anything?
fn turns(game: &Game, kind: KindId) -> bool {
    let rules = game.rules();
    let becomes =
        |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Become(_)));
    rules.clauses.iter().any(|clause| clause.kind == kind && becomes(&clause.effects))
        || rules
            .events
            .iter()
            .enumerate()
            .any(|(id, event)| becomes(&event.effects) && concerns(game, id, kind, 8))
}

/// Boards with one man of each type that a player has, on squares by chance: nearly every way is
/// open on one of them, and rules that ask whether somebody is left find him.
pub(super) fn sparse(game: &Game, samples: &Samples) -> Vec<Setup> {
    let mut chance = Chance::new(1);
    let squares = game.geometry().squares();
    let boards = samples.positions.iter().take(BOARDS.0).map(|position| {
        let mut board = position.setup();
        let mut men: BTreeMap<(u8, u16), (Piece, Vec<(CellId, i32)>)> = BTreeMap::new();
        for (square, piece) in position.pieces() {
            let values = values_at(&board, square, &man_cells(game, piece.kind));
            men.entry((piece.player.0, piece.kind.0)).or_insert((piece, values));
            board.place(square, None);
        }
        let mut places: Vec<Square> = (0..squares as Square).collect();
        chance.shuffle(&mut places);
        for ((piece, values), square) in men.into_values().zip(places) {
            put(&mut board, square, piece, &values);
        }
        board
    });
    boards.collect()
}

/// Where a man stands, and the values of his cells.
type Node = (Square, Vec<(CellId, i32)>);

/// What came of going to a square.
#[derive(Default)]
struct Arrival {
    /// Boards on which he got there.
    boards: u32,
    /// He was what he had been, in that node.
    plain: Option<usize>,
    /// On so many boards he became that.
    turned: BTreeMap<KindId, u32>,
}

struct Graph<'g> {
    game: &'g Game,
    piece: Piece,
    cells: Vec<CellId>,
    numbers: BTreeMap<Node, usize>,
    nodes: Vec<Node>,
    /// By node: some move leads there.
    reached: Vec<bool>,
    arrivals: Vec<BTreeMap<Square, Arrival>>,
}

impl Graph<'_> {
    fn number(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(node.clone()).or_insert(next);
        if number == next {
            self.nodes.push(node);
            self.reached.push(false);
        }
        number
    }

    /// Tries everything from every node, on so many of the boards as there is time for.
    fn explore(&mut self, boards: &mut [Setup]) {
        let squares = self.game.geometry().squares();
        for square in 0..squares as Square {
            let cells = self.cells.iter();
            let start =
                cells.map(|&cell| (cell, self.game.rules().cells[usize::from(cell.0)].start));
            let node = (square, start.collect());
            self.number(node);
        }
        let Some(first) = boards.first() else { return };
        let mut after = first.clone();
        let mut tries = 0;
        let mut number = 0;
        while number < self.nodes.len() && number < squares * NODES {
            self.arrivals.push(BTreeMap::new());
            let before = tries;
            for (turn, board) in boards.iter_mut().enumerate() {
                // As many moves are tried from each node, on however many boards.
                if turn >= BOARDS.1 && (tries - before) * squares > TRIES {
                    break;
                }
                self.step(number, board, &mut after, &mut tries);
            }
            number += 1;
        }
    }

    fn step(&mut self, number: usize, board: &mut Setup, after: &mut Setup, tries: &mut usize) {
        let (square, values) = self.nodes[number].clone();
        let there = board.piece_at(square);
        let kept = there.map(|man| values_at(board, square, &man_cells(self.game, man.kind)));
        put(board, square, self.piece, &values);
        let mut found: Vec<(Square, Piece, Vec<(CellId, i32)>)> = Vec::new();
        board.fates(square, after, |to, after| {
            *tries += 1;
            if let Some(man) = after.piece_at(to).filter(|man| man.player == self.piece.player) {
                let same = man.kind == self.piece.kind;
                let values = if same { values_at(after, to, &self.cells) } else { Vec::new() };
                found.push((to, man, values));
            }
        });
        match there.zip(kept) {
            Some((man, kept)) => put(board, square, man, &kept),
            None => board.place(square, None),
        }
        let mut counted: Vec<(Square, Option<KindId>)> = Vec::new();
        for (to, man, values) in found {
            let turned = man.kind != self.piece.kind;
            let plain = (!turned).then(|| self.number((to, values)));
            let arrival = self.arrivals[number].entry(to).or_default();
            if !counted.iter().any(|c| c.0 == to) {
                arrival.boards += 1;
            }
            let what = (to, turned.then_some(man.kind));
            if !counted.contains(&what) {
                counted.push(what);
                if turned {
                    *arrival.turned.entry(man.kind).or_default() += 1;
                }
            }
            if let Some(plain) = plain {
                arrival.plain = Some(plain);
                self.reached[plain] |= plain != number;
            }
        }
    }
}

/// What a type of a player has of promotion, if anything. `mobility` says what each of his types
/// is worth by its moves alone.
///
/// From a node `n` let each quiet move lead to a square where he becomes a type worth `g` more
/// with the chance `p`, and stays what he is, in node `m`, otherwise. Then
/// `u(n) = max over moves and types of p * NEAR * g + (1 - p) * STEP * u(m)`, never below 0:
/// so a sure promotion `d` moves away is worth `NEAR * STEP^(d - 1)` of its gain. A square is
/// worth the mean of its nodes that some move leads to.
pub(super) fn promotion(
    game: &Game,
    boards: &mut [Setup],
    piece: Piece,
    mobility: &dyn Fn(KindId) -> f64,
) -> Option<Promotion> {
    if !turns(game, piece.kind) {
        return None;
    }
    let mut graph = Graph {
        game,
        piece,
        cells: man_cells(game, piece.kind),
        numbers: BTreeMap::new(),
        nodes: Vec::new(),
        reached: Vec::new(),
        arrivals: Vec::new(),
    };
    graph.explore(boards);
    let own = mobility(piece.kind);
    let mut worth = vec![0.0_f64; graph.nodes.len()];
    let mut moves: Vec<Option<u32>> = vec![None; graph.nodes.len()];
    let (mut best, mut into) = (0.0, None);
    // No way is longer than there are nodes, and past a dozen moves nothing is left of a gain.
    for round in 0..24 {
        let mut changed = false;
        for number in (0..graph.arrivals.len()).rev() {
            for arrival in graph.arrivals[number].values() {
                let rest = arrival.plain.map_or(0.0, |node| STEP * worth[node]);
                let mut way = rest;
                let mut steps = arrival.plain.and_then(|node| Some(moves[node]? + 1));
                for (&kind, &boards) in &arrival.turned {
                    let share = f64::from(boards) / f64::from(arrival.boards.max(1));
                    let gain = share * (mobility(kind) - own);
                    if round == 0 && gain > best {
                        (best, into) = (gain, Some(kind));
                    }
                    way = way.max(NEAR * gain + (1.0 - share) * rest);
                    if gain > 0.0 {
                        steps = Some(1);
                    }
                }
                if way > worth[number] + 1e-9 {
                    worth[number] = way;
                    changed = true;
                }
                if let Some(steps) = steps.filter(|steps| moves[number].is_none_or(|m| *steps < m))
                {
                    moves[number] = Some(steps);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let squares = game.geometry().squares();
    let at = |square: usize| {
        let nodes = || (0..graph.nodes.len()).filter(|&n| usize::from(graph.nodes[n].0) == square);
        let some = nodes().any(|n| graph.reached[n]);
        nodes().filter(|&n| graph.reached[n] == some).collect::<Vec<usize>>()
    };
    let at: Vec<Vec<usize>> = (0..squares).map(at).collect();
    let mean = |nodes: &Vec<usize>| {
        nodes.iter().map(|&n| worth[n]).sum::<f64>() / nodes.len().max(1) as f64
    };
    Some(Promotion {
        best,
        into: into?,
        from: at.iter().map(mean).collect(),
        moves: at.iter().map(|nodes| nodes.iter().filter_map(|&n| moves[n]).min()).collect(),
    })
}
