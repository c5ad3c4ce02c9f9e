//! Forced wins, proved or refuted by looking at everything.
//!
//! A search to a fixed number of own moves, one more each time. What makes it fast is order: the winner
//! tries first what gives check and leaves few replies, the others what refuted the like before.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use chator_interpreter::{Move, Moves, Outcome, PlayerId, Position, Search, Sight};
use chator_rules::visit::{self, Part};
use chator_rules::{Cond, EndResult, Number, Rules};

use crate::agent::Stop;
use crate::budget::{Budget, Spending};

/// What came of a search for a forced win.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The side to move wins by force.
    Won(Win),
    /// It does not win in so many moves of its own.
    Refuted,
    /// The budget was spent before either was known.
    Open,
}

/// A forced win.
#[derive(Clone, Debug)]
pub struct Win {
    /// In how many moves of the winner: no fewer will do.
    pub moves: u32,
    /// A line that the loser can make no longer.
    pub line: Vec<Move>,
    /// How the game ends there.
    pub outcome: Outcome,
}

/// Can the side to move win in at most `most` of its own moves, whatever the others play? A win
/// is an end that gives it the whole point. How many positions were visited comes with the answer.
pub fn forced_win(position: &Position, most: u32, budget: Budget, stop: Stop) -> (Proof, u64) {
    let mut solver = Solver::new(position, position.to_move(), budget.begin(stop));
    if position.outcome().is_some() {
        return (Proof::Refuted, 0);
    }
    for moves in 1..=most {
        if solver.wins(moves) {
            let mut line = Vec::new();
            let outcome = solver.show(moves, &mut line);
            let nodes = solver.spending.nodes();
            let proof = outcome.map(|outcome| Proof::Won(Win { moves, line, outcome }));
            return (proof.unwrap_or(Proof::Open), nodes);
        }
        if solver.stopped {
            return (Proof::Open, solver.spending.nodes());
        }
    }
    (Proof::Refuted, solver.spending.nodes())
}

/// Does a player win within so many moves of his own, whoever is to move and whatever the others
/// play? None if the budget was spent before that was known.
pub fn wins_within(
    position: &Position,
    player: PlayerId,
    moves: u32,
    budget: Budget,
) -> Option<bool> {
    let mut solver = Solver::new(position, player, budget.begin(Stop::default()));
    // Step by step, since short wins are found fast.
    let won = (0..=moves).any(|moves| solver.wins(moves));
    (!solver.stopped).then_some(won)
}

/// What searches do first: a forced win is looked for, with a budget of its own, between two. They
/// leave out what hardly matters, and now and then that is the shortest win. It takes so many plies
/// at most. Without a bound nothing is looked for. How many positions were visited comes with the
/// answer.
pub(crate) fn win_ahead(
    position: &Position,
    plies: u32,
    budget: Budget,
    stop: Stop,
) -> (Option<Win>, u64) {
    if budget.is_endless() || budget.nodes == Some(0) || !may_win_ahead(position) {
        return (None, 0);
    }
    let (proof, nodes) = forced_win(position, AHEAD.min(plies.div_ceil(2)), budget, stop);
    (if let Proof::Won(win) = proof { Some(win) } else { None }, nodes)
}

/// Is a forced win looked for first?
pub(crate) fn may_win_ahead(position: &Position) -> bool {
    position.game().rules().players.len() == 2
}

/// The longest win that searches look for first, in moves of the winner.
const AHEAD: u32 = 8;

/// Proofs of one position.
struct Solver<'p> {
    line: Search<'p>,
    /// Who is to win.
    own: PlayerId,
    spending: Spending,
    stopped: bool,
    /// The others may lose by a move of their own.
    may_give: bool,
    /// The line that led to a position may decide more than that it is drawn.
    line_decides: bool,
    /// By all that a board holds, of positions in which the game goes on.
    known: HashMap<u64, Known, BuildHasherDefault<Same>>,
    /// By ply: replies that refuted something, the latest first.
    refuters: Vec<Vec<Move>>,
    ply: usize,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// With fewer own moves it is not won.
    below: u32,
    /// With so many it is.
    within: u32,
    /// What won or refuted last.
    mv: Option<Move>,
}

/// No more positions than this are remembered.
const MOST_KNOWN: usize = 4_000_000;
/// No more replies than this are remembered of a ply.
const MOST_REFUTERS: usize = 16;

/// A move of the winner, looked at before any is followed.
struct Try {
    mv: Move,
    key: u64,
    replies: Moves,
    check: bool,
}

impl<'p> Solver<'p> {
    fn new(position: &'p Position, own: PlayerId, spending: Spending) -> Solver<'p> {
        let rules = position.game().rules();
        // Any other result of the mover may be a win of somebody else.
        let may_give =
            rules.ends.iter().any(|end| !matches!(end.result, EndResult::Win | EndResult::Draw));
        Solver {
            line: Search::new(position),
            own,
            spending,
            stopped: false,
            may_give,
            line_decides: line_decides(rules),
            known: HashMap::default(),
            refuters: Vec::new(),
            ply: 0,
        }
    }

    fn make(&mut self, mv: Move) {
        self.line.make(mv);
        self.ply += 1;
    }

    fn unmake(&mut self) {
        self.line.unmake();
        self.ply -= 1;
    }

    /// Is the position won within so many own moves? Meaningless once stopped.
    fn wins(&mut self, moves: u32) -> bool {
        if moves == 0 && (!self.may_give || self.line.to_move() == self.own) {
            // Only an end can make it a win: what may be played does not matter.
            if !self.spend(1) {
                return false;
            }
            let outcome = self.line.outcome();
            return outcome.is_some_and(|outcome| self.is_win(&outcome));
        }
        let key = self.line.state_key();
        if let Some(won) = self.recall(key, moves)
            && self.line.outcome().is_none()
        {
            return won;
        }
        let Some(sight) = self.look() else { return false };
        match sight.outcome {
            Some(outcome) => self.is_win(&outcome),
            None => self.follow(key, &sight.moves, moves),
        }
    }

    /// The same where the game goes on, with what may be played.
    fn follow(&mut self, key: u64, choices: &[Move], moves: u32) -> bool {
        let (won, mv) = if self.line.to_move() == self.own {
            let mv = self.winning(key, choices, moves);
            (mv.is_some(), mv)
        } else {
            let mv = self.refuting(key, choices, moves);
            (mv.is_none() && !choices.is_empty(), mv)
        };
        if self.stopped {
            return false;
        }
        self.remember(key, moves, won, mv);
        won
    }

    /// A move of the winner that wins within so many own moves, itself included.
    fn winning(&mut self, key: u64, choices: &[Move], moves: u32) -> Option<Move> {
        let left = moves.checked_sub(1)?;
        if left == 0 {
            return choices.iter().copied().find(|&mv| {
                self.make(mv);
                let won = self.wins(0);
                self.unmake();
                won
            });
        }
        let mut tries = Vec::with_capacity(choices.len());
        for &mv in choices {
            self.make(mv);
            let (key, sight) = (self.line.state_key(), self.look());
            self.unmake();
            let Sight { moves: replies, outcome, check } = sight?;
            match outcome {
                Some(outcome) if self.is_win(&outcome) => return Some(mv),
                Some(_) => {}
                None => tries.push(Try { mv, key, replies, check }),
            }
        }
        let best = self.best(key);
        tries.sort_by_key(|t| (Some(t.mv) != best, !t.check, t.replies.len()));
        // Step by step, since short wins are found fast.
        for left in u32::from(!self.may_give)..=left {
            for t in &tries {
                let won = self.recall(t.key, left).unwrap_or_else(|| {
                    self.make(t.mv);
                    let won = self.follow(t.key, &t.replies, left);
                    self.unmake();
                    won
                });
                if self.stopped {
                    return None;
                }
                if won {
                    return Some(t.mv);
                }
            }
        }
        None
    }

    /// A move of another after which it is not won within so many own moves.
    fn refuting(&mut self, key: u64, choices: &[Move], moves: u32) -> Option<Move> {
        let best = self.best(key);
        if self.refuters.len() <= self.ply {
            self.refuters.resize(self.ply + 1, Vec::new());
        }
        let refuters = &self.refuters[self.ply];
        let rank = |mv: &Move| {
            let place = refuters.iter().position(|refuter| refuter == mv);
            (Some(*mv) != best, place.unwrap_or(MOST_REFUTERS))
        };
        let mut order = choices.to_vec();
        order.sort_by_cached_key(rank);
        for mv in order {
            self.make(mv);
            // Who moves again is asked step by step like the winner, for the sake of repetitions.
            let first = if self.line.to_move() == self.own { moves } else { 0 };
            let won = (first..=moves).any(|moves| self.wins(moves));
            self.unmake();
            if self.stopped {
                return None;
            }
            if !won {
                let refuters = &mut self.refuters[self.ply];
                refuters.retain(|&refuter| refuter != mv);
                refuters.insert(0, mv);
                refuters.truncate(MOST_REFUTERS);
                return Some(mv);
            }
        }
        None
    }

    /// The moves and the end; none if the budget is spent.
    fn look(&mut self) -> Option<Sight> {
        let sight = self.line.look();
        self.spend(1 + sight.moves.len() as u64 / 64).then_some(sight)
    }

    fn spend(&mut self, work: u64) -> bool {
        self.stopped |= !self.spending.grant(work);
        !self.stopped
    }

    fn is_win(&self, outcome: &Outcome) -> bool {
        outcome.winner() == Some(self.own)
    }

    /// What is known of a position if the game goes on there. Whether it does is to be asked: an
    /// end may depend on the move that led there, or on how often the position has stood.
    ///
    /// What comes later depends on the line, too, where repetition is drawn. But a position is
    /// searched with so many moves only when with fewer it is not won, so that nothing that comes
    /// after it can win by way of it; and the shortest win comes to no position twice. So
    /// repetitions on the line change no answer, and those of what was played before the search
    /// are the same for all its lines.
    fn recall(&self, key: u64, moves: u32) -> Option<bool> {
        let known = self.known.get(&key).filter(|_| !self.line_decides)?;
        match moves {
            moves if moves >= known.within => Some(true),
            moves if moves < known.below => Some(false),
            _ => None,
        }
    }

    fn best(&self, key: u64) -> Option<Move> {
        self.known.get(&key)?.mv
    }

    fn remember(&mut self, key: u64, moves: u32, won: bool, mv: Option<Move>) {
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&key) {
            return;
        }
        let nothing = Known { below: 0, within: u32::MAX, mv: None };
        let known = self.known.entry(key).or_insert(nothing);
        if won {
            known.within = known.within.min(moves);
        } else {
            known.below = known.below.max(moves + 1);
        }
        known.mv = mv.or(known.mv);
    }

    /// The line of a win that takes just so many moves: the winner takes no more, the others hold
    /// out as long as they can.
    fn show(&mut self, moves: u32, line: &mut Vec<Move>) -> Option<Outcome> {
        let sight = self.line.look();
        if sight.outcome.is_some() {
            return sight.outcome;
        }
        let own_turn = self.line.to_move() == self.own;
        let best = self.best(self.line.state_key());
        let left = moves - u32::from(own_turn);
        let mut choices = sight.moves.to_vec();
        // The one that is known to win; others may take long to refute.
        choices.sort_by_key(|&mv| !own_turn || Some(mv) != best);
        for mv in choices {
            line.push(mv);
            self.make(mv);
            let fits = if own_turn { self.wins(left) } else { left == 0 || !self.wins(left - 1) };
            let outcome = if fits && !self.stopped { self.show(left, line) } else { None };
            self.unmake();
            if outcome.is_some() || self.stopped {
                return outcome;
            }
            line.pop();
        }
        None
    }
}

/// Does the line of play decide what may be played, or who wins? Then nothing holds for a position
/// by itself, and what is known of it is good for the order only.
fn line_decides(rules: &Rules) -> bool {
    let counts = |cond: &Cond| {
        let mut counts = false;
        visit::cond(cond, &mut |part| {
            counts |= matches!(part, Part::Number(Number::Occurrences | Number::Since));
        });
        counts
    };
    rules.bans.iter().chain(&rules.duties).any(|law| counts(&law.when))
        || rules.ends.iter().any(|end| end.result != EndResult::Draw && counts(&end.when))
}

/// Keys are mixed well as they are.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
