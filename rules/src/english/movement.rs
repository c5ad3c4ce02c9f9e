//! Clauses, events and effects in English.

use super::{Writer, anywhere, list};
use crate::effect::{Effect, Event, Trigger, Value};
use crate::movement::{Clause, Leg, Motion, Over, Travel};
use crate::set::{Set, Side, Subject};

impl Writer<'_> {
    pub(crate) fn clause(&self, clause: &Clause) -> String {
        let motions: Vec<String> = clause.motions.iter().map(|m| self.motion(m)).collect();
        let mut text = list(&motions, "or");
        if !anywhere(&clause.from) {
            text = format!("from {}: {text}", self.set(&clause.from));
        }
        if !clause.when.is_empty() {
            text = format!("{text}, if {}", self.all(&clause.when));
        }
        if !clause.provided.is_empty() {
            text = format!("{text}, provided that {}", self.all(&clause.provided));
        }
        if clause.harmless {
            text.push_str("; so it attacks nothing");
        }
        if !clause.effects.is_empty() {
            text = format!("{text}; then {}", self.effects(&clause.effects));
        }
        text + "."
    }

    fn motion(&self, motion: &Motion) -> String {
        let last = motion.legs.len() - 1;
        let legs: Vec<String> =
            motion.legs.iter().enumerate().map(|(i, l)| self.leg(l, i == last)).collect();
        legs.join(", then ")
    }

    fn leg(&self, leg: &Leg, last: bool) -> String {
        let mut text = match &leg.travel {
            Travel::Line { dirs, least: 1, most: Some(1) } => {
                format!("steps one square {}", self.way(dirs))
            }
            Travel::Line { dirs, least, most } => {
                format!("slides {}{}", self.way(dirs), far(*least, *most))
            }
            Travel::Leap { long, short, dirs, least, most } => {
                let way = dirs.as_ref().map(|d| format!(" {}", self.way(d))).unwrap_or_default();
                let verb =
                    if (*least, *most) == (1, Some(1)) { "leaps" } else { "rides by leaps of" };
                let shape = match short {
                    0 if *long == 1 => "1 square straight".into(),
                    0 => format!("{long} squares straight"),
                    1 if *long == 1 => "1 square diagonally".into(),
                    short if short == long => format!("{long} squares diagonally"),
                    short => format!("{long} squares one way and {short} across"),
                };
                let limit = if verb == "leaps" { String::new() } else { far(*least, *most) };
                format!("{verb} {shape}{way}{limit}")
            }
            Travel::Anywhere => "goes anywhere".into(),
            Travel::Stay => "moves in place".into(),
            Travel::Point => "stays and points".into(),
            Travel::Drop(stock) => format!("is dropped from `{}`", self.cell(*stock)),
        };
        match &leg.over {
            Over::All(set) if *set == Set::Empty => {}
            Over::All(set) => text = format!("{text} over {}", self.set(set)),
            Over::Exactly(n, set) => text = format!("{text} over exactly {n} of {}", self.set(set)),
        }
        let usual = Set::Or(vec![Set::Empty, Set::Men(Side::Enemy)]);
        if last && leg.to == usual || !last && leg.to == Set::Empty {
            return text;
        }
        match &leg.to {
            Set::Empty => text + " to an empty square",
            Set::Men(Side::Enemy) => text + " to take an enemy",
            other => format!("{text} to {}", self.set(other)),
        }
    }

    /// Men who were taken, by what they were.
    fn taken(&self, men: &Set) -> String {
        let parts = match men {
            Set::And(parts) if parts.contains(&Set::Taken) => &parts[..],
            Set::Taken => &[],
            other => return format!("whoever was taken on {}", self.set(other)),
        };
        let words: Vec<String> = parts
            .iter()
            .filter(|part| **part != Set::Taken)
            .map(|part| match part {
                Set::Was(was) => match &**was {
                    Set::Cell(cell) => format!("had `{}`", self.cell(*cell)),
                    was => format!("was {}", self.one(was)),
                },
                Set::Not(not) => match &**not {
                    Set::Was(was) => match &**was {
                        Set::Cell(cell) => format!("did not have `{}`", self.cell(*cell)),
                        was => format!("was not {}", self.one(was)),
                    },
                    not => format!("was not on {}", self.set(not)),
                },
                part => format!("was on {}", self.set(part)),
            })
            .collect();
        match &words[..] {
            [] => "whoever was taken".to_owned(),
            words => format!("whoever was taken and {}", list(words, "and")),
        }
    }

    pub(crate) fn event(&self, event: &Event) -> String {
        let mut text = match &event.trigger {
            Trigger::AnyMove => "after every move".to_owned(),
            Trigger::Moving(_) => "after it moves".to_owned(),
            Trigger::After(names) => format!("after {}", list(names, "or")),
        };
        if !anywhere(&event.from) {
            text = format!("{text} from {}", self.set(&event.from));
        }
        if !anywhere(&event.to) {
            text = format!("{text} to {}", self.set(&event.to));
        }
        if !event.when.is_empty() {
            text = format!("{text}, if {}", self.all(&event.when));
        }
        format!("{text}, {}.", self.effects(&event.effects))
    }

    pub(crate) fn effects(&self, effects: &[Effect]) -> String {
        let texts: Vec<String> = effects.iter().map(|e| self.effect(e)).collect();
        list(&texts, "and")
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Assign { cell, subject, value } => {
                let name = self.cell(*cell);
                let whose = match subject {
                    Subject::Own => format!("`{name}`"),
                    Subject::Player(p) => format!("`{name}` of {}", self.player(*p)),
                    Subject::At(Set::It) => format!("its `{name}`"),
                    Subject::At(set) => format!("`{name}` of {}", self.set(set)),
                };
                match value {
                    Value::Flag(crate::set::Cond::Const(true)) => format!("{whose} becomes yes"),
                    Value::Flag(crate::set::Cond::Const(false)) => format!("{whose} becomes no"),
                    Value::Flag(cond) => format!("{whose} becomes whether {}", self.cond(cond)),
                    Value::Number(n) => format!("{whose} becomes {}", self.number(n)),
                    Value::Squares(set) => format!("{whose} becomes {}", self.set(set)),
                }
            }
            Effect::Take(set) => format!("whoever stands on {} is taken", self.set(set)),
            Effect::Move(from, to) => {
                format!("{} goes to {}", self.set(from), self.set(to))
            }
            Effect::Exchange(pairs) => {
                let each: Vec<String> = pairs
                    .iter()
                    .map(|(from, to)| format!("{} to {}", self.set(from), self.set(to)))
                    .collect();
                format!("at once go {}", list(&each, "and"))
            }
            Effect::Become(kinds) if kinds.len() == 1 => {
                format!("it becomes a {}", self.kinds(kinds, "or"))
            }
            Effect::Become(kinds) => {
                format!("it becomes a {} by choice", self.kinds(kinds, "or"))
            }
            Effect::Put(kinds, at) => {
                format!("a new {} is put on {}", self.kinds(kinds, "or"), self.set(at))
            }
            Effect::Keep { men, stock, kind } => {
                let stock = self.cell(*stock);
                let whom = self.taken(men);
                match kind {
                    Some(kind) => {
                        format!("{whom} goes into `{stock}` as a {}", self.kinds(&[*kind], "or"))
                    }
                    None => format!("{whom} goes into `{stock}`"),
                }
            }
            Effect::Again => "the same player moves on".into(),
        }
    }
}

fn far(least: u16, most: Option<u16>) -> String {
    match (least, most) {
        (1, None) => String::new(),
        (least, None) => format!(", {least} squares at least"),
        (1, Some(most)) => format!(", up to {most} squares"),
        (least, Some(most)) if least == most => format!(", exactly {most} squares"),
        (least, Some(most)) => format!(", {least} to {most} squares"),
    }
}
