//! What rows allow as things stand, found out once for all men of a kind.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::{Board, NEUTRAL};
use super::expr::SetX;
use super::eye::Eye;
use super::motion::Motions;
use super::plan::PlayerPlan;
use super::row::{Now, Row};

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
pub(crate) struct Lot {
    pub(crate) rows: Vec<usize>,
    /// Places in `rows` of two that may lead to the same square.
    meeting: Vec<(u8, u8)>,
    /// Where its rows begin among those of all kinds.
    pub(crate) first: usize,
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
            if self.gate.is_some_and(|gate| !gate.is_open(eye.now)) {
                return Aim::NONE;
            }
            let bare = self.bare.iter().fold(men, |men, &plane| men.but(eye.now.plane[plane]));
            return Aim::new(now, bare, field);
        }
        if self.mark.is_some_and(|plane| eye.now.plane[plane].none()) {
            return Aim::NONE;
        }
        let from = if let SetX::Const(from) = &self.from { *from & men } else { men };
        if from.none() || !from.many() && !self.may_pass(from.first(), field.occupied) {
            return Aim::NONE;
        }
        self.aim_now(eye, men, field)
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

impl Lot {
    /// May two rows lead to the same square as things stand?
    #[inline(always)]
    pub(crate) fn meets<B: Bits>(&self, aims: &[Aim<B>]) -> bool {
        let open = |place: u8| aims[usize::from(place)].from.any();
        self.meeting.iter().any(|&(a, b)| open(a) && open(b))
    }

    pub(crate) fn may_meet(&self) -> bool {
        !self.meeting.is_empty()
    }
}

/// By kind: its rows on the board.
pub(crate) fn lots<B: Bits>(plan: &PlayerPlan<B>) -> Vec<Lot> {
    let mut first = 0;
    let lot = |rows: &Vec<usize>| {
        let mut meeting = Vec::new();
        for (place, &id) in rows.iter().enumerate() {
            let swift = &plan.rows[id].swift;
            for other in swift.minus.iter().chain(&swift.clashes) {
                let other = rows.iter().position(|id| id == other);
                meeting.extend(other.map(|other| (other as u8, place as u8)));
            }
        }
        first += rows.len();
        Lot { rows: rows.clone(), meeting, first: first - rows.len() }
    };
    plan.of_kind.iter().map(lot).collect()
}
