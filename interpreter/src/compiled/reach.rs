//! Where men get to, in the form that is fastest to look up.

use std::sync::Arc;

use smallvec::SmallVec;

use super::attack::hopped;
use super::bits::Bits;
use super::motion::Motions;
use super::table::Table;

/// By origin, the squares that a man reaches on a board so occupied.
#[derive(Clone)]
#[repr(u8)]
pub(crate) enum Reach<B: Bits> {
    /// It is not found in tables.
    None,
    /// Whatever stands on the board.
    Jumps(Table<B, B>),
    /// Along two lines.
    TwoLines(Table<B, [Line<B>; 2]>),
    /// Along four lines.
    FourLines(Table<B, [Line<B>; 4]>),
    /// Over one of four squares or sets of squares that must be empty, to those beside each.
    Lame(Table<B, [Lame<B>; 4]>),
    /// Over the first man along two lines.
    Hops(Table<B, [Line<B>; 2]>),
    /// In several ways.
    Mixed(Arc<Motions<B>>),
    /// By the same displacement from everywhere, or by the same two: all men at once.
    Shift(Shift<B>),
    Shifts([Shift<B>; 2]),
}

/// A displacement that is the same for every origin.
#[derive(Clone, Copy)]
pub(crate) struct Shift<B> {
    pub(crate) from: B,
    pub(crate) by: i32,
    /// How far away the square is that must be empty.
    pub(crate) passed: Option<i32>,
}

/// The squares of a line below its origin, and those above.
pub(crate) type Line<B> = (B, B);
/// Squares that must be empty, and where one gets then.
type Lame<B> = (B, B);

/// Shows what each man reaches. A loop and no `for_each`, which may become a function of its own that
/// is compiled without the instructions its caller may use.
macro_rules! each {
    ($men:expr, $show:expr, |$square:ident| $reached:expr) => {
        for $square in $men.squares() {
            $show($reached);
        }
    };
}

impl<B: Bits> Reach<B> {
    pub(crate) fn new(motions: &Motions<B>) -> Reach<B> {
        let jumps = motions.jumps.iter().any(|set| set.any());
        let lame = motions.lame.iter().any(|lame| !lame.is_empty());
        let hops = if motions.hops.is_empty() { 0 } else { most(&motions.hops.lines) };
        let lines = most(&motions.rides.lines);
        match (jumps, lame, hops, lines) {
            (_, false, 0, 0) => Reach::Jumps(Table::new(&motions.jumps, B::NONE)),
            (false, false, 0, 1..=2) => Reach::TwoLines(filled(&motions.rides.lines)),
            (false, false, 0, 3..=4) => Reach::FourLines(filled(&motions.rides.lines)),
            (false, false, 1..=2, 0) => Reach::Hops(filled(&motions.hops.lines)),
            (false, true, 0, 0) => grouped(&motions.lame)
                .map_or_else(|| Reach::Mixed(Arc::new(motions.clone())), Reach::Lame),
            _ => Reach::Mixed(Arc::new(motions.clone())),
        }
    }

    #[inline(always)]
    pub(crate) fn from(&self, origin: usize, occupied: B) -> B {
        match self {
            Reach::None => B::NONE,
            Reach::Jumps(jumps) => jumps.of(origin),
            Reach::TwoLines(lines) => along(lines.at(origin), occupied),
            Reach::FourLines(lines) => along(lines.at(origin), occupied),
            Reach::Lame(ways) => past(ways.at(origin), occupied),
            Reach::Hops(lines) => hopped(lines.at(origin), occupied),
            Reach::Mixed(motions) => mixed(motions, origin, occupied),
            Reach::Shift(shift) => shift.from(origin, occupied),
            Reach::Shifts([one, other]) => {
                one.from(origin, occupied) | other.from(origin, occupied)
            }
        }
    }

    /// Shows what men reach, man by man or all at once.
    #[inline(always)]
    pub(crate) fn each(&self, men: B, occupied: B, show: &mut impl FnMut(B)) {
        match self {
            Reach::None => {}
            Reach::Jumps(jumps) => each!(men, show, |s| jumps.of(s)),
            Reach::TwoLines(lines) => each!(men, show, |s| along(lines.at(s), occupied)),
            Reach::FourLines(lines) => each!(men, show, |s| along(lines.at(s), occupied)),
            Reach::Lame(ways) => each!(men, show, |s| past(ways.at(s), occupied)),
            Reach::Hops(lines) => each!(men, show, |s| hopped(lines.at(s), occupied)),
            Reach::Mixed(motions) => each!(men, show, |s| mixed(motions, s, occupied)),
            Reach::Shift(shift) => show(shift.of(men, occupied)),
            Reach::Shifts([one, other]) => {
                show(one.of(men, occupied));
                show(other.of(men, occupied));
            }
        }
    }
}

impl<B: Bits> Shift<B> {
    /// Where the man on a square gets by it.
    #[inline(always)]
    fn from(&self, origin: usize, occupied: B) -> B {
        // Moving a set of one or two words is cheaper than to find out whether it should move.
        if size_of::<B>() <= 16 {
            return self.of(B::of(origin), occupied);
        }
        let by = |by: i32| origin.wrapping_add_signed(by as isize);
        let passes = self.passed.is_none_or(|passed| !occupied.has(by(passed)));
        B::of(by(self.by)).when(passes && self.from.has(origin))
    }

    /// Where men get by it.
    #[inline(always)]
    fn of(&self, men: B, occupied: B) -> B {
        let mut from = men & self.from;
        if let Some(passed) = self.passed {
            from = from.but(occupied.moved(-passed));
        }
        from.moved(self.by)
    }
}

fn most<B>(lines: &[SmallVec<[Line<B>; 4]>]) -> usize {
    lines.iter().map(SmallVec::len).max().unwrap_or(0)
}

fn filled<B: Bits, const N: usize>(lines: &[SmallVec<[Line<B>; 4]>]) -> Table<B, [Line<B>; N]> {
    let none = (B::NONE, B::NONE);
    let padded = |lines: &SmallVec<[Line<B>; 4]>| {
        std::array::from_fn(|i| lines.get(i).copied().unwrap_or(none))
    };
    let lines: Vec<[Line<B>; N]> = lines.iter().map(padded).collect();
    Table::new(&lines, [none; N])
}

/// Lame ways by what must be empty, if that are few sets from every square.
fn grouped<B: Bits>(lame: &[Vec<(u16, B)>]) -> Option<Table<B, [Lame<B>; 4]>> {
    let none = (B::NONE, B::NONE);
    let group = |list: &Vec<(u16, B)>| {
        let mut groups: Vec<Lame<B>> = Vec::new();
        for &(to, between) in list {
            let to = B::of(to.into());
            match groups.iter_mut().find(|group| group.0 == between) {
                Some(group) => group.1 |= to,
                None => groups.push((between, to)),
            }
        }
        (groups.len() <= 4).then(|| std::array::from_fn(|i| groups.get(i).copied().unwrap_or(none)))
    };
    let ways: Vec<[Lame<B>; 4]> = lame.iter().map(group).collect::<Option<_>>()?;
    Some(Table::new(&ways, [none; 4]))
}

#[inline(always)]
fn past<B: Bits>(ways: &[Lame<B>; 4], occupied: B) -> B {
    let mut to = B::NONE;
    for &(between, beside) in ways {
        to |= beside.when((between & occupied).none());
    }
    to
}

#[inline(always)]
fn along<B: Bits, const N: usize>(lines: &[Line<B>; N], occupied: B) -> B {
    let mut to = B::NONE;
    for &(lower, upper) in lines {
        to |= B::line(lower, upper, occupied);
    }
    to
}

pub(crate) fn mixed<B: Bits>(motions: &Motions<B>, origin: usize, occupied: B) -> B {
    let mut reach = motions.jumps[origin];
    for &(lower, upper) in &motions.rides.lines[origin] {
        reach |= B::line(lower, upper, occupied);
    }
    for &(to, between) in &motions.lame[origin] {
        reach |= B::of(to.into()).when((between & occupied).none());
    }
    if !motions.hops.lines[origin].is_empty() {
        reach |= hopped(&motions.hops.lines[origin], occupied);
    }
    reach
}
