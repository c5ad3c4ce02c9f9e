//! What one player's men of a type are worth: mobility and promotion put together.

use chator_interpreter::{Game, Piece};

use super::mobility::{self, Reach};
use super::promotion::{self, Promotion};
use super::report::{ManReport, Role};
use super::sample::Samples;
use super::{Worth, float, worth};

/// The part of a square's difference in mobility that counts.
pub const PLACE: f64 = 0.15;

/// In squares.
pub(super) struct Row {
    pub(super) piece: Piece,
    pub(super) reach: Reach,
    pub(super) promotion: Option<Promotion>,
    pub(super) role: Role,
}

impl Row {
    /// On average.
    pub(super) fn mean(&self) -> f64 {
        let best = self.promotion.as_ref().map_or(0.0, |promotion| promotion.best);
        self.reach.mobility() + promotion::MEAN * best
    }

    /// On a square.
    pub(super) fn on(&self, square: usize) -> f64 {
        let promotion = self.promotion.as_ref().map_or(0.0, |promotion| promotion.from[square]);
        self.reach.mobility() + promotion + self.place(square)
    }

    /// What the square adds, or takes away.
    fn place(&self, square: usize) -> f64 {
        if self.reach.domain[square] {
            PLACE * (self.reach.from[square] - self.reach.mobility())
        } else {
            0.0
        }
    }

    /// What a man is worth on average on the squares where he may be dropped; not so near to
    /// promotion as these may be, since he gives up his freedom to go elsewhere. 0 if he
    /// cannot be dropped.
    pub(super) fn dropped(&self, samples: &Samples) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for sample in samples.boards.iter().take(mobility::DROP_BOARDS) {
            sample.board.drop_squares(self.piece.player, self.piece.kind, |square| {
                sum += self.mean() + self.place(square.into());
                count += 1.0;
            });
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }

    pub(super) fn report(&self, game: &Game, means: Worth, stocked: Worth) -> ManReport {
        let men = game.rules().start.men.iter();
        let own = men.filter(|man| (man.1, man.2) == (self.piece.player, self.piece.kind));
        let mut begin: Vec<usize> = own.map(|man| man.0.into()).collect();
        if begin.is_empty() {
            begin = (0..self.reach.from.len()).collect();
        }
        let promotion = self.promotion.as_ref();
        let moves =
            promotion.and_then(|p| begin.iter().filter_map(|&square| p.moves[square]).min());
        let at_start = promotion.map_or(0.0, |p| {
            begin.iter().map(|&square| p.from[square]).sum::<f64>() / float(begin.len())
        });
        ManReport {
            player: self.piece.player,
            kind: self.piece.kind,
            quiet: self.reach.quiet,
            taking: self.reach.taking,
            mobility: self.reach.mobility(),
            gain: promotion.map_or(0.0, |p| p.best),
            into: promotion.map(|p| p.into),
            moves,
            at_start,
            role: self.role.clone(),
            worth: means,
            stocked,
        }
    }
}

/// All of them.
pub(super) fn rows(game: &Game, samples: &Samples) -> Vec<Row> {
    let reaches = mobility::reaches(game, samples);
    let mut boards = promotion::sparse(game, samples);
    let mut promotions: Vec<Option<Promotion>> = reaches
        .iter()
        .map(|(piece, _)| {
            let of = |kind| mobility::of(&reaches, piece.player, kind).map_or(0.0, Reach::mobility);
            promotion::promotion(game, &mut boards, *piece, &of)
        })
        .collect();
    let kinds: Vec<_> = reaches.iter().map(|(piece, _)| piece.kind).collect();
    promotion::level(&kinds, &mut promotions);
    let rows = reaches.into_iter().zip(promotions);
    let row = |((piece, reach), promotion): ((Piece, Reach), Option<Promotion>)| {
        let royal = game.rules().kinds[usize::from(piece.kind.0)].royal;
        let role = if royal { Role::Royal } else { Role::Plain };
        Row { piece, reach, promotion, role }
    };
    rows.map(row).collect()
}

/// The worth of the strongest type that can be traded.
pub(super) fn strongest(rows: &[Row]) -> Worth {
    let plain = rows.iter().filter(|row| row.role == Role::Plain);
    plain.map(|row| worth(row.mean())).max().unwrap_or(100).max(1)
}
