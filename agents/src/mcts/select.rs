//! Which move to look at next, and which to play at last.

use crate::mcts::resolve::Weights;
use crate::mcts::settings::Select;
use crate::mcts::tree::{Edge, NONE, NodeId, Tree};
use crate::portable::ln;

/// One iteration in so many at a node with offers goes to one of them.
const OFFERED: u32 = 8;
/// An offer must promise so much more than the move without it.
const WORTHWHILE: f64 = 0.02;

/// The place of the move that the next iteration takes.
pub(crate) fn next(tree: &Tree, id: NodeId, weights: &Weights) -> usize {
    let node = tree.node(id);
    let (plain, offers) = node.edges.split_at(node.edges.len() - usize::from(node.offers));
    if !offers.is_empty() && node.visits % OFFERED == OFFERED - 1 {
        return plain.len() + offered(plain, offers);
    }
    let best = match weights.select {
        Select::Ucb => ucb(tree, id, plain, weights),
        Select::Puct => puct(tree, id, plain, weights),
    };
    // Nothing to find out but by offers, perhaps.
    let open = |edge: &Edge| edge.child == NONE || !tree.is_settled(edge.child);
    best.or_else(|| node.edges.iter().position(open)).unwrap_or(0)
}

/// An offer that nobody made yet, or the one that rides on the move looked at most.
fn offered(plain: &[Edge], offers: &[Edge]) -> usize {
    if let Some(new) = offers.iter().position(|edge| edge.visits + edge.flying == 0) {
        return new;
    }
    let most = plain.iter().max_by_key(|edge| edge.visits);
    let ride = |edge: &Edge| most.is_some_and(|most| rides_on(edge, most, plain));
    // Where none does, the one looked at least.
    offers.iter().position(ride).unwrap_or_else(|| {
        let least = offers.iter().enumerate().min_by_key(|(_, edge)| edge.visits);
        least.map_or(0, |(place, _)| place)
    })
}

/// Is an offer the same move as a plain one, with the declaration besides? In their order, such
/// moves follow right upon it.
fn rides_on(offer: &Edge, move_: &Edge, plain: &[Edge]) -> bool {
    move_.mv < offer.mv
        && move_.mv.origin() == offer.mv.origin()
        && move_.mv.target() == offer.mv.target()
        && move_.mv.clause() == offer.mv.clause()
        && !plain.iter().any(|other| other.mv > move_.mv && other.mv < offer.mv)
}

/// UCB1 of Auer, Cesa-Bianchi and Fischer (2002), in a tree as Kocsis and Szepesvári (2006) use
/// it: each move once in their order, then by the promise plus `C sqrt(ln N / n)`. None if
/// nothing is left to find out.
fn ucb(tree: &Tree, id: NodeId, edges: &[Edge], weights: &Weights) -> Option<usize> {
    let node = tree.node(id);
    let log = ln(node.visits.max(1));
    let mut best = None;
    for (place, edge) in edges.iter().enumerate() {
        let tries = edge.visits + edge.flying;
        if tries == 0 {
            return Some(place);
        }
        if weights.solver && is_done(tree, id, edge) {
            continue;
        }
        let bound = promise(tree, edge, node.mover, weights) * share_back(edge)
            + weights.exploration * (log / f64::from(tries)).sqrt();
        if best.is_none_or(|(most, _)| bound > most) {
            best = Some((bound, place));
        }
    }
    best.map(|(_, place)| place)
}

/// By the promise plus `C P sqrt(N) / (1 + n)` with the prior P, after
/// Rosin (2011). A move not looked at yet is taken to promise what the position does,
/// less the urgency. None if nothing is left to find out.
fn puct(tree: &Tree, id: NodeId, edges: &[Edge], weights: &Weights) -> Option<usize> {
    let node = tree.node(id);
    let root = f64::from(node.visits.max(1)).sqrt();
    let stat = tree.stat(id, node.mover);
    let mean =
        if node.visits > 0 { stat.sum / f64::from(node.visits) } else { f64::from(stat.own) };
    let unknown = mean - weights.urgency;
    let mut best = None;
    for (place, edge) in edges.iter().enumerate() {
        if weights.solver && is_done(tree, id, edge) {
            continue;
        }
        let tries = edge.visits + edge.flying;
        let promise = if tries == 0 {
            unknown
        } else {
            promise(tree, edge, node.mover, weights) * share_back(edge)
        };
        let bound =
            promise + weights.exploration * f64::from(edge.prior) * root / (1.0 + f64::from(tries));
        if best.is_none_or(|(most, _)| bound > most) {
            best = Some((bound, place));
        }
    }
    best.map(|(_, place)| place)
}

/// Virtual loss (Chaslot, Winands and van den Herik 2008): those under way count as lost until
/// they come back, so that threads spread.
fn share_back(edge: &Edge) -> f64 {
    if edge.flying == 0 {
        return 1.0;
    }
    f64::from(edge.visits) / f64::from(edge.visits + edge.flying)
}

/// Is nothing left to find out about a move? Its result is certain, or no better than what is
/// certain without it.
fn is_done(tree: &Tree, id: NodeId, edge: &Edge) -> bool {
    if edge.child == NONE {
        return false;
    }
    let mover = tree.node(id).mover;
    let sure = tree.stat(id, mover).low;
    tree.stat(edge.child, mover).high <= sure || tree.is_settled(edge.child)
}

/// What its mover may expect of a move that was looked at: the mean of the iterations, leaning to
/// what the best line below it leads to, and kept within what is certain.
fn promise(tree: &Tree, edge: &Edge, mover: u8, weights: &Weights) -> f64 {
    let below = if edge.child == NONE || edge.visits == edge.repeats {
        0.0
    } else {
        let (node, stat) = (tree.node(edge.child), tree.stat(edge.child, mover));
        let visits = f64::from(node.visits.max(1));
        let mean = stat.sum / visits;
        let lean = weights.lean * weights.fade / (weights.fade + visits);
        let value = mean + lean * (f64::from(stat.ahead) - mean);
        value.max(f64::from(stat.low)).min(f64::from(stat.high))
    };
    if edge.repeats == 0 || edge.visits == 0 {
        return below;
    }
    let rest = f64::from(edge.visits - edge.repeats);
    (f64::from(edge.repeated) + rest * below) / f64::from(edge.visits)
}

/// The place of the root's move to play: the one looked at most, unless another is known to be
/// better, or declaring something with it is.
pub(crate) fn decide(tree: &Tree, weights: &Weights) -> usize {
    let node = tree.node(tree.root);
    let plain = node.edges.len() - usize::from(node.offers);
    let certain = |edge: &Edge| edge.child != NONE && tree.is_settled(edge.child);
    let value = |edge: &Edge| f64::from(tree.stat(edge.child, node.mover).low);
    let mut known: Option<(f64, i64, usize)> = None;
    let mut robust: Option<(u32, f64, usize)> = None;
    for (place, edge) in node.edges.iter().enumerate() {
        if weights.solver && certain(edge) {
            let (value, plies) = (value(edge), i64::from(tree.node(edge.child).plies));
            let rank = if value * tree.players as f64 > 1.0 { -plies } else { plies };
            if known.is_none_or(|(most, best, _)| (value, rank) > (most, best)) {
                known = Some((value, rank, place));
            }
        } else if edge.visits > 0 && place < plain {
            let rank = (edge.visits, promise(tree, edge, node.mover, weights));
            if robust.is_none_or(|(visits, most, _)| rank > (visits, most)) {
                robust = Some((rank.0, rank.1, place));
            }
        }
    }
    match (known, robust) {
        (Some((known, _, place)), Some((_, hoped, _))) if known >= hoped => place,
        (_, Some((_, hoped, place))) => {
            let (moves, offers) = node.edges.split_at(plain);
            let ride = |offer: &Edge| {
                offer.visits > 0
                    && rides_on(offer, &moves[place], moves)
                    && promise(tree, offer, node.mover, weights) > hoped + WORTHWHILE
            };
            offers.iter().position(ride).map_or(place, |offer| plain + offer)
        }
        (Some((_, _, place)), None) => place,
        (None, None) => 0,
    }
}
