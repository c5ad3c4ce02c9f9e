//! Folded expressions as people read them.
//!
//! Sets use `&`, `|` and `!`, conditions the words `and`, `or` and `not`, so one sees at a glance
//! which of the two one looks at. What an expression knows by number is called by its name.

use chator_rules::{CellId, Comparison, KindId, PlayerId};

use crate::compiled::bits::Bits;
use crate::compiled::board::{NEUTRAL, PLAYERS};
use crate::compiled::expr::{CondX, NumX, SetX};
use crate::compiled::layout::Layout;
use crate::compiled::steady::is_flag;
use crate::game::{Shape, Tables};

use super::squares::squares;

/// What names things for one player.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) game: &'a Tables,
    pub(super) layout: &'a Layout,
    /// Who is called `own`.
    pub(super) own: u8,
}

impl Words<'_> {
    pub(super) fn set<B: Bits>(&self, set: &SetX<B>) -> String {
        match set {
            SetX::Const(set) => squares(&self.game.geometry, *set),
            SetX::Empty => "empty".to_owned(),
            SetX::Men(sides) => self.sides(*sides),
            SetX::Kinds(kinds) => self.kinds(*kinds),
            SetX::Home(_) => "home".to_owned(),
            SetX::It => "it".to_owned(),
            SetX::Origin => "origin".to_owned(),
            SetX::Target => "target".to_owned(),
            SetX::Path => "path".to_owned(),
            SetX::Taken => "taken".to_owned(),
            SetX::Attacker => "attacker".to_owned(),
            SetX::Plane { plane, .. } => self.plane(*plane),
            SetX::Digits { cell, test, value } => {
                format!("({} {} {value})", self.cell(*cell), sign(*test))
            }
            SetX::Toward(dirs, set) => format!("step({}, {})", self.dirs(*dirs), self.set(set)),
            SetX::Along(dirs, set) => format!("line({}, {})", self.dirs(*dirs), self.set(set)),
            SetX::Nearest(dirs, set) => format!("seen({}, {})", self.dirs(*dirs), self.set(set)),
            SetX::Attacked(player, by) => {
                let by = match &**by {
                    SetX::Const(all) if all.count() as usize == self.game.squares => String::new(),
                    other => format!(" & {}", self.in_and(other)),
                };
                format!("attacked({}{by})", self.foes(*player))
            }
            SetX::Attacking(player, of) => {
                format!("attackers({} of {})", self.foes(*player), self.set(of))
            }
            SetX::Checking => "checkers".to_owned(),
            SetX::And(list) => join(list, " & ", |set| self.in_and(set)),
            SetX::Or(list) => join(list, " | ", |set| self.in_or(set)),
            SetX::Not(set) => format!("!{}", self.in_and(set)),
            SetX::Was(set) => format!("before({})", self.set(set)),
            SetX::Without(lifted, set) => {
                format!("without({}: {})", self.set(lifted), self.set(set))
            }
            SetX::Next(list) => self.next(list, |words, set| words.set(set)),
        }
    }

    /// A set beside others all of which must hold.
    fn in_and<B: Bits>(&self, set: &SetX<B>) -> String {
        match set {
            SetX::Or(_) | SetX::And(_) => format!("({})", self.set(set)),
            _ => self.set(set),
        }
    }

    fn in_or<B: Bits>(&self, set: &SetX<B>) -> String {
        match set {
            SetX::And(_) => format!("({})", self.set(set)),
            _ => self.set(set),
        }
    }

    pub(super) fn cond<B: Bits>(&self, cond: &CondX<B>) -> String {
        match cond {
            CondX::Const(true) => "always".to_owned(),
            CondX::Const(false) => "never".to_owned(),
            CondX::Some(set) => self.some(set),
            CondX::Within(one, set) if is_one(one) => {
                format!("{} in {}", self.set(one), self.set(set))
            }
            CondX::Within(a, b) => format!("all of {} in {}", self.in_and(a), self.set(b)),
            CondX::Compare(test, NumX::Slot(slot), NumX::Const(0)) if self.is_flag(*slot) => {
                let not = if is_flag(cond).is_some() { "" } else { "not " };
                match test {
                    Comparison::Equal | Comparison::NotEqual => {
                        format!("{not}{}", self.slot(*slot))
                    }
                    _ => format!("{} {} 0", self.slot(*slot), sign(*test)),
                }
            }
            CondX::Compare(test, a, b) => {
                format!("{} {} {}", self.number(a), sign(*test), self.number(b))
            }
            CondX::InCheck(player) => format!("{} in check", self.whose(*player)),
            CondX::Stuck(player) => format!("{} stuck", self.whose(*player)),
            CondX::Played(clauses) => format!("played {}", join(clauses, "/", |c| self.clause(*c))),
            CondX::Not(cond) => match &**cond {
                CondX::Some(set) if about_one(set).is_none() => format!("no {}", self.in_and(set)),
                other => format!("not {}", self.bracketed(other)),
            },
            CondX::All(list) => join(list, " and ", |cond| self.in_list(cond)),
            CondX::Any(list) => join(list, " or ", |cond| self.in_list(cond)),
            CondX::Was(cond) => format!("before({})", self.cond(cond)),
            CondX::Without(set, cond) => {
                format!("without({}: {})", self.set(set), self.cond(cond))
            }
            CondX::Next(list) => self.next(list, |words, cond| words.cond(cond)),
        }
    }

    /// That a set is not empty: of the man or square it is about, that it lies in the rest.
    fn some<B: Bits>(&self, set: &SetX<B>) -> String {
        match (set, about_one(set)) {
            (SetX::And(list), Some(one)) => {
                let rest: Vec<SetX<B>> = list.iter().filter(|s| *s != one).cloned().collect();
                format!("{} in {}", self.set(one), join(&rest, " & ", |set| self.in_and(set)))
            }
            _ => format!("some {}", self.in_and(set)),
        }
    }

    fn in_list<B: Bits>(&self, cond: &CondX<B>) -> String {
        match cond {
            CondX::All(_) | CondX::Any(_) => format!("({})", self.cond(cond)),
            _ => self.cond(cond),
        }
    }

    fn bracketed<B: Bits>(&self, cond: &CondX<B>) -> String {
        match cond {
            CondX::InCheck(_) | CondX::Stuck(_) | CondX::Played(_) | CondX::Was(_) => {
                self.cond(cond)
            }
            flag if is_flag(flag).is_some_and(|slot| self.is_flag(slot)) => self.cond(flag),
            _ => format!("({})", self.cond(cond)),
        }
    }

    pub(super) fn number<B: Bits>(&self, number: &NumX<B>) -> String {
        match number {
            NumX::Const(value) => value.to_string(),
            NumX::Count(set) => format!("count({})", self.set(set)),
            NumX::Slot(slot) => self.slot(*slot),
            NumX::At(cell, set) => format!("{} of {}", self.cell(*cell), self.in_and(set)),
            NumX::Sum(list) => self.sum(list),
            NumX::Subtract(a, b) => match &**b {
                NumX::Sum(_) | NumX::Subtract(..) => {
                    format!("{} - ({})", self.number(a), self.number(b))
                }
                _ => format!("{} - {}", self.number(a), self.number(b)),
            },
            NumX::Min(a, b) => format!("min({}, {})", self.number(a), self.number(b)),
            NumX::Max(a, b) => format!("max({}, {})", self.number(a), self.number(b)),
            NumX::Cases(cases, otherwise) => {
                let case = |(cond, n): &(CondX<B>, NumX<B>)| {
                    format!("{} if {}", self.number(n), self.cond(cond))
                };
                format!("({}; else {})", join(cases, "; ", case), self.number(otherwise))
            }
            NumX::ByFile(values) => format!("by file({})", join(values, " ", i32::to_string)),
            NumX::Occurrences => "occurrences".to_owned(),
            NumX::Since => "since".to_owned(),
            NumX::Was(number) => format!("before({})", self.number(number)),
            NumX::Without(set, number) => {
                format!("without({}: {})", self.set(set), self.number(number))
            }
            NumX::Next(list) => self.next(list, |words, number| words.number(number)),
        }
    }

    /// A sum; what is added several times is told once, with how often.
    fn sum<B: Bits>(&self, list: &[NumX<B>]) -> String {
        let mut terms: Vec<(String, usize)> = Vec::new();
        for number in parts_of_sum(list) {
            let text = self.number(number);
            match terms.iter_mut().find(|(other, _)| *other == text) {
                Some((_, times)) => *times += 1,
                None => terms.push((text, 1)),
            }
        }
        join(&terms, " + ", |(text, times)| match times {
            1 => text.clone(),
            _ if text.contains(" - ") => format!("{times} * ({text})"),
            _ => format!("{times} * {text}"),
        })
    }

    /// What is asked for the next player, said once if all say the same.
    fn next<T>(&self, list: &[T], text: impl Fn(Words<'_>, &T) -> String) -> String {
        let seen = |own: usize, it: &T| text(Words { own: own as u8, ..*self }, it);
        let texts: Vec<String> = list.iter().enumerate().map(|(own, it)| seen(own, it)).collect();
        match texts.split_first() {
            Some((first, rest)) if rest.iter().all(|text| text == first) => {
                format!("for next({first})")
            }
            _ => {
                let parts = texts.iter().enumerate();
                let parts = parts.map(|(p, text)| format!("{}: {text}", self.player(p as u8)));
                format!("for next({})", parts.collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// The part that stands for one square or man, of a set of which some must be left.
fn about_one<B: Bits>(set: &SetX<B>) -> Option<&SetX<B>> {
    let SetX::And(list) = set else { return None };
    list.iter().find(|set| is_one(set))
}

/// The numbers that are added, those of sums within a sum, too.
fn parts_of_sum<B>(list: &[NumX<B>]) -> Vec<&NumX<B>> {
    let mut parts = Vec::new();
    for number in list {
        match number {
            NumX::Sum(inner) => parts.extend(parts_of_sum(inner)),
            other => parts.push(other),
        }
    }
    parts
}

/// Does it stand for one square or man?
fn is_one<B>(set: &SetX<B>) -> bool {
    matches!(set, SetX::It | SetX::Origin | SetX::Target | SetX::Attacker)
}

/// Names of what expressions know by number.
impl Words<'_> {
    pub(super) fn cell(&self, cell: CellId) -> String {
        let name = self.game.rules.cells.get_index(cell.0.into());
        name.map_or_else(String::new, |(name, _)| name.clone())
    }

    pub(super) fn clause(&self, clause: u16) -> String {
        self.game.clause(clause).name.clone()
    }

    pub(super) fn player(&self, player: u8) -> String {
        let name = self.game.rules.players.get_index(PlayerId(player).0.into());
        name.map_or_else(String::new, |(name, _)| name.clone())
    }

    pub(super) fn kind(&self, kind: u16) -> String {
        let name = self.game.rules.kinds.get_index(KindId(kind).0.into());
        name.map_or_else(String::new, |(name, _)| name.clone())
    }

    pub(super) fn kinds(&self, kinds: u32) -> String {
        let kinds: Vec<u16> = (0..32).filter(|k| kinds >> k & 1 != 0).collect();
        join(&kinds, "/", |&kind| self.kind(kind))
    }

    /// A player as `own` sees him.
    pub(super) fn whose(&self, player: u8) -> String {
        match player {
            p if p == self.own => "own".to_owned(),
            p if usize::from(p) == NEUTRAL => "neutral".to_owned(),
            _ if self.game.players == 2 => "enemy".to_owned(),
            p => self.player(p),
        }
    }

    /// The men hostile to a player.
    fn foes(&self, player: u8) -> String {
        match (player == self.own, self.game.players) {
            (true, _) => "enemy".to_owned(),
            (false, 2) => "own".to_owned(),
            _ => format!("foes of {}", self.player(player)),
        }
    }

    fn sides(&self, sides: u8) -> String {
        let players = (1 << self.game.players) - 1;
        let neutral = if self.game.kinds.iter().any(|k| k.neutral) { 1 << NEUTRAL } else { 0 };
        let sides = sides & (players | neutral);
        if sides == players | neutral {
            return "men".to_owned();
        }
        if sides == players & !(1 << self.own) {
            return "enemy".to_owned();
        }
        let sides: Vec<u8> = (0..=PLAYERS as u8).filter(|p| sides >> p & 1 != 0).collect();
        join(&sides, "/", |&player| self.whose(player))
    }

    fn dirs(&self, dirs: u32) -> String {
        let geometry = &self.game.geometry;
        let sorts = [
            (geometry.all(), "any"),
            (geometry.orthogonal(), "orthogonal"),
            (geometry.diagonal(), "diagonal"),
        ];
        if let Some((_, word)) = sorts.iter().find(|(sort, _)| *sort == dirs) {
            return (*word).to_owned();
        }
        let each = geometry.directions.iter().enumerate();
        let names = each.filter(|(d, _)| dirs >> d & 1 != 0).map(|(_, name)| name.as_str());
        names.collect::<Vec<_>>().join("/")
    }

    pub(super) fn plane(&self, plane: usize) -> String {
        let holds =
            |p: &crate::compiled::layout::Places| (p.plane..p.plane + p.digits).contains(&plane);
        let cell = self.layout.cells.iter().position(holds);
        cell.map_or_else(String::new, |cell| self.cell(CellId(cell as u16)))
    }

    /// The cell that a slot belongs to, and how far into it the slot lies.
    fn of_slot(&self, slot: usize) -> Option<(CellId, usize)> {
        let cells = self.layout.cells.iter().enumerate();
        let size = |p: &crate::compiled::layout::Places| match p.shape {
            Shape::Game => 1,
            Shape::Player => self.layout.players,
            Shape::Stock => self.layout.players * p.width,
            Shape::Man | Shape::Square => 0,
        };
        let mut holding = cells.filter(|(_, p)| (p.slot..p.slot + size(p)).contains(&slot));
        holding.next().map(|(cell, p)| (CellId(cell as u16), slot - p.slot))
    }

    fn is_flag(&self, slot: usize) -> bool {
        self.of_slot(slot).is_some_and(|(cell, _)| self.game.cell(cell).flag)
    }

    pub(super) fn slot(&self, slot: usize) -> String {
        let Some((cell, place)) = self.of_slot(slot) else { return String::new() };
        let (name, places) = (self.cell(cell), self.layout.cell(cell));
        match places.shape {
            Shape::Player => format!("{} {name}", self.whose(place as u8)),
            Shape::Stock => {
                let (player, row) = (place / places.width, place % places.width);
                let holds = |held: &Option<u8>| *held == Some(row as u8);
                let kind = places.rows.iter().position(holds).unwrap_or(0);
                format!("{} {name}[{}]", self.whose(player as u8), self.kind(kind as u16))
            }
            Shape::Game | Shape::Man | Shape::Square => name,
        }
    }
}

fn sign(test: Comparison) -> &'static str {
    match test {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Greater => ">",
        Comparison::AtLeast => ">=",
    }
}

/// Texts with something between them.
pub(super) fn join<T>(list: &[T], between: &str, text: impl Fn(&T) -> String) -> String {
    list.iter().map(text).collect::<Vec<_>>().join(between)
}
