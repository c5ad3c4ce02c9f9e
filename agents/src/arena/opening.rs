//! How the games of a match begin: who sits where, and what has been played before anybody thinks.

use chator_interpreter::{Move, Position};

use super::Match;
use crate::chance::{Chance, derived_seed};

/// How many openings are drawn before one of fewer plies has to do.
const TRIES: u32 = 100;

impl Match {
    /// The start of a group of games and the moves that follow it. An opening after which the
    /// game is over is drawn again; if there seems to be no other, the longest will do whose last
    /// moves were left out.
    pub(super) fn opening_of(&self, group: u32) -> (Position, Vec<Move>) {
        // Apart from the seeds of games, which are derived from the same number.
        let seed = derived_seed(derived_seed(self.seed, u64::MAX), group.into());
        let game = self.start.game();
        let number = derived_seed(seed, 0) % game.arrangements().max(1);
        let drawn = self.dealt.then(|| game.start_at(number)).flatten();
        let start = drawn.unwrap_or_else(|| self.start.clone());
        let mut chance = Chance::new(derived_seed(seed, 1));
        let mut longest = Vec::new();
        for _ in 0..TRIES {
            let line = random_line(&start, self.opening, &mut chance);
            if line.len() > longest.len() {
                longest = line;
            }
            if longest.len() == self.opening as usize {
                break;
            }
        }
        (start, longest)
    }
}

/// So many random legal moves, or as many as there are before one that ends the game.
fn random_line(start: &Position, plies: u32, chance: &mut Chance) -> Vec<Move> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[chance.below(moves.len())];
        position.play(mv);
        if !position.has_legal_move() {
            break;
        }
        line.push(mv);
    }
    line
}

/// Which agent each player is in a game. As many agents as players go round; two agents take
/// every seating in which both have as many sides, or all but as many, and each is followed by
/// the one with the agents exchanged.
pub(super) fn seats(players: usize, agents: usize, number: u32) -> Vec<usize> {
    if agents == 2 {
        let all = shared_seatings(players as u32);
        if let Some(&mask) = all.get(number as usize % all.len().max(1)) {
            return (0..players).map(|player| (mask >> player & 1) as usize).collect();
        }
    }
    (0..players).map(|player| (player + number as usize) % agents.max(1)).collect()
}

/// Seatings of two agents as bits: the second sits where one is set.
fn shared_seatings(players: u32) -> Vec<u32> {
    let all = (1_u32 << players.min(16)) - 1;
    let first_has_first_side = (0..=all).step_by(2);
    first_has_first_side
        .filter(|mask| mask.count_ones().abs_diff(players - mask.count_ones()) <= 1)
        .flat_map(|mask| [mask, all & !mask])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::seats;

    fn of_two(players: usize, games: u32) -> Vec<Vec<usize>> {
        (0..games).map(|number| seats(players, 2, number)).collect()
    }

    #[test]
    fn two_agents_change_sides() {
        assert_eq!(of_two(2, 3), [[0, 1], [1, 0], [0, 1]]);
    }

    #[test]
    fn two_agents_share_three_and_four_seats_in_every_way() {
        for (players, ways) in [(3, 6), (4, 6)] {
            let all = of_two(players, ways);
            let mut distinct = all.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), ways as usize, "{all:?}");
            assert_eq!(of_two(players, ways + 1)[ways as usize], all[0]);
            for pair in all.chunks(2) {
                assert!(pair[0].iter().zip(&pair[1]).all(|(a, b)| a != b), "{pair:?}");
            }
            let held: usize = all.iter().flatten().sum();
            assert_eq!(held * 2, players * ways as usize);
        }
    }

    #[test]
    fn as_many_agents_as_players_go_round() {
        assert_eq!(seats(3, 3, 1), [1, 2, 0]);
        assert_eq!(seats(4, 4, 3), [3, 0, 1, 2]);
    }
}
