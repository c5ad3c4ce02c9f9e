//! A game's rules as tables and folded expressions, for one width of sets.

use chator_rules::CellId;

use crate::eval::Past;
use crate::game::Tables;

use super::bits::Bits;
use super::board::{Board, PLANES};
use super::effects::EVENTS;
use super::expr::CondX;
use super::eye::Eye;
use super::fold::Fold;
use super::ground::Ground;
use super::keys::Keys;
use super::layout::Layout;
use super::plan::{PlayerPlan, plan};
use super::row::Row;
use super::stride::Paths;
use super::swift;
use super::table::Table;
use super::void::Void;

/// Everything that is the same for all positions.
pub(crate) struct Program<B: Bits> {
    pub(crate) layout: Layout,
    pub(crate) keys: Keys,
    pub(crate) ground: Ground<B>,
    paths: Paths,
    /// Every square.
    pub(crate) all: B,
    /// By square.
    pub(crate) files: Vec<u16>,
    /// By player and kind: where such men stand at the start.
    pub(crate) home: Vec<Vec<B>>,
    /// The royal kinds, a bit each.
    pub(crate) royal: u32,
    pub(crate) clauses: Vec<ClauseFacts>,
    pub(crate) players: Vec<PlayerPlan<B>>,
    /// By the attacker's owner: the laws, and what is known of when they hold.
    pub(crate) voids: Vec<Vec<CondX<B>>>,
    pub(crate) void_signs: Vec<Vec<Void<B>>>,
    /// By player: when he is passed over. Empty if nobody ever is.
    pub(crate) skips: Vec<Vec<CondX<B>>>,
    pub(crate) marks: Vec<MarkX>,
    /// What marks take up on a board: planes, and slots with what they start at.
    pub(crate) mark_planes: u8,
    pub(crate) mark_slots: Vec<(usize, i16)>,
    pub(crate) laws_count_occurrences: bool,
    pub(crate) ends_count_occurrences: bool,
    pub(crate) ends_about_move: Vec<bool>,
    /// The processor counts and finds bits by instructions of their own.
    pub(crate) has_bit_instructions: bool,
}

/// What is known of a clause whoever uses it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the clause by itself")]
pub(crate) struct ClauseFacts {
    pub(crate) kind: u8,
    pub(crate) strikes: bool,
    pub(crate) takes: bool,
    pub(crate) points: bool,
    pub(crate) path_matters: bool,
    pub(crate) plural: bool,
}

/// A mark: where it is, and what reads it.
pub(crate) struct MarkX {
    pub(crate) cell: CellId,
    /// If it is the game's or players'.
    pub(crate) slots: std::ops::Range<usize>,
    pub(crate) readers: Vec<u16>,
    pub(crate) read_after_moves: bool,
}

impl<B: Bits> Program<B> {
    /// The program of a game, or what does not fit.
    pub(crate) fn new(game: &Tables) -> Result<Program<B>, String> {
        if game.rules.events.len() > EVENTS {
            return Err(format!("more than {EVENTS} events"));
        }
        let layout = Layout::new(game)?;
        let rules = &game.rules;
        let set = |squares: &crate::square_set::SquareSet| {
            squares.iter().fold(B::NONE, |all, s| all | B::of(s.into()))
        };
        let by_player = |laws: &[chator_rules::Law]| -> Vec<Vec<CondX<B>>> {
            let fold = |p| Fold::new(game, &layout, p);
            let of = |p| laws.iter().map(|law| fold(p).cond(&law.when)).collect();
            (0..game.players).map(of).collect()
        };
        let voids = by_player(&rules.voids);
        let skips = if rules.skips.is_empty() { Vec::new() } else { by_player(&rules.skips) };
        let royal = game.kinds.iter().enumerate().filter(|(_, k)| k.royal && !k.neutral);
        let royal = royal.fold(0, |set, (i, _)| set | 1 << i);
        let mut players: Vec<PlayerPlan<B>> =
            (0..game.players).map(|p| plan(game, &layout, p)).collect();
        note_near(&mut players, layout.squares, royal);
        swift::fill(&mut players, &layout, royal);
        let marks = marks(game, &layout);
        let places = || marks.iter().map(|mark| (layout.cell(mark.cell), mark));
        let planes = places().flat_map(|(cell, _)| cell.plane..cell.plane + cell.digits);
        let slots = places()
            .flat_map(|(cell, mark)| mark.slots.clone().map(|slot| (slot, cell.start as i16)));
        let mut program = Program {
            void_signs: Vec::new(),
            mark_planes: planes.fold(0, |all, plane| all | 1 << plane),
            mark_slots: slots.collect(),
            keys: Keys::new(&layout),
            ground: Ground::new(&game.geometry),
            paths: Paths::new(game),
            all: (0..game.squares).fold(B::NONE, |all, s| all | B::of(s)),
            files: game.geometry.file.clone(),
            home: game.players_table.iter().map(|p| p.home.iter().map(set).collect()).collect(),
            royal,
            clauses: clause_facts(game),
            players,
            voids,
            skips,
            marks,
            laws_count_occurrences: game.laws_count_occurrences,
            ends_count_occurrences: game.ends_count_occurrences,
            ends_about_move: game.ends_about_move.clone(),
            has_bit_instructions: has_bit_instructions(),
            layout,
        };
        if !rules.voids.is_empty() {
            program.void_signs = program.find_voids();
        }
        Ok(program)
    }

    pub(crate) fn jump(&self, from: usize, steps: &[usize]) -> Option<usize> {
        self.paths.jump(from, steps)
    }

    #[inline]
    pub(crate) fn after(&self, player: u8) -> u8 {
        if usize::from(player) + 1 >= self.players.len() { 0 } else { player + 1 }
    }

    /// Who plays after a player as things stand: see the reference's `following`.
    #[inline]
    pub(crate) fn following(&self, board: &Board<B>, player: u8) -> u8 {
        let next = self.after(player);
        if self.skips.is_empty() {
            return next;
        }
        let mut candidate = next;
        for _ in 0..self.players.len() {
            let eye = Eye::new(self, board);
            if !self.skips[usize::from(candidate)].iter().any(|skip| eye.holds(skip)) {
                return candidate;
            }
            candidate = self.after(candidate);
        }
        next
    }

    pub(crate) fn row(&self, player: u8, clause: u16) -> &Row<B> {
        &self.players[usize::from(player)].rows[usize::from(clause)]
    }

    /// The rows that are tried move by move, and why: clause, and reason.
    pub(crate) fn slow_rows(&self) -> Vec<(u16, &'static str)> {
        let mut slow = Vec::new();
        for row in self.players.iter().flat_map(|plan| &plan.rows) {
            let choice = match row.swift.choice {
                super::choice::Choice::Unknown(zone) if zone.any() && row.placing.is_none() => {
                    Err("how much there is to choose only the move tells")
                }
                _ => Ok(()),
            };
            for reason in [row.swift.legality, choice].into_iter().filter_map(Result::err) {
                if !slow.contains(&(row.clause, reason)) {
                    slow.push((row.clause, reason));
                }
            }
        }
        slow.sort_by_key(|&(clause, _)| clause);
        slow
    }

    /// Marks go back to what they start at.
    #[inline(always)]
    pub(crate) fn forget_marks(&self, board: &mut Board<B>) {
        let mut planes = self.mark_planes;
        while planes != 0 {
            board.plane[planes.trailing_zeros() as usize & (PLANES - 1)] = B::NONE;
            planes &= planes - 1;
        }
        for &(slot, start) in &self.mark_slots {
            board.slot[slot] = start;
        }
    }

    /// The key says who moves now, and no longer who moved before.
    #[inline(always)]
    pub(crate) fn turn_key(&self, before: &Board<B>, board: &mut Board<B>) {
        let old = self.keys.side(before.to_move, before.again);
        let new = self.keys.side(board.to_move, board.again);
        board.key = board.key.wrapping_sub(old).wrapping_add(new);
    }

    /// Is any mark set?
    #[inline]
    pub(crate) fn is_marked(&self, board: &Board<B>) -> bool {
        board.planes(self.mark_planes).any()
            || self.mark_slots.iter().any(|&(slot, start)| board.slot[slot] != start)
    }

    /// The line of play as a move's result sees it.
    pub(crate) fn past_after<'p>(&self, board: &Board<B>, past: Past<'p>) -> Past<'p> {
        if !self.laws_count_occurrences {
            return Past { checked: past.checked, ..Past::NONE };
        }
        let now = past.now.unwrap_or_else(|| self.key(board));
        Past { last: Some(now), now: None, ..past }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_bit_instructions() -> bool {
    std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("lzcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_bit_instructions() -> bool {
    false
}

/// Notes for each attack from where it meets an enemy's royal on his way.
fn note_near<B: Bits>(players: &mut [PlayerPlan<B>], squares: usize, royal: u32) {
    let Some(zones) = (0..squares).map(|s| royal_zone(players, s, royal)).collect() else {
        return;
    };
    let zones: Vec<B> = zones;
    for table in players.iter_mut().flat_map(|plan| &mut plan.attacks) {
        let near = |zone: &B| zone.squares().fold(B::NONE, |all, aim| all | table.farthest(aim));
        let near: Vec<B> = zones.iter().map(near).collect();
        table.near = Some(Table::new(&near, B::NONE));
    }
}

/// Where royals may go by tables from a square; none if some go otherwise.
fn royal_zone<B: Bits>(players: &[PlayerPlan<B>], square: usize, royal: u32) -> Option<B> {
    let rows = players.iter().flat_map(|plan| &plan.rows);
    let mut royals = rows.filter(|row| royal >> row.kind & 1 != 0 && row.tabled);
    royals.try_fold(B::NONE, |all, row| Some(all | row.motions.as_ref().ok()?.farthest(square)))
}

fn marks(game: &Tables, layout: &Layout) -> Vec<MarkX> {
    let mark = |&cell: &CellId| {
        let places = layout.cell(cell);
        let slots = places.slot..places.slot + places.slots(layout.players);
        let table = game.cell(cell);
        let (readers, read_after_moves) = (table.readers.clone(), table.read_after_moves);
        MarkX { cell, slots, readers, read_after_moves }
    };
    game.marks.iter().map(mark).collect()
}

fn clause_facts(game: &Tables) -> Vec<ClauseFacts> {
    let facts = |(table, rule): (&crate::game::ClauseTable, &chator_rules::Clause)| ClauseFacts {
        kind: rule.kind.0 as u8,
        strikes: table.strikes,
        takes: table.takes,
        points: table.points,
        path_matters: table.path_matters,
        plural: table.plural,
    };
    game.clauses.iter().zip(&game.rules.clauses).map(facts).collect()
}
