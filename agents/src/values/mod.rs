//! What men, and what the ends speak of, are worth: worked out from the rules alone.
//!
//! Everything is in one unit, hundredths of a square that a man can reach ([`Worth`]), so that
//! terms can be added. Nothing is learned from results: values that a regression took from
//! random games lost every match against these. [`Values::report`] tells where each number comes
//! from, and `chator values GAME` prints it.
//!
//! A man is worth
//!
//! - his **mobility**: on boards on which a third of the squares is held, half of the squares
//!   that he could go to if they were empty and half of those that he could take on if an enemy
//!   stood there, on average over all squares (see [`mobility`]),
//! - plus what he has of **promotion**: on a square, a part of what he gains that falls with the moves
//!   that it takes; on average a tenth of the best gain (see [`promotion`]),
//! - plus, on a square, [`PLACE`] of how much more he reaches from there than on average.
//!
//! Royal men cannot be traded: they are worth nothing where they stand, and to take one is worth
//! a whole army ([`Values::kind`]), also where the rules let that happen.

mod mobility;
mod promotion;
mod sample;

use std::sync::Arc;

use chator_interpreter::{CellId, Game, Holder, KindId, Piece, PlayerId, Position, Search, Square};

use self::mobility::Reach;
use self::promotion::Promotion;
use self::sample::Samples;

/// Hundredths of a square that a man can reach.
pub type Worth = i32;

/// The part of a square's difference in mobility that counts.
pub const PLACE: f64 = 0.15;
/// Tries of a man on a square, for all types, players, squares and boards together.
const TRIES: usize = 30_000;
/// Boards at least and at most.
const BOARDS: (usize, usize) = (8, 64);

/// What is worth how much in a game. Cheap to clone.
#[derive(Clone)]
pub struct Values(Arc<Tables>);

struct Tables {
    kinds: usize,
    squares: usize,
    /// By player, kind and square.
    men: Vec<Worth>,
    /// By player and kind.
    means: Vec<Worth>,
    /// By player and kind: a man in a stock.
    stocked: Vec<Worth>,
    /// By kind.
    royal: Vec<bool>,
}

/// What an evaluation looks at.
pub trait Look {
    /// Shows each man on the board.
    fn men(&self, f: impl FnMut(Square, Piece));
    /// Shows how many men of each type a player has off the board, where there are any.
    fn stocks(&self, f: impl FnMut(PlayerId, KindId, u32));
    /// One value of a cell.
    fn cell(&self, cell: CellId, holder: Holder) -> i32;
}

impl Look for Position {
    fn men(&self, mut f: impl FnMut(Square, Piece)) {
        self.pieces().for_each(|(square, piece)| f(square, piece));
    }

    fn stocks(&self, mut f: impl FnMut(PlayerId, KindId, u32)) {
        self.stocked().for_each(|(player, kind, count)| f(player, kind, count));
    }

    fn cell(&self, cell: CellId, holder: Holder) -> i32 {
        self.cell_value_at(cell, holder)
    }
}

impl Look for Search<'_> {
    fn men(&self, f: impl FnMut(Square, Piece)) {
        self.men(f);
    }

    fn stocks(&self, f: impl FnMut(PlayerId, KindId, u32)) {
        self.stocks(f);
    }

    fn cell(&self, cell: CellId, holder: Holder) -> i32 {
        self.cell(cell, holder)
    }
}

/// What one player's men of a type are worth, in squares.
struct Row {
    piece: Piece,
    reach: Reach,
    promotion: Option<Promotion>,
}

impl Row {
    /// On average.
    fn mean(&self) -> f64 {
        let best = self.promotion.as_ref().map_or(0.0, |promotion| promotion.best);
        self.reach.mobility() + promotion::MEAN * best
    }

    /// On a square.
    fn on(&self, square: usize) -> f64 {
        let mobility = self.reach.mobility();
        let promotion = self.promotion.as_ref().map_or(0.0, |promotion| promotion.from[square]);
        mobility + promotion + self.place(square)
    }

    /// What the square adds, or takes away.
    fn place(&self, square: usize) -> f64 {
        if self.reach.domain[square] {
            PLACE * (self.reach.from[square] - self.reach.mobility())
        } else {
            0.0
        }
    }
}

/// Squares in hundredths.
fn worth(squares: f64) -> Worth {
    (squares * 100.0).round() as Worth
}

impl Values {
    /// Works them out; the same every time.
    pub fn of(game: &Game) -> Values {
        let rules = game.rules();
        let kinds = rules.kinds.len();
        let squares = game.geometry().squares();
        let players = rules.players.len();
        let work = mobility::pairs(game).len().max(1) * squares;
        let samples = Samples::of(game, (TRIES / work).clamp(BOARDS.0, BOARDS.1));
        let rows = rows(game, &samples);
        let mut tables = Tables {
            kinds,
            squares,
            men: vec![0; players * kinds * squares],
            means: vec![0; players * kinds],
            stocked: vec![0; players * kinds],
            royal: rules.kinds.values().map(|kind| kind.royal).collect(),
        };
        for row in &rows {
            let place = tables.place(row.piece);
            if !tables.royal[usize::from(row.piece.kind.0)] {
                tables.means[place] = worth(row.mean());
                for square in 0..squares {
                    tables.men[place * squares + square] = worth(row.on(square));
                }
            }
        }
        for row in &rows {
            let place = tables.place(row.piece);
            if !tables.royal[usize::from(row.piece.kind.0)] {
                tables.stocked[place] = dropped(&samples, row);
            }
        }
        let army = sample::army(game);
        for row in rows.iter().filter(|row| tables.royal[usize::from(row.piece.kind.0)]) {
            let men = army.iter().filter(|man| man.player == row.piece.player);
            let all = men.map(|man| tables.means[tables.place(*man)]).sum();
            let place = tables.place(row.piece);
            tables.means[place] = all;
        }
        Values(Arc::new(tables))
    }

    /// A man on a square: with what he has of promotion there, and a little of how far he reaches
    /// from there. Men who are nobody's, and royal men, are worth nothing.
    #[inline]
    pub fn man(&self, player: PlayerId, kind: KindId, square: Square) -> Worth {
        let tables = &*self.0;
        let row = usize::from(player.0) * tables.kinds + usize::from(kind.0);
        tables.men.get(row * tables.squares + usize::from(square)).copied().unwrap_or(0)
    }

    /// What taking a man is worth, wherever he stands: for the order of moves, and for exchanges.
    /// Of a royal man it is what his player's men are worth at the start, all together.
    #[inline]
    pub fn kind(&self, player: PlayerId, kind: KindId) -> Worth {
        let row = usize::from(player.0) * self.0.kinds + usize::from(kind.0);
        self.0.means.get(row).copied().unwrap_or(0)
    }

    /// A man in hand: what he is worth on average where he may be dropped. Nothing, if nothing
    /// drops him.
    #[inline]
    pub fn stocked(&self, player: PlayerId, kind: KindId) -> Worth {
        let row = usize::from(player.0) * self.0.kinds + usize::from(kind.0);
        self.0.stocked.get(row).copied().unwrap_or(0)
    }

    /// Are men of the type royal? Their worth is not in [`Values::man`].
    pub fn is_royal(&self, kind: KindId) -> bool {
        self.0.royal[usize::from(kind.0)]
    }

    /// What each player has, everything added up.
    pub fn evaluate(&self, seen: &impl Look, worth: &mut [Worth]) {
        worth.fill(0);
        seen.men(|square, man| {
            if let Some(sum) = worth.get_mut(usize::from(man.player.0)) {
                *sum += self.man(man.player, man.kind, square);
            }
        });
        seen.stocks(|player, kind, count| {
            let count = Worth::try_from(count).unwrap_or(Worth::MAX);
            worth[usize::from(player.0)] += self.stocked(player, kind).saturating_mul(count);
        });
    }
}

/// Mobility, and what promotion adds to it.
fn rows(game: &Game, samples: &Samples) -> Vec<Row> {
    let reaches = mobility::reaches(game, samples);
    let mut boards = promotion::sparse(game, samples);
    let promotions: Vec<Option<Promotion>> = reaches
        .iter()
        .map(|(piece, _)| {
            let of = |kind| mobility::of(&reaches, piece.player, kind).map_or(0.0, Reach::mobility);
            promotion::promotion(game, &mut boards, *piece, &of)
        })
        .collect();
    let rows = reaches.into_iter().zip(promotions);
    rows.map(|((piece, reach), promotion)| Row { piece, reach, promotion }).collect()
}

impl Tables {
    fn place(&self, piece: Piece) -> usize {
        usize::from(piece.player.0) * self.kinds + usize::from(piece.kind.0)
    }
}

/// What a man is worth on average on the squares where he may be dropped; not so near to promotion
/// as these may be, since he gives up his freedom to go elsewhere.
fn dropped(samples: &Samples, row: &Row) -> Worth {
    let (mut sum, mut count) = (0.0, 0.0);
    for sample in samples.boards.iter().take(mobility::DROP_BOARDS) {
        sample.board.drop_squares(row.piece.player, row.piece.kind, |square| {
            sum += row.mean() + row.place(square.into());
            count += 1.0;
        });
    }
    if count > 0.0 { worth(sum / count) } else { 0 }
}
