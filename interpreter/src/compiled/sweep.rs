//! Legal moves without making them, wherever that can be known.

use std::ops::ControlFlow::{self, Break, Continue};

use smallvec::SmallVec;

use crate::moves::Move;

use super::aim::{Aim, Field, Lot};
use super::bits::Bits;
use super::board::{Board, kind_of};
use super::choice::Choice;
use super::expr::CondX;
use super::eye::Eye;
use super::make::DeedX;
use super::placing::Places;
use super::plain::Plain;
use super::plan::PlayerPlan;
use super::program::Program;
use super::row::Row;
use super::safety::Safety;
use super::sink::{Any, Group, Sink};
use super::swift::Trust;
use super::tile::Lands;

/// Which legal moves.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    All,
    /// Those that fulfil a duty.
    Dutiful,
    /// Those that may change which men stand on the board, and maybe others; none from stocks.
    Sharp,
}

/// Two rows came to the same square, and only the moves themselves tell whether they are the same.
pub(crate) struct Mixed;

/// Moves without their choices, and the squares they pass.
type Stems<B> = SmallVec<[(Move, B); 8]>;

/// A sweep through a player's men.
pub(crate) struct Sweep<'s, B: Bits> {
    pub(crate) program: &'s Program<B>,
    pub(crate) plan: &'s PlayerPlan<B>,
    pub(crate) eye: &'s Eye<'s, B>,
    pub(crate) board: &'s Board<B>,
    pub(crate) player: u8,
    pub(crate) safety: &'s Safety<B>,
    /// Offers that may ride on any move.
    pub(crate) offers: SmallVec<[u8; 4]>,
    /// Only moves that fulfil a duty.
    pub(crate) dutiful: bool,
    /// Nothing needs a look besides: masks decide for every swift row.
    clear: bool,
    /// How far masks are trusted here.
    pub(crate) trust: Trust,
    /// The player is in check, if a latch asks for that; else false.
    pub(crate) checked: bool,
    pub(crate) deed: DeedX,
    /// By the plan's gates: the squares to choose from, if the board tells.
    places: SmallVec<[Option<Places<B>>; 2]>,
}

impl Wanted {
    pub(crate) fn when(dutiful: bool) -> Wanted {
        if dutiful { Wanted::Dutiful } else { Wanted::All }
    }
}

impl<B: Bits> Program<B> {
    /// Shows the legal moves of a player in the order of the reference. `eye` is about to move.
    #[inline(never)]
    pub(crate) fn sweep<S: Sink<B>>(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        safety: &Safety<B>,
        wanted: Wanted,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        match self.plain(eye.now, player, safety, wanted) {
            Some(plain) if plain.is_all() => Ok(plain.each(sink)),
            plain => self.sweep_all(eye, player, safety, wanted, plain.as_ref(), sink),
        }
    }

    /// The same where tiles do not tell everything; `plain` is what they tell.
    #[inline(always)]
    pub(crate) fn sweep_all<S: Sink<B>>(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        safety: &Safety<B>,
        wanted: Wanted,
        plain: Option<&Plain<'_, B>>,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        let dutiful = wanted == Wanted::Dutiful;
        let mut sweep = Sweep::new(self, eye, player, safety, dutiful);
        let plan = sweep.plan;
        let field = Field::new(eye.now, player);
        let lands = field.lands(self.all);
        let mut aims: SmallVec<[Aim<B>; 24]> = SmallVec::new();
        let odd = plan.spread.odd_kinds(eye.now, field.mine);
        // The odd kinds that have been looked at, and those that have rows which may come to the
        // same square, a bit each.
        let (mut asked, mut meeting) = (0u32, 0u32);
        for origin in field.mine.squares() {
            let kind = kind_of(eye.now.man(origin));
            if let Some(plain) = plain
                && plain.tells(kind)
            {
                if plain.man(origin, kind, sink).is_break() {
                    return Ok(Break(()));
                }
                continue;
            }
            let lot = &plan.lots[kind];
            let bit = 1 << kind;
            if odd & !asked & bit != 0 {
                asked |= bit;
                let men = eye.now.kind[kind] & field.mine;
                aims.resize(plan.places, Aim::NONE);
                let aims = &mut aims[lot.first..lot.first + lot.rows.len()];
                lot.aim(&plan.rows, eye, men, &field, sweep.checked, aims);
                if wanted == Wanted::Sharp {
                    lot.sharpen(&plan.rows, field.occupied, aims);
                }
                meeting |= if lot.meets(aims) { bit } else { 0 };
            }
            let done = if odd & bit == 0 {
                sweep.by_tiles(origin, lot, &lands, wanted == Wanted::Sharp, sink)?
            } else {
                let aims = &aims[lot.first..lot.first + lot.rows.len()];
                sweep.man(origin, lot, aims, meeting & bit != 0, sink)?
            };
            if done.is_break() {
                return Ok(Break(()));
            }
        }
        let drops = if wanted == Wanted::Sharp { &[][..] } else { &plan.drops[..] };
        for &row in drops {
            if sweep.dropped(&plan.rows[row], sink).is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// Has a player a legal move? `plain` as in [`Program::each_lawful`].
    pub(crate) fn can_move(&self, eye: &Eye<'_, B>, player: u8, plain: bool) -> bool {
        let by_trial =
            || self.each_lawful(eye, player, None, plain, &mut |_, _| Break(())).is_break();
        if plain && self.players[usize::from(player)].deep_bans {
            return by_trial();
        }
        let safety = self.safety(eye.now, player);
        let knowing = Eye { known_check: self.known_check(&safety, player), ..*eye };
        match self.sweep(&knowing, player, &safety, Wanted::All, &mut Any) {
            Ok(flow) => flow.is_break(),
            Err(Mixed) => by_trial(),
        }
    }
}

impl<'s, B: Bits> Sweep<'s, B> {
    #[inline(always)]
    pub(crate) fn new(
        program: &'s Program<B>,
        eye: &'s Eye<'s, B>,
        player: u8,
        safety: &'s Safety<B>,
        dutiful: bool,
    ) -> Sweep<'s, B> {
        let plan = &program.players[usize::from(player)];
        let mut open = SmallVec::new();
        for (number, offer) in (1..).zip(&plan.offers) {
            if !offer.local && !offer.is_shut(eye.now) && eye.holds(&offer.when) {
                open.push(number);
            }
        }
        Sweep {
            program,
            plan,
            eye,
            board: eye.now,
            player,
            safety,
            offers: open,
            dutiful,
            clear: safety.is_clear(),
            trust: safety.trust(),
            checked: plan.asks_checks && eye.holds(&CondX::InCheck(player)),
            deed: DeedX::default(),
            places: plan.gates.iter().map(|gates| gates.places(eye.now, program.all)).collect(),
        }
    }

    /// Of some targets those to which a move fulfils a duty, if that is asked; none if only the
    /// move itself tells.
    #[inline(always)]
    pub(crate) fn owed(&self, row: &Row<B>, to: B) -> Option<B> {
        if self.dutiful { row.swift.duty.owed(to, self.board.occupied) } else { Some(to) }
    }

    /// The legal moves of one man of whose kind no odd row is open.
    #[inline(always)]
    fn by_tiles<S: Sink<B>>(
        &mut self,
        origin: usize,
        lot: &Lot<B>,
        lands: &Lands<B>,
        sharp: bool,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        let man = B::of(origin);
        let bound = (man & (self.safety.pinned | self.safety.royals)).any();
        for tile in lot.tiles(self.dutiful) {
            let from = tile.starting(self.board, man, self.checked);
            if from.none() {
                continue;
            }
            let row = &self.plan.rows[tile.row];
            let mut to = tile.targets(lands);
            if sharp {
                to &= self.board.occupied | row.changes;
            }
            if !bound && tile.trust <= self.trust {
                let reached = tile.reached(origin, self.board.occupied);
                let safe = reached & to & self.safety.answers;
                if safe.none() {
                    continue;
                }
                if !tile.is_open_at(safe, self.board.occupied) {
                    let (zone, times) = tile.several(origin);
                    if self.group(row, origin, safe, zone, times, sink).is_break() {
                        return Ok(Break(()));
                    }
                    continue;
                }
            }
            if self.row(row, &Aim { from, to }, origin, sink)?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// The legal moves of one man.
    pub(crate) fn man<S: Sink<B>>(
        &mut self,
        origin: usize,
        lot: &Lot<B>,
        aims: &[Aim<B>],
        meets: bool,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        let (plan, dutiful) = (self.plan, self.dutiful);
        let rows = lot
            .rows
            .iter()
            .zip(aims)
            .filter(|(id, aim)| aim.from.has(origin) && !plan.rows[**id].is_idle(dutiful));
        if !meets {
            for (&id, aim) in rows {
                if self.row(&self.plan.rows[id], aim, origin, sink)?.is_break() {
                    return Ok(Break(()));
                }
            }
            return Ok(Continue(()));
        }
        let mut reached: SmallVec<[(usize, B); 8]> = SmallVec::new();
        for (&id, aim) in rows {
            let row = &self.plan.rows[id];
            let mut to = B::NONE;
            let mut stems: Stems<B> = SmallVec::new();
            if row.tabled {
                to = self.landings(row, aim, origin);
                for (other, squares) in &reached {
                    if row.swift.minus.contains(other) {
                        to = to.but(*squares);
                    }
                }
            } else {
                stems = self.stems(row, origin)?;
                to |= stems.iter().fold(B::NONE, |all, (mv, _)| all | B::of(mv.to.into()));
            }
            let clash = |(other, squares): &(usize, B)| {
                row.swift.clashes.contains(other) && (*squares & to).any()
            };
            if reached.iter().any(clash) {
                return Err(Mixed);
            }
            if to.none() {
                continue;
            }
            reached.push((id, to));
            let done = if row.tabled {
                self.swift(row, origin, to, sink)
            } else {
                stems.into_iter().try_for_each(|(mv, path)| self.tried(row, mv, path, sink))
            };
            if done.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// The legal moves of one man by one row.
    #[inline(always)]
    pub(crate) fn row<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        aim: &Aim<B>,
        origin: usize,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        if row.swift.trust <= self.trust
            && let Some(owed) = self.owed(row, aim.to)
        {
            let mut to = row.reach.from(origin, self.board.occupied) & owed;
            let royal = self.safety.royals.has(origin);
            if !royal {
                to &= self.safety.allows(origin);
            }
            if to.none() {
                return Ok(Continue(()));
            }
            if royal {
                return Ok(self.swift(row, origin, to, sink));
            }
            let (zone, times) = match &row.swift.choice {
                Choice::Places(zones, times) => (zones[origin], *times),
                _ => (row.swift.zone, row.swift.times),
            };
            let open = row.swift.tries_captures && (to & self.board.occupied).any();
            if (times > 0 || (zone & to).none()) && !open {
                return Ok(self.group(row, origin, to, zone, times.max(1), sink));
            }
        }
        self.doubtful(row, aim, origin, sink)
    }

    /// The same, for what the masks alone do not decide.
    #[inline(never)]
    fn doubtful<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        aim: &Aim<B>,
        origin: usize,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        if row.tabled {
            let to = self.landings(row, aim, origin);
            if to.none() {
                return Ok(Continue(()));
            }
            return Ok(self.swift(row, origin, to, sink));
        }
        let stems = self.stems(row, origin)?;
        Ok(stems.into_iter().try_for_each(|(mv, path)| self.tried(row, mv, path, sink)))
    }

    /// Where a man may land by tables.
    #[inline(always)]
    fn landings(&self, row: &Row<B>, aim: &Aim<B>, origin: usize) -> B {
        let reach = row.reach.from(origin, self.board.occupied);
        if !row.asks_local {
            return reach & aim.to;
        }
        if reach.none() || !self.eye.about(origin as u16, row.kind, row.clause).holds(&row.local) {
            return B::NONE;
        }
        if row.per_origin { row.landings(self.eye, origin, reach) } else { reach & aim.to }
    }

    /// The ways of a man for which there is no table. Where one square is reached in several ways
    /// only the moves themselves tell whether they are the same.
    #[cold]
    fn stems(&self, row: &Row<B>, origin: usize) -> Result<Stems<B>, Mixed> {
        let mut stems: Stems<B> = SmallVec::new();
        let _all = self.program.stems_of(self.eye, row, origin, &mut |_, mv, path| {
            stems.push((mv, path));
            Continue(())
        });
        let several = stems.iter().any(|(mv, _)| mv.script.way > 0);
        if several { Err(Mixed) } else { Ok(stems) }
    }

    /// The legal ones of a table's landings.
    fn swift<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        origin: usize,
        to: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let origin_is_royal = self.safety.royals.has(origin);
        let retries = row.swift.retries || self.safety.voidable;
        let hindered = retries && self.safety.hinders();
        let masks = row.swift.legality.is_ok() && !row.swift.tries_captures && !hindered;
        let (to, duty_known) = self.owed(row, to).map_or((to, false), |to| (to, true));
        if to.none() {
            return Continue(());
        }
        if self.clear && masks && !origin_is_royal && duty_known {
            let to = to & self.safety.allows(origin);
            if to.none() {
                return Continue(());
            }
            if !matches!(&row.swift.choice, Choice::Unknown(zone) if (to & *zone).any()) {
                let (zone, times) = row.swift.choice.at(origin);
                return self.group(row, origin, to, zone, times, sink);
            }
        }
        let safety = self.safety;
        let occupied = self.board.occupied;
        let (mut sure, mut doubt);
        if row.swift.legality.is_err() || !duty_known || safety.unclear {
            (sure, doubt) = (B::NONE, to);
            if row.bans.is_empty() && duty_known {
                (sure, doubt) = (to, B::NONE);
            }
        } else if safety.royals.has(origin) {
            let mut dangers = self.program.dangers(self.board, self.player, origin, to);
            if safety.minds_sights {
                let open = to.but(dangers.attacked);
                dangers.attacked |= self.program.seen_at(self.board, self.player, origin, open);
            }
            let touchy = if safety.touchy.has(origin) { to } else { safety.touchy };
            sure = to.but(dangers.attacked | dangers.unclear | touchy);
            doubt = to.but(sure);
            if !row.swift.retries {
                let attacked = dangers.attacked.but(touchy);
                let (board, player) = (self.board, self.player);
                let voidable = self.program.may_be_void_at(board, player, origin, attacked);
                doubt = doubt.but(attacked.but(voidable));
            }
        } else {
            doubt = to & safety.touchy;
            if safety.touchy.has(origin) || row.sets_marks && safety.odd_near {
                doubt = to;
            }
            sure = to.but(doubt) & safety.allows(origin);
            if retries {
                doubt = to.but(sure);
            }
        }
        if row.swift.tries_captures {
            doubt |= to & occupied;
            sure = sure.but(occupied);
        }
        let try_captures = safety.try_captures || safety.try_royal_captures && origin_is_royal;
        if try_captures && row.swift.legality.is_ok() && !row.bans.is_empty() {
            doubt |= to & occupied;
            sure = sure.but(occupied);
        }
        if let Choice::Unknown(zone) = &row.swift.choice
            && ((sure | doubt) & *zone).any()
        {
            if let Some(placing) = &row.placing
                && doubt.none()
                && self.offers.is_empty()
                && let Some(places) = self.places[placing.gates]
            {
                let (zone, times) = placing.choice.at(origin);
                let origin = origin as u16;
                let group = Group { row, origin, to: sure, zone, times, offers: &[] };
                return sink.placed(&group, places);
            }
            return self.walk(row, origin, sure | doubt, sink);
        }
        let (zone, times) = row.swift.choice.at(origin);
        // What is chosen may be what the law asks about: one choice does not speak for others.
        let asks = row.swift.legality.is_err()
            || row.swift.tries_captures
            || self.plan.has_voids
            || !duty_known;
        if asks && (doubt & zone).any() {
            return self.walk(row, origin, sure | doubt, sink);
        }
        for square in doubt.squares() {
            if self.passes(row, origin, square) {
                sure |= B::of(square);
            }
        }
        if sure.none() {
            return Continue(());
        }
        self.group(row, origin, sure, zone, times, sink)
    }

    #[inline(always)]
    fn group<S: Sink<B>>(
        &self,
        row: &Row<B>,
        origin: usize,
        to: B,
        zone: B,
        times: u32,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let origin = origin as u16;
        sink.many(&Group { row, origin, to, zone, times, offers: &self.offers })
    }
}
