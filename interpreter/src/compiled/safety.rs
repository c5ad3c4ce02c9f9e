//! What keeps a player's royal safe: checkers, pins, and the squares that answer a check.
//!
//! For a move that displaces one man the masks found here decide whether his royal is attacked
//! after it. They hold for one royal; what they cannot tell is to be tried.

use smallvec::SmallVec;

use super::attack::OddAttack;
use super::bits::Bits;
use super::board::{Board, KINDS};
use super::expr::{CondX, NumX, PartX, SetX};
use super::eye::Eye;
use super::program::Program;
use super::quick::{Known, quick};
use super::swift::Trust;

/// What is known of a player's safety before he moves.
#[expect(clippy::struct_excessive_bools, reason = "each is a reason of its own to try moves")]
pub(crate) struct Safety<B> {
    /// The royal, if there is exactly one to look after.
    pub(crate) royals: B,
    /// Every move must be tried.
    pub(crate) unclear: bool,
    /// Moves that take must be tried, whoever takes.
    pub(crate) try_captures: bool,
    /// Those of the royal that take must be tried.
    pub(crate) try_royal_captures: bool,
    /// Where others may go: everywhere, or where a check is answered.
    pub(crate) answers: B,
    /// Men who shield the royal, each with where he may go.
    pub(crate) pinned: B,
    pub(crate) pins: SmallVec<[(usize, B); 4]>,
    /// Moves from or to these squares must be tried.
    pub(crate) touchy: B,
    /// Some man who attacks in a way that fits no table is near the royal.
    pub(crate) odd_near: bool,
    pub(crate) in_check: bool,
    /// By more than one man.
    twice: bool,
    /// Attacks may be void: what masks forbid others than the royal must be tried.
    pub(crate) voidable: bool,
    /// Somewhere nobody may go, though there is no check.
    narrowed: bool,
    /// The royal may not go where he would be seen.
    pub(crate) minds_sights: bool,
}

impl<B: Bits> Safety<B> {
    fn safe(all: B) -> Safety<B> {
        Safety {
            royals: B::NONE,
            unclear: false,
            try_captures: false,
            try_royal_captures: false,
            answers: all,
            pinned: B::NONE,
            pins: SmallVec::new(),
            touchy: B::NONE,
            odd_near: false,
            in_check: false,
            twice: false,
            voidable: false,
            narrowed: false,
            minds_sights: false,
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
        self.in_check || self.pinned.any() || self.narrowed
    }

    /// Does nothing need a look besides masks, but for what the royal takes?
    #[inline(always)]
    pub(crate) fn is_clear(&self) -> bool {
        !self.odd_near && self.is_told()
    }

    /// The same, whoever is near the royal.
    #[inline(always)]
    fn is_told(&self) -> bool {
        !self.unclear && !self.try_captures && !self.voidable && self.touchy.none()
    }

    /// How far masks are trusted.
    #[inline(always)]
    pub(crate) fn trust(&self) -> Trust {
        match (self.is_told(), self.odd_near, self.hinders()) {
            (false, ..) => Trust::Not,
            (true, true, _) => Trust::Near,
            (true, false, true) => Trust::Always,
            (true, false, false) => Trust::Unhindered,
        }
    }

    pub(crate) fn pin(&mut self, man: B, ray: B) {
        self.pinned |= man;
        self.pins.push((man.first(), ray));
    }

    /// May there be some of these men among those who attack the royal, or would if a man who
    /// shields him left?
    pub(crate) fn may_be_attackers(&self, men: B) -> bool {
        let bound = self.pins.iter().any(|(_, ray)| (*ray & men).any());
        // Those who give check are among the answers, unless more than one do.
        let lost = self.twice || self.answers.none();
        let checks = self.in_check && ((self.answers & men).any() || lost);
        bound || checks || self.narrowed
    }

    fn check(&mut self, answers: B) {
        self.answers &= answers;
        self.twice |= self.in_check;
        self.in_check = true;
    }
}

impl<B: Bits> Program<B> {
    /// What keeps a player safe in a position.
    #[inline(always)]
    pub(crate) fn safety(&self, board: &Board<B>, player: u8) -> Safety<B> {
        let mut safety = Safety::safe(self.all);
        let plan = &self.players[usize::from(player)];
        for (bans, must) in [(&plan.calm, false), (&plan.tense, true)] {
            for ban in bans {
                let holds = quick(board, &Known::NOTHING, ban);
                safety.unclear |= holds.unwrap_or_else(|| Eye::new(self, board).holds(ban)) != must;
            }
        }
        if !plan.minds_royals && plan.sights.is_empty() {
            return safety;
        }
        let own = board.side[usize::from(player)];
        let eye = || Eye { attacking: true, supposer: player, ..Eye::new(self, board) };
        let royals = (board.kinds(self.royal) & own).when(plan.minds_royals);
        for sight in &plan.sights {
            safety.sight(sight, &eye(), royals, own);
        }
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
                // Guards are looked at however far the men are, since a move may change them.
                let near = match &table.star {
                    Some(star) if table.is_near => theirs & star.of(royal),
                    _ => theirs,
                };
                if near.none() {
                    continue;
                }
                let mut men = board.kinds(table.kinds) & near;
                if men.none() {
                    continue;
                }
                if !table.plain {
                    if table.gate.is_some_and(|gate| !gate.is_open(board)) {
                        continue;
                    }
                    let holds = match (table.gate, table.numbers) {
                        (Some(_), _) => true,
                        (None, Some(numbers)) => {
                            let (holds, changes) = numbers.compare(board);
                            if changes {
                                let near = table.star.as_ref().map_or(men, |s| s.of(royal) & men);
                                safety.try_captures |= near.any();
                                safety.try_royal_captures = true;
                            }
                            holds
                        }
                        (None, None) => safety.guarded(&eye(), &table.when),
                    };
                    if !holds || !table.may_take(royal) {
                        continue;
                    }
                    men = table.beginning(board, men, eye);
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
                        safety.hop(lower, royal, occupied, own, men);
                        safety.hop(upper, royal, occupied, own, men);
                    }
                }
            }
            safety.odd(board, &other.odd_attacks, theirs, royal);
        }
        safety.voidable = !self.void_signs.is_empty()
            && safety.hinders()
            && self.may_be_void(board, player, &safety);
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
    fn hop(&mut self, ray: B, royal: usize, occupied: B, own: B, men: B) {
        let hoppers = ray & men;
        if hoppers.none() {
            return;
        }
        let above = ray.first() > royal;
        for hopper in hoppers.squares() {
            // The squares between the royal and the hopper.
            let bit = B::of(hopper);
            let up_to = if above { B::line(B::NONE, ray, bit) } else { B::line(ray, B::NONE, bit) };
            let between = up_to.but(bit);
            let screens = between & occupied;
            // Where a man is no screen too few or too many.
            let answers = between.but(occupied) | bit;
            match screens.count() {
                // Whoever came between would be the screen.
                0 if between.any() => {
                    self.answers = self.answers.but(between);
                    self.narrowed = true;
                }
                1 => {
                    // The screen may leave; where to is seen when it is tried.
                    self.touchy |= screens & own;
                    self.check(answers);
                }
                // If one left, the other would be the screen.
                2 => (screens & own).squares().for_each(|man| self.pin(B::of(man), answers)),
                _ => {}
            }
        }
    }

    /// Attackers that fit no table.
    #[inline(always)]
    fn odd(&mut self, board: &Board<B>, attacks: &[OddAttack<B>], theirs: B, royal: usize) {
        for odd in attacks {
            if (board.kind[odd.kind & (KINDS - 1)] & theirs & odd.reach.of(royal)).any() {
                // What reads a mark is over with the move, unless the move sets it again.
                self.unclear |= !odd.fleeting || board.again;
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
            test.holds(now, *n) != test.holds(now - 1, *n)
        }
        PartX::Cond(CondX::Compare(_, NumX::Slot(_) | NumX::Const(_), NumX::Const(_))) => false,
        PartX::Cond(CondX::Compare(..)) => true,
        _ => false,
    })
}

impl<B: Bits> Program<B> {
    /// Squares from which a man of a player just dropped might give check; at least those.
    pub(crate) fn checks_from(&self, board: &Board<B>, player: u8, kind: u8, checked: u8) -> B {
        let eye = Eye::new(self, board);
        let royals = eye.royals(checked);
        let plan = &self.players[usize::from(player)];
        // Whatever may give check from elsewhere, since a man is dropped, is beyond this.
        let odd = plan.attacks.iter().any(|table| table.has.hops || !table.plain);
        let odd = odd || !plan.odd_attacks.is_empty() || !self.void_signs.is_empty();
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
        // An attack that may be void need be no check.
        let told = told && !(safety.in_check && safety.voidable);
        told.then_some((player, safety.in_check))
    }
}
