//! How a game ended, and by which rule.

use std::fmt;

use chator_rules::{Citation, End, EndResult, PlayerId};

use crate::eval::View;
use crate::game::Game;

/// How a game ended. Small; shows as `White wins by ends.checkmate` or `draw by ends.stalemate`.
#[derive(Clone)]
pub struct Outcome {
    pub(crate) game: Game,
    pub(crate) end: u16,
    pub(crate) mover: PlayerId,
    /// By player: what the point is shared by, if it is shared so.
    pub(crate) points: Vec<u32>,
}

/// A share of the one point that a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// So many parts
    pub points: u32,
    /// of so many; never 0.
    pub of: u32,
}

impl Score {
    /// The share as a number from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.points) / f64::from(self.of)
    }
}

impl Outcome {
    fn rule(&self) -> &End {
        &self.game.rules().ends[self.end as usize]
    }

    /// The player who has everything, if there is one.
    pub fn winner(&self) -> Option<PlayerId> {
        let players = self.game.rules().players.len() as u8;
        (0..players).map(PlayerId).find(|&p| {
            let score = self.score(p);
            score.points == score.of
        })
    }

    /// What a player gets. The scores of all players add up to 1.
    pub fn score(&self, player: PlayerId) -> Score {
        let players = self.game.rules().players.len() as u32;
        let others = players.saturating_sub(1).max(1);
        let mine = player == self.mover;
        match self.rule().result {
            EndResult::Share(_) => {
                let all: u32 = self.points.iter().fold(0, |sum, &p| sum.saturating_add(p));
                match self.points.get(usize::from(player.0)) {
                    Some(&points) if all > 0 => Score { points, of: all },
                    _ => Score { points: 1, of: players.max(1) },
                }
            }
            EndResult::Win => Score { points: mine.into(), of: 1 },
            EndResult::Lose if mine => Score { points: 0, of: 1 },
            EndResult::Lose => Score { points: 1, of: others },
            EndResult::Draw => Score { points: 1, of: players.max(1) },
            EndResult::Score(points, of) if mine => Score { points, of: of.max(1) },
            EndResult::Score(points, of) => {
                Score { points: of.saturating_sub(points), of: of.saturating_mul(others).max(1) }
            }
        }
    }

    /// The address of the rule that ended it.
    pub fn by(&self) -> &str {
        &self.rule().name
    }

    /// Where that rule comes from.
    pub fn sources(&self) -> &[Citation] {
        &self.rule().sources
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Outcome) -> bool {
        self.by() == other.by()
            && self.mover == other.mover
            && self.points == other.points
            && self.rule() == other.rule()
    }
}

impl Eq for Outcome {}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner(), &self.rule().result) {
            (Some(player), _) => write!(f, "{} wins", self.game.player_name(player))?,
            (None, EndResult::Draw) => write!(f, "draw")?,
            (None, EndResult::Share(_)) => {
                for (player, name) in self.game.rules().players.keys().enumerate() {
                    let Score { points, of } = self.score(PlayerId(player as u8));
                    let gap = if player == 0 { "" } else { ", " };
                    write!(f, "{gap}{name} {points}/{of}")?;
                }
            }
            (None, _) => {
                let Score { points, of } = self.score(self.mover);
                write!(f, "{} scores {points}/{of}", self.game.player_name(self.mover))?;
            }
        }
        write!(f, " by {}", self.by())
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The first end that holds, seen by the player who moved last. Without a move the ends that
/// look at one are left out.
pub(crate) fn decide(view: &View<'_>, moved: bool) -> Option<u16> {
    let game = view.game;
    let ends = game.rules.ends.iter().zip(&game.ends_about_move).enumerate();
    let (id, _) = ends
        .filter(|(_, (_, about_move))| moved || !**about_move)
        .find(|(_, (end, _))| view.holds(&end.when))?;
    Some(id as u16)
}
