//! Collects the changes between two aligned rule sets.

use chator_rules::{
    Cell, CellId, Clause, Effect, End, EndResult, Event, Law, Offer, PlayerId, Rules, TextField,
};

use super::list::{Pair, Rule, reordered};
use super::statement::{Statement, Statements};
use super::{Change, Diff, Group, Kind, List, Part, order};

impl Diff {
    pub(super) fn collect(&mut self) {
        let (lone_kinds, lone_cells) = (&self.numbers.lone_kinds, &self.numbers.lone_cells);
        let mut found = Found { statements: &self.statements, changes: Vec::new() };
        self.frame(&mut found, lone_cells);
        for (id, (name, mine)) in self.left.kinds.iter().enumerate() {
            let lone = lone_kinds.iter().find(|(lone, _)| usize::from(lone.0) == id);
            let theirs = &self.right.kinds[id];
            let equal = mine.players == theirs.players && mine.royal == theirs.royal;
            found.thing(Group::Pieces, Part::Kind(id), name, lone.map(|l| l.1), equal);
            if equal && lone.is_none() && mine.letter != theirs.letter {
                found.put(Group::Pieces, Kind::Renamed, Part::Kind(id), name);
            }
        }
        for (id, (name, mine)) in self.left.cells.iter().enumerate() {
            let lone = lone_cells.iter().find(|(lone, _)| usize::from(lone.0) == id);
            let bare =
                |cell: &Cell| Cell { sources: Vec::new(), letters: Vec::new(), ..cell.clone() };
            let equal = bare(mine) == bare(&self.right.cells[id]);
            found.thing(Group::Memory, Part::Cell(id), name, lone.map(|l| l.1), equal);
        }
        let (l, r, pairs) = (&self.left, &self.right, &self.pairs);
        found.rules(List::Clauses, &l.clauses, &r.clauses, &pairs.clauses);
        found.rules(List::Events, &l.events, &r.events, &pairs.events);
        found.rules(List::Offers, &l.offers, &r.offers, &pairs.offers);
        found.rules(List::Bans, &l.bans, &r.bans, &pairs.bans);
        found.rules(List::Voids, &l.voids, &r.voids, &pairs.voids);
        found.rules(List::Duties, &l.duties, &r.duties, &pairs.duties);
        found.rules(List::Skips, &l.skips, &r.skips, &pairs.skips);
        found.rules(List::Ends, &l.ends, &r.ends, &pairs.ends);
        // The order of ways to move and of laws changes nothing.
        if order::matters(l, r, &pairs.events) {
            found.order(List::Events, &l.events, &r.events);
        }
        if reordered(&pairs.ends) {
            found.order(List::Ends, &l.ends, &r.ends);
        }
        for (name, mine) in &l.options {
            if let Some(theirs) = r.options.get(name)
                && mine.chosen != theirs.chosen
            {
                found.option(name);
            }
        }
        self.changes = found.changes;
    }

    /// Board, players, start and text.
    fn frame(&self, found: &mut Found<'_>, lone_cells: &[(CellId, bool)]) {
        let (l, r) = (&self.left, &self.right);
        if l.board != r.board {
            found.put(Group::Board, Kind::Replaced, Part::Frame, "board");
        }
        if !l.players.values().eq(r.players.values()) {
            found.put(Group::Board, Kind::Replaced, Part::Frame, "players");
        }
        if l.start.men != r.start.men || l.start.deals != r.start.deals {
            found.put(Group::Board, Kind::Replaced, Part::Men, "start");
        }
        if shared(l, lone_cells) != shared(r, lone_cells) {
            found.changes.push(Change {
                group: Group::Board,
                kind: Kind::Replaced,
                address: "start".to_owned(),
                left: Some(Statement::unwritten(settings(l))),
                right: Some(Statement::unwritten(settings(r))),
                part: Part::StartState,
            });
        }
        if l.text != r.text {
            found.changes.push(Change {
                group: Group::Board,
                kind: Kind::Replaced,
                address: "text".to_owned(),
                left: Some(Statement::unwritten(fields(l))),
                right: Some(Statement::unwritten(fields(r))),
                part: Part::Text,
            });
        }
    }
}

/// The fields of the position text.
fn fields(rules: &Rules) -> String {
    let name = |field: &TextField| match field {
        TextField::Cell(id) => {
            rules.cells.get_index(id.0.into()).map_or(String::new(), |(name, _)| name.clone())
        }
        TextField::Beside(id) => {
            let name = rules.cells.get_index(id.0.into()).map_or("", |(name, _)| name);
            format!("`{name}` in brackets behind the board")
        }
        TextField::Sign(id, sign) => {
            let name = rules.cells.get_index(id.0.into()).map_or("", |(name, _)| name);
            format!("`{sign}` behind the letter for `{name}`")
        }
        TextField::MoveNumber => "the number of the move".to_owned(),
        TextField::Unused => "an unused field".to_owned(),
    };
    let names: Vec<String> = rules.text.iter().map(name).collect();
    format!("a position text ends with: {}.", names.join(", "))
}

/// What the start sets besides the men.
fn settings(rules: &Rules) -> String {
    let set = |effect: &Effect| match effect {
        Effect::Assign { cell, .. } => rules.cells.get_index(cell.0.into()).map(|(name, _)| name),
        _ => None,
    };
    let each = rules.start.effects.iter().filter_map(|(player, effects)| {
        let names: Vec<&str> = effects.iter().filter_map(set).map(String::as_str).collect();
        let player = rules.players.get_index(player.0.into()).map(|(name, _)| name)?;
        (!names.is_empty()).then(|| format!("{} for {player}", names.join(", ")))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() {
        return "it sets nothing but the men.".to_owned();
    }
    format!("besides the men it sets {}.", each.join("; "))
}

/// What the start sets of the cells that both have.
fn shared(rules: &Rules, lone: &[(CellId, bool)]) -> Vec<(PlayerId, Vec<Effect>)> {
    let alone = |effect: &Effect| match effect {
        Effect::Assign { cell, .. } => lone.iter().any(|(id, _)| id == cell),
        _ => false,
    };
    let effects = rules.start.effects.iter().cloned();
    let kept = effects.map(|(player, mut list)| {
        list.retain(|effect| !alone(effect));
        (player, list)
    });
    kept.filter(|(_, list)| !list.is_empty()).collect()
}

/// The changes found so far.
struct Found<'a> {
    statements: &'a Statements,
    changes: Vec<Change>,
}

impl Found<'_> {
    fn put(&mut self, group: Group, kind: Kind, part: Part, address: &str) {
        let (left, right) = self.statements.get(address);
        let (left, right) = match kind {
            Kind::Added => (None, right),
            Kind::Removed => (left, None),
            _ => (left, right),
        };
        self.changes.push(Change { group, kind, address: address.to_owned(), left, right, part });
    }

    /// A piece or a cell; `lone` says whether it is the left side that has it alone.
    fn thing(&mut self, group: Group, part: Part, name: &str, lone: Option<bool>, equal: bool) {
        match (lone, equal) {
            (Some(true), _) => self.put(group, Kind::Removed, part, name),
            (Some(false), _) => self.put(group, Kind::Added, part, name),
            (None, false) => self.put(group, Kind::Replaced, part, name),
            (None, true) => {}
        }
    }

    fn rules<T: Rule + Grouped>(&mut self, list: List, left: &[T], right: &[T], pairs: &[Pair]) {
        for (number, pair) in pairs.iter().enumerate() {
            let part = Part::Rule(list, number);
            let (mine, theirs) = (pair.0.map(|i| &left[i]), pair.1.map(|i| &right[i]));
            let group = mine.or(theirs).map_or(Group::Pieces, |rule| match theirs {
                // A rule is where its stranger form is.
                Some(theirs) => rule.group().max(theirs.group()),
                None => rule.group(),
            });
            match (mine, theirs) {
                (Some(mine), None) => self.put(group, Kind::Removed, part, mine.name()),
                (None, Some(theirs)) => self.put(group, Kind::Added, part, theirs.name()),
                (Some(mine), Some(theirs)) if mine.body() != theirs.body() => {
                    self.put(group, Kind::Replaced, part, mine.name());
                }
                (Some(mine), Some(theirs)) => {
                    let (left, right) = self.statements.get(mine.name());
                    let address = |s: &Option<Statement>| s.as_ref().map(|s| s.address.clone());
                    if address(&left) != address(&right) {
                        self.put(group, Kind::Renamed, part, mine.name());
                    } else if mine.sources() != theirs.sources() {
                        self.put(group, Kind::Cited, part, mine.name());
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// The lists in their orders.
    fn order<T: Rule>(&mut self, list: List, left: &[T], right: &[T]) {
        let (group, address) = match list {
            List::Ends => (Group::Ends, "ends"),
            _ => (Group::SpecialMoves, "events"),
        };
        let order = |rules: &[T]| {
            let names: Vec<&str> = rules.iter().map(Rule::name).collect();
            Some(Statement::unwritten(names.join(", ")))
        };
        self.changes.push(Change {
            group,
            kind: Kind::Reordered,
            address: address.to_owned(),
            left: order(left),
            right: order(right),
            part: Part::Order(list),
        });
    }

    fn option(&mut self, name: &str) {
        self.changes.push(Change {
            group: Group::Options,
            kind: Kind::Chosen,
            address: name.to_owned(),
            left: self.statements.left_options.get(name).cloned(),
            right: self.statements.right_options.get(name).cloned(),
            part: Part::Option,
        });
    }
}

/// A rule that a reader looks for in a certain part.
pub(super) trait Grouped {
    fn group(&self) -> Group;
}

impl Grouped for Clause {
    fn group(&self) -> Group {
        let plain = self.when.is_empty() && self.provided.is_empty() && self.effects.is_empty();
        if plain { Group::Pieces } else { Group::SpecialMoves }
    }
}

impl Grouped for Event {
    fn group(&self) -> Group {
        Group::SpecialMoves
    }
}

impl Grouped for Offer {
    fn group(&self) -> Group {
        Group::SpecialMoves
    }
}

impl Grouped for Law {
    fn group(&self) -> Group {
        Group::Check
    }
}

impl Grouped for End {
    fn group(&self) -> Group {
        if self.result == EndResult::Draw { Group::Draws } else { Group::Ends }
    }
}
