//! A player's ways to move, as the passes left them.

use crate::compiled::bits::Bits;
use crate::compiled::choice::Choice;
use crate::compiled::effects::EventX;
use crate::compiled::expr::{CondX, SetX};
use crate::compiled::plan::PlayerPlan;
use crate::compiled::row::Row;
use crate::compiled::sight::sight;
use crate::compiled::swift::Duty;

use super::page::Entry;
use super::words::{Words, join};

/// More sorts of origins than these are not told apart.
const MOST_PLACES: usize = 4;

/// A ban, and whether it asks for other moves or for the line of play.
type Ban<B> = (CondX<B>, bool);

/// What a player's rows have in common, so that it is told once.
pub(super) struct Common<'p, B: Bits> {
    words: Words<'p>,
    plan: &'p PlayerPlan<B>,
    all: B,
    /// The bans that most rows are under.
    bans: &'p [Ban<B>],
    /// Every event as folded, without doubles.
    events: Vec<&'p EventX<B>>,
}

impl<'p, B: Bits> Common<'p, B> {
    pub(super) fn new(words: Words<'p>, plan: &'p PlayerPlan<B>, all: B) -> Common<'p, B> {
        let rows = || plan.rows.iter().filter(|row| is_of_use(words, row));
        let shared = |row: &&Row<B>| rows().filter(|other| other.bans == row.bans).count();
        // Of equals the first.
        let usual = rows().rev().max_by_key(shared);
        let mut events: Vec<&EventX<B>> = Vec::new();
        for event in rows().flat_map(|row| &row.events) {
            if !events.contains(&event) {
                events.push(event);
            }
        }
        events.sort_by_key(|event| event.id);
        Common { words, plan, all, bans: usual.map_or(&[], |row| &row.bans), events }
    }

    /// What forbids the moves of most rows, and how that is seen.
    pub(super) fn bans(&self) -> Vec<String> {
        self.bans.iter().map(|ban| self.ban(ban)).collect()
    }

    fn ban(&self, (ban, deep): &Ban<B>) -> String {
        let own = self.words.own;
        let note = if *deep {
            " (asks for other moves or the line of play)"
        } else if sight(ban, own).is_some() {
            " (masks know its lines of sight)"
        } else {
            ""
        };
        format!("{}{note}", self.words.cond(ban))
    }

    /// Every event under a name of its own: those that are folded otherwise for some clauses
    /// have a number behind it.
    pub(super) fn events(&self) -> Vec<Entry> {
        let entry = |event: &&EventX<B>| {
            let facts = vec![("", self.words.event(event))];
            Entry { name: self.event_name(event), facts }
        };
        self.events.iter().map(entry).collect()
    }

    fn event_name(&self, event: &EventX<B>) -> String {
        let name = &self.words.game.rules.events[usize::from(event.id)].name;
        let alike = self.events.iter().filter(|e| e.id == event.id);
        match alike.clone().position(|e| *e == event) {
            Some(n) if alike.count() > 1 => format!("{name}#{}", n + 1),
            _ => name.clone(),
        }
    }

    /// The rows that may ever be used, and the names of the others.
    pub(super) fn rows(&self) -> (Vec<Entry>, Vec<String>) {
        let of_use = |row: &&Row<B>| is_of_use(self.words, row);
        let (used, idle): (Vec<_>, Vec<_>) = self.plan.rows.iter().partition(of_use);
        let name = |row: &Row<B>| self.words.clause(row.clause);
        let entry = |row: &Row<B>| Entry { name: name(row), facts: self.facts(row) };
        (used.into_iter().map(entry).collect(), idle.into_iter().map(name).collect())
    }

    fn facts(&self, row: &Row<B>) -> Vec<(&'static str, String)> {
        let words = self.words;
        let mut facts = Vec::new();
        let mut add = |label, text: Option<String>| facts.extend(text.map(|text| (label, text)));
        let unless = |cond: &CondX<B>| (*cond != CondX::Const(true)).then(|| words.cond(cond));
        let anywhere = row.stock.is_some() || row.from == SetX::Const(self.all);
        add("starts", (!anywhere).then(|| words.set(&row.from)));
        add("turn", unless(&row.turn));
        add("man", unless(&row.local));
        add("way", Some(words.way(row)));
        add("lands", self.lands(row));
        add("asked", asked(words, row));
        add("takes", (!row.takes.is_empty()).then(|| join(&row.takes, "; ", |set| words.set(set))));
        add("does", (!row.ops.is_empty()).then(|| words.ops(&row.ops)));
        let events = || join(&row.events, ", ", |event| self.event_name(event));
        add("events", (!row.events.is_empty()).then(events));
        add("choice", self.choice(row));
        add("duty", self.duty(row));
        add(
            "bans",
            (row.bans != self.bans).then(|| match &row.bans[..] {
                [] => "none".to_owned(),
                bans => join(bans, "; ", |ban| self.ban(ban)),
            }),
        );
        add("legality", Some(self.legality(row)));
        let clauses = |rows: &[usize]| join(rows, ", ", |&row| words.clause(row as u16));
        let (minus, clashes) = (&row.swift.minus, &row.swift.clashes);
        add("merges", (!minus.is_empty()).then(|| format!("into {}", clauses(minus))));
        add("compared", (!clashes.is_empty()).then(|| format!("with {}", clauses(clashes))));
        facts
    }

    /// Where it may land, by who stands there.
    fn lands(&self, row: &Row<B>) -> Option<String> {
        let everywhere = |set: &SetX<B>| *set == SetX::Const(self.all);
        let landing = [("empty", &row.quiet), ("enemy", &row.capture), ("neutral", &row.neutral)];
        let neutral = self.words.game.kinds.iter().any(|kind| kind.neutral);
        let landing = landing.iter().filter(|(who, set)| {
            let of_use = match *who {
                "enemy" => row.stock.is_none(),
                "neutral" => row.stock.is_none() && neutral,
                _ => true,
            };
            of_use && **set != SetX::Const(B::NONE)
        });
        if self.words.game.clauses[usize::from(row.clause)].points {
            return None;
        }
        let mut alike: Vec<(Vec<&str>, &SetX<B>)> = Vec::new();
        for &(who, set) in landing {
            match alike.iter_mut().find(|(_, other)| *other == set) {
                Some((others, _)) => others.push(who),
                None => alike.push((vec![who], set)),
            }
        }
        let text = |(who, set): &(Vec<&str>, &SetX<B>)| {
            let who = who.join(" or ");
            if everywhere(set) { who } else { format!("{who} in {}", self.words.set(set)) }
        };
        let texts: Vec<String> = alike.iter().map(text).collect();
        Some(if texts.is_empty() { "nowhere".to_owned() } else { texts.join("; ") })
    }

    fn choice(&self, row: &Row<B>) -> Option<String> {
        let Some(placing) = &row.placing else { return self.options(&row.swift.choice) };
        let others = self.options(&placing.choice).map(|others| format!("{others}; "));
        Some(format!("{}an empty square if one is chosen", others.unwrap_or_default()))
    }

    fn options(&self, choice: &Choice<B>) -> Option<String> {
        match choice {
            Choice::Once => None,
            Choice::Zone(zone, times) => {
                Some(format!("{times} to {}", self.words.set(&SetX::Const(*zone))))
            }
            Choice::Places(targets, times) => Some(format!("{times} {}", self.places(targets))),
            Choice::Unknown(zone) if zone.none() => None,
            Choice::Unknown(zone) if *zone == self.all => Some("only the move tells".to_owned()),
            Choice::Unknown(zone) => {
                let zone = self.words.set(&SetX::Const(*zone));
                Some(format!("only the move tells, to {zone}"))
            }
        }
    }

    /// Targets by origin, told once for origins that have the same.
    fn places(&self, targets: &[B]) -> String {
        let mut alike: Vec<(B, B)> = Vec::new();
        for (origin, &to) in targets.iter().enumerate().filter(|(_, to)| to.any()) {
            match alike.iter_mut().find(|(_, other)| *other == to) {
                Some((from, _)) => *from |= B::of(origin),
                None => alike.push((B::of(origin), to)),
            }
        }
        if alike.len() > MOST_PLACES {
            let pairs: u32 = targets.iter().map(|to| to.count()).sum();
            return format!("on {pairs} pairs of squares");
        }
        let set = |set| self.words.set(&SetX::Const(set));
        let text = |&(from, to): &(B, B)| format!("from {} to {}", set(from), set(to));
        join(&alike, ", ", text)
    }

    fn duty(&self, row: &Row<B>) -> Option<String> {
        let duty = match row.swift.duty {
            Duty::Never => "never",
            Duty::Always => "always",
            Duty::IfCapture => "if it takes",
            Duty::Unknown => "the move is tried",
        };
        let conds = row.duties.iter().filter(|cond| **cond != CondX::Const(false));
        let conds: Vec<String> = conds.map(|cond| self.words.cond(cond)).collect();
        let conds = match row.swift.duty {
            Duty::Unknown => format!(": {}", conds.join(" or ")),
            _ => String::new(),
        };
        self.plan.has_duties.then(|| format!("{duty}{conds}"))
    }

    /// Do masks judge its moves, and how far?
    fn legality(&self, row: &Row<B>) -> String {
        let swift = &row.swift;
        if let Err(reason) = swift.legality {
            return format!("each move is tried: {reason}");
        }
        if row.bans.is_empty() {
            return "no ban can hold".to_owned();
        }
        let mut parts = vec!["by masks".to_owned()];
        if swift.tries_captures {
            parts.push("captures are tried".to_owned());
        }
        if swift.retries {
            parts.push("what they forbid is tried".to_owned());
        } else if self.plan.has_voids {
            parts.push("what they forbid is tried where attacks may be void".to_owned());
        }
        if !swift.calm.is_empty() {
            let calm = join(&swift.calm, " or ", |cond| self.words.cond(cond));
            parts.push(format!("all is tried while {calm}"));
        }
        if let Some(player) = swift.if_check {
            parts.push(format!("tried if it checks {}", self.words.whose(player)));
        }
        parts.join("; ")
    }
}

/// What has to be asked before its squares are known.
fn asked<B: Bits>(words: Words<'_>, row: &Row<B>) -> Option<String> {
    let mut parts = Vec::new();
    if row.asks_local && row.stock.is_none() {
        parts.push("man by man".to_owned());
    }
    if row.per_origin && row.stock.is_none() {
        parts.push("where it lands depends on where it starts".to_owned());
    }
    if let Some(plane) = row.mark {
        parts.push(format!("only while {} is set", words.plane(plane)));
    }
    if row.asks_path {
        parts.push("for the squares passed".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// May the player ever have such a man, and the man ever move so?
fn is_of_use<B: Bits>(words: Words<'_>, row: &Row<B>) -> bool {
    let kind = &words.game.kinds[usize::from(row.kind)];
    let had = kind.neutral || kind.allowed[usize::from(words.own)];
    had && row.turn != CondX::Const(false)
        && row.local != CondX::Const(false)
        && (row.from != SetX::Const(B::NONE) || row.stock.is_some())
}
