//! Positions to look at: those of random games, and thinner ones made of them.
//!
//! Men, their state and that of their players are only ever taken from positions that came up
//! in play, so a constructed position holds nothing that the rules could not bring about. Only
//! men whom both rule sets know are used.

use chator_agents::chance::{Chance, derived_seed};
use chator_interpreter::{Game, Holder, Piece, PlayerId, Setup, Square};
use chator_rules::visit::Part;
use chator_rules::{CellId, CellType, Cond, Life, Number, Per, Rules};

use crate::diff::{Base, Diff};

use super::hint::Hint;

/// Plies of such a game at most.
const PLIES: u32 = 240;

/// Positions of random games, and those of hints.
#[derive(Default)]
pub(crate) struct Pool {
    setups: Vec<Setup>,
    hints: Vec<Setup>,
    /// Numbers of the whole game, and values at which some rule looks.
    limits: Vec<(CellId, i32)>,
}

impl Pool {
    /// Plays so many random games of each.
    pub(crate) fn fill(
        diff: &Diff,
        games: &[Game; 2],
        hints: &[Hint],
        each: u64,
        seed: u64,
    ) -> Pool {
        let mut setups = Vec::new();
        let hints = hints.iter().flat_map(|hint| {
            let other = if hint.of == Base::Left { Base::Right } else { Base::Left };
            let known = move |setup| common(diff, other, setup);
            hint.positions(games).into_iter().filter_map(known)
        });
        let hints = hints.collect();
        let limits = games.iter().flat_map(|game| limits(game.rules())).collect();
        for (side, game) in games.iter().enumerate() {
            let other = if side == 0 { Base::Right } else { Base::Left };
            for number in 0..each {
                let mut chance = Chance::new(derived_seed(seed, number * 2 + side as u64));
                let mut position = game.start();
                for _ in 0..PLIES {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[chance.below(moves.len())]);
                    if chance.below(4) == 0 {
                        setups.extend(common(diff, other, position.setup()));
                    }
                }
            }
        }
        Pool { setups, hints, limits }
    }

    /// A position with few men: some of one position of play, some of another.
    pub(crate) fn construct(&self, chance: &mut Chance) -> Option<Setup> {
        if !self.hints.is_empty() && chance.below(6) == 0 {
            return Some(self.hints[chance.below(self.hints.len())].clone());
        }
        if self.setups.is_empty() {
            return None;
        }
        let mut setup = self.setups[chance.below(self.setups.len())].clone();
        let other = &self.setups[chance.below(self.setups.len())];
        let players = setup.game().rules().players.len();
        let strong = chance.below(players + 1);
        for player in 0..players {
            let keep = match (strong, chance.below(6)) {
                (strong, _) if strong == player => 3 + chance.below(5),
                (_, 0) => 0,
                _ => chance.below(5),
            };
            thin(&mut setup, PlayerId(player as u8), keep, chance);
        }
        if chance.below(2) == 0 {
            mix(&mut setup, other, chance);
        }
        forget(&mut setup, chance);
        if !self.limits.is_empty() && chance.below(4) == 0 {
            let (cell, value) = self.limits[chance.below(self.limits.len())];
            setup.set(cell, Holder::Game, value);
        }
        setup.set_to_move(PlayerId(chance.below(players) as u8));
        Some(setup)
    }
}

/// The numbers of the whole game that rules compare with something fixed, just below it and
/// at it.
fn limits(rules: &Rules) -> Vec<(CellId, i32)> {
    let mut found = Vec::new();
    chator_rules::visit::rules(rules, &mut |part| {
        if let Part::Cond(Cond::Compare(_, Number::Cell(cell, _), Number::Const(limit))) = part
            && let Some((_, declared)) = rules.cells.get_index(cell.0.into())
            && let (Per::Game, CellType::Number { low, high }) = (&declared.per, declared.ty)
        {
            let values = [limit - 1, *limit].into_iter().filter(|v| (low..=high).contains(v));
            found.extend(values.map(|value| (*cell, value)));
        }
    });
    found
}

/// The part of a position that both rule sets know: without men whom only one has, and without
/// state that the `other` alone would have kept up. None if a royal man would be missing.
fn common(diff: &Diff, other: Base, mut setup: Setup) -> Option<Setup> {
    let strangers: Vec<(Square, Piece)> =
        setup.pieces().filter(|(_, piece)| !diff.both_have(piece.player, piece.kind)).collect();
    for (square, piece) in strangers {
        if setup.game().rules().kinds[usize::from(piece.kind.0)].royal {
            return None;
        }
        setup.place(square, None);
    }
    for cell in diff.lone_cells(other) {
        reset(&mut setup, cell);
    }
    Some(setup)
}

/// Brings a cell back to its start value.
fn reset(setup: &mut Setup, cell: CellId) {
    let start = setup.game().rules().cells[usize::from(cell.0)].start;
    for holder in setup.holders(cell) {
        setup.set(cell, holder, start);
    }
}

/// The men who are not royal.
fn commoners(setup: &Setup, player: Option<PlayerId>) -> Vec<(Square, Piece)> {
    let kinds = &setup.game().rules().kinds;
    let common = |piece: &Piece| !kinds[usize::from(piece.kind.0)].royal;
    let of = |piece: &Piece| player.is_none_or(|player| piece.player == player);
    setup.pieces().filter(|(_, piece)| common(piece) && of(piece)).collect()
}

/// Takes men away until so many are left.
fn thin(setup: &mut Setup, player: PlayerId, keep: usize, chance: &mut Chance) {
    let mut men = commoners(setup, Some(player));
    chance.shuffle(&mut men);
    for (square, _) in men.into_iter().skip(keep) {
        setup.place(square, None);
    }
}

/// Puts some men of another position where nobody stands, with all their state.
fn mix(setup: &mut Setup, other: &Setup, chance: &mut Chance) {
    let mut men = commoners(other, None);
    chance.shuffle(&mut men);
    for (square, piece) in men.into_iter().take(chance.below(4)) {
        if setup.piece_at(square).is_none() {
            setup.place(square, Some(piece));
            for cell in cells(setup, |per, _| matches!(per, Per::Man(_))) {
                let holder = Holder::Square(square);
                setup.set(cell, holder, other.value(cell, holder));
            }
        }
    }
}

/// Clears what only the last move could have left, and mostly what is merely remembered.
fn forget(setup: &mut Setup, chance: &mut Chance) {
    let memory = chance.below(8) != 0;
    let gone = |_: &Per, life: Life| life == Life::Mark || (memory && life == Life::Memory);
    for cell in cells(setup, gone) {
        reset(setup, cell);
    }
}

/// The cells of a certain kind.
fn cells(setup: &Setup, which: impl Fn(&Per, Life) -> bool) -> Vec<CellId> {
    let cells = setup.game().rules().cells.values().enumerate();
    cells.filter(|(_, c)| which(&c.per, c.life)).map(|(n, _)| CellId(n as u16)).collect()
}
