//! The first pass: definitions and pieces, wherever they stand.

use chator_grammar::ast::{Citation, DefineBody, Ident, Item, ItemKind};
use chator_grammar::diagnostic::Diagnostic;

use super::Flattener;
use crate::limits::{MAX_KINDS, is_hopeless};
use crate::lower::WORDS;
use crate::outline::{DefineOutline, KindOutline};
use crate::suggest::nearest;

impl Flattener<'_> {
    /// Collects definitions and pieces.
    pub(super) fn declare(&mut self, items: &[Item], army: Option<&str>) {
        for item in items {
            if is_hopeless(self.diagnostics) {
                return;
            }
            match &item.kind {
                ItemKind::Define { name, params, body, note } => {
                    self.define(name, params, body, note, false);
                }
                ItemKind::Replace(inner) => {
                    if let ItemKind::Define { name, params, body, note } = &inner.kind {
                        self.define(name, params, body, note, true);
                    }
                }
                ItemKind::If { condition, then, otherwise } => {
                    let mut ignored = Vec::new();
                    let chosen =
                        if self.options.holds(condition, &mut ignored) { then } else { otherwise };
                    self.declare(chosen, army);
                }
                ItemKind::Piece { .. } => self.piece(item, army),
                ItemKind::Army { name, body } => {
                    self.out.armies.entry(name.text.clone()).or_insert(name.span);
                    self.declare(body, Some(&name.text));
                }
                ItemKind::Bad(body) => self.declare(body, army),
                _ => {}
            }
        }
    }

    pub(super) fn piece(&mut self, item: &Item, army: Option<&str>) {
        let ItemKind::Piece { name, gloss, letter, royal, neutral, .. } = &item.kind else {
            return;
        };
        if let Some(first) = self.out.kinds.get(&name.text) {
            let error = Diagnostic::error(
                "E0202",
                name.span,
                format!("there are two pieces `{}`", name.text),
            )
            .label("declared again here")
            .related(first.span, "first declared here")
            .help(format!("`{} {{ … }}` without `piece` opens it again", name.text));
            self.diagnostics.push(error);
            return;
        }
        if self.out.kinds.len() == MAX_KINDS {
            let message = format!("more than {MAX_KINDS} pieces");
            self.error("E0513", name.span, message, "one too many");
            return;
        }
        self.out.kinds.insert(
            name.text.clone(),
            KindOutline {
                span: name.span,
                gloss: gloss.as_ref().map(|g| g.text.clone()),
                letter: letter.clone(),
                royal: *royal,
                neutral: *neutral,
                army: army.map(str::to_owned),
                missing: Vec::new(),
            },
        );
    }

    pub(super) fn define(
        &mut self,
        name: &Ident,
        params: &[Ident],
        body: &DefineBody,
        note: &[Citation],
        replace: bool,
    ) {
        let known = self.out.defines.get(&name.text).map(|d| d.name.span);
        match (known, replace) {
            (Some(first), false) => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0202",
                        name.span,
                        format!("`{}` is defined twice", name.text),
                    )
                    .label("defined again here")
                    .related(first, "first defined here")
                    .help("`replace define …` changes a definition of the base"),
                );
                return;
            }
            (None, true) => {
                let hint = nearest(&name.text, self.out.defines.keys().map(String::as_str))
                    .map(str::to_owned);
                self.missing(name, "definition", hint);
                return;
            }
            _ => {}
        }
        for (i, param) in params.iter().enumerate() {
            if WORDS.contains(&param.text.as_str()) {
                let message = format!("`{}` cannot name a parameter", param.text);
                self.error("E0203", param.span, message, "it is a word of the language");
            }
            if params[..i].iter().any(|p| p.text == param.text) {
                self.error(
                    "E0202",
                    param.span,
                    format!("`{}` is a parameter twice", param.text),
                    "listed before",
                );
            }
        }
        self.out.defines.insert(
            name.text.clone(),
            DefineOutline {
                name: name.clone(),
                params: params.to_vec(),
                body: body.clone(),
                note: note.to_vec(),
            },
        );
    }
}
