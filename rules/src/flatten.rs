//! Files to an [`Outline`]: settles `if`, opens groups and `use`, applies `replace`, `remove` and `before`.

use std::rc::Rc;

use chator_grammar::ast::{
    Citation, Clause, DefineBody, Expr, ExprKind, File, Head, Ident, Item, ItemKind, Section,
    Travel,
};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;
use indexmap::IndexMap;

use crate::limits::{MAX_KINDS, MAX_NODES, too_many_nodes};
use crate::options::Options;
use crate::outline::{
    Bindings, CellOutline, ClauseOutline, DefineOutline, KindOutline, Outline, Place, RuleTest,
    Scope, Scoped, StartOutline,
};
use crate::suggest::nearest;

/// How deep one `use` may lead to another.
const MAX_USES: usize = 32;

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
        uses: Vec::new(),
        editing: false,
        before: None,
        last: false,
        gone: IndexMap::new(),
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

struct Flattener<'a> {
    out: Outline,
    options: &'a Options,
    diagnostics: &'a mut Vec<Diagnostic>,
    nodes: usize,
    uses: Vec<String>,
    /// Inside `replace`.
    editing: bool,
    /// Inside `before`: the address to stand in front of.
    before: Option<String>,
    /// Whether this is the game's own file: only its tests are kept.
    last: bool,
    /// What `remove` took away, for better messages.
    gone: IndexMap<String, Span>,
}

impl Flattener<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, label: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label));
    }

    /// Collects definitions and pieces.
    fn declare(&mut self, items: &[Item], army: Option<&str>) {
        for item in items {
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

    fn piece(&mut self, item: &Item, army: Option<&str>) {
        let ItemKind::Piece { name, gloss, letter, royal, .. } = &item.kind else { return };
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
                army: army.map(str::to_owned),
            },
        );
    }

    fn define(
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

    fn missing(&mut self, name: &Ident, what: &str, hint: Option<String>) {
        let mut error = Diagnostic::error(
            "E0205",
            name.span,
            format!("there is no {what} `{}` to change", name.text),
        )
        .label("not found in this file or its base");
        if let Some(span) = self.gone.get(&name.text) {
            error = error.related(*span, "removed here");
        }
        error = match hint {
            Some(hint) => {
                error.help(format!("did you mean `{hint}`?")).fix(name.span, hint.clone())
            }
            None => error.help("to add something new, leave `replace` out"),
        };
        self.diagnostics.push(error);
    }

    fn items(&mut self, items: &[Item], at: &At) {
        for item in items {
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                if self.nodes == MAX_NODES + 1 {
                    self.diagnostics.push(too_many_nodes(item.span));
                }
                return;
            }
            self.item(item, at);
        }
    }

    fn item(&mut self, item: &Item, at: &At) {
        match &item.kind {
            ItemKind::Game { title, .. } => self.out.title = Some(title.clone()),
            ItemKind::About(text) => self.out.about = Some(text.clone()),
            ItemKind::Library | ItemKind::Option { .. } | ItemKind::Define { .. } => {}
            ItemKind::Cite { key, work } => {
                let known = self.out.works.get(&key.text);
                if let Some((text, span)) = known
                    && *text != work.text
                {
                    let error = Diagnostic::error(
                        "E0202",
                        key.span,
                        format!("`{}` names two works", key.text),
                    )
                    .label("another work here")
                    .related(*span, "first named here");
                    self.diagnostics.push(error);
                    return;
                }
                self.out.works.insert(key.text.clone(), (work.text.clone(), key.span));
            }
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
                }
            }
            ItemKind::If { condition, then, otherwise } => {
                let chosen = self.options.holds(condition, self.diagnostics);
                // Conditions of the other branch are still looked at, so that a misspelt option shows.
                self.items(if chosen { then } else { otherwise }, at);
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
            ItemKind::Remove { address, .. } => self.remove(address, at),
            ItemKind::Before { address, item } => {
                let full = Self::full_address(&address.text, at);
                if self.out.clauses.contains_key(&full) {
                    self.before = Some(full);
                    self.item(item, at);
                    self.before = None;
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
                }
            }
            ItemKind::Bad(body) => self.items(body, at),
        }
    }

    fn chosen(&mut self, only_if: Option<&Expr>) -> bool {
        only_if.is_none_or(|condition| self.options.holds(condition, self.diagnostics))
    }

    /// Whether a setting may be set now: once, or again with `replace`.
    fn settled(&mut self, known: bool, what: &str, span: Span) -> bool {
        match (known, self.editing) {
            (true, false) => {
                let error =
                    Diagnostic::error("E0204", span, format!("{what} is already set"))
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

    fn cell(&mut self, decl: &chator_grammar::ast::CellDecl, at: &At) {
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
        self.out.cells.insert(
            decl.name.text.clone(),
            CellOutline {
                decl: decl.clone(),
                scope: Rc::clone(&at.scope),
                kinds: at.kinds.clone(),
            },
        );
    }

    /// The pieces that a group's name means: itself, or what a parameter stands for.
    fn group_kinds(&mut self, name: &Ident, scope: &Scope) -> Vec<String> {
        if let Some((expr, inner)) = scope.0.get(&name.text) {
            let words = match &expr.kind {
                ExprKind::Or(parts) => parts.clone(),
                _ => vec![expr.clone()],
            };
            let inner = Rc::clone(inner);
            return words
                .iter()
                .flat_map(|word| match &word.kind {
                    ExprKind::Word(text) => self.group_kinds(
                        &Ident { text: text.clone(), span: word.span },
                        &inner,
                    ),
                    _ => {
                        self.error("E0301", word.span, "a piece is wanted here", "not a piece's name");
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
        if let Some(hint) = nearest(&name.text, self.out.kinds.keys().map(String::as_str)) {
            error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
        } else {
            error = error.help("`piece name LETTER { … }` declares one");
        }
        self.diagnostics.push(error);
        Vec::new()
    }

    fn use_items(
        &mut self,
        label: Option<&Ident>,
        name: &Ident,
        args: &[Expr],
        note: &[Citation],
        at: &At,
    ) {
        let Some(define) = self.out.defines.get(&name.text).cloned() else {
            let known = self.out.defines.keys().map(String::as_str);
            let hint = nearest(&name.text, known).map(str::to_owned);
            let mut error =
                Diagnostic::error("E0201", name.span, format!("nothing is defined as `{}`", name.text))
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
        if self.uses.contains(&name.text) || self.uses.len() == MAX_USES {
            let error = Diagnostic::error(
                "E0212",
                name.span,
                format!("`{}` leads back to itself", name.text),
            )
            .label("used inside its own definition")
            .related(define.name.span, "defined here");
            self.diagnostics.push(error);
            return;
        }
        let Some(scope) = bind(&define, args, name, &at.scope, self.diagnostics) else { return };
        let mut inner = at.clone();
        self.out.used.insert(name.text.clone());
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

    fn full_address(text: &str, at: &At) -> String {
        if text.contains('.') {
            return text.to_owned();
        }
        match (&at.section, at.kinds.first()) {
            (Some(section), _) => format!("{}.{text}", section_name(*section)),
            (None, Some(kind)) => format!("{kind}.{text}"),
            (None, None) => text.to_owned(),
        }
    }

    fn near_address(&self, address: &str) -> Option<String> {
        let keys = || self.out.clauses.keys().map(String::as_str);
        let same_end = |k: &&str| k.rsplit('.').next() == address.rsplit('.').next();
        nearest(address, keys()).or_else(|| keys().find(same_end)).map(str::to_owned)
    }

    fn remove(&mut self, address: &Ident, at: &At) {
        let full = Self::full_address(&address.text, at);
        if self.out.clauses.shift_remove(&full).is_some()
            || self.out.cells.shift_remove(&address.text).is_some()
            || self.out.defines.shift_remove(&address.text).is_some()
        {
            self.gone.insert(full, address.span);
            return;
        }
        let hint = self.near_address(&full);
        let mut error = Diagnostic::error(
            "E0205",
            address.span,
            format!("there is nothing called `{full}` to remove"),
        )
        .label("not found in this file or its base");
        if let Some(hint) = hint {
            error = error.help(format!("did you mean `{hint}`?")).fix(address.span, hint.clone());
        }
        self.diagnostics.push(error);
    }

    fn clause(&mut self, clause: &Clause, at: &At) {
        let label = match (&at.label, &clause.label) {
            (Some(outer), _) => outer.text.clone(),
            (None, Some(own)) => own.text.clone(),
            (None, None) => verb(&clause.head).to_owned(),
        };
        let wanted = match clause.head {
            Head::Outcome(..) => Some(Section::Ends),
            _ => None,
        };
        if label.contains('.') {
            // A dotted label names an existing clause, wherever it stands.
            self.replace_dotted(clause, &label, at);
            return;
        }
        let kinds: Vec<Option<String>> = match (&at.section, at.kinds.is_empty()) {
            (Some(_), _) | (None, true) => vec![None],
            (None, false) => at.kinds.iter().cloned().map(Some).collect(),
        };
        if let Some(section) = wanted
            && at.section != Some(section)
        {
            let error = Diagnostic::error("E0308", clause.span, "an ending outside of `ends`")
                .label("not in `ends { … }`")
                .help("endings stand in `ends { … }`, and their order there is the order in which they are asked");
            self.diagnostics.push(error);
            return;
        }
        for kind in kinds {
            let mut here = at.clone();
            here.kinds = kind.iter().cloned().collect();
            let address = Self::full_address(&label, &here);
            let place = Place { army: at.army.clone(), kind, section: at.section };
            self.insert(address, place, clause, &here);
        }
    }

    fn replace_dotted(&mut self, clause: &Clause, address: &str, at: &At) {
        let span = clause.label.as_ref().map_or(clause.span, |l| l.span);
        let label = Ident { text: address.to_owned(), span };
        let Some(old) = self.out.clauses.get(address) else {
            let hint = self.near_address(address);
            self.missing(&label, "clause", hint);
            return;
        };
        if !self.editing {
            let error = Diagnostic::error("E0204", span, format!("`{address}` already exists"))
                .label("a dotted name means an existing clause")
                .help(format!("`replace {address}: …` changes it"));
            self.diagnostics.push(error);
            return;
        }
        let place = old.place.clone();
        self.insert(address.to_owned(), place, clause, at);
    }

    fn insert(&mut self, address: String, place: Place, clause: &Clause, at: &At) {
        self.nodes += 1;
        let span = clause.label.as_ref().map_or(clause.span, |l| l.span);
        let mut clause = clause.clone();
        if clause.note.is_empty() {
            clause.note.clone_from(&at.note);
        }
        let entry = ClauseOutline {
            place,
            clause,
            guards: at.guards.clone(),
            scope: Rc::clone(&at.scope),
        };
        let known = self.out.clauses.get(&address).map(|c| c.clause.span);
        match (known, self.editing) {
            (Some(first), false) => {
                let error =
                    Diagnostic::error("E0204", span, format!("`{address}` already exists"))
                        .label("a second clause of that name")
                        .related(first, "the first stands here")
                        .help("give it a name of its own (`name: …`), or write `replace` to change the first");
                self.diagnostics.push(error);
            }
            (None, true) => {
                let hint = self.near_address(&address);
                self.missing(&Ident { text: address, span }, "clause", hint);
            }
            (Some(_), true) => {
                // The group a clause stands in goes on guarding what replaces it.
                let mut entry = entry;
                if let Some(old) = self.out.clauses.get(&address)
                    && entry.guards.is_empty()
                {
                    entry.guards.clone_from(&old.guards);
                }
                self.out.clauses.insert(address, entry);
            }
            (None, false) => match &self.before {
                Some(target) => {
                    let index = self.out.clauses.get_index_of(target).unwrap_or_default();
                    self.out.clauses.shift_insert(index, address, entry);
                }
                None => {
                    self.out.clauses.insert(address, entry);
                }
            },
        }
    }
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

fn verb(head: &Head) -> &'static str {
    match head {
        Head::Motions(motions) => match motions.first().and_then(|m| m.legs.first()) {
            Some(leg) => match leg.travel {
                Travel::Step(_) => "step",
                Travel::Slide(..) => "slide",
                Travel::Leap(..) | Travel::LeapTo(_) => "leap",
                Travel::Ride(..) => "ride",
                Travel::Go => "go",
                Travel::Stay => "stay",
                Travel::Drop => "drop",
            },
            None => "move",
        },
        Head::After(..) => "after",
        Head::May(_) => "may",
        Head::Outcome(..) => "end",
        Head::When(_) => "when",
    }
}

pub(crate) fn section_name(section: Section) -> &'static str {
    match section {
        Section::Ends => "ends",
        Section::Bans => "bans",
        Section::Voids => "voids",
        Section::Duties => "duties",
    }
}
