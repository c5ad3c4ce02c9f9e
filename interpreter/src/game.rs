//! A game: its rules, and the tables prepared from them.

use std::fmt;
use std::sync::Arc;

use chator_rules::deal;
use chator_rules::{Cell, CellId, Clause, Geometry, KindId, Life, Per, PlayerId, Rules, Square};

use crate::compiled::AnyProgram;
use crate::eval::View;
use crate::executor::{Executor, Slow};
use crate::mention;
use crate::notation::TextError;
use crate::position::Position;
use crate::prepare;
use crate::reach::{self, Reach};
use crate::setup::{PositionError, Reading, Setup};
use crate::square_set::SquareSet;
use crate::state::{Man, State};

/// A game that can be played. Cheap to clone, immutable, free to share between threads.
#[derive(Clone)]
pub struct Game(pub(crate) Arc<Tables>);

/// Everything that can be worked out before the first move.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the rules by itself")]
pub(crate) struct Tables {
    pub(crate) rules: Rules,
    pub(crate) geometry: Geometry,
    pub(crate) squares: usize,
    pub(crate) players: u8,
    /// By cell.
    pub(crate) cells: Vec<CellTable>,
    /// All slots at their start values.
    pub(crate) blank: Vec<i32>,
    /// Cells that go back to their start when the next player moves.
    pub(crate) marks: Vec<CellId>,
    /// Cells whose values go where men go.
    pub(crate) man_cells: Vec<CellId>,
    /// By kind.
    pub(crate) kinds: Vec<KindTable>,
    /// By [`Man::index`]: is he royal?
    pub(crate) royal: Vec<bool>,
    /// By clause.
    pub(crate) clauses: Vec<ClauseTable>,
    /// The clauses of men off the board, with their stocks.
    pub(crate) drops: Vec<(u16, CellId)>,
    /// Men may be off the board.
    pub(crate) has_stocks: bool,
    /// By player.
    pub(crate) players_table: Vec<PlayerTable>,
    /// `back[direction][square]`: from where one step in the direction leads here.
    pub(crate) back: Vec<Vec<Option<Square>>>,
    /// By ban: does it ask for what only other legal moves or the line of play can answer?
    pub(crate) deep_bans: Vec<bool>,
    /// Some ban or duty counts occurrences.
    pub(crate) laws_count_occurrences: bool,
    /// Some end counts occurrences.
    pub(crate) ends_count_occurrences: bool,
    /// The rows of the board, the far one first, each from its first column on.
    pub(crate) rows: Vec<Vec<Square>>,
    /// Some effect can bring a royal man about.
    pub(crate) royals_are_made: bool,
    /// By end: does it look at the move that led here?
    pub(crate) ends_about_move: Vec<bool>,
    /// By offer: does it depend on the man who moves?
    pub(crate) local_offers: Vec<bool>,
    /// Some duty, offer or end asks which squares were passed.
    pub(crate) path_is_asked_later: bool,
    pub(crate) start: State,
    /// What the compiled executor uses, or why it cannot.
    pub(crate) program: Result<AnyProgram, String>,
}

/// Where the values of a cell are, and who has one.
pub(crate) struct CellTable {
    /// The first slot.
    pub(crate) offset: usize,
    /// How many slots.
    pub(crate) count: usize,
    /// What one slot stands for.
    pub(crate) shape: Shape,
    /// By kind: may a man of it have a value? For stocks: may it lie there?
    pub(crate) kinds: Vec<bool>,
    /// Clauses that read it.
    pub(crate) readers: Vec<u16>,
    /// Whether events, offers, laws or ends read it.
    pub(crate) read_after_moves: bool,
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) start: i32,
    pub(crate) life: Life,
    pub(crate) flag: bool,
}

/// What the slots of a cell stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Game,
    Player,
    /// A man, by the square he is on.
    Man,
    /// A square, or whether a square is in the set that the cell holds.
    Square,
    /// A player and a kind, the kinds of one player side by side.
    Stock,
}

pub(crate) struct KindTable {
    pub(crate) royal: bool,
    /// Its men are nobody's.
    pub(crate) neutral: bool,
    /// Its clauses.
    pub(crate) clauses: Vec<u16>,
    /// Those that attack something.
    pub(crate) attacks: Vec<u16>,
    /// By player: may he have it?
    pub(crate) allowed: Vec<bool>,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the clause by itself")]
pub(crate) struct ClauseTable {
    /// It attacks the hostile man it lands on.
    pub(crate) strikes: bool,
    /// It takes men besides the one it lands on.
    pub(crate) takes: bool,
    /// The same target may be reached in several ways.
    pub(crate) plural: bool,
    /// What happens may depend on the path.
    pub(crate) path_matters: bool,
    /// The stock that it brings men from.
    pub(crate) drop: Option<CellId>,
    /// It points at its target and stays.
    pub(crate) points: bool,
}

pub(crate) struct PlayerTable {
    /// How he is called in a text: a letter, or his name where letters are not unique.
    pub(crate) side: String,
    /// By square: its row from his side, from 1.
    pub(crate) rank: Vec<u16>,
    /// By square: its row from his far side, from 1.
    pub(crate) last_rank: Vec<u16>,
    /// By kind: where his men of it stand at the start.
    pub(crate) home: Vec<SquareSet>,
    /// How his men are written.
    pub(crate) letters: Vec<(String, KindId)>,
    /// How many royal men he begins with, on the board or off it.
    pub(crate) royals: usize,
    /// The squares that a man of each kind may attack, whatever stands on the board.
    pub(crate) kind_reach: Reach,
    /// The same by each clause.
    pub(crate) clause_reach: Reach,
}

impl Game {
    /// Prepares a game. Rules that passed their checks always can be; others may panic here
    /// or play nonsense.
    pub fn new(rules: Rules) -> Game {
        Game::with_executor(rules, Executor::Compiled)
    }

    /// The same with the executor of one's choice. Rules that no table fits are played by the
    /// reference all the same: ask [`executor`](Game::executor).
    pub fn with_executor(rules: Rules, executor: Executor) -> Game {
        let mut tables = Tables::new(rules);
        tables.program = match executor {
            Executor::Reference => Err("the reference was asked for".to_owned()),
            Executor::Compiled => AnyProgram::new(&tables),
        };
        Game(Arc::new(tables))
    }

    /// What plays it.
    pub fn executor(&self) -> Executor {
        match &self.0.program {
            Ok(_) => Executor::Compiled,
            Err(_) => Executor::Reference,
        }
    }

    /// The rules that are carried out as they stand, for want of a table, and why. All of them
    /// if the reference plays the game.
    pub fn slow_rules(&self) -> Vec<Slow> {
        let rules = self.rules();
        match &self.0.program {
            Ok(program) => program
                .slow_rows()
                .into_iter()
                .map(|(clause, reason)| Slow {
                    rule: rules.clauses[usize::from(clause)].name.clone(),
                    reason: reason.to_owned(),
                })
                .collect(),
            Err(reason) => vec![Slow { rule: rules.title.clone(), reason: reason.clone() }],
        }
    }

    /// What was made of the rules for the compiled executor, as text for people: where cells lie,
    /// what is in tables, what is asked when. None if the reference plays the game;
    /// [`slow_rules`](Game::slow_rules) tells why. The form may change with any version.
    pub fn program_text(&self) -> Option<String> {
        self.0.program.as_ref().ok().map(|program| program.listing(&self.0))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The board as a graph.
    pub fn geometry(&self) -> &Geometry {
        &self.0.geometry
    }

    /// The position that every game begins with.
    pub fn start(&self) -> Position {
        Position::new(self.clone(), self.0.start.clone())
    }

    /// How many starts there are: 1, unless the men are dealt.
    pub fn arrangements(&self) -> u64 {
        deal::arrangements(&self.0.rules.start)
    }

    /// The number of the start that [`start`](Game::start) gives.
    pub fn number_of_start(&self) -> u64 {
        deal::number_of_start(&self.0.rules.start).unwrap_or(0)
    }

    /// The start of that number, from 0; none if there are fewer. Squares called home are
    /// those of [`start`](Game::start) all the same.
    pub fn start_at(&self, number: u64) -> Option<Position> {
        let men = deal::arrangement(&self.0.rules.start, number)?;
        Some(Position::new(self.clone(), crate::apply::start_of(&self.0, &men)))
    }

    /// Reads a position text without asking whether it can be played.
    ///
    /// # Errors
    ///
    /// If the text cannot be read: the field, the place in the text and what was expected.
    pub fn setup(&self, text: &str) -> Result<Setup, TextError> {
        crate::notation::read(self, text)
    }

    /// Reads a position text.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or read but not played.
    pub fn position(&self, text: &str) -> Result<Position, PositionError> {
        Ok(self.read(text)?.position)
    }

    /// Reads a position text, with notes about what the position does not hold.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or read but not played.
    pub fn read(&self, text: &str) -> Result<Reading, PositionError> {
        let setup = self.setup(text)?;
        let notes = setup.notes().to_vec();
        Ok(Reading { position: Position::try_from(setup)?, notes })
    }

    /// A player's name.
    ///
    /// # Panics
    ///
    /// If the game has no such player.
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.0.rules.players.get_index(player.0.into()).expect("a player of this game").0
    }

    /// A piece type's name.
    ///
    /// # Panics
    ///
    /// If the game has no such piece type.
    pub fn kind_name(&self, kind: KindId) -> &str {
        self.0.rules.kinds.get_index(kind.0.into()).expect("a kind of this game").0
    }

    /// How a man is written in a position text.
    pub fn letter(&self, player: PlayerId, kind: KindId) -> String {
        player_letter(&self.0.rules.kinds[usize::from(kind.0)].letter, player)
    }

    /// How the side to move is written in a position text.
    ///
    /// # Panics
    ///
    /// If the game has no such player.
    pub fn side_text(&self, player: PlayerId) -> &str {
        &self.0.player(player).side
    }

    /// The [`fingerprint`](crate::fingerprint()) of its rules.
    pub fn fingerprint(&self) -> String {
        crate::fingerprint::fingerprint(&self.0.rules)
    }

    /// Is it the same game? True for clones; otherwise the rules are compared.
    pub fn same(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.rules == other.0.rules
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.0.rules.title)
    }
}

/// A letter as a player writes it: the first in upper case, the second in lower case, later
/// ones likewise with a `'` for each pair before theirs.
pub(crate) fn player_letter(letter: &str, player: PlayerId) -> String {
    if player == PlayerId::NOBODY {
        return letter.to_owned();
    }
    let mut text =
        if player.0.is_multiple_of(2) { letter.to_uppercase() } else { letter.to_lowercase() };
    text.extend(std::iter::repeat_n('\'', usize::from(player.0 / 2)));
    text
}

impl Tables {
    fn new(rules: Rules) -> Tables {
        let geometry = rules.board.geometry();
        let squares = geometry.squares();
        let players = rules.players.len() as u8;
        let (cells, blank) = prepare::cell_tables(&rules, squares);
        let start = State {
            men: vec![Man::NOBODY; squares],
            slots: blank.clone(),
            to_move: PlayerId(0),
            again: false,
            number: 1,
        };
        let path_is_seen = mention::rules_mention_path(&rules);
        let mut tables = Tables {
            squares,
            players,
            marks: prepare::ids(&rules.cells, |cell: &Cell| cell.life == Life::Mark)
                .map(CellId)
                .collect(),
            man_cells: prepare::ids(&rules.cells, |cell: &Cell| matches!(cell.per, Per::Man(_)))
                .map(CellId)
                .collect(),
            kinds: prepare::kind_tables(&rules),
            royal: prepare::royal_table(&rules),
            clauses: rules.clauses.iter().map(|c| prepare::clause_table(c, path_is_seen)).collect(),
            drops: prepare::drops(&rules),
            has_stocks: cells.iter().any(|cell| cell.shape == Shape::Stock),
            players_table: prepare::player_tables(&rules, &geometry),
            back: prepare::back_tables(&geometry),
            deep_bans: rules.bans.iter().map(|ban| mention::is_deep(&ban.when)).collect(),
            laws_count_occurrences: rules
                .bans
                .iter()
                .chain(&rules.duties)
                .any(|law| mention::counts_occurrences(&law.when)),
            ends_count_occurrences: rules.ends.iter().any(mention::end_counts_occurrences),
            rows: geometry.rows(),
            royals_are_made: prepare::royals_are_made(&rules),
            ends_about_move: rules.ends.iter().map(|end| mention::about_move(&end.when)).collect(),
            local_offers: rules
                .offers
                .iter()
                .map(|offer| {
                    offer
                        .when
                        .iter()
                        .any(|cond| mention::about_move(cond) || mention::asks_home(cond))
                })
                .collect(),
            cells,
            blank,
            path_is_asked_later: mention::path_is_asked_later(&rules),
            start,
            program: Err(String::new()),
            geometry,
            rules,
        };
        reach::fill(&mut tables);
        tables.start = crate::apply::start_of(&tables, &tables.rules.start.men);
        tables
    }

    #[inline]
    pub(crate) fn player(&self, player: PlayerId) -> &PlayerTable {
        &self.players_table[usize::from(player.0)]
    }

    #[inline]
    pub(crate) fn kind(&self, kind: KindId) -> &KindTable {
        &self.kinds[usize::from(kind.0)]
    }

    #[inline]
    pub(crate) fn cell(&self, cell: CellId) -> &CellTable {
        &self.cells[usize::from(cell.0)]
    }

    /// Where a stock keeps the number of a player's men of a kind.
    pub(crate) fn held_slot(&self, stock: CellId, kind: KindId, player: PlayerId) -> usize {
        let row = usize::from(player.0) * self.kinds.len();
        self.cell(stock).offset + row + usize::from(kind.0)
    }

    #[inline]
    pub(crate) fn clause(&self, clause: u16) -> &Clause {
        &self.rules.clauses[usize::from(clause)]
    }

    /// Who plays after a player.
    #[inline]
    pub(crate) fn after(&self, player: PlayerId) -> PlayerId {
        PlayerId(if player.0 + 1 >= self.players { 0 } else { player.0 + 1 })
    }

    /// Who plays after a player as things stand: the first whom no skip passes over. If all are
    /// passed over, the next one.
    pub(crate) fn following(&self, state: &State, player: PlayerId) -> PlayerId {
        let next = self.after(player);
        if self.rules.skips.is_empty() {
            return next;
        }
        let round = std::iter::successors(Some(next), |&p| Some(self.after(p)));
        let mut round = round.take(self.players.into());
        round.find(|&p| self.skip_of(state, p).is_none()).unwrap_or(next)
    }

    /// The first skip that passes a player over.
    pub(crate) fn skip_of(&self, state: &State, player: PlayerId) -> Option<usize> {
        let view = View::new(self, state, player);
        self.rules.skips.iter().position(|law| view.holds(&law.when))
    }

    /// All players, in order.
    pub(crate) fn all_players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players).map(PlayerId)
    }

    /// All squares, in order.
    pub(crate) fn all_squares(&self) -> std::ops::Range<Square> {
        0..self.squares as Square
    }
}
