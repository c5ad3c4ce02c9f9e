//! What the men on a board are worth, for positions that are not played to their end.
//!
//! Nothing is known of any piece but what the game shows: a man is worth the number of squares
//! he can move to, on average over positions of random play. That is free, the same on every
//! machine, and far better than taking all men for equal.

use chator_interpreter::{Game, Move, PlayerId, Position};

use crate::chance::Chance;

/// Random games that the values are taken from.
const GAMES: usize = 16;
/// Plies of each.
const PLIES: usize = 60;
/// Only every so many plies is a position looked at: neighbours are alike.
const STRIDE: usize = 3;
/// How a difference in material becomes a difference in value: the shares of all players are
/// raised to this power. With 6, a lead of a tenth of one's men is worth about 0.65.
const POWER: i32 = 6;
/// Worth of a side that has nothing, so that the shares stay apart from 0 and 1.
const FLOOR: f64 = 1.0;

/// What each piece type is worth.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    by_kind: Vec<f64>,
    /// Men are taken in this game, so counting them says something.
    tell: bool,
    /// What all men of the start are worth together.
    whole: f64,
}

impl Values {
    /// Takes the values from the game.
    pub(crate) fn of(game: &Game) -> Values {
        let kinds = game.rules().kinds.len();
        let mut targets = vec![0_u32; kinds];
        let mut men = vec![0_u32; kinds];
        let mut chance = Chance::new(0);
        let mut fights = 0;
        for _ in 0..GAMES {
            let mut position = game.start();
            for ply in 0..PLIES {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if ply % STRIDE == 0 && !position.in_check() {
                    let mut ways: Vec<(Option<u16>, u16)> =
                        moves.iter().map(|mv| (mv.origin(), mv.target())).collect();
                    ways.sort_unstable();
                    ways.dedup();
                    let mine = position.to_move();
                    for (square, piece) in position.pieces().filter(|p| p.1.player == mine) {
                        let kind = usize::from(piece.kind.0);
                        men[kind] += 1;
                        targets[kind] += ways.iter().filter(|w| w.0 == Some(square)).count() as u32;
                    }
                }
                position.play(moves[chance.below(moves.len())]);
            }
            fights += usize::from(position.pieces().count() < game.start().pieces().count());
        }
        let mut values = Values::from_counts(&targets, &men, fights * 2 > GAMES);
        let start = game.start();
        values.whole = start.pieces().map(|(_, man)| values.of_kind(man.kind.0.into())).sum();
        values
    }

    fn from_counts(targets: &[u32], men: &[u32], tell: bool) -> Values {
        let all: u32 = men.iter().sum();
        let mean = f64::from(targets.iter().sum::<u32>()) / f64::from(all.max(1));
        let by_kind = targets.iter().zip(men).map(|(&targets, &men)| {
            // A type that was hardly seen is taken for an average one.
            if men < 8 { mean } else { f64::from(targets) / f64::from(men) }
        });
        // Even a man who cannot move stands in somebody's way.
        Values { by_kind: by_kind.map(|value| value + 0.25).collect(), tell, whole: 0.0 }
    }

    /// Does counting men say anything about who is ahead?
    pub(crate) fn tell(&self) -> bool {
        self.tell
    }

    /// What a man of that type is worth.
    pub(crate) fn of_kind(&self, kind: usize) -> f64 {
        self.by_kind[kind]
    }

    /// What a move takes on the square where it lands; 0 if nothing.
    pub(crate) fn gain(&self, position: &Position, mv: Move) -> f64 {
        match position.piece_at(mv.target()) {
            Some(man) if man.player != position.to_move() && man.player != PlayerId::NOBODY => {
                self.of_kind(man.kind.0.into())
            }
            _ => 0.0,
        }
    }

    /// Each player's share of the point by the material, from 0 to 1; together they make 1. Where
    /// the game shares the point by a number, that number counts the more the fewer men are left.
    pub(crate) fn shares(&self, position: &Position, shares: &mut [f64]) {
        shares.fill(FLOOR);
        let mut left = 0.0;
        for (_, piece) in position.pieces().filter(|(_, p)| p.player != PlayerId::NOBODY) {
            let worth = self.by_kind[usize::from(piece.kind.0)];
            shares[usize::from(piece.player.0)] += worth;
            left += worth;
        }
        for (player, kind, count) in position.stocked() {
            shares[usize::from(player.0)] += self.by_kind[usize::from(kind.0)] * f64::from(count);
        }
        let most = shares.iter().copied().fold(FLOOR, f64::max);
        for share in &mut *shares {
            *share = power(*share / most);
        }
        let sum: f64 = shares.iter().sum();
        for share in &mut *shares {
            *share /= sum;
        }
        let Some(points) = position.standing() else { return };
        let all: f64 = points.iter().copied().map(f64::from).sum();
        if all > 0.0 {
            let weight = (left / self.whole.max(FLOOR)).clamp(0.0, 1.0);
            for (share, points) in shares.iter_mut().zip(points) {
                *share = weight * *share + (1.0 - weight) * f64::from(points) / all;
            }
        }
    }
}

/// `x` to the power [`POWER`], by multiplication alone.
fn power(x: f64) -> f64 {
    (0..POWER).fold(1.0, |product, _| product * x)
}
