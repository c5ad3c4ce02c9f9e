//! Options: which values there are, which are chosen, and conditions that ask for them.
//!
//! All of it is settled when a file is loaded; nothing of it reaches the IR but the list.

use std::cell::RefCell;

use chator_grammar::ast::{Expr, ExprKind, Item, ItemKind, OptionValue};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;
use indexmap::{IndexMap, IndexSet};

use crate::asked::expressions;
use crate::outline::OptionOutline;
use crate::suggest::nearest;

/// The options of a game with the chosen values.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) table: IndexMap<String, OptionOutline>,
    /// Options and values that some condition asks for.
    asked: RefCell<IndexSet<(String, String)>>,
}

impl Options {
    /// Collects the declared options and applies `settings`, the later ones winning.
    pub(crate) fn collect<'a>(
        items: impl Iterator<Item = &'a Item>,
        settings: &[(String, String, Option<Span>)],
        heading: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut options = Self::default();
        for item in items {
            let ItemKind::Option { name, gloss, values, default } = &item.kind else { continue };
            if let Some(first) = options.table.get(&name.text) {
                diagnostics.push(
                    Diagnostic::error(
                        "E0202",
                        name.span,
                        format!("option `{}` is declared twice", name.text),
                    )
                    .label("declared again here")
                    .related(first.span, "first declared here"),
                );
                continue;
            }
            let mut texts: Vec<String> = Vec::new();
            let mut notes = Vec::new();
            for OptionValue { name: value, note } in values {
                if texts.contains(&value.text) {
                    diagnostics.push(
                        Diagnostic::error(
                            "E0202",
                            value.span,
                            format!("option `{}` has the value `{}` twice", name.text, value.text),
                        )
                        .label("listed before"),
                    );
                } else {
                    texts.push(value.text.clone());
                    notes.push(note.clone());
                }
            }
            let preset = match default {
                Some(expr) => options.value(expr, diagnostics),
                None => texts.first().cloned(),
            }
            .unwrap_or_default();
            if !texts.contains(&preset) && !preset.is_empty() {
                diagnostics.push(unknown_value(&name.text, &preset, &texts, name.span));
            }
            let mut chosen = preset.clone();
            for (_, value, span) in settings.iter().filter(|s| s.0 == name.text) {
                if texts.contains(value) {
                    chosen.clone_from(value);
                } else {
                    diagnostics.push(unknown_value(
                        &name.text,
                        value,
                        &texts,
                        span.unwrap_or(name.span),
                    ));
                }
            }
            options.table.insert(
                name.text.clone(),
                OptionOutline {
                    span: name.span,
                    gloss: gloss.as_ref().map(|g| g.text.clone()),
                    values: texts,
                    notes,
                    default: preset,
                    chosen,
                },
            );
        }
        for (name, _, span) in settings {
            if !options.table.contains_key(name) {
                let known = options.table.keys().map(String::as_str);
                let hint = nearest(name, known);
                let mut error = Diagnostic::error(
                    "E0206",
                    span.unwrap_or(heading),
                    format!("there is no option `{name}`"),
                )
                .label("this game does not know it");
                let list = options.table.keys().cloned().collect::<Vec<_>>().join(", ");
                error = match hint {
                    Some(hint) => error.help(format!("did you mean `{hint}`?")),
                    None if list.is_empty() => error.help("it has no options"),
                    None => error.help(format!("its options are {list}")),
                };
                diagnostics.push(error);
            }
        }
        options
    }

    /// Looks at every condition about options, chosen or not: misspelt ones are reported wherever
    /// they stand.
    pub(crate) fn scan(&self, items: &[Item], diagnostics: &mut Vec<Diagnostic>) {
        expressions(items, &mut |expr| {
            if let ExprKind::Is(left, right) = &expr.kind
                && self.named(left).is_some()
            {
                self.is(left, right, diagnostics);
            }
        });
    }

    /// Whether a condition asks only for options.
    pub(crate) fn is_static(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Is(left, _) => self.named(left).is_some(),
            ExprKind::Not(inner) => self.is_static(inner),
            ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().all(|p| self.is_static(p)),
            _ => false,
        }
    }

    fn named(&self, expr: &Expr) -> Option<(&String, &OptionOutline)> {
        match &expr.kind {
            ExprKind::Word(word) => self.table.get_key_value(word),
            _ => None,
        }
    }

    /// Settles a condition about options.
    pub(crate) fn holds(&self, expr: &Expr, diagnostics: &mut Vec<Diagnostic>) -> bool {
        match &expr.kind {
            ExprKind::And(parts) => self.each(parts, diagnostics).iter().all(|holds| *holds),
            ExprKind::Or(parts) => self.each(parts, diagnostics).iter().any(|holds| *holds),
            ExprKind::Not(inner) => !self.holds(inner, diagnostics),
            ExprKind::Is(left, right) => self.is(left, right, diagnostics),
            _ => {
                diagnostics.push(
                    Diagnostic::error("E0307", expr.span, "`if` asks for options only")
                        .label("not of the form `option is value`")
                        .help("`when` asks the position; `if` is settled when the file is loaded"),
                );
                false
            }
        }
    }

    /// Settles all of them, so that each is looked at.
    fn each(&self, parts: &[Expr], diagnostics: &mut Vec<Diagnostic>) -> Vec<bool> {
        parts.iter().map(|part| self.holds(part, diagnostics)).collect()
    }

    fn is(&self, left: &Expr, right: &Expr, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let Some((name, option)) = self.named(left) else {
            let word = match &left.kind {
                ExprKind::Word(word) => word.as_str(),
                _ => "",
            };
            let mut error = Diagnostic::error("E0206", left.span, "this is not an option")
                .label("`if` asks for options only");
            if let Some(hint) = nearest(word, self.table.keys().map(String::as_str)) {
                error = error.help(format!("did you mean `{hint}`?")).fix(left.span, hint);
            }
            diagnostics.push(error);
            return false;
        };
        let Some(value) = plain(right) else {
            diagnostics.push(
                Diagnostic::error("E0206", right.span, "this is not a value of an option")
                    .label(format!("one of {}", option.values.join(", "))),
            );
            return false;
        };
        if !option.values.contains(&value) {
            diagnostics.push(unknown_value(name, &value, &option.values, right.span));
            return false;
        }
        self.asked.borrow_mut().insert((name.clone(), value.clone()));
        option.chosen == value
    }

    /// Settles a value by cases about options.
    pub(crate) fn value(&self, expr: &Expr, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        match &expr.kind {
            ExprKind::Cases(cases, other) => {
                let mut found = None;
                for (value, condition) in cases {
                    if self.holds(condition, diagnostics) && found.is_none() {
                        found = Some(value);
                    }
                }
                self.value(found.unwrap_or(other), diagnostics)
            }
            _ => plain(expr),
        }
    }

    /// An option's value counts as asked for where its name stands for something else (an army).
    pub(crate) fn ask_all(&self, name: &str) {
        if let Some(option) = self.table.get(name) {
            let mut asked = self.asked.borrow_mut();
            asked.extend(option.values.iter().map(|v| (name.to_owned(), v.clone())));
        }
    }

    /// Options that nothing asks for, and values that cannot be told from the default.
    pub(crate) fn unread(&self) -> Vec<Diagnostic> {
        let asked = self.asked.borrow();
        let mut found = Vec::new();
        for (name, option) in &self.table {
            let silent: Vec<&String> = option
                .values
                .iter()
                .filter(|v| !asked.contains(&(name.clone(), (*v).clone())))
                .collect();
            if silent.len() == option.values.len() {
                found.push(
                    Diagnostic::error(
                        "E0407",
                        option.span,
                        format!("nothing asks for the option `{name}`"),
                    )
                    .label("setting it changes nothing")
                    .help(format!("add `if {name} is {}` to a clause", option.values[0])),
                );
            } else if silent.len() > 1 {
                let names: Vec<String> = silent.iter().map(|v| format!("`{v}`")).collect();
                found.push(
                    Diagnostic::error(
                        "W0601",
                        option.span,
                        format!("{} of `{name}` mean the same", names.join(" and ")),
                    )
                    .label("no clause tells them apart"),
                );
            }
        }
        found
    }
}

/// The text of a one-word value.
fn plain(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Word(word) => Some(word.clone()),
        ExprKind::Number(number) => Some(number.to_string()),
        ExprKind::Flag(flag) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

fn unknown_value(name: &str, value: &str, values: &[String], span: Span) -> Diagnostic {
    let error = Diagnostic::error("E0206", span, format!("option `{name}` has no value `{value}`"))
        .label(format!("its values are {}", values.join(", ")));
    match nearest(value, values.iter().map(String::as_str)) {
        Some(hint) => error.help(format!("did you mean `{hint}`?")),
        None => error,
    }
}
