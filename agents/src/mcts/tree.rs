//! The tree that grows with each iteration.
//!
//! Nodes lie in one list, the children of a node side by side. What a node is worth is kept for
//! every player, so the search needs to know neither how many players there are nor that they
//! take turns: each node says who chose the move that led to it.

use chator_interpreter::{Move, PlayerId};

/// A node's place in the list.
pub(crate) type NodeId = u32;

/// A position reached by a move.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The move; none at the root.
    pub(crate) mv: Option<Move>,
    /// Who chose it.
    pub(crate) mover: u8,
    /// How often it was looked at.
    pub(crate) visits: u32,
    /// The sum of what the mover got.
    pub(crate) sum: f64,
    /// The first child. Meaningless until `children` is above 0.
    pub(crate) first: NodeId,
    /// How many children; 0 while it is a leaf.
    pub(crate) children: u32,
    /// The result is certain, and stands in the tree's `backed`.
    pub(crate) proven: bool,
}

/// All nodes. The root is number 0.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// For each node, each player's value seen ahead: the result if it is proven, else the
    /// material of the best line below it.
    backed: Vec<f64>,
    players: usize,
}

/// No tree grows beyond this: it searches on without new nodes.
const MAX_NODES: usize = 2_000_000;

impl Tree {
    pub(crate) fn new(players: usize) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), backed: Vec::new(), players };
        tree.push(None, 0);
        tree
    }

    fn push(&mut self, mv: Option<Move>, mover: u8) {
        self.nodes.push(Node {
            mv,
            mover,
            visits: 0,
            sum: 0.0,
            first: 0,
            children: 0,
            proven: false,
        });
        self.backed.extend(std::iter::repeat_n(0.0, self.players));
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The children of a node, by number.
    pub(crate) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + node.children
    }

    /// Each player's value seen ahead.
    pub(crate) fn backed(&self, id: NodeId) -> &[f64] {
        &self.backed[id as usize * self.players..][..self.players]
    }

    fn set_backed(&mut self, id: NodeId, values: &[f64]) {
        self.backed[id as usize * self.players..][..self.players].copy_from_slice(values);
    }

    /// Gives a leaf its children, if there is room.
    pub(crate) fn expand(&mut self, id: NodeId, player: PlayerId, moves: &[Move]) {
        if self.nodes.len() + moves.len() > MAX_NODES {
            return;
        }
        let first = self.nodes.len() as NodeId;
        for &mv in moves {
            self.push(Some(mv), player.0);
        }
        let node = &mut self.nodes[id as usize];
        node.first = first;
        node.children = moves.len() as u32;
    }

    /// A leaf's value by what can be seen.
    pub(crate) fn estimate(&mut self, id: NodeId, values: &[f64]) {
        self.set_backed(id, values);
    }

    /// A node's result is certain.
    pub(crate) fn prove(&mut self, id: NodeId, values: &[f64]) {
        self.set_backed(id, values);
        self.nodes[id as usize].proven = true;
    }

    /// Takes the values of one iteration back along its path, which begins at the root.
    pub(crate) fn back_up(&mut self, path: &[NodeId], values: &[f64]) {
        for &id in path {
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.sum += values[usize::from(node.mover)];
        }
        for pair in path.windows(2).rev() {
            self.look_ahead(pair[0], pair[1]);
        }
    }

    /// A child has changed: what does that say about its parent?
    fn look_ahead(&mut self, parent: NodeId, child: NodeId) {
        if self.node(parent).proven {
            return;
        }
        let mover = usize::from(self.node(child).mover);
        let (mut best, mut open) = (child, 0);
        for other in self.children(parent) {
            let node = self.node(other);
            open += u32::from(!node.proven);
            if node.visits > 0 && self.backed(other)[mover] > self.backed(best)[mover] {
                best = other;
            }
        }
        let values = self.backed(best).to_vec();
        // One certain win is enough; else all must be certain.
        let won = self.node(best).proven && values[mover] >= 1.0;
        self.set_backed(parent, &values);
        self.nodes[parent as usize].proven = won || open == 0;
    }
}
