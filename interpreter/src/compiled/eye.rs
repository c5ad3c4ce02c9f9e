//! Expressions, asked of a board.

use chator_rules::CellId;

use crate::eval::{NOTHING, NOWHERE, Past};
use crate::game::Shape;

use super::bits::Bits;
use super::board::{Board, NEUTRAL, PLAYERS, kind_of, side_of};
use super::expr::{CondX, NumX, SetX};
use super::layout::digits_at;
use super::program::Program;

/// What a player sees: the reference's `View` in bits.
#[derive(Clone, Copy)]
pub(crate) struct Eye<'a, B: Bits> {
    pub(crate) program: &'a Program<B>,
    pub(crate) now: &'a Board<B>,
    /// The position before the move, if there was one.
    pub(crate) before: Option<&'a Board<B>>,
    /// Who acts next.
    pub(crate) next: u8,
    pub(crate) act: ActX<B>,
    pub(crate) past: Past<'a>,
    pub(crate) attacker: u16,
    /// Men that count as lifted from the board.
    pub(crate) lifted: B,
    /// The square that counts as held by a man hostile to `supposer`.
    pub(crate) supposed: B,
    pub(crate) supposer: u8,
    pub(crate) attacking: bool,
    pub(crate) voids: bool,
    pub(crate) in_ban: bool,
    /// A player, and whether he is in check: known beforehand.
    pub(crate) known_check: Option<(u8, bool)>,
    /// A player who is known to have a legal move.
    pub(crate) known_to_move: Option<u8>,
}

/// What is known about the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActX<B> {
    pub(crate) done: bool,
    pub(crate) origin: u16,
    pub(crate) target: u16,
    pub(crate) kind: u16,
    pub(crate) clause: u16,
    pub(crate) path: B,
    pub(crate) taken: B,
}

impl<B: Bits> ActX<B> {
    pub(crate) const NONE: ActX<B> = ActX {
        done: false,
        origin: NOWHERE,
        target: NOWHERE,
        kind: NOTHING,
        clause: NOTHING,
        path: B::NONE,
        taken: B::NONE,
    };

    pub(crate) fn it(&self) -> u16 {
        if self.done { self.target } else { self.origin }
    }
}

/// One square, or none for [`NOWHERE`].
#[inline]
pub(crate) fn at<B: Bits>(square: u16) -> B {
    if square == NOWHERE { B::NONE } else { B::of(square.into()) }
}

impl<'a, B: Bits> Eye<'a, B> {
    /// About no move in particular.
    pub(crate) fn new(program: &'a Program<B>, now: &'a Board<B>) -> Eye<'a, B> {
        Eye {
            program,
            now,
            before: None,
            next: now.to_move,
            act: ActX::NONE,
            past: Past::NONE,
            attacker: NOWHERE,
            lifted: B::NONE,
            supposed: B::NONE,
            supposer: 0,
            attacking: false,
            voids: true,
            in_ban: false,
            known_check: None,
            known_to_move: None,
        }
    }

    /// Before a player moves.
    pub(crate) fn about_to_move(
        program: &'a Program<B>,
        now: &'a Board<B>,
        player: u8,
    ) -> Eye<'a, B> {
        Eye { next: program.following(now, player), ..Eye::new(program, now) }
    }

    /// The same, about the man on a square.
    pub(crate) fn about(self, origin: u16, kind: u8, clause: u16) -> Eye<'a, B> {
        Eye { act: ActX { origin, kind: kind.into(), clause, ..ActX::NONE }, ..self }
    }

    /// At the position before the move.
    fn was(&self) -> Eye<'a, B> {
        let act = ActX { done: false, ..self.act };
        let Some(before) = self.before else { return Eye { act, ..*self } };
        let next = self.program.following(before, before.to_move);
        Eye {
            now: before,
            before: None,
            next,
            act,
            past: Past::NONE,
            lifted: B::NONE,
            supposed: B::NONE,
            known_check: self.past.checked,
            known_to_move: None,
            ..*self
        }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> B {
        self.now.occupied.but(self.lifted) | self.supposed
    }

    /// The men of some sides.
    #[inline]
    pub(crate) fn men(&self, sides: u8) -> B {
        let mut men = B::NONE;
        for side in 0..=PLAYERS {
            if sides >> side & 1 != 0 {
                men |= self.now.side[side];
            }
        }
        men = men.but(self.lifted);
        if self.supposed.any() {
            // He is somebody's, though nobody knows whose: everybody's but the supposer's.
            let others = sides & !(1 << self.supposer) & !(1 << NEUTRAL);
            men = men.but(self.supposed) | self.supposed.when(others != 0);
        }
        men
    }

    /// The men of some kinds.
    #[inline]
    pub(crate) fn kinds(&self, kinds: u32) -> B {
        self.now.kinds(kinds).but(self.lifted)
    }

    /// The squares of a set.
    pub(crate) fn set(&self, set: &SetX<B>) -> B {
        let program = self.program;
        match set {
            SetX::Const(set) => *set,
            SetX::Empty => program.all.but(self.occupied()),
            SetX::Men(sides) => self.men(*sides),
            SetX::Kinds(kinds) => self.kinds(*kinds),
            SetX::Home(own) => self.home(*own),
            SetX::It => at(self.act.it()),
            SetX::Origin => at(self.act.origin),
            SetX::Target => at(self.act.target),
            SetX::Path => self.act.path,
            SetX::Taken => self.act.taken,
            SetX::Attacker => at(self.attacker),
            SetX::Plane { plane, flip, holders } => {
                let plane = self.now.plane[*plane];
                let set = if *flip { program.all.but(plane) } else { plane };
                match holders {
                    Some(holders) => set & self.kinds(*holders),
                    None => set,
                }
            }
            SetX::Digits { cell, test, value } => {
                self.numbered(*cell, |number| test.holds(number, *value))
            }
            SetX::Toward(dirs, from) => program.ground.toward(*dirs, self.set(from)),
            SetX::Along(dirs, from) => program.ground.along(*dirs, self.set(from)),
            SetX::Nearest(dirs, from) => {
                program.ground.nearest(*dirs, self.set(from), self.occupied())
            }
            SetX::Attacked(own, by) => self.attacked(*own, self.set(by), program.all),
            SetX::Attacking(own, of) => self.attacking(*own, self.set(of)),
            SetX::Checking => self.checking(),
            SetX::And(_) => self.among(program.all, set),
            SetX::Or(list) => list.iter().fold(B::NONE, |all, set| all | self.set(set)),
            SetX::Not(set) => program.all.but(self.set(set)),
            SetX::Was(set) => self.was().set(set),
            SetX::Without(lifted, set) => self.without(lifted, |eye| eye.set(set)),
            SetX::Next(sets) => self.set(&sets[usize::from(self.next)]),
        }
    }

    /// Those of some squares that are in the set. What is attacked is asked of no others.
    fn among(&self, squares: B, set: &SetX<B>) -> B {
        match set {
            SetX::And(list) => {
                let mut all = squares;
                for set in list {
                    all = self.among(all, set);
                    if all.none() {
                        break;
                    }
                }
                all
            }
            SetX::Not(set) => squares.but(self.among(squares, set)),
            SetX::Attacked(own, by) => self.attacked(*own, self.set(by), squares),
            _ => squares & self.set(set),
        }
    }

    /// Is the square in the set?
    pub(crate) fn has(&self, set: &SetX<B>, square: usize) -> bool {
        match set {
            SetX::And(list) => list.iter().all(|set| self.has(set, square)),
            SetX::Or(list) => list.iter().any(|set| self.has(set, square)),
            SetX::Not(set) => !self.has(set, square),
            SetX::Attacked(own, by) => {
                !self.attacking && {
                    let attackers = self.attackers(square, *own);
                    attackers.any() && (attackers & self.set(by)).any()
                }
            }
            _ => self.set(set).has(square),
        }
    }

    fn home(&self, own: u8) -> B {
        let program = self.program;
        let mut home = B::NONE;
        for square in self.now.occupied.but(self.lifted).squares() {
            let man = self.now.man(square);
            let side = side_of(man);
            if side != NEUTRAL && program.home[side][kind_of(man)].has(square) {
                home |= B::of(square);
            }
        }
        if self.act.kind != NOTHING {
            let mine = program.home[usize::from(own)][usize::from(self.act.kind)];
            home |= mine.but(self.now.occupied.but(self.lifted));
        }
        home
    }

    /// The men, or squares, whose number of a cell passes a test.
    fn numbered(&self, cell: CellId, test: impl Fn(i32) -> bool) -> B {
        let places = self.program.layout.cell(cell);
        let planes = &self.now.plane[places.plane..places.plane + places.digits];
        let mut found = B::NONE;
        if planes.iter().all(|plane| plane.none()) {
            found = self.program.all.when(test(places.start));
            return if places.shape == Shape::Man {
                found & self.kinds(places.holders)
            } else {
                found
            };
        }
        for value in (places.low..=places.high).filter(|&value| test(value)) {
            let written = places.written(value);
            let mut those = self.program.all;
            for (digit, &plane) in planes.iter().enumerate() {
                those &= if written >> digit & 1 != 0 { plane } else { !plane };
            }
            found |= those;
        }
        match places.shape {
            Shape::Man => found & self.kinds(places.holders),
            _ => found,
        }
    }

    /// Asks with the men of a set lifted from the board.
    fn without<T>(&self, lifted: &SetX<B>, ask: impl FnOnce(&Eye<'_, B>) -> T) -> T {
        let mut bare = *self.now;
        for square in (self.set(lifted) & bare.occupied).squares() {
            bare.lift(&self.program.keys, square);
        }
        let past = Past { now: None, ..self.past };
        ask(&Eye { now: &bare, past, known_check: None, known_to_move: None, ..*self })
    }

    pub(crate) fn holds(&self, cond: &CondX<B>) -> bool {
        match cond {
            CondX::Const(value) => *value,
            CondX::Some(set) => self.set(set).any(),
            CondX::Within(inner, outer) => {
                let inner = self.set(inner);
                inner.any() && inner.but(self.set(outer)).none()
            }
            CondX::Compare(test, a, b) => test.holds(self.number(a), self.number(b)),
            CondX::InCheck(own) => match self.known_check {
                Some((player, check)) if player == *own && !self.attacking => check,
                _ => self.in_check(*own),
            },
            CondX::Stuck(own) if self.known_to_move == Some(*own) && !self.in_ban => false,
            CondX::Stuck(own) => {
                // What is known of the position before this one is not known of this one.
                let past = Past { checked: None, ..self.past };
                !self.program.can_move(
                    &Eye { past, ..Eye::about_to_move(self.program, self.now, *own) },
                    *own,
                    self.in_ban,
                )
            }
            CondX::Played(clauses) => self.act.done && clauses.contains(&self.act.clause),
            CondX::Not(cond) => !self.holds(cond),
            CondX::All(list) => list.iter().all(|cond| self.holds(cond)),
            CondX::Any(list) => list.iter().any(|cond| self.holds(cond)),
            CondX::Was(cond) => self.was().holds(cond),
            CondX::Without(set, cond) => self.without(set, |eye| eye.holds(cond)),
            CondX::Next(conds) => self.holds(&conds[usize::from(self.next)]),
        }
    }

    pub(crate) fn number(&self, number: &NumX<B>) -> i32 {
        match number {
            NumX::Const(value) => *value,
            NumX::Count(set) => self.set(set).count() as i32,
            NumX::Slot(slot) => self.now.slot[*slot].into(),
            NumX::At(cell, set) => self.number_at(*cell, self.set(set)),
            NumX::Sum(list) => list.iter().fold(0, |sum, n| sum.saturating_add(self.number(n))),
            NumX::Subtract(a, b) => self.number(a).saturating_sub(self.number(b)),
            NumX::Min(a, b) => self.number(a).min(self.number(b)),
            NumX::Max(a, b) => self.number(a).max(self.number(b)),
            NumX::Cases(cases, otherwise) => {
                let case = cases.iter().find(|(cond, _)| self.holds(cond));
                self.number(case.map_or(otherwise, |(_, value)| value))
            }
            NumX::ByFile(values) => {
                let file = self.program.files.get(usize::from(self.act.it()));
                file.and_then(|&file| values.get(usize::from(file))).copied().unwrap_or(0)
            }
            NumX::Occurrences => {
                let now = self.key();
                let past = self.past.earlier.iter().chain(&self.past.last);
                past.filter(|&&key| key == now).fold(1, |count, _| count + 1)
            }
            NumX::Since => {
                let now = self.key();
                let past = || self.past.earlier.iter().chain(&self.past.last);
                let first = past().position(|&key| key == now);
                first.map_or(0, |at| i32::try_from(past().count() - at).unwrap_or(i32::MAX))
            }
            NumX::Was(number) => self.was().number(number),
            NumX::Without(set, number) => self.without(set, |eye| eye.number(number)),
            NumX::Next(numbers) => self.number(&numbers[usize::from(self.next)]),
        }
    }

    fn number_at(&self, cell: CellId, set: B) -> i32 {
        let places = self.program.layout.cell(cell);
        if set.none() {
            return places.start;
        }
        let square = set.first();
        if places.shape == Shape::Man && !self.kinds(places.holders).has(square) {
            return places.start;
        }
        let planes = &self.now.plane[places.plane..places.plane + places.digits];
        places.read(digits_at(planes, square))
    }

    fn key(&self) -> u64 {
        self.past.now.unwrap_or_else(|| self.program.key(self.now))
    }

    /// The men of a kind of a player.
    #[inline]
    pub(crate) fn men_of(&self, player: u8, kinds: u32) -> B {
        self.kinds(kinds) & self.now.side[usize::from(player)]
    }

    /// Is he royal?
    pub(crate) fn royals(&self, player: u8) -> B {
        self.men_of(player, self.program.royal)
    }
}
