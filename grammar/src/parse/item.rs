//! Items: lines and groups of a file.

use crate::ast::{
    Base, CellDecl, CellType, DefineBody, Expect, Expr, ExprKind, Ident, Item, ItemKind, Lifetime,
    OptionValue, PlayerDecl, Section, TestStep,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::Rule;

use super::reader::{Node, Parts, Reader, Unreadable};

impl Reader<'_> {
    /// The items of a file or a block, with those that could not be read.
    pub(super) fn items(&mut self, node: Node) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut last = None;
        for line in node.into_inner() {
            let span = self.span(&line);
            let before = last.replace(self.range(&line));
            match line.as_rule() {
                Rule::EOI => {}
                Rule::stray => {
                    let diagnostic =
                        Diagnostic::error("E0103", span, "a brace without its partner")
                            .label("closes or opens nothing")
                            .help("remove it, or write its partner");
                    self.diagnostics.push(diagnostic);
                }
                Rule::bad => {
                    let inner = self.bad(line);
                    items.push(Item { kind: ItemKind::Bad(inner), span });
                }
                Rule::tail => {
                    let inner = self.tail(line, before);
                    if !inner.is_empty() {
                        items.push(Item { kind: ItemKind::Bad(inner), span });
                    }
                }
                _ => items.push(self.item_or_bad(line, span)),
            }
        }
        items
    }

    fn item_or_bad(&mut self, node: Node, span: Span) -> Item {
        let before = self.diagnostics.len();
        let kind = self.item(node).unwrap_or_else(|| {
            // Nothing may disappear without a word.
            if self.diagnostics.len() == before {
                let diagnostic = Diagnostic::error("E0101", span, "this could not be read")
                    .label("the parser cannot make sense of it")
                    .help("please report this: the message should be a better one");
                self.diagnostics.push(diagnostic);
            }
            ItemKind::Bad(Vec::new())
        });
        Item { kind, span }
    }

    fn item(&mut self, node: Node) -> Option<ItemKind> {
        let rule = node.as_rule();
        if rule == Rule::clause {
            return Some(ItemKind::Clause(self.clause(node)?));
        }
        let mut parts = Parts::of(node);
        Some(match rule {
            Rule::game => {
                let title = self.string(&parts.next()?);
                let base = parts.next().map(|path| {
                    let path = self.ident(&path);
                    Base { path, settings: self.settings(parts.next()) }
                });
                ItemKind::Game { title, base }
            }
            Rule::library => ItemKind::Library,
            Rule::about => ItemKind::About(self.string(&parts.next()?)),
            Rule::cite => {
                let key = self.ident(&parts.next()?);
                ItemKind::Cite { key, work: parts.next().map(|work| self.string(&work)) }
            }
            Rule::board => {
                let shape = self.ident(&parts.next()?);
                let sizes = parts.all(Rule::number);
                let sizes = sizes.iter().map(|size| (self.number(size), self.span(size)));
                ItemKind::Board { shape, sizes: sizes.collect() }
            }
            Rule::players => {
                let players = parts.all(Rule::player).into_iter();
                ItemKind::Players(players.map(|player| self.player(player)).collect::<Option<_>>()?)
            }
            Rule::deal => ItemKind::Deal {
                kinds: self.idents(&mut parts, Rule::name),
                on: self.juxtaposed(parts.take(Rule::juxtaposed)?)?,
                only_if: self.static_if(&mut parts).ok()?,
                note: self.note(parts.take(Rule::note)),
            },
            Rule::start => ItemKind::Start {
                text: self.string(&parts.next()?),
                effects: self.then_effects(&mut parts)?,
                only_if: self.static_if(&mut parts).ok()?,
                note: self.note(parts.take(Rule::note)),
            },
            Rule::text => ItemKind::Text(self.idents(&mut parts, Rule::value_name)),
            Rule::option => {
                let name = self.ident(&parts.next()?);
                let gloss = parts.take(Rule::string).map(|gloss| self.string(&gloss));
                let values = parts.all(Rule::option_value).into_iter();
                let values = values.map(|value| self.option_value(value)).collect::<Option<_>>()?;
                let default = self.optional_expr(&mut parts).ok()?;
                ItemKind::Option { name, gloss, values, default }
            }
            Rule::cell => ItemKind::Cell(self.cell(&mut parts)?),
            Rule::army => {
                let name = self.ident(&parts.next()?);
                ItemKind::Army { name, body: self.items(parts.next()?) }
            }
            Rule::piece => self.piece(&mut parts)?,
            Rule::section => {
                let section = match parts.next()?.as_str() {
                    "ends" => Section::Ends,
                    "bans" => Section::Bans,
                    "voids" => Section::Voids,
                    "duties" => Section::Duties,
                    _ => Section::Skips,
                };
                ItemKind::Section { section, body: self.items(parts.next()?) }
            }
            Rule::group => {
                let names = self.idents(&mut parts, Rule::name);
                ItemKind::Group { names, body: self.items(parts.next()?) }
            }
            Rule::define => self.define(&mut parts)?,
            Rule::use_item => {
                let label = parts.take(Rule::name).map(|label| self.ident(&label));
                let name = self.ident(&parts.next()?);
                let args = match parts.take(Rule::args) {
                    Some(args) => self.args(args)?,
                    None => Vec::new(),
                };
                let only_if = self.static_if(&mut parts).ok()?;
                let note = self.note(parts.take(Rule::note));
                ItemKind::Use { label, name, args, only_if, note }
            }
            Rule::if_item => {
                let condition = self.expr(parts.next()?)?;
                let then = self.items(parts.next()?);
                let otherwise = parts.next().map(|block| self.items(block)).unwrap_or_default();
                ItemKind::If { condition, then, otherwise }
            }
            Rule::when_item => {
                let condition = self.expr(parts.next()?)?;
                ItemKind::When { condition, body: self.items(parts.next()?) }
            }
            Rule::replace => ItemKind::Replace(Box::new(self.inner_item(parts.next()?)?)),
            Rule::remove => {
                let used = parts.take(Rule::used).is_some();
                let address = self.ident(&parts.next()?);
                ItemKind::Remove { used, address, note: self.note(parts.take(Rule::note)) }
            }
            Rule::before => {
                let address = self.ident(&parts.next()?);
                ItemKind::Before { address, item: Box::new(self.inner_item(parts.next()?)?) }
            }
            Rule::test => {
                let name = self.string(&parts.next()?);
                ItemKind::Test { name, steps: self.steps(parts.next()?) }
            }
            _ => return None,
        })
    }

    fn inner_item(&mut self, node: Node) -> Option<Item> {
        let span = self.span(&node);
        Some(Item { kind: self.item(node)?, span })
    }

    fn idents(&self, parts: &mut Parts, rule: Rule) -> Vec<Ident> {
        parts.all(rule).iter().map(|name| self.ident(name)).collect()
    }

    /// An expression, if one comes next.
    pub(super) fn optional_expr(&mut self, parts: &mut Parts) -> Result<Option<Expr>, Unreadable> {
        match parts.take(Rule::expr) {
            Some(node) => self.expr(node).map(Some).ok_or(Unreadable),
            None => Ok(None),
        }
    }

    fn settings(&self, node: Option<Node>) -> Vec<(Ident, Ident)> {
        let settings = node.map(|node| Parts::of(node).all(Rule::setting)).unwrap_or_default();
        settings
            .into_iter()
            .filter_map(|setting| {
                let mut parts = Parts::of(setting);
                Some((self.ident(&parts.next()?), self.ident(&parts.next()?)))
            })
            .collect()
    }

    fn option_value(&self, node: Node) -> Option<OptionValue> {
        let mut parts = Parts::of(node);
        Some(OptionValue {
            name: self.ident(&parts.next()?),
            note: self.note(parts.take(Rule::note)),
        })
    }

    fn player(&mut self, node: Node) -> Option<PlayerDecl> {
        let mut parts = Parts::of(node);
        Some(PlayerDecl {
            name: self.ident(&parts.next()?),
            forward: self.ident(&parts.next()?),
            army: parts.next().map(|army| self.ident(&army)),
        })
    }

    fn cell(&mut self, parts: &mut Parts) -> Option<CellDecl> {
        let lifetime = match parts.next()?.as_str() {
            "state" => Lifetime::State,
            "mark" => Lifetime::Mark,
            _ => Lifetime::Memory,
        };
        let name = self.ident(&parts.next()?);
        let ty = self.cell_type(parts.next()?)?;
        let per = parts.take(Rule::name).map(|per| self.ident(&per));
        let start = self.optional_expr(parts).ok()?;
        let mut letters = Vec::new();
        if let Some(node) = parts.take(Rule::letters) {
            let mut pairs = Parts::of(node);
            while let Some(letter) =
                pairs.take(Rule::letter).or_else(|| pairs.take(Rule::by_file_letter))
            {
                let mut name = self.ident(&letter);
                if letter.as_rule() == Rule::by_file_letter {
                    name.text.clear();
                }
                let letter = name;
                letters.push((letter, self.primary(pairs.next()?)?));
            }
        }
        let sign = parts.take(Rule::string).map(|sign| self.string(&sign));
        let note = self.note(parts.take(Rule::note));
        Some(CellDecl { lifetime, name, ty, per, start, letters, sign, note })
    }

    fn cell_type(&mut self, node: Node) -> Option<CellType> {
        let mut parts = Parts::of(node);
        let mut bounds = parts.all(Rule::bound).into_iter();
        let Some(low) = bounds.next() else {
            let node = parts.next()?;
            return Some(match node.as_rule() {
                Rule::stock => {
                    let kinds = Parts::of(node).next()?;
                    CellType::Stock(self.primary(kinds)?)
                }
                _ => CellType::Named(self.ident(&node)),
            });
        };
        let (low, high) = (self.bound(low)?, self.bound(bounds.next()?)?);
        Some(match (&low.kind, &high.kind) {
            (&ExprKind::Number(from), &ExprKind::Number(to)) => {
                CellType::Range { low: (from, low.span), high: (to, high.span) }
            }
            _ => CellType::RangeOf { low, high },
        })
    }

    fn bound(&mut self, node: Node) -> Option<Expr> {
        let node = node.into_inner().next()?;
        let Ident { text, span } = self.ident(&node);
        let kind = match node.as_rule() {
            Rule::number => ExprKind::Number(self.number(&node)),
            _ => ExprKind::Word(text),
        };
        Some(Expr { kind, span })
    }

    fn piece(&mut self, parts: &mut Parts) -> Option<ItemKind> {
        let name = self.ident(&parts.next()?);
        let gloss = parts.take(Rule::string).map(|gloss| self.string(&gloss));
        let letter = self.ident(&parts.next()?);
        let royal = parts.take(Rule::royal).is_some();
        let neutral = parts.take(Rule::neutral).is_some();
        let body = parts.next()?;
        let body = if body.as_rule() == Rule::block {
            self.items(body)
        } else {
            let clause = self.body(body)?;
            let span = clause.span;
            vec![Item { kind: ItemKind::Clause(clause), span }]
        };
        Some(ItemKind::Piece { name, gloss, letter, royal, neutral, body })
    }

    fn define(&mut self, parts: &mut Parts) -> Option<ItemKind> {
        let name = self.ident(&parts.next()?);
        let mut params = Vec::new();
        if let Some(node) = parts.take(Rule::params) {
            params = self.idents(&mut Parts::of(node), Rule::name);
        }
        let body = parts.next()?;
        let body = match body.as_rule() {
            Rule::block => DefineBody::Items(self.items(body)),
            Rule::effects => DefineBody::Effects(self.effects(body)?),
            _ => DefineBody::Expr(self.expr(body)?),
        };
        let note = self.note(parts.take(Rule::note));
        Some(ItemKind::Define { name, params, body, note })
    }

    /// The lines of a test.
    fn steps(&mut self, node: Node) -> Vec<TestStep> {
        let mut steps = Vec::new();
        let mut last = None;
        for line in node.into_inner() {
            let before = last.replace(self.range(&line));
            match line.as_rule() {
                Rule::bad_test => self.bad_test(&line),
                Rule::tail => self.test_tail(&line, before),
                _ => steps.extend(self.step(line)),
            }
        }
        steps
    }

    fn step(&mut self, node: Node) -> Option<TestStep> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        Some(match rule {
            Rule::test_at => TestStep::At(self.string(&parts.next()?)),
            Rule::test_play => TestStep::Play(self.idents(&mut parts, Rule::move_text)),
            _ => TestStep::Expect(self.expectation(&parts.next()?)?, span),
        })
    }

    fn expectation(&self, node: &Node) -> Option<Expect> {
        let rule = node.as_rule();
        let start = node.as_str();
        let mut parts = Parts::of(node.clone());
        Some(match rule {
            Rule::expect_moves => {
                let of = parts.take(Rule::name).map(|of| self.ident(&of));
                Expect::Moves { of, moves: self.idents(&mut parts, Rule::move_text) }
            }
            Rule::expect_legal => {
                let legal = parts.next()?.as_str().starts_with("legal");
                Expect::Legal { legal, mv: self.ident(&parts.next()?) }
            }
            Rule::expect_check => Expect::Check(!start.starts_with("no")),
            Rule::expect_draw => Expect::Draw { by: self.ident(&parts.next()?) },
            Rule::expect_win => {
                let player = self.ident(&parts.next()?);
                Expect::Wins { player, by: self.ident(&parts.next()?) }
            }
            Rule::expect_going => Expect::NoOutcome,
            _ => {
                let cell = self.ident(&parts.next()?);
                let of = parts.take(Rule::name).map(|of| self.ident(&of));
                Expect::Value { cell, of, value: self.ident(&parts.next()?) }
            }
        })
    }
}
