//! Rows of which the board alone tells what they allow, in the form that is fastest to count.
//!
//! Most rows allow the same at every turn but for who stands where. Of those everything that
//! counting needs lies side by side here, and free men of a kind are counted all at once.

use super::bits::Bits;
use super::board::Board;
use super::choice::Choice;
use super::latch::Latch;
use super::plan::PlayerPlan;
use super::reach::Reach;
use super::row::{Now, Row};
use super::swift::{Duty, Trust};
use super::table::Table;

/// A row by which masks tell how many moves free men have.
#[derive(Clone)]
pub(crate) struct Tile<B: Bits> {
    pub(crate) row: usize,
    pub(crate) kind: u8,
    pub(crate) trust: Trust,
    /// What it allows is always the same but for the latch; only then does the tile know who may
    /// start and where to.
    pub(crate) is_fixed: bool,
    /// What else must be so for men to start.
    latch: Option<Latch>,
    from: B,
    quiet: B,
    capture: B,
    neutral: B,
    /// If each of those is all squares or none: which are all, a bit each.
    union: Option<u8>,
    choice: Several<B>,
    reach: Reach<B>,
}

/// Where a displacement is more than one move.
#[derive(Clone)]
enum Several<B: Bits> {
    Nowhere,
    /// On these targets, by so many more.
    On(B, u32),
    /// By origin.
    From(Table<B, B>, u32),
    /// On these targets only the move itself tells.
    Unknown(B),
    /// Where somebody stands only the move itself tells; on these targets there are so many more.
    IfQuiet(B, u32),
}

/// Where men may land who are not bound themselves.
pub(crate) struct Lands<B> {
    /// The unions of empty squares, enemies and neutral men, by which are in them, a bit each.
    unions: [B; 8],
}

impl<B: Bits> Lands<B> {
    #[inline(always)]
    pub(crate) fn new(empty: B, enemies: B, neutral: B) -> Lands<B> {
        let men = enemies | neutral;
        let unions =
            [B::NONE, empty, enemies, empty | enemies, neutral, empty | neutral, men, empty | men];
        Lands { unions }
    }
}

impl<B: Bits> Tile<B> {
    /// The row as a tile, if it is one.
    pub(crate) fn new(row: &Row<B>, plan: &PlayerPlan<B>, all: B) -> Option<Tile<B>> {
        if row.swift.trust >= Trust::Never {
            return None;
        }
        let choice = match &row.swift.choice {
            Choice::Once if row.swift.tries_captures => Several::IfQuiet(B::NONE, 0),
            Choice::Zone(zone, times) if row.swift.tries_captures => {
                Several::IfQuiet(*zone, times - 1)
            }
            Choice::Once => Several::Nowhere,
            Choice::Zone(zone, times) => Several::On(*zone, times - 1),
            Choice::Places(zones, times) => Several::From(Table::new(zones, B::NONE), times - 1),
            Choice::Unknown(zone) => Several::Unknown(*zone),
        };
        // Whether there is a check is only told where masks tell.
        let tells = plan.knows_checks && plan.minds_royals && !plan.has_voids;
        let told = !row.latch.is_calm || tells;
        let fixed = row.fixed.as_ref().filter(|_| told);
        let nothing = Now { from: B::NONE, quiet: B::NONE, capture: B::NONE, neutral: B::NONE };
        let now = fixed.unwrap_or(&nothing);
        let reach = match (&choice, &row.shifts[..]) {
            (Several::From(..), _) => row.reach.clone(),
            (_, &[one]) => Reach::Shift(one),
            (_, &[one, other]) => Reach::Shifts([one, other]),
            _ => row.reach.clone(),
        };
        Some(Tile {
            row: row.clause.into(),
            kind: row.kind,
            trust: row.swift.trust,
            is_fixed: fixed.is_some(),
            latch: (!row.latch.is_open()).then(|| row.latch.clone()),
            from: now.from,
            quiet: now.quiet,
            capture: now.capture,
            neutral: now.neutral,
            union: union([now.quiet, now.capture, now.neutral], all),
            choice,
            reach,
        })
    }

    /// The tile of those moves that fulfil a duty, if any may.
    pub(crate) fn dutiful(&self, duty: Duty) -> Option<Tile<B>> {
        match duty {
            Duty::Never => None,
            Duty::Always => Some(self.clone()),
            Duty::IfCapture => {
                let union = self.union.map(|union| union & !1);
                Some(Tile { quiet: B::NONE, union, ..self.clone() })
            }
            // Only the moves themselves tell.
            Duty::Unknown => Some(Tile { trust: Trust::Never, ..self.clone() }),
        }
    }

    /// Those of some men whom the row lets start; `checked`: their player is in check.
    #[inline(always)]
    pub(crate) fn starting(&self, board: &Board<B>, men: B, checked: bool) -> B {
        let men = men & self.from;
        match &self.latch {
            None => men,
            Some(latch) => latch.open_to(board, men, checked),
        }
    }

    /// May the man on a square start?
    #[inline(always)]
    pub(crate) fn starts(&self, board: &Board<B>, origin: usize, checked: bool) -> bool {
        self.from.has(origin)
            && match &self.latch {
                None => true,
                Some(latch) => latch.open_to(board, B::of(origin), checked).any(),
            }
    }

    /// Where they may land.
    #[inline(always)]
    pub(crate) fn targets(&self, lands: &Lands<B>) -> B {
        if let Some(union) = self.union {
            return lands.unions[usize::from(union & 7)];
        }
        let [_, empty, enemies, _, neutral, ..] = lands.unions;
        (self.quiet & empty) | (self.capture & enemies) | (self.neutral & neutral)
    }

    /// Where the man on a square may land, if every displacement is one move.
    #[inline(always)]
    pub(crate) fn landings(&self, origin: usize, occupied: B, lands: &Lands<B>) -> Option<B> {
        let Several::Nowhere = self.choice else { return None };
        Some(self.reached(origin, occupied) & self.targets(lands))
    }

    /// What the man on a square reaches.
    #[inline(always)]
    pub(crate) fn reached(&self, origin: usize, occupied: B) -> B {
        self.reach.from(origin, occupied)
    }

    /// Does it tell how many moves there are on each target?
    pub(crate) fn is_told(&self) -> bool {
        !matches!(self.choice, Several::Unknown(_) | Several::IfQuiet(..))
    }

    /// On which of his targets there are several moves, and how many, if that is told.
    #[inline(always)]
    pub(crate) fn several(&self, origin: usize) -> (B, u32) {
        match &self.choice {
            Several::Nowhere | Several::Unknown(_) => (B::NONE, 1),
            Several::On(zone, more) | Several::IfQuiet(zone, more) => (*zone, more + 1),
            Several::From(zones, more) => (zones.of(origin), more + 1),
        }
    }

    /// May some of these men get where only the moves themselves tell how many there are?
    #[inline(always)]
    pub(crate) fn may_be_untold(
        &self,
        board: &Board<B>,
        men: B,
        lands: &Lands<B>,
        checked: bool,
    ) -> bool {
        let zone = match &self.choice {
            Several::Unknown(zone) => *zone,
            Several::IfQuiet(..) => board.occupied & self.targets(lands),
            _ => return false,
        };
        let men = self.starting(board, men, checked);
        let mut reached = B::NONE;
        if men.any() {
            self.reach.each(men, board.occupied, &mut |to| reached |= to);
        }
        (reached & zone).any()
    }

    /// Do only the moves themselves tell how many there are to some of these targets?
    #[inline(always)]
    pub(crate) fn is_open_at(&self, to: B, occupied: B) -> bool {
        match &self.choice {
            Several::Unknown(zone) => (*zone & to).any(),
            Several::IfQuiet(..) => (occupied & to).any(),
            _ => false,
        }
    }

    /// How many moves men have who may start, with what they may land on; none if only the moves
    /// tell.
    #[inline(always)]
    pub(crate) fn count(&self, men: B, occupied: B, to: B) -> Option<u32> {
        let mut moves = 0;
        match &self.choice {
            Several::On(zone, more) if (*zone & to).any() => {
                self.reach.each(men, occupied, &mut |reached| {
                    let several = reached & to & *zone;
                    moves += (reached & to).count();
                    if several.any() {
                        moves += several.count() * more;
                    }
                });
            }
            Several::From(zones, more) => {
                for origin in men.squares() {
                    let reached = self.reach.from(origin, occupied) & to;
                    let several = reached & zones.of(origin);
                    moves += reached.count();
                    if several.any() {
                        moves += several.count() * more;
                    }
                }
            }
            Several::Unknown(_) | Several::IfQuiet(..) => {
                let ((several, times), mut told) = (self.several(0), true);
                self.reach.each(men, occupied, &mut |reached| {
                    told &= !self.is_open_at(reached & to, occupied);
                    moves += (reached & to).count();
                    if several.any() {
                        moves += (reached & to & several).count() * (times - 1);
                    }
                });
                if !told {
                    return None;
                }
            }
            _ => self.reach.each(men, occupied, &mut |reached| moves += (reached & to).count()),
        }
        Some(moves)
    }
}

/// Which of some sets are all squares, a bit each, if the others are none.
fn union<B: Bits>(sets: [B; 3], all: B) -> Option<u8> {
    let mut union = 0;
    for (bit, set) in sets.into_iter().enumerate() {
        match set & all {
            set if set == all => union |= 1 << bit,
            set if set.none() => {}
            _ => return None,
        }
    }
    Some(union)
}
