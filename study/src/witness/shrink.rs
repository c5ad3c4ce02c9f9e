//! Makes a witness as small as it gets: a shorter line, fewer men, less state.

use chator_interpreter::{Game, Holder, Setup};
use chator_rules::{Cell, CellId, Life, Per};

use crate::diff::{Base, Change, Diff};

use super::cause::{Cause, Causes};
use super::twin::{Ended, Item, Root, Twin};

/// A difference found, with what leads to it and what causes it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) root: Root,
    pub(crate) line: Vec<String>,
    pub(crate) item: Item,
    pub(crate) cause: Cause,
}

/// The longest line from the start that is told as it is: longer ones are told from a later
/// position.
pub(crate) const LONG: usize = 6;

impl Found {
    /// What makes a good witness of a change, the most important first: it is the only cause;
    /// the line is not long; it begins at the start; the change's own rule makes the move or
    /// ends the game; there are few men and few moves.
    pub(crate) fn rank(&self, change: &Change) -> (bool, bool, bool, bool, usize, usize) {
        let (constructed, men) = match &self.root {
            Root::Start => (false, 0),
            Root::Position(setup) => (true, setup.pieces().count()),
        };
        let long = self.line.len() > LONG;
        (self.cause.together, long, constructed, !self.direct(change), men, self.line.len())
    }

    /// Does the changed rule itself make the move or end the game?
    fn direct(&self, change: &Change) -> bool {
        let ends = |ended: &Option<Ended>| ended.as_ref().is_some_and(|e| e.by == change.address);
        match &self.item {
            Item::Move { uses, .. } => uses.contains(&change.address),
            Item::Outcome { left, right } => ends(left) || ends(right),
        }
    }
}

/// Shrinks what was found until nothing more can be left out.
pub(crate) fn shrink(
    found: &Found,
    diff: &Diff,
    games: &[Game; 2],
    causes: &mut Causes<'_>,
) -> Found {
    let mut best = found.clone();
    let mut shrinking = Shrinking { games, causes };
    if matches!(best.root, Root::Start) {
        return best;
    }
    loop {
        let smaller = shrinking
            .shorter(&best, diff)
            .or_else(|| shrinking.fewer_men(&best))
            .or_else(|| shrinking.less_state(&best));
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// A line from the start as one from a later position, if it is the same in both and the last
/// move has left no mark there: a mark is better explained by the move.
pub(crate) fn rooted(twin: &Twin, diff: &Diff) -> Option<Root> {
    let mut setup = twin.left.setup();
    let theirs = twin.right.setup().under(twin.left.game())?;
    for cell in diff.lone_cells(Base::Right) {
        for holder in theirs.holders(cell) {
            setup.set(cell, holder, theirs.value(cell, holder));
        }
    }
    let marked = |(number, cell): (usize, &Cell)| {
        let holders = setup.holders(CellId(number as u16));
        let mut values = holders.iter().map(|&h| setup.value(CellId(number as u16), h));
        cell.life == Life::Mark && values.any(|value| value != cell.start)
    };
    if setup.game().rules().cells.values().enumerate().any(marked) {
        return None;
    }
    let same_men = setup.pieces().eq(theirs.pieces()) && setup.to_move() == theirs.to_move();
    let same = |cell: CellId| {
        setup.holders(cell).iter().all(|&h| setup.value(cell, h) == theirs.value(cell, h))
    };
    (same_men && diff.shared_cells().all(same)).then(|| Root::Position(Box::new(setup)))
}

struct Shrinking<'s, 'd> {
    games: &'s [Game; 2],
    causes: &'s mut Causes<'d>,
}

impl Shrinking<'_, '_> {
    /// The same without its first moves.
    fn shorter(&mut self, found: &Found, diff: &Diff) -> Option<Found> {
        for skip in (1..=found.line.len()).rev() {
            let left = found.root.after(&self.games[0], &found.line[..skip])?;
            let right = found.root.after(&self.games[1], &found.line[..skip])?;
            let Some(root) = rooted(&Twin { left, right }, diff) else { continue };
            let candidate = Found { root, line: found.line[skip..].to_vec(), ..found.clone() };
            if let Some(candidate) = self.confirmed(candidate) {
                return Some(candidate);
            }
        }
        None
    }

    fn fewer_men(&mut self, found: &Found) -> Option<Found> {
        let Root::Position(setup) = &found.root else { return None };
        let men: Vec<_> = setup.pieces().map(|(square, _)| square).collect();
        men.into_iter().find_map(|square| {
            let mut fewer = setup.clone();
            fewer.place(square, None);
            self.confirmed(Found { root: Root::Position(fewer), ..found.clone() })
        })
    }

    fn less_state(&mut self, found: &Found) -> Option<Found> {
        let Root::Position(setup) = &found.root else { return None };
        // A right of a player or a man may be gone for good where he stands: only what the game
        // itself remembers can begin anew anywhere.
        let cells = setup.game().rules().cells.values().enumerate();
        let cells = cells.filter(|(_, c)| c.per == Per::Game || c.life == Life::Memory);
        let starts: Vec<(CellId, i32)> =
            cells.map(|(n, cell)| (CellId(n as u16), cell.start)).collect();
        let set: Vec<(CellId, Holder, i32)> = starts
            .into_iter()
            .flat_map(|(cell, start)| {
                let holders = setup.holders(cell).into_iter();
                holders.map(move |holder| (cell, holder, start))
            })
            .filter(|&(cell, holder, start)| setup.value(cell, holder) != start)
            .collect();
        set.into_iter().find_map(|(cell, holder, start)| {
            let mut less: Setup = (**setup).clone();
            less.set(cell, holder, start);
            self.confirmed(Found { root: Root::Position(Box::new(less)), ..found.clone() })
        })
    }

    /// The candidate if it still shows the difference, from the same cause.
    fn confirmed(&mut self, mut candidate: Found) -> Option<Found> {
        let left = candidate.root.after(&self.games[0], &candidate.line)?;
        let right = candidate.root.after(&self.games[1], &candidate.line)?;
        let items = Twin { left, right }.look().items;
        candidate.item = items.into_iter().find(|item| alike(item, &candidate.item))?;
        let Found { root, line, item, cause } = &candidate;
        self.causes.holds(cause, root, line, item).then_some(candidate)
    }
}

/// Is it the same difference, seen elsewhere?
fn alike(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Move { legal_in, text, .. }, Item::Move { legal_in: other, text: its, .. }) => {
            legal_in == other && text == its
        }
        (Item::Outcome { left, right }, Item::Outcome { left: l, right: r }) => {
            let winner = |e: &Option<Ended>| e.as_ref().map(|e| e.winner);
            winner(left) == winner(l) && winner(right) == winner(r)
        }
        _ => false,
    }
}
