//! Monte Carlo tree search for any game: players may be many and may move several times a turn.
//!
//! UCB1 or PUCT on values for each player, leaves valued by captures played out or by random
//! games, the best line seen ahead, and proofs of what is certain. Each part can be switched off
//! or chosen by a key ([`Settings`]). With one thread the same seed and number of iterations give
//! the same moves on every machine.

#![allow(clippy::cast_precision_loss, reason = "nobody has 2^24 players, moves or repetitions")]

mod backup;
mod playout;
mod resolve;
mod select;
mod settings;
mod settle;
mod tree;
mod worker;

use chator_interpreter::{Game, Move, Position, Search};

pub use self::settings::{Leaf, Offers, Select, Settings};

use crate::agent::{Agent, Stop};
use crate::budget::Budget;
use crate::chance::{Chance, derived_seed};
use crate::keys::{AgentError, Keys};
use crate::mcts::playout::Mast;
use crate::mcts::resolve::Weights;
use crate::mcts::settle::Settler;
use crate::mcts::tree::Tree;
use crate::mcts::worker::{Shared, Worker};
use crate::solver::{may_win_ahead, win_ahead};
use crate::tactics::mean_man;
use crate::values::{Values, Worth};

/// An agent that searches a tree of moves by values of its leaves.
pub struct Mcts {
    settings: Settings,
    chance: Chance,
    stop: Stop,
    prepared: Option<Prepared>,
    /// What the last search has left.
    tree: Option<Tree>,
}

/// What holds for a game.
struct Prepared {
    game: Game,
    values: Values,
    man: Worth,
    weights: Weights,
    /// By thread; none if playouts are left to chance.
    masts: Vec<Option<Mast>>,
}

impl Mcts {
    /// What help texts say.
    pub(crate) const HELP: &'static str = Settings::HELP;

    /// An agent with these settings.
    pub fn new(settings: Settings) -> Mcts {
        let chance = Chance::new(settings.seed);
        Mcts { settings, chance, stop: Stop::default(), prepared: None, tree: None }
    }

    /// The same, but it comes to an end when `stop` says so.
    pub(crate) fn obeying(self, stop: Stop) -> Mcts {
        Mcts { stop, ..self }
    }

    /// The agent of a text: perhaps `plain`, and then keys.
    pub(crate) fn read(text: &str) -> Result<Mcts, AgentError> {
        let (base, rest) = Settings::base(text);
        let mut keys = Keys::read("mcts", rest)?;
        let settings = base.read(&mut keys)?;
        keys.end()?;
        Ok(Mcts::new(settings))
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

    fn prepare(&mut self, game: &Game) {
        if self.prepared.as_ref().is_some_and(|known| known.game.same(game)) {
            return;
        }
        let rules = game.rules();
        let mast = || {
            let (players, clauses) = (rules.players.len(), rules.clauses.len());
            let squares = game.geometry().squares();
            let random = self.settings.mast;
            (random < 1.0).then(|| Mast::new(random, players, clauses, squares))
        };
        let values = Values::of(game);
        self.prepared = Some(Prepared {
            game: game.clone(),
            man: mean_man(game, &values),
            weights: Weights::new(&self.settings, game),
            masts: (0..self.settings.threads).map(|_| mast()).collect(),
            values,
        });
        self.tree = None;
    }

    /// The move found in a position that has several.
    fn search(&mut self, position: &Position, budget: Budget) -> Move {
        self.prepare(position.game());
        let prepared = self.prepared.as_mut().expect("it was just prepared");
        let (settings, weights, stop) = (&self.settings, &prepared.weights, &self.stop);
        let players = position.game().rules().players.len();
        let settler = || Settler::new(prepared.values.clone(), position.game(), prepared.man);
        let line = Search::new(position);
        let kept = self.tree.take().filter(|_| settings.reuse).and_then(|mut tree| {
            // Everybody may have moved twice since.
            tree.descend_to(line.state_key(), 2 * players).then_some(tree)
        });
        // Threads besides the first have chances of their own, new ones in each search.
        let seed = if settings.threads > 1 { self.chance.below(1 << 30) as u64 } else { 0 };
        let mut masts = prepared.masts.iter_mut().map(Option::as_mut);
        let mast = masts.next().flatten();
        let mut first = Worker::new(line, settings, weights, settler(), &mut self.chance, mast);
        first.fade();
        let kept = kept.and_then(|mut tree| first.replant(&mut tree).then_some(tree));
        let tree = kept.unwrap_or_else(|| first.plant(players));
        let shared = Shared::new(tree, (settings.hash as usize) << 20);
        let shares = |thread| share(budget, settings.threads, thread);
        if settings.threads == 1 {
            first.run(&shared, budget.begin(stop.clone()));
        } else {
            std::thread::scope(|scope| {
                let shared = &shared;
                for (thread, mast) in (1..).zip(masts) {
                    let Some(budget) = shares(thread) else { continue };
                    let settler = settler();
                    scope.spawn(move || {
                        let mut chance = Chance::new(derived_seed(seed, thread.into()));
                        let line = Search::new(position);
                        let mut worker =
                            Worker::new(line, settings, weights, settler, &mut chance, mast);
                        worker.fade();
                        worker.run(shared, budget.begin(stop.clone()));
                    });
                }
                if let Some(budget) = shares(0) {
                    first.run(shared, budget.begin(stop.clone()));
                }
            });
        }
        let tree = shared.into_tree();
        let place = select::decide(&tree, weights);
        let mv = tree.node(tree.root).edges[place].mv;
        self.tree = settings.reuse.then_some(tree);
        mv
    }
}

/// The part of a budget that one of several threads has: together they spend what one would. None
/// if nothing is left for it.
fn share(budget: Budget, threads: u32, thread: u32) -> Option<Budget> {
    let of = |nodes: u64| {
        let threads = u64::from(threads);
        nodes / threads + u64::from(u64::from(thread) < nodes % threads)
    };
    let nodes = budget.nodes.map(of);
    (nodes != Some(0)).then_some(Budget {
        nodes,
        cpu: budget.cpu.map(|cpu| cpu / threads),
        ..budget
    })
}

impl Agent for Mcts {
    fn name(&self) -> String {
        self.settings.to_string()
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(derived_seed(self.settings.seed, seed));
        self.stop.clear();
        self.tree = None;
        self.prepared = None;
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let budget = self.settings.budget;
        let mut rest = budget;
        let mut mv = None;
        // A tree search that is sure to win sooner or later does not look for the shortest way.
        if self.settings.prove && may_win_ahead(position) {
            let (first, left) = budget.split(10);
            // An iteration takes longer than ten positions of a proof.
            let nodes = budget.nodes;
            let first = Budget { nodes, ..first };
            let win = win_ahead(position, u32::MAX, first, self.stop.clone()).0;
            mv = win.and_then(|win| win.line.first().copied());
            rest = Budget { nodes, ..left };
        }
        let mv = mv.unwrap_or_else(|| self.search(position, rest));
        self.stop.clear();
        debug_assert!(moves.contains(&mv));
        Some(mv)
    }

    fn is_reproducible(&self) -> bool {
        self.settings.budget.is_reproducible() && self.settings.threads == 1
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}
