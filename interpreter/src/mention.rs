//! What an expression mentions, anywhere inside it.

use chator_rules::{
    CellId, Clause, Cond, Effect, Motion, Number, Over, Rules, Set, Subject, Value,
};

/// A part of an expression.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Set(&'a Set),
    Cond(&'a Cond),
    Number(&'a Number),
}

/// Asked of every part until it says yes.
type Wanted<'a> = dyn FnMut(Node<'_>) -> bool + 'a;

pub(crate) fn in_set(set: &Set, wanted: &mut Wanted<'_>) -> bool {
    if wanted(Node::Set(set)) {
        return true;
    }
    match set {
        Set::Toward(_, inner)
        | Set::Along(_, inner)
        | Set::Nearest(_, inner)
        | Set::Attacked(inner)
        | Set::Not(inner)
        | Set::Was(inner)
        | Set::As(_, inner) => in_set(inner, wanted),
        Set::And(list) | Set::Or(list) => list.iter().any(|inner| in_set(inner, wanted)),
        _ => false,
    }
}

pub(crate) fn in_cond(cond: &Cond, wanted: &mut Wanted<'_>) -> bool {
    if wanted(Node::Cond(cond)) {
        return true;
    }
    match cond {
        Cond::Some(set) => in_set(set, wanted),
        Cond::Within(a, b) => in_set(a, wanted) || in_set(b, wanted),
        Cond::Compare(_, a, b) => in_number(a, wanted) || in_number(b, wanted),
        Cond::Flag(_, subject) => in_subject(subject, wanted),
        Cond::Not(inner) | Cond::Was(inner) | Cond::As(_, inner) => in_cond(inner, wanted),
        Cond::All(list) | Cond::Any(list) => list.iter().any(|inner| in_cond(inner, wanted)),
        Cond::Without(set, inner) => in_set(set, wanted) || in_cond(inner, wanted),
        Cond::Const(_) | Cond::InCheck | Cond::Stuck | Cond::Played(_) | Cond::Is(..) => false,
    }
}

pub(crate) fn in_number(number: &Number, wanted: &mut Wanted<'_>) -> bool {
    if wanted(Node::Number(number)) {
        return true;
    }
    match number {
        Number::Count(set) => in_set(set, wanted),
        Number::Cell(_, subject) => in_subject(subject, wanted),
        Number::Add(a, b) | Number::Subtract(a, b) | Number::Min(a, b) | Number::Max(a, b) => {
            in_number(a, wanted) || in_number(b, wanted)
        }
        Number::Cases(cases, rest) => {
            cases.iter().any(|(cond, value)| in_cond(cond, wanted) || in_number(value, wanted))
                || in_number(rest, wanted)
        }
        Number::Was(inner) | Number::As(_, inner) => in_number(inner, wanted),
        Number::Const(_) | Number::ByFile(_) | Number::Occurrences => false,
    }
}

fn in_subject(subject: &Subject, wanted: &mut Wanted<'_>) -> bool {
    match subject {
        Subject::At(set) => in_set(set, wanted),
        Subject::Own | Subject::Player(_) => false,
    }
}

pub(crate) fn in_effect(effect: &Effect, wanted: &mut Wanted<'_>) -> bool {
    match effect {
        Effect::Assign { subject, value, .. } => {
            in_subject(subject, wanted)
                || match value {
                    Value::Flag(cond) => in_cond(cond, wanted),
                    Value::Number(number) => in_number(number, wanted),
                    Value::Squares(set) => in_set(set, wanted),
                }
        }
        Effect::Take(set) | Effect::Put(_, set) => in_set(set, wanted),
        Effect::Move(a, b) => in_set(a, wanted) || in_set(b, wanted),
        Effect::Become(_) | Effect::Again => false,
    }
}

fn in_motion(motion: &Motion, wanted: &mut Wanted<'_>) -> bool {
    motion.legs.iter().any(|leg| {
        let (Over::All(over) | Over::Exactly(_, over)) = &leg.over;
        in_set(over, wanted) || in_set(&leg.to, wanted)
    })
}

fn in_clause(clause: &Clause, wanted: &mut Wanted<'_>) -> bool {
    in_set(&clause.from, wanted)
        || clause.motions.iter().any(|motion| in_motion(motion, wanted))
        || clause.when.iter().chain(&clause.provided).any(|cond| in_cond(cond, wanted))
        || clause.effects.iter().any(|effect| in_effect(effect, wanted))
}

/// The clauses that read a cell.
pub(crate) fn readers(rules: &Rules, cell: CellId) -> Vec<u16> {
    let reads = |clause: &Clause| {
        in_clause(clause, &mut |node| match node {
            Node::Set(Set::Cell(c))
            | Node::Cond(Cond::Flag(c, _))
            | Node::Number(Number::Cell(c, _)) => *c == cell,
            _ => false,
        })
    };
    let all = rules.clauses.iter().enumerate();
    all.filter(|(_, clause)| reads(clause)).map(|(i, _)| i as u16).collect()
}

/// Does anything but ways to move ask for the cell: an event, an offer, a law or an end?
pub(crate) fn is_read_after_moves(rules: &Rules, cell: CellId) -> bool {
    let asks = &mut |node: Node<'_>| match node {
        Node::Set(Set::Cell(c))
        | Node::Cond(Cond::Flag(c, _))
        | Node::Number(Number::Cell(c, _)) => *c == cell,
        _ => false,
    };
    let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties);
    rules.events.iter().any(|event| {
        in_set(&event.from, asks)
            || in_set(&event.to, asks)
            || event.when.iter().any(|cond| in_cond(cond, asks))
            || event.effects.iter().any(|effect| in_effect(effect, asks))
    }) || rules.offers.iter().any(|offer| {
        offer.when.iter().any(|cond| in_cond(cond, asks))
            || offer.effects.iter().any(|effect| in_effect(effect, asks))
    }) || laws.map(|law| &law.when).any(|cond| in_cond(cond, asks))
        || rules.ends.iter().any(|end| in_cond(&end.when, asks))
}

/// All effects of moves.
pub(crate) fn effects(rules: &Rules) -> impl Iterator<Item = &Effect> {
    let clauses = rules.clauses.iter().flat_map(|clause| &clause.effects);
    let events = rules.events.iter().flat_map(|event| &event.effects);
    let offers = rules.offers.iter().flat_map(|offer| &offer.effects);
    clauses.chain(events).chain(offers)
}

/// Does any rule outside the clauses look at the path of a move?
pub(crate) fn rules_mention_path(rules: &Rules) -> bool {
    let path = &mut |node: Node<'_>| matches!(node, Node::Set(Set::Path));
    let laws = rules.bans.iter().chain(&rules.voids).chain(&rules.duties);
    rules.events.iter().any(|event| {
        in_set(&event.from, path)
            || in_set(&event.to, path)
            || event.when.iter().any(|cond| in_cond(cond, path))
            || event.effects.iter().any(|effect| in_effect(effect, path))
    }) || rules.offers.iter().any(|offer| {
        offer.when.iter().any(|cond| in_cond(cond, path))
            || offer.effects.iter().any(|effect| in_effect(effect, path))
    }) || laws.map(|law| &law.when).any(|cond| in_cond(cond, path))
        || rules.ends.iter().any(|end| in_cond(&end.when, path))
}

/// Does it ask for other legal moves, or for the line of play?
pub(crate) fn is_deep(cond: &Cond) -> bool {
    in_cond(cond, &mut |node| {
        matches!(node, Node::Cond(Cond::Stuck) | Node::Number(Number::Occurrences))
    })
}

/// Does it ask how often the position has stood?
pub(crate) fn counts_occurrences(cond: &Cond) -> bool {
    in_cond(cond, &mut |node| matches!(node, Node::Number(Number::Occurrences)))
}

/// Does it ask for royal men, by that word or by their type?
pub(crate) fn asks_royals(rules: &Rules, cond: &Cond) -> bool {
    in_cond(cond, &mut |node| match node {
        Node::Set(Set::Royal) => true,
        Node::Set(Set::Kinds(kinds)) => {
            kinds.iter().any(|kind| rules.kinds[usize::from(kind.0)].royal)
        }
        _ => false,
    })
}

/// Does it ask for a check?
pub(crate) fn asks_check(cond: &Cond) -> bool {
    in_cond(cond, &mut |node| matches!(node, Node::Cond(Cond::InCheck)))
}

/// Does it ask where men stand at the start? Of an empty square that depends on who moves.
pub(crate) fn asks_home(cond: &Cond) -> bool {
    in_cond(cond, &mut |node| matches!(node, Node::Set(Set::Home)))
}

/// Does it ask for anything that only a move gives a meaning to?
pub(crate) fn about_move(cond: &Cond) -> bool {
    in_cond(cond, &mut |node| match node {
        Node::Set(set) => matches!(
            set,
            Set::It | Set::Origin | Set::Target | Set::Path | Set::Taken | Set::Was(_)
        ),
        Node::Cond(cond) => matches!(cond, Cond::Played(_) | Cond::Was(_)),
        Node::Number(number) => matches!(number, Number::ByFile(_) | Number::Was(_)),
    })
}
