//! What a position is worth when captures and promotions have been played out.

use chator_interpreter::{Game, Move, Outcome, PlayerId, Search, Sight};

use crate::tactics::{self, WORTHWHILE, without_offers};
use crate::value::{MOST, Value, WIN};
use crate::values::{Values, Worth};

/// Above every value.
const INFINITE: i32 = WIN + 1;
/// So many plies of forced moves are followed.
const MAX_FORCED: u32 = 2;
/// So many positions at most are looked at for one leaf: where much can be taken, captures branch
/// like other moves, and many leaves tell more than one.
const MOST_LOOKS: u32 = 40;
/// Among more than two, how a difference in worth becomes a difference in value: the shares of
/// all players are raised to this power. With 6, a lead of a tenth of one's men is worth about
/// 0.65 against one other.
const POWER: i32 = 6;
/// Worth of a side that has nothing, so that the shares stay apart from 0 and 1.
const FLOOR: f64 = 100.0;

/// Looks at positions for what they are worth.
pub(crate) struct Settler {
    values: Values,
    players: usize,
    /// What a man of the start is worth on average: being so much ahead wins three times in
    /// four.
    man: Worth,
    worth: Vec<Worth>,
    /// Positions that may still be looked at for this leaf.
    looks: u32,
    /// Some moves may be a duty.
    duties: bool,
}

impl Settler {
    pub(crate) fn new(values: Values, game: &Game, man: Worth) -> Settler {
        let players = game.rules().players.len();
        let duties = !game.rules().duties.is_empty();
        Settler { values, players, man, worth: vec![0; players], looks: 0, duties }
    }

    /// What a mean man is worth.
    pub(crate) fn man(&self) -> Worth {
        self.man
    }

    /// The values for all players of a position in which the game is not over, with at most so
    /// many captures.
    pub(crate) fn values(&mut self, line: &mut Search<'_>, sight: &Sight, most: u32) -> Vec<f64> {
        if self.players != 2 {
            return self.each_for_himself(line, sight, most);
        }
        self.looks = MOST_LOOKS;
        let bound = self.is_bound(line, sight, 0);
        let value = self.follow(line, &sight.moves, bound, (-INFINITE, INFINITE), most, 0);
        let own = Value(value).chance(f64::from(self.man));
        if line.to_move().0 == 0 { vec![own, 1.0 - own] } else { vec![1.0 - own, own] }
    }

    /// The values for all players as the position stands.
    pub(crate) fn standing(&mut self, line: &Search<'_>) -> Vec<f64> {
        if self.players == 2 {
            let own = Value(self.difference(line)).chance(f64::from(self.man));
            return if line.to_move().0 == 0 { vec![own, 1.0 - own] } else { vec![1.0 - own, own] };
        }
        self.values.evaluate(line, &mut self.worth);
        let sides: Vec<f64> =
            self.worth.iter().map(|&worth| f64::from(worth).max(0.0) + FLOOR).collect();
        let most = sides.iter().copied().fold(FLOOR, f64::max);
        let power = |x: f64| (0..POWER).fold(1.0, |product, _| product * x);
        let shares: Vec<f64> = sides.iter().map(|side| power(side / most)).collect();
        let sum: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }

    /// What a move gains at once: who is taken, and how much the man gains by his new place.
    pub(crate) fn gain(&self, line: &Search<'_>, mv: Move) -> Worth {
        tactics::gain(line, &self.values, mv)
    }

    /// What its mover puts at risk.
    pub(crate) fn risk(&self, line: &Search<'_>, mv: Move) -> Worth {
        tactics::risk(line, &self.values, mv)
    }

    /// How far the side to move of two is ahead.
    fn difference(&mut self, line: &Search<'_>) -> i32 {
        self.values.evaluate(line, &mut self.worth);
        let own = usize::from(line.to_move().0).min(1);
        (self.worth[own] - self.worth[1 - own]).clamp(-MOST, MOST)
    }

    /// Between two: the value for the side to move.
    fn search(&mut self, line: &mut Search<'_>, window: (i32, i32), left: u32, forced: u32) -> i32 {
        let (check, outcome) = line.glance();
        if let Some(outcome) = outcome {
            return self.result(line, &outcome);
        }
        let ends = left == 0 || self.looks == 0;
        self.looks = self.looks.saturating_sub(1);
        if ends || !check {
            let standing = self.difference(line);
            if ends || standing >= window.1 {
                return standing;
            }
        }
        if !check && !self.duties {
            // What takes nobody need not be looked for.
            return self.follow(line, &line.sharp(), false, window, left, forced);
        }
        let sight = line.look();
        if let Some(outcome) = &sight.outcome {
            return self.result(line, outcome);
        }
        if sight.moves.is_empty() {
            return 0;
        }
        let bound = self.is_bound(line, &sight, forced);
        self.follow(line, &sight.moves, bound, window, left, forced)
    }

    /// Has the side to move to do what the position asks of it?
    fn is_bound(&self, line: &Search<'_>, sight: &Sight, forced: u32) -> bool {
        let all = without_offers(&sight.moves);
        let takes = |mv: &Move| line.man(mv.target()).is_some();
        forced < MAX_FORCED && (sight.check || all.len() == 1 || all.iter().all(takes))
    }

    fn result(&self, line: &Search<'_>, outcome: &Outcome) -> i32 {
        Value::of_outcome(outcome, line.to_move(), self.players, 0)
    }

    /// The side to move stands pat or takes something; somebody who has to move as he is told
    /// cannot stand pat.
    fn follow(
        &mut self,
        line: &mut Search<'_>,
        moves: &[Move],
        bound: bool,
        (mut alpha, beta): (i32, i32),
        left: u32,
        forced: u32,
    ) -> i32 {
        let standing = self.difference(line);
        if left == 0 {
            return standing;
        }
        let moves = without_offers(moves);
        let mut moves: Vec<(Worth, Move)> =
            moves.iter().map(|&mv| (self.gain(line, mv), mv)).collect();
        let mut top = -INFINITE;
        if !bound {
            top = standing;
            if top >= beta {
                return top;
            }
            alpha = alpha.max(top);
            // What cannot make up for what is missing is left out.
            let missing = alpha - standing - self.man / 2;
            moves.retain(|&(gain, _)| gain >= WORTHWHILE && gain > missing);
        }
        moves.sort_by_cached_key(|&(gain, mv)| self.risk(line, mv) - gain.saturating_mul(8));
        let mover = line.to_move();
        for (_, mv) in moves {
            line.make(mv);
            let forced = forced + u32::from(bound);
            let value = if line.to_move() == mover {
                self.search(line, (alpha, beta), left - 1, forced)
            } else {
                -self.search(line, (-beta, -alpha), left - 1, forced)
            };
            line.unmake();
            top = top.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        top
    }

    /// Among more: each in turn makes the capture that gains most, or leaves it at that if that
    /// is better for himself.
    fn each_for_himself(&mut self, line: &mut Search<'_>, sight: &Sight, left: u32) -> Vec<f64> {
        let standing = self.standing(line);
        if left == 0 {
            return standing;
        }
        let moves = without_offers(&sight.moves);
        let rank = |&mv: &Move| (self.gain(line, mv), -self.risk(line, mv));
        let best = moves.iter().map(|mv| (rank(mv), *mv)).filter(|best| best.0.0 >= WORTHWHILE);
        let Some((_, capture)) = best.reduce(|a, b| if b.0 > a.0 { b } else { a }) else {
            return standing;
        };
        let mover = usize::from(line.to_move().0);
        line.make(capture);
        let sight = line.look();
        let after = match &sight.outcome {
            Some(outcome) => scores(outcome, self.players),
            None => self.each_for_himself(line, &sight, left - 1),
        };
        line.unmake();
        if after[mover] > standing[mover] { after } else { standing }
    }
}

/// What each player gets of a finished game.
pub(crate) fn scores(outcome: &Outcome, players: usize) -> Vec<f64> {
    (0..players).map(|player| outcome.score(PlayerId(player as u8)).share()).collect()
}

/// What each player gets if nobody knows better.
pub(crate) fn even(players: usize) -> Vec<f64> {
    vec![1.0 / players as f64; players]
}
