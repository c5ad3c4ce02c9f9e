//! From the end of an iteration back to the root: means, what is seen ahead, and what is certain.
//!
//! What is seen ahead is the implicit minimax of Lanctot, Winands, Pepels and Sturtevant (2014),
//! for any number of players: each mover takes the line that is best for himself. What is certain
//! are bounds for every player: the solver of Winands, Björnsson and Saito (2008), with bounds
//! instead of wins and losses as Cazenave and Saffidine (2010) have it, so that draws and shares
//! count, too.

use crate::mcts::tree::{Edge, NONE, NodeId, Tree};

/// A move of a node: the node and the place of the move.
pub(crate) type Step = (NodeId, usize);

impl Tree {
    /// An iteration has looked at a node.
    pub(crate) fn look_at(&mut self, id: NodeId, values: &[f64]) {
        self.node_mut(id).visits += 1;
        for (stat, value) in self.stats_mut(id).iter_mut().zip(values) {
            stat.sum += value;
        }
    }

    /// Takes the values of an iteration back along its line, which begins at the root.
    pub(crate) fn back_up(&mut self, line: &[Step], values: &[f64], solver: bool) {
        for &(id, place) in line.iter().rev() {
            let node = self.node_mut(id);
            node.taken += 1;
            let edge = &mut node.edges[place];
            edge.visits += 1;
            edge.flying -= 1;
            self.look_at(id, values);
            self.look_ahead(id, place);
            if solver {
                self.bound(id, place);
            }
        }
    }

    /// What a move promises by the best line below it; none if nobody knows.
    fn ahead(&self, edge: &Edge, mover: u8) -> Option<f32> {
        if edge.child == NONE {
            return (edge.repeats > 0).then(|| edge.repeated / edge.repeats as f32);
        }
        let ahead = self.stat(edge.child, mover).ahead;
        // Where it was mostly given up as a repetition, it promises no more than that.
        let mean = edge.repeated / edge.repeats.max(1) as f32;
        Some(if edge.repeats * 2 > edge.visits { ahead.min(mean) } else { ahead })
    }

    /// A move has changed: what does that say about its node?
    fn look_ahead(&mut self, id: NodeId, place: usize) {
        let node = self.node(id);
        let mover = node.mover;
        // As long as not all moves can have been tried, one of the others may be as good as the
        // position looks.
        let early = node.taken as usize <= node.edges.len();
        let now = self.stat(id, mover).ahead;
        if !early && node.taken as usize > node.edges.len() + 1 && node.best as usize != place {
            let promise = self.ahead(&node.edges[place], mover);
            if promise.is_none_or(|promise| promise <= now) {
                return;
            }
        }
        let mut best: Option<(f32, usize)> = None;
        for (place, edge) in node.edges.iter().enumerate().filter(|(_, edge)| edge.visits > 0) {
            if let Some(promise) = self.ahead(edge, mover)
                && best.is_none_or(|(most, _)| promise > most)
            {
                best = Some((promise, place));
            }
        }
        let own = self.stat(id, mover).own;
        let Some((promise, place)) = best.filter(|&(promise, _)| !early || promise >= own) else {
            self.node_mut(id).best = NONE;
            self.stats_mut(id).iter_mut().for_each(|stat| stat.ahead = stat.own);
            return;
        };
        let child = node.edges[place].child;
        let whole = child != NONE && promise >= self.stat(child, mover).ahead;
        self.node_mut(id).best = place as u32;
        for player in 0..self.players {
            let ahead = match player {
                player if player == usize::from(mover) => promise,
                player if whole => self.stat(child, player as u8).ahead,
                _ => (1.0 - promise) / (self.players as f32 - 1.0).max(1.0),
            };
            self.stats_mut(id)[player].ahead = ahead;
        }
    }

    /// A move has changed: what is certain about its node?
    fn bound(&mut self, id: NodeId, place: usize) {
        let child = self.node(id).edges[place].child;
        if child == NONE || self.is_settled(id) {
            return;
        }
        if self.stats(child).iter().all(|stat| stat.low <= 0.0 && stat.high >= 1.0) {
            return;
        }
        let node = self.node(id);
        let mover = usize::from(node.mover);
        // What the mover can make sure of, and what he can hope for at best.
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        // The best of the moves whose results are certain, and whether all are.
        let mut certain: Option<NodeId> = None;
        let mut open = false;
        for edge in &node.edges {
            if edge.child == NONE {
                (high, open) = (1.0, true);
                continue;
            }
            let stat = self.stats(edge.child)[mover];
            low = low.max(stat.low);
            high = high.max(stat.high);
            if self.is_settled(edge.child) {
                let rank = |id: NodeId| {
                    let low = self.stats(id)[mover].low;
                    let plies = i64::from(self.node(id).plies);
                    // A good end soon, a bad one late.
                    (low, if low * self.players as f32 > 1.0 { -plies } else { plies })
                };
                if certain.is_none_or(|best| rank(edge.child) > rank(best)) {
                    certain = Some(edge.child);
                }
            } else {
                open = true;
            }
        }
        if let Some(best) = certain
            && (!open || self.stats(best)[mover].low >= high)
        {
            let plies = self.node(best).plies + 1;
            let results: Vec<f32> = self.stats(best).iter().map(|stat| stat.low).collect();
            self.node_mut(id).plies = plies;
            for (stat, result) in self.stats_mut(id).iter_mut().zip(results) {
                (stat.low, stat.high, stat.ahead) = (result, result, result);
            }
            return;
        }
        for player in 0..self.players {
            let (low, high) = if player == mover {
                (low, high)
            } else {
                self.bounds_of_other(id, mover, player, low)
            };
            let stat = &mut self.stats_mut(id)[player];
            stat.low = stat.low.max(low);
            stat.high = stat.high.min(high).max(stat.low);
        }
    }

    /// What is certain for one who does not move: the mover takes any move that may be as good
    /// for him as what he can make sure of.
    fn bounds_of_other(&self, id: NodeId, mover: usize, player: usize, sure: f32) -> (f32, f32) {
        let (mut low, mut high) = (1.0_f32, 0.0_f32);
        for edge in &self.node(id).edges {
            if edge.child == NONE {
                return (0.0, 1.0 - sure);
            }
            let stats = self.stats(edge.child);
            if stats[mover].high >= sure {
                low = low.min(stats[player].low);
                high = high.max(stats[player].high);
            }
        }
        (low.min(high), high.min(1.0 - sure))
    }
}
