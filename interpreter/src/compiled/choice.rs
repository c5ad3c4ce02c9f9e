//! How many moves there are for one displacement of a man.

use super::bits::Bits;
use super::effects::OpX;
use super::expr::{CondX, NumX, PartX, SetX};
use super::row::Row;

/// How many moves there are for one displacement.
#[derive(Clone, Debug)]
pub(crate) enum Choice<B> {
    /// One.
    Once,
    /// So many on these targets, else one.
    Zone(B, u32),
    /// So many on these targets, by origin, else one.
    Places(Vec<B>, u32),
    /// Only the move itself tells, for targets in this set; elsewhere one.
    Unknown(B),
}

impl<B: Bits> Choice<B> {
    /// From an origin: on which targets there are several moves, and how many, if that is told.
    pub(crate) fn at(&self, origin: usize) -> (B, u32) {
        match self {
            Choice::Zone(zone, times) => (*zone, *times),
            Choice::Places(zones, times) => (zones[origin], *times),
            Choice::Once | Choice::Unknown(_) => (B::NONE, 1),
        }
    }

    /// The same, if on some targets only the move itself tells whether it is legal.
    pub(crate) fn or_tried(self, tries: B) -> Choice<B> {
        if tries.none() {
            return self;
        }
        Choice::Unknown(match self {
            Choice::Once => tries,
            Choice::Zone(zone, _) | Choice::Unknown(zone) => zone | tries,
            Choice::Places(zones, _) => zones.into_iter().fold(tries, |all, zone| all | zone),
        })
    }
}

/// May the operation leave a choice to the player, whose man it is about?
pub(crate) fn is_choice<B>(op: &OpX<B>, player: u8) -> bool {
    match op {
        OpX::Become(by_owner) => by_owner[usize::from(player)].len() != 1,
        OpX::Put { kinds, at, .. } => kinds.len() != 1 || at.chosen,
        OpX::Move(_, at) => at.chosen,
        _ => false,
    }
}

/// Are a row's moves legal whichever empty square is chosen, if nothing else is?
///
/// No ban may ask for the square, and no event that comes after the choice: all squares lead to the
/// same operations then, as many as there are empty ones.
pub(crate) fn free_places<B: Bits>(row: &Row<B>) -> bool {
    if !row.bans.is_empty() {
        return false;
    }
    let place = |op: &OpX<B>| match op {
        OpX::Put { kinds, at, .. } if at.chosen => Some(kinds.len() == 1 && is_empty(&at.set)),
        OpX::Move(_, at) if at.chosen => Some(is_empty(&at.set)),
        _ => None,
    };
    let mut chosen = false;
    let mut free = |ops: &[OpX<B>]| {
        ops.iter().filter_map(place).all(|free| {
            chosen = true;
            free
        })
    };
    if !free(&row.ops) {
        return false;
    }
    let fixed = |set: &Option<SetX<B>>| matches!(set, None | Some(SetX::Const(_)));
    let mut events = row.events.iter();
    events.all(|event| {
        let blind = fixed(&event.from) && fixed(&event.to) && is_blind(&event.when);
        free(&event.ops) && blind
    }) && chosen
}

/// Are there none but empty squares in the set?
pub(crate) fn is_empty<B: Bits>(set: &SetX<B>) -> bool {
    match set {
        SetX::Empty => true,
        SetX::And(list) => list.iter().any(is_empty),
        _ => false,
    }
}

/// Does the condition hold wherever on empty squares a man is put?
fn is_blind<B: Bits>(cond: &CondX<B>) -> bool {
    let sort = |set: &SetX<B>| matches!(set, SetX::Men(_) | SetX::Kinds(_) | SetX::Taken);
    let sorts = |set: &SetX<B>| match set {
        SetX::And(list) => list.iter().all(sort),
        set => sort(set),
    };
    let number = |number: &NumX<B>| match number {
        NumX::Const(_) | NumX::Slot(_) => true,
        NumX::Count(set) => sorts(set),
        _ => false,
    };
    match cond {
        CondX::Const(_) => true,
        CondX::Some(set) => sorts(set),
        CondX::Compare(_, a, b) => number(a) && number(b),
        CondX::Not(cond) => is_blind(cond),
        CondX::All(list) | CondX::Any(list) => list.iter().all(is_blind),
        _ => false,
    }
}

pub(crate) fn choice<B: Bits>(row: &Row<B>, all: B) -> Choice<B> {
    choice_among(row, all, &|op| is_choice(op, row.player))
}

/// The same if only some operations leave a choice.
pub(crate) fn choice_among<B: Bits>(
    row: &Row<B>,
    all: B,
    is_choice: &dyn Fn(&OpX<B>) -> bool,
) -> Choice<B> {
    if row.ops.iter().any(is_choice) {
        return Choice::Unknown(all);
    }
    let choosing: Vec<_> =
        row.events.iter().filter(|event| event.ops.iter().any(is_choice)).collect();
    if choosing.is_empty() {
        return Choice::Once;
    }
    let simple = |event: &&super::effects::EventX<B>| -> Option<(CondX<B>, u32)> {
        if event.after.is_some() || event.ops.iter().filter(|op| is_choice(op)).count() != 1 {
            return None;
        }
        let options = event.ops.iter().find_map(|op| match op {
            OpX::Become(by_owner) => Some(by_owner[usize::from(row.player)].len() as u32),
            _ => None,
        })?;
        let mut conds = vec![event.when.clone()];
        for (name, set) in [(SetX::Origin, &event.from), (SetX::Target, &event.to)] {
            if let Some(set) = set {
                conds.push(CondX::Some(SetX::And(vec![set.clone(), name])));
            }
        }
        let cond = super::fold::all(conds);
        (options > 1 && is_about_ends(&cond)).then_some((cond, options))
    };
    if choosing.len() == 1
        && let Some(place) = simple(&choosing[0])
    {
        let (cond, times) = place;
        let origin = |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Origin));
        if !cond.mentions(&origin) {
            return Choice::Zone(targets(&cond, crate::eval::NOWHERE, all), times);
        }
        let squares = 0..all.count() as u16;
        return Choice::Places(squares.map(|s| targets(&cond, s, all)).collect(), times);
    }
    let ends = choosing.iter().map(|event| event.ends(&row.events, all));
    Choice::Unknown(ends.fold(B::NONE, |zone, ends| zone | ends))
}

/// Does the condition ask for nothing but which squares the move leads from and to?
fn is_about_ends<B: Bits>(cond: &CondX<B>) -> bool {
    match cond {
        CondX::Const(_) => true,
        CondX::Some(SetX::And(list)) => {
            list.iter().any(|s| matches!(s, SetX::Origin | SetX::Target))
                && list.iter().all(|s| matches!(s, SetX::Origin | SetX::Target | SetX::Const(_)))
        }
        CondX::Not(cond) => is_about_ends(cond),
        CondX::All(list) | CondX::Any(list) => list.iter().all(is_about_ends),
        _ => false,
    }
}

/// The targets for which a condition on the ends of a move from a square holds.
fn targets<B: Bits>(cond: &CondX<B>, origin: u16, all: B) -> B {
    match cond {
        CondX::Const(holds) => all.when(*holds),
        CondX::Some(SetX::And(list)) => list.iter().fold(all, |targets, set| match set {
            SetX::Const(fixed) if list.contains(&SetX::Target) && !list.contains(&SetX::Origin) => {
                targets & *fixed
            }
            SetX::Const(fixed) => targets.when(
                super::eye::at::<B>(origin).but(*fixed).none() && origin != crate::eval::NOWHERE,
            ),
            _ => targets,
        }),
        CondX::Not(cond) => all.but(self::targets(cond, origin, all)),
        CondX::All(list) => list.iter().fold(all, |t, c| t & self::targets(c, origin, all)),
        CondX::Any(list) => list.iter().fold(B::NONE, |t, c| t | self::targets(c, origin, all)),
        _ => all,
    }
}
