//! A quick look for rules that may be dead.

use chator_agents::chance::{Chance, derived_seed};
use chator_interpreter::{Game, Move, Position};

use super::{Coverage, Role};

/// How much may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Random games from the start, at most.
    pub games: u32,
    /// Plies of each of them, at most.
    pub max_plies: u32,
    /// Random games from each position of the lines, at most.
    pub branches: u32,
    /// Plies of each of those, at most.
    pub branch_plies: u32,
    /// No game is begun or gone on with once so many squares of board have been looked through:
    /// the legal moves of each position times the squares of the board, added up.
    pub work: u64,
    /// Where all chance comes from.
    pub seed: u64,
}

/// Moves that somebody has thought of, from a position.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it begins.
    pub start: Position,
    /// The moves, each legal in its turn.
    pub moves: Vec<Move>,
}

/// What a quick look found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// How many random games were played from the start.
    pub games: u32,
    /// How many plies they had together.
    pub plies: u64,
    /// Ways to move, offers and laws that came up nowhere, by address.
    pub never: Vec<(Role, String)>,
}

/// A board with more squares times men than this is too large for a quick look.
const LARGEST: usize = 40_000;

/// Looks for ways to move, offers and laws that never come up: in the lines, then in random
/// games from the start, then in short random games from each position of the lines. Ends and
/// events are not looked for: they may well need a longer game than chance plays.
///
/// Of these it looks for the `wanted` ones. It stops as soon as they have come up, so only a game
/// with something to report costs the whole effort. `None` if the board is too large to tell
/// anything quickly: if the work is spent before as many plies as one game may have.
pub fn probe(
    game: &Game,
    lines: &[Line],
    effort: &Effort,
    wanted: &dyn Fn(Role, &str) -> bool,
) -> Option<Probe> {
    let never = |seen: &Coverage| never(seen, wanted);
    let start = game.start();
    let squares = game.rules().board.squares();
    if squares * start.pieces().count() > LARGEST {
        return None;
    }
    let mut seen = Coverage::of(game);
    for line in lines {
        let mut moves = line.moves.iter().copied();
        seen.play(&line.start, u32::MAX, |_, _| moves.next());
    }
    let mut found = Probe { games: 0, plies: 0, never: never(&seen) };
    let mut random = Random { effort, squares: squares as u64, done: 0, games: 0 };
    while found.games < effort.games && !found.never.is_empty() && random.may_go_on() {
        let plies = seen.plies;
        random.game(&mut seen, &start, effort.max_plies);
        found.games += 1;
        found.plies += seen.plies - plies;
        found.never = never(&seen);
    }
    if !random.may_go_on() && found.plies < effort.max_plies.into() {
        return None;
    }
    for position in lines.iter().flat_map(Line::positions) {
        for _ in 0..effort.branches {
            if found.never.is_empty() || !random.may_go_on() {
                break;
            }
            random.game(&mut seen, &position, effort.branch_plies);
            found.never = never(&seen);
        }
    }
    Some(found)
}

impl Line {
    fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.play(mv);
            positions.push(next);
        }
        positions
    }
}

/// Random play within an effort.
struct Random<'a> {
    effort: &'a Effort,
    squares: u64,
    done: u64,
    games: u64,
}

impl Random<'_> {
    fn may_go_on(&self) -> bool {
        self.done < self.effort.work
    }

    fn game(&mut self, seen: &mut Coverage, start: &Position, max_plies: u32) {
        let mut chance = Chance::new(derived_seed(self.effort.seed, self.games));
        self.games += 1;
        seen.play(start, max_plies, |_, moves| {
            self.done += self.squares * moves.len() as u64;
            self.may_go_on().then(|| moves[chance.below(moves.len())])
        });
    }
}

/// What is looked for and has not come up.
fn never(seen: &Coverage, wanted: &dyn Fn(Role, &str) -> bool) -> Vec<(Role, String)> {
    let rows = seen.unreached().filter(|row| !matches!(row.role, Role::End | Role::Event));
    let rows = rows.filter(|row| wanted(row.role, &row.address));
    rows.map(|row| (row.role, row.address.clone())).collect()
}
