//! Rule sets between two: one of them with some changes made.

use chator_rules::{Effect, Rules};

use super::list::{Pair, Rule, reordered, right_order};
use super::{Diff, List, Part};

/// Which rule set a mixture begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The first.
    Left,
    /// The second.
    Right,
}

impl Diff {
    /// One rule set with some parts as the other has them: `made` are numbers of
    /// [`changes`](Diff::changes). All changes of [`in_play`](super::Change::in_play) made in the
    /// first give the second, but for names.
    ///
    /// Pieces and state of both are always there, so that every rule finds what it asks for.
    pub fn mixed(&self, base: Base, made: &[usize]) -> Rules {
        let made: Vec<Part> = made.iter().map(|&number| self.changes[number].part).collect();
        let left = |part: Part| (base == Base::Left) != made.contains(&part);
        let side = |part: Part| if left(part) { &self.left } else { &self.right };
        let mut rules = if base == Base::Left { self.left.clone() } else { self.right.clone() };
        rules.board.clone_from(&side(Part::Frame).board);
        rules.players.clone_from(&side(Part::Frame).players);
        rules.start.men.clone_from(&side(Part::Men).start.men);
        rules.start.deals.clone_from(&side(Part::Men).start.deals);
        rules.start.effects.clone_from(&side(Part::StartState).start.effects);
        self.lone_start(&mut rules);
        rules.text.clone_from(&side(Part::Text).text);
        for (id, kind) in rules.kinds.values_mut().enumerate() {
            kind.clone_from(&side(Part::Kind(id)).kinds[id]);
        }
        for (id, cell) in rules.cells.values_mut().enumerate() {
            cell.clone_from(&side(Part::Cell(id)).cells[id]);
        }
        let (l, r, pairs) = (&self.left, &self.right, &self.pairs);
        rules.clauses = mixed(List::Clauses, &l.clauses, &r.clauses, &pairs.clauses, &left);
        rules.events = mixed(List::Events, &l.events, &r.events, &pairs.events, &left);
        rules.offers = mixed(List::Offers, &l.offers, &r.offers, &pairs.offers, &left);
        rules.bans = mixed(List::Bans, &l.bans, &r.bans, &pairs.bans, &left);
        rules.voids = mixed(List::Voids, &l.voids, &r.voids, &pairs.voids, &left);
        rules.duties = mixed(List::Duties, &l.duties, &r.duties, &pairs.duties, &left);
        rules.skips = mixed(List::Skips, &l.skips, &r.skips, &pairs.skips, &left);
        rules.ends = mixed(List::Ends, &l.ends, &r.ends, &pairs.ends, &left);
        rules
    }

    /// What either start sets of cells that the other lacks is set in every mixture.
    fn lone_start(&self, rules: &mut Rules) {
        let assigned: Vec<_> =
            rules.start.effects.iter().flat_map(|(_, list)| cells(list)).collect();
        for other in [&self.left, &self.right] {
            for (player, list) in &other.start.effects {
                let missing = |effect: &Effect| {
                    cells(std::slice::from_ref(effect)).iter().any(|c| !assigned.contains(c))
                };
                let effects: Vec<Effect> = list.iter().filter(|e| missing(e)).cloned().collect();
                if !effects.is_empty() {
                    rules.start.effects.push((*player, effects));
                }
            }
        }
    }
}

fn cells(effects: &[Effect]) -> Vec<chator_rules::CellId> {
    let cell = |effect: &Effect| match effect {
        Effect::Assign { cell, .. } => Some(*cell),
        _ => None,
    };
    effects.iter().filter_map(cell).collect()
}

/// A list in which each pair is as the left or the right side has it.
fn mixed<T: Rule>(
    list: List,
    left: &[T],
    right: &[T],
    pairs: &[Pair],
    as_left: &dyn Fn(Part) -> bool,
) -> Vec<T> {
    let order: Vec<usize> = if reordered(pairs) && !as_left(Part::Order(list)) {
        right_order(pairs)
    } else {
        (0..pairs.len()).collect()
    };
    let pick = |number: &usize| {
        let (mine, theirs) = pairs[*number];
        if as_left(Part::Rule(list, *number)) {
            mine.map(|i| left[i].clone())
        } else {
            theirs.map(|i| right[i].clone())
        }
    };
    order.iter().filter_map(pick).collect()
}
