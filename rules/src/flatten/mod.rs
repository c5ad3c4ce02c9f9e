//! Files to an [`Outline`]: settles `if`, opens groups and `use`, applies `replace`, `remove` and `before`.

mod declare;
mod edit;
mod remove;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use chator_grammar::ast::{Citation, Expr, ExprKind, File, Ident, Item, ItemKind, Section};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use crate::asked::expressions;
use crate::limits::{MAX_KINDS, MAX_NODES, is_hopeless, too_many_nodes};
use crate::options::Options;
use crate::outline::{CellOutline, DealOutline, Outline, RuleTest, Scope, Scoped, StartOutline};
use crate::suggest::nearest;

pub(crate) use uses::{bind, goes_on_for_ever};

/// Flattens the files of one game, from the prelude (the first `prelude` files) to the game itself.
pub(crate) fn flatten(
    files: &[File],
    prelude: usize,
    options: &Options,
    heading: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Outline {
    let mut flattener = Flattener {
        out: Outline { heading, ..Outline::default() },
        options,
        diagnostics,
        nodes: 0,
        depth: 0,
        uses: Vec::new(),
        editing: false,
        before: None,
        last: false,
        in_prelude: false,
        full: false,
        ghostly: false,
        ghosts: BTreeSet::new(),
        cited: BTreeMap::new(),
    };
    // Definitions and pieces first: a file may use what it declares further down, and a later
    // file's `replace` reaches the uses of an earlier one.
    for (number, file) in files.iter().enumerate() {
        flattener.declare(&file.items, None);
        if number + 1 == prelude {
            flattener.out.prelude = flattener.out.defines.keys().cloned().collect();
        }
    }
    for (number, file) in files.iter().enumerate() {
        flattener.last = number + 1 == files.len();
        flattener.in_prelude = number < prelude;
        let here = At::default();
        flattener.items(&file.items, &here);
    }
    flattener.out
}

/// Where the flattener stands.
#[derive(Clone, Default)]
struct At {
    army: Option<String>,
    kinds: Vec<String>,
    section: Option<Section>,
    guards: Vec<Scoped>,
    scope: Scope,
    note: Vec<Citation>,
    /// The label of a labelled `use`, for the one clause inside.
    label: Option<Ident>,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a state of the walk by itself")]
struct Flattener<'a> {
    out: Outline,
    options: &'a Options,
    diagnostics: &'a mut Vec<Diagnostic>,
    nodes: usize,
    /// Blocks around the item at hand.
    depth: usize,
    uses: Vec<String>,
    /// Inside `replace`.
    editing: bool,
    /// Inside `before`: the address to stand in front of.
    before: Option<String>,
    /// Whether this is the game's own file: only its tests are kept.
    last: bool,
    /// Inside a file of the prelude.
    in_prelude: bool,
    /// There are as many clauses as there can be.
    full: bool,
    /// Inside a branch that the options do not choose: only addresses are taken down.
    ghostly: bool,
    /// Addresses of clauses that other readings have and this one has not.
    ghosts: BTreeSet<String>,
    /// The works that each file cites.
    cited: BTreeMap<(u16, String), Span>,
}

impl Flattener<'_> {
    pub(super) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: &str,
    ) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label));
    }

    pub(super) fn missing(&mut self, name: &Ident, what: &str, hint: Option<String>) {
        let mut error = Diagnostic::error(
            "E0205",
            name.span,
            format!("there is no {what} `{}` to change", name.text),
        )
        .label("not found in this file or its base");
        if let Some(span) = self.out.gone.get(&name.text) {
            error = error.related(*span, "removed here");
        }
        error = match hint {
            Some(hint) => {
                error.help(format!("did you mean `{hint}`?")).fix(name.span, hint.clone())
            }
            None => match self.clauses_beside(&name.text) {
                Some(known) => {
                    error.help(format!("{known}; to add something new, leave `replace` out"))
                }
                None => error.help("to add something new, leave `replace` out"),
            },
        };
        self.diagnostics.push(error);
    }

    pub(super) fn items(&mut self, items: &[Item], at: &At) {
        self.depth += 1;
        for item in items {
            self.nodes += 1;
            if is_hopeless(self.diagnostics) {
                break;
            }
            if self.nodes > MAX_NODES {
                if self.nodes == MAX_NODES + 1 {
                    self.diagnostics.push(too_many_nodes(item.span));
                }
                break;
            }
            self.item(item, at);
        }
        self.depth -= 1;
    }

    /// Takes down the addresses of what is not chosen: it may be changed all the same, and then
    /// nothing happens.
    fn ghosts(&mut self, at: &At, look: impl FnOnce(&mut Self, &At)) {
        let was = std::mem::replace(&mut self.ghostly, true);
        look(self, at);
        self.ghostly = was;
    }

    /// Takes down the definitions that what is not chosen asks for: other readings use them.
    fn mentioned_elsewhere(&mut self, items: &[Item]) {
        let used = &mut self.out.used;
        expressions(items, &mut |expr| match &expr.kind {
            ExprKind::Word(name) => drop(used.insert(name.clone())),
            ExprKind::Call(name, _) | ExprKind::Of(name, _) => {
                used.insert(name.text.clone());
            }
            _ => {}
        });
    }

    pub(super) fn item(&mut self, item: &Item, at: &At) {
        let leads_on = matches!(
            item.kind,
            ItemKind::Army { .. }
                | ItemKind::Section { .. }
                | ItemKind::Group { .. }
                | ItemKind::Use { .. }
                | ItemKind::If { .. }
                | ItemKind::When { .. }
                | ItemKind::Clause(_)
        );
        if self.ghostly && !leads_on {
            return;
        }
        match &item.kind {
            ItemKind::Game { title, .. } => self.out.title = Some(title.clone()),
            // A game may say again what it is about: its base's words are the base's.
            ItemKind::About(text) => {
                if !self.in_prelude {
                    self.out.about = Some(text.clone());
                }
            }
            ItemKind::Library => {}
            ItemKind::Option { name, .. } => {
                if self.depth > 1 {
                    self.misplaced(name.span, "an option");
                }
            }
            ItemKind::Define { name, .. } => {
                let inside = !at.kinds.is_empty() || at.section.is_some() || !at.guards.is_empty();
                if inside || !self.uses.is_empty() {
                    self.misplaced(name.span, "a definition");
                }
            }
            ItemKind::Cite { key, work } => self.cite(key, work.as_ref()),
            ItemKind::Board { shape, sizes } => {
                if self.settled(self.out.board.is_some(), "the board", item.span) {
                    self.out.board = Some((shape.clone(), sizes.clone()));
                }
            }
            ItemKind::Players(players) => {
                if self.settled(!self.out.players.is_empty(), "the list of players", item.span) {
                    self.out.players.clone_from(players);
                }
            }
            ItemKind::Text(fields) => {
                if self.settled(!self.out.text.is_empty(), "the position text", item.span) {
                    self.out.text.clone_from(fields);
                }
            }
            ItemKind::Start { text, effects, only_if, note } => {
                if !self.chosen(only_if.as_ref()) {
                    return;
                }
                let known = self.out.starts.iter().any(|s| s.army == at.army);
                if self.settled(known, "the start", item.span) {
                    self.out.starts.retain(|s| s.army != at.army);
                    self.out.starts.push(StartOutline {
                        army: at.army.clone(),
                        text: text.clone(),
                        effects: effects.clone(),
                        scope: Rc::clone(&at.scope),
                        note: note.clone(),
                    });
                }
            }
            ItemKind::Deal { kinds, on, only_if, note } => {
                if !self.chosen(only_if.as_ref()) {
                    return;
                }
                if at.army.is_some() || !at.kinds.is_empty() || at.section.is_some() {
                    self.misplaced(item.span, "a deal");
                }
                self.out.deals.push(DealOutline {
                    kinds: kinds.clone(),
                    on: on.clone(),
                    scope: Rc::clone(&at.scope),
                    note: note.clone(),
                });
            }
            ItemKind::Cell(decl) if !at.guards.is_empty() || at.section.is_some() => {
                self.misplaced(decl.name.span, "a state");
            }
            ItemKind::Cell(decl) => self.cell(decl, at),
            ItemKind::Army { name, body } => {
                self.items(body, &At { army: Some(name.text.clone()), ..at.clone() });
            }
            ItemKind::Piece { name, body, .. } => {
                if !self.out.kinds.contains_key(&name.text) {
                    // A piece that a definition declares.
                    self.piece(item, at.army.as_deref());
                }
                if self.out.kinds.get(&name.text).is_some_and(|k| k.span == name.span) {
                    self.items(body, &At { kinds: vec![name.text.clone()], ..at.clone() });
                }
            }
            ItemKind::Section { section, body } => {
                self.items(body, &At { section: Some(*section), kinds: Vec::new(), ..at.clone() });
            }
            ItemKind::Group { names, body } => {
                let kinds: Vec<String> =
                    names.iter().flat_map(|name| self.group_kinds(name, &at.scope)).collect();
                if !kinds.is_empty() {
                    self.items(body, &At { kinds, ..at.clone() });
                }
            }
            ItemKind::Use { label, name, args, only_if, note } => {
                if self.chosen(only_if.as_ref()) {
                    self.use_items(label.as_ref(), name, args, note, at);
                } else {
                    self.mentioned_elsewhere(std::slice::from_ref(item));
                    self.ghosts(at, |f, at| f.use_items(label.as_ref(), name, args, note, at));
                }
            }
            ItemKind::If { condition, then, otherwise } => {
                let chosen = self.options.holds(condition, self.diagnostics);
                let (taken, left) = if chosen { (then, otherwise) } else { (otherwise, then) };
                self.items(taken, at);
                self.mentioned_elsewhere(left);
                self.ghosts(at, |f, at| f.items(left, at));
            }
            ItemKind::When { condition, body } => {
                let mut inner = at.clone();
                inner.guards.push((condition.clone(), Rc::clone(&at.scope)));
                self.items(body, &inner);
            }
            ItemKind::Replace(inner) => {
                self.editing = true;
                self.item(inner, at);
                self.editing = false;
            }
            ItemKind::Remove { used, address, note } => {
                self.out.notes.extend(note.iter().cloned());
                if *used {
                    self.remove_use(address);
                } else {
                    self.remove(address, at);
                }
            }
            ItemKind::Before { address, item } => {
                let full = Self::full_address(&address.text, at);
                if self.out.clauses.contains_key(&full) {
                    self.before = Some(full);
                    self.item(item, at);
                    self.before = None;
                } else if self.ghosts.contains(&full) {
                    self.item(item, at);
                } else {
                    let hint = self.near_address(&full);
                    self.missing(address, "clause", hint);
                }
            }
            ItemKind::Test { name, steps } => {
                if self.last {
                    self.out.tests.push(RuleTest { name: name.clone(), steps: steps.clone() });
                }
            }
            ItemKind::Clause(clause) => {
                if self.chosen(clause.only_if.as_ref()) {
                    self.clause(clause, at);
                } else {
                    self.mentioned_elsewhere(std::slice::from_ref(item));
                    self.ghosts(at, |f, at| f.clause(clause, at));
                }
            }
            ItemKind::Bad(body) => self.items(body, at),
        }
    }

    /// A work, or, without a text, one that a base declares.
    fn cite(&mut self, key: &Ident, work: Option<&Ident>) {
        let known = self.out.works.get(&key.text);
        let error = match (known, work) {
            (Some((text, span)), Some(work)) if *text != work.text => {
                Diagnostic::error("E0202", key.span, format!("`{}` names two works", key.text))
                    .label("another work here")
                    .related(*span, "first named here")
            }
            (None, None) => {
                let error = Diagnostic::error(
                    "E0210",
                    key.span,
                    format!("no work is called `{}`", key.text),
                )
                .label("no base of this game declares it");
                match nearest(&key.text, self.out.works.keys().map(String::as_str)) {
                    Some(hint) => error.help(format!("did you mean `{hint}`?")).fix(key.span, hint),
                    None => error.help(format!("`cite {} \"author, title, year\"`", key.text)),
                }
            }
            _ => match self.cited.insert((key.span.file.0, key.text.clone()), key.span) {
                Some(first) => {
                    Diagnostic::error("E0202", key.span, format!("`{}` is cited twice", key.text))
                        .label("cited again here")
                        .related(first, "first cited here")
                }
                None => {
                    if self.last {
                        self.out.authorities.insert(key.text.clone(), key.span);
                    }
                    if let Some(work) = work {
                        self.out.works.insert(key.text.clone(), (work.text.clone(), key.span));
                    }
                    return;
                }
            },
        };
        self.diagnostics.push(error);
    }

    pub(super) fn chosen(&mut self, only_if: Option<&Expr>) -> bool {
        only_if.is_none_or(|condition| self.options.holds(condition, self.diagnostics))
    }

    fn misplaced(&mut self, span: Span, what: &str) {
        let message = format!("{what} stands inside a block");
        self.error("E0308", span, message, "its place is at the top of the file");
    }

    /// Whether a setting may be set now: once, or again with `replace`.
    pub(super) fn settled(&mut self, known: bool, what: &str, span: Span) -> bool {
        match (known, self.editing) {
            (true, false) => {
                let error = Diagnostic::error("E0204", span, format!("{what} is already set"))
                    .label("set again here")
                    .help("`replace` in front of it changes what the base has");
                self.diagnostics.push(error);
                false
            }
            (false, true) => {
                self.error("E0205", span, format!("{what} is not set yet"), "nothing to replace");
                false
            }
            _ => true,
        }
    }

    pub(super) fn cell(&mut self, decl: &chator_grammar::ast::CellDecl, at: &At) {
        let known = self.out.cells.get(&decl.name.text).map(|c| c.decl.name.span);
        match (known, self.editing) {
            (Some(first), false) => {
                let error = Diagnostic::error(
                    "E0202",
                    decl.name.span,
                    format!("`{}` is declared twice", decl.name.text),
                )
                .label("declared again here")
                .related(first, "first declared here");
                self.diagnostics.push(error);
                return;
            }
            (None, true) => {
                let hint = nearest(&decl.name.text, self.out.cells.keys().map(String::as_str))
                    .map(str::to_owned);
                self.missing(&decl.name, "state", hint);
                return;
            }
            _ => {}
        }
        if self.out.cells.len() == MAX_KINDS {
            let message = format!("more than {MAX_KINDS} states");
            self.error("E0518", decl.name.span, message, "one too many");
            return;
        }
        self.out.cells.insert(
            decl.name.text.clone(),
            CellOutline {
                decl: decl.clone(),
                scope: Rc::clone(&at.scope),
                kinds: at.kinds.clone(),
                uses: self.uses.clone(),
            },
        );
    }
}
