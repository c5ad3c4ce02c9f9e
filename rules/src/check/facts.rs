//! What can be known about an expression without a position.

use crate::board::{Geometry, Square};
use crate::lower::Lowered;
use crate::ruleset::{CellType, Rules};
use crate::set::{CellId, Comparison, Cond, Dirs, Number, PlayerRef, Set, Side, Subject};

/// The squares of a set that depends on nothing but the board, for a player by number.
pub(crate) fn fixed(set: &Set, player: usize, lowered: &Lowered) -> Option<Vec<bool>> {
    fixed_on(set, player, lowered.facing[player], &lowered.geometry)
}

/// The same on a board, for a player who faces `facing`.
pub(crate) fn fixed_on(
    set: &Set,
    player: usize,
    facing: usize,
    geometry: &Geometry,
) -> Option<Vec<bool>> {
    let by = |f: &dyn Fn(Square) -> bool| {
        Some((0..geometry.squares() as Square).map(f).collect::<Vec<bool>>())
    };
    match set {
        Set::None => by(&|_| false),
        Set::Board => by(&|_| true),
        Set::Squares(list) => by(&|s| list.contains(&s)),
        Set::Ranks(low, high) => {
            by(&|s| (low - 1..=high - 1).contains(&geometry.rank_for(s, facing)))
        }
        Set::LastRanks(low, high) => {
            by(&|s| (low - 1..=high - 1).contains(&geometry.last_rank_for(s, facing)))
        }
        Set::Files(low, high) => by(&|s| (low - 1..=high - 1).contains(&geometry.file[s as usize])),
        Set::Edge(Dirs::Named { by_player, .. }) => {
            by(&|s| neighbours(geometry, s, by_player[player]).next().is_none())
        }
        Set::And(parts) => {
            let all: Vec<Vec<bool>> = parts
                .iter()
                .map(|p| fixed_on(p, player, facing, geometry))
                .collect::<Option<_>>()?;
            by(&|s| all.iter().all(|p| p[s as usize]))
        }
        Set::Or(parts) => {
            let all: Vec<Vec<bool>> = parts
                .iter()
                .map(|p| fixed_on(p, player, facing, geometry))
                .collect::<Option<_>>()?;
            by(&|s| all.iter().any(|p| p[s as usize]))
        }
        Set::Not(inner) => {
            let inner = fixed_on(inner, player, facing, geometry)?;
            by(&|s| !inner[s as usize])
        }
        _ => None,
    }
}

/// The neighbours of a square in a set of directions.
pub(crate) fn neighbours(
    geometry: &Geometry,
    square: Square,
    dirs: u32,
) -> impl Iterator<Item = Square> + '_ {
    (0..geometry.directions.len())
        .filter(move |d| dirs & (1 << d) != 0)
        .filter_map(move |d| geometry.next[d][square as usize])
}

/// Whether no square can ever be in the set, for a player by number.
pub(crate) fn impossible(set: &Set, player: usize, lowered: &Lowered) -> bool {
    if let Some(squares) = fixed(set, player, lowered) {
        return !squares.contains(&true);
    }
    match set {
        Set::Or(parts) => parts.iter().all(|p| impossible(p, player, lowered)),
        Set::Kinds(kinds) => kinds.is_empty(),
        Set::And(parts) => {
            if parts.iter().any(|p| impossible(p, player, lowered)) {
                return true;
            }
            let empty = parts.contains(&Set::Empty);
            let own = parts.contains(&Set::Men(Side::Own));
            let enemy = parts.contains(&Set::Men(Side::Enemy));
            let occupied = own || enemy || parts.iter().any(occupies);
            let kinds: Vec<_> = parts
                .iter()
                .filter_map(|p| if let Set::Kinds(k) = p { Some(k) } else { None })
                .collect();
            let clash =
                kinds.windows(2).any(|pair| !pair[0].iter().any(|kind| pair[1].contains(kind)));
            let statics: Vec<Vec<bool>> =
                parts.iter().filter_map(|p| fixed(p, player, lowered)).collect();
            let nowhere =
                !statics.is_empty() && !(0..statics[0].len()).any(|s| statics.iter().all(|p| p[s]));
            (empty && occupied) || (own && enemy) || clash || nowhere
        }
        _ => false,
    }
}

fn occupies(set: &Set) -> bool {
    matches!(set, Set::Men(_) | Set::Kinds(_) | Set::Royal | Set::Attacking(_) | Set::Checking)
}

/// A range of whole numbers, both ends included.
pub(crate) type Interval = (i32, i32);

/// What a number can be when the conditions hold.
pub(crate) fn interval(number: &Number, given: &[&Cond], lowered: &Lowered) -> Interval {
    let squares = lowered.geometry.squares() as i32;
    let (low, high) = match number {
        Number::Const(n) => (*n, *n),
        Number::Count(_) => (0, squares),
        Number::Cell(cell, Subject::Player(PlayerRef::Enemy)) => {
            of_each_enemy(range(*cell, &lowered.rules), lowered)
        }
        Number::Cell(cell, _) => range(*cell, &lowered.rules),
        Number::Add(a, b) => {
            let (a, b) = (interval(a, given, lowered), interval(b, given, lowered));
            (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
        }
        Number::Subtract(a, b) => {
            let (a, b) = (interval(a, given, lowered), interval(b, given, lowered));
            (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
        }
        Number::Min(a, b) => {
            let (a, b) = (interval(a, given, lowered), interval(b, given, lowered));
            (a.0.min(b.0), a.1.min(b.1))
        }
        Number::Max(a, b) => {
            let (a, b) = (interval(a, given, lowered), interval(b, given, lowered));
            (a.0.max(b.0), a.1.max(b.1))
        }
        Number::Cases(cases, last) => {
            cases.iter().fold(interval(last, given, lowered), |sum, (when, value)| {
                let mut given = given.to_vec();
                given.push(when);
                let one = interval(value, &given, lowered);
                (sum.0.min(one.0), sum.1.max(one.1))
            })
        }
        Number::ByFile(values) => {
            (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0))
        }
        Number::Since => (0, i32::from(i16::MAX)),
        Number::Occurrences => (1, i32::from(i16::MAX)),
        Number::Held(cell, kinds) => (0, range(*cell, &lowered.rules).1 * kinds.len() as i32),
        Number::As(PlayerRef::Enemy, inner) => {
            of_each_enemy(interval(inner, &[], lowered), lowered)
        }
        Number::Was(inner) | Number::As(_, inner) | Number::Without(_, inner) => {
            interval(inner, &[], lowered)
        }
    };
    given.iter().fold((low, high), |sum, cond| narrow(sum, number, cond, lowered))
}

/// The sum of a number over all enemies.
fn of_each_enemy((low, high): Interval, lowered: &Lowered) -> Interval {
    let enemies = lowered.rules.players.len().saturating_sub(1) as i32;
    (low.saturating_mul(enemies), high.saturating_mul(enemies))
}

/// The range of a cell.
pub(crate) fn range(cell: CellId, rules: &Rules) -> Interval {
    match rules.cells[cell.0 as usize].ty {
        CellType::Number { low, high } => (low, high),
        CellType::Flag | CellType::Squares => (0, 1),
    }
}

/// An interval for `number`, knowing that `cond` holds.
fn narrow((low, high): Interval, number: &Number, cond: &Cond, lowered: &Lowered) -> Interval {
    match cond {
        Cond::All(parts) => {
            parts.iter().fold((low, high), |sum, c| narrow(sum, number, c, lowered))
        }
        Cond::Any(parts) => {
            let each = parts.iter().map(|c| narrow((low, high), number, c, lowered));
            each.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((low, high))
        }
        Cond::Compare(how, left, right) if same(left, number) => {
            bounded((low, high), *how, interval(right, &[], lowered))
        }
        Cond::Compare(how, left, right) if same(right, number) => {
            bounded((low, high), mirrored(*how), interval(left, &[], lowered))
        }
        _ => (low, high),
    }
}

/// The interval of a number that compares so with one in `other`.
fn bounded((low, high): Interval, how: Comparison, other: Interval) -> Interval {
    match how {
        Comparison::Equal => (low.max(other.0), high.min(other.1)),
        Comparison::NotEqual if other == (low, low) => (low + 1, high),
        Comparison::NotEqual if other == (high, high) => (low, high - 1),
        Comparison::NotEqual => (low, high),
        Comparison::Less => (low, high.min(other.1.saturating_sub(1))),
        Comparison::AtMost => (low, high.min(other.1)),
        Comparison::Greater => (low.max(other.0.saturating_add(1)), high),
        Comparison::AtLeast => (low.max(other.0), high),
    }
}

/// The comparison with its sides changed.
fn mirrored(how: Comparison) -> Comparison {
    match how {
        Comparison::Less => Comparison::Greater,
        Comparison::Greater => Comparison::Less,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::AtMost,
        other => other,
    }
}

/// Whether two numbers are the same question. A constant is none. What a guard knows of a man at
/// `it` is known of him after the move too, where `it` is his new square.
fn same(a: &Number, b: &Number) -> bool {
    a == b && !matches!(a, Number::Const(_))
}

/// Whether conditions exclude one another, by what they say of numbers.
pub(crate) fn contradictory(given: &[&Cond], lowered: &Lowered) -> bool {
    let mut numbers: Vec<&Number> = Vec::new();
    for cond in given {
        if matches!(cond, Cond::Const(false)) {
            return true;
        }
        if let Cond::Compare(
            _,
            left @ Number::Cell(_, Subject::Own | Subject::At(_)),
            Number::Const(_),
        ) = cond
        {
            numbers.push(left);
        }
        if given.iter().any(|other| matches!(other, Cond::Not(inner) if **inner == **cond)) {
            return true;
        }
    }
    numbers.iter().any(|n| {
        let (low, high) = interval(n, given, lowered);
        low > high
    })
}
