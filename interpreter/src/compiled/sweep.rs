//! Legal moves without making them, wherever that can be known.

use std::ops::ControlFlow::{self, Break, Continue};

use smallvec::SmallVec;

use crate::eval::NOWHERE;
use crate::moves::{Move, Script};

use super::bits::Bits;
use super::board::{Board, NEUTRAL, kind_of};
use super::choice::Choice;
use super::eye::Eye;
use super::generate::act;
use super::make::{DeedX, displaced, make};
use super::plan::PlayerPlan;
use super::program::Program;
use super::row::{Now, Row, moved};
use super::safety::{Danger, Safety, Threats};
use super::sink::{Any, Count, Group, Sink};
use super::swift::Duty;

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
    pub(crate) safety: Safety<B>,
    /// Offers that may ride on any move.
    pub(crate) offers: SmallVec<[u8; 4]>,
    /// Only moves that fulfil a duty.
    pub(crate) dutiful: bool,
    /// Nothing needs a look besides: masks decide for every swift row.
    pub(crate) clear: bool,
    /// By row: what it allows as things stand, if it is not always the same.
    pub(crate) now: SmallVec<[Option<Now<B>>; 8]>,
    pub(crate) deed: DeedX,
    /// The attacks that royals on their way must mind, once they have been looked for.
    threats: Option<Threats>,
}

impl<B: Bits> Program<B> {
    /// Shows the legal moves of a player in the order of the reference. `eye` is about to move.
    pub(crate) fn sweep<S: Sink<B>>(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        safety: Safety<B>,
        dutiful: bool,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        let mut sweep = Sweep::new(self, eye, player, safety, dutiful);
        let plan = sweep.plan;
        for origin in eye.now.side[usize::from(player)].squares() {
            let kind = kind_of(eye.now.man(origin));
            if sweep.man(origin, &plan.of_kind[kind], sink)?.is_break() {
                return Ok(Break(()));
            }
        }
        for &row in &plan.drops {
            if sweep.dropped(&plan.rows[row], sink).is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// How many legal moves a player has. `eye` is about to move.
    pub(crate) fn count(&self, eye: &Eye<'_, B>, player: u8, safety: Safety<B>) -> u64 {
        let mut safety = Some(safety);
        let duties = self.players[usize::from(player)].has_duties;
        for dutiful in [true, false] {
            if dutiful && !duties {
                continue;
            }
            let safety = safety.take().unwrap_or_else(|| self.safety(eye.now, player));
            match Sweep::new(self, eye, player, safety, dutiful).tally() {
                Err(Mixed) => return self.legal(eye, player, None).len() as u64,
                Ok(0) => {}
                Ok(count) => return count,
            }
        }
        0
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
        match self.sweep(&knowing, player, safety, false, &mut Any) {
            Ok(flow) => flow.is_break(),
            Err(Mixed) => by_trial(),
        }
    }
}

impl<'s, B: Bits> Sweep<'s, B> {
    fn new(
        program: &'s Program<B>,
        eye: &'s Eye<'s, B>,
        player: u8,
        safety: Safety<B>,
        dutiful: bool,
    ) -> Sweep<'s, B> {
        let plan = &program.players[usize::from(player)];
        let offers = (1..).zip(&plan.offers);
        let open = offers.filter(|(_, offer)| !offer.local && eye.holds(&offer.when));
        let clear =
            !safety.unclear && !safety.try_captures && !safety.odd_near && safety.touchy.none();
        let mut sweep = Sweep {
            program,
            plan,
            eye,
            board: eye.now,
            player,
            safety,
            offers: open.map(|(number, _)| number).collect(),
            dutiful,
            clear,
            now: SmallVec::new(),
            deed: DeedX::default(),
            threats: None,
        };
        let mine = eye.now.side[usize::from(player)];
        for &id in &plan.changing {
            let row = &plan.rows[id];
            sweep.now.push(row.now(eye, mine & eye.now.kind[usize::from(row.kind)]));
        }
        sweep
    }

    /// What a row allows as things stand.
    #[inline(always)]
    fn now(&self, id: usize) -> Option<Now<B>> {
        let row = &self.plan.rows[id];
        if row.fixed.is_some() { row.fixed } else { self.now[row.changing] }
    }

    /// May rows of a kind come to the same square as things stand?
    #[inline(always)]
    fn meets(&self, rows: &[usize]) -> bool {
        if rows.len() < 2 {
            return false;
        }
        rows.iter().any(|&id| {
            let swift = &self.plan.rows[id].swift;
            let mut others = swift.minus.iter().chain(&swift.clashes);
            !(swift.minus.is_empty() && swift.clashes.is_empty())
                && self.now(id).is_some()
                && others.any(|&other| self.now(other).is_some())
        })
    }

    /// Counts the moves, a kind at a time.
    fn tally(&mut self) -> Result<u64, Mixed> {
        let mut count = Count(0);
        let mine = self.board.side[usize::from(self.player)];
        let plan = self.plan;
        for (kind, rows) in plan.of_kind.iter().enumerate() {
            let men = self.board.kind[kind] & mine;
            if men.none() {
                continue;
            }
            if self.meets(rows) {
                for origin in men.squares() {
                    let _all = self.man(origin, rows, &mut count)?;
                }
                continue;
            }
            for &id in rows {
                let row = &plan.rows[id];
                let Some(now) = self.now(id) else { continue };
                let mut men = men & now.from;
                if men.none() {
                    continue;
                }
                let swift = &row.swift;
                let masks = swift.legality.is_ok()
                    && !swift.tries_captures
                    && !(swift.retries && self.safety.hinders());
                if self.clear && masks && !row.asks_local {
                    men = self.counted(row, &now, men, &mut count.0);
                }
                for origin in men.squares() {
                    let _all = self.row(row, &now, origin, &mut count)?;
                }
            }
        }
        for &row in &plan.drops {
            let _all = self.dropped(&plan.rows[row], &mut count);
        }
        Ok(count.0)
    }

    /// Counts moves of men whom nothing but a check hinders; returns the others.
    #[inline(always)]
    fn counted(&self, row: &Row<B>, now: &Now<B>, men: B, count: &mut u64) -> B {
        let board = self.board;
        let occupied = board.occupied;
        let mine = board.side[usize::from(self.player)];
        let neutral = board.side[NEUTRAL];
        let enemies = occupied.but(mine).but(neutral);
        let to = now.quiet.but(occupied) | (now.capture & enemies) | (now.neutral & neutral);
        let Some(to) = self.owed(row, to & self.safety.answers) else { return men };
        if to.none() {
            return men & self.safety.royals;
        }
        let (zone, times) = match &row.swift.choice {
            Choice::Once => (B::NONE, 1),
            Choice::Zone(zone, times) => (*zone & to, *times),
            Choice::Unknown(zone) if (*zone & to).none() => (B::NONE, 1),
            Choice::Places(..) | Choice::Unknown(_) => return men,
        };
        let others = self.safety.pinned | self.safety.royals;
        let free = men.but(others);
        let mut moves = 0;
        let mut add = |reached: B| {
            moves += (reached & to).count();
            if zone.any() {
                moves += (reached & zone).count() * (times - 1);
            }
        };
        if row.shifts.is_empty() {
            row.reach.each(free, occupied, &mut add);
        } else {
            for shift in &row.shifts {
                let mut from = free & shift.from;
                if let Some(passed) = shift.passed {
                    from = from.but(moved(occupied, -passed));
                }
                add(moved(from, shift.by));
            }
        }
        *count += u64::from(moves) * (1 + self.offers.len() as u64);
        men & others
    }

    /// Of some targets those to which a move fulfils a duty, if that is asked; none if only the
    /// move itself tells.
    #[inline(always)]
    pub(crate) fn owed(&self, row: &Row<B>, to: B) -> Option<B> {
        if !self.dutiful {
            return Some(to);
        }
        match row.swift.duty {
            Duty::Never => Some(B::NONE),
            Duty::Always => Some(to),
            Duty::IfCapture => Some(to & self.board.occupied),
            Duty::Unknown => None,
        }
    }

    /// The legal moves of one man.
    fn man<S: Sink<B>>(
        &mut self,
        origin: usize,
        rows: &[usize],
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        if !self.meets(rows) {
            for &id in rows {
                let Some(now) = self.now(id).filter(|now| now.from.has(origin)) else { continue };
                if self.row(&self.plan.rows[id], &now, origin, sink)?.is_break() {
                    return Ok(Break(()));
                }
            }
            return Ok(Continue(()));
        }
        let mut reached: SmallVec<[(usize, B); 8]> = SmallVec::new();
        for &id in rows {
            let row = &self.plan.rows[id];
            let Some(now) = self.now(id).filter(|now| now.from.has(origin)) else { continue };
            let mut to = B::NONE;
            let mut stems: Stems<B> = SmallVec::new();
            if row.by_table() {
                to = self.landings(row, &now, origin);
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
            let done = if row.by_table() {
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
    fn row<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        now: &Now<B>,
        origin: usize,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Mixed> {
        if row.by_table() {
            let to = self.landings(row, now, origin);
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
    fn landings(&self, row: &Row<B>, now: &Now<B>, origin: usize) -> B {
        let board = self.board;
        let reach = row.reach.from(origin, board.occupied);
        if reach.none() {
            return reach;
        }
        if row.asks_local {
            if !self.eye.about(origin as u16, row.kind, row.clause).holds(&row.local) {
                return B::NONE;
            }
            if row.per_origin {
                return row.landings(self.eye, origin, reach);
            }
        }
        let neutral = board.side[NEUTRAL];
        let enemies = board.occupied.but(board.side[usize::from(self.player)]).but(neutral);
        reach
            & ((now.quiet.but(board.occupied)) | (now.capture & enemies) | (now.neutral & neutral))
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
    #[inline(always)]
    fn swift<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        origin: usize,
        to: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let origin_is_royal = self.safety.royals.has(origin);
        let hindered = row.swift.retries && self.safety.hinders();
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
            match &row.swift.choice {
                Choice::Once => return self.group(row, origin, to, B::NONE, 1, sink),
                Choice::Zone(zone, times) => {
                    return self.group(row, origin, to, *zone, *times, sink);
                }
                Choice::Places(zones, times) => {
                    return self.group(row, origin, to, zones[origin], *times, sink);
                }
                Choice::Unknown(zone) if (to & *zone).none() => {
                    return self.group(row, origin, to, B::NONE, 1, sink);
                }
                Choice::Unknown(_) => {}
            }
        }
        let safety = &self.safety;
        let occupied = self.board.occupied;
        let (mut sure, mut doubt);
        if row.swift.legality.is_err() || !duty_known || safety.unclear {
            (sure, doubt) = (B::NONE, to);
            if row.bans.is_empty() && duty_known {
                (sure, doubt) = (to, B::NONE);
            }
        } else if safety.royals.has(origin) {
            (sure, doubt) = (B::NONE, B::NONE);
            let royal = safety.royals;
            if self.threats.is_none() {
                self.threats = Some(self.program.threats(self.board, self.player, royal.first()));
            }
            let safety = &self.safety;
            for square in to.squares() {
                let touchy = safety.touchy.has(square) || safety.touchy.has(origin);
                let bit = B::of(square);
                match self.program.danger(
                    self.board,
                    self.player,
                    origin,
                    square,
                    self.threats.as_ref(),
                ) {
                    Danger::Attacked if !touchy && !row.swift.retries => {}
                    Danger::None if !touchy => sure |= bit,
                    _ => doubt |= bit,
                }
            }
        } else {
            doubt = to & safety.touchy;
            if safety.touchy.has(origin) || row.sets_marks && safety.odd_near {
                doubt = to;
            }
            sure = to.but(doubt) & safety.allows(origin);
            if row.swift.retries {
                doubt = to.but(sure);
            }
        }
        if row.swift.tries_captures {
            doubt |= sure & occupied;
            sure = sure.but(occupied);
        }
        if safety.try_captures && row.swift.legality.is_ok() && !row.bans.is_empty() {
            doubt |= sure & occupied;
            sure = sure.but(occupied);
        }
        if let Choice::Unknown(zone) = &row.swift.choice
            && ((sure | doubt) & *zone).any()
        {
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
        let (zone, times) = match &row.swift.choice {
            Choice::Zone(zone, times) => (*zone, *times),
            Choice::Places(zones, times) => (zones[origin], *times),
            Choice::Once | Choice::Unknown(_) => (B::NONE, 1),
        };
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

    /// Tries every move to some squares, in the order of the walk.
    fn walk<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        origin: usize,
        to: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let Ok(motions) = &row.motions else { return Continue(()) };
        for &(square, path) in &motions.order[origin] {
            if to.has(square.into()) {
                let script = Script::default();
                let mv = Move { from: origin as u16, to: square, clause: row.clause, script };
                self.tried(row, mv, path, sink)?;
            }
        }
        Continue(())
    }

    /// Is a move legal, and dutiful if that is asked, whatever is chosen with it?
    pub(crate) fn passes(&mut self, row: &Row<B>, origin: usize, to: usize) -> bool {
        let (clause, script) = (row.clause, Script::default());
        let from = if row.stock.is_some() { NOWHERE } else { origin as u16 };
        let mv = Move { from, to: to as u16, clause, script };
        let path = self.program.path_of(self.eye, row, mv);
        let swift = &row.swift;
        // Nothing else that the move does can matter to what is asked.
        let light = swift.legality.is_ok()
            && !swift.tries_captures
            && swift.if_check.is_none()
            && !self.dutiful;
        let after = if light {
            displaced(self.program, self.board, row, mv, path, &mut self.deed)
        } else {
            make(self.program, self.board, self.eye.past, row, mv, path, &mut self.deed)
        };
        !self.deed.impossible && self.lawful(row, mv, path, &after)
    }

    /// Does the move just made break no ban, and fulfil a duty if that is asked?
    fn lawful(&self, row: &Row<B>, mv: Move, path: B, after: &Board<B>) -> bool {
        let eye = Eye {
            before: Some(self.board),
            act: act(row, mv, path, &self.deed),
            past: self.program.past_after(self.board, self.eye.past),
            in_ban: true,
            ..Eye::new(self.program, after)
        };
        !row.bans.iter().any(|(ban, _)| eye.holds(ban))
            && (!self.dutiful || row.duties.iter().any(|duty| eye.holds(duty)))
    }

    /// Tries a move with everything that may be chosen with it.
    pub(crate) fn tried<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        stem: Move,
        path: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let about = self.eye.about(stem.from, row.kind, row.clause);
        for offer in 0..=self.plan.offers.len() {
            if let Some(plan) = offer.checked_sub(1).map(|i| &self.plan.offers[i])
                && !about.holds(&plan.when)
            {
                continue;
            }
            let mut script = Script { offer: offer as u8, ..stem.script };
            self.show(row, Move { script, ..stem }, path, sink)?;
            let (becomes, puts) = (self.deed.becomes.min(256), self.deed.puts.min(1 << 16));
            if becomes == 1 && puts == 1 {
                continue;
            }
            for put in 0..puts {
                for becomes in u32::from(put == 0)..becomes {
                    script.becomes = becomes as u8;
                    script.put = put as u16;
                    self.show(row, Move { script, ..stem }, path, sink)?;
                }
            }
        }
        Continue(())
    }

    fn show<S: Sink<B>>(
        &mut self,
        row: &Row<B>,
        mv: Move,
        path: B,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let after = make(self.program, self.board, self.eye.past, row, mv, path, &mut self.deed);
        if self.deed.impossible || !self.lawful(row, mv, path, &after) {
            return Continue(());
        }
        sink.one(mv)
    }
}
