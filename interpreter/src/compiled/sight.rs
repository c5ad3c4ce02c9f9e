//! Bans on being seen: from some own men, along lines, the first man must not be a certain enemy.
//!
//! Whoever keeps the line from a royal closed may not leave it, as if he were pinned. If others
//! must not be seen, or there is more than one to look after, what touches their lines is tried.

use crate::eval::bits;

use super::bits::Bits;
use super::board::Board;
use super::expr::{CondX, SetX};
use super::eye::Eye;
use super::program::Program;
use super::row::Row;
use super::safety::Safety;

/// A ban on being seen along lines.
pub(crate) struct Sight<B> {
    pub(crate) ban: CondX<B>,
    /// The lines, from the men that must not be seen.
    dirs: u32,
    from: SetX<B>,
    /// Who must not see them, if they are none of the player's own men.
    seen: Option<SetX<B>>,
}

/// The lines of sight that bans on some of a player's rows are about.
pub(crate) fn sights<B: Bits>(rows: &[Row<B>]) -> Vec<Sight<B>> {
    let mut found: Vec<Sight<B>> = Vec::new();
    for row in rows {
        for (ban, _) in &row.bans {
            if let Some((dirs, from)) = sight(ban, row.player)
                && found.iter().all(|sight| sight.ban != *ban)
            {
                let seen = seen(ban, row.player);
                found.push(Sight { ban: ban.clone(), dirs, from, seen });
            }
        }
    }
    found
}

/// The lines of a ban on being seen, and the own men whom it is about: the first man in these
/// directions must not be one of a set.
pub(crate) fn sight<B: Bits>(ban: &CondX<B>, player: u8) -> Option<(u32, SetX<B>)> {
    let CondX::Some(SetX::And(list)) = ban else { return None };
    let own = |set: &SetX<B>| match set {
        SetX::And(list) => {
            list.contains(&SetX::Men(1 << player))
                && list.iter().all(|s| matches!(s, SetX::Men(_) | SetX::Kinds(_)))
        }
        _ => false,
    };
    let mut found = None;
    for set in list {
        match set {
            SetX::Nearest(dirs, from) if own(from) && found.is_none() => {
                found = Some((*dirs, (**from).clone()));
            }
            SetX::Men(_) | SetX::Kinds(_) | SetX::Const(_) => {}
            _ => return None,
        }
    }
    found
}

/// Who must not see them, if the player's own men cannot be among those.
fn seen<B: Bits>(ban: &CondX<B>, player: u8) -> Option<SetX<B>> {
    let CondX::Some(SetX::And(list)) = ban else { return None };
    let others = |set: &&SetX<B>| !matches!(set, SetX::Nearest(..));
    let rest: Vec<SetX<B>> = list.iter().filter(others).cloned().collect();
    let hostile = |set: &SetX<B>| matches!(set, SetX::Men(sides) if sides >> player & 1 == 0);
    rest.iter().any(hostile).then_some(SetX::And(rest))
}

impl<B: Bits> Safety<B> {
    /// Minds a ban on being seen. `royals` are those that the player must look after.
    pub(crate) fn sight(&mut self, sight: &Sight<B>, eye: &Eye<'_, B>, royals: B, own: B) {
        let (ground, occupied) = (&eye.program.ground, eye.now.occupied);
        let watchers = eye.set(&sight.from);
        if watchers.none() {
            return;
        }
        let Some(seen) = sight.seen.as_ref().filter(|_| watchers == royals && !royals.many())
        else {
            self.touchy |= ground.along(sight.dirs, watchers) | watchers;
            // Whoever is seen already has to do something about it.
            self.unclear |= eye.holds(&sight.ban);
            return;
        };
        self.minds_sights = true;
        let seen = eye.set(seen);
        for direction in bits(sight.dirs) {
            let along = 1 << direction;
            let ray = ground.along(along, royals);
            if (ray & seen).none() {
                continue;
            }
            let first = ground.nearest(along, royals, occupied);
            // A line that comes round to its beginning has no far end.
            if (first & seen).any() || (ray & royals).any() {
                self.unclear = true;
                continue;
            }
            let second = ground.nearest(along, royals, occupied.but(first));
            if (first & own).any() && (second & seen).any() {
                self.pin(first, ray.but(ground.along(along, second)));
            }
        }
    }
}

impl<B: Bits> Program<B> {
    /// Of some squares those where a royal of the player would be seen who came there.
    pub(crate) fn seen_at(&self, board: &Board<B>, player: u8, royal: usize, to: B) -> B {
        let mut found = B::NONE;
        if to.none() {
            return found;
        }
        let occupied = board.occupied.but(B::of(royal));
        let eye = Eye::new(self, board);
        for sight in &self.players[usize::from(player)].sights {
            let Some(seen) = &sight.seen else { continue };
            let seen = eye.set(seen);
            for square in to.but(found).squares() {
                let bit = B::of(square);
                if (self.ground.nearest(sight.dirs, bit, occupied) & seen.but(bit)).any() {
                    found |= bit;
                }
            }
        }
        found
    }
}
