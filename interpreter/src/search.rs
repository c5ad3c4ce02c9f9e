//! A position to search from.

use std::hash::{DefaultHasher, Hash, Hasher};

use chator_rules::{CellId, KindId, PlayerId, Square};

use crate::compiled::bits::{Vast, Wide};
use crate::compiled::compiled;
use crate::compiled::line::Line;
use crate::ending::Outcome;
use crate::game::{Game, Shape};
use crate::moves::{Move, Moves};
use crate::playout::{Playout, playout};
use crate::position::{Holder, Piece, Position, Undo};

/// A position in which moves are made and taken back at the speed of the executor.
///
/// What a [`Position`] knows besides, its texts and who took whom, is left out; moves, ends, keys
/// and repetition are the same.
pub struct Search<'p> {
    root: &'p Position,
    line: AnyLine<'p>,
}

enum AnyLine<'p> {
    Narrow(Line<'p, u64>),
    Middle(Line<'p, u128>),
    Wide(Line<'p, Wide>),
    Vast(Box<Line<'p, Vast>>),
    Reference(Box<Position>, Vec<Undo>),
}

/// What a search finds in a position.
#[derive(Debug)]
pub struct Sight {
    /// The legal moves, in a stable order; none if the game is over.
    pub moves: Moves,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// A royal of the side to move is attacked.
    pub check: bool,
}

/// Asks the line of the executor's width, or the position that the reference plays.
macro_rules! ask {
    ($search:expr, |$line:ident| $compiled:expr, |$position:ident| $reference:expr) => {
        match &$search.line {
            AnyLine::Narrow($line) => $compiled,
            AnyLine::Middle($line) => $compiled,
            AnyLine::Wide($line) => $compiled,
            AnyLine::Vast($line) => $compiled,
            AnyLine::Reference($position, _) => $reference,
        }
    };
}

impl<'p> From<Line<'p, u64>> for AnyLine<'p> {
    fn from(line: Line<'p, u64>) -> AnyLine<'p> {
        AnyLine::Narrow(line)
    }
}

impl<'p> From<Line<'p, u128>> for AnyLine<'p> {
    fn from(line: Line<'p, u128>) -> AnyLine<'p> {
        AnyLine::Middle(line)
    }
}

impl<'p> From<Line<'p, Wide>> for AnyLine<'p> {
    fn from(line: Line<'p, Wide>) -> AnyLine<'p> {
        AnyLine::Wide(line)
    }
}

impl<'p> From<Line<'p, Vast>> for AnyLine<'p> {
    fn from(line: Line<'p, Vast>) -> AnyLine<'p> {
        AnyLine::Vast(Box::new(line))
    }
}

impl<'p> Search<'p> {
    /// Begins at a position, with all that has come before it.
    pub fn new(root: &'p Position) -> Search<'p> {
        let by_reference = || AnyLine::Reference(Box::new(root.clone()), Vec::new());
        let line = compiled!(
            root.game(),
            root.boards(),
            |program, pair| root.line(program, pair).into(),
            by_reference()
        );
        Search { root, line }
    }

    /// The game.
    pub fn game(&self) -> &'p Game {
        self.root.game()
    }

    /// Where it began.
    pub fn root(&self) -> &'p Position {
        self.root
    }

    /// Who moves.
    #[inline]
    pub fn to_move(&self) -> PlayerId {
        ask!(self, |line| PlayerId(line.now().board.to_move), |position| position.to_move())
    }

    /// The moves, the end, and whether the side to move is in check.
    pub fn look(&self) -> Sight {
        ask!(
            self,
            |line| {
                let (moves, end, check) = line.look();
                let check = check.unwrap_or_else(|| line.in_check());
                Sight {
                    outcome: end.map(|end| self.root.outcome_by(line, end)),
                    moves: Moves(moves),
                    check,
                }
            },
            |position| Sight {
                moves: position.legal_moves(),
                outcome: position.outcome(),
                check: position.in_check(),
            }
        )
    }

    /// The same without the moves, and without the ends that hold only if there are none.
    pub fn glance(&self) -> (bool, Option<Outcome>) {
        ask!(
            self,
            |line| {
                let (check, end) = line.glance();
                let check = check.unwrap_or_else(|| line.in_check());
                (check, end.map(|end| self.root.outcome_by(line, end)))
            },
            |position| (position.in_check(), position.outcome())
        )
    }

    /// Of the moves those that take somebody, and those that may otherwise change which men stand on
    /// the board: some others may be among them, and moves from stocks are left out. None does not
    /// mean that nobody can move, and neither duties nor offers are minded.
    pub fn sharp(&self) -> Moves {
        ask!(self, |line| Moves(line.sharp()), |position| position.legal_moves())
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        ask!(self, |line| line.ended().map(|end| self.root.outcome_by(line, end)), |position| {
            position.outcome()
        })
    }

    /// Is a royal of the side to move attacked?
    pub fn in_check(&self) -> bool {
        ask!(self, |line| line.in_check(), |position| position.in_check())
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        match &mut self.line {
            AnyLine::Narrow(line) => line.make(mv),
            AnyLine::Middle(line) => line.make(mv),
            AnyLine::Wide(line) => line.make(mv),
            AnyLine::Vast(line) => line.make(mv),
            AnyLine::Reference(position, undo) => undo.push(position.make(mv)),
        }
    }

    /// Lets the next player move as though the one to move had done nothing: no rule allows that,
    /// but a search learns from it how much a position is worth. Taken back like a move. False,
    /// and nothing done, where the reference plays.
    pub fn pass(&mut self) -> bool {
        match &mut self.line {
            AnyLine::Narrow(line) => line.pass(),
            AnyLine::Middle(line) => line.pass(),
            AnyLine::Wide(line) => line.pass(),
            AnyLine::Vast(line) => line.pass(),
            AnyLine::Reference(..) => return false,
        }
        true
    }

    /// Is a square attacked by men hostile to the side to move?
    pub fn is_attacked(&self, square: Square) -> bool {
        ask!(self, |line| line.is_attacked(square), |position| position
            .view()
            .attackers(square)
            .next()
            .is_some())
    }

    /// Takes back the last move made here, or pass.
    ///
    /// # Panics
    ///
    /// If none was made.
    pub fn unmake(&mut self) {
        match &mut self.line {
            AnyLine::Narrow(line) => line.unmake(),
            AnyLine::Middle(line) => line.unmake(),
            AnyLine::Wide(line) => line.unmake(),
            AnyLine::Vast(line) => line.unmake(),
            AnyLine::Reference(position, undo) => {
                position.unmake(undo.pop().expect("a move was made"));
            }
        }
    }

    /// The position's identity, as [`Position::key`] has it.
    pub fn key(&self) -> u64 {
        ask!(self, |line| line.program.key(&line.now().board), |position| position.key())
    }

    /// An identity that tells apart all that a board holds, also counters that only ends ask for.
    pub fn state_key(&self) -> u64 {
        ask!(self, |line| line.now().board.state_key(), |position| {
            let mut hasher = DefaultHasher::new();
            position.text().hash(&mut hasher);
            hasher.finish()
        })
    }

    /// Has the position stood before, in the search or in the line that led to its root?
    pub fn is_repeated(&self) -> bool {
        ask!(self, |line| line.is_repeated(), |position| position.occurrences() > 1)
    }

    /// Who stands on a square; nobody off the board.
    #[inline]
    pub fn man(&self, square: Square) -> Option<Piece> {
        if usize::from(square) >= self.game().0.squares {
            return None;
        }
        ask!(self, |line| line.now().board.piece(square), |position| position.piece_at(square))
    }

    /// Shows all men, in rising order of squares.
    #[inline]
    pub fn men(&self, mut show: impl FnMut(Square, Piece)) {
        ask!(self, |line| line.now().board.pieces(show), |position| position
            .pieces()
            .for_each(|(square, man)| show(square, man)));
    }

    /// Adds to each player's sum what a table by player, kind and square holds for each of his men.
    pub fn add_up(&self, table: &[i32], sums: &mut [i32]) {
        ask!(self, |line| line.now().board.add_up(&line.program.layout, table, sums), |position| {
            let (kinds, squares) = (self.game().0.kinds.len(), self.game().0.squares);
            for (square, man) in position.pieces() {
                let row = usize::from(man.player.0) * kinds + usize::from(man.kind.0);
                if let Some(sum) = sums.get_mut(usize::from(man.player.0)) {
                    *sum += table[row * squares + usize::from(square)];
                }
            }
        });
    }

    /// Shows the men off the board: whose, what, and how many.
    pub fn stocks(&self, mut show: impl FnMut(PlayerId, KindId, u32)) {
        let game = self.game();
        if !game.0.has_stocks {
            return;
        }
        for (id, _) in game.0.cells.iter().enumerate().filter(|(_, c)| c.shape == Shape::Stock) {
            for player in game.0.all_players() {
                for kind in (0..game.0.kinds.len()).map(|kind| KindId(kind as u16)) {
                    let count = self.cell(CellId(id as u16), Holder::Stock(player, kind));
                    if count > 0 {
                        show(player, kind, count.cast_unsigned());
                    }
                }
            }
        }
    }

    /// One value of a cell, as [`Position::cell_value_at`] has it.
    pub fn cell(&self, cell: CellId, holder: Holder) -> i32 {
        ask!(self, |line| line.now().board.value(&line.program.layout, cell, holder), |position| {
            position.cell_value_at(cell, holder)
        })
    }

    /// Plays on by chance and takes everything back; see [`playout`](crate::playout()).
    pub fn playout(&mut self, most: u32, choose: impl FnMut(usize) -> usize) -> Playout {
        macro_rules! by_line {
            ($line:expr) => {{
                let start = $line.bookmark();
                let plies = $line.playout(most, choose);
                let end = $line.ended();
                let outcome = end.map(|end| self.root.outcome_by($line, end));
                $line.back_to(start);
                Playout { plies, outcome }
            }};
        }
        match &mut self.line {
            AnyLine::Narrow(line) => by_line!(line),
            AnyLine::Middle(line) => by_line!(line),
            AnyLine::Wide(line) => by_line!(line),
            AnyLine::Vast(line) => by_line!(line),
            AnyLine::Reference(position, _) => playout(position, most, choose),
        }
    }
}
