//! Expressions: sets of squares, conditions, numbers. One form serves them all.

use crate::ast::{Comparison, Expr, ExprKind, Ident};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::Rule;

use super::reader::{Node, Parts, Reader};

impl Reader<'_> {
    /// `expr`: parts joined by `and` or by `or`.
    pub(super) fn expr(&mut self, node: Node) -> Option<Expr> {
        let whole = self.range(&node);
        let mut nodes = Vec::new();
        let mut words = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::connective => words.push(part),
                _ => nodes.push(part),
            }
        }
        let joins_all: Vec<bool> =
            words.iter().map(|word| word.as_str().starts_with("and")).collect();
        if let Some(turn) = joins_all.iter().position(|&all| all != joins_all[0]) {
            self.mixed(whole, &nodes, &words, &joins_all, turn);
        }
        let mut parts = Vec::new();
        for part in nodes {
            parts.push(self.unary(part)?);
        }
        Some(join(parts, &joins_all))
    }

    /// `and` beside `or`: which binds tighter is a question nobody should have to ask.
    fn mixed(
        &mut self,
        whole: (usize, usize),
        parts: &[Node],
        words: &[Node],
        joins_all: &[bool],
        turn: usize,
    ) {
        let (first, second) = if joins_all[0] { ("and", "or") } else { ("or", "and") };
        let texts: Vec<String> = parts.iter().map(|part| self.flat(part)).collect();
        let mut diagnostic = Diagnostic::error(
            "E0107",
            self.span(&words[turn]),
            "`and` and `or` side by side without brackets",
        )
        .label(format!("`{second}` after `{first}`"))
        .related(self.span(&words[0]), format!("here it is `{first}`"));
        let tight_and = bracketed(&texts, joins_all, true);
        let tight_or = bracketed(&texts, joins_all, false);
        diagnostic = if whole.1 - whole.0 <= 160 {
            diagnostic.help(format!("say which is meant: `{tight_and}` or `{tight_or}`"))
        } else {
            diagnostic.help("put brackets around the parts that belong together: `(a and b) or c` or `a and (b or c)`")
        };
        self.diagnostics.push(diagnostic);
    }

    /// A node's text on one line.
    fn flat(&self, node: &Node) -> String {
        let (start, end) = self.range(node);
        self.mended.text[start..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn unary(&mut self, node: Node) -> Option<Expr> {
        let end = self.span(&node).end;
        let mut nots = Vec::new();
        let mut result = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::not => nots.push(self.span(&part)),
                Rule::quantified => result = Some(self.quantified(part)?),
                _ => result = Some(self.compare(part)?),
            }
        }
        let mut expr = result?;
        for not in nots.into_iter().rev() {
            expr = Expr { kind: ExprKind::Not(Box::new(expr)), span: Span { end, ..not } };
        }
        Some(expr)
    }

    /// `some X`, `no X`, `was some X`.
    fn quantified(&mut self, node: Node) -> Option<Expr> {
        let span = self.span(&node);
        let mut was = false;
        let mut word = None;
        let mut set = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::k_was => was = true,
                Rule::quantifier => {
                    word = Some((part.as_str().starts_with("some"), self.span(&part)));
                }
                _ => set = Some(Box::new(self.juxtaposed(part)?)),
            }
        }
        let (some, word) = word?;
        let kind = if some { ExprKind::Some(set?) } else { ExprKind::No(set?) };
        if was {
            let inner = Expr { kind, span: Span { start: word.start, ..span } };
            Some(Expr { kind: ExprKind::Was(Box::new(inner)), span })
        } else {
            Some(Expr { kind, span })
        }
    }

    /// `a`, `a < b`, `a is b`, `a is not b`.
    fn compare(&mut self, node: Node) -> Option<Expr> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let left = self.sum(parts.next()?)?;
        let Some(right) = parts.next() else { return Some(left) };
        let left = Box::new(left);
        let is_name = right.as_rule() == Rule::is;
        let mut sides = Parts::of(right);
        let kind = if is_name {
            let not = sides.take(Rule::not);
            let is = ExprKind::Is(left, Box::new(self.juxtaposed(sides.next()?)?));
            match not {
                Some(_) => ExprKind::Not(Box::new(Expr { kind: is, span })),
                None => is,
            }
        } else {
            let comparison = match sides.next()?.as_str() {
                "=" => Comparison::Equal,
                "!=" => Comparison::NotEqual,
                "<" => Comparison::Less,
                "<=" => Comparison::AtMost,
                ">" => Comparison::Greater,
                _ => Comparison::AtLeast,
            };
            ExprKind::Compare(comparison, left, Box::new(self.sum(sides.next()?)?))
        };
        Some(Expr { kind, span })
    }

    /// `a + b - c`, from the left.
    fn sum(&mut self, node: Node) -> Option<Expr> {
        let mut parts = Parts::of(node);
        let mut total = self.juxtaposed(parts.next()?)?;
        while let Some(sign) = parts.take(Rule::sign) {
            let next = self.juxtaposed(parts.next()?)?;
            let span = Span { end: next.span.end, ..total.span };
            let (left, right) = (Box::new(total), Box::new(next));
            let adds = sign.as_str().starts_with('+');
            let kind =
                if adds { ExprKind::Add(left, right) } else { ExprKind::Subtract(left, right) };
            total = Expr { kind, span };
        }
        Some(total)
    }

    /// Words side by side. A `was` among them means all of them, before the move.
    pub(super) fn juxtaposed(&mut self, node: Node) -> Option<Expr> {
        let span = self.span(&node);
        let mut was: Option<Span> = None;
        let mut factors = Vec::new();
        for factor in node.into_inner() {
            let place = self.span(&factor);
            let mut parts = Parts::of(factor);
            let Some(first) = parts.next() else { continue };
            match first.as_rule() {
                Rule::was => {
                    if let Some(earlier) = was {
                        let diagnostic =
                            Diagnostic::error("E0101", place, "`was` stands here twice")
                                .label("one `was` is enough")
                                .related(earlier, "it already means all of these words")
                                .help("remove one of them");
                        self.diagnostics.push(diagnostic);
                    }
                    was = Some(place);
                }
                Rule::not => {
                    let inner = Box::new(self.primary(parts.next()?)?);
                    factors.push(Expr { kind: ExprKind::Not(inner), span: place });
                }
                _ => factors.push(self.primary(first)?),
            }
        }
        let rest = match factors.len() {
            0 => {
                let diagnostic =
                    Diagnostic::error("E0101", was.unwrap_or(span), "`was` stands alone")
                        .label("what was?")
                        .help("put the condition beside it: `own was in check`");
                self.diagnostics.push(diagnostic);
                return None;
            }
            1 => factors.pop()?,
            _ => {
                let start = factors[0].span.start.max(span.start);
                let end = factors.last().map_or(span.end, |last| last.span.end);
                Expr { kind: ExprKind::Meet(factors), span: Span { start, end, ..span } }
            }
        };
        match was {
            Some(_) => Some(Expr { kind: ExprKind::Was(Box::new(rest)), span }),
            None => Some(rest),
        }
    }

    /// Several sets joined by `or`.
    pub(super) fn squares(&mut self, node: Node) -> Option<Expr> {
        let span = self.span(&node);
        let mut sets = Vec::new();
        for set in Parts::of(node).all(Rule::juxtaposed) {
            sets.push(self.juxtaposed(set)?);
        }
        if sets.len() == 1 { sets.pop() } else { Some(Expr { kind: ExprKind::Or(sets), span }) }
    }

    pub(super) fn primary(&mut self, node: Node) -> Option<Expr> {
        let node = node.into_inner().next()?;
        let span = self.span(&node);
        let text = self.ident(&node).text;
        let kind = match node.as_rule() {
            Rule::paren => return self.paren(node),
            Rule::place => self.named_place(node.into_inner().next()?)?,
            Rule::by_file => {
                let numbers = Parts::of(node).all(Rule::number);
                ExprKind::ByFile(numbers.iter().map(|number| self.number(number)).collect())
            }
            Rule::of => {
                let (name, of) = self.name_of(node)?;
                ExprKind::Of(name, of)
            }
            Rule::call => {
                let mut parts = Parts::of(node);
                let name = self.ident(&parts.next()?);
                ExprKind::Call(name, self.args(parts.next()?)?)
            }
            Rule::flag => ExprKind::Flag(text == "yes"),
            Rule::number => ExprKind::Number(self.number(&node)),
            _ => ExprKind::Word(text),
        };
        Some(Expr { kind, span })
    }

    /// `(e)` is `e`; `(e when c, …, else f)` is a choice.
    fn paren(&mut self, node: Node) -> Option<Expr> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let first = self.expr(parts.next()?)?;
        let Some(cases) = parts.take(Rule::cases) else { return Some(first) };
        let mut parts = Parts::of(cases);
        let condition = self.case_when(parts.next()?)?;
        let mut choices = vec![(first, condition)];
        for case in parts.all(Rule::case) {
            let mut parts = Parts::of(case);
            let value = self.expr(parts.next()?)?;
            choices.push((value, self.case_when(parts.next()?)?));
        }
        let otherwise = Box::new(self.expr(parts.next()?)?);
        Some(Expr { kind: ExprKind::Cases(choices, otherwise), span })
    }

    fn case_when(&mut self, node: Node) -> Option<Expr> {
        self.expr(Parts::of(node).next()?)
    }

    /// Places every board has.
    fn named_place(&mut self, node: Node) -> Option<ExprKind> {
        let rule = node.as_rule();
        if matches!(rule, Rule::ray | Rule::nearest) {
            let (direction, of) = self.name_of(node)?;
            return Some(if rule == Rule::ray {
                ExprKind::Along(direction, of)
            } else {
                ExprKind::Nearest(direction, of)
            });
        }
        let parts: Vec<Node> = std::iter::from_fn({
            let mut parts = Parts::of(node);
            move || parts.next()
        })
        .collect();
        Some(match rule {
            Rule::last_rank => ExprKind::LastRank,
            Rule::first_rank => ExprKind::FirstRank,
            Rule::in_check => ExprKind::InCheck,
            Rule::edge => ExprKind::Edge(self.ident(parts.first()?)),
            Rule::ranks => {
                let low = self.number(parts.first()?);
                let high = if parts.len() > 1 { self.number(&parts[1]) } else { low };
                ExprKind::Ranks(low, high)
            }
            _ => ExprKind::Files(self.ident(parts.first()?), self.ident(parts.last()?)),
        })
    }

    fn name_of(&mut self, node: Node) -> Option<(Ident, Box<Expr>)> {
        let mut parts = Parts::of(node);
        let name = self.ident(&parts.next()?);
        Some((name, Box::new(self.primary(parts.next()?)?)))
    }

    pub(super) fn args(&mut self, node: Node) -> Option<Vec<Expr>> {
        let exprs = Parts::of(node).all(Rule::expr);
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }
}

/// Parts and what stands between them, `and` before `or` if both occur.
fn join(mut parts: Vec<Expr>, joins_all: &[bool]) -> Expr {
    let wrap = |mut parts: Vec<Expr>, all: bool| {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let span = Span { end: parts[parts.len() - 1].span.end, ..parts[0].span };
        Expr { kind: if all { ExprKind::And(parts) } else { ExprKind::Or(parts) }, span }
    };
    let mut groups = Vec::new();
    let mut rest = parts.split_off(1);
    for (part, &all) in rest.drain(..).zip(joins_all) {
        if !all {
            groups.push(wrap(std::mem::take(&mut parts), true));
        }
        parts.push(part);
    }
    groups.push(wrap(parts, true));
    wrap(groups, false)
}

/// The chain with brackets around each run of `and` (or of `or`).
fn bracketed(texts: &[String], joins_all: &[bool], around_all: bool) -> String {
    let mut result = String::new();
    let mut run = vec![texts[0].as_str()];
    let (tight, loose) = if around_all { (" and ", " or ") } else { (" or ", " and ") };
    let close = |run: &[&str]| {
        if run.len() == 1 { run[0].to_owned() } else { format!("({})", run.join(tight)) }
    };
    for (text, &all) in texts[1..].iter().zip(joins_all) {
        if all != around_all {
            result.push_str(&close(&run));
            result.push_str(loose);
            run.clear();
        }
        run.push(text);
    }
    result + &close(&run)
}
