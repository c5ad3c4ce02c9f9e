//! Where each declared cell lies in a [`Board`].

use chator_rules::{CellId, Life};

use crate::game::{CellTable, Shape, Tables};
use crate::state::State;

use super::bits::Bits;
use super::board::{Board, KINDS, NEUTRAL, PLANES, PLAYERS, SLOTS, code};
use super::keys::{self, Keys};

/// Cells by number, and what a new game's slots hold.
pub(crate) struct Layout {
    pub(crate) squares: usize,
    pub(crate) players: usize,
    pub(crate) kinds: usize,
    pub(crate) cells: Vec<Places>,
    pub(crate) blank: [i16; SLOTS],
    /// The cells of men, and their planes.
    pub(crate) man_cells: Vec<CellId>,
    pub(crate) man_planes: u8,
}

/// Where one cell lies.
pub(crate) struct Places {
    pub(crate) shape: Shape,
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) start: i32,
    pub(crate) life: Life,
    /// The first slot in the reference's state: keys are made of that.
    pub(crate) offset: usize,
    /// Game, players and stocks: the first slot.
    pub(crate) slot: usize,
    /// Stocks: the slot of each kind after the first of its player, if it may lie there.
    pub(crate) rows: Vec<Option<u8>>,
    /// Stocks: how many slots a player has.
    pub(crate) width: usize,
    /// Men and squares: the first plane, and how many.
    pub(crate) plane: usize,
    pub(crate) digits: usize,
    /// Men: the kinds that have one, a bit each.
    pub(crate) holders: u32,
}

impl Places {
    /// A value as its planes write it: 0 at the start.
    pub(crate) fn written(&self, value: i32) -> u32 {
        let size = self.high - self.low + 1;
        (value - self.start).rem_euclid(size).cast_unsigned()
    }

    /// The value that planes write so.
    pub(crate) fn read(&self, written: u32) -> i32 {
        let size = self.high - self.low + 1;
        let value = self.start + written.cast_signed();
        if value > self.high { value - size } else { value }
    }

    /// How many slots it takes.
    pub(crate) fn slots(&self, players: usize) -> usize {
        match self.shape {
            Shape::Game => 1,
            Shape::Player => players,
            Shape::Stock => players * self.width,
            Shape::Man | Shape::Square => 0,
        }
    }

    /// The slot of a player, or of the game.
    #[inline]
    pub(crate) fn of_player(&self, player: usize) -> usize {
        if self.shape == Shape::Player { self.slot + player } else { self.slot }
    }

    /// The slot of a player's men of a kind in a stock.
    pub(crate) fn of_stock(&self, player: usize, kind: usize) -> Option<usize> {
        self.rows[kind].map(|row| self.slot + player * self.width + usize::from(row))
    }

    /// Is it part of the key whatever may be played?
    pub(crate) fn in_key(&self) -> bool {
        self.life == Life::State
    }
}

impl Layout {
    /// Is the slot part of a mark?
    pub(crate) fn is_mark(&self, slot: usize) -> bool {
        let mut marks = self.cells.iter().filter(|places| places.life == Life::Mark);
        marks.any(|mark| (mark.slot..mark.slot + mark.slots(self.players)).contains(&slot))
    }

    /// Finds a place for each cell, or says what does not fit.
    pub(crate) fn new(game: &Tables) -> Result<Layout, String> {
        let players = usize::from(game.players);
        let kinds = game.kinds.len();
        let too_many = |what: &str, most: usize| Err(format!("more than {most} {what}"));
        if players > PLAYERS {
            return too_many("players", PLAYERS);
        }
        if kinds > KINDS {
            return too_many("piece types", KINDS);
        }
        let mut layout = Layout {
            squares: game.squares,
            players,
            kinds,
            cells: Vec::new(),
            blank: [0; SLOTS],
            man_cells: game.man_cells.clone(),
            man_planes: 0,
        };
        let (mut slot, mut plane) = (0, 0);
        for cell in &game.cells {
            let places = layout.place(cell, slot, plane);
            let slots = places.slots(players);
            if slots > 0 && (cell.low < i16::MIN.into() || cell.high > i16::MAX.into()) {
                return Err("a number that does not fit into sixteen bits".to_owned());
            }
            if slot + slots > SLOTS {
                return too_many("numbers and flags of the game, players and stocks", SLOTS);
            }
            layout.blank[slot..slot + slots].fill(cell.start as i16);
            (slot, plane) = (slot + slots, plane + places.digits);
            if plane > PLANES {
                return too_many("binary digits of what men and squares remember", PLANES);
            }
            if cell.shape == Shape::Man {
                let planes = places.plane..places.plane + places.digits;
                layout.man_planes |= planes.fold(0, |all, plane| all | 1 << plane);
            }
            layout.cells.push(places);
        }
        Ok(layout)
    }

    fn place(&self, cell: &CellTable, slot: usize, plane: usize) -> Places {
        let on_board = matches!(cell.shape, Shape::Man | Shape::Square);
        let span = i64::from(cell.high) - i64::from(cell.low);
        let digits = if on_board { (64 - span.leading_zeros()) as usize } else { 0 };
        let mut rows = 0..;
        Places {
            shape: cell.shape,
            low: cell.low,
            high: cell.high,
            start: cell.start,
            life: cell.life,
            offset: cell.offset,
            slot,
            rows: cell.kinds.iter().map(|&held| held.then(|| rows.next()).flatten()).collect(),
            width: cell.kinds.iter().filter(|held| **held).count(),
            plane,
            digits,
            holders: (0..self.kinds).filter(|&k| cell.kinds[k]).fold(0, |set, k| set | 1 << k),
        }
    }

    #[inline]
    pub(crate) fn cell(&self, cell: CellId) -> &Places {
        &self.cells[usize::from(cell.0)]
    }

    /// A state as a board.
    pub(crate) fn board<B: Bits>(&self, keys: &Keys, state: &State) -> Board<B> {
        let mut board = Board::empty(self.blank);
        board.to_move = state.to_move.0;
        board.again = state.again;
        board.number = state.number;
        board.key = keys.side(board.to_move, board.again);
        for (square, man) in state.men.iter().enumerate().filter(|(_, man)| man.is_some()) {
            let side = if man.is_neutral() { NEUTRAL } else { usize::from(man.player().0) };
            board.put(keys, square, code(side, usize::from(man.kind().0)));
        }
        for cell in &self.cells {
            let value = |i: usize| state.slots[cell.offset + i];
            let mut note = |i: usize| {
                if cell.in_key() {
                    board.key = board.key.wrapping_add(keys::value(cell, i, value(i)));
                }
            };
            match cell.shape {
                Shape::Game => {
                    note(0);
                    board.slot[cell.slot] = value(0) as i16;
                }
                Shape::Player => (0..self.players).for_each(|p| {
                    note(p);
                    board.slot[cell.slot + p] = value(p) as i16;
                }),
                Shape::Stock => {
                    for (i, slot) in self.stock_slots(cell) {
                        note(i);
                        board.slot[slot] = value(i) as i16;
                    }
                }
                Shape::Man | Shape::Square => (0..self.squares).for_each(|s| {
                    note(s);
                    let written = cell.written(value(s));
                    for digit in (0..cell.digits).filter(|d| written >> d & 1 != 0) {
                        board.plane[cell.plane + digit] |= B::of(s);
                    }
                }),
            }
        }
        board
    }

    /// The slots of a stock: the place in the reference's cell, and the one in the board.
    fn stock_slots<'a>(&'a self, cell: &'a Places) -> impl Iterator<Item = (usize, usize)> + 'a {
        (0..self.players).flat_map(move |player| {
            (0..self.kinds).filter_map(move |kind| {
                Some((player * self.kinds + kind, cell.of_stock(player, kind)?))
            })
        })
    }
}

/// The number that planes write on a square.
#[inline]
pub(crate) fn digits_at<B: Bits>(planes: &[B], square: usize) -> u32 {
    planes.iter().enumerate().fold(0, |n, (i, plane)| n | u32::from(plane.has(square)) << i)
}
