//! Which rule of one list is which rule of the other.

use chator_rules::{CellId, Citation, Clause, Effect, End, Event, Law, Offer};

/// A rule with an address.
pub(crate) trait Rule: Clone + PartialEq + std::fmt::Debug {
    fn name(&self) -> &str;
    fn sources(&self) -> &[Citation];
    /// The rule without its address and sources.
    fn body(&self) -> Self;
    /// Could the one be meant to stand in the other's place?
    fn is_kin(&self, other: &Self) -> bool;
}

macro_rules! rule {
    ($type:ty, $kin:expr) => {
        impl Rule for $type {
            fn name(&self) -> &str {
                &self.name
            }
            fn sources(&self) -> &[Citation] {
                &self.sources
            }
            fn body(&self) -> Self {
                Self { name: String::new(), sources: Vec::new(), ..self.clone() }
            }
            fn is_kin(&self, other: &Self) -> bool {
                let kin: fn(&$type, &$type) -> bool = $kin;
                kin(self, other)
            }
        }
    };
}
rule!(Clause, |a, b| a.kind == b.kind && a.motions == b.motions);
rule!(Event, |a, b| a.trigger == b.trigger && cells(&a.effects) == cells(&b.effects));
rule!(Offer, |a, b| a.label == b.label);
rule!(Law, |_, _| false);
rule!(End, |_, _| false);

/// What each effect sets; nothing for those that do something else.
fn cells(effects: &[Effect]) -> Vec<Option<CellId>> {
    let cell = |effect: &Effect| match effect {
        Effect::Assign { cell, .. } => Some(*cell),
        _ => None,
    };
    effects.iter().map(cell).collect()
}

/// A place in the left list, in the right one, or in both.
pub(crate) type Pair = (Option<usize>, Option<usize>);

/// Pairs rules by address, then those left over by what they say, then those that are kin to one
/// only. In the order of the left list; what only the right has follows what it follows there.
pub(crate) fn pair<T: Rule>(left: &[T], right: &[T]) -> Vec<Pair> {
    let mut theirs: Vec<Option<usize>> = vec![None; left.len()];
    let mut taken = vec![false; right.len()];
    let mut join = |same: &dyn Fn(&T, &T) -> bool| {
        for (mine, rule) in left.iter().enumerate() {
            if theirs[mine].is_none() {
                let found = (0..right.len()).find(|&r| !taken[r] && same(rule, &right[r]));
                if let Some(found) = found {
                    theirs[mine] = Some(found);
                    taken[found] = true;
                }
            }
        }
    };
    join(&|a, b| a.name() == b.name());
    join(&|a, b| a.body() == b.body());
    for mine in 0..left.len() {
        let kin = |r: &usize| !taken[*r] && left[mine].is_kin(&right[*r]);
        let found: Vec<usize> = (0..right.len()).filter(kin).collect();
        if let (None, [only]) = (theirs[mine], &found[..]) {
            let rival = |l: &usize| theirs[*l].is_none() && left[*l].is_kin(&right[*only]);
            if (0..left.len()).filter(rival).count() == 1 {
                theirs[mine] = Some(*only);
                taken[*only] = true;
            }
        }
    }
    let mut pairs: Vec<Pair> =
        theirs.iter().enumerate().map(|(mine, &their)| (Some(mine), their)).collect();
    for (their, _) in taken.iter().enumerate().filter(|(_, taken)| !**taken) {
        let after = |pair: &Pair| their > 0 && pair.1 == Some(their - 1);
        let place = pairs.iter().position(after).map_or(0, |p| p + 1);
        pairs.insert(place, (None, Some(their)));
    }
    pairs
}

/// Do the rules that both have come in another order?
pub(crate) fn reordered(pairs: &[Pair]) -> bool {
    let rights: Vec<usize> = pairs.iter().filter_map(|p| p.0.and(p.1)).collect();
    !rights.is_sorted()
}

/// The pairs in the order of the right list; what only the left has follows what it follows there.
pub(crate) fn right_order(pairs: &[Pair]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pairs.len()).filter(|&p| pairs[p].1.is_some()).collect();
    order.sort_by_key(|&p| pairs[p].1);
    for (number, _) in pairs.iter().enumerate().filter(|(_, pair)| pair.1.is_none()) {
        let before = number.checked_sub(1);
        let place = order.iter().position(|&p| Some(p) == before).map_or(0, |p| p + 1);
        order.insert(place, number);
    }
    order
}
