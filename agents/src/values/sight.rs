//! Conditions that can be answered from the men and the cells alone.
//!
//! Of what the ends ask, a part says who has how many men of what sort on which squares, and what
//! a counter shows. This is read out of the rules once, so that an evaluation can answer it
//! from counts that it takes while it adds up the men. What asks for moves, attacks, or the
//! past is not in sight.

use chator_interpreter::{CellId, Game, Holder, KindId, Piece, PlayerId, Square};
use chator_rules::{Comparison, Cond, Dirs, Number, Per, PlayerRef, Set, Side, Subject};

use super::Look;

/// A number in sight.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Num {
    Const(i32),
    /// A cell of the game's, or of players.
    Cell(CellId, Option<PlayerRef>),
    /// How many men are in that [`MenSet`].
    Men(usize),
    Add(Box<Num>, Box<Num>),
    Subtract(Box<Num>, Box<Num>),
    Min(Box<Num>, Box<Num>),
    Max(Box<Num>, Box<Num>),
    Cases(Vec<(Test, Num)>, Box<Num>),
    As(PlayerRef, Box<Num>),
}

/// A condition in sight.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Const(bool),
    Compare(Comparison, Num, Num),
    Flag(CellId, Option<PlayerRef>),
    /// Some man is in the set.
    Some(usize),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
    As(PlayerRef, Box<Test>),
}

/// Men, as each player sees them: a yes or no for every man on every square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MenSet {
    source: Set,
    /// By viewer, owner (the last for nobody), kind and square.
    members: Vec<bool>,
}

/// Reads conditions, and keeps the sets of men that they speak of.
pub(super) struct Reader<'g> {
    pub(super) game: &'g Game,
    pub(super) sets: Vec<MenSet>,
}

/// Where a man's entry is in a table by viewer, owner, kind and square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) players: usize,
    pub(super) kinds: usize,
    pub(super) squares: usize,
}

impl Shape {
    pub(super) fn of(game: &Game) -> Shape {
        let rules = game.rules();
        let (players, kinds) = (rules.players.len(), rules.kinds.len());
        Shape { players, kinds, squares: game.geometry().squares() }
    }

    pub(super) fn len(self) -> usize {
        self.players * (self.players + 1) * self.kinds * self.squares
    }

    #[inline]
    pub(super) fn place(self, viewer: usize, man: Piece, square: Square) -> usize {
        let owner = usize::from(man.player.0).min(self.players);
        let row = (viewer * (self.players + 1) + owner) * self.kinds + usize::from(man.kind.0);
        row * self.squares + usize::from(square)
    }

    /// Every man that there could be, also nobody's.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        let owners = (0..self.players as u8).map(PlayerId).chain([PlayerId::NOBODY]);
        owners.flat_map(move |player| {
            (0..self.kinds as u16).map(move |kind| Piece { player, kind: KindId(kind) })
        })
    }
}

impl MenSet {
    #[inline]
    pub(super) fn contains(&self, shape: Shape, viewer: usize, man: Piece, square: Square) -> bool {
        self.members[shape.place(viewer, man, square)]
    }
}

impl Reader<'_> {
    /// The condition, if it is in sight.
    pub(super) fn test(&mut self, cond: &Cond) -> Option<Test> {
        Some(match cond {
            Cond::Const(value) => Test::Const(*value),
            Cond::Some(set) => Test::Some(self.men(set)?),
            Cond::Compare(comparison, a, b) => {
                Test::Compare(*comparison, self.number(a)?, self.number(b)?)
            }
            Cond::Flag(cell, subject) => {
                let (cell, who) = self.subject(*cell, subject)?;
                Test::Flag(cell, who)
            }
            Cond::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            Cond::All(parts) => Test::All(self.tests(parts)?),
            Cond::Any(parts) => Test::Any(self.tests(parts)?),
            Cond::As(who, inner) if *who != PlayerRef::Next => {
                Test::As(*who, Box::new(self.test(inner)?))
            }
            _ => return None,
        })
    }

    fn tests(&mut self, conds: &[Cond]) -> Option<Vec<Test>> {
        conds.iter().map(|cond| self.test(cond)).collect()
    }

    /// The number, if it is in sight.
    pub(super) fn number(&mut self, number: &Number) -> Option<Num> {
        let mut both =
            |a: &Number, b: &Number| Some((Box::new(self.number(a)?), Box::new(self.number(b)?)));
        Some(match number {
            Number::Const(value) => Num::Const(*value),
            Number::Add(a, b) => both(a, b).map(|(a, b)| Num::Add(a, b))?,
            Number::Subtract(a, b) => both(a, b).map(|(a, b)| Num::Subtract(a, b))?,
            Number::Min(a, b) => both(a, b).map(|(a, b)| Num::Min(a, b))?,
            Number::Max(a, b) => both(a, b).map(|(a, b)| Num::Max(a, b))?,
            Number::Count(set) => Num::Men(self.men(set)?),
            Number::Cell(cell, subject) => {
                let (cell, who) = self.subject(*cell, subject)?;
                Num::Cell(cell, who)
            }
            Number::Cases(cases, last) => {
                let cases =
                    cases.iter().map(|(when, value)| Some((self.test(when)?, self.number(value)?)));
                let cases = cases.collect::<Option<Vec<_>>>()?;
                Num::Cases(cases, Box::new(self.number(last)?))
            }
            Number::As(who, inner) if *who != PlayerRef::Next => {
                Num::As(*who, Box::new(self.number(inner)?))
            }
            _ => return None,
        })
    }

    /// The cell, and whose value of it is meant: nobody's in particular if it is the game's.
    fn subject(&self, cell: CellId, subject: &Subject) -> Option<(CellId, Option<PlayerRef>)> {
        let per = &self.game.rules().cells[usize::from(cell.0)].per;
        match (per, subject) {
            (Per::Game, _) => Some((cell, None)),
            (Per::Player, Subject::Own | Subject::At(_)) => Some((cell, Some(PlayerRef::Own))),
            (Per::Player, Subject::Player(who)) if *who != PlayerRef::Next => {
                Some((cell, Some(*who)))
            }
            _ => None,
        }
    }

    /// The number of the set among those kept, if men alone decide who is in it.
    fn men(&mut self, set: &Set) -> Option<usize> {
        if let Some(known) = self.sets.iter().position(|known| known.source == *set) {
            return Some(known);
        }
        let shape = Shape::of(self.game);
        let mut members = vec![false; shape.len()];
        for viewer in 0..shape.players {
            for square in 0..shape.squares as Square {
                if member(self.game, set, viewer, None, square)? {
                    return None;
                }
                for man in shape.pieces() {
                    members[shape.place(viewer, man, square)] =
                        member(self.game, set, viewer, Some(man), square)?;
                }
            }
        }
        self.sets.push(MenSet { source: set.clone(), members });
        Some(self.sets.len() - 1)
    }
}

/// By owner (the last for nobody), kind and square: in which sets, as which player sees them, a man
/// is; a bit each. Nothing if there are no sets.
pub(super) fn members(sets: &[MenSet], shape: Shape) -> Vec<u64> {
    if sets.is_empty() {
        return Vec::new();
    }
    let mut members = Vec::with_capacity((shape.players + 1) * shape.kinds * shape.squares);
    for man in shape.pieces() {
        for square in 0..shape.squares as Square {
            let places =
                sets.iter().flat_map(|set| (0..shape.players).map(move |viewer| (set, viewer)));
            let is_in = |(bit, (set, viewer)): (usize, (&MenSet, usize))| {
                u64::from(set.contains(shape, viewer, man, square)) << bit
            };
            members.push(places.enumerate().map(is_in).fold(0, |all, bit| all | bit));
        }
    }
    members
}

/// Is the square, with that man or with none, in the set as a player sees it? None if that takes
/// more than this square.
fn member(
    game: &Game,
    set: &Set,
    viewer: usize,
    man: Option<Piece>,
    square: Square,
) -> Option<bool> {
    let (rules, geometry) = (game.rules(), game.geometry());
    let facing = usize::from(rules.players[viewer].forward);
    let own = PlayerId(viewer as u8);
    Some(match set {
        Set::None => false,
        Set::Board => true,
        Set::Squares(squares) => squares.contains(&square),
        Set::Ranks(low, high) => (*low..=*high).contains(&(geometry.rank_for(square, facing) + 1)),
        Set::LastRanks(low, high) => {
            (*low..=*high).contains(&(geometry.last_rank_for(square, facing) + 1))
        }
        Set::Files(low, high) => (*low..=*high).contains(&(geometry.file[usize::from(square)] + 1)),
        Set::Edge(Dirs::Named { by_player, .. }) => {
            let open = |(d, next): (usize, &Vec<Option<Square>>)| {
                by_player[viewer] >> d & 1 != 0 && next[usize::from(square)].is_some()
            };
            !geometry.next.iter().enumerate().any(open)
        }
        Set::Empty => man.is_none(),
        Set::Men(Side::Own) => man.is_some_and(|man| man.player == own),
        Set::Men(Side::Enemy) => {
            man.is_some_and(|man| man.player != own && man.player != PlayerId::NOBODY)
        }
        Set::Men(Side::Any) => man.is_some(),
        Set::Kinds(kinds) => man.is_some_and(|man| kinds.contains(&man.kind)),
        Set::Royal => man.is_some_and(|man| rules.kinds[usize::from(man.kind.0)].royal),
        Set::Not(inner) => !member(game, inner, viewer, man, square)?,
        Set::And(parts) => {
            let parts = parts.iter().map(|part| member(game, part, viewer, man, square));
            parts.collect::<Option<Vec<bool>>>()?.into_iter().all(|is| is)
        }
        Set::Or(parts) => {
            let parts = parts.iter().map(|part| member(game, part, viewer, man, square));
            parts.collect::<Option<Vec<bool>>>()?.into_iter().any(|is| is)
        }
        Set::As(who, inner) if *who != PlayerRef::Next => {
            let seen = players(*who, viewer, rules.players.len());
            let seen = seen.map(|player| member(game, inner, player, man, square));
            seen.collect::<Option<Vec<bool>>>()?.into_iter().any(|is| is)
        }
        _ => return None,
    })
}

/// The players that a word means to one of them.
fn players(who: PlayerRef, own: usize, all: usize) -> impl Iterator<Item = usize> {
    (0..all).filter(move |&player| match who {
        PlayerRef::Own | PlayerRef::Next => player == own,
        PlayerRef::Enemy => player != own,
        PlayerRef::Player(named) => player == usize::from(named.0),
    })
}

/// What is seen of a position: its cells, and how many men each player sees in each set.
pub(super) struct Seen<'a, L> {
    pub(super) look: &'a L,
    /// By set and viewer.
    pub(super) counts: &'a [i32],
    pub(super) players: usize,
}

impl<L: Look> Seen<'_, L> {
    pub(super) fn number(&self, num: &Num, own: usize) -> i32 {
        match num {
            Num::Const(value) => *value,
            Num::Cell(cell, None) => self.look.cell(*cell, Holder::Game),
            Num::Cell(cell, Some(who)) => players(*who, own, self.players)
                .map(|player| self.look.cell(*cell, Holder::Player(PlayerId(player as u8))))
                .fold(0, i32::saturating_add),
            Num::Men(set) => self.counts[set * self.players + own],
            Num::Add(a, b) => self.number(a, own).saturating_add(self.number(b, own)),
            Num::Subtract(a, b) => self.number(a, own).saturating_sub(self.number(b, own)),
            Num::Min(a, b) => self.number(a, own).min(self.number(b, own)),
            Num::Max(a, b) => self.number(a, own).max(self.number(b, own)),
            Num::Cases(cases, last) => {
                let case = cases.iter().find(|(when, _)| self.holds(when, own));
                self.number(case.map_or(last, |(_, value)| value), own)
            }
            Num::As(who, inner) => players(*who, own, self.players)
                .map(|player| self.number(inner, player))
                .fold(0, i32::saturating_add),
        }
    }

    pub(super) fn holds(&self, test: &Test, own: usize) -> bool {
        match test {
            Test::Const(value) => *value,
            Test::Compare(comparison, a, b) => {
                let (a, b) = (self.number(a, own), self.number(b, own));
                comparison.holds(a, b)
            }
            Test::Flag(cell, None) => self.look.cell(*cell, Holder::Game) != 0,
            Test::Flag(cell, Some(who)) => players(*who, own, self.players)
                .any(|player| self.look.cell(*cell, Holder::Player(PlayerId(player as u8))) != 0),
            Test::Some(set) => self.counts[set * self.players + own] > 0,
            Test::Not(inner) => !self.holds(inner, own),
            Test::All(parts) => parts.iter().all(|part| self.holds(part, own)),
            Test::Any(parts) => parts.iter().any(|part| self.holds(part, own)),
            Test::As(who, inner) => {
                players(*who, own, self.players).any(|player| self.holds(inner, player))
            }
        }
    }
}
