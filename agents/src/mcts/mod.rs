//! Monte Carlo tree search: UCT with values for each player, playouts that may be cut, material
//! seen ahead, and proofs of what is certain.
//!
//! Made for any game: players may be many and may move several times a turn. The same seed and
//! number of iterations give the same moves on every machine.

mod playout;
mod select;
mod tree;
mod value;

use std::fmt::Write;
use std::str::FromStr;

use chator_interpreter::{Game, Move, Position};

use crate::agent::{Agent, Stop};
use crate::budget::{Budget, CLOCKED};
use crate::chance::{Chance, derived_seed};
use crate::keys::{AgentError, Keys};
use crate::mcts::playout::Playout;
use crate::mcts::tree::{NodeId, Tree};
use crate::mcts::value::Values;

/// How an [`Mcts`] searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How long for each move.
    pub budget: Budget,
    /// Where its chance comes from.
    pub seed: u64,
    /// After how many plies a playout is cut and its material counted; `None`: never. In a game
    /// in which men are hardly ever taken no playout is cut.
    pub cut: Option<u32>,
    /// The weight of what was looked at little: the C of UCB1, for values from 0 to 1.
    pub exploration: f64,
    /// The weight of material seen ahead against the mean of the playouts, from 0 to 1.
    pub lean: f64,
    /// How many captures in a row are followed at the end of a playout that was cut.
    pub settle: u32,
}

impl Default for Settings {
    /// No cut and the captures after it (`settle`) were picked by small matches; for the two
    /// weights matches of 16 games in three games showed no difference between 0.1 and 0.8.
    fn default() -> Settings {
        Settings {
            budget: Budget::nodes(1_000),
            seed: 0,
            cut: Some(0),
            exploration: 0.4,
            lean: 0.4,
            settle: 6,
        }
    }
}

/// An agent that searches a tree of moves by playouts.
#[derive(Clone, Debug)]
pub struct Mcts {
    settings: Settings,
    chance: Chance,
    stop: Stop,
    /// What the men of the game played last are worth.
    values: Option<(Game, Values)>,
}

impl Mcts {
    /// An agent with these settings.
    pub fn new(settings: Settings) -> Mcts {
        let chance = Chance::new(settings.seed);
        Mcts { settings, chance, stop: Stop::default(), values: None }
    }

    /// The same, but it comes to an end when `stop` says so.
    pub(crate) fn obeying(self, stop: Stop) -> Mcts {
        Mcts { stop, ..self }
    }

    /// What help texts say.
    pub(crate) const HELP: &'static str = "Monte Carlo tree search; nodes=N (iterations, else \
        1000), time=200ms or 1.5s, cpu=200ms (of the processor), seed=N, cut=N or none (random \
        plies of a playout), settle=N (captures after them), c=X (exploration), lean=X (weight of \
        material seen ahead)";

    /// The agent with these keys.
    pub(crate) fn read(keys: &mut Keys<'_>) -> Result<Mcts, AgentError> {
        let usual = Settings::default();
        Ok(Mcts::new(Settings {
            budget: keys.budget()?.unwrap_or(usual.budget),
            seed: keys.take("seed")?.unwrap_or(usual.seed),
            cut: keys.take::<Cut>("cut")?.map_or(usual.cut, |cut| cut.0),
            exploration: keys.number("c", 0.0, 100.0)?.unwrap_or(usual.exploration),
            settle: keys.take("settle")?.unwrap_or(usual.settle),
            lean: keys.number("lean", 0.0, 1.0)?.unwrap_or(usual.lean),
        }))
    }

    /// The default agent with a seed of its own.
    pub fn with_seed(seed: u64) -> Mcts {
        Mcts::new(Settings { seed, ..Settings::default() })
    }

    /// The same with so many iterations a move.
    #[must_use]
    pub fn playouts(mut self, iterations: u64) -> Mcts {
        self.settings.budget = Budget::nodes(iterations);
        self
    }

    fn values(&mut self, game: &Game) -> Values {
        match &self.values {
            Some((known, values)) if same(known, game) => values.clone(),
            _ => {
                let values = Values::of(game);
                self.values = Some((game.clone(), values.clone()));
                values
            }
        }
    }

    fn search(&mut self, position: &Position, values: &Values) -> Tree {
        let mut position = position.clone();
        let mut tree = Tree::new(position.game().rules().players.len());
        let mut spending = self.settings.budget.begin(self.stop.clone());
        while !tree.node(0).proven && spending.grant(CLOCKED) {
            self.iterate(&mut position, &mut tree, values);
        }
        tree
    }

    /// One iteration: down the tree, a playout, and back up.
    fn iterate(&mut self, position: &mut Position, tree: &mut Tree, values: &Values) {
        let mut result = vec![0.0; position.game().rules().players.len()];
        let mut path: Vec<NodeId> = vec![0];
        let mut undo = Vec::new();
        let mut here = 0;
        while let Some(child) = select::descend(tree, here, &self.settings) {
            undo.push(position.make(tree.node(child).mv.expect("only the root has no move")));
            path.push(child);
            here = child;
        }
        match position.outcome() {
            Some(outcome) => {
                playout::scores(&outcome, &mut result);
                tree.prove(here, &result);
            }
            None => {
                values.shares(position, &mut result);
                tree.estimate(here, &result);
                self.expand(position, tree, here, values);
                let playout = Playout { settings: &self.settings, values };
                playout.play(position, &mut self.chance, &mut result);
            }
        }
        tree.back_up(&path, &result);
        while let Some(last) = undo.pop() {
            position.unmake(last);
        }
    }

    /// Gives a leaf its children: what takes most comes first, the rest in random order.
    fn expand(&mut self, position: &Position, tree: &mut Tree, leaf: NodeId, values: &Values) {
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        self.chance.shuffle(&mut moves);
        let gain = |mv: &Move| values.gain(position, *mv);
        moves.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        tree.expand(leaf, position.to_move(), &moves);
    }
}

/// Is it the same game? Quick for clones, which it nearly always is.
fn same(one: &Game, other: &Game) -> bool {
    std::ptr::eq(one.rules(), other.rules()) || one.rules() == other.rules()
}

impl Agent for Mcts {
    fn name(&self) -> String {
        let (own, usual) = (&self.settings, Settings::default());
        let mut keys = String::new();
        let mut key = |text: std::fmt::Arguments<'_>| {
            let _ = write!(keys, "{}{text}", if keys.is_empty() { ":" } else { "," });
        };
        if own.budget != usual.budget {
            key(format_args!("{}", own.budget));
        }
        if own.seed != usual.seed {
            key(format_args!("seed={}", own.seed));
        }
        if own.cut != usual.cut {
            match own.cut {
                Some(plies) => key(format_args!("cut={plies}")),
                None => key(format_args!("cut=none")),
            }
        }
        if own.exploration.to_bits() != usual.exploration.to_bits() {
            key(format_args!("c={}", own.exploration));
        }
        if own.lean.to_bits() != usual.lean.to_bits() {
            key(format_args!("lean={}", own.lean));
        }
        if own.settle != usual.settle {
            key(format_args!("settle={}", own.settle));
        }
        format!("mcts{keys}")
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(derived_seed(self.settings.seed, seed));
        self.stop.clear();
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let values = self.values(position.game());
        let tree = self.search(position, &values);
        self.stop.clear();
        select::decide(&tree, &self.settings).and_then(|id| tree.node(id).mv)
    }

    fn is_reproducible(&self) -> bool {
        self.settings.budget.is_reproducible()
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

struct Cut(Option<u32>);

impl FromStr for Cut {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "none" {
            return Ok(Cut(None));
        }
        text.parse().map(|plies| Cut(Some(plies))).map_err(|_| ())
    }
}
