//! Who attacks what.
//!
//! Attacks are looked up from the aim: the tables of a capturing way to move are turned round, and
//! men who capture alike share one. What fits no table is asked man by man.

use std::ops::ControlFlow::{Break, Continue};

use chator_rules::Comparison;

use super::bits::Bits;
use super::board::Board;
use super::expr::{CondX, NumX, SetX};
use super::eye::{ActX, Eye};
use super::latch::{Gate, Planes};
use super::motion::Rays;
use super::row::Row;
use super::table::Table;

/// Men of some kinds of one player who capture alike.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the guard by itself")]
pub(crate) struct AttackTable<B: Bits> {
    /// A bit each.
    pub(crate) kinds: u32,
    /// Where such a man must stand; none for anywhere.
    pub(crate) from: Option<SetX<B>>,
    /// The same as a set and planes, if it is no more.
    pub(crate) begins: Option<(B, Planes)>,
    /// What else must hold, of no man in particular.
    pub(crate) when: CondX<B>,
    /// What else must hold of the man, with the clause.
    pub(crate) local: Option<(u16, CondX<B>)>,
    /// What he may take; none for anything.
    pub(crate) capture: Option<SetX<B>>,
    /// From where a square is attacked whatever stands between.
    pub(crate) jumps: Vec<B>,
    pub(crate) rides: Rays<B>,
    pub(crate) lame: Vec<Vec<(u16, B)>>,
    pub(crate) hops: Rays<B>,
    /// By origin: what such a man attacks by jumps, and along rays.
    pub(crate) jumps_from: Vec<B>,
    pub(crate) rides_from: Rays<B>,
    pub(crate) has: Parts,
    /// By square: from where at most it is attacked.
    pub(crate) star: Option<Table<B, B>>,
    /// By square: from where at most such a man attacks a square that an enemy's royal may go to
    /// from there. None if there is no telling.
    pub(crate) near: Option<Table<B, B>>,
    /// Everything depends on the squares alone.
    pub(crate) plain: bool,
    /// Everything depends on who stands where, and on what those men remember.
    pub(crate) is_near: bool,
    /// All that must hold besides, if it is so little.
    pub(crate) gate: Option<Gate>,
    /// The same, if it compares how many men a side has.
    pub(crate) numbers: Option<Numbers>,
    /// The guard is one of these two, or holds always.
    pub(crate) told: bool,
    /// A guard asks for a flag that an enemy's move can take away.
    pub(crate) falls: bool,
}

/// How many men a side must have.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    side: usize,
    test: Comparison,
    value: i32,
}

impl Numbers {
    /// A condition that asks for no more than that.
    pub(crate) fn new<B: Bits>(cond: &CondX<B>) -> Option<Numbers> {
        match cond {
            CondX::Compare(test, NumX::Count(SetX::Men(side)), NumX::Const(value))
                if side.is_power_of_two() =>
            {
                let side = side.trailing_zeros() as usize;
                Some(Numbers { side, test: *test, value: *value })
            }
            _ => None,
        }
    }

    /// Are they so many, and will that change with one man fewer?
    #[inline(always)]
    pub(crate) fn compare<B: Bits>(self, board: &Board<B>) -> (bool, bool) {
        let men = board.side[self.side].count() as i32;
        let (now, fewer) = (self.test.holds(men, self.value), self.test.holds(men - 1, self.value));
        (now, now != fewer)
    }
}

/// A clause that attacks in a way for which there is no table.
pub(crate) struct OddAttack<B: Bits> {
    pub(crate) row: usize,
    pub(crate) kind: usize,
    /// By aim: from where it might be attacked at most.
    pub(crate) reach: Table<B, B>,
    /// It reads marks, which are gone after the next move.
    pub(crate) fleeting: bool,
}

/// Which tables are not empty.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one table is empty")]
pub(crate) struct Parts {
    pub(crate) jumps: bool,
    pub(crate) rides: bool,
    pub(crate) lame: bool,
    pub(crate) hops: bool,
}

impl Parts {
    pub(crate) fn only_jumps(self) -> bool {
        self == Parts { jumps: true, ..Parts::default() }
    }
}

impl<B: Bits> AttackTable<B> {
    /// Nobody attacks anything.
    pub(crate) fn blank() -> AttackTable<B> {
        AttackTable {
            kinds: 0,
            from: None,
            begins: None,
            when: CondX::Const(true),
            local: None,
            capture: None,
            jumps: Vec::new(),
            rides: Rays::NONE,
            lame: Vec::new(),
            hops: Rays::NONE,
            jumps_from: Vec::new(),
            rides_from: Rays::NONE,
            has: Parts::default(),
            star: None,
            near: None,
            plain: false,
            is_near: false,
            gate: None,
            numbers: None,
            told: false,
            falls: false,
        }
    }

    /// From where the square is attacked by such men on a board so occupied.
    #[inline(always)]
    pub(crate) fn reach(&self, aim: usize, occupied: B) -> B {
        let mut from = B::NONE;
        if self.has.jumps {
            from |= self.jumps[aim];
        }
        if self.has.rides {
            for &(lower, upper) in &self.rides.lines[aim] {
                from |= B::line(lower, upper, occupied);
            }
        }
        if self.has.lame {
            for &(origin, between) in &self.lame[aim] {
                from |= B::of(origin.into()).when((between & occupied).none());
            }
        }
        if self.has.hops {
            from |= hopped(&self.hops.lines[aim], occupied);
        }
        from
    }

    /// The men of a set who attack a square.
    #[inline(always)]
    pub(crate) fn attackers(&self, aim: usize, men: B, occupied: B) -> B {
        let mut from = B::NONE;
        if self.has.jumps {
            from |= self.jumps[aim];
        }
        if self.has.rides {
            for &(lower, upper) in &self.rides.lines[aim] {
                // To see that nobody stands on a line is cheaper than to look along it.
                if ((lower | upper) & men).any() {
                    from |= B::line(lower, upper, occupied);
                }
            }
        }
        if self.has.lame {
            for &(origin, between) in &self.lame[aim] {
                from |= B::of(origin.into()).when((between & occupied).none());
            }
        }
        if self.has.hops {
            from |= hopped(&self.hops.lines[aim], occupied);
        }
        from & men
    }

    /// Of some squares those that men of a set attack.
    #[inline(always)]
    pub(crate) fn hits(&self, men: B, squares: B, occupied: B) -> B {
        let mut hit = B::NONE;
        // Man by man, unless there is one square and several men: then square by square.
        if self.has.lame || self.has.hops || men.many() && !squares.many() {
            for square in squares.squares() {
                if self.attackers(square, men, occupied).any() {
                    hit |= B::of(square);
                }
            }
            return hit;
        }
        for man in men.squares() {
            if self.has.jumps {
                hit |= self.jumps_from[man];
            }
            if self.has.rides {
                for &(lower, upper) in &self.rides_from.lines[man] {
                    if ((lower | upper) & squares).any() {
                        hit |= B::line(lower, upper, occupied);
                    }
                }
            }
        }
        hit & squares
    }

    /// From where the square is attacked at most, whatever stands on the board.
    pub(crate) fn farthest(&self, aim: usize) -> B {
        let mut from = B::NONE;
        from |= self.jumps.get(aim).copied().unwrap_or(B::NONE);
        for rays in [&self.rides, &self.hops] {
            for &(lower, upper) in rays.lines.get(aim).into_iter().flatten() {
                from |= lower | upper;
            }
        }
        for &(origin, _) in self.lame.get(aim).into_iter().flatten() {
            from |= B::of(origin.into());
        }
        from
    }

    /// Those of some men who stand where they must.
    #[inline(always)]
    pub(crate) fn beginning<'e>(
        &self,
        board: &Board<B>,
        men: B,
        eye: impl FnOnce() -> Eye<'e, B>,
    ) -> B {
        match (&self.from, self.begins) {
            (None, _) => men,
            (_, Some((from, planes))) => planes.open_to(board, men & from),
            (Some(from), None) => men & eye().set(from),
        }
    }

    /// May such a man take on the square? Of filters that change nothing is said.
    #[inline(always)]
    pub(crate) fn may_take(&self, square: usize) -> bool {
        !matches!(&self.capture, Some(SetX::Const(set)) if !set.has(square))
    }

    /// Does everything depend on the squares alone?
    pub(crate) fn is_plain(&self) -> bool {
        self.from.is_none()
            && self.when == CondX::Const(true)
            && self.local.is_none()
            && self.capture.is_none()
    }
}

/// What is seen over the first man of each ray, up to the second and with him.
#[inline(always)]
pub(crate) fn hopped<B: Bits>(rays: &[(B, B)], occupied: B) -> B {
    rays.iter().fold(B::NONE, |all, &(lower, upper)| {
        let near = B::line(lower, upper, occupied);
        let screens = near & occupied;
        let far = B::line(lower, upper, occupied ^ screens);
        // A side without a screen shows nothing new.
        all | far.but(near)
    })
}

impl<B: Bits> Eye<'_, B> {
    /// Is a royal of the player attacked?
    pub(crate) fn in_check(&self, player: u8) -> bool {
        !self.attacking
            && self.royals(player).squares().any(|royal| self.attackers(royal, player).any())
    }

    /// The men hostile to a player that attack a square.
    pub(crate) fn attackers(&self, square: usize, own: u8) -> B {
        let program = self.program;
        let mut found = B::NONE;
        for player in (0..program.players.len() as u8).filter(|&p| p != own) {
            found |= self.attackers_of(square, player);
        }
        if self.voids && !program.voids[0].is_empty() {
            for man in found.squares() {
                if self.is_void(man) {
                    found = found.but(B::of(man));
                }
            }
        }
        found
    }

    /// A hostile player's men that attack a square, whatever the voids say.
    fn attackers_of(&self, square: usize, player: u8) -> B {
        let plan = &self.program.players[usize::from(player)];
        let theirs = self.now.side[usize::from(player)].but(self.lifted);
        let occupied = self.now.occupied.but(self.lifted);
        let eye = || Eye { supposed: B::NONE, supposer: player, attacking: true, ..*self };
        let mut found = B::NONE;
        for table in &plan.attacks {
            let near = table.star.as_ref().map_or(theirs, |star| theirs & star.of(square));
            if near.none() {
                continue;
            }
            let mut men = self.now.kinds(table.kinds) & near;
            if men.none() {
                continue;
            }
            men = table.attackers(square, men, occupied);
            if men.none() {
                continue;
            }
            if table.plain {
                found |= men;
                continue;
            }
            if table.gate.is_some_and(|gate| !gate.is_open(self.now)) {
                continue;
            }
            let counted = table.numbers.filter(|_| self.lifted.none());
            if counted.is_some_and(|numbers| !numbers.compare(self.now).0) {
                continue;
            }
            let eye = eye();
            men = table.beginning(self.now, men, || eye);
            if men.none()
                || table.capture.as_ref().is_some_and(|set| !eye.has(set, square))
                || table.gate.is_none() && !eye.holds(&table.when)
            {
                continue;
            }
            if let Some((clause, local)) = &table.local {
                let kind = self.program.clauses[usize::from(*clause)].kind;
                for man in men.squares() {
                    if !eye.about(man as u16, kind, *clause).holds(local) {
                        men = men.but(B::of(man));
                    }
                }
            }
            found |= men;
        }
        if plan.odd_attacks.is_empty() {
            return found;
        }
        let eye = eye();
        for odd in &plan.odd_attacks {
            let row = &plan.rows[odd.row];
            let near = odd.reach.of(square);
            let men = eye.men_of(player, 1 << row.kind) & near;
            if men.none() || !eye.may_land(row) {
                continue;
            }
            for man in men.squares() {
                if eye.strikes(row, player, man, square) {
                    found |= B::of(man);
                }
            }
        }
        found
    }

    /// Is there any square that the row could land on, wherever it starts?
    pub(crate) fn may_land(&self, row: &Row<B>) -> bool {
        row.per_origin
            || row.motions.is_err()
            || self.set(&row.quiet).any()
            || self.set(&row.capture).any()
            || self.set(&row.neutral).any()
    }

    /// Could the man's clause take a man of an enemy on `aim`? See the reference's `strikes`.
    fn strikes(&self, row: &Row<B>, player: u8, from: usize, aim: usize) -> bool {
        let clause = &self.program.clauses[usize::from(row.clause)];
        let eye = self.about(from as u16, row.kind, row.clause);
        if !eye.has(&row.attack_from, from) || !eye.holds(&row.attack_when) {
            return false;
        }
        let lifted = Eye { lifted: eye.lifted | B::of(from), ..eye };
        if clause.strikes {
            let struck = Eye { supposed: B::of(aim), ..lifted };
            let hit = row.strides.iter().any(|stride| {
                let told = &mut |to, path| {
                    let applies = !clause.takes || struck.takes_any(row, player, to, path);
                    if applies { Break(()) } else { Continue(()) }
                };
                stride.walk(&struck, player, from, Some(aim), clause.path_matters, told).is_break()
            });
            if hit {
                return true;
            }
        }
        let hostile = self.now.side[usize::from(player)] | self.now.side[super::board::NEUTRAL];
        if clause.takes && self.now.occupied.but(hostile).has(aim) {
            return row.strides.iter().any(|stride| {
                let told = &mut |to, path| {
                    let aimed = Eye { act: ActX { target: to as u16, path, ..eye.act }, ..eye };
                    let hit = eye.takes_any(row, player, to, path)
                        && row.takes.iter().any(|set| aimed.has(set, aim));
                    if hit { Break(()) } else { Continue(()) }
                };
                stride.walk(&lifted, player, from, None, clause.path_matters, told).is_break()
            });
        }
        false
    }

    /// Would every `take` of the row's clause find a hostile man?
    pub(crate) fn takes_any(&self, row: &Row<B>, player: u8, to: usize, path: B) -> bool {
        let eye = Eye { act: ActX { target: to as u16, path, ..self.act }, ..*self };
        let own = self.now.side[usize::from(player)] | self.now.side[super::board::NEUTRAL];
        let hostile = self.now.occupied.but(own);
        row.takes.iter().all(|set| (eye.set(set) & hostile).any())
    }

    /// Does a void make the attack of the man on a square count for nothing?
    fn is_void(&self, attacker: usize) -> bool {
        let owner = super::board::side_of(self.now.man(attacker));
        let eye = Eye { attacker: attacker as u16, voids: false, attacking: false, ..*self };
        self.program.voids[owner].iter().any(|void| eye.holds(void))
    }

    /// Of some squares those attacked by men hostile to a player that are in a set.
    pub(crate) fn attacked(&self, own: u8, by: B, squares: B) -> B {
        if self.attacking {
            return B::NONE;
        }
        let mut found = B::NONE;
        for square in squares.squares() {
            if (self.attackers(square, own) & by).any() {
                found |= B::of(square);
            }
        }
        found
    }

    /// Men hostile to a player that attack one of a set.
    pub(crate) fn attacking(&self, own: u8, of: B) -> B {
        if self.attacking {
            return B::NONE;
        }
        of.squares().fold(B::NONE, |all, aim| all | self.attackers(aim, own))
    }

    /// Men that attack a royal of a player hostile to them.
    pub(crate) fn checking(&self) -> B {
        if self.attacking {
            return B::NONE;
        }
        (0..self.program.players.len() as u8).fold(B::NONE, |all, player| {
            self.royals(player)
                .squares()
                .fold(all, |all, royal| all | self.attackers(royal, player))
        })
    }
}
