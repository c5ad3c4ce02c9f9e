//! Which options a file asks for anywhere, also in branches that are not chosen.

use chator_grammar::ast::{
    CellType, Clause, DefineBody, Effect, EffectKind, Expr, ExprKind, Head, Item, ItemKind,
    Outcome, PhraseKind,
};

/// Calls `f` on every expression of the items, however deep.
pub(crate) fn expressions(items: &[Item], f: &mut dyn FnMut(&Expr)) {
    for item in items {
        item_expressions(item, f);
    }
}

fn item_expressions(item: &Item, f: &mut dyn FnMut(&Expr)) {
    match &item.kind {
        ItemKind::Start { effects: list, only_if, .. } => {
            effects(list, f);
            only_if.iter().for_each(|e| deep(e, f));
        }
        ItemKind::Deal { on, only_if, .. } => {
            deep(on, f);
            only_if.iter().for_each(|e| deep(e, f));
        }
        ItemKind::Option { default, .. } => default.iter().for_each(|e| deep(e, f)),
        ItemKind::Cell(cell) => {
            let stock = if let CellType::Stock(kinds) = &cell.ty { Some(kinds) } else { None };
            let letters = cell.letters.iter().map(|(_, e)| e);
            cell.start.iter().chain(letters).chain(stock).for_each(|e| deep(e, f));
        }
        ItemKind::Army { body, .. }
        | ItemKind::Piece { body, .. }
        | ItemKind::Section { body, .. }
        | ItemKind::Group { body, .. }
        | ItemKind::Bad(body) => expressions(body, f),
        ItemKind::Define { body, .. } => match body {
            DefineBody::Expr(expr) => deep(expr, f),
            DefineBody::Effects(list) => effects(list, f),
            DefineBody::Items(items) => expressions(items, f),
        },
        ItemKind::Use { args, only_if, .. } => args.iter().chain(only_if).for_each(|e| deep(e, f)),
        ItemKind::If { condition, then, otherwise } => {
            deep(condition, f);
            expressions(then, f);
            expressions(otherwise, f);
        }
        ItemKind::When { condition, body } => {
            deep(condition, f);
            expressions(body, f);
        }
        ItemKind::Replace(inner) | ItemKind::Before { item: inner, .. } => {
            item_expressions(inner, f);
        }
        ItemKind::Clause(clause) => clause_expressions(clause, f),
        _ => {}
    }
}

fn clause_expressions(clause: &Clause, f: &mut dyn FnMut(&Expr)) {
    match &clause.head {
        Head::When(expr) | Head::Outcome(Outcome::Share(expr), _) => deep(expr, f),
        Head::Motions(motions) => {
            for leg in motions.iter().flat_map(|m| &m.legs) {
                leg.over.iter().map(|(_, e)| e).chain(&leg.to).for_each(|e| deep(e, f));
            }
        }
        _ => {}
    }
    for phrase in &clause.phrases {
        match &phrase.kind {
            PhraseKind::When(e)
            | PhraseKind::Unless(e)
            | PhraseKind::Provided(e)
            | PhraseKind::From(e)
            | PhraseKind::To(e) => deep(e, f),
            PhraseKind::Harmless => {}
        }
    }
    effects(&clause.effects, f);
    clause.only_if.iter().for_each(|e| deep(e, f));
}

fn effects(list: &[Effect], f: &mut dyn FnMut(&Expr)) {
    for effect in list {
        match &effect.kind {
            EffectKind::Take(e) | EffectKind::Become(e) | EffectKind::Keep { men: e, .. } => {
                deep(e, f);
            }
            EffectKind::Move { from: a, to: b, .. } | EffectKind::Put { kinds: a, at: b, .. } => {
                deep(a, f);
                deep(b, f);
            }
            EffectKind::Exchange(pairs) => {
                for (from, to) in pairs {
                    deep(from, f);
                    deep(to, f);
                }
            }
            EffectKind::Again => {}
            EffectKind::Assign { subject, value, .. } => {
                subject.iter().chain([value]).for_each(|e| deep(e, f));
            }
            EffectKind::Call { args, .. } => args.iter().for_each(|e| deep(e, f)),
        }
    }
}

/// Calls `f` on an expression and on all inside it.
pub(crate) fn deep(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    match &expr.kind {
        ExprKind::Meet(parts)
        | ExprKind::And(parts)
        | ExprKind::Or(parts)
        | ExprKind::Call(_, parts) => parts.iter().for_each(|e| deep(e, f)),
        ExprKind::Not(inner)
        | ExprKind::Was(inner)
        | ExprKind::Some(inner)
        | ExprKind::No(inner)
        | ExprKind::Along(_, inner)
        | ExprKind::Nearest(_, inner)
        | ExprKind::Of(_, inner) => deep(inner, f),
        ExprKind::Is(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Add(a, b)
        | ExprKind::Subtract(a, b) => {
            deep(a, f);
            deep(b, f);
        }
        ExprKind::Cases(cases, last) => {
            for (value, when) in cases {
                deep(value, f);
                deep(when, f);
            }
            deep(last, f);
        }
        _ => {}
    }
}
