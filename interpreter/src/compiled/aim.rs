//! What rows allow as things stand, found out once for all men of a kind.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::{Board, NEUTRAL};
use super::door::Door;
use super::expr::{CondX, SetX};
use super::eye::Eye;
use super::layout::Layout;
use super::motion::Motions;
use super::plan::PlayerPlan;
use super::row::{Now, Row};
use super::tile::{Lands, Tile};

/// Who of a row's men may move, and where to.
#[derive(Clone, Copy)]
pub(crate) struct Aim<B> {
    pub(crate) from: B,
    /// Where they may land if they get there. Nothing if that is asked man by man.
    pub(crate) to: B,
}

/// Who stands where, as a player sees it.
pub(crate) struct Field<B> {
    pub(crate) mine: B,
    pub(crate) occupied: B,
    enemies: B,
    neutral: B,
}

/// The rows of a kind on the board.
pub(crate) struct Lot<B: Bits> {
    pub(crate) rows: Vec<usize>,
    /// Where each of them is: among the tiles, or among the odd rows.
    found: Vec<Found>,
    /// Places in `rows` of two that may lead to the same square.
    meeting: Vec<(u8, u8)>,
    /// Where its rows begin among those of all kinds.
    pub(crate) first: usize,
    /// Rows of which the board tells what they allow. Of two that may meet one at most is here.
    tiles: Vec<Tile<B>>,
    /// The same where only moves that fulfil a duty count, if there are duties.
    dutiful: Vec<Tile<B>>,
    /// The other rows, first those that may meet another.
    pub(crate) odd: Vec<Odd<B>>,
}

/// Where a row of a lot is.
#[derive(Clone, Copy)]
enum Found {
    Tile(usize),
    Odd(usize),
}

/// A row that has to be asked at every turn what it allows, or that may meet another.
pub(crate) struct Odd<B: Bits> {
    pub(crate) row: usize,
    pub(crate) door: Door<B>,
    pub(crate) meets: bool,
    /// How free men are counted by it, if masks tell.
    pub(crate) tile: Option<Tile<B>>,
}

/// Squares that must be empty for a man to get to one, and the square that must be occupied.
pub(crate) type Passage<B> = (B, B);

impl<B: Bits> Field<B> {
    #[inline(always)]
    pub(crate) fn new(board: &Board<B>, player: u8) -> Field<B> {
        let (mine, neutral) = (board.side[usize::from(player)], board.side[NEUTRAL]);
        let occupied = board.occupied;
        Field { mine, occupied, neutral, enemies: occupied.but(mine).but(neutral) }
    }

    /// Where men may land, of some squares.
    #[inline(always)]
    pub(crate) fn lands(&self, squares: B) -> Lands<B> {
        Lands::new(squares.but(self.occupied), squares & self.enemies, squares & self.neutral)
    }
}

impl<B: Bits> Aim<B> {
    /// Nobody may move.
    pub(crate) const NONE: Aim<B> = Aim { from: B::NONE, to: B::NONE };

    #[inline(always)]
    fn new(now: &Now<B>, men: B, field: &Field<B>) -> Aim<B> {
        let to = now.quiet.but(field.occupied)
            | (now.capture & field.enemies)
            | (now.neutral & field.neutral);
        Aim { from: (now.from & men).when(to.any()), to }
    }
}

impl<B: Bits> Row<B> {
    /// What it allows to some men as things stand.
    #[inline(always)]
    pub(crate) fn aim(&self, eye: &Eye<'_, B>, men: B, field: &Field<B>) -> Aim<B> {
        if let Some(now) = &self.fixed {
            if self.latch.is_open() {
                return Aim::new(now, men, field);
            }
            let checked = self.latch.is_calm && eye.holds(&CondX::InCheck(self.player));
            return Aim::new(now, self.latch.open_to(eye.now, men, checked), field);
        }
        if self.mark.is_some_and(|plane| eye.now.plane[plane].none()) {
            return Aim::NONE;
        }
        if self.is_shut(men, field.occupied) { Aim::NONE } else { self.aim_now(eye, men, field) }
    }

    #[inline(always)]
    fn is_shut(&self, men: B, occupied: B) -> bool {
        let from = if let SetX::Const(from) = &self.from { *from & men } else { men };
        from.none() || !from.many() && !self.may_pass(from.first(), occupied)
    }

    #[inline(never)]
    fn aim_now(&self, eye: &Eye<'_, B>, men: B, field: &Field<B>) -> Aim<B> {
        let Some(now) = self.now(eye, men) else { return Aim::NONE };
        if self.per_origin || self.motions.is_err() {
            return Aim { from: now.from, to: B::NONE };
        }
        Aim::new(&now, men, field)
    }

    /// By origin: how a man may get anywhere, if at most these rides and lame ways lead there and
    /// he lands on squares that are always the same.
    pub(crate) fn passages(&self, at_most: &Motions<B>) -> Option<Vec<SmallVec<[Passage<B>; 2]>>> {
        let (SetX::Const(quiet), SetX::Const(capture), SetX::Const(neutral)) =
            (&self.quiet, &self.capture, &self.neutral)
        else {
            return None;
        };
        let jumps = at_most.jumps.iter().any(|set| set.any());
        if jumps || !at_most.hops.is_empty() {
            return None;
        }
        let of = |order: &Vec<(u16, B)>| {
            let mut passages = SmallVec::new();
            for &(to, path) in order {
                let bit = B::of(to.into());
                if (*quiet & bit).any() {
                    passages.push((path | bit, B::NONE));
                }
                if ((*capture | *neutral) & bit).any() {
                    passages.push((path, bit));
                }
            }
            passages
        };
        Some(at_most.order.iter().map(of).collect())
    }
}

impl<B: Bits> Lot<B> {
    /// May two rows lead to the same square as things stand?
    #[inline(always)]
    pub(crate) fn meets(&self, aims: &[Aim<B>]) -> bool {
        let open = |place: u8| aims[usize::from(place)].from.any();
        self.meeting.iter().any(|&(a, b)| open(a) && open(b))
    }

    /// What each of its rows allows to men of the kind as things stand; `checked`: their player is in
    /// check.
    #[inline(never)]
    pub(crate) fn aim(
        &self,
        rows: &[Row<B>],
        eye: &Eye<'_, B>,
        men: B,
        field: &Field<B>,
        checked: bool,
        aims: &mut [Aim<B>],
    ) {
        let lands = field.lands(eye.program.all);
        for (aim, found) in aims.iter_mut().zip(&self.found) {
            *aim = match *found {
                Found::Tile(place) => {
                    let tile = &self.tiles[place];
                    let to = tile.targets(&lands);
                    Aim { from: tile.starting(eye.now, men, checked).when(to.any()), to }
                }
                Found::Odd(place) => {
                    let odd = &self.odd[place];
                    let shut = odd.door.is_shut(eye.now, men);
                    if shut { Aim::NONE } else { rows[odd.row].aim(eye, men, field) }
                }
            };
        }
    }

    /// Leaves of what its rows allow what may change which men stand on the board.
    pub(crate) fn sharpen(&self, rows: &[Row<B>], occupied: B, aims: &mut [Aim<B>]) {
        for (aim, &id) in aims.iter_mut().zip(&self.rows) {
            let row = &rows[id];
            // What is asked man by man is not known here.
            if row.tabled && !row.per_origin {
                aim.to &= occupied | row.changes;
                aim.from = aim.from.when(aim.to.any());
            }
        }
    }

    /// Its tiles: of all moves, or of those that fulfil a duty.
    #[inline(always)]
    pub(crate) fn tiles(&self, dutiful: bool) -> &[Tile<B>] {
        if dutiful { &self.dutiful } else { &self.tiles }
    }

    /// How free men are counted by one of its rows, if masks tell.
    pub(crate) fn tile(&self, row: usize) -> Option<&Tile<B>> {
        let odd = || self.odd.iter().find(|odd| odd.row == row)?.tile.as_ref();
        self.tiles.iter().find(|tile| tile.row == row).or_else(odd)
    }
}

/// By kind: its rows on the board.
pub(crate) fn lots<B: Bits>(plan: &PlayerPlan<B>, layout: &Layout) -> Vec<Lot<B>> {
    let all = (0..layout.squares).fold(B::NONE, |all, s| all | B::of(s));
    let mut first = 0;
    let lot = |rows: &Vec<usize>| {
        let mut meeting: Vec<(u8, u8)> = Vec::new();
        for (place, &id) in rows.iter().enumerate() {
            let swift = &plan.rows[id].swift;
            for other in swift.minus.iter().chain(&swift.clashes) {
                let other = rows.iter().position(|id| id == other);
                meeting.extend(other.map(|other| (other as u8, place as u8)));
            }
        }
        let (mut tiles, mut odd): (Vec<Tile<B>>, Vec<Odd<B>>) = (Vec::new(), Vec::new());
        for (place, &id) in rows.iter().enumerate() {
            let tile = Tile::new(&plan.rows[id], plan, all);
            let mut meets = meeting.iter().filter(|pair| [pair.0, pair.1].contains(&(place as u8)));
            let meets_tile = meeting.iter().any(|&(a, b)| {
                usize::from(b) == place && tiles.iter().any(|t| t.row == rows[usize::from(a)])
            });
            match tile {
                Some(tile) if tile.is_fixed && !meets_tile => tiles.push(tile),
                tile => {
                    let (door, meets) = (Door::new(&plan.rows[id], layout), meets.next().is_some());
                    odd.push(Odd { row: id, door, meets, tile });
                }
            }
        }
        odd.sort_by_key(|odd| !odd.meets);
        let found = |id: &usize| match tiles.iter().position(|tile| tile.row == *id) {
            Some(place) => Found::Tile(place),
            None => Found::Odd(odd.iter().position(|odd| odd.row == *id).unwrap_or(0)),
        };
        let found = rows.iter().map(found).collect();
        let dutiful = |tile: &Tile<B>| tile.dutiful(plan.rows[tile.row].swift.duty);
        let dutiful = tiles.iter().filter(|_| plan.has_duties).filter_map(dutiful).collect();
        first += rows.len();
        Lot { rows: rows.clone(), found, meeting, first: first - rows.len(), tiles, dutiful, odd }
    };
    plan.of_kind.iter().map(lot).collect()
}
