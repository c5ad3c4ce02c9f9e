//! Which rows need no trial: what is found out about them once, when the program is made.
//!
//! A row is swift if the masks of [`safety`](super::safety) decide which of its moves are legal. That is so
//! if its moves displace one man and do nothing else that an enemy's attack on a royal, or another
//! law, could depend on. Everything here errs on the slow side.

use super::aim::lots;
use super::bits::Bits;
use super::choice::{Choice, choice, free_places, is_choice};
use super::effects::OpX;
use super::expr::{CondX, NumX, PartX, SetX};
use super::layout::Layout;
use super::plan::PlayerPlan;
use super::row::Row;
use super::sight::sight;
use super::spread::Spread;
use super::steady::{disturbs, is_fickle, is_steady, mentions};

/// What is known about a row.
#[derive(Clone, Debug)]
pub(crate) struct Swift<B> {
    /// Masks decide which moves are legal; otherwise the reason.
    pub(crate) legality: Result<(), &'static str>,
    /// Masks decide about its moves, if they are trusted so far.
    pub(crate) trust: Trust,
    /// What masks forbid may be allowed all the same, and is tried.
    pub(crate) retries: bool,
    /// Masks say nothing about moves that take.
    pub(crate) tries_captures: bool,
    /// Bans that hold, or do not hold, before and after a move alike, while no royal is attacked;
    /// and while one is.
    pub(crate) calm: Vec<CondX<B>>,
    pub(crate) tense: Vec<CondX<B>>,
    /// A drop of the row is only forbidden if it gives check to this player.
    pub(crate) if_check: Option<u8>,
    /// How many moves there are for one displacement.
    pub(crate) choice: Choice<B>,
    /// The same in short: so many on targets of the zone, else one. No number if it takes more.
    pub(crate) zone: B,
    pub(crate) times: u32,
    /// Where a ban may hold that elsewhere cannot: moves to these squares are tried.
    pub(crate) tries: B,
    /// If a square is all that is chosen, any will do.
    pub(crate) free_places: bool,
    pub(crate) duty: Duty,
    /// Rows of the same kind, before this one, whose moves are the same as this one's where they
    /// lead to the same square.
    pub(crate) minus: Vec<usize>,
    /// Rows before it whose moves might be the same: to be seen when they lead to the same square.
    pub(crate) clashes: Vec<usize>,
}

impl<B: Bits> Swift<B> {
    /// Before anything has been found out.
    pub(crate) fn unknown() -> Swift<B> {
        Swift {
            legality: Err("not looked at"),
            trust: Trust::Never,
            retries: false,
            tries_captures: false,
            calm: Vec::new(),
            tense: Vec::new(),
            if_check: None,
            choice: Choice::Once,
            zone: B::NONE,
            times: 1,
            tries: B::NONE,
            free_places: false,
            duty: Duty::Unknown,
            minus: Vec::new(),
            clashes: Vec::new(),
        }
    }
}

/// In which positions masks decide. A position allows what stands before what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trust {
    /// In none: as a position says that needs more than masks.
    Not,
    /// Also where somebody who attacks as no table tells is near the royal.
    Near,
    /// Also where men are pinned or have to answer a check, but not there.
    Always,
    /// Only where nobody but the royal is hindered.
    Unhindered,
    Never,
}

/// Whether a move of the row fulfils a duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    Never,
    Always,
    IfCapture,
    Unknown,
}

impl Duty {
    /// Of some targets those to which a move fulfils a duty; none if only the move itself tells.
    #[inline(always)]
    pub(crate) fn owed<B: Bits>(self, to: B, occupied: B) -> Option<B> {
        match self {
            Duty::Never => Some(B::NONE),
            Duty::Always => Some(to),
            Duty::IfCapture => Some(to & occupied),
            Duty::Unknown => None,
        }
    }
}

/// Fills in what is known about a player's rows. `plans` are all players'.
pub(crate) fn fill<B: Bits>(plans: &mut [PlayerPlan<B>], layout: &Layout, royal: u32) {
    let all = (0..layout.squares).fold(B::NONE, |all, s| all | B::of(s));
    for player in 0..plans.len() {
        let swift: Vec<Swift<B>> = (0..plans[player].rows.len())
            .map(|row| {
                let judged = judge(plans, player, row, layout, royal, all);
                let plan = &plans[player];
                let row = &plan.rows[row];
                let (minus, clashes) = twins(plan, row);
                let choice = choice(row, all);
                let choice = if plan
                    .offers
                    .iter()
                    .any(|o| o.local || o.ops.iter().any(|op| is_choice(op, row.player)))
                {
                    Choice::Unknown(all)
                } else {
                    choice.or_tried(judged.tries)
                };
                let (zone, times) = match &choice {
                    Choice::Once => (B::NONE, 1),
                    Choice::Zone(zone, times) => (*zone, *times),
                    Choice::Unknown(zone) => (*zone, 0),
                    Choice::Places(..) => (all, 0),
                };
                Swift {
                    choice,
                    zone,
                    times,
                    free_places: free_places(row),
                    duty: duty(row),
                    minus,
                    clashes,
                    ..judged
                }
            })
            .collect();
        plans[player].calm = distinct(swift.iter().flat_map(|swift| &swift.calm));
        plans[player].tense = distinct(swift.iter().flat_map(|swift| &swift.tense));
        let others = plans.iter().enumerate().filter(|(other, _)| *other != player);
        let by_men = |other: &PlayerPlan<B>| {
            other.odd_attacks.is_empty() && other.attacks.iter().all(|table| table.plain)
        };
        let by_men = others.clone().all(|(_, other)| by_men(other));
        let steady = others.flat_map(|(_, other)| &other.attacks).all(is_steady);
        plans[player].knows_checks = steady;
        plans[player].is_safe_by_men =
            by_men && plans[player].calm.is_empty() && plans[player].sights.is_empty();
        for (row, swift) in plans[player].rows.iter_mut().zip(swift) {
            let alike = matches!(swift.choice, Choice::Once | Choice::Zone(..));
            let masks =
                swift.legality.is_ok() && !row.asks_local && (alike || !swift.tries_captures);
            // Attacks that no table tells read marks, and whether they check is not known.
            let reads = row.sets_marks || row.latch.is_calm;
            let trust = match (masks, swift.retries || swift.tries_captures) {
                (false, _) => Trust::Never,
                (true, false) if reads => Trust::Always,
                (true, false) => Trust::Near,
                (true, true) => Trust::Unhindered,
            };
            row.swift = Swift { trust, ..swift };
        }
        plans[player].asks_checks = plans[player].rows.iter().any(|row| row.latch.is_calm);
        plans[player].lots = lots(&plans[player], layout);
        plans[player].spread = Spread::new(&plans[player].lots, &plans[player].rows, layout);
    }
}

fn distinct<'c, B: Bits>(conds: impl Iterator<Item = &'c CondX<B>>) -> Vec<CondX<B>> {
    let mut distinct: Vec<CondX<B>> = Vec::new();
    for cond in conds {
        if !distinct.contains(cond) {
            distinct.push(cond.clone());
        }
    }
    distinct
}

/// What is found out about the legality of a row's moves; the rest is left open.
fn judge<B: Bits>(
    plans: &[PlayerPlan<B>],
    player: usize,
    row: usize,
    layout: &Layout,
    royal: u32,
    all: B,
) -> Swift<B> {
    // Where a row is excused from a ban masks forbid too much.
    let exposure = CondX::InCheck(player as u8);
    let exposed = plans[player].rows[row].bans.iter().any(|(ban, _)| *ban == exposure);
    let bans = &plans[player].rows[row].bans;
    let mut sights = plans[player].sights.iter();
    let unseen = sights.any(|sight| !bans.iter().any(|(ban, _)| *ban == sight.ban));
    let mut swift = Swift { retries: unseen, ..Swift::unknown() };
    swift.legality = legality(plans, player, row, layout, royal, all, &mut swift);
    swift.retries |= !exposed && swift.tense.is_empty();
    swift
}

fn legality<B: Bits>(
    plans: &[PlayerPlan<B>],
    player: usize,
    row: usize,
    layout: &Layout,
    royal: u32,
    all: B,
    swift: &mut Swift<B>,
) -> Result<(), &'static str> {
    let plan = &plans[player];
    let row = &plan.rows[row];
    if let (Err(reason), false) = (&row.motions, row.drops_anywhere) {
        return Err(reason);
    }
    if !row.takes.is_empty() {
        return Err("it takes men it does not land on");
    }
    let offers = plan.offers.iter().flat_map(|o| &o.ops).map(|op| (op, false));
    let events = row.events.iter().flat_map(|event| {
        let guarded = only_after_captures(&event.when);
        event.ops.iter().map(move |op| (op, guarded))
    });
    let ops: Vec<(&OpX<B>, bool)> =
        row.ops.iter().map(|op| (op, false)).chain(events).chain(offers).collect();
    // The kinds of which there may be more or fewer men after a move that takes nobody.
    let dropped = if row.stock.is_some() { 1 << row.kind } else { 0 };
    let changed = ops.iter().fold(dropped, |kinds, (op, _)| match op {
        OpX::Become(by_owner) => {
            by_owner.iter().flatten().fold(kinds | 1 << row.kind, |kinds, k| kinds | 1 << k)
        }
        _ => kinds,
    });
    for (ban, _) in &row.bans {
        if *ban == CondX::InCheck(row.player) {
            continue;
        }
        if let Some((_, watchers)) = sight(ban, row.player) {
            if asks_kinds(&CondX::Some(watchers), changed) {
                return Err("a ban on being seen may come to bear on another man");
            }
            continue;
        }
        let calm = given_check(ban, row.player, false);
        let tense = given_check(ban, row.player, true);
        if let Some(checked) = gives_check(ban, plans.len()).filter(|p| *p != row.player)
            && row.stock.is_some()
        {
            swift.if_check = Some(checked);
        } else if calm == CondX::Const(false) {
            swift.retries = true;
        } else if calm == *ban && unchanged(ban, row) == CondX::Const(false) {
            swift.tries |= row.changes_by(all, |_| true);
        } else if is_about_men(&calm) && !asks_kinds(&calm, changed) {
            swift.tries_captures = true;
            let alike = is_about_men(&tense) && !asks_kinds(&tense, changed);
            if tense == calm || !alike && tense != CondX::Const(true) {
                swift.retries = true;
            } else {
                swift.tense.push(tense);
            }
            swift.calm.push(calm);
        } else {
            return Err("a ban asks more than whether a royal is attacked");
        }
    }
    if row.bans.is_empty() {
        return Ok(());
    }
    for (op, after_capture) in ops {
        let excuse = |reason, tries_captures: &mut bool| {
            *tries_captures |= after_capture;
            if after_capture { Ok(()) } else { Err(reason) }
        };
        let tries = &mut swift.tries_captures;
        match op {
            OpX::Take(_) | OpX::Move(..) | OpX::Exchange(_) => {
                excuse("other men move or are taken", tries)?;
            }
            OpX::Put { .. } => excuse("a man is put on the board", tries)?,
            OpX::Become(kinds) if kinds.iter().flatten().any(|k| royal >> k & 1 != 0) => {
                excuse("a royal may come into being", tries)?;
            }
            OpX::Keep { .. } | OpX::Become(_) | OpX::Again => {}
            OpX::Slots { .. } | OpX::Bump { .. } | OpX::Planes { .. } | OpX::Squares { .. } => {
                let enemies = plans.iter().enumerate().filter(|(p, _)| *p != player);
                for (_, enemy) in enemies {
                    if enemy.attacks.iter().any(|table| disturbs(op, table, row.player, layout)) {
                        excuse("it may change how an enemy attacks", tries)?;
                    }
                }
            }
        }
    }
    let enemies = || plans.iter().enumerate().filter(|(p, _)| *p != player);
    let fleeting = enemies().flat_map(|(_, enemy)| &enemy.odd_attacks).any(|odd| odd.fleeting);
    if fleeting && row.sets_marks && royal >> row.kind & 1 != 0 {
        return Err("a royal sets a mark that an enemy's attack may read");
    }
    for table in enemies().flat_map(|(_, enemy)| &enemy.attacks) {
        if !is_steady(table) || mentions(table, &|part| is_fickle(part, layout)) {
            return Err("an enemy's attack depends on what stands where");
        }
        let counts = |part: PartX<'_, B>| matches!(part, PartX::Number(NumX::Count(_)));
        if row.stock.is_some() && mentions(table, &counts) {
            return Err("an enemy's attack depends on how many men there are");
        }
    }
    Ok(())
}

/// Does the condition hold only if somebody was taken?
pub(crate) fn only_after_captures<B: Bits>(cond: &CondX<B>) -> bool {
    match cond {
        CondX::Some(SetX::Taken) => true,
        CondX::All(list) => list.iter().any(only_after_captures),
        _ => false,
    }
}

/// A condition while a royal of the player is attacked, or while none is.
fn given_check<B: Bits>(cond: &CondX<B>, player: u8, check: bool) -> CondX<B> {
    let given = |cond: &CondX<B>| given_check(cond, player, check);
    let list = |list: &[CondX<B>]| list.iter().map(given).collect();
    match cond {
        CondX::InCheck(p) if *p == player => CondX::Const(check),
        CondX::Not(cond) => super::fold::not(given(cond)),
        CondX::All(conds) => super::fold::all(list(conds)),
        CondX::Any(conds) => super::fold::any(list(conds)),
        other => other.clone(),
    }
}

/// A condition after a move of the row that leaves the man who moved what he was.
fn unchanged<B: Bits>(cond: &CondX<B>, row: &Row<B>) -> CondX<B> {
    let list = |list: &[CondX<B>]| list.iter().map(|cond| unchanged(cond, row)).collect();
    let stands_in = |set: &SetX<B>| match set {
        SetX::Target => Some(true),
        SetX::Kinds(kinds) => Some(kinds >> row.kind & 1 != 0),
        SetX::Men(sides) => Some(sides >> row.player & 1 != 0),
        _ => None,
    };
    match cond {
        CondX::Some(SetX::And(sets)) if sets.contains(&SetX::Target) => {
            let known: Vec<Option<bool>> = sets.iter().map(stands_in).collect();
            match (known.contains(&Some(false)), known.contains(&None)) {
                (true, _) => CondX::Const(false),
                (false, false) => CondX::Const(true),
                (false, true) => cond.clone(),
            }
        }
        CondX::Not(cond) => super::fold::not(unchanged(cond, row)),
        CondX::All(conds) => super::fold::all(list(conds)),
        CondX::Any(conds) => super::fold::any(list(conds)),
        other => other.clone(),
    }
}

/// Does it ask for nothing but whether there are men of some sort?
fn is_about_men<B: Bits>(cond: &CondX<B>) -> bool {
    let sort = |set: &SetX<B>| matches!(set, SetX::Men(_) | SetX::Kinds(_));
    match cond {
        CondX::Some(SetX::And(list)) => list.iter().all(sort),
        CondX::Some(set) => sort(set),
        CondX::Not(cond) => is_about_men(cond),
        CondX::All(list) | CondX::Any(list) => list.iter().all(is_about_men),
        _ => false,
    }
}

/// Does it ask for men of one of these kinds?
fn asks_kinds<B: Bits>(cond: &CondX<B>, kinds: u32) -> bool {
    let asks = |cond: &CondX<B>| asks_kinds(cond, kinds);
    let named = |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Kinds(_)));
    let wanted =
        |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Kinds(asked)) if asked & kinds != 0);
    match cond {
        _ if kinds == 0 => false,
        CondX::Not(cond) => asks(cond),
        CondX::All(list) | CondX::Any(list) => list.iter().any(asks),
        other => !other.mentions(&named) || other.mentions(&wanted),
    }
}

/// The player who must be in check for the condition to hold.
fn gives_check<B: Bits>(cond: &CondX<B>, players: usize) -> Option<u8> {
    match cond {
        CondX::InCheck(player) if players == 2 => Some(*player),
        CondX::All(list) => list.iter().find_map(|cond| gives_check(cond, players)),
        _ => None,
    }
}

fn duty<B: Bits>(row: &Row<B>) -> Duty {
    let (mut duty, can_capture) = (Duty::Never, row.capture != SetX::Const(B::NONE));
    let moves_others = row
        .ops
        .iter()
        .chain(row.events.iter().flat_map(|e| &e.ops))
        .any(|op| matches!(op, OpX::Take(_) | OpX::Move(..) | OpX::Exchange(_)));
    for cond in &row.duties {
        let this = match cond {
            CondX::Const(true) => Duty::Always,
            CondX::Some(SetX::Taken) if !moves_others => {
                match (row.takes.is_empty(), can_capture) {
                    (false, _) => Duty::Always,
                    (true, true) => Duty::IfCapture,
                    (true, false) => Duty::Never,
                }
            }
            CondX::Const(false) => Duty::Never,
            _ => Duty::Unknown,
        };
        duty = match (duty, this) {
            (Duty::Always, _) | (_, Duty::Always) => Duty::Always,
            (Duty::Never, other) | (other, Duty::Never) => other,
            (a, b) if a == b => a,
            _ => Duty::Unknown,
        };
    }
    duty
}

/// Rows of the same kind before this one that may lead to the same square: those whose moves are
/// then the same, and those whose moves may be.
fn twins<B: Bits>(plan: &PlayerPlan<B>, row: &Row<B>) -> (Vec<usize>, Vec<usize>) {
    let (mut minus, mut clashes) = (Vec::new(), Vec::new());
    if row.stock.is_some() {
        return (minus, clashes);
    }
    let earlier = plan.of_kind[usize::from(row.kind)].iter();
    for &id in earlier.take_while(|&&id| id < usize::from(row.clause)) {
        let other = &plan.rows[id];
        if !may_meet(other, row) {
            continue;
        }
        let same = other.ops == row.ops
            && other.events == row.events
            && other.takes.is_empty()
            && row.takes.is_empty()
            && other.bans == row.bans
            && other.motions.is_ok()
            && row.motions.is_ok()
            && !other.asks_path
            && !row.asks_path;
        if same { minus.push(id) } else { clashes.push(id) }
    }
    (minus, clashes)
}

fn may_meet<B: Bits>(a: &Row<B>, b: &Row<B>) -> bool {
    let none = |a: &SetX<B>, b: &SetX<B>| {
        matches!(a, SetX::Const(a) if a.none())
            || matches!(b, SetX::Const(b) if b.none())
            || matches!((a, b), (SetX::Const(a), SetX::Const(b)) if (*a & *b).none())
    };
    let apart =
        none(&a.quiet, &b.quiet) && none(&a.capture, &b.capture) && none(&a.neutral, &b.neutral);
    let known = a.fixed.is_some() && b.fixed.is_some();
    if known && a.latch.planes.exclude(b.latch.planes) {
        return false;
    }
    let (Ok(x), Ok(y)) = (&a.motions, &b.motions) else { return true };
    let meet = || (0..x.order.len()).any(|s| (x.farthest(s) & y.farthest(s)).any());
    !apart && !none(&a.from, &b.from) && meet()
}
