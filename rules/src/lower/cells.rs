//! Declared state, and the fields of the position text.

use chator_grammar::ast::{self, Lifetime};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use crate::ruleset::{Cell, CellType, Life, Per, TextField};
use crate::set::{CellId, Cond, KindId, Number};

/// Numbers a cell can hold at most.
pub(super) const MAX_NUMBER: u32 = 30_000;

impl Lowering<'_> {
    pub(super) fn cells(&mut self) {
        let outline = self.outline;
        for (name, cell) in &outline.cells {
            let decl = &cell.decl;
            let life = match decl.lifetime {
                Lifetime::State => Life::State,
                Lifetime::Mark => Life::Mark,
                Lifetime::Memory => Life::Memory,
            };
            let ty = match &decl.ty {
                ast::CellType::Range { low, high } => {
                    match self.range(i64::from(low.0), i64::from(high.0), low.1.join(high.1)) {
                        Some(range) => range,
                        None => continue,
                    }
                }
                ast::CellType::RangeOf { low, high } => {
                    let scope = cell.scope.clone();
                    let bounds = (self.number(low, &scope), self.number(high, &scope));
                    let span = low.span.join(high.span);
                    let range = match bounds {
                        (Number::Const(low), Number::Const(high)) => {
                            self.range(low.into(), high.into(), span)
                        }
                        _ => {
                            self.error("E0311", span, "the bounds of a range are fixed", "numbers");
                            None
                        }
                    };
                    match range {
                        Some(range) => range,
                        None => continue,
                    }
                }
                ast::CellType::Stock(kinds) => {
                    self.stock_cell(name, life, kinds, cell);
                    continue;
                }
                ast::CellType::Named(word) => match word.text.as_str() {
                    "flag" => CellType::Flag,
                    "squares" => CellType::Squares,
                    other => {
                        self.diagnostics.push(
                            Diagnostic::error(
                                "E0311",
                                word.span,
                                format!("there is no type `{other}`"),
                            )
                            .label("not a type of state")
                            .help("types are `flag`, `squares`, and ranges such as `0..3`"),
                        );
                        continue;
                    }
                },
            };
            let per = match &decl.per {
                None if cell.kinds.is_empty() => Per::Game,
                None => Per::Man(self.kind_ids(&cell.kinds)),
                Some(word) => match word.text.as_str() {
                    "player" => Per::Player,
                    "square" => Per::Square,
                    "game" => Per::Game,
                    "man" => Per::Man((0..self.kinds.len()).map(|i| KindId(i as u16)).collect()),
                    _ => {
                        let scope = cell.scope.clone();
                        let expr = ast::Expr {
                            kind: ast::ExprKind::Word(word.text.clone()),
                            span: word.span,
                        };
                        match self.set(&expr, &scope) {
                            crate::set::Set::Kinds(kinds) => Per::Man(kinds),
                            crate::set::Set::None => continue,
                            _ => {
                                self.error(
                                    "E0311",
                                    word.span,
                                    format!("nothing has a `{name}` of its own here"),
                                    "`per player`, `per man`, `per square`, `per` a piece",
                                );
                                continue;
                            }
                        }
                    }
                },
            };
            if ty == CellType::Squares && per != Per::Game {
                self.error(
                    "E0311",
                    decl.name.span,
                    "a set of squares is one for the whole game",
                    "leave `per …` out",
                );
                continue;
            }
            let scope = cell.scope.clone();
            let start = match (&decl.start, ty) {
                (None, CellType::Number { low, .. }) => low.max(0),
                (None, _) => 0,
                (Some(expr), CellType::Flag) => match self.cond(expr, &scope) {
                    Cond::Const(flag) => i32::from(flag),
                    _ => {
                        self.error("E0311", expr.span, "a start value is fixed", "`yes` or `no`");
                        0
                    }
                },
                (Some(expr), CellType::Number { low, high }) => match self.number(expr, &scope) {
                    Number::Const(n) if (low..=high).contains(&n) => n,
                    Number::Const(n) => {
                        let label = format!("not within {low}..{high}");
                        self.error("E0405", expr.span, format!("{n} is out of range"), &label);
                        low
                    }
                    _ => {
                        self.error("E0311", expr.span, "a start value is fixed", "a number");
                        low
                    }
                },
                (Some(expr), CellType::Squares) => {
                    if self.set(expr, &scope) != crate::set::Set::None {
                        self.error(
                            "E0311",
                            expr.span,
                            "a set of squares starts empty",
                            "leave it out",
                        );
                    }
                    0
                }
            };
            let sources = self.sources(&decl.note);
            self.cells
                .insert(name.clone(), Cell { ty, per, life, start, letters: Vec::new(), sources });
            let letters = decl
                .letters
                .iter()
                .map(|(letter, expr)| (letter.text.to_uppercase(), self.set(expr, &scope)))
                .collect();
            self.cells[name.as_str()].letters = letters;
        }
    }

    /// Signs behind the letters of men, by the flags that they stand for.
    fn signs(&mut self) -> Vec<TextField> {
        let outline = self.outline;
        let mut signs: Vec<TextField> = Vec::new();
        for (name, cell) in &outline.cells {
            let (Some(sign), Some((id, _, lowered))) = (&cell.decl.sign, self.cells.get_full(name))
            else {
                continue;
            };
            let mut chars = sign.text.chars();
            let one = match (chars.next(), chars.next()) {
                (Some(c), None) if c.is_ascii_punctuation() && !"/[]+'*=,;\"".contains(c) => c,
                _ => {
                    self.diagnostics.push(
                        Diagnostic::error(
                            "E0312",
                            sign.span,
                            "a sign behind a letter is one character",
                        )
                        .label("not one that can stand there")
                        .help("for example `written \"~\"`"),
                    );
                    continue;
                }
            };
            let (flag, of_men) = (lowered.ty == CellType::Flag, matches!(lowered.per, Per::Man(_)));
            let taken =
                signs.iter().any(|s| matches!(s, TextField::Sign(_, other) if *other == one));
            if !flag || !of_men || taken {
                let label = if taken {
                    "another flag is written so"
                } else {
                    "only a flag of men can be seen on their letters"
                };
                self.error("E0312", sign.span, format!("`{one}` cannot say `{name}`"), label);
                continue;
            }
            signs.push(TextField::Sign(CellId(id as u16), one));
        }
        signs
    }

    fn range(&mut self, low: i64, high: i64, span: Span) -> Option<CellType> {
        if low > high || high > i64::from(MAX_NUMBER) {
            let label = format!("a range goes up, and to {MAX_NUMBER} at most");
            self.error("E0311", span, "not a range of numbers", &label);
            return None;
        }
        Some(CellType::Number { low: low as i32, high: high as i32 })
    }

    fn kind_ids(&self, names: &[String]) -> Vec<KindId> {
        names.iter().filter_map(|n| self.kinds.get_index_of(n)).map(|i| KindId(i as u16)).collect()
    }

    /// The fields of the position text: `board side` and then cells and counters.
    pub(super) fn text(&mut self) -> Vec<TextField> {
        let outline = self.outline;
        let Some(((first, second), rest)) = outline.text.split_first_chunk().map(|(h, r)| {
            let [a, b]: &[_; 2] = h;
            ((a, b), r)
        }) else {
            if let Some(word) = outline.text.first() {
                self.error("E0312", word.span, "a position text begins `board side`", "too short");
            }
            return self.signs();
        };
        // A stock right behind the board stands in brackets there.
        let beside = self.cells.get_full(&second.text).filter(|c| matches!(c.2.per, Per::Stock(_)));
        let beside = beside.map(|(id, ..)| CellId(id as u16));
        let (second, rest) = match rest.split_first() {
            Some((side, rest)) if beside.is_some() => (side, rest),
            Some((side, rest)) if second.text != "side" && side.text == "side" => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0312",
                        second.span,
                        format!("`{}` is no stock of men", second.text),
                    )
                    .label("between `board` and `side` only a stock can stand")
                    .help(format!("declare it: `state {}: men (guard or tower)`", second.text)),
                );
                (side, rest)
            }
            _ => (second, rest),
        };
        if first.text != "board" || second.text != "side" {
            let span = first.span.join(second.span);
            self.error("E0312", span, "a position text begins `board side`", "these come first");
        }
        let mut fields: Vec<TextField> = beside.map(TextField::Beside).into_iter().collect();
        for word in rest {
            let field = match word.text.as_str() {
                "unused" => Some(TextField::Unused),
                "number" => Some(TextField::MoveNumber),
                name => self.cells.get_index_of(name).map(|i| TextField::Cell(CellId(i as u16))),
            };
            match field {
                Some(field) if field != TextField::Unused && fields.contains(&field) => {
                    self.error("E0312", word.span, format!("`{}` comes twice", word.text), "again");
                }
                Some(field) => fields.push(field),
                None => {
                    let known = self.cells.keys().map(String::as_str).chain(["number", "unused"]);
                    let mut error = Diagnostic::error(
                        "E0312",
                        word.span,
                        format!("`{}` is no field of a position text", word.text),
                    )
                    .label("neither a state nor `number` nor `unused`");
                    if let Some(hint) = crate::suggest::nearest(&word.text, known) {
                        error = error.help(format!("did you mean `{hint}`?")).fix(word.span, hint);
                    }
                    self.diagnostics.push(error);
                }
            }
        }
        fields.extend(self.signs());
        fields
    }
}
