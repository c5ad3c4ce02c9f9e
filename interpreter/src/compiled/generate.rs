//! Moves: what the rows allow, and what the laws leave of it.

use std::ops::ControlFlow::{self, Break, Continue};

use smallvec::SmallVec;

use crate::eval::{NOWHERE, Past};
use crate::moves::{Move, Script};

use super::bits::Bits;
use super::board::{Board, NEUTRAL, kind_of};
use super::door::is_free;
use super::expr::SetX;
use super::eye::{ActX, Eye};
use super::make::{DeedX, make};
use super::program::Program;
use super::reach::mixed;
use super::row::Row;
use super::safety::Safety;
use super::sweep::Wanted;

/// A pseudo-legal move, made.
pub(crate) struct Made<'m, B: Bits> {
    pub(crate) mv: Move,
    pub(crate) row: &'m Row<B>,
    pub(crate) path: B,
    pub(crate) after: &'m Board<B>,
    pub(crate) deed: &'m DeedX,
}

/// A list of moves.
pub(crate) type List = SmallVec<[Move; 64]>;

type Stems<'f, B> = dyn FnMut(&Row<B>, Move, B) -> ControlFlow<()> + 'f;
/// Told of a move and of how its mover sees what it leads to.
type LawfulSink<'f, B> = dyn FnMut(&Made<'_, B>, &Eye<'_, B>) -> ControlFlow<()> + 'f;
type Sink<'f, B> = dyn FnMut(&Made<'_, B>) -> ControlFlow<()> + 'f;

impl<B: Bits> Row<B> {
    /// Might a man whose way fits no table get anywhere? Errs on the side of yes.
    #[inline]
    pub(crate) fn may_pass(&self, origin: usize, occupied: B) -> bool {
        if let Some(passages) = &self.passages {
            return passages[origin].iter().any(|&way| is_free(way, occupied));
        }
        let Some(at_most) = &self.at_most else { return true };
        let to = mixed(at_most, origin, occupied);
        match (&self.quiet, &self.capture, &self.neutral) {
            (SetX::Const(quiet), SetX::Const(capture), SetX::Const(neutral)) => {
                (to & (quiet.but(occupied) | (*capture | *neutral) & occupied)).any()
            }
            _ => to.any(),
        }
    }

    /// Might a man move so? Errs on the side of yes.
    fn might_move(&self, eye: &Eye<'_, B>) -> bool {
        if self.stock.is_some() {
            return true;
        }
        let men = eye.now.side[usize::from(self.player)] & eye.now.kind[usize::from(self.kind)];
        let Some(now) = self.now(eye, men) else { return false };
        if self.per_origin || self.motions.is_err() {
            return true;
        }
        let to = now.quiet | now.capture | now.neutral;
        now.from.squares().any(|origin| (self.reach.from(origin, eye.now.occupied) & to).any())
    }

    /// The squares he may land on of those.
    pub(crate) fn landings(&self, eye: &Eye<'_, B>, origin: usize, reach: B) -> B {
        let lifted;
        let eye = if self.per_origin {
            let about = eye.about(origin as u16, self.kind, self.clause);
            lifted = Eye { lifted: B::of(origin), ..about };
            &lifted
        } else {
            eye
        };
        let board = eye.now;
        let neutral = board.side[NEUTRAL];
        let own = board.side[usize::from(self.player)];
        let enemies = board.occupied.but(own).but(neutral);
        let empty = reach.but(board.occupied);
        let mut to = B::NONE;
        if empty.any() {
            to |= empty & eye.set(&self.quiet);
        }
        if (reach & enemies).any() {
            to |= reach & enemies & eye.set(&self.capture);
        }
        if (reach & neutral).any() {
            to |= reach & neutral & eye.set(&self.neutral);
        }
        to
    }
}

impl<B: Bits> Program<B> {
    /// Shows what each row of a player allows, or each of some rows, choices and offers left out.
    fn stems(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        rows: Option<&[u16]>,
        sink: &mut Stems<'_, B>,
    ) -> ControlFlow<()> {
        let plan = &self.players[usize::from(player)];
        let wanted = |row: &&usize| rows.is_none_or(|rows| rows.contains(&(**row as u16)));
        for origin in eye.now.side[usize::from(player)].squares() {
            let rows = &plan.of_kind[kind_of(eye.now.man(origin))];
            for &row in rows.iter().filter(wanted) {
                self.stems_of(eye, &plan.rows[row], origin, sink)?;
            }
        }
        for &row in plan.drops.iter().filter(wanted) {
            self.dropped(eye, &plan.rows[row], sink)?;
        }
        Continue(())
    }

    pub(crate) fn stems_of(
        &self,
        eye: &Eye<'_, B>,
        row: &Row<B>,
        origin: usize,
        sink: &mut Stems<'_, B>,
    ) -> ControlFlow<()> {
        if !eye.has(&row.from, origin) || !eye.holds(&row.turn) {
            return Continue(());
        }
        let about = eye.about(origin as u16, row.kind, row.clause);
        if !about.holds(&row.local) {
            return Continue(());
        }
        if !row.may_pass(origin, eye.now.occupied) {
            return Continue(());
        }
        let facts = &self.clauses[usize::from(row.clause)];
        let stem = |to: usize, way: usize| Move {
            from: origin as u16,
            to: to as u16,
            clause: row.clause,
            script: Script { way: way as u8, ..Script::default() },
        };
        if let Ok(motions) = &row.motions {
            let to = row.landings(eye, origin, row.reach.from(origin, eye.now.occupied));
            if to.none() {
                return Continue(());
            }
            for &(square, path) in &motions.order[origin] {
                let square = usize::from(square);
                if !to.has(square) || facts.takes && !about.takes_any(row, row.player, square, path)
                {
                    continue;
                }
                sink(row, stem(square, 0), path)?;
            }
            return Continue(());
        }
        let lifted = Eye { lifted: B::of(origin), ..about };
        let mut landed: SmallVec<[usize; 32]> = SmallVec::new();
        for stride in &row.strides {
            let told = &mut |to: usize, path: B| {
                let mut way = 0;
                if facts.plural {
                    way = landed.iter().filter(|&&s| s == to).count();
                    landed.push(to);
                    if way > 0 && !facts.path_matters || way > usize::from(u8::MAX) {
                        return Continue(());
                    }
                }
                if facts.takes && !about.takes_any(row, row.player, to, path) {
                    return Continue(());
                }
                sink(row, stem(to, way), path)
            };
            stride.walk(&lifted, row.player, origin, None, facts.path_matters, told)?;
        }
        Continue(())
    }

    pub(crate) fn dropped(
        &self,
        eye: &Eye<'_, B>,
        row: &Row<B>,
        sink: &mut Stems<'_, B>,
    ) -> ControlFlow<()> {
        if row.stock.is_none_or(|slot| eye.now.slot[slot] <= 0) {
            return Continue(());
        }
        let about = eye.about(NOWHERE, row.kind, row.clause);
        let guarded = about.holds(&row.turn) && about.holds(&row.local);
        if !guarded || row.from != SetX::Const(self.all) {
            return Continue(());
        }
        let mut landed = B::NONE;
        for stride in &row.strides {
            let told = &mut |to: usize, path: B| {
                if landed.has(to) {
                    return Continue(());
                }
                landed |= B::of(to);
                let (clause, script) = (row.clause, Script::default());
                sink(row, Move { from: NOWHERE, to: to as u16, clause, script }, path)
            };
            stride.walk(&about, row.player, 0, None, false, told)?;
        }
        Continue(())
    }

    /// Shows every pseudo-legal move of a player, made.
    pub(crate) fn each(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        rows: Option<&[u16]>,
        sink: &mut Sink<'_, B>,
    ) -> ControlFlow<()> {
        let plan = &self.players[usize::from(player)];
        let mut open: SmallVec<[bool; 4]> =
            plan.offers.iter().map(|offer| eye.holds(&offer.when)).collect();
        let mut deed = DeedX::default();
        self.stems(eye, player, rows, &mut |row, stem, path| {
            for (open, offer) in open.iter_mut().zip(&plan.offers) {
                if offer.local {
                    *open = eye.about(stem.from, row.kind, row.clause).holds(&offer.when);
                }
            }
            let offers = (1..).zip(&open).filter(|(_, open)| **open).map(|(number, _)| number);
            for offer in std::iter::once(0).chain(offers) {
                let mut script = Script { offer, ..stem.script };
                let mut show = |script, deed: &mut DeedX| {
                    let mv = Move { script, ..stem };
                    let after = make(self, eye.now, eye.past, row, mv, path, deed);
                    if deed.impossible {
                        return Continue(());
                    }
                    sink(&Made { mv, row, path, after: &after, deed })
                };
                show(script, &mut deed)?;
                let (becomes, puts) = (deed.becomes.min(256), deed.puts.min(1 << 16));
                if becomes == 1 && puts == 1 {
                    continue;
                }
                for put in 0..puts {
                    for becomes in u32::from(put == 0)..becomes {
                        script.becomes = becomes as u8;
                        script.put = put as u16;
                        show(script, &mut deed)?;
                    }
                }
            }
            Continue(())
        })
    }

    /// The mover's view after a move.
    pub(crate) fn eye_after<'e>(
        &'e self,
        before: &'e Board<B>,
        made: &Made<'e, B>,
        past: Past<'e>,
    ) -> Eye<'e, B> {
        Eye {
            before: Some(before),
            act: act(made.row, made.mv, made.path, made.deed),
            past,
            ..Eye::new(self, made.after)
        }
    }

    /// Shows every pseudo-legal move of a player that breaks no ban. `plain` leaves out the bans
    /// that ask for other legal moves or for the line of play.
    pub(crate) fn each_lawful(
        &self,
        eye: &Eye<'_, B>,
        player: u8,
        rows: Option<&[u16]>,
        plain: bool,
        sink: &mut LawfulSink<'_, B>,
    ) -> ControlFlow<()> {
        // As in the reference: keys are told so, and must not be asked for.
        let line = Past { checked: eye.past.checked, ..Past::NONE };
        let past = if plain { line } else { self.past_after(eye.now, eye.past) };
        self.each(eye, player, rows, &mut |made| {
            let after = Eye { in_ban: true, ..self.eye_after(eye.now, made, past) };
            let mut bans = made.row.bans.iter().filter(|(_, deep)| !(plain && *deep));
            if bans.any(|(ban, _)| after.holds(ban)) {
                return Continue(());
            }
            sink(made, &after)
        })
    }

    /// The legal moves of a player: see the reference's `legal`.
    pub(crate) fn legal(&self, eye: &Eye<'_, B>, player: u8, only: Option<u16>) -> List {
        let mut moves = self.legal_with(eye, player, &self.safety(eye.now, player));
        if let Some(square) = only {
            moves.retain(|mv| mv.from == square);
        }
        moves
    }

    /// The same of all men, when his safety is known.
    pub(crate) fn legal_with(&self, eye: &Eye<'_, B>, player: u8, safety: &Safety<B>) -> List {
        let mut moves = List::new();
        let dutiful = self.players[usize::from(player)].has_duties;
        for dutiful in [dutiful, false] {
            if self.sweep(eye, player, safety, Wanted::when(dutiful), &mut moves).is_err() {
                moves.clear();
                self.tried(eye, player, &mut moves);
                break;
            }
            if !moves.is_empty() {
                break;
            }
        }
        moves
    }

    /// Of the legal moves of a player those that may change which men stand on the board, and maybe
    /// others.
    pub(crate) fn sharp(&self, eye: &Eye<'_, B>, player: u8, safety: &Safety<B>) -> List {
        let mut moves = List::new();
        match self.sweep(eye, player, safety, Wanted::Sharp, &mut moves) {
            Ok(_) => moves,
            Err(_) => self.legal_with(eye, player, safety),
        }
    }

    /// The legal moves of a player by trial, without doubles.
    fn tried(&self, eye: &Eye<'_, B>, player: u8, moves: &mut List) {
        let duties = self.players[usize::from(player)].has_duties;
        let mut fulfils: SmallVec<[bool; 64]> = SmallVec::new();
        let _all = self.each_lawful(eye, player, None, false, &mut |made, after| {
            moves.push(made.mv);
            fulfils.push(duties && made.row.duties.iter().any(|duty| after.holds(duty)));
            Continue(())
        });
        if fulfils.contains(&true) {
            let mut fulfils = fulfils.into_iter();
            moves.retain(|_| fulfils.next().unwrap_or(true));
        }
        self.drop_doubles(eye, player, moves);
    }

    /// Of moves that read the same and lead to the same position only the first stays.
    fn drop_doubles(&self, eye: &Eye<'_, B>, player: u8, moves: &mut List) {
        let mut kept = List::new();
        let mut first = 0;
        let (mut seen, mut mixed) = (B::NONE, B::NONE);
        let mut ways: SmallVec<[(u16, u32); 32]> = SmallVec::new();
        for &mv in moves.iter() {
            if kept.get(first).is_some_and(|other| other.from != mv.from) {
                first = kept.len();
                (seen, mixed) = (B::NONE, B::NONE);
                ways.clear();
            }
            let way = u32::from(mv.clause) << 8 | u32::from(mv.script.way);
            let bit = B::of(mv.to.into());
            if (seen & bit).none() {
                seen |= bit;
                ways.push((mv.to, way));
            } else if !ways.contains(&(mv.to, way)) {
                mixed |= bit;
            }
            let fresh = (mixed & bit).none();
            if fresh || !kept[first..].iter().any(|&other| self.double(eye, player, other, mv)) {
                kept.push(mv);
            }
        }
        *moves = kept;
    }

    fn double(&self, eye: &Eye<'_, B>, player: u8, a: Move, b: Move) -> bool {
        let alike = a.to == b.to
            && self.clauses[usize::from(a.clause)].kind == self.clauses[usize::from(b.clause)].kind
            && a.script.offer == b.script.offer
            && (a.clause, a.script.way) != (b.clause, b.script.way);
        alike && self.result(eye, player, a) == self.result(eye, player, b)
    }

    fn result(&self, eye: &Eye<'_, B>, player: u8, mv: Move) -> Board<B> {
        let row = self.row(player, mv.clause);
        let path = self.path_of(eye, row, mv);
        make(self, eye.now, eye.past, row, mv, path, &mut DeedX::default())
    }

    /// The squares that a pseudo-legal move passes, if anything asks for them.
    pub(crate) fn path_of(&self, eye: &Eye<'_, B>, row: &Row<B>, mv: Move) -> B {
        if !row.asks_path || mv.from == NOWHERE {
            return B::NONE;
        }
        if row.motions.is_ok() {
            return row.path(mv);
        }
        let about = eye.about(mv.from, row.kind, row.clause);
        let lifted = Eye { lifted: B::of(mv.from.into()), ..about };
        let (mut found, mut ways) = (B::NONE, mv.script.way);
        for stride in &row.strides {
            let told = &mut |_, path| {
                if ways == 0 {
                    found = path;
                    return Break(());
                }
                ways -= 1;
                Continue(())
            };
            let goal = Some(usize::from(mv.to));
            if stride.walk(&lifted, row.player, mv.from.into(), goal, true, told).is_break() {
                break;
            }
        }
        found
    }

    /// The identity of a position: with the marks that a legal move, or a law, still reads.
    pub(crate) fn key(&self, board: &Board<B>) -> u64 {
        if !self.is_marked(board) {
            return board.key;
        }
        let mut key = board.key;
        for mark in &self.marks {
            key = key.wrapping_add(self.mark_key(board, mark));
        }
        key
    }

    fn mark_key(&self, board: &Board<B>, mark: &super::program::MarkX) -> u64 {
        let places = self.layout.cell(mark.cell);
        let planes = &board.plane[places.plane..places.plane + places.digits];
        let marked = planes.iter().fold(B::NONE, |all, &plane| all | plane);
        let off = |slot: usize| i32::from(board.slot[slot]) != places.start;
        if marked.none() && !mark.slots.clone().any(off) {
            return 0;
        }
        if mark.read_after_moves || mark.readers.is_empty() {
            if !mark.read_after_moves {
                return 0;
            }
        } else {
            let player = board.to_move;
            let eye = Eye::about_to_move(self, board, player);
            if !mark.readers.iter().any(|&row| self.row(player, row).might_move(&eye)) {
                return 0;
            }
            let readers = Some(&mark.readers[..]);
            let read = self.each_lawful(&eye, player, readers, true, &mut |_, _| Break(()));
            if read.is_continue() {
                return 0;
            }
        }
        let squares =
            marked.squares().map(|s| (s, places.read(super::layout::digits_at(planes, s))));
        let on_board = squares
            .fold(0u64, |key, (s, value)| key.wrapping_add(super::keys::value(places, s, value)));
        mark.slots.clone().fold(on_board, |key, slot| {
            let index = slot - places.slot;
            key.wrapping_add(super::keys::value(places, index, board.slot[slot].into()))
        })
    }
}

/// The move as what looks back on it knows it.
pub(crate) fn act<B: Bits>(row: &Row<B>, mv: Move, path: B, deed: &DeedX) -> ActX<B> {
    acted(row, mv, path, deed.taken())
}

/// The same, if it is known who was taken.
#[inline(always)]
pub(crate) fn acted<B: Bits>(row: &Row<B>, mv: Move, path: B, taken: B) -> ActX<B> {
    let (kind, clause) = (row.kind.into(), mv.clause);
    ActX { done: true, origin: mv.from, target: mv.to, kind, clause, path, taken }
}
