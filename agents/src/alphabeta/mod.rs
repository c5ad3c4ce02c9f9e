//! Alpha-beta search: iterative deepening with a principal variation, a table of positions, and
//! the values that follow from the rules.
//!
//! For two players. With more, all others are taken to be against the one who thinks (the
//! paranoid reading of Sturtevant and Korf, 2000), which errs on the side of caution.

mod order;
mod search;
mod table;

use std::fmt::Write;

use chator_interpreter::{Game, Move, Position};

use crate::agent::{Agent, Stop};
use crate::alphabeta::order::Memory;
use crate::alphabeta::search::Searcher;
use crate::alphabeta::table::Table;
use crate::analysis::{Analysis, Line};
use crate::budget::Budget;
use crate::keys::{AgentError, Keys};
use crate::solver::{may_win_ahead, win_ahead};
use crate::tactics::mean_man;
use crate::value::{Value, WIN};
use crate::values::{Values, Worth};

/// How an [`AlphaBeta`] searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long for each move.
    pub budget: Budget,
    /// No deeper than so many plies.
    pub depth: u32,
    /// Megabytes of the table of positions.
    pub hash: u32,
    /// Is a forced win looked for before anything else, with a fifth of the budget?
    pub prove: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::nodes(20_000), depth: MAX_DEPTH, hash: 16, prove: true }
    }
}

/// The deepest search.
pub(crate) const MAX_DEPTH: u32 = 64;

/// An agent that searches all lines to a depth.
pub struct AlphaBeta {
    settings: Settings,
    stop: Stop,
    table: Table,
    prepared: Option<Prepared>,
}

/// What holds for a game.
struct Prepared {
    game: Game,
    values: Values,
    /// What a man is worth on average: the unit of margins.
    man: Worth,
    memory: Memory,
}

impl AlphaBeta {
    /// What help texts say.
    pub(crate) const HELP: &'static str = "alpha-beta search on values derived from the rules; \
        nodes=N (else 20000), time=200ms or 1.5s, cpu=200ms (of the processor), depth=N, hash=MB, \
        prove=on|off (is a forced win looked for first?)";

    /// An agent with these settings.
    pub fn new(settings: Settings) -> AlphaBeta {
        AlphaBeta { settings, stop: Stop::default(), table: Table::default(), prepared: None }
    }

    /// The same, but it comes to an end when `stop` says so.
    pub(crate) fn obeying(self, stop: Stop) -> AlphaBeta {
        AlphaBeta { stop, ..self }
    }

    /// The agent with these keys.
    pub(crate) fn read(keys: &mut Keys<'_>) -> Result<AlphaBeta, AgentError> {
        let usual = Settings::default();
        let depth = keys.whole("depth", 1, MAX_DEPTH)?;
        let budget = keys.budget()?;
        // A depth alone is a bound, too.
        let budget =
            budget.unwrap_or(if depth.is_some() { Budget::default() } else { usual.budget });
        let hash = keys.whole("hash", 1, 1 << 14)?.unwrap_or(usual.hash);
        let depth = depth.unwrap_or(usual.depth);
        let prove = keys.switch("prove")?.unwrap_or(usual.prove);
        Ok(AlphaBeta::new(Settings { budget, depth, hash, prove }))
    }

    /// Searches a position and tells what it found: the best lines, `lines` of them at most, each
    /// time a depth is done to `told`.
    ///
    /// # Panics
    ///
    /// Never: what it needs is prepared first.
    pub fn analyse(
        &mut self,
        position: &Position,
        lines: usize,
        told: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.prepare(position.game());
        self.table.reserve((self.settings.hash as usize) << 20);
        self.table.grow_older();
        let mut budget = self.settings.budget;
        let mut proving = 0;
        if self.settings.prove && lines <= 1 && may_win_ahead(position) {
            let (first, rest) = budget.split(5);
            let (win, nodes) = win_ahead(position, self.settings.depth, first, self.stop.clone());
            if let Some(win) = win {
                self.stop.clear();
                let plies = win.line.len() as u32;
                let value = Value(WIN - plies.cast_signed());
                let lines = vec![Line { value, moves: win.line }];
                let found = Analysis { lines, depth: plies, nodes };
                told(&found);
                return found;
            }
            (budget, proving) = (rest, nodes);
        }
        let spending = budget.begin(self.stop.clone());
        let prepared = self.prepared.as_mut().expect("it was just prepared");
        prepared.memory.fade();
        let table = &mut self.table;
        let (values, memory) = (&prepared.values, &mut prepared.memory);
        let mut searcher = Searcher::new(position, values, prepared.man, memory, table, spending);
        let found = searcher.deepen(self.settings.depth, lines.max(1), told);
        self.stop.clear();
        Analysis { nodes: found.nodes + proving, ..found }
    }

    fn prepare(&mut self, game: &Game) {
        if self.prepared.as_ref().is_some_and(|known| known.game.same(game)) {
            return;
        }
        let rules = game.rules();
        let memory =
            Memory::new(rules.players.len(), rules.clauses.len(), game.geometry().squares());
        let values = Values::of(game);
        let man = mean_man(game, &values);
        self.prepared = Some(Prepared { game: game.clone(), values, man, memory });
        self.table.clear();
    }
}

impl Agent for AlphaBeta {
    fn name(&self) -> String {
        let (own, usual) = (&self.settings, Settings::default());
        let mut keys = String::new();
        if own.budget != usual.budget && !own.budget.is_endless() {
            let _ = write!(keys, ",{}", own.budget);
        }
        if own.depth != usual.depth {
            let _ = write!(keys, ",depth={}", own.depth);
        }
        if own.hash != usual.hash {
            let _ = write!(keys, ",hash={}", own.hash);
        }
        if own.prove != usual.prove {
            keys.push_str(if own.prove { ",prove=on" } else { ",prove=off" });
        }
        format!("alphabeta{}", keys.replacen(',', ":", 1))
    }

    fn begin(&mut self, _seed: u64) {
        self.table.clear();
        self.prepared = None;
        self.stop.clear();
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.len() < 2 {
            return moves.first().copied();
        }
        self.analyse(position, 1, &mut |_| ()).best()
    }

    fn is_reproducible(&self) -> bool {
        self.settings.budget.is_reproducible()
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}
