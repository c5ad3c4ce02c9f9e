//! Effects: what happens to the position.

use std::rc::Rc;

use chator_grammar::ast::{self, DefineBody, EffectKind, Expr, Ident};
use chator_grammar::diagnostic::Diagnostic;

use super::Lowering;
use crate::effect::{Effect, Value};
use crate::flatten::{bind, goes_on_for_ever};
use crate::outline::Scope;
use crate::ruleset::{CellType, Per};
use crate::set::{CellId, KindId, Set, Subject};

impl Lowering<'_> {
    pub(super) fn effects(&mut self, effects: &[ast::Effect], scope: &Scope) -> Vec<Effect> {
        effects.iter().flat_map(|e| self.effect(e, scope)).collect()
    }

    fn effect(&mut self, effect: &ast::Effect, scope: &Scope) -> Vec<Effect> {
        let one = match &effect.kind {
            EffectKind::Take(expr) => Some(Effect::Take(self.set(expr, scope))),
            EffectKind::Move { from, to, chosen } => {
                let from = self.set(from, scope);
                Some(Effect::Move(from, self.place(to, *chosen, scope)))
            }
            EffectKind::Exchange(pairs) => Some(Effect::Exchange(
                pairs
                    .iter()
                    .map(|(from, to)| (self.set(from, scope), self.set(to, scope)))
                    .collect(),
            )),
            EffectKind::Become(expr) => self.kinds_of(expr, scope).map(Effect::Become),
            EffectKind::Put { kinds, at, chosen } => {
                let at = self.place(at, *chosen, scope);
                self.kinds_of(kinds, scope).map(|kinds| Effect::Put(kinds, at))
            }
            EffectKind::Keep { men, stock, kind } => self.keep(men, stock, kind.as_ref(), scope),
            EffectKind::Again => Some(Effect::Again),
            EffectKind::Assign { cell, subject, value } => {
                self.assign(cell, subject.as_ref(), value, scope)
            }
            EffectKind::Call { name, args } => return self.call_effect(name, args, scope),
        };
        one.into_iter().collect()
    }

    /// Where an effect puts or moves a man.
    fn place(&mut self, at: &Expr, chosen: bool, scope: &Scope) -> Set {
        let set = self.set(at, scope);
        if chosen { Set::Chosen(Box::new(set)) } else { set }
    }

    pub(super) fn kinds_of(&mut self, expr: &Expr, scope: &Scope) -> Option<Vec<KindId>> {
        match self.set(expr, scope) {
            Set::Kinds(kinds) => {
                let twice = (1..kinds.len()).any(|i| kinds[..i].contains(&kinds[i]));
                if twice {
                    self.error("E0202", expr.span, "one piece is named twice", "each choice once");
                }
                Some(kinds)
            }
            Set::None => None,
            _ => {
                self.diagnostics.push(
                    Diagnostic::error("E0301", expr.span, "pieces are wanted here")
                        .label("not the name of a piece")
                        .help("several are joined by `or`: `become tower or guard`"),
                );
                None
            }
        }
    }

    fn assign(
        &mut self,
        cell: &Ident,
        subject: Option<&Expr>,
        value: &Expr,
        scope: &Scope,
    ) -> Option<Effect> {
        let (plain, _) = self.look_through(cell, scope);
        let Some(index) = self.cells.get_index_of(&plain.text) else {
            let known = self.outline.cells.keys().map(String::as_str);
            let mut error = Diagnostic::error(
                "E0201",
                cell.span,
                format!("no state is called `{}`", plain.text),
            )
            .label("only declared state can be set");
            if let Some(span) = self.outline.gone.get(&plain.text) {
                error = error.related(*span, "removed here");
            }
            error = match crate::suggest::nearest(&plain.text, known) {
                Some(hint) => error.help(format!("did you mean `{hint}`?")).fix(cell.span, hint),
                None => error.help(format!("declare it: `state {}: flag = no`", plain.text)),
            };
            self.diagnostics.push(error);
            return None;
        };
        let id = CellId(index as u16);
        let declared = self.cells[index].clone();
        if matches!(declared.per, Per::Stock(_)) {
            let message = format!("`{}` is a stock of men and not set like a number", plain.text);
            self.diagnostics.push(
                Diagnostic::error("E0315", cell.span, message)
                    .label("men come and go one by one")
                    .help(format!(
                        "`put taken in {}` adds men, `drop from {0}` takes one out",
                        plain.text
                    )),
            );
            return None;
        }
        let subject = match (subject, &declared.per) {
            (Some(expr), _) => {
                let value = self.value(expr, scope)?;
                self.subject(id, value, expr.span)?
            }
            (None, Per::Game | Per::Player | Per::Stock(_)) => Subject::Own,
            (None, Per::Man(_) | Per::Square) => Subject::At(Set::It),
        };
        let value = match declared.ty {
            CellType::Flag => Value::Flag(self.cond(value, scope)),
            CellType::Number { .. } => Value::Number(self.number(value, scope)),
            CellType::Squares => Value::Squares(self.set(value, scope)),
        };
        Some(Effect::Assign { cell: id, subject, value })
    }

    fn call_effect(&mut self, name: &Ident, args: &[Expr], scope: &Scope) -> Vec<Effect> {
        let (plain, _) = self.look_through(name, scope);
        let Some(define) = self.outline.defines.get(&plain.text).cloned() else {
            let known = self.outline.defines.keys().map(String::as_str);
            let mut error = Diagnostic::error(
                "E0201",
                name.span,
                format!("`{}` is no effect", plain.text),
            )
            .label("neither a verb (`take`, `move`, `become`, `put`, `again`) nor a definition");
            if let Some(hint) = crate::suggest::nearest(&plain.text, known) {
                error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
            } else if self.cells.contains_key(&plain.text) {
                error = error.help(format!("to set it: `{} = …`", plain.text));
            }
            self.diagnostics.push(error);
            return Vec::new();
        };
        self.used.insert(plain.text.clone());
        let DefineBody::Effects(effects) = &define.body else {
            self.error(
                "E0301",
                name.span,
                format!("`{}` is not an effect", plain.text),
                "defined as something else",
            );
            return Vec::new();
        };
        if let Some(error) = goes_on_for_ever(&self.opened, &define, &plain) {
            self.diagnostics.push(error);
            return Vec::new();
        }
        let Some(inner) = bind(&define, args, name, &Rc::clone(scope), self.diagnostics) else {
            return Vec::new();
        };
        self.opened.push(plain.text);
        let done = self.effects(effects, &inner);
        self.opened.pop();
        done
    }
}
