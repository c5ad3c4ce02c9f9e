//! What a position is worth to a player, as a search sees it.

use std::fmt;

use chator_interpreter::{Outcome, PlayerId};

/// The value of a position for one player: a certain win or loss in so many plies, a certain
/// share of the point, or an estimate in hundredths of a square that a man can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) i32);

/// A win at once.
pub(crate) const WIN: i32 = 1_000_000;
/// No win is further away: what lies above `WIN - LONGEST` is certain.
pub(crate) const LONGEST: i32 = 1_000;
/// Shares of the point between draw and win lie below this, and estimates below them.
const SHARED: i32 = 400_000;
/// No estimate is larger.
pub(crate) const MOST: i32 = 200_000;

impl Value {
    /// As good as a draw.
    pub const DRAW: Value = Value(0);

    /// In how many plies the player wins for certain.
    pub fn wins_in(self) -> Option<u32> {
        (self.0 > WIN - LONGEST).then(|| (WIN - self.0).cast_unsigned())
    }

    /// In how many plies the player loses for certain.
    pub fn loses_in(self) -> Option<u32> {
        Value(-self.0).wins_in()
    }

    /// The estimate, in hundredths of a square that a man can reach; none if it is more than an
    /// estimate.
    pub fn estimate(self) -> Option<i32> {
        (self.0.abs() <= MOST).then_some(self.0)
    }

    /// The same for the other of two players.
    #[must_use]
    pub fn of_opponent(self) -> Value {
        Value(-self.0)
    }

    /// What a finished game is worth to a player, `ply` plies after the position asked about.
    pub(crate) fn of_outcome(outcome: &Outcome, player: PlayerId, players: usize, ply: i32) -> i32 {
        let share = outcome.score(player).share();
        if share >= 1.0 {
            return WIN - ply;
        }
        if share <= 0.0 && (players == 2 || outcome.winner().is_some()) {
            return ply - WIN;
        }
        // An even share is worth nothing, whatever the number of players.
        #[allow(clippy::cast_precision_loss, reason = "at most sixteen players")]
        let even = 1.0 / players as f64;
        let part = if share >= even { (share - even) / (1.0 - even) } else { share / even - 1.0 };
        if part.abs() < 1e-9 {
            return 0;
        }
        let room = f64::from(SHARED - MOST);
        (part * room) as i32 + if part > 0.0 { MOST } else { -MOST }
    }

    /// The value as a chance of winning, for the agents that think in such: half for a draw.
    /// `scale` is the worth at which the chance is about three in four.
    pub(crate) fn chance(self, scale: f64) -> f64 {
        if self.0.abs() > MOST {
            return if self.0 > 0 { 1.0 } else { 0.0 };
        }
        let x = f64::from(self.0) / scale;
        // Rational, so that it is the same on every machine.
        0.5 + 0.5 * x / (1.0 + x.abs())
    }
}

/// `+1.25`: squares; `wins in 5 plies`, `loses in 2 plies`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
        if let Some(n) = self.wins_in() {
            return write!(f, "wins in {}", plies(n));
        }
        if let Some(n) = self.loses_in() {
            return write!(f, "loses in {}", plies(n));
        }
        match self.estimate() {
            Some(0) => write!(f, "0.00"),
            Some(worth) => write!(f, "{:+.2}", f64::from(worth) / 100.0),
            None if self.0 > 0 => write!(f, "more than a draw"),
            None => write!(f, "less than a draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_apart() {
        let cases = [
            (Value(WIN - 5), "wins in 5 plies"),
            (Value(1 - WIN), "loses in 1 ply"),
            (Value(125), "+1.25"),
            (Value(-50), "-0.50"),
            (Value::DRAW, "0.00"),
            (Value(MOST + 1), "more than a draw"),
        ];
        for (value, text) in cases {
            assert_eq!(value.to_string(), text);
        }
        assert_eq!(Value(WIN - 3).of_opponent().loses_in(), Some(3));
    }
}
