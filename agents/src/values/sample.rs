//! The boards that men are tried on: positions of random play, brought to one density.
//!
//! The positions are real, so whatever a rule asks of flags, counters, stocks and the turn is
//! answered as often as in play. Of the men only so many stay that a third of the squares is
//! held, which is about the middle of a game; where there are fewer, men of the start are added.

use chator_interpreter::{CellId, Game, Holder, KindId, Piece, PlayerId, Position, Setup, Square};
use chator_rules::Per;

use crate::chance::Chance;

/// Plies of random play before the first position is taken.
const FIRST: u32 = 8;
/// Plies between two positions of one game.
const STRIDE: u32 = 6;
/// Plies after which a game is left.
const PLIES: u32 = 56;
/// Games at most, however soon they end.
const GAMES: usize = 24;
/// Positions at most; each is thinned out in several ways if more boards are wanted.
const POSITIONS: usize = 20;

/// A board, and how men stood in the position that it was made of.
pub(super) struct Sample {
    pub(super) board: Setup,
    /// The men of the position who have cells of their own, with their values.
    models: Vec<Model>,
}

struct Model {
    square: Square,
    piece: Piece,
    values: Vec<(CellId, i32)>,
}

/// All of them, and what the chances are to meet somebody.
pub(super) struct Samples {
    pub(super) boards: Vec<Sample>,
    /// The share of squares that are empty.
    pub(super) empty: f64,
    /// By player: the share of squares with a man hostile to him.
    pub(super) hostile: Vec<f64>,
    /// The positions as they were.
    pub(super) positions: Vec<Position>,
}

impl Samples {
    /// So many boards of the game, always the same.
    pub(super) fn of(game: &Game, wanted: usize) -> Samples {
        let mut chance = Chance::new(0);
        let positions = positions(game, wanted.min(POSITIONS), &mut chance);
        let again = positions.iter().cycle().take(wanted);
        let boards: Vec<Sample> = again.map(|p| Sample::of(p, &mut chance)).collect();
        let squares = game.geometry().squares() * boards.len();
        let share = |wanted: &dyn Fn(Piece) -> bool| {
            let men = boards.iter().flat_map(|sample| sample.board.pieces());
            men.filter(|(_, piece)| wanted(*piece)).count() as f64 / squares.max(1) as f64
        };
        let players = game.rules().players.len() as u8;
        let hostile = (0..players).map(|player| {
            share(&|piece| piece.player != PlayerId(player) && piece.player != PlayerId::NOBODY)
        });
        let hostile = hostile.collect();
        let empty = 1.0 - share(&|_| true);
        Samples { empty, hostile, boards, positions }
    }
}

/// Positions of random games, or the start if all games end before one is taken.
fn positions(game: &Game, wanted: usize, chance: &mut Chance) -> Vec<Position> {
    let mut found = Vec::new();
    let starts = game.arrangements();
    for _ in 0..GAMES {
        let number = if starts > 1 { chance.below(starts as usize) as u64 } else { 0 };
        let mut position = game.start_at(number).unwrap_or_else(|| game.start());
        for ply in 1..=PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _undo = position.make(moves[chance.below(moves.len())]);
            if ply >= FIRST && (ply - FIRST) % STRIDE == 0 {
                found.push(position.clone());
                if found.len() == wanted {
                    return found;
                }
            }
        }
    }
    if found.is_empty() {
        found.push(game.start());
    }
    found
}

/// The cells that each man of a type has.
pub(super) fn man_cells(game: &Game, kind: KindId) -> Vec<CellId> {
    let cells = game.rules().cells.values().enumerate();
    let has = |per: &Per| matches!(per, Per::Man(kinds) if kinds.contains(&kind));
    cells.filter(|(_, cell)| has(&cell.per)).map(|(id, _)| CellId(id as u16)).collect()
}

/// The values of a man's own cells.
pub(super) fn values_at(board: &Setup, square: Square, cells: &[CellId]) -> Vec<(CellId, i32)> {
    cells.iter().map(|&cell| (cell, board.value(cell, Holder::Square(square)))).collect()
}

/// Puts a man on a square, with his cells.
pub(super) fn put(board: &mut Setup, square: Square, piece: Piece, values: &[(CellId, i32)]) {
    board.place(square, Some(piece));
    values.iter().for_each(|&(cell, value)| board.set(cell, Holder::Square(square), value));
}

impl Sample {
    fn of(position: &Position, chance: &mut Chance) -> Sample {
        let game = position.game();
        let mut board = position.setup();
        let mut models = Vec::new();
        for (square, piece) in position.pieces() {
            let cells = man_cells(game, piece.kind);
            if !cells.is_empty() {
                models.push(Model { square, piece, values: values_at(&board, square, &cells) });
            }
        }
        let squares = game.geometry().squares();
        let wanted = (squares as f64 / 3.0).round() as usize;
        let royal = |kind: KindId| game.rules().kinds[usize::from(kind.0)].royal;
        let mut loose: Vec<Square> =
            board.pieces().filter(|(_, man)| !royal(man.kind)).map(|(square, _)| square).collect();
        chance.shuffle(&mut loose);
        let mut men = board.pieces().count();
        for square in loose {
            if men <= wanted {
                break;
            }
            board.place(square, None);
            men -= 1;
        }
        let army: Vec<Piece> = army(game).into_iter().filter(|man| !royal(man.kind)).collect();
        while men < wanted && !army.is_empty() {
            let square = chance.below(squares) as Square;
            if board.piece_at(square).is_none() {
                board.place(square, Some(army[chance.below(army.len())]));
                men += 1;
            }
        }
        Sample { board, models }
    }

    /// The cells of a man who is tried: those of the man of his kind and owner who stood on that
    /// very square in the position; else of one of the others, by turns, so that what holds of
    /// some of them holds as often of him; nothing, which means the start values, if there was none.
    pub(super) fn model(&self, piece: Piece, square: Square, turn: usize) -> &[(CellId, i32)] {
        let alike = || self.models.iter().filter(|model| model.piece == piece);
        let number = alike().count();
        let same = alike().find(|model| model.square == square);
        let model = same.or_else(|| alike().nth(turn.checked_rem(number)?));
        model.map_or(&[], |model| &model.values)
    }
}

/// The men of the start, on the board and off it, nobody's left out.
pub(super) fn army(game: &Game) -> Vec<Piece> {
    let start = &game.rules().start;
    let board = start.men.iter().map(|&(_, player, kind)| (Piece { player, kind }, 1));
    let stocks = start
        .stocks
        .iter()
        .map(|&(_, player, kind, count)| (Piece { player, kind }, usize::from(count)));
    let men = board.chain(stocks).filter(|(man, _)| man.player != PlayerId::NOBODY);
    men.flat_map(|(man, count)| std::iter::repeat_n(man, count)).collect()
}
