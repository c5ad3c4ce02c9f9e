//! What keeps a player's royal safe: checkers, pins, and the squares that answer a check.
//!
//! For a move that displaces one man the masks found here decide whether his royal is attacked
//! after it. They hold for one royal; what they cannot tell is to be tried.

use smallvec::SmallVec;

use super::bits::Bits;
use super::board::Board;
use super::expr::{CondX, NumX, PartX, SetX, compares};
use super::eye::Eye;
use super::program::Program;
use super::row::Row;
use super::swift::sight;

/// What is known of a player's safety before he moves.
#[expect(clippy::struct_excessive_bools, reason = "each is a reason of its own to try moves")]
pub(crate) struct Safety<B> {
    /// The royal, if there is exactly one to look after.
    pub(crate) royals: B,
    /// Every move must be tried.
    pub(crate) unclear: bool,
    /// Moves that take must be tried.
    pub(crate) try_captures: bool,
    /// Where others may go: everywhere, or where a check is answered.
    pub(crate) answers: B,
    /// Men who shield the royal, each with where he may go.
    pub(crate) pinned: B,
    pub(crate) pins: SmallVec<[(usize, B); 8]>,
    /// Moves from or to these squares must be tried.
    pub(crate) touchy: B,
    /// Some man who attacks in a way that fits no table is near the royal.
    pub(crate) odd_near: bool,
    pub(crate) in_check: bool,
}

impl<B: Bits> Safety<B> {
    fn safe(all: B) -> Safety<B> {
        Safety {
            royals: B::NONE,
            unclear: false,
            try_captures: false,
            answers: all,
            pinned: B::NONE,
            pins: SmallVec::new(),
            touchy: B::NONE,
            odd_near: false,
            in_check: false,
        }
    }

    /// Where the man on a square, who is no royal, may go.
    #[inline(always)]
    pub(crate) fn allows(&self, origin: usize) -> B {
        if !self.pinned.has(origin) {
            return self.answers;
        }
        let pins = self.pins.iter().filter(|(man, _)| *man == origin);
        pins.fold(self.answers, |all, (_, ray)| all & *ray)
    }

    /// Does it keep anybody but the royal from going anywhere?
    pub(crate) fn hinders(&self) -> bool {
        self.in_check || self.pinned.any()
    }

    fn pin(&mut self, man: B, ray: B) {
        self.pinned |= man;
        self.pins.push((man.first(), ray));
    }

    fn check(&mut self, answers: B) {
        self.answers &= answers;
        self.in_check = true;
    }
}

impl<B: Bits> Program<B> {
    /// What keeps a player safe in a position.
    #[inline]
    pub(crate) fn safety(&self, board: &Board<B>, player: u8) -> Safety<B> {
        let mut safety = Safety::safe(self.all);
        let plan = &self.players[usize::from(player)];
        if !plan.minds_royals && plan.sights.is_empty() {
            return safety;
        }
        if !plan.calm.is_empty() {
            let eye = Eye::new(self, board);
            safety.unclear |= plan.calm.iter().any(|ban| eye.holds(ban));
        }
        let own = board.side[usize::from(player)];
        let eye = Eye { attacking: true, supposer: player, ..Eye::new(self, board) };
        for sight in &plan.sights {
            let watchers = eye.set(&sight.from);
            safety.touchy |= self.ground.along(sight.dirs, watchers) | watchers;
            // Whoever is seen already has to do something about it.
            safety.unclear |= eye.holds(&sight.ban);
        }
        if !plan.minds_royals {
            return safety;
        }
        let royals = eye.royals(player);
        if royals.none() {
            return safety;
        }
        if royals.many() {
            safety.unclear = true;
            return safety;
        }
        let royal = royals.first();
        safety.royals = royals;
        let occupied = board.occupied;
        for (enemy, other) in self.players.iter().enumerate() {
            if enemy == usize::from(player) {
                continue;
            }
            let theirs = board.side[enemy];
            for table in &other.attacks {
                let mut men = board.kinds(table.kinds) & theirs;
                if men.none() {
                    continue;
                }
                if !table.plain {
                    if !table.may_take(royal) {
                        continue;
                    }
                    if !safety.guarded(&eye, &table.when) {
                        continue;
                    }
                    if let Some(from) = &table.from {
                        men &= eye.set(from);
                    }
                    safety.unclear |= table.falls && !table.has.only_jumps();
                }
                if table.has.jumps {
                    let checkers = table.jumps[royal] & men;
                    if checkers.any() {
                        safety.unclear |= table.falls;
                        safety.check(if checkers.many() { B::NONE } else { checkers });
                    }
                }
                if table.has.rides {
                    for &(lower, upper) in &table.rides.lines[royal] {
                        safety.ride(lower, upper, occupied, own, men);
                    }
                }
                if table.has.lame {
                    for &(from, between) in &table.lame[royal] {
                        let attacker = B::of(from.into());
                        if (men & attacker).none() {
                            continue;
                        }
                        let blockers = between & occupied;
                        if blockers.none() {
                            safety.check(between | attacker);
                        } else if !blockers.many() && (blockers & own).any() {
                            safety.pin(blockers, between | attacker);
                        }
                    }
                }
                if table.has.hops {
                    for &(lower, upper) in &table.hops.lines[royal] {
                        safety.hop(lower, royal, occupied, men);
                        safety.hop(upper, royal, occupied, men);
                    }
                }
            }
            safety.odd(&eye, other, royal);
        }
        safety
    }
}

impl<B: Bits> Safety<B> {
    /// One line of riders.
    #[inline(always)]
    fn ride(&mut self, lower: B, upper: B, occupied: B, own: B, men: B) {
        let line = lower | upper;
        if (men & line).none() {
            return;
        }
        let near = B::line(lower, upper, occupied);
        let checkers = near & men;
        if checkers.any() {
            for checker in checkers.squares() {
                let bit = B::of(checker);
                let side = if (bit & lower).any() { lower } else { upper };
                self.check(near & side);
            }
        }
        let shields = near & own;
        if shields.any() {
            let far = B::line(lower, upper, occupied ^ shields);
            let pinners = far.but(near) & men;
            for side in [lower, upper] {
                if (pinners & side).any() && (shields & side).any() {
                    self.pin(shields & side, far & side);
                }
            }
        }
    }

    /// One ray of hoppers, from the royal outward.
    fn hop(&mut self, ray: B, royal: usize, occupied: B, men: B) {
        let hoppers = ray & men;
        if hoppers.none() {
            return;
        }
        let above = ray.first() > royal;
        for hopper in hoppers.squares() {
            // The squares between the royal and the hopper.
            let bit = B::of(hopper);
            let beyond =
                if above { B::line(B::NONE, ray, bit) } else { B::line(ray, B::NONE, bit) };
            let between = beyond.but(bit);
            if (between & occupied).count() <= 2 {
                self.touchy |= beyond;
            }
            if (between & occupied).count() == 1 {
                self.check(B::NONE);
            }
        }
    }

    /// Attackers that fit no table.
    fn odd(&mut self, eye: &Eye<'_, B>, enemy: &super::plan::PlayerPlan<B>, royal: usize) {
        for odd in &enemy.odd_attacks {
            let row = &enemy.rows[odd.row];
            let men = eye.men_of(row.player, 1 << row.kind);
            if (men & odd.reach[royal]).any() {
                // What reads a mark is over with the move, unless the move sets it again.
                self.unclear |= !odd.fleeting || eye.now.again;
                self.odd_near = true;
            }
        }
    }

    /// Does the guard of a table hold, and what if a man is taken?
    fn guarded(&mut self, eye: &Eye<'_, B>, when: &CondX<B>) -> bool {
        if *when == CondX::Const(true) {
            return true;
        }
        self.try_captures |= flips(eye, when);
        eye.holds(when)
    }
}

/// May a comparison of a number of men come out otherwise with one man fewer?
fn flips<B: Bits>(eye: &Eye<'_, B>, when: &CondX<B>) -> bool {
    when.mentions(&|part| match part {
        PartX::Cond(CondX::Compare(test, NumX::Count(set @ SetX::Men(_)), NumX::Const(n))) => {
            let now = eye.set(set).count() as i32;
            compares(*test, now, *n) != compares(*test, now - 1, *n)
        }
        PartX::Cond(CondX::Compare(_, NumX::Slot(_) | NumX::Const(_), NumX::Const(_))) => false,
        PartX::Cond(CondX::Compare(..)) => true,
        _ => false,
    })
}

/// A ban on being seen along lines.
pub(crate) struct Sight<B> {
    ban: CondX<B>,
    /// The lines, from the men that must not be seen.
    dirs: u32,
    from: SetX<B>,
}

/// The lines of sight that bans on some of a player's rows are about.
pub(crate) fn sights<B: Bits>(rows: &[Row<B>]) -> Vec<Sight<B>> {
    let mut found: Vec<Sight<B>> = Vec::new();
    for row in rows {
        for (ban, _) in &row.bans {
            if let Some((dirs, from)) = sight(ban, row.player)
                && found.iter().all(|sight| sight.ban != *ban)
            {
                found.push(Sight { ban: ban.clone(), dirs, from });
            }
        }
    }
    found
}

impl<B: Bits> Program<B> {
    /// Squares from which a man of a player just dropped might give check; at least those.
    pub(crate) fn checks_from(&self, board: &Board<B>, player: u8, kind: u8, checked: u8) -> B {
        let eye = Eye::new(self, board);
        let royals = eye.royals(checked);
        let plan = &self.players[usize::from(player)];
        // Whatever may give check from elsewhere, since a man is dropped, is beyond this.
        let odd = plan.attacks.iter().any(|table| table.has.hops || !table.plain);
        let odd = odd || !plan.odd_attacks.is_empty() || !self.voids[0].is_empty();
        if odd || royals.none() || royals.many() {
            return self.all;
        }
        let tables = plan.attacks.iter().filter(|table| table.kinds >> kind & 1 != 0);
        tables.fold(B::NONE, |all, table| all | table.reach(royals.first(), board.occupied))
    }

    /// Whether a player is in check, as far as his safety tells.
    pub(crate) fn known_check(&self, safety: &Safety<B>, player: u8) -> Option<(u8, bool)> {
        let plan = &self.players[usize::from(player)];
        let told = plan.knows_checks && plan.minds_royals && !safety.unclear && !safety.odd_near;
        told.then_some((player, safety.in_check))
    }
}

/// What a royal meets on a square he might go to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Danger {
    None,
    Attacked,
    /// It is to be tried.
    Unclear,
}

impl<B: Bits> Program<B> {
    /// The attacks of others that might meet a royal on a square he may go to.
    pub(crate) fn threats(&self, board: &Board<B>, player: u8, royal: usize) -> Threats {
        let mut threats = Threats::default();
        for (enemy, other) in self.players.iter().enumerate() {
            if enemy == usize::from(player) {
                continue;
            }
            let theirs = board.side[enemy];
            for (id, table) in other.attacks.iter().enumerate() {
                let near = table
                    .near
                    .get(royal)
                    .is_none_or(|near| (board.kinds(table.kinds) & theirs & *near).any());
                if near {
                    threats.tables.push((enemy as u8, id as u8));
                }
            }
        }
        threats
    }

    /// Is a royal of the player attacked if he goes from one square to another?
    pub(crate) fn danger(
        &self,
        board: &Board<B>,
        player: u8,
        from: usize,
        to: usize,
        threats: Option<&Threats>,
    ) -> Danger {
        let eye = || Eye { attacking: true, supposer: player, ..Eye::new(self, board) };
        let occupied = board.occupied.but(B::of(from));
        let mut danger = Danger::None;
        let tables = threats.into_iter().flat_map(|threats| &threats.tables);
        for &(enemy, id) in tables {
            let other = &self.players[usize::from(enemy)];
            let table = &other.attacks[usize::from(id)];
            let theirs = board.side[usize::from(enemy)].but(B::of(to));
            let mut men = board.kinds(table.kinds) & theirs;
            if men.none() {
                continue;
            }
            men &= table.reach(to, occupied);
            if men.none() {
                continue;
            }
            if !table.plain {
                let eye = eye();
                if let Some(from) = &table.from {
                    men &= eye.set(from);
                }
                if men.none() || !table.may_take(to) || !eye.holds(&table.when) {
                    continue;
                }
                if table.falls {
                    danger = Danger::Unclear;
                    continue;
                }
            }
            return Danger::Attacked;
        }
        for (enemy, other) in self.players.iter().enumerate() {
            for odd in other.odd_attacks.iter().filter(|_| enemy != usize::from(player)) {
                if odd.fleeting && !board.again {
                    continue;
                }
                let men = board.kinds(1 << other.rows[odd.row].kind) & board.side[enemy];
                if (men & odd.reach[to]).any() {
                    danger = Danger::Unclear;
                }
            }
        }
        danger
    }
}

/// The tables of attacks that might meet a royal next to where he stands: enemy, and number.
#[derive(Default)]
pub(crate) struct Threats {
    tables: SmallVec<[(u8, u8); 16]>,
}
