//! Starts that are dealt: all arrangements of the men, numbered.
//!
//! The men dealt leave their squares, and each [`Deal`] puts its own on empty
//! squares of its set. Of `n` such squares `k` are chosen, and the choices are numbered as the squares come:
//! the first two, the first and the third, … The first deal is the lowest digit of the whole number.
//! Every player has the same choices, each on squares of his own: what no check of `problem`
//! refuses, so that the number of ways is that of the first player.

use std::collections::BTreeSet;

use crate::board::Square;
use crate::ruleset::{Deal, Start};
use crate::set::{KindId, PlayerId};

/// A start's men.
pub type Men = Vec<(Square, PlayerId, KindId)>;

/// The most arrangements that a start may have.
pub const MAX_ARRANGEMENTS: u64 = 100_000;

/// Why the deals of a start cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// That player's men of that type are not those of the start.
    OtherMen(PlayerId, KindId),
    /// The choices of this deal, from 0, depend on those of an earlier one.
    Overlap(usize),
    /// This deal has more men than squares.
    NoRoom(usize),
    /// In this deal that player has more or fewer empty squares than the first one.
    Uneven(usize, PlayerId),
    /// This deal may put that player's men where men of another one may stand.
    Shared(usize, PlayerId),
    /// More than [`MAX_ARRANGEMENTS`].
    TooMany,
    /// The start itself is no arrangement.
    NotTheStart,
}

/// How many arrangements there are: 1 without deals.
pub fn arrangements(start: &Start) -> u64 {
    ways(start).into_iter().fold(1, u64::saturating_mul)
}

/// The men of an arrangement; none if there are fewer.
pub fn arrangement(start: &Start, number: u64) -> Option<Men> {
    if number >= arrangements(start) {
        return None;
    }
    let mut men = undealt(start);
    let squares = empty_squares(start, &men);
    men.extend(dealt(start, &squares, &ways(start), number)?);
    men.sort_unstable();
    Some(men)
}

/// The number of the start itself.
pub fn number_of_start(start: &Start) -> Option<u64> {
    let (squares, ways) = (empty_squares(start, &undealt(start)), ways(start));
    let mut men: Men = start.men.iter().filter(|man| is_dealt(start, man.2)).copied().collect();
    men.sort_unstable();
    let stand_so = |&number: &u64| {
        dealt(start, &squares, &ways, number).is_some_and(|mut dealt| {
            dealt.sort_unstable();
            dealt == men
        })
    };
    (0..arrangements(start)).find(stand_so)
}

/// By deal and player: the squares that no man stands on who is not dealt.
fn empty_squares(start: &Start, undealt: &Men) -> Vec<Vec<Vec<Square>>> {
    let of = |deal: &Deal| deal.squares.iter().map(|squares| free(squares, undealt)).collect();
    start.deals.iter().map(of).collect()
}

/// The men dealt in an arrangement.
fn dealt(
    start: &Start,
    squares: &[Vec<Vec<Square>>],
    ways: &[u64],
    mut number: u64,
) -> Option<Men> {
    let mut men = Men::new();
    for ((deal, squares), ways) in start.deals.iter().zip(squares).zip(ways) {
        let digit = number % ways;
        number /= ways;
        for (player, squares) in squares.iter().enumerate() {
            let free = free(squares, &men);
            let chosen = choice(free.len(), deal.kinds.len(), digit);
            for (&kind, place) in deal.kinds.iter().zip(chosen) {
                men.push((*free.get(place)?, PlayerId(player as u8), kind));
            }
        }
    }
    Some(men)
}

/// What is wrong with the deals of a start.
pub(crate) fn problem(start: &Start, players: usize) -> Option<Problem> {
    let dealt: Vec<KindId> = start.deals.iter().flat_map(|d| d.kinds.iter().copied()).collect();
    for player in (0..players).map(|p| PlayerId(p as u8)) {
        for &kind in &dealt {
            let wanted = dealt.iter().filter(|k| **k == kind).count();
            let here = start.men.iter().filter(|m| m.1 == player && m.2 == kind).count();
            if wanted != here {
                return Some(Problem::OtherMen(player, kind));
            }
        }
    }
    let undealt = undealt(start);
    for (i, deal) in start.deals.iter().enumerate() {
        let mut first = None;
        for (player, squares) in deal.squares.iter().enumerate().take(players) {
            let empty = free(squares, &undealt);
            let all: BTreeSet<Square> = squares.iter().copied().collect();
            let mut taken = 0;
            for earlier in &start.deals[..i] {
                let inside = earlier.squares[player].iter().filter(|s| all.contains(s)).count();
                if inside == earlier.squares[player].len() {
                    taken += earlier.kinds.len();
                } else if inside > 0 {
                    return Some(Problem::Overlap(i));
                }
            }
            if empty.len() < taken + deal.kinds.len() {
                return Some(Problem::NoRoom(i));
            }
            if *first.get_or_insert(empty.len() - taken) != empty.len() - taken {
                return Some(Problem::Uneven(i, PlayerId(player as u8)));
            }
            let empty: BTreeSet<Square> = empty.into_iter().collect();
            let others =
                start.deals.iter().flat_map(|deal| deal.squares[..player].iter().flatten());
            if others.into_iter().any(|square| empty.contains(square)) {
                return Some(Problem::Shared(i, PlayerId(player as u8)));
            }
        }
    }
    if arrangements(start) > MAX_ARRANGEMENTS {
        return Some(Problem::TooMany);
    }
    (!start.deals.is_empty() && number_of_start(start).is_none()).then_some(Problem::NotTheStart)
}

fn is_dealt(start: &Start, kind: KindId) -> bool {
    start.deals.iter().any(|deal| deal.kinds.contains(&kind))
}

/// The men that are not dealt.
fn undealt(start: &Start) -> Men {
    start.men.iter().filter(|man| !is_dealt(start, man.2)).copied().collect()
}

/// The squares without a man.
fn free(squares: &[Square], men: &Men) -> Vec<Square> {
    let taken: BTreeSet<Square> = men.iter().map(|man| man.0).collect();
    squares.iter().copied().filter(|s| !taken.contains(s)).collect()
}

/// By deal: how many ways it has.
fn ways(start: &Start) -> Vec<u64> {
    let mut men = undealt(start);
    let mut ways = Vec::new();
    for deal in &start.deals {
        let free = deal.squares.first().map_or_else(Vec::new, |squares| free(squares, &men));
        ways.push(choose(free.len(), deal.kinds.len()));
        men.extend(free.iter().zip(&deal.kinds).map(|(&s, &kind)| (s, PlayerId(0), kind)));
    }
    ways
}

/// In how many ways `k` of `n` can be chosen.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |ways: u64, i| ways.saturating_mul(n as u64 - i) / (i + 1))
}

/// The choice of that number: which of `n`, in rising order.
fn choice(n: usize, k: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::new();
    let mut place = 0;
    while chosen.len() < k && place < n {
        let with = choose(n - place - 1, k - chosen.len() - 1);
        if number < with {
            chosen.push(place);
        } else {
            number -= with;
        }
        place += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_in_the_order_of_the_squares() {
        let all: Vec<Vec<usize>> = (0..10).map(|n| choice(5, 2, n)).collect();
        assert_eq!(all[0], [0, 1]);
        assert_eq!(all[3], [0, 4]);
        assert_eq!(all[4], [1, 2]);
        assert_eq!(all[9], [3, 4]);
        assert_eq!(choose(5, 2), 10);
        assert_eq!(choose(3, 3), 1);
        assert_eq!(choose(2, 3), 0);
    }
}
