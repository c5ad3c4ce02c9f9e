//! From a text to a position: what a text says, and whether it can be played.

use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use chator_rules::{CellId, CellType, Effect, PlayerId, Set, Square, Value};

use crate::ending;
use crate::eval::{Act, View};
use crate::game::{Game, Shape};
use crate::mention;
use crate::notation::{self, TextError};
use crate::position::{self, Position};
use crate::square_set::SquareSet;
use crate::state::{Man, State};
use crate::walk::walk;

/// Anything a position text can say, playable or not.
#[derive(Clone)]
pub struct Setup {
    pub(crate) game: Game,
    pub(crate) state: State,
    pub(crate) notes: Vec<String>,
}

/// A position read from a text, and what the reader should know about it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The position.
    pub position: Position,
    /// Sentences about what the text said and the position does not hold.
    pub notes: Vec<String>,
}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupProblem {
    /// A player has no royal man, though the game begins with one.
    NoRoyal {
        /// Whose name.
        player: String,
    },
    /// A player has more royal men than the game can give.
    TooManyRoyals {
        /// Whose name.
        player: String,
        /// How many there may be.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// The player who just moved is in check.
    LeftInCheck {
        /// Whose name.
        player: String,
    },
    /// A law forbids the last move to have led here.
    Banned {
        /// The player who moved last.
        player: String,
        /// The address of the law.
        ban: String,
    },
    /// No move can have left this mark.
    ImpossibleMark {
        /// The cell's name.
        cell: String,
        /// Its value, as written.
        value: String,
    },
}

/// All the problems of a setup, one or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<SetupProblem>);

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Setup {
    /// Sentences about what the text said and the setup does not hold.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The setup as text.
    pub fn text(&self) -> String {
        notation::write(&self.game.0, &self.state)
    }

    /// Makes it a position.
    ///
    /// # Errors
    ///
    /// All the reasons why it cannot be played.
    pub fn validate(self) -> Result<Position, SetupError> {
        let problems = self.problems();
        if problems.is_empty() {
            Ok(Position::new(self.game, self.state))
        } else {
            Err(SetupError(problems))
        }
    }

    /// Makes it a position also where no move can have led to it: the player who moved last may
    /// have left himself in check or broken another law, and impossible marks are cleared. Each
    /// such problem is a note.
    ///
    /// # Errors
    ///
    /// The reasons why it cannot be played at all.
    pub fn tolerate(mut self) -> Result<Reading, SetupError> {
        let (mut notes, mut grave) = (std::mem::take(&mut self.notes), Vec::new());
        for problem in self.problems() {
            match problem {
                SetupProblem::NoRoyal { .. } | SetupProblem::TooManyRoyals { .. } => {
                    grave.push(problem);
                    continue;
                }
                SetupProblem::ImpossibleMark { ref cell, .. } => self.clear(cell),
                SetupProblem::LeftInCheck { .. } | SetupProblem::Banned { .. } => {}
            }
            notes.push(problem.to_string());
        }
        if grave.is_empty() {
            Ok(Reading { position: Position::new(self.game, self.state), notes })
        } else {
            Err(SetupError(grave))
        }
    }

    /// Brings a cell back to its start.
    fn clear(&mut self, name: &str) {
        if let Some(number) = self.game.rules().cells.get_index_of(name) {
            let table = self.game.0.cell(CellId(number as u16));
            self.state.slots[table.offset..table.offset + table.count].fill(table.start);
        }
    }

    /// The reasons why it cannot be played; none if it can.
    pub fn problems(&self) -> Vec<SetupProblem> {
        let game = &*self.game.0;
        let mut problems = Vec::new();
        let previous = position::previous(&self.game, &self.state);
        let waiting = View::new(game, &self.state, previous);
        // Where the game has ended by what befell a royal, it may be gone.
        let over = ending::decide(&waiting, false).is_some_and(|end| {
            mention::asks_royals(&game.rules, &game.rules.ends[usize::from(end)].when)
        });
        for player in game.all_players() {
            self.royals(player, over, &mut problems);
        }
        if previous != self.state.to_move {
            let asked = game.rules.bans.iter();
            let present =
                asked.filter(|b| !mention::about_move(&b.when) && !mention::is_deep(&b.when));
            for ban in present.filter(|ban| waiting.holds(&ban.when)) {
                let player = self.game.player_name(previous).to_owned();
                problems.push(if mention::asks_check(&ban.when) {
                    SetupProblem::LeftInCheck { player }
                } else {
                    SetupProblem::Banned { player, ban: ban.name.clone() }
                });
            }
        }
        for &mark in &game.marks {
            if !self.mark_is_possible(mark) {
                let name = game.rules.cells.get_index(mark.0.into()).map_or("", |(name, _)| name);
                let value = notation::cell_text(game, &self.state, mark);
                problems.push(SetupProblem::ImpossibleMark { cell: name.to_owned(), value });
            }
        }
        problems
    }

    fn royals(&self, player: PlayerId, over: bool, problems: &mut Vec<SetupProblem>) {
        let game = &*self.game.0;
        let most = game.player(player).royals;
        if most == 0 {
            return;
        }
        let royal = |man: &&Man| man.belongs_to(player) && game.kind(man.kind()).royal;
        let stocks = game.cells.iter().filter(|cell| cell.shape == Shape::Stock);
        let kinds = (0..game.kinds.len()).filter(|&kind| game.kinds[kind].royal);
        let kinds: Vec<usize> = kinds.collect();
        let row = usize::from(player.0) * game.kinds.len();
        let held = stocks.flat_map(|cell| kinds.iter().map(move |kind| cell.offset + row + kind));
        let held: usize =
            held.map(|slot| usize::try_from(self.state.slots[slot]).unwrap_or(0)).sum();
        let found = self.state.men.iter().filter(royal).count() + held;
        let name = self.game.player_name(player).to_owned();
        if found == 0 && over {
            return;
        }
        if found == 0 {
            problems.push(SetupProblem::NoRoyal { player: name });
        } else if found > most && !game.royals_are_made {
            problems.push(SetupProblem::TooManyRoyals { player: name, most, found });
        }
    }

    /// Can a move have left the mark? Only marks of squares that nothing but clauses set can
    /// be judged; others count as possible.
    ///
    /// Some man of a player not to move must stand where a clause of his that sets the mark
    /// may have brought him from an empty square, leaving the mark as it is.
    fn mark_is_possible(&self, mark: CellId) -> bool {
        let game = &*self.game.0;
        let table = game.cell(mark);
        let slots = &self.state.slots[table.offset..table.offset + table.count];
        let squares = game.rules.cells[usize::from(mark.0)].ty == CellType::Squares;
        if !squares || slots.iter().all(|&value| value == table.start) {
            return true;
        }
        let sets = |effect: &Effect| matches!(effect, Effect::Assign { cell, .. } if *cell == mark);
        let events = game.rules.events.iter().flat_map(|event| &event.effects);
        let offers = game.rules.offers.iter().flat_map(|offer| &offer.effects);
        if events.chain(offers).any(sets) {
            return true;
        }
        let mut value = SquareSet::new(game.squares);
        game.all_squares().filter(|&s| slots[usize::from(s)] != 0).for_each(|s| value.insert(s));
        game.all_squares().any(|target| {
            let man = self.state.man(target);
            let moved = man.is_some() && (man.player() != self.state.to_move || self.state.again);
            moved
                && game.kind(man.kind()).clauses.iter().any(|&clause| {
                    let effects = game.clause(clause).effects.iter();
                    effects.filter(|effect| sets(effect)).any(|effect| match effect {
                        Effect::Assign { value: Value::Squares(set), .. } => game
                            .all_squares()
                            .any(|origin| self.may_have_set(clause, origin, target, set, &value)),
                        _ => false,
                    })
                })
        })
    }

    /// Put back on the origin, would the clause take the man to the target and set the mark?
    fn may_have_set(
        &self,
        clause: u16,
        origin: Square,
        target: Square,
        set: &Set,
        value: &SquareSet,
    ) -> bool {
        let game = &*self.game.0;
        if self.state.man(origin).is_some() {
            return false;
        }
        let man = self.state.man(target);
        let mut before = self.state.clone();
        before.men.swap(usize::from(origin), usize::from(target));
        let view = View::new(game, &before, man.player()).about(origin, man.kind(), clause);
        if !view.contains(&game.clause(clause).from, origin) {
            return false;
        }
        let lifted = view.lifting(origin);
        game.clause(clause).motions.iter().any(|motion| {
            walk(&lifted, motion, origin, Some(target), &mut |_, path| {
                let act = Act { done: true, target, path, ..view.act };
                let after = View { now: &self.state, before: Some(&before), act, ..view };
                if after.eval(set) == *value { Break(()) } else { Continue(()) }
            })
            .is_break()
        })
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        setup.validate()
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({})", self.text())
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupProblem::NoRoyal { player } => write!(f, "{player} has no royal man"),
            SetupProblem::TooManyRoyals { player, most, found } => {
                write!(f, "{player} has {found} royal men, and there can be {most}")
            }
            SetupProblem::LeftInCheck { player } => {
                write!(f, "{player} is in check and not to move")
            }
            SetupProblem::Banned { player, ban } => {
                write!(f, "{player} cannot have moved to this position: `{ban}` forbids it")
            }
            SetupProblem::ImpossibleMark { cell, value } => {
                write!(f, "no move can have left {cell}={value}")
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}
