//! Which change a difference in play comes from: the rule sets in between are asked.

use std::collections::HashMap;

use chator_interpreter::Game;

use crate::diff::{Base, Change, Diff};

use super::twin::{Item, Root, ended, squares_of};

/// Asks mixtures of the two rule sets.
pub(crate) struct Causes<'a> {
    diff: &'a Diff,
    /// Numbers of the changes that may matter in play.
    pub(crate) candidates: Vec<usize>,
    mixtures: HashMap<(Base, Vec<usize>), Game>,
}

/// The changes that bring a difference about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) changes: Vec<usize>,
    /// None of them alone does.
    pub(crate) together: bool,
}

impl<'a> Causes<'a> {
    pub(crate) fn new(diff: &'a Diff) -> Causes<'a> {
        let changes = diff.changes().iter().enumerate();
        let candidates = changes.filter(|(_, c)| Change::in_play(c)).map(|(n, _)| n).collect();
        Causes { diff, candidates, mixtures: HashMap::new() }
    }

    fn mixture(&mut self, base: Base, made: &[usize]) -> Game {
        let diff = self.diff;
        let game = || Game::new(diff.mixed(base, made));
        self.mixtures.entry((base, made.to_vec())).or_insert_with(game).clone()
    }

    /// Does a rule set with these changes made answer as the other one?
    fn turns(
        &mut self,
        base: Base,
        made: &[usize],
        root: &Root,
        line: &[String],
        item: &Item,
    ) -> bool {
        let game = self.mixture(base, made);
        let Some(position) = root.after(&game, line) else { return false };
        match item {
            // All moves between the squares must be as the other has them: a move that becomes
            // legal, or not, for another reason is no answer.
            Item::Move { squares, between, .. } => {
                let other = &between[usize::from(base == Base::Left)];
                let moves = position.legal_texts();
                let here = moves.into_iter().filter(|(mv, _)| squares_of(*mv) == *squares);
                let mut here: Vec<String> = here.map(|(_, text)| text).collect();
                here.sort_unstable();
                ended(&position).is_none() && here == *other
            }
            Item::Outcome { left, right } => {
                let other = if base == Base::Left { right } else { left };
                let now = ended(&position);
                now.as_ref().map(|e| e.winner) == other.as_ref().map(|e| e.winner)
            }
        }
    }

    /// Does one change alone bring it about, made in the first or taken back in the second?
    pub(crate) fn alone(
        &mut self,
        change: usize,
        root: &Root,
        line: &[String],
        item: &Item,
    ) -> bool {
        self.turns(Base::Left, &[change], root, line, item)
            || self.turns(Base::Right, &[change], root, line, item)
    }

    /// The changes each of which brings it about; where none does, a smallest set that does
    /// together.
    pub(crate) fn of(&mut self, root: &Root, line: &[String], item: &Item) -> Option<Cause> {
        if !self.diff.comparable() {
            // Between boards that differ there is nothing to ask.
            return Some(Cause { changes: self.diff.frame_changes(), together: false });
        }
        let candidates = self.candidates.clone();
        let mut changes = candidates.clone();
        changes.retain(|&change| self.alone(change, root, line, item));
        if !changes.is_empty() {
            return Some(Cause { changes, together: false });
        }
        let mut rest = candidates.clone();
        if !self.turns(Base::Left, &rest, root, line, item) {
            return None;
        }
        for change in candidates {
            let fewer: Vec<usize> = rest.iter().copied().filter(|&c| c != change).collect();
            if self.turns(Base::Left, &fewer, root, line, item) {
                rest = fewer;
            }
        }
        Some(Cause { changes: rest, together: true })
    }

    /// Does it still come from the same cause?
    pub(crate) fn holds(
        &mut self,
        cause: &Cause,
        root: &Root,
        line: &[String],
        item: &Item,
    ) -> bool {
        if cause.together {
            self.turns(Base::Left, &cause.changes, root, line, item)
        } else {
            cause.changes.iter().all(|&change| self.alone(change, root, line, item))
        }
    }
}
