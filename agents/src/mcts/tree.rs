//! The tree that grows with each iteration; or rather the graph, since lines that lead to the
//! same position share its node.
//!
//! A node is a position that was looked at, with its moves once it was looked at twice. What it
//! is worth is kept for every player, so the search needs to know neither how many players there
//! are nor that they take turns.

use std::collections::{HashMap, VecDeque};

use chator_interpreter::Move;

/// A node's place in the list.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NONE: NodeId = NodeId::MAX;

/// A move of a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) mv: Move,
    /// Where it leads; [`NONE`] until somebody went there.
    pub(crate) child: NodeId,
    /// How often it was taken.
    pub(crate) visits: u32,
    /// How many are under way through it and have not come back.
    pub(crate) flying: u32,
    /// How often it was given up there because the position repeated one of the line,
    pub(crate) repeats: u32,
    /// and what the mover got by that in sum.
    pub(crate) repeated: f32,
    /// How likely it looked before anybody went there, as a share of one.
    pub(crate) prior: f32,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// By all that the board holds.
    pub(crate) key: u64,
    /// How often it was looked at.
    pub(crate) visits: u32,
    /// How often one of its moves was taken since they are known.
    pub(crate) taken: u32,
    /// Who moves.
    pub(crate) mover: u8,
    /// The game is over here.
    pub(crate) over: bool,
    /// Its moves are known.
    pub(crate) open: bool,
    /// How many of the last moves are offers that are looked at apart.
    pub(crate) offers: u16,
    /// The move that `ahead` comes from.
    pub(crate) best: u32,
    /// If the result is certain: in how many plies it comes about.
    pub(crate) plies: u32,
    pub(crate) edges: Box<[Edge]>,
}

/// What a node is worth to one player, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stat {
    /// The sum of all iterations.
    pub(crate) sum: f64,
    /// What it was worth by itself.
    pub(crate) own: f32,
    /// What the best line below leads to.
    pub(crate) ahead: f32,
    /// At least that, for certain,
    pub(crate) low: f32,
    /// and at most that.
    pub(crate) high: f32,
}

/// A position that was looked at for the first time.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) key: u64,
    pub(crate) mover: u8,
    /// The game is over here, and the values are its result.
    pub(crate) over: bool,
    /// By player: what the iteration brings.
    pub(crate) values: Vec<f64>,
    /// By player: what the position is worth by itself.
    pub(crate) own: Vec<f64>,
}

/// All nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) root: NodeId,
    pub(crate) nodes: Vec<Node>,
    /// For each node, each player.
    stats: Vec<Stat>,
    pub(crate) players: usize,
    /// The nodes by their keys, if lines share them. Ends are not in it: they may depend on the
    /// line.
    by_key: Option<HashMap<u64, NodeId>>,
    edges: usize,
}

impl Tree {
    /// A tree without nodes.
    pub(crate) fn new(players: usize, shares: bool) -> Tree {
        let by_key = shares.then(HashMap::new);
        Tree { root: NONE, nodes: Vec::new(), stats: Vec::new(), players, by_key, edges: 0 }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// By player.
    pub(crate) fn stats(&self, id: NodeId) -> &[Stat] {
        &self.stats[id as usize * self.players..][..self.players]
    }

    pub(crate) fn stats_mut(&mut self, id: NodeId) -> &mut [Stat] {
        &mut self.stats[id as usize * self.players..][..self.players]
    }

    /// What the one who moves there makes of a node.
    pub(crate) fn stat(&self, id: NodeId, player: u8) -> &Stat {
        &self.stats[id as usize * self.players + usize::from(player)]
    }

    /// Is the result certain for everybody?
    pub(crate) fn is_settled(&self, id: NodeId) -> bool {
        self.stats(id).iter().all(|stat| stat.low >= stat.high)
    }

    /// The node of a position that lines share.
    pub(crate) fn shared(&self, key: u64) -> Option<NodeId> {
        self.by_key.as_ref()?.get(&key).copied()
    }

    /// A new node, which nobody has looked at yet.
    pub(crate) fn push(&mut self, found: &Found) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            key: found.key,
            visits: 0,
            taken: 0,
            mover: found.mover,
            over: found.over,
            open: false,
            offers: 0,
            best: NONE,
            plies: 0,
            edges: Box::default(),
        });
        self.stats.extend(found.own.iter().map(|&own| {
            let own = own as f32;
            let (low, high) = if found.over { (own, own) } else { (0.0, 1.0) };
            Stat { sum: 0.0, own, ahead: own, low, high }
        }));
        if let Some(by_key) = &mut self.by_key
            && !found.over
        {
            by_key.insert(found.key, id);
        }
        id
    }

    /// Gives a node its moves, the last so many being offers.
    pub(crate) fn open(&mut self, id: NodeId, edges: Vec<Edge>, offers: u16) {
        self.edges += edges.len();
        let node = self.node_mut(id);
        node.edges = edges.into();
        node.offers = offers;
        node.open = true;
    }

    /// Adds offers to a node that was opened without.
    pub(crate) fn add_offers(&mut self, id: NodeId, offers: Vec<Edge>) {
        self.edges += offers.len();
        let node = self.node_mut(id);
        node.offers = offers.len() as u16;
        let mut edges = std::mem::take(&mut node.edges).into_vec();
        edges.extend(offers);
        node.edges = edges.into();
    }

    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        // A slot of a hash table, with the part of it that is empty.
        let slot = if self.by_key.is_some() { 24 } else { 0 };
        let node = size_of::<Node>() + self.players * size_of::<Stat>() + slot;
        self.nodes.len() * node + self.edges * size_of::<Edge>()
    }

    /// Keeps what lies below a node of that key, a few plies at most below the root, and says
    /// whether there is one.
    pub(crate) fn descend_to(&mut self, key: u64, plies: usize) -> bool {
        if self.root == NONE {
            return false;
        }
        let mut level = vec![self.root];
        let mut seen = vec![false; self.nodes.len()];
        for _ in 0..=plies {
            if let Some(&id) = level.iter().find(|&&id| self.node(id).key == key) {
                if self.node(id).over {
                    return false;
                }
                self.root = id;
                self.rebuild(0);
                return true;
            }
            let children = level.iter().flat_map(|&id| self.node(id).edges.iter());
            let children = children.map(|edge| edge.child).filter(|&child| child != NONE);
            level = children
                .filter(|&child| !std::mem::replace(&mut seen[child as usize], true))
                .collect();
        }
        false
    }

    /// Makes the nodes looked at least leaves again, until the tree takes no more than that; the
    /// root keeps its moves.
    pub(crate) fn prune(&mut self, bytes: usize) {
        let mut least = 2;
        while self.bytes() > bytes && least < u32::MAX / 4 {
            self.rebuild(least);
            least *= 2;
        }
    }

    /// Leaves out what cannot be reached, and the moves of nodes looked at less often than that.
    fn rebuild(&mut self, least: u32) {
        let players = self.players;
        let mut old: Vec<Option<Node>> = self.nodes.drain(..).map(Some).collect();
        let stats = std::mem::take(&mut self.stats);
        let mut places = vec![NONE; old.len()];
        let mut queue = VecDeque::from([self.root]);
        places[self.root as usize] = 0;
        let mut count: NodeId = 1;
        self.edges = 0;
        if let Some(by_key) = &mut self.by_key {
            by_key.clear();
        }
        while let Some(id) = queue.pop_front() {
            let mut node = old[id as usize].take().expect("each is queued once");
            let first = self.stats.len();
            self.stats.extend_from_slice(&stats[id as usize * players..][..players]);
            if node.visits < least && id != self.root && node.open {
                node.edges = Box::default();
                node.open = false;
                node.taken = 0;
                node.best = NONE;
                // What was seen ahead is what it is worth from now on.
                self.stats[first..].iter_mut().for_each(|stat| stat.own = stat.ahead);
            }
            for edge in node.edges.iter_mut().filter(|edge| edge.child != NONE) {
                let place = &mut places[edge.child as usize];
                if *place == NONE {
                    *place = count;
                    count += 1;
                    queue.push_back(edge.child);
                }
                edge.child = *place;
            }
            self.edges += node.edges.len();
            if let Some(by_key) = &mut self.by_key
                && !node.over
            {
                by_key.insert(node.key, self.nodes.len() as NodeId);
            }
            self.nodes.push(node);
        }
        self.root = 0;
    }
}
