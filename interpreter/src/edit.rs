//! Setting up a position man by man.

use chator_rules::{CellId, KindId, PlayerId, Square};

use crate::game::{Game, Shape, Tables};
use crate::position::{Holder, Piece, Position};
use crate::setup::Setup;
use crate::state::{Man, State};

impl Position {
    /// The position as a setup that can be changed: without the line that led to it.
    pub fn setup(&self) -> Setup {
        Setup { game: self.game().clone(), state: self.state().clone(), notes: Vec::new() }
    }
}

impl Setup {
    /// An empty board with all state at its start values, the first player to move.
    pub fn empty(game: &Game) -> Setup {
        let mut setup = game.start().setup();
        for (number, table) in game.0.cells.iter().enumerate() {
            let start = game.0.cell(CellId(number as u16)).start;
            setup.state.slots[table.offset..table.offset + table.count].fill(start);
        }
        setup.state.men.fill(Man::NOBODY);
        setup
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// One value of a cell: see [`Position::cell_value_at`].
    pub fn value(&self, cell: CellId, holder: Holder) -> i32 {
        value_at(&self.game.0, &self.state, cell, holder)
    }

    /// Everything that has a value of the cell.
    pub fn holders(&self, cell: CellId) -> Vec<Holder> {
        let tables = &*self.game.0;
        match tables.cell(cell).shape {
            Shape::Game => vec![Holder::Game],
            Shape::Player => tables.all_players().map(Holder::Player).collect(),
            Shape::Square => tables.all_squares().map(Holder::Square).collect(),
            Shape::Stock => {
                let table = tables.cell(cell);
                let kinds = (0..tables.kinds.len()).filter(|&k| table.kinds[k]);
                let kinds: Vec<KindId> = kinds.map(|k| KindId(k as u16)).collect();
                let of = |player| kinds.iter().map(move |&kind| Holder::Stock(player, kind));
                tables.all_players().flat_map(of).collect()
            }
            Shape::Man => {
                let table = tables.cell(cell);
                let has = |&square: &Square| {
                    let man = self.state.man(square);
                    man.is_some() && table.kinds[usize::from(man.kind().0)]
                };
                tables.all_squares().filter(has).map(Holder::Square).collect()
            }
        }
    }

    /// All men, in rising order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..self.state.men.len() as Square).filter_map(|s| Some((s, self.piece_at(s)?)))
    }

    /// Puts a man on a square, or nobody. A new man has the start values of his state.
    ///
    /// # Panics
    ///
    /// If the game has no such square, player or piece type.
    pub fn place(&mut self, square: Square, piece: Option<Piece>) {
        let tables = &*self.game.0;
        for (number, table) in tables.cells.iter().enumerate() {
            if table.shape == Shape::Man {
                let place = table.offset + usize::from(square);
                self.state.slots[place] = tables.cell(CellId(number as u16)).start;
            }
        }
        self.state.men[usize::from(square)] = piece.map_or(Man::NOBODY, |piece| {
            let nobodys = piece.player == PlayerId::NOBODY;
            let known = nobodys || usize::from(piece.player.0) < tables.rules.players.len();
            assert!(known, "no such player");
            assert!(usize::from(piece.kind.0) < tables.rules.kinds.len(), "no such piece type");
            Man::new(piece.player, piece.kind)
        });
    }

    /// Who stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let man = *self.state.men.get(usize::from(square))?;
        man.is_some().then(|| Piece { player: man.player(), kind: man.kind() })
    }

    /// Sets one value of a cell: 0 or 1 for flags and sets of squares. A holder that the cell
    /// is not about is ignored.
    ///
    /// # Panics
    ///
    /// If the game has no such cell, player or square.
    pub fn set(&mut self, cell: CellId, holder: Holder, value: i32) {
        let table = self.game.0.cell(cell);
        let place = match (table.shape, holder) {
            (Shape::Game, Holder::Game) => 0,
            (Shape::Player, Holder::Player(player)) => usize::from(player.0),
            (Shape::Man, Holder::Square(square)) => {
                let man = self.state.men[usize::from(square)];
                if man.is_nobody() || !table.kinds[usize::from(man.kind().0)] {
                    return;
                }
                usize::from(square)
            }
            (Shape::Square, Holder::Square(square)) => usize::from(square),
            (Shape::Stock, Holder::Stock(player, kind)) => stock_place(&self.game.0, player, kind),
            _ => return,
        };
        assert!(place < table.count, "the cell has no such value");
        self.state.slots[table.offset + place] = value;
    }

    /// Says who is to move.
    ///
    /// # Panics
    ///
    /// If the game has no such player.
    pub fn set_to_move(&mut self, player: PlayerId) {
        assert!(usize::from(player.0) < self.game.0.rules.players.len(), "no such player");
        self.state.to_move = player;
        self.state.again = false;
    }

    /// Who is to move.
    pub fn to_move(&self) -> PlayerId {
        self.state.to_move
    }

    /// The same men and the same state under other rules, if these number board, players,
    /// pieces and state alike.
    pub fn under(&self, game: &Game) -> Option<Setup> {
        let (mine, theirs) = (&*self.game.0, &*game.0);
        let alike = mine.rules.board == theirs.rules.board
            && mine.rules.players.len() == theirs.rules.players.len()
            && mine.rules.kinds.len() == theirs.rules.kinds.len()
            && mine.cells.len() == theirs.cells.len()
            && mine
                .cells
                .iter()
                .zip(&theirs.cells)
                .all(|(a, b)| (a.offset, a.count) == (b.offset, b.count));
        alike.then(|| Setup { game: game.clone(), state: self.state.clone(), notes: Vec::new() })
    }
}

/// The value that a holder has of a cell: the start value, where the cell is not about it.
pub(crate) fn value_at(game: &Tables, state: &State, cell: CellId, holder: Holder) -> i32 {
    let table = game.cell(cell);
    let place = match (table.shape, holder) {
        (Shape::Game, _) => 0,
        (Shape::Player, Holder::Player(player)) => usize::from(player.0),
        (Shape::Man | Shape::Square, Holder::Square(square)) => usize::from(square),
        (Shape::Stock, Holder::Stock(player, kind)) => stock_place(game, player, kind),
        _ => return table.start,
    };
    let slots = &state.slots[table.offset..table.offset + table.count];
    slots.get(place).copied().unwrap_or(table.start)
}

/// Where a stock counts a player's men of a type.
fn stock_place(game: &Tables, player: PlayerId, kind: KindId) -> usize {
    usize::from(player.0) * game.kinds.len() + usize::from(kind.0)
}
