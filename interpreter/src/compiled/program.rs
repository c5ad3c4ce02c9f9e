//! A game's rules as tables and folded expressions, for one width of sets.

use chator_rules::{CellId, PlayerId, Rules};

use crate::eval::Past;
use crate::game::{Shape, Tables};

use super::attack::{AttackTable, OddAttack};
use super::attack_tables::attack_tables;
use super::bits::Bits;
use super::board::Board;
use super::effects::{EVENTS, EventX, OpX, events, op};
use super::expr::{CondX, NumX, PartX, SetX};
use super::eye::Eye;
use super::fold::{Fold, all};
use super::ground::Ground;
use super::keys::Keys;
use super::layout::Layout;
use super::motion::{Motions, at_most, motions};
use super::quick::alive;
use super::reach::Reach;
use super::safety::{Sight, sights};
use super::stride::{Paths, StrideX};
use super::swift::{self, Swift};

/// Everything that is the same for all positions.
pub(crate) struct Program<B: Bits> {
    pub(crate) layout: Layout,
    pub(crate) keys: Keys,
    pub(crate) ground: Ground<B>,
    paths: Paths,
    /// Every square.
    pub(crate) all: B,
    /// By square.
    pub(crate) files: Vec<u16>,
    /// By player and kind: where such men stand at the start.
    pub(crate) home: Vec<Vec<B>>,
    /// The royal kinds, a bit each.
    pub(crate) royal: u32,
    pub(crate) clauses: Vec<ClauseFacts>,
    pub(crate) players: Vec<PlayerPlan<B>>,
    /// By the attacker's owner.
    pub(crate) voids: Vec<Vec<CondX<B>>>,
    /// By player: when he is passed over. Empty if nobody ever is.
    pub(crate) skips: Vec<Vec<CondX<B>>>,
    pub(crate) marks: Vec<MarkX>,
    pub(crate) laws_count_occurrences: bool,
    pub(crate) ends_count_occurrences: bool,
    pub(crate) ends_about_move: Vec<bool>,
}

/// What is known of a clause whoever uses it.
pub(crate) struct ClauseFacts {
    pub(crate) kind: u8,
    pub(crate) strikes: bool,
    pub(crate) takes: bool,
    pub(crate) points: bool,
    pub(crate) path_matters: bool,
    pub(crate) plural: bool,
}

/// A mark: where it is, and what reads it.
pub(crate) struct MarkX {
    pub(crate) cell: CellId,
    /// If it is the game's or players'.
    pub(crate) slots: std::ops::Range<usize>,
    pub(crate) readers: Vec<u16>,
    pub(crate) read_after_moves: bool,
}

/// A player's ways to move and what judges them.
pub(crate) struct PlayerPlan<B: Bits> {
    /// By clause.
    pub(crate) rows: Vec<Row<B>>,
    /// By kind: his clauses on the board.
    pub(crate) of_kind: Vec<Vec<usize>>,
    /// His clauses off the board.
    pub(crate) drops: Vec<usize>,
    pub(crate) attacks: Vec<AttackTable<B>>,
    pub(crate) odd_attacks: Vec<OddAttack<B>>,
    pub(crate) offers: Vec<OfferX<B>>,
    pub(crate) ends: Vec<CondX<B>>,
    /// By end: what he shares the point by, if it is shared so.
    pub(crate) shares: Vec<Option<NumX<B>>>,
    /// The ends that may hold after his move although the next player can move. Empty, and of no
    /// use, unless `lively`.
    pub(crate) alive: Vec<CondX<B>>,
    /// The next player is the only other one, and he always follows.
    pub(crate) lively: bool,
    /// Some ban asks whether a royal of his is attacked.
    pub(crate) minds_royals: bool,
    /// Bans that hold before and after a move alike: while one holds every move is tried.
    pub(crate) calm: Vec<CondX<B>>,
    /// Lines of sight that bans are about.
    pub(crate) sights: Vec<Sight<B>>,
    /// Some ban asks for other moves, or for the line of play.
    pub(crate) deep_bans: bool,
    /// The rows on the board whose squares are not always the same.
    pub(crate) changing: Vec<usize>,
    /// Something may make a move a duty.
    pub(crate) has_duties: bool,
}

pub(crate) struct OfferX<B> {
    pub(crate) when: CondX<B>,
    pub(crate) local: bool,
    pub(crate) ops: Vec<OpX<B>>,
}

/// A way to move, for one player.
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
    /// What makes a move illegal, and whether that asks for other moves or the line of play.
    pub(crate) bans: Vec<(CondX<B>, bool)>,
    pub(crate) duties: Vec<CondX<B>>,
    /// Something asks which squares were passed.
    pub(crate) asks_path: bool,
    /// It brings a man from a stock to any empty square of `quiet`.
    pub(crate) drops_anywhere: bool,
    /// Its squares are found in tables.
    pub(crate) tabled: bool,
    /// It writes a mark.
    pub(crate) sets_marks: bool,
    pub(crate) swift: Swift<B>,
    /// What it allows, if that is always the same.
    pub(crate) fixed: Option<Now<B>>,
    /// It lands on nothing but squares of this plane, which is a mark.
    pub(crate) mark: Option<usize>,
    /// Else its place among the player's changing rows.
    pub(crate) changing: usize,
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

/// A displacement that is the same for every origin.
pub(crate) struct Shift<B> {
    pub(crate) from: B,
    pub(crate) by: i32,
    /// How far away the square is that must be empty.
    pub(crate) passed: Option<i32>,
}

impl<B: Bits> Row<B> {
    /// Are its squares found in tables?
    #[inline(always)]
    pub(crate) fn by_table(&self) -> bool {
        self.tabled
    }

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
            if !about.holds(&self.local) {
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
        let from = self.shifts.iter().fold(B::NONE, |all, s| all | (s.from & moved(to, -s.by)));
        let from = from & now.from;
        from.any().then_some(Now { from, ..now })
    }

    /// What it always allows.
    fn always(&self) -> Option<Now<B>> {
        let (SetX::Const(from), SetX::Const(quiet), SetX::Const(capture), SetX::Const(neutral)) =
            (&self.from, &self.quiet, &self.capture, &self.neutral)
        else {
            return None;
        };
        let plain = self.turn == CondX::Const(true) && self.tabled;
        plain.then_some(Now { from: *from, quiet: *quiet, capture: *capture, neutral: *neutral })
    }

    /// Its displacements, if they are few and the same for every origin.
    fn shifts(&self) -> Vec<Shift<B>> {
        let Ok(motions) = &self.motions else { return Vec::new() };
        if self.asks_local || !motions.rides.is_empty() || !motions.hops.is_empty() {
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

/// A set moved by so many squares, down if that is less than 0.
#[inline(always)]
pub(crate) fn moved<B: Bits>(set: B, by: i32) -> B {
    if by >= 0 { set.up(by.unsigned_abs()) } else { set.down(by.unsigned_abs()) }
}

/// More displacements than this are looked up man by man.
const MOST_SHIFTS: usize = 2;

impl<B: Bits> Program<B> {
    /// The program of a game, or what does not fit.
    pub(crate) fn new(game: &Tables) -> Result<Program<B>, String> {
        if game.rules.events.len() > EVENTS {
            return Err(format!("more than {EVENTS} events"));
        }
        let layout = Layout::new(game)?;
        let rules = &game.rules;
        let set = |squares: &crate::square_set::SquareSet| {
            squares.iter().fold(B::NONE, |all, s| all | B::of(s.into()))
        };
        let by_player = |laws: &[chator_rules::Law]| -> Vec<Vec<CondX<B>>> {
            let fold = |p| Fold::new(game, &layout, p);
            let of = |p| laws.iter().map(|law| fold(p).cond(&law.when)).collect();
            (0..game.players).map(of).collect()
        };
        let voids = by_player(&rules.voids);
        let skips = if rules.skips.is_empty() { Vec::new() } else { by_player(&rules.skips) };
        let royal = game.kinds.iter().enumerate().filter(|(_, k)| k.royal && !k.neutral);
        let royal = royal.fold(0, |set, (i, _)| set | 1 << i);
        let mut players: Vec<PlayerPlan<B>> =
            (0..game.players).map(|p| plan(game, &layout, p)).collect();
        swift::fill(&mut players, &layout, !rules.voids.is_empty(), royal);
        Ok(Program {
            keys: Keys::new(&layout),
            ground: Ground::new(&game.geometry),
            paths: Paths::new(game),
            all: (0..game.squares).fold(B::NONE, |all, s| all | B::of(s)),
            files: game.geometry.file.clone(),
            home: game.players_table.iter().map(|p| p.home.iter().map(set).collect()).collect(),
            royal,
            clauses: clause_facts(game),
            players,
            voids,
            skips,
            marks: marks(game, &layout),
            laws_count_occurrences: game.laws_count_occurrences,
            ends_count_occurrences: game.ends_count_occurrences,
            ends_about_move: game.ends_about_move.clone(),
            layout,
        })
    }

    pub(crate) fn jump(&self, from: usize, steps: &[usize]) -> Option<usize> {
        self.paths.jump(from, steps)
    }

    #[inline]
    pub(crate) fn after(&self, player: u8) -> u8 {
        if usize::from(player) + 1 >= self.players.len() { 0 } else { player + 1 }
    }

    /// Who plays after a player as things stand: see the reference's `following`.
    #[inline]
    pub(crate) fn following(&self, board: &Board<B>, player: u8) -> u8 {
        let next = self.after(player);
        if self.skips.is_empty() {
            return next;
        }
        let mut candidate = next;
        for _ in 0..self.players.len() {
            let eye = Eye::new(self, board);
            if !self.skips[usize::from(candidate)].iter().any(|skip| eye.holds(skip)) {
                return candidate;
            }
            candidate = self.after(candidate);
        }
        next
    }

    pub(crate) fn row(&self, player: u8, clause: u16) -> &Row<B> {
        &self.players[usize::from(player)].rows[usize::from(clause)]
    }

    /// The rows that are tried move by move, and why: clause, and reason.
    pub(crate) fn slow_rows(&self) -> Vec<(u16, &'static str)> {
        let mut slow = Vec::new();
        for row in self.players.iter().flat_map(|plan| &plan.rows) {
            let choice = match row.swift.choice {
                super::swift::Choice::Unknown(zone) if zone.any() => {
                    Err("how much there is to choose only the move tells")
                }
                _ => Ok(()),
            };
            for reason in [row.swift.legality, choice].into_iter().filter_map(Result::err) {
                if !slow.contains(&(row.clause, reason)) {
                    slow.push((row.clause, reason));
                }
            }
        }
        slow.sort_by_key(|&(clause, _)| clause);
        slow
    }

    /// Is any mark set?
    #[inline]
    pub(crate) fn is_marked(&self, board: &Board<B>) -> bool {
        self.marks.iter().any(|mark| {
            let places = self.layout.cell(mark.cell);
            let mut planes = board.plane[places.plane..places.plane + places.digits].iter();
            let off = |slot: usize| i32::from(board.slot[slot]) != places.start;
            planes.any(|plane| plane.any()) || mark.slots.clone().any(off)
        })
    }

    /// The line of play as a move's result sees it.
    pub(crate) fn past_after<'p>(&self, board: &Board<B>, past: Past<'p>) -> Past<'p> {
        if !self.laws_count_occurrences {
            return Past::NONE;
        }
        let now = past.now.unwrap_or_else(|| self.key(board));
        Past { last: Some(now), now: None, ..past }
    }
}

fn marks(game: &Tables, layout: &Layout) -> Vec<MarkX> {
    let mark = |&cell: &CellId| {
        let places = layout.cell(cell);
        let slots = match places.shape {
            Shape::Game => places.slot..places.slot + 1,
            Shape::Player => places.slot..places.slot + layout.players,
            Shape::Stock => places.slot..places.slot + layout.players * places.width,
            Shape::Man | Shape::Square => 0..0,
        };
        let table = game.cell(cell);
        let (readers, read_after_moves) = (table.readers.clone(), table.read_after_moves);
        MarkX { cell, slots, readers, read_after_moves }
    };
    game.marks.iter().map(mark).collect()
}

fn clause_facts(game: &Tables) -> Vec<ClauseFacts> {
    let facts = |(table, rule): (&crate::game::ClauseTable, &chator_rules::Clause)| ClauseFacts {
        kind: rule.kind.0 as u8,
        strikes: table.strikes,
        takes: table.takes,
        points: table.points,
        path_matters: table.path_matters,
        plural: table.plural,
    };
    game.clauses.iter().zip(&game.rules.clauses).map(facts).collect()
}

fn plan<B: Bits>(game: &Tables, layout: &Layout, player: u8) -> PlayerPlan<B> {
    let fold = Fold::new(game, layout, player);
    let mut rows: Vec<Row<B>> = (0..game.clauses.len() as u16).map(|c| row(fold, c)).collect();
    let rules: &Rules = &game.rules;
    let offer = |(offer, &local): (&chator_rules::Offer, &bool)| OfferX {
        when: fold.conds(&offer.when),
        local,
        ops: offer.effects.iter().map(|effect| op(fold, effect)).collect(),
    };
    let (attacks, odd_attacks) = attack_tables(fold, &rows);
    let ends: Vec<CondX<B>> = rules.ends.iter().map(|end| fold.cond(&end.when)).collect();
    let changes = |&i: &usize| rows[i].fixed.is_none() && rows[i].stock.is_none();
    let changing: Vec<usize> = (0..rows.len()).filter(changes).collect();
    for (place, &id) in changing.iter().enumerate() {
        rows[id].changing = place;
    }
    let share = |end: &chator_rules::End| match &end.result {
        chator_rules::EndResult::Share(number) => Some(fold.number(number)),
        _ => None,
    };
    PlayerPlan {
        of_kind: game.kinds.iter().map(|k| k.clauses.iter().map(|&c| c.into()).collect()).collect(),
        drops: game.drops.iter().map(|&(clause, _)| clause.into()).collect(),
        attacks,
        odd_attacks,
        offers: rules.offers.iter().zip(&game.local_offers).map(offer).collect(),
        calm: Vec::new(),
        shares: rules.ends.iter().map(share).collect(),
        alive: ends
            .iter()
            .map(|end| alive(end, 1 - player.min(1)))
            .filter(|end| *end != CondX::Const(false))
            .collect(),
        lively: game.players == 2,
        minds_royals: rows.iter().flat_map(|r| &r.bans).any(|(ban, _)| {
            ban.mentions(&|part| matches!(part, PartX::Cond(CondX::InCheck(p)) if *p == player))
        }),
        sights: rows.first().map_or(Vec::new(), |row| sights(&row.bans, player)),
        deep_bans: rows.iter().flat_map(|r| &r.bans).any(|(_, deep)| *deep),
        changing,
        has_duties: !rules.duties.is_empty(),
        ends,
        rows,
    }
}

fn row<B: Bits>(fold: Fold<'_>, clause: u16) -> Row<B> {
    let game = fold.game;
    let rule = game.clause(clause);
    let table = &game.clauses[usize::from(clause)];
    let (before, after) = (fold.about(clause, false), fold.about(clause, true));
    let start = before.set::<B>(&rule.from);
    let guards = all(vec![before.conds(&rule.when), before.conds(&rule.provided)]);
    let home = home(game, fold.own, rule.kind.0);
    let split = Split::new(before, start.clone(), guards, home);
    let to = landing_set(rule);
    let set = to.map_or(SetX::Const(B::NONE), |to| before.set(&to));
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
    let per_origin = [&quiet, &capture, &neutral].iter().any(|set| set.mentions(&is_about_place));
    let takes = rule.effects.iter().filter_map(|effect| match effect {
        chator_rules::Effect::Take(set) => Some(Fold { clause: None, ..before }.set(set)),
        _ => None,
    });
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
    let asks_place = quiet.mentions(&is_about_place_or_home);
    let drops_anywhere = table.drop.is_some() && !asks_place && is_one_drop(rule);
    let marks = |op: &OpX<B>| match op {
        OpX::Slots { cell, .. } | OpX::Planes { cell, .. } | OpX::Squares { cell, .. } => {
            game.marks.contains(cell)
        }
        _ => false,
    };
    let path = |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Path));
    let asks_path = table.path_matters
        && (ops.iter().chain(events.iter().flat_map(|e| &e.ops)).any(|op| op.mentions(&path))
            || events.iter().any(|e| e.mentions(&path))
            || bans.iter().any(|(ban, _)| ban.mentions(&path))
            || game.path_is_asked_later);
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
        takes: takes.collect(),
        ops,
        events,
        bans,
        duties: game.rules.duties.iter().map(|law| after.cond(&law.when)).collect(),
        asks_path,
        drops_anywhere,
        sets_marks,
        swift: Swift::unknown(),
        tabled,
        asks_local,
        fixed: None,
        changing: 0,
        mark: None,
        shifts: Vec::new(),
    };
    row.mark = mark(fold, [&row.quiet, &row.capture, &row.neutral]);
    row.fixed = row.always();
    row.shifts = row.shifts();
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

/// The set that the last legs end on, if there is one for all.
fn landing_set(rule: &chator_rules::Clause) -> Option<chator_rules::Set> {
    rule.motions.first().and_then(|m| m.legs.last()).map(|leg| leg.to.clone())
}

fn same_landing(rule: &chator_rules::Clause) -> bool {
    let to = landing_set(rule);
    rule.motions.iter().all(|m| m.legs.last().map(|leg| &leg.to) == to.as_ref())
}

/// Guards, apart by what they are about.
pub(crate) struct Split<B> {
    pub(crate) from: SetX<B>,
    pub(crate) turn: CondX<B>,
    pub(crate) local: CondX<B>,
}

impl<B: Bits> Split<B> {
    pub(crate) fn new(fold: Fold<'_>, start: SetX<B>, guards: CondX<B>, home: B) -> Split<B> {
        let list = match guards {
            CondX::All(list) => list,
            CondX::Const(true) => Vec::new(),
            other => vec![other],
        };
        let (mut from, mut turn, mut local) = (vec![at_home(start, home)], Vec::new(), Vec::new());
        if from[0].mentions(&is_about_place) {
            local.push(CondX::Some(SetX::And(vec![SetX::Origin, from.swap_remove(0)])));
        }
        for guard in list {
            if !guard.mentions(&is_about_move) {
                turn.push(guard);
            } else if let Some(set) = origins(&guard) {
                from.push(at_home(set, home));
            } else {
                local.push(guard);
            }
        }
        Split { from: fold.and(from), turn: all(turn), local: all(local) }
    }
}

/// Of the man the clause is about, home is known.
fn at_home<B: Bits>(set: SetX<B>, home: B) -> SetX<B> {
    match set {
        SetX::Home(_) => SetX::Const(home),
        SetX::And(list) => SetX::And(list.into_iter().map(|s| at_home(s, home)).collect()),
        SetX::Or(list) => SetX::Or(list.into_iter().map(|s| at_home(s, home)).collect()),
        SetX::Not(set) => SetX::Not(Box::new(at_home(*set, home))),
        other => other,
    }
}

/// The origins for which a condition holds, if that can be said of all squares at once.
fn origins<B: Bits>(cond: &CondX<B>) -> Option<SetX<B>> {
    let plain = |set: &SetX<B>| !set.mentions(&is_about_place_or_home);
    match cond {
        CondX::Some(SetX::And(list)) if list.contains(&SetX::Origin) => {
            let rest: Vec<SetX<B>> = list.iter().filter(|s| **s != SetX::Origin).cloned().collect();
            rest.iter().all(plain).then_some(SetX::And(rest))
        }
        CondX::Compare(test, NumX::At(cell, SetX::Origin), NumX::Const(n)) => {
            Some(SetX::Digits { cell: *cell, test: *test, value: *n })
        }
        CondX::Not(cond) => Some(SetX::Not(Box::new(origins(cond)?))),
        CondX::All(list) => Some(SetX::And(list.iter().map(origins).collect::<Option<_>>()?)),
        CondX::Any(list) => Some(SetX::Or(list.iter().map(origins).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// Does a part depend on the man who moves, or on the move?
fn is_about_move<B>(part: PartX<'_, B>) -> bool {
    match part {
        PartX::Set(set) => matches!(
            set,
            SetX::It | SetX::Origin | SetX::Target | SetX::Path | SetX::Taken | SetX::Home(_)
        ),
        PartX::Cond(cond) => matches!(cond, CondX::Played(_)),
        PartX::Number(number) => matches!(number, NumX::ByFile(_)),
    }
}

/// Is it another set with the man who moves lifted, or from another square?
fn is_about_place<B>(part: PartX<'_, B>) -> bool {
    match part {
        PartX::Set(set) => matches!(
            set,
            SetX::It
                | SetX::Origin
                | SetX::Target
                | SetX::Path
                | SetX::Taken
                | SetX::Toward(..)
                | SetX::Along(..)
                | SetX::Nearest(..)
                | SetX::Attacked(..)
                | SetX::Attacking(..)
                | SetX::Checking
                | SetX::Was(_)
                | SetX::Without(..)
                | SetX::Home(_)
        ),
        _ => false,
    }
}

fn is_about_place_or_home<B>(part: PartX<'_, B>) -> bool {
    matches!(
        part,
        PartX::Set(
            SetX::It | SetX::Origin | SetX::Target | SetX::Path | SetX::Taken | SetX::Was(_)
        )
    )
}

/// Who stands on a square that a motion comes to.
#[derive(Clone, Copy, PartialEq)]
enum Stands {
    Nobody,
    Enemy,
    Neutral,
}

/// A set, of squares on which such a man stands.
fn assume<B: Bits>(fold: Fold<'_>, set: &SetX<B>, who: Stands) -> SetX<B> {
    let fixed = |inside: bool| {
        SetX::Const((0..fold.game.squares).fold(B::NONE, |all, s| all | B::of(s)).when(inside))
    };
    match set {
        SetX::Empty => fixed(who == Stands::Nobody),
        SetX::Men(sides) => {
            let enemies = ((1 << fold.game.players) - 1) & !(1 << fold.own);
            match who {
                Stands::Nobody => fixed(false),
                Stands::Enemy if sides & enemies == enemies => fixed(true),
                Stands::Enemy if sides & enemies == 0 => fixed(false),
                Stands::Enemy => set.clone(),
                Stands::Neutral => fixed(sides >> super::board::NEUTRAL & 1 != 0),
            }
        }
        SetX::Kinds(_) if who == Stands::Nobody => fixed(false),
        SetX::And(list) => fold.and(list.iter().map(|s| assume(fold, s, who)).collect()),
        SetX::Or(list) => fold.or(list.iter().map(|s| assume(fold, s, who)).collect()),
        SetX::Not(inner) => match assume(fold, inner, who) {
            SetX::Const(b) => match fixed(true) {
                SetX::Const(all) => SetX::Const(all.but(b)),
                other => other,
            },
            other => SetX::Not(Box::new(other)),
        },
        other => other.clone(),
    }
}
