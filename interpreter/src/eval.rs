//! Sets of squares, seen by one player at one moment.
//!
//! [`View::contains`] asks about one square, [`View::each`] lists; each is defined by the
//! other where that is the cheaper way, so that no set of squares has to be built to answer
//! a question about one.

use chator_rules::{CellId, Dirs, KindId, PlayerId, PlayerRef, Set, Side, Square};

use crate::game::{Shape, Tables};
use crate::square_set::SquareSet;
use crate::state::{Man, State};

/// No square.
pub(crate) const NOWHERE: Square = Square::MAX;
/// No clause, or no kind.
pub(crate) const NOTHING: u16 = u16::MAX;

/// The eyes that an expression is seen with.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) game: &'a Tables,
    pub(crate) now: &'a State,
    /// The position before the move, if there was one.
    pub(crate) before: Option<&'a State>,
    pub(crate) own: PlayerId,
    /// Who acts next.
    pub(crate) next: PlayerId,
    /// The move it is about.
    pub(crate) act: Act<'a>,
    /// The line of play up to `now`.
    pub(crate) past: Past<'a>,
    /// Inside a void: the man that attacks.
    pub(crate) attacker: Square,
    /// Men that count as lifted from the board: the one that walks, and the one that attacks.
    pub(crate) lifted: [Square; 2],
    /// The square that counts as held by a man hostile to `supposer`: the aim of an attack.
    pub(crate) supposed: Square,
    pub(crate) supposer: PlayerId,
    /// Inside an attack, nothing is attacked: this is what keeps attacks from asking in circles.
    pub(crate) attacking: bool,
    /// Inside a void, attacks count without asking the voids.
    pub(crate) voids: bool,
    /// Inside a ban, what is stuck is judged by the bans that do not ask it.
    pub(crate) in_ban: bool,
}

/// What is known about the move.
#[derive(Clone, Copy)]
pub(crate) struct Act<'a> {
    /// It has been made: `it` is where it ended.
    pub(crate) done: bool,
    pub(crate) origin: Square,
    pub(crate) target: Square,
    /// The kind of the man before the move, or [`NOTHING`].
    pub(crate) kind: u16,
    /// The clause used, or [`NOTHING`].
    pub(crate) clause: u16,
    pub(crate) path: &'a [Square],
    pub(crate) taken: &'a [Square],
}

impl Act<'_> {
    pub(crate) const NONE: Act<'static> = Act {
        done: false,
        origin: NOWHERE,
        target: NOWHERE,
        kind: NOTHING,
        clause: NOTHING,
        path: &[],
        taken: &[],
    };

    fn it(&self) -> Square {
        if self.done { self.target } else { self.origin }
    }
}

/// The identities of the positions of the line.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a> {
    /// Those before the present one.
    pub(crate) earlier: &'a [u64],
    /// One more after them, if it is not written down yet.
    pub(crate) last: Option<u64>,
    /// The present one, if it is known.
    pub(crate) now: Option<u64>,
    /// A player, and whether he was in check before the move, if that is known.
    pub(crate) checked: Option<(u8, bool)>,
}

impl Past<'_> {
    pub(crate) const NONE: Past<'static> =
        Past { earlier: &[], last: None, now: None, checked: None };
}

impl<'a> View<'a> {
    /// A player looks at a position, about no move in particular.
    pub(crate) fn new(game: &'a Tables, now: &'a State, own: PlayerId) -> View<'a> {
        View {
            game,
            now,
            before: None,
            own,
            next: now.to_move,
            act: Act::NONE,
            past: Past::NONE,
            attacker: NOWHERE,
            lifted: [NOWHERE; 2],
            supposed: NOWHERE,
            supposer: own,
            attacking: false,
            voids: true,
            in_ban: false,
        }
    }

    /// The same, about the man on a square.
    pub(crate) fn about(self, origin: Square, kind: KindId, clause: u16) -> View<'a> {
        View { act: Act { origin, kind: kind.0, clause, ..Act::NONE }, ..self }
    }

    /// The same with a man lifted from the board.
    pub(crate) fn lifting(mut self, square: Square) -> View<'a> {
        let place = usize::from(self.lifted[0] != NOWHERE);
        self.lifted[place] = square;
        self
    }

    /// Through a player's eyes.
    #[inline]
    pub(crate) fn seen_by(&self, own: PlayerId) -> View<'a> {
        View { own, ..*self }
    }

    /// At the position before the move. Without one it is the position itself.
    pub(crate) fn was(&self) -> View<'a> {
        let Some(before) = self.before else {
            return View { act: Act { done: false, ..self.act }, ..*self };
        };
        View {
            now: before,
            before: None,
            next: self.game.following(before, before.to_move),
            act: Act { done: false, ..self.act },
            past: Past::NONE,
            lifted: [NOWHERE; 2],
            supposed: NOWHERE,
            ..*self
        }
    }

    pub(crate) fn it(&self) -> Square {
        self.act.it()
    }

    /// Who stands there, of the men that are not lifted.
    #[inline]
    pub(crate) fn man(&self, square: Square) -> Man {
        if self.lifted[0] == square || self.lifted[1] == square {
            return Man::NOBODY;
        }
        self.now.man(square)
    }

    /// Does a man stand there, or is one supposed to?
    #[inline]
    pub(crate) fn occupied(&self, square: Square) -> bool {
        self.supposed == square || self.man(square).is_some()
    }

    /// Does an own man stand there?
    #[inline]
    pub(crate) fn own_at(&self, square: Square) -> bool {
        if self.supposed == square {
            return self.own != self.supposer;
        }
        self.man(square).belongs_to(self.own)
    }

    /// The players that a word means. `Own`, `Next` and names mean one.
    pub(crate) fn players(&self, who: PlayerRef) -> impl Iterator<Item = PlayerId> + use<> {
        let (first, last) = match who {
            PlayerRef::Own => (self.own.0, self.own.0),
            PlayerRef::Next => (self.next.0, self.next.0),
            PlayerRef::Player(player) => (player.0, player.0),
            PlayerRef::Enemy => (0, self.game.players.saturating_sub(1)),
        };
        let but = (who == PlayerRef::Enemy).then_some(self.own);
        (first..=last).map(PlayerId).filter(move |&p| Some(p) != but)
    }

    /// The absolute directions that a word means. Turns mean none outside a motion.
    #[inline]
    pub(crate) fn dirs(&self, dirs: &Dirs) -> u32 {
        match dirs {
            Dirs::Named { by_player, .. } => by_player[usize::from(self.own.0)],
            Dirs::Turn(_) => 0,
        }
    }

    #[inline]
    fn step(&self, direction: usize, square: Square) -> Option<Square> {
        self.game.geometry.next[direction][usize::from(square)]
    }

    #[inline]
    fn back(&self, direction: usize, square: Square) -> Option<Square> {
        self.game.back[direction][usize::from(square)]
    }

    /// Is the square in the set?
    #[inline]
    pub(crate) fn contains(&self, set: &Set, square: Square) -> bool {
        // Walks ask for these again and again.
        match set {
            Set::Board => true,
            Set::Empty => !self.occupied(square),
            Set::Men(side) => self.has_man_of(*side, square),
            _ => self.holds_square(set, square),
        }
    }

    fn has_man_of(&self, side: Side, square: Square) -> bool {
        match side {
            Side::Own => self.own_at(square),
            Side::Enemy => {
                self.occupied(square)
                    && !self.own_at(square)
                    && (self.supposed == square || !self.man(square).is_neutral())
            }
            Side::Any => self.occupied(square),
        }
    }

    fn holds_square(&self, set: &Set, square: Square) -> bool {
        match set {
            Set::None => false,
            Set::Board => true,
            Set::Squares(squares) => squares.contains(&square),
            Set::Ranks(low, high) => {
                let rank = self.game.player(self.own).rank[usize::from(square)];
                (*low..=*high).contains(&rank)
            }
            Set::LastRanks(low, high) => {
                let rank = self.game.player(self.own).last_rank[usize::from(square)];
                (*low..=*high).contains(&rank)
            }
            Set::Files(low, high) => {
                (*low..=*high).contains(&(self.game.geometry.file[usize::from(square)] + 1))
            }
            Set::Edge(dirs) => bits(self.dirs(dirs)).all(|d| self.step(d, square).is_none()),
            Set::Empty => !self.occupied(square),
            Set::Men(side) => self.has_man_of(*side, square),
            Set::Kinds(kinds) => {
                let man = self.man(square);
                man.is_some() && kinds.contains(&man.kind())
            }
            Set::Royal => {
                let man = self.man(square);
                man.is_some() && self.game.royal[man.index()]
            }
            Set::Home => {
                // Of the man who stands there; of an empty square, of the man the clause is about.
                let man = self.man(square);
                let (player, kind) = if man.is_some() {
                    (man.player(), man.kind().0)
                } else {
                    (self.own, self.act.kind)
                };
                if player == PlayerId::NOBODY {
                    return false;
                }
                let homes = &self.game.player(player).home;
                homes.get(usize::from(kind)).is_some_and(|home| home.contains(square))
            }
            Set::It => square == self.it(),
            Set::Origin => square == self.act.origin,
            Set::Target => square == self.act.target,
            Set::Path => self.act.path.contains(&square),
            Set::Taken => self.act.taken.contains(&square),
            Set::Attacker => square == self.attacker,
            Set::Cell(cell) => self.flagged(*cell, square),
            Set::Toward(dirs, from) => bits(self.dirs(dirs))
                .any(|d| self.back(d, square).is_some_and(|start| self.contains(from, start))),
            Set::Along(dirs, from) => {
                bits(self.dirs(dirs)).any(|d| self.backward(d, square, from, |_| true))
            }
            Set::Nearest(dirs, from) => {
                self.occupied(square)
                    && bits(self.dirs(dirs))
                        .any(|d| self.backward(d, square, from, |s| !self.occupied(s)))
            }
            Set::Attacked(by) => self.attacked(by, square),
            Set::Attacking(of) => self.attacking(of, square),
            Set::Checking => self.checks(square),
            Set::And(list) => list.iter().all(|set| self.contains(set, square)),
            Set::Or(list) => list.iter().any(|set| self.contains(set, square)),
            Set::Not(set) => !self.contains(set, square),
            Set::Was(set) => self.was().contains(set, square),
            Set::Without(lifted, set) => self.without(lifted, |view| view.contains(set, square)),
            Set::Chosen(set) => self.contains(set, square),
            Set::As(who, set) => {
                self.players(*who).any(|player| self.seen_by(player).contains(set, square))
            }
        }
    }

    /// Walking back from a square against a direction, is there one of the set before the
    /// walk is stopped?
    fn backward(
        &self,
        direction: usize,
        square: Square,
        set: &Set,
        onward: impl Fn(Square) -> bool,
    ) -> bool {
        let mut at = square;
        for _ in 0..self.game.squares {
            let Some(start) = self.back(direction, at) else { return false };
            if self.contains(set, start) {
                return true;
            }
            if !onward(start) {
                return false;
            }
            at = start;
        }
        false
    }

    /// Shows every square of the set, some perhaps twice, until told to stop by `true`.
    /// Was it told so?
    pub(crate) fn each(&self, set: &Set, stop: &mut dyn FnMut(Square) -> bool) -> bool {
        match set {
            Set::None => false,
            Set::Squares(squares) => squares.iter().any(|&s| stop(s)),
            Set::It => one(self.it(), stop),
            Set::Origin => one(self.act.origin, stop),
            Set::Target => one(self.act.target, stop),
            Set::Attacker => one(self.attacker, stop),
            Set::Path => self.act.path.iter().any(|&s| stop(s)),
            Set::Taken => self.act.taken.iter().any(|&s| stop(s)),
            Set::Toward(dirs, from) => {
                let dirs = self.dirs(dirs);
                self.each(from, &mut |s| {
                    bits(dirs).any(|d| self.step(d, s).is_some_and(&mut *stop))
                })
            }
            Set::Along(dirs, from) => {
                let dirs = self.dirs(dirs);
                self.each(from, &mut |s| bits(dirs).any(|d| self.line(d, s).any(&mut *stop)))
            }
            Set::Nearest(dirs, from) => {
                let dirs = self.dirs(dirs);
                self.each(from, &mut |s| {
                    bits(dirs).any(|d| {
                        self.line(d, s).find(|&t| self.occupied(t)).is_some_and(&mut *stop)
                    })
                })
            }
            Set::And(list) => {
                let Some(lead) = list.iter().min_by_key(|set| effort(set)) else {
                    return self.game.all_squares().any(stop);
                };
                self.each(lead, &mut |s| {
                    let rest = list.iter().filter(|set| !std::ptr::eq(*set, lead));
                    rest.into_iter().all(|set| self.contains(set, s)) && stop(s)
                })
            }
            Set::Or(list) => list.iter().any(|set| self.each(set, stop)),
            Set::Was(set) => self.was().each(set, stop),
            Set::Chosen(set) => self.each(set, stop),
            Set::Without(lifted, set) => self.without(lifted, |view| view.each(set, stop)),
            Set::As(who, set) => {
                self.players(*who).any(|player| self.seen_by(player).each(set, stop))
            }
            _ => self.game.all_squares().any(|s| self.contains(set, s) && stop(s)),
        }
    }

    /// The squares from one to the edge, itself left out.
    fn line(&self, direction: usize, from: Square) -> impl Iterator<Item = Square> + '_ {
        std::iter::successors(self.step(direction, from), move |&s| self.step(direction, s))
            .take(self.game.squares)
    }

    /// The set as bits.
    pub(crate) fn eval(&self, set: &Set) -> SquareSet {
        let mut found = SquareSet::new(self.game.squares);
        self.each(set, &mut |s| {
            found.insert(s);
            false
        });
        found
    }

    pub(crate) fn some(&self, set: &Set) -> bool {
        self.each(set, &mut |_| true)
    }

    /// The first square of the set, in the order of the board.
    pub(crate) fn first(&self, set: &Set) -> Option<Square> {
        let mut first = NOWHERE;
        self.each(set, &mut |s| {
            first = first.min(s);
            false
        });
        (first != NOWHERE).then_some(first)
    }

    pub(crate) fn count(&self, set: &Set) -> i32 {
        if !never_twice(set) {
            return self.eval(set).iter().fold(0, |count, _| count + 1);
        }
        let mut count = 0;
        self.each(set, &mut |_| {
            count += 1;
            false
        });
        count
    }

    /// Is a flag of a man or of a square set, or is the square in a cell of squares?
    fn flagged(&self, cell: CellId, square: Square) -> bool {
        let table = self.game.cell(cell);
        match table.shape {
            Shape::Square => self.now.slots[table.offset + usize::from(square)] != 0,
            Shape::Man => {
                let man = self.man(square);
                man.is_some()
                    && self.now.slots[table.offset + usize::from(square)] != 0
                    && table.kinds[usize::from(man.kind().0)]
            }
            Shape::Game | Shape::Player | Shape::Stock => false,
        }
    }
}

/// The numbers of the bits that are set.
#[inline]
pub(crate) fn bits(set: u32) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            bit
        })
    })
}

fn one(square: Square, stop: &mut dyn FnMut(Square) -> bool) -> bool {
    square != NOWHERE && stop(square)
}

/// How many squares [`View::each`] looks at, roughly.
fn effort(set: &Set) -> u32 {
    match set {
        Set::None => 0,
        Set::It | Set::Origin | Set::Target | Set::Attacker => 1,
        Set::Taken | Set::Path => 2,
        Set::Squares(squares) => squares.len() as u32 + 1,
        Set::Toward(_, from) => effort(from).saturating_mul(4),
        Set::Along(_, from) => effort(from).saturating_mul(16),
        Set::Nearest(_, from) => effort(from).saturating_mul(17),
        Set::And(list) => list.iter().map(effort).min().unwrap_or(64),
        Set::Or(list) => list.iter().map(effort).fold(0, u32::saturating_add),
        Set::Was(set) | Set::As(_, set) | Set::Chosen(set) => effort(set),
        // To ask it about square after square would lift the men each time.
        Set::Without(..) => 3,
        _ => 64,
    }
}

/// Does [`View::each`] show every square once only?
fn never_twice(set: &Set) -> bool {
    match set {
        Set::Squares(_)
        | Set::Path
        | Set::Taken
        | Set::Toward(..)
        | Set::Along(..)
        | Set::Nearest(..)
        | Set::Or(_)
        | Set::As(PlayerRef::Enemy, _) => false,
        Set::Was(set) | Set::As(_, set) | Set::Without(_, set) | Set::Chosen(set) => {
            never_twice(set)
        }
        Set::And(list) => list.iter().min_by_key(|set| effort(set)).is_none_or(never_twice),
        _ => true,
    }
}
