//! Stocks: men off the board, how they come there and how they are dropped.

use chator_grammar::ast::{self, Expr, Ident};
use chator_grammar::diagnostic::{Diagnostic, Severity};
use chator_grammar::source::Span;

use super::Lowering;
use super::cells::MAX_NUMBER;
use super::expr::some;
use super::value::{Value, cond_as, number_as};
use crate::effect::Effect;
use crate::outline::{CellOutline, Scope};
use crate::ruleset::{Cell, CellType, Life, Per};
use crate::set::{CellId, Comparison, Cond, KindId, Number, PlayerRef, Set};

impl Lowering<'_> {
    /// Declares a stock: a number for each player and each of the pieces named.
    pub(super) fn stock_cell(
        &mut self,
        name: &str,
        life: Life,
        kinds: &ast::Expr,
        cell: &CellOutline,
    ) {
        let decl = &cell.decl;
        let mut refuse = |span, what: &str| {
            let message = format!("a stock of men has no {what}");
            self.error("E0311", span, message, "it lies with each player, empty at first");
        };
        if let Some(per) = &decl.per {
            refuse(per.span, "`per`");
        }
        if let Some(start) = &decl.start {
            refuse(start.span, "start value");
        }
        if let Some(sign) = decl.sign.iter().chain(decl.letters.iter().map(|(l, _)| l)).next() {
            refuse(sign.span, "letters of its own");
        }
        let span = kinds.span;
        let held = self.kinds_of(kinds, &cell.scope);
        let stated = held.clone();
        if held.is_none() && !self.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            self.error("E0301", span, "a stock for no men", "name the pieces it may hold");
        }
        // What is wrong with its pieces is said; that there is a stock, the other lines may rely on.
        let all = || (0..self.kinds.len()).map(|i| KindId(i as u16)).collect();
        let kinds = held.unwrap_or_else(all);
        let neutral = |kind: &KindId| {
            let (name, kind) = self.kinds.get_index(kind.0.into())?;
            kind.neutral.then(|| name.clone())
        };
        if let Some(name) = stated.iter().flatten().find_map(neutral) {
            let message = format!("`{name}` is nobody's, and lies in no player's stock");
            self.error("E0315", span, message, "each player has his own men off the board");
        }
        let sources = self.sources(&decl.note);
        let ty = CellType::Number { low: 0, high: MAX_NUMBER as i32 };
        let per = Per::Stock(kinds);
        let cell = Cell { ty, per, life, start: 0, letters: Vec::new(), sources };
        self.cells.insert(name.to_owned(), cell);
    }

    /// A name as a stock, if it is one.
    pub(super) fn stock_named(&self, name: &str, whose: Option<PlayerRef>) -> Option<Value> {
        let (index, _, cell) = self.cells.get_full(name)?;
        let stock = CellId(index as u16);
        matches!(cell.per, Per::Stock(_)).then_some(Value::Held { stock, whose, kinds: None })
    }

    /// The stock that a piece is dropped from.
    pub(super) fn dropped(
        &mut self,
        stock: Option<&ast::Ident>,
        kind: KindId,
        leg: &ast::Leg,
        scope: &Scope,
    ) -> Option<CellId> {
        let Some(stock) = stock else {
            self.diagnostics.push(
                Diagnostic::error("E0315", leg.span, "a drop comes from somewhere")
                    .label("from which stock of men?")
                    .help("declare one, `state hand: men (guard or tower)`, and write `drop from hand`"),
            );
            return None;
        };
        let id = self.stock(stock, scope)?;
        let name = self.kinds.get_index(kind.0.into()).map_or("", |(name, _)| name).to_owned();
        let (called, cell) = self.cells.get_index(id.0.into())?;
        if !matches!(&cell.per, Per::Stock(kinds) if kinds.contains(&kind)) {
            let message = format!("`{called}` holds no `{name}`");
            let help = format!("name it where `{called}` is declared: `men (… or {name})`");
            self.diagnostics.push(
                Diagnostic::error("E0315", stock.span, message)
                    .label("it can never be dropped from there")
                    .help(help),
            );
            return None;
        }
        Some(id)
    }

    /// `put men in stock`, or `put men in stock as kind`.
    pub(super) fn keep(
        &mut self,
        men: &Expr,
        stock: &Ident,
        kind: Option<&Ident>,
        scope: &Scope,
    ) -> Option<Effect> {
        let men = self.set(men, scope);
        let id = self.stock(stock, scope)?;
        let Some(kind) = kind else { return Some(Effect::Keep { men, stock: id, kind: None }) };
        let expr = Expr { kind: ast::ExprKind::Word(kind.text.clone()), span: kind.span };
        let [one] = self.kinds_of(&expr, scope)?[..] else {
            self.error("E0301", kind.span, "one piece is wanted here", "as which of them?");
            return None;
        };
        let held = self.cells.get_index(id.0.into()).map(|(_, cell)| &cell.per);
        if !matches!(held, Some(Per::Stock(kinds)) if kinds.contains(&one)) {
            let message = format!("`{}` holds no `{}`", stock.text, kind.text);
            self.error("E0315", kind.span, message, "it could not be kept there");
            return None;
        }
        Some(Effect::Keep { men, stock: id, kind: Some(one) })
    }

    /// The stock of that name.
    pub(super) fn stock(&mut self, name: &Ident, scope: &Scope) -> Option<CellId> {
        let (plain, _) = self.look_through(name, scope);
        let is_stock = |cell: &Cell| matches!(cell.per, Per::Stock(_));
        if let Some((id, _, cell)) = self.cells.get_full(&plain.text)
            && is_stock(cell)
        {
            return Some(CellId(id as u16));
        }
        let known = self.cells.iter().filter(|(_, cell)| is_stock(cell)).map(|(n, _)| n.as_str());
        let hint = crate::suggest::nearest(&plain.text, known).map(str::to_owned);
        let error =
            Diagnostic::error("E0315", name.span, format!("`{}` is no stock of men", plain.text))
                .label("men off the board lie in a stock");
        self.diagnostics.push(match hint {
            Some(hint) => error.help(format!("did you mean `{hint}`?")).fix(name.span, hint),
            None => error.help(format!("declare it: `state {}: men (guard or tower)`", plain.text)),
        });
        None
    }

    /// `some …`: a man on a square of a set, or a man in a stock.
    pub(super) fn some(&mut self, of: &Expr, scope: &Scope) -> Cond {
        let Some(value) = self.value(of, scope) else { return Cond::Const(false) };
        if let Value::Held { stock, whose, kinds } = value {
            // The player stands around the whole comparison: of several, one must have some.
            let held = Value::Held { stock, whose: None, kinds };
            let Some(number) = self.number_held(held) else { return Cond::Const(false) };
            let any = Cond::Compare(Comparison::Greater, number, Number::Const(0));
            return cond_as(whose.unwrap_or(PlayerRef::Own), any);
        }
        some(self.set_of(value, of.span).unwrap_or(Set::None))
    }

    /// `enemy hand guard`: whose stock, and which men of it.
    pub(super) fn held(&mut self, values: Vec<Value>, parts: &[Expr], span: Span) -> Option<Value> {
        let mut found: Option<CellId> = None;
        let (mut owner, mut types) = (None, None);
        for (value, part) in values.into_iter().zip(parts) {
            let fits = match value {
                Value::Player(player) if owner.is_none() => {
                    owner = Some(player);
                    true
                }
                Value::Set(Set::Kinds(kinds)) if types.is_none() => {
                    types = Some(kinds);
                    true
                }
                Value::Held { stock, whose, kinds } if found.is_none() => {
                    found = Some(stock);
                    owner = owner.or(whose);
                    types = types.or(kinds);
                    true
                }
                _ => false,
            };
            if !fits {
                let error = Diagnostic::error("E0301", span, "men in a stock stand on no square")
                    .label("beside a stock only its player and types of pieces have a meaning")
                    .related(part.span, "this does not go with it")
                    .help("for example `count(own hand guard)` or `some enemy hand`");
                self.diagnostics.push(error);
                return None;
            }
        }
        Some(Value::Held { stock: found?, whose: owner, kinds: types })
    }

    /// How many men lie there.
    pub(super) fn number_held(&mut self, value: Value) -> Option<Number> {
        let Value::Held { stock, whose, kinds } = value else { return None };
        let all = match &self.cells.get_index(stock.0.into())?.1.per {
            Per::Stock(all) => all.clone(),
            _ => Vec::new(),
        };
        let kinds = kinds.unwrap_or(all);
        Some(number_as(whose.unwrap_or(PlayerRef::Own), Number::Held(stock, kinds)))
    }

    /// Refuses `from` beside a drop, and a drop beside ways on the board.
    pub(super) fn drop_is_from_nowhere(&mut self, motions: &[ast::Motion], from: Option<Span>) {
        let drops = |leg: &ast::Leg| matches!(leg.travel, ast::Travel::Drop(_));
        let dropped = motions.iter().filter(|m| m.legs.iter().any(drops)).count();
        if let (Some(span), true) = (from, dropped > 0) {
            let message = "who is dropped was on no square";
            self.error("E0315", span, message, "`from` asks for the square of the man");
        }
        if let (Some(first), true) = (motions.first(), dropped > 0 && dropped < motions.len()) {
            let message = "a drop and a way on the board are two clauses";
            self.error("E0315", first.span, message, "write each on a line of its own");
        }
    }
}
