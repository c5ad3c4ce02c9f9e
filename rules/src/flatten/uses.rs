//! `use`, and what the parameters of definitions stand for.

use std::rc::Rc;

use chator_grammar::ast::{Citation, DefineBody, Expr, ExprKind, Head, Ident, Item, ItemKind};
use chator_grammar::diagnostic::Diagnostic;

use super::{At, Flattener};
use crate::limits::MAX_OPENED;
use crate::outline::{Bindings, DefineOutline, Scope};
use crate::suggest::nearest;

impl Flattener<'_> {
    /// The pieces that a group's name means: itself, or what a parameter stands for.
    pub(super) fn group_kinds(&mut self, name: &Ident, scope: &Scope) -> Vec<String> {
        if let Some((expr, inner)) = scope.0.get(&name.text) {
            let words = match &expr.kind {
                ExprKind::Or(parts) => parts.clone(),
                _ => vec![expr.clone()],
            };
            let inner = Rc::clone(inner);
            return words
                .iter()
                .flat_map(|word| match &word.kind {
                    ExprKind::Word(text) => {
                        self.group_kinds(&Ident { text: text.clone(), span: word.span }, &inner)
                    }
                    _ => {
                        self.error(
                            "E0301",
                            word.span,
                            "a piece is wanted here",
                            "not a piece's name",
                        );
                        Vec::new()
                    }
                })
                .collect();
        }
        if self.out.kinds.contains_key(&name.text) {
            return vec![name.text.clone()];
        }
        let mut error =
            Diagnostic::error("E0201", name.span, format!("there is no piece `{}`", name.text))
                .label("not declared");
        let sections = ["ends", "bans", "voids", "duties", "skips"];
        let known = self.out.kinds.keys().map(String::as_str).chain(sections);
        if let Some(hint) = nearest(&name.text, known) {
            error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
        } else {
            error = error.help("`piece name LETTER { … }` declares one");
        }
        self.diagnostics.push(error);
        Vec::new()
    }

    pub(super) fn use_items(
        &mut self,
        label: Option<&Ident>,
        name: &Ident,
        args: &[Expr],
        note: &[Citation],
        at: &At,
    ) {
        let Some(define) = self.out.defines.get(&name.text).cloned() else {
            let known = self.out.defines.keys().map(String::as_str);
            let begins = |k: &&str| name.text.len() > 3 && k.starts_with(name.text.as_str());
            let hint = nearest(&name.text, known)
                .or_else(|| self.out.defines.keys().map(String::as_str).find(begins))
                .map(str::to_owned);
            let mut error = Diagnostic::error(
                "E0201",
                name.span,
                format!("nothing is defined as `{}`", name.text),
            )
            .label("not a definition");
            if let Some(hint) = hint {
                error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint.clone());
            }
            self.diagnostics.push(error);
            return;
        };
        let DefineBody::Items(items) = &define.body else {
            let error = Diagnostic::error(
                "E0301",
                name.span,
                format!("`{}` is a value, not a group of clauses", name.text),
            )
            .label("`use` wants clauses in braces")
            .related(define.name.span, "defined here");
            self.diagnostics.push(error);
            return;
        };
        let guarded = at.section.is_some() || !at.guards.is_empty();
        if guarded && !self.ghostly && items.iter().any(|item| belongs_on_top(item, at)) {
            let message = format!("`use {}` stands inside a block", name.text);
            let error = Diagnostic::error("E0308", name.span, message)
                .label("its place is at the top of the file")
                .related(define.name.span, "it declares more than fits there");
            self.diagnostics.push(error);
            return;
        }
        if let Some(error) = goes_on_for_ever(&self.uses, &define, name) {
            self.diagnostics.push(error);
            return;
        }
        let Some(scope) = bind(&define, args, name, &at.scope, self.diagnostics) else { return };
        let mut inner = at.clone();
        self.out.used.insert(name.text.clone());
        if self.ghostly {
            self.ghosts.insert(format!("use {}", name.text));
        }
        inner.scope = scope;
        inner.label = label.cloned().or(inner.label);
        if !note.is_empty() {
            inner.note = note.to_vec();
        } else if !define.note.is_empty() {
            inner.note.clone_from(&define.note);
        }
        self.uses.push(name.text.clone());
        self.items(items, &inner);
        self.uses.pop();
    }
}

/// State is declared outside of all blocks, and in a section of laws nothing can happen.
fn belongs_on_top(item: &Item, at: &At) -> bool {
    match &item.kind {
        ItemKind::Cell(_) => true,
        ItemKind::Clause(clause) => at.section.is_some() && matches!(clause.head, Head::After(..)),
        _ => false,
    }
}

/// What is wrong with opening a definition inside those already `opened`, if anything.
pub(crate) fn goes_on_for_ever(
    opened: &[String],
    define: &DefineOutline,
    place: &Ident,
) -> Option<Diagnostic> {
    let (message, label) = if opened.contains(&place.text) {
        (format!("`{}` leads back to itself", place.text), "used inside its own definition")
    } else if opened.len() == MAX_OPENED {
        (format!("more than {MAX_OPENED} definitions inside one another"), "one too many")
    } else {
        return None;
    };
    let error = Diagnostic::error("E0212", place.span, message).label(label);
    Some(error.related(define.name.span, "defined here"))
}

/// Binds the arguments of a definition; wrong numbers of them are reported.
pub(crate) fn bind(
    define: &DefineOutline,
    args: &[Expr],
    place: &Ident,
    scope: &Scope,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Scope> {
    if define.params.len() != args.len() {
        let names: Vec<&str> = define.params.iter().map(|p| p.text.as_str()).collect();
        let wanted = if names.is_empty() {
            format!("`{}`", place.text)
        } else {
            format!("`{}({})`", place.text, names.join(", "))
        };
        diagnostics.push(
            Diagnostic::error(
                "E0209",
                place.span,
                format!(
                    "`{}` wants {} value{}, and {} {} given",
                    place.text,
                    names.len(),
                    if names.len() == 1 { "" } else { "s" },
                    args.len(),
                    if args.len() == 1 { "is" } else { "are" },
                ),
            )
            .label("wrong number of values")
            .related(define.name.span, "defined here")
            .help(format!("it reads {wanted}")),
        );
        return None;
    }
    let bindings = define
        .params
        .iter()
        .zip(args)
        .map(|(param, arg)| (param.text.clone(), (arg.clone(), Rc::clone(scope))))
        .collect();
    Some(Rc::new(Bindings(bindings)))
}
