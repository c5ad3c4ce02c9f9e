//! Expressions of the IR, folded as far as the player who looks, and the clause if it is known,
//! decide them.

use chator_rules::{
    CellId, Cond, Dirs, KindId, Number, PlayerId, PlayerRef, Set, Side, Square, Subject,
};

use crate::eval::View;
use crate::game::{Shape, Tables};

use super::bits::Bits;
use super::board::NEUTRAL;
use super::expr::{CondX, NumX, SetX};
use super::layout::Layout;

/// What an expression is about, as far as it is known beforehand.
#[derive(Clone, Copy)]
pub(crate) struct Fold<'a> {
    pub(crate) game: &'a Tables,
    pub(crate) layout: &'a Layout,
    /// Who looks.
    pub(crate) own: u8,
    /// The clause that the man on the origin moves by.
    pub(crate) clause: Option<u16>,
    /// The move has been made; if no clause is known this is not known either.
    pub(crate) done: bool,
}

impl<'a> Fold<'a> {
    pub(crate) fn new(game: &'a Tables, layout: &'a Layout, own: u8) -> Fold<'a> {
        Fold { game, layout, own, clause: None, done: false }
    }

    /// The same about a clause, before or after the move.
    pub(crate) fn about(self, clause: u16, done: bool) -> Fold<'a> {
        Fold { clause: Some(clause), done, ..self }
    }

    fn seen_by(self, own: u8) -> Fold<'a> {
        Fold { own, ..self }
    }

    /// At the position before the move.
    fn was(self) -> Fold<'a> {
        Fold { done: false, ..self }
    }

    fn all<B: Bits>(self) -> B {
        (0..self.game.squares).fold(B::NONE, |all, s| all | B::of(s))
    }

    fn players(self, who: PlayerRef) -> Vec<u8> {
        match who {
            PlayerRef::Own => vec![self.own],
            PlayerRef::Player(player) => vec![player.0],
            PlayerRef::Enemy => (0..self.game.players).filter(|&p| p != self.own).collect(),
            PlayerRef::Next => Vec::new(),
        }
    }

    /// The directions that a word means; a turn means none.
    fn dirs(self, dirs: &Dirs) -> u32 {
        match dirs {
            Dirs::Named { by_player, .. } => by_player[usize::from(self.own)],
            Dirs::Turn(_) => 0,
        }
    }

    /// What a set that looks at no position holds.
    fn fixed<B: Bits>(self, set: &Set) -> SetX<B> {
        let view = View::new(self.game, &self.game.start, PlayerId(self.own));
        let found = view.eval(set);
        SetX::Const(found.iter().fold(B::NONE, |all, s: Square| all | B::of(s.into())))
    }

    fn kinds<B>(self, kinds: &[KindId]) -> SetX<B> {
        SetX::Kinds(kinds.iter().fold(0, |set, kind| set | 1 << kind.0))
    }

    /// The man on the origin before the move, if he is known.
    fn mover(self) -> Option<u16> {
        let clause = self.clause.filter(|_| !self.done)?;
        let table = &self.game.clauses[usize::from(clause)];
        table.drop.is_none().then(|| self.game.clause(clause).kind.0)
    }

    /// Does the clause bring in a man from outside the board?
    fn drops(self) -> bool {
        self.clause.is_some_and(|c| self.game.clauses[usize::from(c)].drop.is_some())
    }

    pub(crate) fn set<B: Bits>(self, set: &Set) -> SetX<B> {
        let next = |f: &dyn Fn(Fold<'a>) -> SetX<B>| {
            SetX::Next((0..self.game.players).map(|p| f(self.seen_by(p))).collect())
        };
        match set {
            Set::None => SetX::Const(B::NONE),
            Set::Board => SetX::Const(self.all()),
            Set::Squares(_)
            | Set::Ranks(..)
            | Set::LastRanks(..)
            | Set::Files(..)
            | Set::Edge(_) => self.fixed(set),
            Set::Empty => SetX::Empty,
            Set::Men(side) => {
                let own = 1 << self.own;
                let players = (1 << self.game.players) - 1;
                SetX::Men(match side {
                    Side::Own => own,
                    Side::Enemy => players & !own,
                    Side::Any => (1 << (NEUTRAL + 1)) - 1,
                })
            }
            Set::Kinds(kinds) => self.kinds(kinds),
            Set::Royal => {
                let kinds = self.game.kinds.iter().enumerate();
                let royal = kinds.filter(|(_, k)| k.royal && !k.neutral);
                SetX::Kinds(royal.fold(0, |set, (i, _)| set | 1 << i))
            }
            Set::Home => SetX::Home(self.own),
            Set::It => match self.clause {
                Some(_) if self.done => SetX::Target,
                Some(_) if self.drops() => SetX::Const(B::NONE),
                Some(_) => SetX::Origin,
                None => SetX::It,
            },
            Set::Origin if self.drops() => SetX::Const(B::NONE),
            Set::Origin => SetX::Origin,
            Set::Target => SetX::Target,
            Set::Path => SetX::Path,
            Set::Taken => SetX::Taken,
            Set::Attacker => SetX::Attacker,
            Set::Cell(cell) => self.cell_set(*cell),
            Set::Toward(dirs, from) => SetX::Toward(self.dirs(dirs), Box::new(self.set(from))),
            Set::Along(dirs, from) => SetX::Along(self.dirs(dirs), Box::new(self.set(from))),
            Set::Nearest(dirs, from) => SetX::Nearest(self.dirs(dirs), Box::new(self.set(from))),
            Set::Attacked(by) => SetX::Attacked(self.own, Box::new(self.set(by))),
            Set::Attacking(of) => SetX::Attacking(self.own, Box::new(self.set(of))),
            Set::Checking => SetX::Checking,
            Set::And(list) => self.and(list.iter().map(|s| self.set(s)).collect()),
            Set::Or(list) => self.or(list.iter().map(|s| self.set(s)).collect()),
            Set::Not(set) => match self.set(set) {
                SetX::Const(b) => SetX::Const(self.all::<B>().but(b)),
                SetX::Not(inner) => *inner,
                other => SetX::Not(Box::new(other)),
            },
            Set::Was(set) => match self.was().set(set) {
                fixed @ SetX::Const(_) => fixed,
                // Squares that the move is about are the same at both moments.
                name @ (SetX::Origin | SetX::Target | SetX::Path | SetX::Taken) => name,
                other => SetX::Was(Box::new(other)),
            },
            Set::As(PlayerRef::Next, set) => next(&|fold| fold.set(set)),
            Set::As(who, set) => {
                let seen = self.players(*who).into_iter().map(|p| self.seen_by(p).set(set));
                self.or(seen.collect())
            }
            Set::Without(lifted, set) => {
                SetX::Without(Box::new(self.set(lifted)), Box::new(self.set(set)))
            }
            Set::Chosen(set) => self.set(set),
        }
    }

    fn cell_set<B: Bits>(self, cell: CellId) -> SetX<B> {
        let places = self.layout.cell(cell);
        let holders = match places.shape {
            Shape::Man => Some(places.holders),
            Shape::Square => None,
            Shape::Game | Shape::Player | Shape::Stock => return SetX::Const(B::NONE),
        };
        if places.digits == 1 && places.low == 0 {
            return SetX::Plane { plane: places.plane, flip: places.start != 0, holders };
        }
        SetX::Digits { cell, test: chator_rules::Comparison::NotEqual, value: 0 }
    }

    pub(crate) fn and<B: Bits>(self, list: Vec<SetX<B>>) -> SetX<B> {
        let mut fixed = self.all::<B>();
        let mut rest = Vec::new();
        let flat = list.into_iter().flat_map(|set| match set {
            SetX::And(inner) => inner,
            other => vec![other],
        });
        for set in flat {
            match set {
                SetX::Const(b) => fixed &= b,
                other if rest.contains(&other) => {}
                other => rest.push(other),
            }
        }
        // Who stands on the origin before the move is known from the clause.
        if let Some(kind) = self.mover()
            && rest.contains(&SetX::Origin)
        {
            let own = 1 << self.own;
            let known = |set: &SetX<B>| match set {
                SetX::Kinds(kinds) => Some(kinds >> kind & 1 != 0),
                SetX::Men(sides) => Some(sides & own != 0),
                SetX::Empty => Some(false),
                SetX::Plane { holders: Some(kinds), .. } if kinds >> kind & 1 == 0 => Some(false),
                _ => None,
            };
            if rest.iter().any(|set| known(set) == Some(false)) {
                return SetX::Const(B::NONE);
            }
            rest.retain(|set| known(set).is_none());
        }
        if fixed.none() || rest.is_empty() {
            return SetX::Const(fixed);
        }
        if fixed != self.all() {
            rest.insert(0, SetX::Const(fixed));
        }
        // What takes longest is asked last, and of the fewest squares.
        rest.sort_by_key(|set| match set {
            SetX::Attacked(..) => true,
            SetX::Not(set) => matches!(**set, SetX::Attacked(..)),
            _ => false,
        });
        if rest.len() == 1 { rest.swap_remove(0) } else { SetX::And(rest) }
    }

    pub(crate) fn or<B: Bits>(self, list: Vec<SetX<B>>) -> SetX<B> {
        let mut fixed = B::NONE;
        let mut rest = Vec::new();
        let flat = list.into_iter().flat_map(|set| match set {
            SetX::Or(inner) => inner,
            other => vec![other],
        });
        for set in flat {
            match set {
                SetX::Const(b) => fixed |= b,
                other => rest.push(other),
            }
        }
        if rest.is_empty() || fixed == self.all() {
            return SetX::Const(fixed);
        }
        if fixed.any() {
            rest.insert(0, SetX::Const(fixed));
        }
        if rest.len() == 1 { rest.swap_remove(0) } else { SetX::Or(rest) }
    }

    pub(crate) fn conds<B: Bits>(self, conds: &[Cond]) -> CondX<B> {
        all(conds.iter().map(|cond| self.cond(cond)).collect())
    }

    pub(crate) fn cond<B: Bits>(self, cond: &Cond) -> CondX<B> {
        match cond {
            Cond::Const(value) => CondX::Const(*value),
            Cond::Some(set) => self.some(self.set(set)),
            Cond::Within(inner, outer) => match (self.set::<B>(inner), self.set(outer)) {
                (SetX::Const(a), SetX::Const(b)) => CondX::Const(a.any() && a.but(b).none()),
                (a, b) => CondX::Within(a, b),
            },
            Cond::Compare(test, a, b) => match (self.number(a), self.number(b)) {
                (NumX::Const(a), NumX::Const(b)) => CondX::Const(test.holds(a, b)),
                (a, b) => CondX::Compare(*test, a, b),
            },
            Cond::Flag(cell, Subject::Player(PlayerRef::Enemy)) => {
                let own = |p| {
                    CondX::Compare(
                        NOT_EQUAL,
                        self.seen_by(p).value(*cell, &Subject::Own),
                        NumX::Const(0),
                    )
                };
                any(self.players(PlayerRef::Enemy).into_iter().map(own).collect())
            }
            Cond::Flag(cell, subject) => {
                let places = self.layout.cell(*cell);
                let at = match subject {
                    Subject::At(set) => Some(self.set(set)),
                    _ => Some(self.set(&Set::It)),
                };
                if matches!(places.shape, Shape::Man | Shape::Square)
                    && places.start == 0
                    && let Some(one @ (SetX::It | SetX::Origin | SetX::Target)) = at
                {
                    return CondX::Some(self.and(vec![one, self.cell_set(*cell)]));
                }
                match self.value(*cell, subject) {
                    NumX::Const(value) => CondX::Const(value != 0),
                    value => CondX::Compare(NOT_EQUAL, value, NumX::Const(0)),
                }
            }
            Cond::InCheck if self.game.kinds.iter().any(|k| k.royal && !k.neutral) => {
                CondX::InCheck(self.own)
            }
            Cond::InCheck => CondX::Const(false),
            Cond::Stuck => CondX::Stuck(self.own),
            Cond::Played(names) => {
                let clauses = self.game.rules.clauses.iter().enumerate();
                let ids: Vec<u16> = clauses
                    .filter(|(_, c)| names.contains(&c.name))
                    .map(|(i, _)| i as u16)
                    .collect();
                match self.clause {
                    Some(clause) => CondX::Const(self.done && ids.contains(&clause)),
                    None if ids.is_empty() => CondX::Const(false),
                    None => CondX::Played(ids),
                }
            }
            Cond::Is(a, b) => self.is(*a, *b),
            Cond::Not(cond) => not(self.cond(cond)),
            Cond::All(list) => self.conds(list),
            Cond::Any(list) => any(list.iter().map(|cond| self.cond(cond)).collect()),
            Cond::Was(cond) => match self.was().cond(cond) {
                fixed @ CondX::Const(_) => fixed,
                other => CondX::Was(Box::new(other)),
            },
            Cond::As(PlayerRef::Next, cond) => {
                CondX::Next((0..self.game.players).map(|p| self.seen_by(p).cond(cond)).collect())
            }
            Cond::As(who, cond) => {
                any(self.players(*who).into_iter().map(|p| self.seen_by(p).cond(cond)).collect())
            }
            Cond::Without(set, cond) => CondX::Without(self.set(set), Box::new(self.cond(cond))),
        }
    }

    fn some<B: Bits>(self, set: SetX<B>) -> CondX<B> {
        match set {
            SetX::Const(b) => CondX::Const(b.any()),
            SetX::Was(inner) => match self.was().some(*inner) {
                fixed @ CondX::Const(_) => fixed,
                other => CondX::Was(Box::new(other)),
            },
            SetX::Origin if self.mover().is_some() || self.clause.is_some() => CondX::Const(true),
            SetX::Target if self.clause.is_some() => CondX::Const(true),
            SetX::Or(list) => any(list.into_iter().map(|s| self.some(s)).collect()),
            // One of several squares within a set: each by itself.
            SetX::And(list) if list.iter().any(is_choice_of_squares) => {
                let at = list.iter().position(is_choice_of_squares).unwrap_or(0);
                let SetX::Or(squares) = &list[at] else { return CondX::Some(SetX::And(list)) };
                let each = squares.iter().map(|square| {
                    let mut list = list.clone();
                    list[at] = square.clone();
                    self.some(self.and(list))
                });
                any(each.collect())
            }
            other => CondX::Some(other),
        }
    }

    fn is<B>(self, a: PlayerRef, b: PlayerRef) -> CondX<B> {
        let holds = |next: u8| {
            let means = |who| match who {
                PlayerRef::Next => vec![next],
                _ => self.players(who),
            };
            let others = means(b);
            means(a).iter().any(|p| others.contains(p))
        };
        if a == PlayerRef::Next || b == PlayerRef::Next {
            return CondX::Next((0..self.game.players).map(|p| CondX::Const(holds(p))).collect());
        }
        CondX::Const(holds(0))
    }

    pub(crate) fn number<B: Bits>(self, number: &Number) -> NumX<B> {
        let pair = |a: &Number, b: &Number| (self.number(a), self.number(b));
        match number {
            Number::Const(value) => NumX::Const(*value),
            Number::Count(set) => match self.set::<B>(set) {
                SetX::Const(b) => NumX::Const(b.count() as i32),
                set => NumX::Count(set),
            },
            Number::Cell(cell, Subject::Player(PlayerRef::Next)) => NumX::Next(
                (0..self.game.players)
                    .map(|p| self.seen_by(p).value(*cell, &Subject::Own))
                    .collect(),
            ),
            Number::Cell(cell, Subject::Player(who)) => {
                let own = |p| self.seen_by(p).value(*cell, &Subject::Own);
                sum(self.players(*who).into_iter().map(own).collect())
            }
            Number::Cell(cell, subject) => self.value(*cell, subject),
            Number::Add(a, b) => {
                let (a, b) = pair(a, b);
                sum(vec![a, b])
            }
            Number::Subtract(a, b) => match pair(a, b) {
                (NumX::Const(a), NumX::Const(b)) => NumX::Const(a.saturating_sub(b)),
                (a, b) => NumX::Subtract(Box::new(a), Box::new(b)),
            },
            Number::Min(a, b) => match pair(a, b) {
                (NumX::Const(a), NumX::Const(b)) => NumX::Const(a.min(b)),
                (a, b) => NumX::Min(Box::new(a), Box::new(b)),
            },
            Number::Max(a, b) => match pair(a, b) {
                (NumX::Const(a), NumX::Const(b)) => NumX::Const(a.max(b)),
                (a, b) => NumX::Max(Box::new(a), Box::new(b)),
            },
            Number::Cases(cases, otherwise) => {
                let mut kept = Vec::new();
                for (cond, value) in cases {
                    match self.cond(cond) {
                        CondX::Const(false) => {}
                        CondX::Const(true) if kept.is_empty() => return self.number(value),
                        cond => kept.push((cond, self.number(value))),
                    }
                }
                let otherwise = self.number(otherwise);
                if kept.is_empty() { otherwise } else { NumX::Cases(kept, Box::new(otherwise)) }
            }
            Number::ByFile(values) => NumX::ByFile(values.clone()),
            Number::Occurrences => NumX::Occurrences,
            Number::Since => NumX::Since,
            Number::Held(stock, kinds) => {
                let places = self.layout.cell(*stock);
                let slot = |kind: &KindId| places.of_stock(self.own.into(), kind.0.into());
                sum(kinds.iter().filter_map(slot).map(NumX::Slot).collect())
            }
            Number::Was(number) => match self.was().number(number) {
                fixed @ NumX::Const(_) => fixed,
                other => NumX::Was(Box::new(other)),
            },
            Number::As(PlayerRef::Next, number) => {
                NumX::Next((0..self.game.players).map(|p| self.seen_by(p).number(number)).collect())
            }
            Number::As(who, number) => sum(self
                .players(*who)
                .into_iter()
                .map(|p| self.seen_by(p).number(number))
                .collect()),
            Number::Without(set, number) => {
                NumX::Without(self.set(set), Box::new(self.number(number)))
            }
        }
    }

    fn value<B: Bits>(self, cell: CellId, subject: &Subject) -> NumX<B> {
        let places = self.layout.cell(cell);
        match (places.shape, subject) {
            (Shape::Stock, _) => NumX::Const(places.start),
            (Shape::Game, _) => NumX::Slot(places.slot),
            (Shape::Player, Subject::Player(PlayerRef::Next)) => NumX::Next(
                (0..self.game.players).map(|p| NumX::Slot(places.slot + usize::from(p))).collect(),
            ),
            (Shape::Player, Subject::Player(who)) => match self.players(*who).first() {
                Some(&player) => NumX::Slot(places.slot + usize::from(player)),
                None => NumX::Const(places.start),
            },
            (Shape::Player, _) => NumX::Slot(places.slot + usize::from(self.own)),
            (Shape::Man | Shape::Square, Subject::At(set)) => NumX::At(cell, self.set(set)),
            (Shape::Man | Shape::Square, _) => NumX::At(cell, self.set(&Set::It)),
        }
    }
}

const NOT_EQUAL: chator_rules::Comparison = chator_rules::Comparison::NotEqual;

/// Is it one or other of the squares that a move is about?
fn is_choice_of_squares<B>(set: &SetX<B>) -> bool {
    let name = |s: &SetX<B>| matches!(s, SetX::Origin | SetX::Target | SetX::Const(_));
    matches!(set, SetX::Or(list) if list.iter().all(name))
}

pub(crate) fn not<B>(cond: CondX<B>) -> CondX<B> {
    match cond {
        CondX::Const(value) => CondX::Const(!value),
        CondX::Not(inner) => *inner,
        other => CondX::Not(Box::new(other)),
    }
}

pub(crate) fn all<B>(list: Vec<CondX<B>>) -> CondX<B> {
    let mut kept = Vec::new();
    for cond in list {
        match cond {
            CondX::Const(true) => {}
            CondX::Const(false) => return CondX::Const(false),
            CondX::All(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => CondX::Const(true),
        1 => kept.swap_remove(0),
        _ => CondX::All(kept),
    }
}

pub(crate) fn any<B>(list: Vec<CondX<B>>) -> CondX<B> {
    let mut kept = Vec::new();
    for cond in list {
        match cond {
            CondX::Const(false) => {}
            CondX::Const(true) => return CondX::Const(true),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => CondX::Const(false),
        1 => kept.swap_remove(0),
        _ => CondX::Any(kept),
    }
}

fn sum<B>(list: Vec<NumX<B>>) -> NumX<B> {
    if list.iter().all(|n| matches!(n, NumX::Const(_))) {
        let value = |n: &NumX<B>| if let NumX::Const(value) = n { *value } else { 0 };
        return NumX::Const(list.iter().fold(0, |all, n| all.saturating_add(value(n))));
    }
    let mut list = list;
    if list.len() == 1 { list.swap_remove(0) } else { NumX::Sum(list) }
}
