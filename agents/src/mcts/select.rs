//! Which child to look at next, and which move to play at last.

use crate::mcts::Settings;
use crate::mcts::tree::{NodeId, Tree};
use crate::portable::ln;

/// The child of `parent` that the next iteration goes through: first each child once, in their
/// order, then the one with the highest upper confidence bound. A child with a certain result
/// is left alone.
pub(crate) fn descend(tree: &Tree, parent: NodeId, settings: &Settings) -> Option<NodeId> {
    let log = ln(tree.node(parent).visits);
    let mut best = None;
    for id in tree.children(parent) {
        let node = tree.node(id);
        if node.proven {
            continue;
        }
        if node.visits == 0 {
            return Some(id);
        }
        let bound = worth(tree, id, settings)
            + settings.exploration * (log / f64::from(node.visits)).sqrt();
        if best.is_none_or(|(most, _)| bound > most) {
            best = Some((bound, id));
        }
    }
    best.map(|(_, id)| id)
}

/// The child of the root to play: the one looked at most, unless another is known to be better.
pub(crate) fn decide(tree: &Tree, settings: &Settings) -> Option<NodeId> {
    let certain = tree
        .children(0)
        .filter(|&id| tree.node(id).proven)
        .map(|id| (tree.backed(id)[usize::from(tree.node(id).mover)], id))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    let robust = tree
        .children(0)
        .filter(|&id| !tree.node(id).proven && tree.node(id).visits > 0)
        .map(|id| (tree.node(id).visits, worth(tree, id, settings), id))
        .reduce(|best, other| if (other.0, other.1) > (best.0, best.1) { other } else { best });
    match (certain, robust) {
        (Some((known, id)), Some((_, hoped, _))) if known >= hoped => Some(id),
        (_, Some((_, _, id))) | (Some((_, id)), None) => Some(id),
        (None, None) => tree.children(0).next(),
    }
}

/// What its mover may expect of a child that was looked at: the mean of the playouts, and what
/// the best line below it leads to.
fn worth(tree: &Tree, id: NodeId, settings: &Settings) -> f64 {
    let node = tree.node(id);
    let mean = node.sum / f64::from(node.visits);
    let ahead = tree.backed(id)[usize::from(node.mover)];
    mean + settings.lean * (ahead - mean)
}
