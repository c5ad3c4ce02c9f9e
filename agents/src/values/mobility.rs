//! How far men reach on a crowded board.

use chator_interpreter::{Game, KindId, Piece, PlayerId, Square, SquareSet};
use chator_rules::Effect;

use super::sample::{Samples, man_cells, put, values_at};

/// Boards on which the squares for drops are looked for.
pub(super) const DROP_BOARDS: usize = 4;
/// How far figures that only chance tells apart may be from their mean.
const LEVEL: f64 = 0.1;

/// What men of one type and owner reach, in squares.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reach {
    /// Squares he can go to quietly, on average, if they are empty.
    pub(super) quiet: f64,
    /// Squares he can take on, on average, if an enemy stands there.
    pub(super) taking: f64,
    /// By square: half of each from there.
    pub(super) from: Vec<f64>,
    /// By square: can he ever stand there? The averages are over these.
    pub(super) domain: Vec<bool>,
}

impl Reach {
    /// Half of each.
    pub(super) fn mobility(&self) -> f64 {
        f64::midpoint(self.quiet, self.taking)
    }
}

/// Who can be had: each player with each of his types, nobody's left out.
pub(super) fn pairs(game: &Game) -> Vec<Piece> {
    let kinds = game.rules().kinds.values().enumerate().filter(|(_, kind)| !kind.neutral);
    let pairs = kinds.flat_map(|(id, kind)| {
        kind.players.iter().map(move |&player| Piece { player, kind: KindId(id as u16) })
    });
    let mut pairs: Vec<Piece> = pairs.collect();
    pairs.sort_by_key(|piece| (piece.player, piece.kind));
    pairs
}

/// Tries a man of each type on each square of each board.
///
/// `n` tries on a square found `q` squares in all to go to quietly and `t` to take on. A square
/// is empty with the chance `e` and holds an enemy with the chance `h`, so that
/// `(q / e / n + t / h / n) / 2` estimates how many squares he reaches, each counted as half
/// a quiet and half a taking move, without regard to how many men of whom stand around. On an
/// empty board that would be the usual count of moves; the men in between take away what they
/// block.
pub(super) fn reaches(game: &Game, samples: &Samples) -> Vec<(Piece, Reach)> {
    let pairs = pairs(game);
    let squares = game.geometry().squares();
    let cells: Vec<_> =
        (0..game.rules().kinds.len()).map(|kind| man_cells(game, KindId(kind as u16))).collect();
    // By pair and square: quiet and taking, and where to.
    let mut counts = vec![[0_u32; 2]; pairs.len() * squares];
    let mut targets = vec![SquareSet::new(squares); pairs.len() * squares];
    let mut seen = [vec![0_u32; squares], vec![0_u32; squares]];
    let mut stamp = 0;
    for (turn, sample) in samples.boards.iter().enumerate() {
        let mut board = sample.board.clone();
        for square in 0..squares as Square {
            let there = board.piece_at(square);
            let kept = there.map_or_else(Vec::new, |man| {
                values_at(&board, square, &cells[usize::from(man.kind.0)])
            });
            for (pair, &piece) in pairs.iter().enumerate() {
                put(&mut board, square, piece, sample.model(piece, square, turn));
                stamp += 1;
                let place = pair * squares + usize::from(square);
                let (count, targets) = (&mut counts[place], &mut targets[place]);
                board.ways(square, |way| {
                    let mark = &mut seen[usize::from(way.takes)][usize::from(way.to)];
                    if way.to != square && *mark != stamp {
                        *mark = stamp;
                        count[usize::from(way.takes)] += 1;
                        targets.insert(way.to);
                    }
                });
            }
            match there {
                Some(man) => put(&mut board, square, man, &kept),
                None => board.place(square, None),
            }
        }
    }
    let tries = samples.boards.len().max(1) as f64;
    let reach = |(pair, piece): (usize, &Piece)| {
        let counts = &counts[pair * squares..][..squares];
        let domain = domain(game, samples, *piece, &targets[pair * squares..][..squares]);
        let chances = [samples.empty, samples.hostile[usize::from(piece.player.0)]];
        let share = |count: u32, way: usize| {
            if chances[way] > 0.0 { f64::from(count) / tries / chances[way] } else { 0.0 }
        };
        let mean = |way: usize| {
            let within = counts.iter().zip(&domain).filter(|(_, within)| **within);
            let (sum, number) = within.fold((0, 0), |(sum, n), (c, _)| (sum + c[way], n + 1));
            share(sum, way) / f64::from(number.max(1))
        };
        let (quiet, taking) = (mean(0), mean(1));
        let from = counts.iter().map(|count| f64::midpoint(share(count[0], 0), share(count[1], 1)));
        (*piece, Reach { quiet, taking, from: from.collect(), domain })
    };
    let mut reaches: Vec<_> = pairs.iter().enumerate().map(reach).collect();
    level(&mut reaches);
    reaches
}

/// Where he can ever stand: wherever ways lead from where he begins or is dropped. A type
/// that others become, or that comes from nowhere, may stand anywhere.
fn domain(game: &Game, samples: &Samples, piece: Piece, targets: &[SquareSet]) -> Vec<bool> {
    let rules = game.rules();
    let made = rules.effects().any(|effect| {
        matches!(effect, Effect::Become(kinds) | Effect::Put(kinds, _) if kinds.contains(&piece.kind))
    });
    let mut domain = vec![false; targets.len()];
    let mut open: Vec<Square> = Vec::new();
    if !made {
        let men = rules.start.men.iter().filter(|man| (man.1, man.2) == (piece.player, piece.kind));
        open.extend(men.map(|man| man.0));
        let deals = rules.start.deals.iter().filter(|deal| deal.kinds.contains(&piece.kind));
        open.extend(deals.flat_map(|deal| &deal.squares[usize::from(piece.player.0)]));
        for sample in samples.boards.iter().take(DROP_BOARDS) {
            sample.board.drop_squares(piece.player, piece.kind, |square| open.push(square));
        }
    }
    if open.is_empty() {
        return vec![true; targets.len()];
    }
    while let Some(square) = open.pop() {
        if !std::mem::replace(&mut domain[usize::from(square)], true) {
            open.extend(targets[usize::from(square)].iter());
        }
    }
    domain
}

/// Players who share a type share its clauses, so that their figures differ by chance, and by who
/// happens to stand around: where all are within [`LEVEL`] of their mean they are set to it.
fn level(reaches: &mut [(Piece, Reach)]) {
    for at in 0..reaches.len() {
        let kind = reaches[at].0.kind;
        let alike: Vec<usize> =
            (0..reaches.len()).filter(|&other| reaches[other].0.kind == kind).collect();
        let mean = |of: &dyn Fn(&Reach) -> f64| {
            alike.iter().map(|&i| of(&reaches[i].1)).sum::<f64>() / alike.len() as f64
        };
        let (quiet, taking) = (mean(&|reach| reach.quiet), mean(&|reach| reach.taking));
        let near = |value: f64, mean: f64| (value - mean).abs() <= LEVEL * mean;
        if alike.iter().all(|&i| near(reaches[i].1.mobility(), f64::midpoint(quiet, taking))) {
            for i in alike {
                (reaches[i].1.quiet, reaches[i].1.taking) = (quiet, taking);
            }
        }
    }
}

/// What a player's men of a type reach.
pub(super) fn of<'r>(
    reaches: &'r [(Piece, Reach)],
    player: PlayerId,
    kind: KindId,
) -> Option<&'r Reach> {
    let found = reaches.iter().find(|(piece, _)| *piece == Piece { player, kind });
    found.map(|(_, reach)| reach)
}
