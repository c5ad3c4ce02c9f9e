//! A way to move, for one player.

use chator_rules::{CellId, PlayerId};

use smallvec::SmallVec;

use crate::game::Tables;
use crate::moves::Move;

use super::aftermath::{Aftermath, aftermaths, trail};
use super::aim::Passage;
use super::bits::Bits;
use super::choice::is_empty;
use super::effects::{EventX, OpX, events, op};
use super::expr::{CondX, PartX, SetX};
use super::eye::Eye;
use super::fold::{Fold, all};
use super::guard::{Split, asks_move, asks_place, at_home, origins};
use super::landing::{Stands, assume};
use super::latch::Latch;
use super::layout::Layout;
use super::motion::{Motions, at_most, motions};
use super::placing::Placing;
use super::reach::{Reach, Shift};
use super::stride::StrideX;
use super::swift::{Duty, Swift, only_after_captures};

/// A way to move, for one player.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the clause by itself")]
pub(crate) struct Row<B: Bits> {
    pub(crate) player: u8,
    pub(crate) clause: u16,
    pub(crate) kind: u8,
    /// Drops: the slot of the stock.
    pub(crate) stock: Option<usize>,
    pub(crate) stock_cell: CellId,
    /// Where it may start.
    pub(crate) from: SetX<B>,
    /// What must hold of no man in particular.
    pub(crate) turn: CondX<B>,
    /// What must hold of the man besides.
    pub(crate) local: CondX<B>,
    /// What limits the attack.
    pub(crate) attack_from: SetX<B>,
    pub(crate) attack_when: CondX<B>,
    pub(crate) motions: Result<Motions<B>, &'static str>,
    /// The same, in the form that is fastest to look up.
    pub(crate) reach: Reach<B>,
    /// If there are no tables: some that hold at least what it may reach.
    pub(crate) at_most: Option<Box<Motions<B>>>,
    /// By origin: how a man may get anywhere by those, if there is a short way to tell.
    pub(crate) passages: Option<Vec<SmallVec<[Passage<B>; 2]>>>,
    pub(crate) strides: Vec<StrideX<B>>,
    /// Where it may land: on empty squares, on enemies, on neutral men.
    pub(crate) quiet: SetX<B>,
    pub(crate) capture: SetX<B>,
    pub(crate) neutral: SetX<B>,
    /// Those sets depend on where it starts.
    pub(crate) per_origin: bool,
    pub(crate) takes: Vec<SetX<B>>,
    pub(crate) ops: Vec<OpX<B>>,
    pub(crate) events: Vec<EventX<B>>,
    /// The same when it is known whether somebody was taken.
    pub(crate) aftermaths: Option<[Aftermath<B>; 2]>,
    /// Its moves may be brief.
    pub(crate) is_brief: bool,
    /// All that it does by itself is to leave the squares passed in this plane.
    pub(crate) trail: Option<usize>,
    /// The squares passed are found in tables, and if anybody asks for them it is to leave them
    /// behind.
    pub(crate) only_trails: bool,
    /// What makes a move illegal, and whether that asks for other moves or the line of play.
    pub(crate) bans: Vec<(CondX<B>, bool)>,
    pub(crate) duties: Vec<CondX<B>>,
    /// Something asks which squares were passed.
    pub(crate) asks_path: bool,
    /// It brings a man from a stock to any empty square of `quiet`.
    pub(crate) drops_anywhere: bool,
    /// Its squares are found in tables.
    pub(crate) tabled: bool,
    /// Where a move to may change which men stand on the board, though nobody is taken there.
    pub(crate) changes: B,
    /// It writes a mark.
    pub(crate) sets_marks: bool,
    pub(crate) swift: Swift<B>,
    /// An empty square is left to choose, and nothing else that is not known beforehand.
    pub(crate) placing: Option<Placing<B>>,
    /// What it allows, if that is always the same but for the latch.
    pub(crate) fixed: Option<Now<B>>,
    pub(crate) latch: Latch,
    /// It lands on nothing but squares of this plane, which is a mark.
    pub(crate) mark: Option<usize>,
    /// Something must be asked for each origin.
    pub(crate) asks_local: bool,
    /// If every man goes by the same few numbers of squares.
    pub(crate) shifts: Vec<Shift<B>>,
}

/// What a row allows as things stand.
#[derive(Clone, Copy)]
pub(crate) struct Now<B> {
    /// Where it may start.
    pub(crate) from: B,
    /// Where it may land.
    pub(crate) quiet: B,
    pub(crate) capture: B,
    pub(crate) neutral: B,
}

impl<B: Bits> Row<B> {
    /// What it allows as things stand to some of these men; none if it allows nothing.
    pub(crate) fn now(&self, eye: &Eye<'_, B>, men: B) -> Option<Now<B>> {
        if men.none() || self.mark.is_some_and(|plane| eye.now.plane[plane].none()) {
            return None;
        }
        let from = match &self.from {
            SetX::Const(from) => *from & men,
            other => eye.set(other) & men,
        };
        if from.none() {
            return None;
        }
        // Of one man everything can be asked at once, and what is cheap first.
        if !from.many() && !self.may_pass(from.first(), eye.now.occupied) {
            return None;
        }
        if !eye.holds(&self.turn) {
            return None;
        }
        if self.asks_local && !from.many() {
            let about = eye.about(from.first() as u16, self.kind, self.clause);
            if !self.has_aim(&Eye { lifted: from, ..about }) || !about.holds(&self.local) {
                return None;
            }
        }
        if self.per_origin || self.motions.is_err() {
            return Some(Now { from, quiet: B::NONE, capture: B::NONE, neutral: B::NONE });
        }
        let now = Now {
            from,
            quiet: eye.set(&self.quiet),
            capture: eye.set(&self.capture),
            neutral: eye.set(&self.neutral),
        };
        let to = now.quiet | now.capture | now.neutral;
        if to.none() {
            return None;
        }
        if self.shifts.is_empty() {
            return Some(now);
        }
        // Only who can get to one of those squares.
        let from = self.shifts.iter().fold(B::NONE, |all, s| all | (s.from & to.moved(-s.by)));
        let from = from & now.from;
        from.any().then_some(Now { from, ..now })
    }

    /// Is there somebody to point at, if that is how it moves? `eye` has the man lifted.
    fn has_aim(&self, eye: &Eye<'_, B>) -> bool {
        let [stride] = &self.strides[..] else { return true };
        stride.pointed().is_none_or(|set| eye.set(set).any())
    }

    /// Where a move to may change which men stand on the board, though nobody is taken there.
    fn changes(&self, all: B) -> B {
        self.changes_by(all, |event| !only_after_captures(&event.when))
    }

    /// The same by events that count.
    pub(crate) fn changes_by(&self, all: B, counts: impl Fn(&EventX<B>) -> bool) -> B {
        let changes = |op: &OpX<B>| match op {
            OpX::Become(_) | OpX::Put { .. } | OpX::Take(_) | OpX::Exchange(_) => true,
            // Whoever stands where a man is moved to is taken.
            OpX::Move(_, place) => !is_empty(&place.set),
            _ => false,
        };
        if !self.takes.is_empty() || self.ops.iter().any(changes) {
            return all;
        }
        let events = self.events.iter().filter(|event| event.ops.iter().any(changes));
        events
            .filter(|event| counts(event))
            .fold(B::NONE, |found, event| found | event.ends(&self.events, all))
    }

    /// Are only moves wanted that fulfil a duty, and its moves never do?
    #[inline(always)]
    pub(crate) fn is_idle(&self, dutiful: bool) -> bool {
        dutiful && self.swift.duty == Duty::Never
    }

    /// The squares that a move by it passes, if there are tables of them.
    #[inline(never)]
    pub(crate) fn path(&self, mv: Move) -> B {
        let Ok(motions) = &self.motions else { return B::NONE };
        let mut ways = motions.order[usize::from(mv.from)].iter();
        ways.find(|(to, _)| *to == mv.to).map_or(B::NONE, |(_, path)| *path)
    }

    /// Finds out what it always allows.
    fn fix(&mut self, layout: &Layout) {
        let (SetX::Const(quiet), SetX::Const(capture), SetX::Const(neutral)) =
            (&self.quiet, &self.capture, &self.neutral)
        else {
            return;
        };
        let (quiet, capture, neutral) = (*quiet, *capture, *neutral);
        let asked = Latch::new(&self.turn, &self.from, self.player, self.kind, layout);
        if let Some((from, latch)) = asked.filter(|_| self.tabled) {
            self.fixed = Some(Now { from, quiet, capture, neutral });
            self.latch = latch;
        }
    }

    /// Its displacements, if they are few and the same for every origin.
    pub(crate) fn displacements(&self) -> Vec<Shift<B>> {
        let Ok(motions) = &self.motions else { return Vec::new() };
        if !motions.rides.is_empty() || !motions.hops.is_empty() {
            return Vec::new();
        }
        let mut shifts: Vec<Shift<B>> = Vec::new();
        for (origin, order) in motions.order.iter().enumerate() {
            for &(to, path) in order {
                let by = i32::from(to) - origin as i32;
                let lame = motions.lame[origin].iter().any(|(square, _)| *square == to);
                let passed = lame.then(|| path.first() as i32 - origin as i32);
                if lame && (path.none() || path.many()) {
                    return Vec::new();
                }
                let bit = B::of(origin);
                match shifts.iter_mut().find(|s| s.by == by && s.passed == passed) {
                    Some(shift) => shift.from |= bit,
                    None => shifts.push(Shift { from: bit, by, passed }),
                }
            }
            if shifts.len() > MOST_SHIFTS {
                return Vec::new();
            }
        }
        shifts
    }
}

/// More displacements than this are looked up man by man.
const MOST_SHIFTS: usize = 2;

pub(crate) fn row<B: Bits>(fold: Fold<'_>, clause: u16) -> Row<B> {
    let game = fold.game;
    let rule = game.clause(clause);
    let table = &game.clauses[usize::from(clause)];
    let (before, after) = (fold.about(clause, false), fold.about(clause, true));
    let start = before.set::<B>(&rule.from);
    let guards = all(vec![before.conds(&rule.when), before.conds(&rule.provided)]);
    let home = home(game, fold.own, rule.kind.0);
    let split = Split::new(before, start.clone(), guards, home);
    let set = before.set(&landing_set(rule));
    let [quiet, capture, neutral] =
        [Stands::Nobody, Stands::Enemy, Stands::Neutral].map(|who| assume(fold, &set, who));
    let mut motions = if same_landing(rule) {
        motions(fold, clause)
    } else {
        Err("its motions end on different squares")
    };
    if table.points || table.drop.is_some() {
        motions = Err("it has no way on the board");
    }
    let per_origin = [&quiet, &capture, &neutral].iter().any(|set| set.mentions(&asks_place));
    let takes = rule.effects.iter().filter_map(|effect| match effect {
        chator_rules::Effect::Take(set) => Some(Fold { clause: None, ..before }.set(set)),
        _ => None,
    });
    let takes: Vec<SetX<B>> = takes.collect();
    let ops = rule.effects.iter().filter(|e| !matches!(e, chator_rules::Effect::Take(_)));
    let ops: Vec<OpX<B>> = ops.map(|effect| op(after, effect)).collect();
    let events = events(fold, clause);
    let bans = game.rules.bans.iter().zip(&game.deep_bans);
    let mut bans: Vec<(CondX<B>, bool)> =
        bans.map(|(law, &deep)| (after.cond(&law.when), deep)).collect();
    // A ban on where a move began is a guard.
    let mut from = vec![split.from.clone()];
    bans.retain(|(ban, _)| match ban {
        CondX::Const(false) => false,
        CondX::Was(cond) if table.drop.is_none() => match origins(cond) {
            Some(set) => {
                from.push(SetX::Not(Box::new(at_home(set, home))));
                false
            }
            None => true,
        },
        _ => true,
    });
    let from = before.and(from);
    let stock_cell = table.drop;
    let asks_place = quiet.mentions(&asks_move);
    let drops_anywhere = table.drop.is_some() && !asks_place && is_one_drop(rule);
    let marks = |op: &OpX<B>| match op {
        OpX::Slots { cell, .. }
        | OpX::Bump { cell, .. }
        | OpX::Planes { cell, .. }
        | OpX::Squares { cell, .. } => game.marks.contains(cell),
        _ => false,
    };
    let path = |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Path));
    let leaves = |op: &&OpX<B>| trail(op, fold.layout).is_some();
    let mut effects = ops.iter().chain(events.iter().flat_map(|e| &e.ops));
    let asks_otherwise = effects.clone().filter(|op| !leaves(op)).any(|op| op.mentions(&path))
        || events.iter().any(|e| e.mentions(&path))
        || bans.iter().any(|(ban, _)| ban.mentions(&path))
        || game.path_is_asked_later;
    let asks_path = table.path_matters && (asks_otherwise || effects.any(|op| op.mentions(&path)));
    let only_trails = motions.is_ok() && !asks_otherwise;
    let trail = if let [op] = &ops[..] { trail(op, fold.layout) } else { None };
    let tabled = motions.is_ok() && takes_none(rule);
    let asks_local = split.local != CondX::Const(true) || per_origin;
    let sets_marks = ops.iter().chain(events.iter().flat_map(|e| &e.ops)).any(marks);
    let at_most = if motions.is_err() && table.drop.is_none() && !table.points {
        at_most(fold, clause).map(Box::new)
    } else {
        None
    };
    let mut row = Row {
        reach: motions.as_ref().map_or(Reach::None, Reach::new),
        at_most,
        passages: None,
        player: fold.own,
        clause,
        kind: rule.kind.0 as u8,
        stock: stock_cell.and_then(|cell| layout_slot(fold.layout, cell, fold.own, rule.kind.0)),
        stock_cell: stock_cell.unwrap_or(CellId(0)),
        from,
        turn: split.turn,
        local: split.local,
        attack_from: start,
        attack_when: before.conds(&rule.when),
        motions,
        strides: StrideX::of_clause(fold, clause),
        quiet,
        capture,
        neutral,
        per_origin,
        aftermaths: aftermaths(&ops, &takes, &events, fold.layout, fold.own),
        is_brief: false,
        trail,
        only_trails,
        changes: B::NONE,
        takes,
        ops,
        events,
        bans,
        duties: game.rules.duties.iter().map(|law| after.cond(&law.when)).collect(),
        asks_path,
        drops_anywhere,
        sets_marks,
        swift: Swift::unknown(),
        placing: None,
        tabled,
        asks_local,
        fixed: None,
        latch: Latch::default(),
        mark: None,
        shifts: Vec::new(),
    };
    row.mark = mark(fold, [&row.quiet, &row.capture, &row.neutral]);
    let all = (0..game.squares).fold(B::NONE, |all, s| all | B::of(s));
    row.fix(fold.layout);
    row.changes = row.changes(all);
    row.passages = row.at_most.as_ref().and_then(|at_most| row.passages(at_most));
    if !row.asks_local {
        row.shifts = row.displacements();
    }
    row.is_brief = row.may_be_brief(table.points);
    row
}

/// The plane of a mark that all these sets lie in.
fn mark<B: Bits>(fold: Fold<'_>, sets: [&SetX<B>; 3]) -> Option<usize> {
    let places: Vec<usize> =
        fold.game.marks.iter().map(|&cell| fold.layout.cell(cell).plane).collect();
    let plane = |set: &SetX<B>| match set {
        SetX::Plane { plane, flip: false, .. } if places.contains(plane) => Some(*plane),
        SetX::And(list) => list.iter().find_map(|set| match set {
            SetX::Plane { plane, flip: false, .. } if places.contains(plane) => Some(*plane),
            _ => None,
        }),
        _ => None,
    };
    let mut sets = sets.into_iter().filter(|set| **set != SetX::Const(B::NONE));
    let first = plane(sets.next()?)?;
    sets.all(|set| plane(set) == Some(first)).then_some(first)
}

fn takes_none(rule: &chator_rules::Clause) -> bool {
    !rule.effects.iter().any(|effect| matches!(effect, chator_rules::Effect::Take(_)))
}

fn layout_slot(layout: &Layout, cell: CellId, player: u8, kind: u16) -> Option<usize> {
    layout.cell(cell).of_stock(player.into(), kind.into())
}

pub(crate) fn home<B: Bits>(game: &Tables, player: u8, kind: u16) -> B {
    let home = &game.player(PlayerId(player)).home[usize::from(kind)];
    home.iter().fold(B::NONE, |all, s| all | B::of(s.into()))
}

/// Is it a drop and nothing besides?
fn is_one_drop(rule: &chator_rules::Clause) -> bool {
    let [motion] = &rule.motions[..] else { return false };
    let [leg] = &motion.legs[..] else { return false };
    matches!(leg.travel, chator_rules::Travel::Drop(_)) && rule.from == chator_rules::Set::Board
}

/// The sets that last legs end on.
fn landing_sets(rule: &chator_rules::Clause) -> impl Iterator<Item = &chator_rules::Set> {
    rule.motions.iter().filter_map(|motion| motion.legs.last()).map(|leg| &leg.to)
}

/// The set that all of them end on; if they differ, what any of them may end on.
fn landing_set(rule: &chator_rules::Clause) -> chator_rules::Set {
    match landing_sets(rule).next() {
        Some(first) if same_landing(rule) => first.clone(),
        _ => chator_rules::Set::Or(landing_sets(rule).cloned().collect()),
    }
}

fn same_landing(rule: &chator_rules::Clause) -> bool {
    let first = landing_sets(rule).next();
    rule.motions.iter().all(|motion| motion.legs.last().map(|leg| &leg.to) == first)
}
