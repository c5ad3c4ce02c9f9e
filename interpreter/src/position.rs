//! Positions: what stands where, what may be played, and what happened so far.

use std::fmt;
use std::ops::ControlFlow;

use chator_rules::{CellId, KindId, PlayerId, Square};

use crate::ending::Outcome;
use crate::game::Game;
use crate::moves::{Move, Moves};
use crate::notation::MoveError;
use crate::state::State;
use crate::trace::{Illegal, Trace};

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose.
    pub player: PlayerId,
    /// What.
    pub kind: KindId,
}

/// Which value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// The game's only one.
    Game,
    /// A player's.
    Player(PlayerId),
    /// A square's, or that of the man on it.
    Square(Square),
}

/// A position that can be played, with the line of play that led to it.
#[derive(Clone)]
pub struct Position {
    game: Game,
    state: State,
}

/// What [`Position::unmake`] needs.
pub struct Undo {}

impl Position {
    pub(crate) fn new(game: Game, state: State) -> Position {
        Position { game, state }
    }
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }
    /// Who moves.
    pub fn to_move(&self) -> PlayerId {
        self.state.to_move
    }
    /// How many plies have been played since the line began.
    pub fn ply(&self) -> u32 {
        unimplemented!()
    }
    /// The legal moves in a stable order; none if the game is over.
    pub fn legal_moves(&self) -> Moves {
        unimplemented!()
    }
    /// Shows each legal move until told to stop.
    pub fn for_each_legal(&self, f: impl FnMut(Move) -> ControlFlow<()>) {
        unimplemented!()
    }
    /// The legal moves of the man on a square.
    pub fn moves_from(&self, square: Square) -> Moves {
        unimplemented!()
    }
    /// Is the move legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        unimplemented!()
    }
    /// Is there a legal move?
    pub fn has_legal_move(&self) -> bool {
        unimplemented!()
    }
    /// Reads a move.
    ///
    /// # Errors
    ///
    /// If it is not the text of a legal move: why, and which ones look like it.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        unimplemented!()
    }
    /// A legal move's text.
    pub fn notate(&self, mv: Move) -> String {
        unimplemented!()
    }
    /// Plays a move.
    pub fn play(&mut self, mv: Move) {
        unimplemented!()
    }
    /// Plays a move that will be taken back.
    pub fn make(&mut self, mv: Move) -> Undo {
        unimplemented!()
    }
    /// Takes back the last move made.
    pub fn unmake(&mut self, undo: Undo) {
        unimplemented!()
    }
    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        unimplemented!()
    }
    /// Is a royal of the side to move attacked?
    pub fn in_check(&self) -> bool {
        unimplemented!()
    }
    /// The men that attack a royal of the side to move, in rising order of squares.
    pub fn checkers(&self) -> Vec<Square> {
        unimplemented!()
    }
    /// Who stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        unimplemented!()
    }
    /// All men, in rising order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        std::iter::empty()
    }
    /// A cell's value as in the position text.
    pub fn cell_text(&self, cell: CellId) -> String {
        unimplemented!()
    }
    /// A value of a cell; flags are 0 or 1.
    pub fn cell_value_at(&self, cell: CellId, holder: Holder) -> i32 {
        unimplemented!()
    }
    /// The position as text.
    pub fn text(&self) -> String {
        unimplemented!()
    }
    /// The position's identity.
    pub fn key(&self) -> u64 {
        unimplemented!()
    }
    /// How often this position has stood in this line, now included.
    pub fn occurrences(&self) -> u32 {
        unimplemented!()
    }
    /// The plies at which this position has stood before.
    pub fn earlier_occurrences(&self) -> Vec<u32> {
        unimplemented!()
    }
    /// The move that led here.
    pub fn last_move(&self) -> Option<Move> {
        unimplemented!()
    }
    /// The men a player has taken so far in this line, in order.
    pub fn captured_by(&self, player: PlayerId) -> Vec<Piece> {
        unimplemented!()
    }
    /// The rules that a legal move uses.
    pub fn trace(&self, mv: Move) -> Trace {
        unimplemented!()
    }
    /// If a clause allows the move and a law forbids it: which.
    pub fn explain_illegal(&self, text: &str) -> Option<Illegal> {
        unimplemented!()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.text())
    }
}
