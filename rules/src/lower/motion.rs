//! Motions: verbs to travels.

use chator_grammar::ast::{self, Limit};
use chator_grammar::diagnostic::Diagnostic;

use super::Lowering;
use crate::limits::MAX_LEGS;
use crate::movement::{Leg, Motion, Over, Travel};
use crate::outline::Scope;
use crate::set::{Dirs, KindId, Set, Side};

impl Lowering<'_> {
    /// One motion. `to` is the clause's own phrase, for legs that have none.
    pub(super) fn motion(
        &mut self,
        motion: &ast::Motion,
        to: Option<&Set>,
        kind: KindId,
        scope: &Scope,
    ) -> Option<Motion> {
        if motion.legs.len() > MAX_LEGS {
            let message = format!("{} legs, more than {MAX_LEGS}", motion.legs.len());
            self.error("E0516", motion.span, message, "the motion is too long");
            return None;
        }
        let mut legs = Vec::new();
        let last = motion.legs.len() - 1;
        for (i, leg) in motion.legs.iter().enumerate() {
            let travel = self.travel(leg, i == 0, kind, scope)?;
            let over = match &leg.over {
                None => Over::All(Set::Empty),
                Some((None, expr)) => Over::All(self.set(expr, scope)),
                Some((Some(n), expr)) => {
                    let size = self.geometry.files.max(self.geometry.ranks);
                    if *n == 0 || *n >= u32::from(size) {
                        let message = format!("no leg passes exactly {n}");
                        self.error("E0403", leg.span, message, "it can never apply");
                        return None;
                    }
                    Over::Exactly(*n as u16, self.set(expr, scope))
                }
            };
            if leg.over.is_some() && !can_pass(&travel) {
                self.error(
                    "E0308",
                    leg.span,
                    "this leg passes no square",
                    "`over` has nothing to ask",
                );
            }
            let to = match (&leg.to, to) {
                (Some(expr), _) => self.set(expr, scope),
                (None, Some(set)) if i == last => set.clone(),
                (None, _) if matches!(travel, Travel::Drop(_)) => Set::Empty,
                (None, _) if i == last => Set::Or(vec![Set::Empty, Set::Men(Side::Enemy)]),
                (None, _)
                    if matches!(leg.travel, ast::Travel::Leap(..) | ast::Travel::LeapTo(_)) =>
                {
                    Set::Board
                }
                (None, _) => Set::Empty,
            };
            let alone =
                matches!(travel, Travel::Anywhere | Travel::Stay | Travel::Point | Travel::Drop(_));
            if alone && motion.legs.len() > 1 {
                self.error(
                    "E0308",
                    leg.span,
                    "this leg stands alone",
                    "it cannot join others by `then`",
                );
            }
            legs.push(Leg { travel, over, to });
        }
        Some(Motion { legs })
    }

    fn travel(
        &mut self,
        leg: &ast::Leg,
        first: bool,
        kind: KindId,
        scope: &Scope,
    ) -> Option<Travel> {
        let travel = match &leg.travel {
            // A step and a leap to the next square differ in what an earlier leg may land on.
            ast::Travel::Step(dirs) | ast::Travel::LeapTo(dirs) => {
                Travel::Line { dirs: self.directions(dirs, scope)?, least: 1, most: Some(1) }
            }
            ast::Travel::Slide(dirs, limit) => {
                let (least, most) = self.limit(*limit, leg)?;
                Travel::Line { dirs: self.directions(dirs, scope)?, least, most }
            }
            ast::Travel::Leap(vector, dirs) => {
                self.leap(vector, dirs.as_ref(), 1, Some(1), scope)?
            }
            ast::Travel::Ride(vector, dirs, limit) => {
                let (least, most) = self.limit(*limit, leg)?;
                self.leap(vector, dirs.as_ref(), least, most, scope)?
            }
            ast::Travel::Go => Travel::Anywhere,
            ast::Travel::Stay => Travel::Stay,
            ast::Travel::Point => Travel::Point,
            ast::Travel::Drop(stock) => {
                Travel::Drop(self.dropped(stock.as_ref(), kind, leg, scope)?)
            }
        };
        if first
            && let Travel::Line { dirs: Dirs::Turn(_), .. }
            | Travel::Leap { dirs: Some(Dirs::Turn(_)), .. } = &travel
        {
            self.diagnostics.push(
                Diagnostic::error("E0303", leg.span, "there is no heading to turn from yet")
                    .label("the first leg of a motion")
                    .help("`ahead`, `outward`, `aside` and `back` turn from the leg before: `step orthogonal then step outward`"),
            );
            return None;
        }
        Some(travel)
    }

    fn limit(&mut self, limit: Limit, leg: &ast::Leg) -> Option<(u16, Option<u16>)> {
        let (least, most) = match limit {
            Limit::None => (1, None),
            Limit::UpTo(n) => (1, Some(n)),
            Limit::Exactly(n) => (n, Some(n)),
        };
        if most == Some(0) {
            self.error("E0403", leg.span, "a leg of no steps", "at least 1");
            return None;
        }
        Some((
            least.min(u32::from(u16::MAX)) as u16,
            most.map(|n| n.min(u32::from(u16::MAX)) as u16),
        ))
    }

    fn leap(
        &mut self,
        vector: &ast::Vector,
        dirs: Option<&ast::Directions>,
        least: u16,
        most: Option<u16>,
        scope: &Scope,
    ) -> Option<Travel> {
        let (a, b) = vector.parts;
        let size = self.geometry.files.max(self.geometry.ranks);
        if a == 0 && b == 0 {
            self.error("E0403", vector.span, "a leap to the same square", "0:0 goes nowhere");
            return None;
        }
        if a.max(b) >= u32::from(size) {
            self.error(
                "E0403",
                vector.span,
                "this leap leaves the board from every square",
                "too long",
            );
            return None;
        }
        let dirs = match dirs {
            Some(dirs) => Some(self.directions(dirs, scope)?),
            None => None,
        };
        Some(Travel::Leap { long: a.max(b) as u16, short: a.min(b) as u16, dirs, least, most })
    }

    /// One word for directions or several.
    fn directions(&mut self, dirs: &ast::Directions, scope: &Scope) -> Option<Dirs> {
        let all: Vec<Dirs> =
            dirs.names.iter().map(|n| self.direction(n, scope)).collect::<Option<_>>()?;
        if all.len() == 1 {
            return all.into_iter().next();
        }
        let mut words = Vec::new();
        let mut joined = vec![0; self.facing.len()];
        for one in all {
            match one {
                Dirs::Named { words: word, by_player } => {
                    words.push(word);
                    for (sum, set) in joined.iter_mut().zip(by_player) {
                        *sum |= set;
                    }
                }
                Dirs::Turn(_) => {
                    self.error(
                        "E0303",
                        dirs.span,
                        "turns and directions do not mix",
                        "write two motions, joined by `or`",
                    );
                    return None;
                }
            }
        }
        Some(Dirs::Named { words: words.join(" or "), by_player: joined })
    }
}

/// Whether a leg can have squares between its ends.
fn can_pass(travel: &Travel) -> bool {
    match travel {
        Travel::Line { most, .. } | Travel::Leap { most, .. } => *most != Some(1),
        Travel::Anywhere | Travel::Stay | Travel::Point | Travel::Drop(_) => false,
    }
}
