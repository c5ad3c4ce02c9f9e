//! Positions: what stands where, what may be played, and what happened so far.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use chator_rules::{CellId, EndResult, KindId, Number, PlayerId, Square};
use smallvec::SmallVec;

use crate::compiled::bits::Bits;
use crate::compiled::eye::ActX;
use crate::compiled::line::{Line, Node};
use crate::compiled::program::Program;
use crate::compiled::{AnyProgram, Boards, Pair, compiled};
use crate::edit::value_at;
use crate::ending::{self, Outcome};
use crate::eval::{Act, NOWHERE, Past, View};
use crate::game::{Game, Shape};
use crate::moves::{Move, Moves};
use crate::notation::{self, MoveError};
use crate::state::{Man, State};
use crate::walk::Path;
use crate::{key, legality, movegen};

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose; [`PlayerId::NOBODY`] of a neutral man.
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
    /// A player's men of a type, in a stock.
    Stock(PlayerId, KindId),
}

/// A position that can be played, with the line of play that led to it.
///
/// A plain value: clone it, or [`make`](Position::make) and [`unmake`](Position::unmake) in it.
#[derive(Clone)]
pub struct Position {
    game: Game,
    state: State,
    /// The state before the last move; without a move the same as `state`.
    before: State,
    last: Option<Last>,
    /// Both states as the compiled executor keeps them.
    boards: Boards,
    /// The keys of the positions of the line before this one.
    keys: Vec<u64>,
    /// Everyone taken in the line, and by whom.
    captured: Vec<(PlayerId, Piece)>,
    key: OnceLock<u64>,
    outcome: OnceLock<Option<u16>>,
}

/// The move that led to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Last {
    mv: Move,
    mover: PlayerId,
    kind: KindId,
    path: Path,
    taken: SmallVec<[Square; 4]>,
}

/// What [`Position::unmake`] needs to take a move back.
#[must_use = "a move that was made can only be taken back with this"]
pub struct Undo {
    before: State,
    boards: Boards,
    last: Option<Last>,
    captured: usize,
    key: OnceLock<u64>,
    outcome: OnceLock<Option<u16>>,
}

impl Position {
    /// A position that no move led to.
    pub(crate) fn new(game: Game, state: State) -> Position {
        Position {
            before: state.clone(),
            boards: Boards::new(&game.0.program, &state),
            game,
            state,
            last: None,
            keys: Vec::new(),
            captured: Vec::new(),
            key: OnceLock::new(),
            outcome: OnceLock::new(),
        }
    }

    /// The side to move looks at the position.
    pub(crate) fn view(&self) -> View<'_> {
        let past = Past { earlier: &self.keys, ..Past::NONE };
        View { past, ..movegen::about_to_move(&self.game.0, &self.state, self.state.to_move) }
    }

    /// The player who moved last looks at the position.
    fn view_after(&self) -> View<'_> {
        let game = &*self.game.0;
        let (mover, act) = match &self.last {
            Some(last) => {
                let act = Act {
                    done: true,
                    origin: last.mv.from,
                    target: last.mv.to,
                    kind: last.kind.0,
                    clause: last.mv.clause,
                    path: &last.path,
                    taken: &last.taken,
                };
                (last.mover, act)
            }
            None => (self.previous(), Act::NONE),
        };
        let now = game.ends_count_occurrences.then(|| self.key());
        View {
            before: Some(&self.before),
            act,
            past: Past { earlier: &self.keys, now, ..Past::NONE },
            ..View::new(game, &self.state, mover)
        }
    }

    /// The line of play on compiled boards.
    pub(crate) fn line<'p, B: Bits>(
        &'p self,
        program: &'p Program<B>,
        pair: &Pair<B>,
    ) -> Line<'p, B> {
        let set =
            |squares: &[Square]| squares.iter().fold(B::NONE, |all, &s| all | B::of(s.into()));
        let (act, mover) = match &self.last {
            Some(last) => {
                let act = ActX {
                    done: true,
                    origin: last.mv.from,
                    target: last.mv.to,
                    kind: last.kind.0,
                    clause: last.mv.clause,
                    path: set(&last.path),
                    taken: set(&last.taken),
                };
                (act, last.mover)
            }
            None => (ActX::NONE, self.previous()),
        };
        let moved = self.last.is_some();
        let now = Node { board: pair.now, act, mover: mover.0, moved };
        Line::new(program, Node { board: pair.before, ..now }, now, &self.keys)
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The legal moves of the side to move, of all his men or of the one on a square, whether or
    /// not the game is over.
    fn legal(&self, only: Option<Square>) -> Moves {
        compiled!(
            self.game,
            &self.boards,
            |program, pair| Moves(self.line(program, pair).moves(only)),
            legality::legal(&self.view(), only)
        )
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Who moves before the side to move.
    pub(crate) fn previous(&self) -> PlayerId {
        previous(&self.game, &self.state)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who moves.
    pub fn to_move(&self) -> PlayerId {
        self.state.to_move
    }

    /// How many plies have been played since the line began, at the start position or at the
    /// one that was read.
    pub fn ply(&self) -> u32 {
        self.keys.len() as u32
    }

    /// The legal moves in a stable order; none if the game is over.
    pub fn legal_moves(&self) -> Moves {
        if self.ended().is_some() {
            return Moves::default();
        }
        self.legal(None)
    }

    /// Shows each legal move, in the order of [`legal_moves`](Position::legal_moves), until
    /// told to stop.
    pub fn for_each_legal(&self, mut f: impl FnMut(Move) -> ControlFlow<()>) {
        if self.ended().is_some() {
            return;
        }
        if !matches!(self.boards, Boards::None) {
            let _stopped = self.legal(None).into_iter().try_for_each(&mut f);
            return;
        }
        let view = self.view();
        let origins = self.game.0.all_squares().filter(|&s| view.own_at(s));
        let off_board = (!self.game.0.drops.is_empty()).then_some(NOWHERE);
        for origin in origins.chain(off_board) {
            if self.legal(Some(origin)).into_iter().try_for_each(&mut f).is_break() {
                return;
            }
        }
    }

    /// The legal moves of men who are not on the board, in the same order.
    pub fn drops(&self) -> Moves {
        self.moves_from(NOWHERE)
    }

    /// The legal moves of the man on a square, in the same order.
    pub fn moves_from(&self, square: Square) -> Moves {
        let on_board = square != NOWHERE && usize::from(square) >= self.game.0.squares;
        if on_board || self.ended().is_some() {
            return Moves::default();
        }
        self.legal(Some(square))
    }

    /// Legal moves of the man on a square, one for each way he can go: of those that differ
    /// only in what is chosen with them, the first.
    pub fn ways_from(&self, square: Square) -> Moves {
        if usize::from(square) >= self.game.0.squares || self.ended().is_some() {
            return Moves::default();
        }
        legality::ways(&self.view(), square)
    }

    /// Is the move legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.moves_from(mv.from).contains(&mv)
    }

    /// Is there a legal move?
    pub fn has_legal_move(&self) -> bool {
        self.ended().is_none()
            && compiled!(
                self.game,
                &self.boards,
                |program, pair| self.line(program, pair).can_move(),
                legality::can_move(&self.view(), false)
            )
    }

    /// Reads a move's text. A promotion's letter may be in upper case.
    ///
    /// # Errors
    ///
    /// If it is not the text of a legal move: why, and which ones look like it.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(self, text)
    }

    /// A legal move's text, unique among the legal moves.
    pub fn notate(&self, mv: Move) -> String {
        notation::notate(self, mv)
    }

    /// All legal moves with their texts: the same as [`notate`](Position::notate) for each, at
    /// the price of one.
    pub fn legal_texts(&self) -> Vec<(Move, String)> {
        notation::all(self)
    }

    /// Plays a legal move. A move from another position is a mistake of the caller: debug
    /// builds panic.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        let _undo = self.make(mv);
    }

    /// Plays a legal move that will be taken back.
    pub fn make(&mut self, mv: Move) -> Undo {
        let key = self.key();
        let view = self.view();
        let kind = view.game.clause(mv.clause).kind;
        debug_assert!(
            mv.from == NOWHERE || view.own_at(mv.from) && self.state.man(mv.from).kind() == kind
        );
        let mover = view.own;
        let (after, path, deed) = movegen::make(&view, mv);
        let boards = self.boards_after(mv);
        debug_assert!(
            boards.agree_with(&self.game.0, &after),
            "the executors differ after {mv:?} in {self:?}"
        );
        let undo = Undo {
            before: std::mem::replace(&mut self.before, std::mem::replace(&mut self.state, after)),
            boards: std::mem::replace(&mut self.boards, boards),
            last: self.last.replace(Last { mv, mover, kind, path, taken: deed.taken }),
            captured: self.captured.len(),
            key: std::mem::take(&mut self.key),
            outcome: std::mem::take(&mut self.outcome),
        };
        self.keys.push(key);
        self.captured.extend(deed.captured.into_iter().map(|man| (mover, piece(man))));
        undo
    }

    /// The boards after a legal move.
    fn boards_after(&self, mv: Move) -> Boards {
        macro_rules! after {
            ($program:expr, $pair:expr, $width:ident) => {{
                let mut line = self.line($program, $pair);
                line.make(mv);
                Boards::$width(Box::new(Pair { before: $pair.now, now: line.now().board }))
            }};
        }
        match (&self.game.0.program, &self.boards) {
            (Ok(AnyProgram::Narrow(program)), Boards::Narrow(pair)) => {
                after!(program, pair, Narrow)
            }
            (Ok(AnyProgram::Middle(program)), Boards::Middle(pair)) => {
                after!(program, pair, Middle)
            }
            (Ok(AnyProgram::Wide(program)), Boards::Wide(pair)) => after!(program, pair, Wide),
            (Ok(AnyProgram::Vast(program)), Boards::Vast(pair)) => after!(program, pair, Vast),
            _ => Boards::None,
        }
    }

    /// Takes back the last move made. Everything is as it was before it.
    pub fn unmake(&mut self, undo: Undo) {
        self.state = std::mem::replace(&mut self.before, undo.before);
        self.boards = undo.boards;
        self.last = undo.last;
        self.keys.pop();
        self.captured.truncate(undo.captured);
        self.key = undo.key;
        self.outcome = undo.outcome;
    }

    /// The end that holds, worked out once.
    fn ended(&self) -> Option<u16> {
        *self.outcome.get_or_init(|| {
            compiled!(
                self.game,
                &self.boards,
                |program, pair| self.line(program, pair).ended(),
                ending::decide(&self.view_after(), self.last.is_some())
            )
        })
    }

    /// How the game ended, if it did. In a position that was read, the ends that look at the
    /// last move are not asked.
    pub fn outcome(&self) -> Option<Outcome> {
        let mover = self.last.as_ref().map_or_else(|| self.previous(), |last| last.mover);
        self.ended().map(|end| {
            let points = match &self.game.rules().ends[usize::from(end)].result {
                EndResult::Share(number) => self.numbers(number),
                _ => Vec::new(),
            };
            Outcome { game: self.game.clone(), end, mover, points }
        })
    }

    /// How the game ended at the end of a line, if it did.
    pub(crate) fn outcome_of<B: Bits>(&self, line: &Line<'_, B>) -> Option<Outcome> {
        line.ended().map(|end| self.outcome_by(line, end))
    }

    /// How the game ended by an end that holds at the end of a line.
    pub(crate) fn outcome_by<B: Bits>(&self, line: &Line<'_, B>, end: u16) -> Outcome {
        let points = match &self.game.rules().ends[usize::from(end)].result {
            EndResult::Share(_) => line.points(end),
            _ => Vec::new(),
        };
        Outcome { game: self.game.clone(), end, mover: PlayerId(line.now().mover), points }
    }

    /// A number as each player sees it after the last move.
    fn numbers(&self, number: &Number) -> Vec<u32> {
        let view = self.view_after();
        let seen = |player| view.seen_by(player).number(number).max(0).cast_unsigned();
        self.game.0.all_players().map(seen).collect()
    }

    /// What each player would share by if the game ended so now: the number of the first end
    /// that shares the point. None if no end does.
    pub fn standing(&self) -> Option<Vec<u32>> {
        self.game.rules().ends.iter().find_map(|end| match &end.result {
            EndResult::Share(number) => Some(self.numbers(number)),
            _ => None,
        })
    }

    /// Is a royal of the side to move attacked?
    pub fn in_check(&self) -> bool {
        self.view().in_check()
    }

    /// The men that attack a royal of the side to move, in rising order of squares.
    pub fn checkers(&self) -> Vec<Square> {
        let view = self.view();
        let mut found: Vec<Square> = view.royals().flat_map(|s| view.attackers(s)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Who stands on a square. Nobody stands off the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let man = *self.state.men.get(usize::from(square))?;
        man.is_some().then(|| piece(man))
    }

    /// All men, in rising order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let men = self.state.men.iter().enumerate();
        men.filter(|(_, man)| man.is_some()).map(|(s, &man)| (s as Square, piece(man)))
    }

    /// The men off the board: whose, what and how many.
    pub fn stocked(&self) -> impl Iterator<Item = (PlayerId, KindId, u32)> + '_ {
        let game = &*self.game.0;
        let stocks = game.cells.iter().filter(|cell| cell.shape == Shape::Stock);
        let slots = stocks.flat_map(|cell| (0..cell.count).map(|i| (i, cell.offset + i)));
        slots.filter_map(|(i, slot)| {
            let count = u32::try_from(self.state.slots[slot]).ok().filter(|&count| count > 0)?;
            let (player, kind) = (i / game.kinds.len(), i % game.kinds.len());
            Some((PlayerId(player as u8), KindId(kind as u16), count))
        })
    }

    /// All values of a cell, as `name=value` in a position text would say them.
    pub fn cell_text(&self, cell: CellId) -> String {
        notation::cell_text(&self.game.0, &self.state, cell)
    }

    /// One value of a cell: 0 or 1 for flags and sets of squares. A holder that the cell is
    /// not about has its start value.
    pub fn cell_value_at(&self, cell: CellId, holder: Holder) -> i32 {
        value_at(&self.game.0, &self.state, cell, holder)
    }

    /// The position as text: [`Game::position`] reads it back.
    pub fn text(&self) -> String {
        notation::write(&self.game.0, &self.state)
    }

    /// The position's identity: equal for positions that are the same for repetition.
    pub fn key(&self) -> u64 {
        *self.key.get_or_init(|| {
            compiled!(
                self.game,
                &self.boards,
                |program, pair| program.key(&pair.now),
                key::of(&self.game.0, &self.state)
            )
        })
    }

    /// How often this position has stood in this line, now included.
    pub fn occurrences(&self) -> u32 {
        1 + self.earlier_occurrences().len() as u32
    }

    /// The plies at which this position has stood before, in rising order.
    pub fn earlier_occurrences(&self) -> Vec<u32> {
        let now = self.key();
        let same = self.keys.iter().enumerate().filter(|&(_, &key)| key == now);
        same.map(|(ply, _)| ply as u32).collect()
    }

    /// The move that led here.
    pub fn last_move(&self) -> Option<Move> {
        self.last.as_ref().map(|last| last.mv)
    }

    /// The men a player has taken so far in this line, in order.
    pub fn captured_by(&self, player: PlayerId) -> Vec<Piece> {
        self.captured.iter().filter(|(by, _)| *by == player).map(|(_, man)| *man).collect()
    }
}

/// Who moved before the side to move, if anybody did.
pub(crate) fn previous(game: &Game, state: &State) -> PlayerId {
    let to_move = state.to_move;
    if state.again {
        return to_move;
    }
    let players = game.0.players;
    let back = |steps: u8| PlayerId((to_move.0 + players - steps % players) % players);
    let mut round = (1..=players).map(back);
    round.find(|&player| game.0.skip_of(state, player).is_none()).unwrap_or_else(|| back(1))
}

fn piece(man: Man) -> Piece {
    Piece { player: man.player(), kind: man.kind() }
}

/// Equal if everything is: the game, the state and the line that led to it.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.state == other.state
            && self.before == other.before
            && self.last == other.last
            && self.keys == other.keys
            && self.captured == other.captured
            && self.game.same(&other.game)
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.text())
    }
}

impl fmt::Debug for Undo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undo").finish_non_exhaustive()
    }
}
