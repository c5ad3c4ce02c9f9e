//! One iteration after the other, by one thread or several.
//!
//! All threads grow one tree behind one lock (the global mutex of Chaslot, Winands and van den
//! Herik, 2008): it is held on the way down and on the way back up, and not while a leaf is valued, which
//! takes most of the time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use chator_interpreter::{Move, Search};

use crate::budget::{CLOCKED, Spending};
use crate::chance::Chance;
use crate::mcts::backup::Step;
use crate::mcts::playout::{LONGEST, Mast, quick, walk};
use crate::mcts::resolve::Weights;
use crate::mcts::select;
use crate::mcts::settings::{Leaf, Offers, Select, Settings};
use crate::mcts::settle::{Settler, even, scores};
use crate::mcts::tree::{Edge, Found, NONE, NodeId, Tree};
use crate::tactics::without_offers;
use crate::values::Worth;

/// What the threads of a search share.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Somebody has come back.
    back: Condvar,
    /// No more bytes than that.
    room: usize,
}

struct State {
    tree: Tree,
    /// How many have gone down and not come back: places of nodes must stay what they are.
    away: u32,
}

/// Where an iteration ended.
enum Reached {
    /// At a position that nobody has looked at, by its key.
    New(u64),
    /// At one whose value is known.
    Known(NodeId, Vec<f64>),
    /// At one that repeats another.
    Repeated(Vec<f64>),
}

/// No line is longer.
const LONGEST_LINE: usize = 400;

impl Shared {
    pub(crate) fn new(tree: Tree, room: usize) -> Shared {
        Shared { state: Mutex::new(State { tree, away: 0 }), back: Condvar::new(), room }
    }

    pub(crate) fn into_tree(self) -> Tree {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).tree
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree with room for another iteration. Room is made only while nobody is under way.
    fn with_room(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while state.tree.bytes() > self.room {
            if state.away == 0 {
                state.tree.prune(self.room / 2);
                break;
            }
            state = self.back.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }
}

/// Somebody who makes iterations.
pub(crate) struct Worker<'w, 'p> {
    line: Search<'p>,
    settings: &'w Settings,
    weights: &'w Weights,
    settler: Settler,
    chance: &'w mut Chance,
    mast: Option<&'w mut Mast>,
    steps: Vec<Step>,
}

impl<'w, 'p> Worker<'w, 'p> {
    pub(crate) fn new(
        line: Search<'p>,
        settings: &'w Settings,
        weights: &'w Weights,
        settler: Settler,
        chance: &'w mut Chance,
        mast: Option<&'w mut Mast>,
    ) -> Worker<'w, 'p> {
        Worker { line, settings, weights, settler, chance, mast, steps: Vec::new() }
    }

    /// What earlier searches taught counts less in this one.
    pub(crate) fn fade(&mut self) {
        if let Some(mast) = &mut self.mast {
            mast.fade();
        }
    }

    /// A tree whose root is the position, which has moves.
    pub(crate) fn plant(&mut self, players: usize) -> Tree {
        let own = self.settler.standing(&self.line);
        let (key, mover) = (self.line.state_key(), self.line.to_move().0);
        let mut tree = Tree::new(players, self.settings.transpositions);
        tree.root = tree.push(&Found { key, mover, over: false, values: Vec::new(), own });
        self.open(&mut tree, 0);
        tree
    }

    /// Gives the root of a tree that was kept the offers that it had no use for before. Does it
    /// have just the legal moves then?
    pub(crate) fn replant(&mut self, tree: &mut Tree) -> bool {
        let root = tree.root;
        if !tree.node(root).open {
            return false;
        }
        let sight = self.line.look();
        let (plain, offers) = self.split(&sight.moves, true);
        if self.settings.offers == Offers::Root && tree.node(root).offers == 0 {
            let offers = self.edges(offers.clone());
            tree.add_offers(root, offers);
        }
        let mut legal = [plain, offers].concat();
        let mut known: Vec<Move> = tree.node(root).edges.iter().map(|edge| edge.mv).collect();
        legal.sort_unstable();
        known.sort_unstable();
        legal == known
    }

    /// Makes iterations until the budget is spent or the result is certain.
    pub(crate) fn run(&mut self, shared: &Shared, mut spending: Spending) {
        let work = if self.weights.leaf == Leaf::Settle { CLOCKED / 8 } else { CLOCKED };
        loop {
            let mut state = shared.with_room();
            let root = state.tree.root;
            let mover = state.tree.node(root).mover;
            let stat = state.tree.stat(root, mover);
            if stat.low >= stat.high || !spending.grant(work) {
                return;
            }
            let reached = self.descend(&mut state.tree);
            let values = match reached {
                Reached::New(key) => {
                    state.away += 1;
                    drop(state);
                    let found = self.value(key);
                    state = shared.lock();
                    state.away -= 1;
                    self.add(&mut state.tree, &found);
                    found.values
                }
                Reached::Known(id, values) => {
                    state.tree.look_at(id, &values);
                    values
                }
                Reached::Repeated(values) => {
                    let &(id, place) = self.steps.last().expect("the root repeats nothing");
                    let node = state.tree.node_mut(id);
                    let got = values[usize::from(node.mover)] as f32;
                    let edge = &mut node.edges[place];
                    edge.repeats += 1;
                    edge.repeated += got;
                    values
                }
            };
            state.tree.back_up(&self.steps, &values, self.weights.solver);
            drop(state);
            shared.back.notify_all();
            if let Some(mast) = &mut self.mast {
                mast.learn(&values);
            }
            self.steps.drain(..).for_each(|_| self.line.unmake());
        }
    }

    /// Down the tree, by moves made in the line.
    fn descend(&mut self, tree: &mut Tree) -> Reached {
        let mut here = tree.root;
        loop {
            if tree.is_settled(here) {
                let result = tree.stats(here).iter().map(|stat| stat.low.into()).collect();
                return Reached::Known(here, result);
            }
            if !tree.node(here).open {
                self.open(tree, here);
            }
            if tree.node(here).edges.is_empty() || self.steps.len() >= LONGEST_LINE {
                let own = tree.stats(here).iter().map(|stat| stat.own.into()).collect();
                return Reached::Known(here, own);
            }
            let place = select::next(tree, here, self.weights);
            let edge = &mut tree.node_mut(here).edges[place];
            edge.flying += 1;
            let (mv, child) = (edge.mv, edge.child);
            self.steps.push((here, place));
            if let Some(mast) = &mut self.mast {
                mast.made(self.line.to_move(), mv);
            }
            self.line.make(mv);
            let gives_up = self.settings.repeats || self.settings.transpositions;
            if gives_up
                && self.line.is_repeated()
                && let Some(values) = self.repeated(tree.players)
            {
                return Reached::Repeated(values);
            }
            if child != NONE {
                here = child;
                continue;
            }
            let key = self.line.state_key();
            match tree.shared(key) {
                // An end may depend on the line.
                Some(id) if self.line.outcome().is_none() => {
                    tree.node_mut(here).edges[place].child = id;
                    here = id;
                }
                _ => return Reached::New(key),
            }
        }
    }

    /// What comes again can come once more: between two it is given up as a draw unless the rules
    /// say something else. That holds for this line only, so it is no certain result. Among more
    /// it is worth what it looks like; if it is an end it is one, and there is nothing to give up.
    fn repeated(&mut self, players: usize) -> Option<Vec<f64>> {
        match self.line.outcome() {
            Some(outcome) if players == 2 => Some(scores(&outcome, players)),
            Some(_) => None,
            None if players == 2 => Some(even(players)),
            None => Some(self.settler.standing(&self.line)),
        }
    }

    /// A position that the last step led to for the first time.
    fn add(&self, tree: &mut Tree, found: &Found) {
        let &(parent, place) = self.steps.last().expect("the root is known");
        let child = tree.node(parent).edges[place].child;
        let id = if child != NONE {
            // Another thread was faster.
            child
        } else if let Some(id) = tree.shared(found.key).filter(|_| !found.over) {
            id
        } else {
            tree.push(found)
        };
        tree.node_mut(parent).edges[place].child = id;
        tree.look_at(id, &found.values);
    }

    /// The value of the position at the end of the line.
    fn value(&mut self, key: u64) -> Found {
        let (mover, players) = (self.line.to_move().0, self.line.game().rules().players.len());
        let found = |over, values: Vec<f64>, own| Found { key, mover, over, values, own };
        let leans = self.weights.lean > 0.0;
        if self.weights.leaf == Leaf::Playout && self.mast.is_none() && !leans {
            let (values, over) = quick(&mut self.line, players, self.chance);
            return found(over, values.clone(), values);
        }
        let sight = self.line.look();
        if let Some(outcome) = &sight.outcome {
            let values = scores(outcome, players);
            return found(true, values.clone(), values);
        }
        if sight.moves.is_empty() {
            return found(true, even(players), even(players));
        }
        let captures = self.settings.settle;
        if self.weights.leaf == Leaf::Settle {
            let values = self.settler.values(&mut self.line, &sight, captures);
            return found(false, values.clone(), values);
        }
        let own =
            if leans { Some(self.settler.values(&mut self.line, &sight, captures)) } else { None };
        let cut = self.weights.leaf == Leaf::Cut;
        let most = if cut { self.settings.cut } else { LONGEST };
        let mast = self.mast.as_deref_mut();
        let (plies, last) = walk(&mut self.line, sight, most, self.chance, mast);
        let values = match &last.outcome {
            Some(outcome) => scores(outcome, players),
            None if cut && !last.moves.is_empty() => {
                self.settler.values(&mut self.line, &last, captures)
            }
            None => even(players),
        };
        (0..plies).for_each(|_| self.line.unmake());
        found(false, values.clone(), own.unwrap_or(values))
    }

    /// Gives a node its moves: what gains most first, the rest in random order.
    fn open(&mut self, tree: &mut Tree, id: NodeId) {
        let sight = self.line.look();
        let (plain, offers) = self.split(&sight.moves, id == tree.root);
        let mut edges = self.edges(plain);
        let apart = offers.len() as u16;
        let offers = self.edges(offers);
        edges.extend(offers);
        tree.open(id, edges, apart);
    }

    /// The moves to look at, and offers to look at apart.
    fn split(&self, moves: &[Move], root: bool) -> (Vec<Move>, Vec<Move>) {
        match self.settings.offers {
            Offers::All => (moves.to_vec(), Vec::new()),
            Offers::Root if root && moves.iter().any(|mv| mv.offer().is_none()) => {
                moves.iter().partition(|mv| mv.offer().is_none())
            }
            _ => (without_offers(moves).into_owned(), Vec::new()),
        }
    }

    fn edges(&mut self, mut moves: Vec<Move>) -> Vec<Edge> {
        self.chance.shuffle(&mut moves);
        let edge = |mv, prior| Edge {
            mv,
            child: NONE,
            visits: 0,
            flying: 0,
            repeats: 0,
            repeated: 0.0,
            prior,
        };
        if !self.settings.order {
            let even = 1.0 / moves.len() as f32;
            return moves.into_iter().map(|mv| edge(mv, even)).collect();
        }
        let (line, settler) = (&self.line, &self.settler);
        let gains = |mv: Move| {
            let gain = settler.gain(line, mv);
            let taken = line.man(mv.target()).is_some();
            let risk = if taken { settler.risk(line, mv) } else { 0 };
            (gain, risk, mv)
        };
        let mut ranked: Vec<(Worth, Worth, Move)> = moves.into_iter().map(gains).collect();
        // Stable, so that what gains the same stays in random order.
        ranked.sort_by_key(|&(gain, risk, _)| (std::cmp::Reverse(gain), risk));
        if self.weights.select == Select::Ucb {
            return ranked.into_iter().map(|(_, _, mv)| edge(mv, 0.0)).collect();
        }
        let man = f64::from(settler.man());
        let likely = |&(gain, risk, _): &(Worth, Worth, Move)| {
            let x = 4.0 * (f64::from(gain) - f64::from(risk) / 4.0) / man;
            if x > 0.0 { 1.0 + x } else { 1.0 / (1.0 - x) }
        };
        let sum: f64 = ranked.iter().map(likely).sum();
        let prior = |of| (likely(of) / sum) as f32;
        ranked.iter().map(|of| edge(of.2, prior(of))).collect()
    }
}
