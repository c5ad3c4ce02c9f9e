//! Both rule sets address by address: also what they have in common.

use indexmap::IndexMap;

use chator_rules::english::entries;
use chator_rules::{KindId, Rules};

use super::collect::Grouped;
use super::list::Rule;
use super::{Diff, Group, Kind, Statement};

/// What the two say under one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Where a reader looks for it.
    pub group: Group,
    /// The address in the first rule set, or else in the second.
    pub address: &'a str,
    /// What the first says.
    pub left: Option<&'a Statement>,
    /// What the second says.
    pub right: Option<&'a Statement>,
    /// What the second says, in the names of the first.
    pub translated: Option<String>,
    /// Do both say the same, names and sources aside?
    pub same: bool,
}

impl Diff {
    /// Everything that has an address in either, in the order of the first one's book; what only
    /// the second has follows what it follows there. Then the options.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let all = &self.statements;
        let translated: IndexMap<String, String> =
            entries(&self.right).into_iter().map(|e| (e.address, e.text)).collect();
        let differs = |address: &str| {
            let kinds = [Kind::Added, Kind::Removed, Kind::Replaced];
            self.changes.iter().any(|c| c.address == address && kinds.contains(&c.kind))
        };
        let mut rows: Vec<Row<'_>> = merged(&all.left, &all.right)
            .into_iter()
            .map(|address| Row {
                group: self.group(address),
                address,
                left: all.left.get(address),
                right: all.right.get(address),
                translated: all.right.get(address).and(translated.get(address).cloned()),
                same: !differs(address),
            })
            .collect();
        rows.extend(merged(&all.left_options, &all.right_options).into_iter().map(|name| {
            let (left, right) = (all.left_options.get(name), all.right_options.get(name));
            let value = |s: Option<&Statement>| s.map(|s| s.text.clone());
            Row {
                group: Group::Options,
                address: name,
                left,
                right,
                translated: value(right),
                same: value(left) == value(right),
            }
        }));
        rows
    }

    /// The number that a piece of the second rule set has in [`rows`](Diff::rows): the first
    /// one's number, or one behind all of them.
    pub fn piece(&self, theirs: KindId) -> KindId {
        self.numbers.renaming.kinds.get(usize::from(theirs.0)).copied().unwrap_or(theirs)
    }

    /// What the first rule set calls an address of the second.
    pub fn address(&self, theirs: &str) -> String {
        let mut address = theirs.to_owned();
        self.numbers.renaming.address(&mut address);
        address
    }

    fn group(&self, address: &str) -> Group {
        let sides = [&self.left, &self.right];
        // A rule is where its stranger form is.
        let found = sides.iter().filter_map(|rules| group(rules, address)).max();
        found.unwrap_or(Group::Board)
    }
}

/// Where a reader looks for an address.
fn group(rules: &Rules, address: &str) -> Option<Group> {
    fn of<T: Rule + Grouped>(list: &[T], address: &str) -> Option<Group> {
        list.iter().find(|rule| rule.name() == address).map(Grouped::group)
    }
    let pieces = rules.kinds.contains_key(address).then_some(Group::Pieces);
    pieces
        .or_else(|| rules.cells.contains_key(address).then_some(Group::Memory))
        .or_else(|| of(&rules.clauses, address))
        .or_else(|| of(&rules.events, address))
        .or_else(|| of(&rules.offers, address))
        .or_else(|| of(&rules.bans, address))
        .or_else(|| of(&rules.voids, address))
        .or_else(|| of(&rules.duties, address))
        .or_else(|| of(&rules.skips, address))
        .or_else(|| of(&rules.ends, address))
}

/// The keys of both, in the order of the first.
fn merged<'a>(
    left: &'a IndexMap<String, Statement>,
    right: &'a IndexMap<String, Statement>,
) -> Vec<&'a str> {
    let mut keys: Vec<&str> = left.keys().map(String::as_str).collect();
    follow(&mut keys, right.keys().map(String::as_str));
    keys
}

/// Puts what is new into a list, each behind what it follows in its own.
pub(crate) fn follow<T: PartialEq + Clone>(list: &mut Vec<T>, other: impl Iterator<Item = T>) {
    let mut place = 0;
    for item in other {
        match list.iter().position(|known| *known == item) {
            Some(known) => place = known + 1,
            None => {
                list.insert(place, item);
                place += 1;
            }
        }
    }
}
