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
//!   stood there, on average over all squares (see `mobility.rs`),
//! - plus what he has of **promotion**: on a square, a part of what he gains that falls with the moves
//!   that it takes; on average a tenth of the best gain (see `promotion.rs`),
//! - plus, on a square, a bit ([`PLACE`]) of how much more he reaches from there than on average.
//!
//! Royal men cannot be traded: they are worth nothing where they stand, and to take one is worth
//! a whole army ([`Values::kind`]), also where the rules let that happen. So are men whose
//! last one loses the game by an end. Where an end lets him win who has none left, all men are
//! worth so much less than nothing.
//!
//! To the men come the **terms** that the ends speak of (see `ends.rs`): counters on their way to a bound,
//! few men left, men on their way to a place, numbers that the point is shared by, and a count
//! that runs to a draw. What an end asks besides is listed as not weighed, never left out in
//! silence. Safety of royal men is no term of its own: as far as it follows from who attacks which
//! squares around them it was tried, and won nothing (`docs/strength.md`).

mod ends;
mod mobility;
mod promotion;
pub mod report;
mod rows;
mod sample;
mod sight;

use std::fmt;
use std::sync::Arc;

use chator_interpreter::{
    CellId, Game, Holder, KindId, Piece, PlayerId, Position, Search, Square, SquareSet,
};
use chator_rules::Number;

use self::ends::{COUNTS, Ends, Term};
use self::report::{Report, Role, TermReport, Unweighed};
pub use self::rows::PLACE;
use self::rows::Row;
use self::sample::Samples;
use self::sight::{Reader, Seen, Shape};

/// Hundredths of a square that a man can reach.
pub type Worth = i32;

/// Tries of a man on a square, for all types, players, squares and boards together.
const TRIES: usize = 22_000;
/// Boards at least and at most.
const BOARDS: (usize, usize) = (8, 64);

/// What is worth how much in a game. Cheap to clone.
#[derive(Clone)]
pub struct Values(Arc<Tables>);

struct Tables {
    shape: Shape,
    /// By player, kind and square.
    men: Vec<Worth>,
    /// By player and kind.
    means: Vec<Worth>,
    /// By player and kind: a man in a stock.
    stocked: Vec<Worth>,
    /// By kind: cannot be traded.
    royal: Vec<bool>,
    /// How many sets of men the terms count.
    sets: usize,
    /// By owner (the last for nobody), kind and square: in which sets, as which player sees them, a
    /// man is; a bit each.
    members: Vec<u64>,
    terms: Vec<Term>,
    report: Report,
}

/// What an evaluation looks at.
pub trait Look {
    /// Shows each man on the board.
    fn men(&self, f: impl FnMut(Square, Piece));

    /// Adds to what each player has the worth of his men on the board.
    fn add_men(&self, values: &Values, worth: &mut [Worth]) {
        self.men(|square, man| {
            if let Some(sum) = worth.get_mut(usize::from(man.player.0)) {
                *sum += values.man(man.player, man.kind, square);
            }
        });
    }

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

    fn add_men(&self, values: &Values, worth: &mut [Worth]) {
        self.add_up(&values.0.men, worth);
    }

    fn stocks(&self, f: impl FnMut(PlayerId, KindId, u32)) {
        self.stocks(f);
    }

    fn cell(&self, cell: CellId, holder: Holder) -> i32 {
        self.cell(cell, holder)
    }
}

/// A count to reckon with; none is near the bounds of either type.
fn float(count: usize) -> f64 {
    f64::from(count as u32)
}

/// Squares in hundredths.
fn worth(squares: f64) -> Worth {
    (squares * 100.0).round() as Worth
}

impl Values {
    /// Works them out; the same every time.
    pub fn of(game: &Game) -> Values {
        let squares = game.geometry().squares();
        let work = mobility::pairs(game).len().max(1) * squares;
        let samples = Samples::of(game, (TRIES / work).clamp(BOARDS.0, BOARDS.1));
        let mut rows = rows::rows(game, &samples);
        let found = {
            let ways = |man: Piece, square: Square| {
                let row = rows.iter().find(|row| row.piece == man);
                let ways = row.map(|row| &row.reach.ways[usize::from(square)]);
                ways.map_or_else(Vec::new, |ways: &SquareSet| ways.iter().collect())
            };
            let point = |number: &Number| point(game, &samples, &rows, number);
            ends::read(game, rows::strongest(&rows), &point, &ways)
        };
        for row in rows.iter_mut().filter(|row| row.role == Role::Plain) {
            let kind = usize::from(row.piece.kind.0);
            if let Some(rule) = &found.vital[kind] {
                row.role = Role::Vital(rule.clone());
            } else if let Some(rule) = &found.turned[kind] {
                row.role = Role::Turned(rule.clone());
            }
        }
        Values(Arc::new(Tables::new(game, &samples, &rows, found)))
    }

    /// A man on a square: with what he has of promotion there, and a little of how far he reaches
    /// from there. Men who are nobody's, and royal men, are worth nothing.
    #[inline]
    pub fn man(&self, player: PlayerId, kind: KindId, square: Square) -> Worth {
        let row = self.0.row(player, kind);
        self.0.men.get(row * self.0.shape.squares + usize::from(square)).copied().unwrap_or(0)
    }

    /// What taking a man is worth, wherever he stands: for the order of moves, and for exchanges.
    /// Of a royal man it is what his player's men are worth at the start, all together.
    #[inline]
    pub fn kind(&self, player: PlayerId, kind: KindId) -> Worth {
        self.0.means.get(self.0.row(player, kind)).copied().unwrap_or(0)
    }

    /// A man in hand: what he is worth on average where he may be dropped. Nothing, if nothing
    /// drops him.
    #[inline]
    pub fn stocked(&self, player: PlayerId, kind: KindId) -> Worth {
        self.0.stocked.get(self.0.row(player, kind)).copied().unwrap_or(0)
    }

    /// Can men of the type not be traded, since they are royal or the game is lost with the last
    /// one? Their worth is not in [`Values::man`].
    pub fn is_royal(&self, kind: KindId) -> bool {
        self.0.royal[usize::from(kind.0)]
    }

    /// What each player has, everything added up. Only differences mean something.
    pub fn evaluate(&self, seen: &impl Look, worth: &mut [Worth]) {
        let tables = &*self.0;
        worth.fill(0);
        let mut counts = [0; COUNTS];
        let mut near = [0; COUNTS];
        let counts = &mut counts[..tables.sets * tables.shape.players];
        seen.add_men(self, worth);
        // Most evaluations add up men and nothing else.
        if !counts.is_empty() {
            seen.men(|square, man| tables.count(counts, square, man));
        }
        if tables.terms.iter().any(|term| matches!(term, Term::Near { .. })) {
            seen.men(|square, man| tables.approach(&mut near, square, man));
        }
        seen.stocks(|player, kind, count| {
            let count = Worth::try_from(count).unwrap_or(Worth::MAX);
            worth[usize::from(player.0)] += self.stocked(player, kind).saturating_mul(count);
        });
        let players = tables.shape.players;
        let seen = Seen { look: seen, counts, players };
        for term in &tables.terms {
            if let Term::Idle { when } = term {
                let idle = |player: &usize| seen.holds(when, *player);
                (0..players).filter(idle).for_each(|player| worth[player] = 0);
            }
        }
        let mut nearest = near.chunks(players);
        for term in &tables.terms {
            let near = match term {
                Term::Near { .. } => nearest.next().unwrap_or(&[]),
                _ => &[],
            };
            ends::weigh(term, &seen, near, worth);
        }
        tables.terms.iter().for_each(|term| ends::damp(term, &seen, worth));
    }

    /// Where all this comes from.
    pub fn report(&self) -> &Report {
        &self.0.report
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Values").field(&self.0.report).finish()
    }
}

/// What a point is worth of a number that the game is shared by: in the games that the boards
/// come from, the worth of the men that were lost for each point that was gained. Where nothing
/// tells, it is a square.
fn point(game: &Game, samples: &Samples, rows: &[Row], number: &Number) -> Worth {
    let mut reader = Reader { game, sets: Vec::new() };
    let Some(number) = reader.number(number) else { return 0 };
    let shape = Shape::of(game);
    let both = |position: &Position| {
        let men = position.pieces().map(|(_, man)| {
            rows.iter().find(|row| row.piece == man).map_or(0.0, |row| row.mean() * 100.0)
        });
        let men: f64 = men.sum();
        let counts = ends::count(position, &reader.sets, shape);
        let seen = Seen { look: position, counts: &counts, players: shape.players };
        let points = (0..shape.players).map(|own| f64::from(seen.number(&number, own)));
        (men, points.sum::<f64>())
    };
    let (men, points) = both(&game.start());
    let (mut lost, mut gained) = (0.0, 0.0);
    for position in &samples.positions {
        let now = both(position);
        (lost, gained) = (lost + men - now.0, gained + now.1 - points);
    }
    if lost > 0.0 && gained > 0.0 { (lost / gained).round() as Worth } else { 100 }
}

impl Tables {
    fn new(game: &Game, samples: &Samples, rows: &[Row], found: Ends) -> Tables {
        let rules = game.rules();
        let shape = Shape::of(game);
        let (kinds, players, squares) = (shape.kinds, shape.players, shape.squares);
        let mut tables = Tables {
            shape,
            men: vec![0; players * kinds * squares],
            means: vec![0; players * kinds],
            stocked: vec![0; players * kinds],
            royal: rules.kinds.values().map(|kind| kind.royal).collect(),
            sets: found.sets.len(),
            members: sight::members(&found.sets, shape),
            terms: found.terms.iter().map(|sourced| sourced.term.clone()).collect(),
            report: Report {
                boards: samples.boards.len(),
                empty: samples.empty,
                hostile: samples.hostile.clone(),
                men: Vec::new(),
                terms: Vec::new(),
                unweighed: Vec::new(),
            },
        };
        for row in rows {
            let place = tables.row(row.piece.player, row.piece.kind);
            let sign = match row.role {
                Role::Royal | Role::Vital(_) => {
                    tables.royal[usize::from(row.piece.kind.0)] = true;
                    continue;
                }
                Role::Turned(_) => -1.0,
                Role::Plain => 1.0,
            };
            tables.means[place] = worth(sign * row.mean());
            tables.stocked[place] = worth(sign * row.dropped(samples));
            for square in 0..squares {
                tables.men[place * squares + square] = worth(sign * row.on(square));
            }
        }
        let army = sample::army(game);
        let plain = tables.means.clone();
        for row in rows.iter().filter(|row| tables.royal[usize::from(row.piece.kind.0)]) {
            let men = army.iter().filter(|man| man.player == row.piece.player);
            let all = men.map(|man| plain[tables.row(man.player, man.kind)].abs()).sum();
            let place = tables.row(row.piece.player, row.piece.kind);
            tables.means[place] = all;
        }
        let men = rows.iter().map(|row| {
            let place = tables.row(row.piece.player, row.piece.kind);
            row.report(game, tables.means[place], tables.stocked[place])
        });
        tables.report.men = men.collect();
        let terms = found.terms.into_iter().map(|term| TermReport {
            rule: term.rule,
            what: term.what.to_owned(),
            formula: term.formula,
            weight: term.weight,
        });
        tables.report.terms = terms.collect();
        let left = found.unweighed.into_iter();
        let left = left.map(|(rule, why)| Unweighed { rule, why: why.to_owned() });
        tables.report.unweighed = left.collect();
        tables
    }

    #[inline]
    fn row(&self, player: PlayerId, kind: KindId) -> usize {
        usize::from(player.0) * self.shape.kinds + usize::from(kind.0)
    }

    /// Counts a man in the sets that he is in.
    fn count(&self, counts: &mut [i32], square: Square, man: Piece) {
        let owner = usize::from(man.player.0).min(self.shape.players);
        let row = owner * self.shape.kinds + usize::from(man.kind.0);
        let mut members = self.members[row * self.shape.squares + usize::from(square)];
        while members != 0 {
            counts[members.trailing_zeros() as usize] += 1;
            members &= members - 1;
        }
    }

    /// Keeps the best that a man has by his way to each place.
    fn approach(&self, near: &mut [Worth; COUNTS], square: Square, man: Piece) {
        let places = self.terms.iter().filter_map(|term| match term {
            Term::Near { peak, .. } => Some(peak),
            _ => None,
        });
        for (peak, best) in places.zip(near.chunks_mut(self.shape.players)) {
            for (viewer, best) in best.iter_mut().enumerate() {
                *best = (*best).max(peak[self.shape.place(viewer, man, square)]);
            }
        }
    }
}
