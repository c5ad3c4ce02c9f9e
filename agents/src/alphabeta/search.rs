//! The search itself.

use chator_interpreter::{Move, Outcome, PlayerId, Position, Search, Sight};

use crate::alphabeta::order::{Memory, Ranked, ranked};
use crate::alphabeta::table::{Bound, Table};
use crate::analysis::{Analysis, Line};
use crate::budget::Spending;
use crate::tactics::{WORTHWHILE, gain, risk, without_offers};
use crate::value::{LONGEST, MOST, Value, WIN};
use crate::values::{Values, Worth};

/// Above every value.
const INFINITE: i32 = WIN + 1;
/// No line is longer, extensions included.
const MAX_PLY: i32 = 120;
/// So many plies of forced moves are followed after the depth is used up.
const MAX_FORCED: i32 = 6;

/// A search of one position.
pub(crate) struct Searcher<'s, 'p> {
    line: Search<'p>,
    values: &'s Values,
    memory: &'s mut Memory,
    table: &'s mut Table,
    spending: Spending,
    /// Who thinks. All others are against him.
    own: PlayerId,
    players: usize,
    /// What a man of the start is worth on average: the unit of margins.
    man: Worth,
    /// By player, for evaluations.
    worth: Vec<Worth>,
    stopped: bool,
    /// Doing nothing may be tried, and taking nobody: not where moves may be a duty.
    may_pass: bool,
    /// It was just tried.
    passed: bool,
}

impl<'s, 'p> Searcher<'s, 'p> {
    pub(crate) fn new(
        position: &'p Position,
        values: &'s Values,
        man: Worth,
        memory: &'s mut Memory,
        table: &'s mut Table,
        spending: Spending,
    ) -> Searcher<'s, 'p> {
        let players = position.game().rules().players.len();
        Searcher {
            line: Search::new(position),
            values,
            memory,
            table,
            spending,
            own: position.to_move(),
            players,
            man,
            worth: vec![0; players],
            stopped: false,
            passed: false,
            may_pass: players == 2 && position.game().rules().duties.is_empty(),
        }
    }

    /// Searches deeper and deeper. What an unfinished depth has found counts if its first line was
    /// searched to the end.
    pub(crate) fn deepen(
        &mut self,
        most: u32,
        lines: usize,
        told: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let sight = self.line.look();
        let mut found = Analysis::default();
        if sight.moves.is_empty() {
            return found;
        }
        let lines = lines.min(sight.moves.len());
        let order = ranked(&self.line, self.values, self.memory, &sight.moves, None, 0);
        let mut order: Vec<Move> = order.iter().map(|ranked| ranked.mv).collect();
        found.lines = vec![Line { value: Value(self.evaluate()), moves: vec![order[0]] }];
        for depth in 1..=most.cast_signed() {
            let mut done: Vec<Line> = Vec::new();
            for number in 0..lines {
                let guess = found.lines.get(number).map(|line| line.value.0);
                let skipped: Vec<Move> = done.iter().map(|line| line.moves[0]).collect();
                let Some(line) = self.root(&mut order, &skipped, depth, guess) else { break };
                done.push(line);
                if self.stopped {
                    break;
                }
            }
            let whole = !self.stopped;
            // Several lines are compared at one depth only.
            if !whole && lines > 1 && found.depth > 0 {
                break;
            }
            if whole {
                found.depth = depth.cast_unsigned();
            }
            // Lines that this depth has not reached stay as they were.
            let firsts: Vec<Move> = done.iter().map(|line| line.moves[0]).collect();
            let older = found.lines.drain(..).filter(|line| !firsts.contains(&line.moves[0]));
            let room = lines - done.len();
            done.extend(older.take(room).collect::<Vec<_>>());
            if whole {
                done.sort_by_key(|line| std::cmp::Reverse(line.value));
            }
            found.lines = done;
            if self.stopped {
                break;
            }
            found.nodes = self.spending.nodes();
            told(&found);
            let settled = |line: &Line| {
                let plies = line.value.wins_in().or(line.value.loses_in());
                plies.is_some_and(|plies| plies <= found.depth)
            };
            if found.lines.iter().all(settled) {
                break;
            }
        }
        // What was left unfinished is counted as well.
        found.nodes = self.spending.nodes();
        found
    }

    /// The best of the root's moves, some left out; the order is left with it in front. None if
    /// time ran out before the first was searched.
    fn root(
        &mut self,
        order: &mut [Move],
        skipped: &[Move],
        depth: i32,
        guess: Option<i32>,
    ) -> Option<Line> {
        let guess = guess.filter(|guess| depth > 3 && guess.abs() < MOST);
        let mut margin = self.man / 4;
        let (mut alpha, mut beta) =
            guess.map_or((-INFINITE, INFINITE), |guess| (guess - margin, guess + margin));
        loop {
            let line = self.root_within(order, skipped, depth, alpha, beta)?;
            if self.stopped || (line.value.0 > alpha && line.value.0 < beta) {
                return Some(line);
            }
            margin = margin.saturating_mul(4);
            if line.value.0 <= alpha {
                alpha = if margin > self.man * 8 { -INFINITE } else { alpha - margin };
            } else {
                beta = if margin > self.man * 8 { INFINITE } else { beta + margin };
            }
        }
    }

    fn root_within(
        &mut self,
        order: &mut [Move],
        skipped: &[Move],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<Line> {
        let mut best: Option<Line> = None;
        let mut first = 0;
        for (i, &mv) in order.iter().enumerate() {
            if skipped.contains(&mv) {
                continue;
            }
            let mut rest = Vec::new();
            self.line.make(mv);
            let mut value = if best.is_none() {
                self.next(self.own, alpha, beta, depth - 1, 1, &mut rest)
            } else {
                self.next(self.own, alpha, alpha + 1, depth - 1, 1, &mut rest)
            };
            if best.is_some() && value > alpha && !self.stopped {
                value = self.next(self.own, alpha, beta, depth - 1, 1, &mut rest);
            }
            self.line.unmake();
            if self.stopped {
                break;
            }
            if best.as_ref().is_none_or(|best| value > best.value.0) {
                rest.insert(0, mv);
                best = Some(Line { value: Value(value), moves: rest });
                first = i;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        order[..=first].rotate_right(1);
        best
    }

    /// The value after a move of `mover`, as he sees it.
    fn next(
        &mut self,
        mover: PlayerId,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: i32,
        best: &mut Vec<Move>,
    ) -> i32 {
        if self.friends(mover, self.line.to_move()) {
            self.search(alpha, beta, depth, ply, best)
        } else {
            -self.search(-beta, -alpha, depth, ply, best)
        }
    }

    /// Are they on the same side, as the one who thinks sees it?
    fn friends(&self, a: PlayerId, b: PlayerId) -> bool {
        (a == self.own) == (b == self.own)
    }

    /// The value for the side to move. `best` is left with the line that has it.
    fn search(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: i32,
        best: &mut Vec<Move>,
    ) -> i32 {
        best.clear();
        let passed = std::mem::take(&mut self.passed);
        // What comes again can come once more.
        if self.line.is_repeated() {
            return 0;
        }
        // Nothing here can be better than a win found already.
        alpha = alpha.max(ply - WIN);
        beta = beta.min(WIN - ply - 1);
        if alpha >= beta {
            return alpha;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.settle(alpha, beta, ply, 0);
        }
        // All that a board holds: what only ends ask for may decide who wins.
        let key = self.line.state_key() ^ u64::from(self.own.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let wide = beta - alpha > 1;
        let known = self.table.get(key).copied();
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
            && !wide
        {
            let value = from_table(entry.value, ply);
            let cut = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cut {
                return value;
            }
        }
        let sight = self.line.look();
        if !self.spending.grant(1 + sight.moves.len() as u64 / 64) {
            self.stopped = true;
            return 0;
        }
        if let Some(value) = self.over(&sight, ply) {
            return value;
        }
        if sight.check {
            depth += 1;
        }
        let standing = if sight.check { -INFINITE } else { self.evaluate() };
        // Far too good already: the opponent will not go here.
        if !wide && !sight.check && depth <= 3 && beta.abs() < MOST {
            let margin = self.man / 2 * depth;
            if standing - margin >= beta {
                return standing - margin;
            }
        }
        if !wide && !sight.check && self.may_pass && !passed && depth >= 3 && standing >= beta {
            if let Some(value) = self.pass(beta, depth, ply) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }
        let start = alpha;
        let mover = self.line.to_move();
        let moves = without_offers(&sight.moves);
        let order = ranked(
            &self.line,
            self.values,
            self.memory,
            &moves,
            known.and_then(|entry| entry.mv),
            ply.unsigned_abs(),
        );
        let mut top = (-INFINITE, None);
        let mut quiet: Vec<Move> = Vec::new();
        let mut rest = Vec::new();
        for (number, &Ranked { mv, gain, .. }) in order.iter().enumerate() {
            let tactical = gain >= WORTHWHILE;
            // Quiet moves near the end cannot make up for what is missing.
            let hopeless = !wide
                && !sight.check
                && !tactical
                && number > 0
                && depth <= 2
                && top.0 > ply - WIN + LONGEST
                && standing + self.man * depth <= alpha;
            self.line.make(mv);
            // A check is not quiet, whatever it takes.
            if hopeless && !self.line.in_check() {
                self.line.unmake();
                continue;
            }
            let mut value;
            if number == 0 {
                value = self.next(mover, alpha, beta, depth - 1, ply + 1, &mut rest);
            } else {
                let less = if tactical || sight.check { 0 } else { reduction(depth, number) };
                value = self.next(mover, alpha, alpha + 1, depth - 1 - less, ply + 1, &mut rest);
                if value > alpha && less > 0 && !self.stopped {
                    value = self.next(mover, alpha, alpha + 1, depth - 1, ply + 1, &mut rest);
                }
                if value > alpha && value < beta && !self.stopped {
                    value = self.next(mover, alpha, beta, depth - 1, ply + 1, &mut rest);
                }
            }
            self.line.unmake();
            if self.stopped {
                return 0;
            }
            if value > top.0 {
                top = (value, Some(mv));
                if value > alpha {
                    alpha = value;
                    best.clear();
                    best.push(mv);
                    best.extend(&rest);
                }
            }
            if alpha >= beta {
                if !tactical {
                    self.memory.praise(mover, ply.unsigned_abs(), mv, &quiet, depth);
                }
                break;
            }
            if !tactical {
                quiet.push(mv);
            }
        }
        let (value, mv) = top;
        let bound = if value >= beta {
            Bound::Lower
        } else if value > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(key, mv, to_table(value, ply), depth, bound);
        value
    }

    /// If even doing nothing is too good for the opponent to allow it, a move is, too: its value
    /// then. Without some men left that does not follow.
    fn pass(&mut self, beta: i32, depth: i32, ply: i32) -> Option<i32> {
        let mover = self.line.to_move();
        let enough = self.worth[usize::from(mover.0)] >= 2 * self.man;
        if !enough || beta.abs() >= MOST || !self.line.pass() {
            return None;
        }
        self.passed = true;
        let less = 3 + depth / 4;
        let value = self.next(mover, beta - 1, beta, depth - less, ply + 1, &mut Vec::new());
        self.passed = false;
        self.line.unmake();
        (value >= beta && !self.stopped).then_some(value.min(MOST))
    }

    /// The value for the side to move when captures, promotions and answers to checks have been
    /// played out.
    fn settle(&mut self, mut alpha: i32, beta: i32, ply: i32, forced: i32) -> i32 {
        if !self.spending.grant(1) {
            self.stopped = true;
            return 0;
        }
        let (check, outcome) = self.line.glance();
        if let Some(outcome) = outcome {
            return self.result(&outcome, ply);
        }
        let standing = self.evaluate();
        if ply >= MAX_PLY || !check && standing >= beta {
            return standing;
        }
        // Where nobody has to do anything, what takes nobody need not be looked for. That the side
        // to move cannot move at all goes unseen then.
        let all = check || !self.may_pass;
        let found = if all {
            let sight = self.line.look();
            if let Some(value) = self.over(&sight, ply) {
                return value;
            }
            sight.moves
        } else {
            self.line.sharp()
        };
        let gains = |mv: &Move| (gain(&self.line, self.values, *mv), *mv);
        let mut moves: Vec<(Worth, Move)> = without_offers(&found).iter().map(gains).collect();
        let takes = |mv: Move| self.line.man(mv.target()).is_some();
        // Somebody who has to move as he is told cannot stand pat.
        let bound = all
            && forced < MAX_FORCED
            && (check || moves.len() == 1 || moves.iter().all(|&(_, mv)| takes(mv)));
        let mut top = -INFINITE;
        if !bound {
            top = standing;
            if top >= beta {
                return top;
            }
            alpha = alpha.max(top);
            let missing = alpha - standing - self.man / 2;
            moves.retain(|&(gain, mv)| {
                gain >= WORTHWHILE && gain > missing && !self.loses(gain, mv)
            });
        }
        let mover = self.line.to_move();
        let risk = |mv: Move| risk(&self.line, self.values, mv);
        moves.sort_by_cached_key(|&(gain, mv)| risk(mv) - gain.saturating_mul(8));
        for (_, mv) in moves {
            self.line.make(mv);
            let forced = forced + i32::from(bound);
            let value = if self.friends(mover, self.line.to_move()) {
                self.settle(alpha, beta, ply + 1, forced)
            } else {
                -self.settle(-beta, -alpha, ply + 1, forced)
            };
            self.line.unmake();
            if self.stopped {
                return 0;
            }
            top = top.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        top
    }

    /// Does the move give a man for less than he is worth, where somebody can take him?
    fn loses(&self, gain: Worth, mv: Move) -> bool {
        gain + WORTHWHILE < risk(&self.line, self.values, mv) && self.line.is_attacked(mv.target())
    }

    /// The value if the game is over, for the side to move.
    fn over(&self, sight: &Sight, ply: i32) -> Option<i32> {
        if let Some(outcome) = &sight.outcome {
            return Some(self.result(outcome, ply));
        }
        // Nobody can move, and no end says what then.
        sight.moves.is_empty().then_some(0)
    }

    /// What a finished game is worth to the side to move.
    fn result(&self, outcome: &Outcome, ply: i32) -> i32 {
        let value = Value::of_outcome(outcome, self.own, self.players, ply);
        if self.line.to_move() == self.own { value } else { -value }
    }

    /// The estimate for the side to move.
    fn evaluate(&mut self) -> i32 {
        self.worth.fill(0);
        self.values.evaluate(&self.line, &mut self.worth);
        let own = self.worth[usize::from(self.own.0)];
        let all: i32 = self.worth.iter().sum();
        let others = (all - own) / (self.players as i32 - 1).max(1);
        let value = (own - others).clamp(-MOST, MOST);
        if self.line.to_move() == self.own { value } else { -value }
    }
}

/// By how many plies less a late quiet move is searched.
fn reduction(depth: i32, number: usize) -> i32 {
    if depth < 3 || number < 3 {
        return 0;
    }
    let late = (number as u32 + 1).ilog2().cast_signed();
    let deep = depth.cast_unsigned().ilog2().cast_signed();
    (1 + late * deep / 4).min(depth - 2)
}

/// Wins are counted from the root in the search and from the position itself in the table.
fn to_table(value: i32, ply: i32) -> i32 {
    match value {
        v if v > WIN - LONGEST => v + ply,
        v if v < LONGEST - WIN => v - ply,
        v => v,
    }
}

fn from_table(value: i32, ply: i32) -> i32 {
    match value {
        v if v > WIN - LONGEST => v - ply,
        v if v < LONGEST - WIN => v + ply,
        v => v,
    }
}
