//! Effects and events as people read them.

use crate::compiled::bits::Bits;
use crate::compiled::effects::{EventX, OpX, PlaceX, ValueX, Whose};
use crate::compiled::expr::CondX;
use crate::game::Shape;

use super::words::{Words, join};

impl Words<'_> {
    pub(super) fn ops<B: Bits>(&self, ops: &[OpX<B>]) -> String {
        join(ops, "; ", |op| self.op(op))
    }

    fn op<B: Bits>(&self, op: &OpX<B>) -> String {
        match op {
            OpX::Slots { cell, whose, value } => {
                let owner = match whose {
                    _ if self.layout.cell(*cell).shape != Shape::Player => String::new(),
                    Whose::Game => String::new(),
                    Whose::Next => "next's ".to_owned(),
                    Whose::These(players) => {
                        format!("{} ", join(players, "/", |&player| self.whose(player)))
                    }
                };
                format!("{owner}{} = {}", self.cell(*cell), self.value(value))
            }
            OpX::Bump { cell, by, most, .. } => {
                let name = self.cell(*cell);
                format!("{name} = min({name} + {by}, {most})")
            }
            OpX::Planes { cell, at, value } => {
                format!("{} of {} = {}", self.cell(*cell), self.set(at), self.value(value))
            }
            OpX::Squares { cell, set } => format!("{} = {}", self.cell(*cell), self.set(set)),
            OpX::Take(set) => format!("take {}", self.set(set)),
            OpX::Move(from, to) => format!("move {} to {}", self.set(from), self.place(to)),
            OpX::Exchange(pairs) => {
                let pair = |(a, b): &(_, _)| format!("{} with {}", self.set(a), self.set(b));
                format!("exchange {}", join(pairs, ", ", pair))
            }
            OpX::Become(by_owner) => {
                // A neutral man's kinds are the last; a clause's own man is the usual one.
                let own = &by_owner[usize::from(self.own)];
                let kinds = if own.is_empty() { by_owner.last().unwrap_or(own) } else { own };
                format!("become {}", self.list(kinds))
            }
            OpX::Put { kinds, at, .. } => format!("put {} at {}", self.list(kinds), self.place(at)),
            OpX::Keep { men, stock, kind, .. } => {
                let kind = kind.map_or(String::new(), |k| format!(" as {}", self.kind(k.into())));
                format!("keep {} in {}{kind}", self.set(men), self.cell(*stock))
            }
            OpX::Again => "move again".to_owned(),
        }
    }

    fn list(&self, kinds: &[u8]) -> String {
        if kinds.is_empty() {
            return "nothing".to_owned();
        }
        join(kinds, "/", |&kind| self.kind(kind.into()))
    }

    fn place<B: Bits>(&self, place: &PlaceX<B>) -> String {
        let chosen = if place.chosen { "one of " } else { "" };
        format!("{chosen}{}", self.set(&place.set))
    }

    fn value<B: Bits>(&self, value: &ValueX<B>) -> String {
        match value {
            ValueX::Flag(CondX::Const(value)) => if *value { "yes" } else { "no" }.to_owned(),
            ValueX::Flag(cond) => format!("({})", self.cond(cond)),
            ValueX::Number(number) => self.number(number),
        }
    }

    /// What an event waits for, and what it does.
    pub(super) fn event<B: Bits>(&self, event: &EventX<B>) -> String {
        let mut waits = Vec::new();
        if let Some(after) = event.after {
            let events = self.game.rules.events.iter().enumerate();
            let names = events.filter(|(id, _)| after >> id & 1 != 0).map(|(_, e)| e.name.as_str());
            waits.push(format!("after {}", names.collect::<Vec<_>>().join("/")));
        }
        waits.extend(event.from.iter().map(|set| format!("from {}", self.set(set))));
        waits.extend(event.to.iter().map(|set| format!("to {}", self.set(set))));
        if event.when != CondX::Const(true) {
            waits.push(format!("if {}", self.cond(&event.when)));
        }
        let deeds = self.ops(&event.ops);
        if waits.is_empty() { deeds } else { format!("{}: {deeds}", waits.join(", ")) }
    }
}
