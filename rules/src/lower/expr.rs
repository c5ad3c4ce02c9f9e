//! Expressions: words to values, values to the type their place wants.

use std::rc::Rc;

use chator_grammar::ast::{self, Expr, ExprKind, Ident};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use super::names::{CALLS, TURNS};
use super::value::{Value, all, any, cond_as, join, men_of, not, number_as, set_as};
use crate::board::Turn;
use crate::flatten::{bind, goes_on_for_ever};
use crate::limits::{MAX_NODES, too_many_nodes};
use crate::outline::Scope;
use crate::ruleset::{CellType, Per};
use crate::set::{
    CellId, Comparison, Cond, Dirs, KindId, Number, PlayerId, PlayerRef, Set, Side, Subject,
};

impl Lowering<'_> {
    /// The squares an expression means; an error counts as no squares.
    pub(super) fn set(&mut self, expr: &Expr, scope: &Scope) -> Set {
        let Some(value) = self.value(expr, scope) else { return Set::None };
        self.set_of(value, expr.span).unwrap_or(Set::None)
    }

    pub(super) fn cond(&mut self, expr: &Expr, scope: &Scope) -> Cond {
        let Some(value) = self.value(expr, scope) else { return Cond::Const(true) };
        self.cond_of(value, expr.span).unwrap_or(Cond::Const(true))
    }

    pub(super) fn number(&mut self, expr: &Expr, scope: &Scope) -> Number {
        let Some(value) = self.value(expr, scope) else { return Number::Const(0) };
        match value {
            Value::Number(number) => number,
            other => {
                self.mismatch("a number", &other, expr.span);
                Number::Const(0)
            }
        }
    }

    fn mismatch(&mut self, wanted: &str, found: &Value, span: Span) {
        let mut error = Diagnostic::error("E0301", span, format!("{wanted} is wanted here"))
            .label(format!("this is {}", found.kind()));
        error = match (wanted, found) {
            ("a condition", Value::Set(_) | Value::Player(_) | Value::Held { .. }) => {
                error.help("`some …` asks whether there is any, `no …` whether there is none")
            }
            ("a number", Value::Set(_) | Value::Player(_) | Value::Held { .. }) => {
                error.help("`count(…)` says how many there are")
            }
            ("a set of squares", Value::Dirs(_)) => {
                error.help("`forward of it` is the square one step forward of `it`")
            }
            _ => error,
        };
        self.diagnostics.push(error);
    }

    pub(super) fn set_of(&mut self, value: Value, span: Span) -> Option<Set> {
        match value {
            Value::Set(set) => Some(set),
            Value::Player(player) => Some(men_of(player)),
            Value::Marked(cell, true) => Some(Set::Cell(cell)),
            Value::Marked(cell, false) => Some(Set::Not(Box::new(Set::Cell(cell)))),
            other => {
                self.mismatch("a set of squares", &other, span);
                None
            }
        }
    }

    fn cond_of(&mut self, value: Value, span: Span) -> Option<Cond> {
        match value {
            Value::Cond(cond) => Some(cond),
            Value::Marked(cell, set) => {
                let flag = Cond::Flag(cell, Subject::At(Set::It));
                Some(if set { flag } else { not(flag) })
            }
            other => {
                self.mismatch("a condition", &other, span);
                None
            }
        }
    }

    /// A value of whatever type. `None` if an error has been reported.
    pub(super) fn value(&mut self, expr: &Expr, scope: &Scope) -> Option<Value> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            if self.nodes == MAX_NODES + 1 {
                self.diagnostics.push(too_many_nodes(expr.span));
            }
            return None;
        }
        if self.options.is_static(expr) {
            return Some(Value::Cond(Cond::Const(self.options.holds(expr, self.diagnostics))));
        }
        let span = expr.span;
        Some(match &expr.kind {
            ExprKind::Word(word) => return self.word(word, span, scope),
            ExprKind::Number(number) => Value::Number(Number::Const(*number as i32)),
            ExprKind::Flag(flag) => Value::Cond(Cond::Const(*flag)),
            ExprKind::Meet(parts) => return self.meet(parts, span, scope),
            ExprKind::And(parts) => {
                Value::Cond(all(parts.iter().map(|p| self.cond(p, scope)).collect()))
            }
            ExprKind::Or(parts) => return self.either(parts, scope),
            ExprKind::Not(inner) => match self.value(inner, scope)? {
                Value::Cond(cond) => Value::Cond(not(cond)),
                Value::Marked(cell, set) => Value::Marked(cell, !set),
                other => Value::Set(Set::Not(Box::new(self.set_of(other, inner.span)?))),
            },
            ExprKind::Was(inner) => match self.value(inner, scope)? {
                Value::Cond(cond) => Value::Cond(Cond::Was(Box::new(cond))),
                Value::Number(number) => Value::Number(Number::Was(Box::new(number))),
                other => Value::Set(Set::Was(Box::new(self.set_of(other, inner.span)?))),
            },
            ExprKind::Some(inner) => Value::Cond(self.some(inner, scope)),
            ExprKind::No(inner) => Value::Cond(not(self.some(inner, scope))),
            ExprKind::Is(left, right) => return self.is(left, right, scope),
            ExprKind::Compare(how, left, right) => {
                let how = comparison(*how);
                Value::Cond(Cond::Compare(how, self.number(left, scope), self.number(right, scope)))
            }
            ExprKind::Add(left, right) => Value::Number(Number::Add(
                Box::new(self.number(left, scope)),
                Box::new(self.number(right, scope)),
            )),
            ExprKind::Subtract(left, right) => Value::Number(Number::Subtract(
                Box::new(self.number(left, scope)),
                Box::new(self.number(right, scope)),
            )),
            ExprKind::Cases(cases, other) => self.cases(cases, other, scope),
            ExprKind::ByFile(numbers) => {
                if numbers.len() != self.geometry.files as usize {
                    let message =
                        format!("{} numbers for {} files", numbers.len(), self.geometry.files);
                    self.error("E0309", span, message, "one for each file of the board");
                }
                Value::Number(Number::ByFile(numbers.iter().map(|n| *n as i32).collect()))
            }
            ExprKind::Ranks(low, high) => return self.ranks(*low, *high, span),
            ExprKind::Files(low, high) => return self.files(low, high),
            ExprKind::FirstRank => Value::Set(Set::Ranks(1, 1)),
            ExprKind::LastRank => Value::Set(Set::LastRanks(1, 1)),
            ExprKind::Edge(word) => Value::Set(Set::Edge(self.direction(word, scope)?)),
            ExprKind::Along(word, of) => {
                Value::Set(Set::Along(self.direction(word, scope)?, Box::new(self.set(of, scope))))
            }
            ExprKind::Nearest(word, of) => Value::Set(Set::Nearest(
                self.direction(word, scope)?,
                Box::new(self.set(of, scope)),
            )),
            ExprKind::InCheck => Value::Cond(Cond::InCheck),
            ExprKind::Of(word, of) => return self.of(word, of, scope),
            ExprKind::Call(name, args) => return self.call(name, args, scope),
        })
    }

    fn either(&mut self, parts: &[Expr], scope: &Scope) -> Option<Value> {
        let values: Vec<(Value, Span)> = parts
            .iter()
            .map(|p| self.value(p, scope).map(|v| (v, p.span)))
            .collect::<Option<_>>()?;
        let dirs = values.iter().map(|(v, _)| if let Value::Dirs(d) = v { Some(d) } else { None });
        if let Some(dirs) = dirs.collect::<Option<Vec<&Dirs>>>()
            && let Some(joined) = join(&dirs)
        {
            return Some(Value::Dirs(joined));
        }
        if values.iter().any(|(v, _)| matches!(v, Value::Cond(_))) {
            let conds: Option<Vec<Cond>> =
                values.into_iter().map(|(v, span)| self.cond_of(v, span)).collect();
            return Some(Value::Cond(any(conds?)));
        }
        let sets: Option<Vec<Set>> =
            values.into_iter().map(|(v, span)| self.set_of(v, span)).collect();
        let sets = sets?;
        // `guard or tower` is one set of piece types.
        let kinds: Option<Vec<Vec<KindId>>> = sets
            .iter()
            .map(|s| if let Set::Kinds(kinds) = s { Some(kinds.clone()) } else { None })
            .collect();
        Some(Value::Set(match kinds {
            Some(kinds) => Set::Kinds(kinds.concat()),
            None => Set::Or(sets),
        }))
    }

    /// Words side by side: sets meet; a player and a condition are the condition as he sees it.
    fn meet(&mut self, parts: &[Expr], span: Span, scope: &Scope) -> Option<Value> {
        let values: Vec<Value> =
            parts.iter().map(|p| self.value(p, scope)).collect::<Option<_>>()?;
        if let [Value::Player(player), Value::Cond(cond)] = &values[..] {
            return Some(Value::Cond(cond_as(*player, cond.clone())));
        }
        if let [Value::Player(player), Value::Number(number)] = &values[..] {
            return Some(Value::Number(number_as(*player, number.clone())));
        }
        if values.iter().any(|v| matches!(v, Value::Held { .. })) {
            return self.held(values, parts, span);
        }
        let mut sets = Vec::new();
        for (value, part) in values.into_iter().zip(parts) {
            if let Value::Cond(_) | Value::Number(_) | Value::Dirs(_) = value {
                let error = Diagnostic::error("E0301", span, "these words do not go together")
                    .label("side by side, words mean what is all of them at once")
                    .related(part.span, format!("this is {}", value.kind()))
                    .help("join conditions with `and`; a player's name goes before one condition");
                self.diagnostics.push(error);
                return None;
            }
            match self.set_of(value, part.span)? {
                Set::And(inner) => sets.extend(inner),
                other => sets.push(other),
            }
        }
        // `own man` is `own`, `man guard` is `guard`.
        let named = |s: &Set| matches!(s, Set::Men(Side::Own | Side::Enemy) | Set::Kinds(_));
        if sets.iter().any(named) {
            sets.retain(|s| *s != Set::Men(Side::Any));
        }
        Some(Value::Set(if sets.len() == 1 { sets.remove(0) } else { Set::And(sets) }))
    }

    fn is(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Option<Value> {
        let a = self.value(left, scope)?;
        let b = self.value(right, scope)?;
        if let (Value::Player(a), Value::Player(b)) = (&a, &b) {
            return Some(Value::Cond(Cond::Is(*a, *b)));
        }
        if let (Value::Player(player), Value::Cond(cond)) = (&a, &b) {
            return Some(Value::Cond(cond_as(*player, cond.clone())));
        }
        let a = self.set_of(a, left.span)?;
        let b = self.set_of(b, right.span)?;
        Some(Value::Cond(Cond::Within(a, b)))
    }

    fn cases(&mut self, cases: &[(Expr, Expr)], other: &Expr, scope: &Scope) -> Value {
        let mut kept = Vec::new();
        let mut last = None;
        for (value, condition) in cases {
            let cond = self.cond(condition, scope);
            let number = self.number(value, scope);
            match cond {
                Cond::Const(false) => {}
                Cond::Const(true) if last.is_none() => last = Some(number),
                cond if last.is_none() => kept.push((cond, number)),
                _ => {}
            }
        }
        let otherwise = self.number(other, scope);
        let last = last.unwrap_or(otherwise);
        Value::Number(if kept.is_empty() { last } else { Number::Cases(kept, Box::new(last)) })
    }

    fn ranks(&mut self, low: u32, high: u32, span: Span) -> Option<Value> {
        let most = self.facing.iter().map(|&f| self.geometry.ranks_for(f)).max().unwrap_or(0);
        if low == 0 || high > u32::from(most) || low > high {
            let message = if low > high {
                format!("ranks {low} to {high} are none")
            } else {
                format!("the board has no rank {}", if low == 0 { 0 } else { high })
            };
            self.error("E0404", span, message, &format!("ranks go from 1 to {most}"));
            return None;
        }
        Some(Value::Set(Set::Ranks(low as u16, high as u16)))
    }

    fn files(&mut self, low: &Ident, high: &Ident) -> Option<Value> {
        let mut found = Vec::new();
        for name in [low, high] {
            let Some(file) = self.geometry.file_named(&name.text) else {
                let last = self.geometry.file_names.last().map_or("a", String::as_str);
                let message = format!("the board has no file `{}`", name.text);
                self.error("E0404", name.span, message, &format!("files go from a to {last}"));
                return None;
            };
            found.push(file + 1);
        }
        if found[0] > found[1] {
            let message = format!("files {} to {} are none", low.text, high.text);
            self.error("E0404", low.span.join(high.span), message, "the first is the later one");
            return None;
        }
        Some(Value::Set(Set::Files(found[0], found[1])))
    }

    fn word(&mut self, word: &str, span: Span, scope: &Scope) -> Option<Value> {
        if let Some((bound, inner)) = scope.0.get(word) {
            return self.value(bound, &Rc::clone(inner));
        }
        let builtin = match word {
            "own" => Value::Player(PlayerRef::Own),
            "enemy" => Value::Player(PlayerRef::Enemy),
            "next" => Value::Player(PlayerRef::Next),
            "man" => Value::Set(Set::Men(Side::Any)),
            "royal" => Value::Set(Set::Royal),
            "empty" => Value::Set(Set::Empty),
            "none" => Value::Set(Set::None),
            "board" => Value::Set(Set::Board),
            "home" => Value::Set(Set::Home),
            "it" => Value::Set(Set::It),
            "origin" => Value::Set(Set::Origin),
            "target" => Value::Set(Set::Target),
            "path" => Value::Set(Set::Path),
            "taken" => Value::Set(Set::Taken),
            "attacker" => Value::Set(Set::Attacker),
            "attacked" => Value::Set(Set::Attacked(Box::new(Set::Board))),
            "checking" => Value::Set(Set::Checking),
            "stuck" => Value::Cond(Cond::Stuck),
            "since" => Value::Number(Number::Since),
            "occurrences" => Value::Number(Number::Occurrences),
            _ => return self.named(word, span, scope),
        };
        Some(builtin)
    }

    fn named(&mut self, word: &str, span: Span, scope: &Scope) -> Option<Value> {
        if let Some(kind) = self.kinds.get_index_of(word) {
            return Some(Value::Set(Set::Kinds(vec![KindId(kind as u16)])));
        }
        if let Some(held) = self.stock_named(word, None) {
            return Some(held);
        }
        if let Some(cell) = self.cells.get_index_of(word) {
            return Some(self.cell_value(CellId(cell as u16), None));
        }
        if let Some(define) = self.outline.defines.get(word) {
            if !define.params.is_empty() {
                return Some(Value::Function);
            }
            return self.open(&Ident { text: word.to_owned(), span }, &[], scope);
        }
        if let Some(player) = self.players.get_index_of(word) {
            return Some(Value::Player(PlayerRef::Player(PlayerId(player as u8))));
        }
        if let Some(dirs) = self.dirs_of(word) {
            return Some(Value::Dirs(dirs));
        }
        if let Some(square) = self.geometry.square(word) {
            return Some(Value::Set(Set::Squares(vec![square])));
        }
        if self.outline.cells.contains_key(word) {
            self.error(
                "E0310",
                span,
                format!("`{word}` is not declared yet"),
                "declared further down",
            );
            return None;
        }
        self.unknown(word, span, "not a piece, a state, a definition or a square");
        None
    }

    /// A cell as a value; `at` says whose.
    fn cell_value(&mut self, id: CellId, at: Option<Subject>) -> Value {
        let cell = &self.cells[id.0 as usize];
        let of_men = matches!(cell.per, Per::Man(_) | Per::Square);
        match (cell.ty, at) {
            (CellType::Squares, _) => Value::Set(Set::Cell(id)),
            (CellType::Flag, None) if of_men => Value::Marked(id, true),
            (CellType::Flag, at) => Value::Cond(Cond::Flag(id, at.unwrap_or(Subject::Own))),
            (CellType::Number { .. }, at) => {
                let own = if of_men { Subject::At(Set::It) } else { Subject::Own };
                Value::Number(Number::Cell(id, at.unwrap_or(own)))
            }
        }
    }

    /// What a name means once parameters are looked through: the name itself, and its scope.
    pub(super) fn look_through(&self, name: &Ident, scope: &Scope) -> (Ident, Scope) {
        let mut name = name.clone();
        let mut scope = Rc::clone(scope);
        while let Some((bound, inner)) = scope.0.get(&name.text) {
            let ExprKind::Word(word) = &bound.kind else { break };
            name = Ident { text: word.clone(), span: name.span };
            let inner = Rc::clone(inner);
            scope = inner;
        }
        (name, scope)
    }

    fn dirs_of(&self, word: &str) -> Option<Dirs> {
        let turn = match word {
            "ahead" => Some(Turn::Ahead),
            "outward" => Some(Turn::Outward),
            "aside" => Some(Turn::Aside),
            "back" => Some(Turn::Back),
            _ => None,
        };
        if let Some(turn) = turn {
            return Some(Dirs::Turn(turn));
        }
        let by_player: Option<Vec<_>> =
            self.facing.iter().map(|&f| self.geometry.dirs(word, f)).collect();
        Some(Dirs::Named { words: word.to_owned(), by_player: by_player? })
    }

    /// The directions a name means.
    pub(super) fn direction(&mut self, name: &Ident, scope: &Scope) -> Option<Dirs> {
        let (plain, _) = self.look_through(name, scope);
        if let Some(dirs) = self.dirs_of(&plain.text) {
            return Some(dirs);
        }
        let expr = Expr { kind: ExprKind::Word(name.text.clone()), span: name.span };
        if self.outline.defines.contains_key(&plain.text) {
            return match self.value(&expr, scope)? {
                Value::Dirs(dirs) => Some(dirs),
                other => {
                    self.mismatch("a direction", &other, name.span);
                    None
                }
            };
        }
        let mut known = self.geometry.direction_words();
        known.extend(TURNS.iter().map(|t| (*t).to_owned()));
        let mut error = Diagnostic::error(
            "E0303",
            name.span,
            format!("the board has no direction `{}`", plain.text),
        )
        .label("not a direction");
        if let Some(hint) = crate::suggest::nearest(&plain.text, known.iter().map(String::as_str)) {
            error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
        } else {
            error = error.help(format!("directions are {}", known.join(", ")));
        }
        self.diagnostics.push(error);
        None
    }

    /// `forward of it`, `leap of enemy`, `palace of enemy`.
    fn of(&mut self, name: &Ident, of: &Expr, scope: &Scope) -> Option<Value> {
        let (plain, inner) = self.look_through(name, scope);
        if let Some(dirs) = self.dirs_of(&plain.text) {
            return Some(Value::Set(Set::Toward(dirs, Box::new(self.set(of, scope)))));
        }
        let subject = self.value(of, scope)?;
        if let Value::Player(player) = subject
            && let Some(held) = self.stock_named(&plain.text, Some(player))
        {
            return Some(held);
        }
        if let Some(cell) = self.cells.get_index_of(&plain.text) {
            let at = self.subject(CellId(cell as u16), subject, of.span)?;
            return Some(self.cell_value(CellId(cell as u16), Some(at)));
        }
        let Value::Player(player) = subject else {
            let word = Expr { kind: ExprKind::Word(plain.text.clone()), span: name.span };
            let value = self.value(&word, &inner)?;
            self.mismatch("a direction or a state", &value, name.span);
            return None;
        };
        let word = Expr { kind: ExprKind::Word(plain.text), span: name.span };
        Some(match self.value(&word, &inner)? {
            Value::Cond(cond) => Value::Cond(cond_as(player, cond)),
            Value::Number(number) => Value::Number(number_as(player, number)),
            other => Value::Set(set_as(player, self.set_of(other, name.span)?)),
        })
    }

    /// Whose value of a cell is meant.
    pub(super) fn subject(&mut self, id: CellId, value: Value, span: Span) -> Option<Subject> {
        let name = self.cells.get_index(id.0 as usize).map_or("", |(n, _)| n).to_owned();
        let per = self.cells[id.0 as usize].per.clone();
        match (per, value) {
            (Per::Player, Value::Player(player)) => Some(Subject::Player(player)),
            (Per::Man(_) | Per::Square, value) => Some(Subject::At(self.set_of(value, span)?)),
            (Per::Player | Per::Stock(_), other) => {
                self.mismatch("a player", &other, span);
                None
            }
            (Per::Game, _) => {
                let message = format!("`{name}` is one for the whole game");
                self.error("E0301", span, message, "nobody's in particular");
                None
            }
        }
    }

    fn call(&mut self, name: &Ident, args: &[Expr], scope: &Scope) -> Option<Value> {
        let wanted = match name.text.as_str() {
            "count" | "attacked-by" | "attacking" | "played" => 1,
            "min" | "max" | "without" => 2,
            _ => {
                let (plain, _) = self.look_through(name, scope);
                if self.outline.defines.contains_key(&plain.text) {
                    return self.open(&plain, args, scope);
                }
                let known =
                    CALLS.iter().copied().chain(self.outline.defines.keys().map(String::as_str));
                let hint = crate::suggest::nearest(&plain.text, known).map(str::to_owned);
                let mut error = Diagnostic::error(
                    "E0201",
                    name.span,
                    format!("nothing called `{}` takes values in brackets", plain.text),
                )
                .label("not a definition")
                .help("side by side, as in `own (guard or tower)`, there is a blank before the bracket");
                if let Some(hint) = hint {
                    error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
                }
                self.diagnostics.push(error);
                return None;
            }
        };
        if args.len() != wanted {
            let message = format!("`{}` wants {wanted} in brackets, not {}", name.text, args.len());
            self.error("E0209", name.span, message, "wrong number of values");
            return None;
        }
        Some(match name.text.as_str() {
            "count" => match self.value(&args[0], scope)? {
                held @ Value::Held { .. } => Value::Number(self.number_held(held)?),
                other => Value::Number(Number::Count(self.set_of(other, args[0].span)?)),
            },
            "attacked-by" => Value::Set(Set::Attacked(Box::new(self.set(&args[0], scope)))),
            "attacking" => Value::Set(Set::Attacking(Box::new(self.set(&args[0], scope)))),
            "played" => Value::Cond(Cond::Played(vec![self.address_of(&args[0])?])),
            "without" => {
                let lifted = self.set(&args[0], scope);
                match self.value(&args[1], scope)? {
                    Value::Cond(cond) => Value::Cond(Cond::Without(lifted, Box::new(cond))),
                    Value::Number(number) => {
                        Value::Number(Number::Without(lifted, Box::new(number)))
                    }
                    other => {
                        let inner = self.set_of(other, args[1].span)?;
                        Value::Set(Set::Without(Box::new(lifted), Box::new(inner)))
                    }
                }
            }
            word => {
                let a = Box::new(self.number(&args[0], scope));
                let b = Box::new(self.number(&args[1], scope));
                Value::Number(if word == "min" { Number::Min(a, b) } else { Number::Max(a, b) })
            }
        })
    }

    fn address_of(&mut self, expr: &Expr) -> Option<String> {
        let text = match &expr.kind {
            ExprKind::Word(word) => word.clone(),
            _ => String::new(),
        };
        self.known_address(&Ident { text, span: expr.span }, None)
    }

    /// Writes out a definition.
    fn open(&mut self, name: &Ident, args: &[Expr], scope: &Scope) -> Option<Value> {
        let define = self.outline.defines.get(&name.text)?.clone();
        self.used.insert(name.text.clone());
        let inner = bind(&define, args, name, scope, self.diagnostics)?;
        let ast::DefineBody::Expr(body) = &define.body else {
            let error =
                Diagnostic::error("E0301", name.span, format!("`{}` is not a value", name.text))
                    .label("a group of clauses, or effects")
                    .related(define.name.span, "defined here");
            self.diagnostics.push(error);
            return None;
        };
        if let Some(error) = goes_on_for_ever(&self.opened, &define, name) {
            self.diagnostics.push(error);
            return None;
        }
        self.opened.push(name.text.clone());
        let value = self.value(body, &inner);
        self.opened.pop();
        value
    }
}

pub(super) fn some(set: Set) -> Cond {
    if set == Set::None { Cond::Const(false) } else { Cond::Some(set) }
}

fn comparison(how: ast::Comparison) -> Comparison {
    match how {
        ast::Comparison::Equal => Comparison::Equal,
        ast::Comparison::NotEqual => Comparison::NotEqual,
        ast::Comparison::Less => Comparison::Less,
        ast::Comparison::AtMost => Comparison::AtMost,
        ast::Comparison::Greater => Comparison::Greater,
        ast::Comparison::AtLeast => Comparison::AtLeast,
    }
}
