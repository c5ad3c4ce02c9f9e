//! Clauses: motions, phrases, effects.

use crate::ast::{
    Clause, Directions, Effect, EffectKind, Expr, Head, Ident, Leg, Limit, Motion, Outcome, Phrase,
    PhraseKind, Travel, Trigger, Vector,
};
use crate::lexer::Kind;
use crate::syntax::Rule;

use super::reader::{Node, Parts, Reader, Unreadable};
use super::slips;

impl Reader<'_> {
    /// `label: body`
    pub(super) fn clause(&mut self, node: Node) -> Option<Clause> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let label = parts.take(Rule::address).map(|label| self.ident(&label));
        let body = self.body(parts.next()?)?;
        Some(Clause { label, span, ..body })
    }

    /// A clause without its label.
    pub(super) fn body(&mut self, node: Node) -> Option<Clause> {
        let span = self.span(&node);
        let whole = self.range(&node);
        let mut parts = Parts::of(node);
        let head = self.head(parts.next()?)?;
        let mut phrases = Vec::new();
        for phrase in parts.all(Rule::phrase) {
            phrases.push(self.phrase(phrase)?);
        }
        let effects = self.then_effects(&mut parts)?;
        if effects.is_empty() {
            self.forgotten_arrow(whole);
        }
        let only_if = self.static_if(&mut parts).ok()?;
        let note = self.note(parts.take(Rule::note));
        Some(Clause { label: None, head, phrases, effects, only_if, note, span })
    }

    /// `to last rank become a or b` is a set of squares to the parser, and nonsense to a reader.
    fn forgotten_arrow(&mut self, (start, end): (usize, usize)) {
        let from = self.tokens.partition_point(|token| token.start < start);
        let to = self.tokens.partition_point(|token| token.start < end);
        let text = &self.mended.text;
        let forgotten = self.tokens[from..to].windows(3).find_map(|three| {
            let [before, verb, after] = three else { return None };
            let ends = matches!(before.kind, Kind::Word | Kind::Number) || before.text(text) == ")";
            let joins = matches!(before.text(text), "or" | "and" | "not" | "of" | "to" | "from");
            let effect = matches!(verb.text(text), "become" | "take" | "put");
            (ends && !joins && effect && after.kind == Kind::Word).then_some(*verb)
        });
        if let Some(verb) = forgotten {
            let place = self.place(verb.start, verb.end);
            self.diagnostics.push(slips::missing_arrow(place, verb.text(text)));
        }
    }

    fn head(&mut self, node: Node) -> Option<Head> {
        let node = node.into_inner().next()?;
        let span = self.span(&node);
        let rule = node.as_rule();
        let start = node.as_str();
        let mut parts = Parts::of(node.clone());
        Some(match rule {
            Rule::after => Head::After(self.trigger(&mut parts)?, span),
            Rule::offer => {
                let Ident { text, span } = self.ident(&parts.next()?);
                Head::May(Ident { text: text.trim_start_matches('@').to_owned(), span })
            }
            Rule::outcome => {
                let numbers = parts.all(Rule::number);
                let shared = Parts::of(node).all(Rule::expr).into_iter().next();
                let outcome = match &numbers[..] {
                    [points, of] => Outcome::Score(self.number(points), self.number(of)),
                    _ if start.starts_with("share") => Outcome::Share(self.expr(shared?)?),
                    _ if start.starts_with("win") => Outcome::Win,
                    _ if start.starts_with("lose") => Outcome::Lose,
                    _ => Outcome::Draw,
                };
                Head::Outcome(outcome, span)
            }
            Rule::lone_when => Head::When(self.expr(parts.next()?)?),
            _ => {
                let motions = parts.all(Rule::motion).into_iter();
                Head::Motions(motions.map(|motion| self.motion(motion)).collect::<Option<_>>()?)
            }
        })
    }

    fn trigger(&mut self, parts: &mut Parts) -> Option<Trigger> {
        let first = parts.next()?;
        Some(match first.as_rule() {
            Rule::any_move => Trigger::AnyMove,
            Rule::moving => Trigger::Moving,
            _ => {
                let mut clauses = vec![self.ident(&first)];
                clauses.extend(parts.all(Rule::address).iter().map(|clause| self.ident(clause)));
                Trigger::Clauses(clauses)
            }
        })
    }

    fn phrase(&mut self, node: Node) -> Option<Phrase> {
        let span = self.span(&node);
        let node = node.into_inner().next()?;
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        let kind = match rule {
            Rule::when => PhraseKind::When(self.expr(parts.next()?)?),
            Rule::unless => PhraseKind::Unless(self.expr(parts.next()?)?),
            Rule::provided => PhraseKind::Provided(self.expr(parts.next()?)?),
            Rule::from => PhraseKind::From(self.squares(parts.next()?)?),
            Rule::to => PhraseKind::To(self.squares(parts.next()?)?),
            _ => PhraseKind::Harmless,
        };
        Some(Phrase { kind, span })
    }

    fn motion(&mut self, node: Node) -> Option<Motion> {
        let span = self.span(&node);
        let legs = Parts::of(node).all(Rule::leg).into_iter();
        Some(Motion { legs: legs.map(|leg| self.leg(leg)).collect::<Option<_>>()?, span })
    }

    fn leg(&mut self, node: Node) -> Option<Leg> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let travel = self.travel(parts.next()?)?;
        let over = match parts.take(Rule::over) {
            Some(over) => {
                let mut parts = Parts::of(over);
                let count = parts.take(Rule::number).map(|number| self.number(&number));
                Some((count, self.juxtaposed(parts.next()?)?))
            }
            None => None,
        };
        let to = match parts.take(Rule::to) {
            Some(to) => Some(self.squares(Parts::of(to).next()?)?),
            None => None,
        };
        Some(Leg { travel, over, to, span })
    }

    fn travel(&mut self, node: Node) -> Option<Travel> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        let vector = parts.take(Rule::vector).map(|vector| self.vector(vector));
        let directions = parts.take(Rule::directions).map(|names| self.directions(names));
        let limit = parts.take(Rule::limit).map_or(Some(Limit::None), |limit| self.limit(limit))?;
        Some(match (rule, vector) {
            (Rule::step, _) => Travel::Step(directions?),
            (Rule::slide, _) => Travel::Slide(directions?, limit),
            (Rule::leap, Some(vector)) => Travel::Leap(vector?, directions),
            (Rule::leap, None) => Travel::LeapTo(directions?),
            (Rule::ride, vector) => Travel::Ride(vector??, directions, limit),
            (Rule::go, _) => Travel::Go,
            (Rule::stay, _) => Travel::Stay,
            (Rule::point, _) => Travel::Point,
            _ => Travel::Drop(parts.take(Rule::name).map(|stock| self.ident(&stock))),
        })
    }

    fn vector(&mut self, node: Node) -> Option<Vector> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let (first, second) = (parts.next()?, parts.next()?);
        Some(Vector { parts: (self.number(&first), self.number(&second)), span })
    }

    fn directions(&self, node: Node) -> Directions {
        let span = self.span(&node);
        let names = Parts::of(node).all(Rule::name);
        Directions { names: names.iter().map(|name| self.ident(name)).collect(), span }
    }

    fn limit(&mut self, node: Node) -> Option<Limit> {
        let node = node.into_inner().next()?;
        let exactly = node.as_rule() == Rule::exactly;
        let number = self.number(&Parts::of(node).next()?);
        Some(if exactly { Limit::Exactly(number) } else { Limit::UpTo(number) })
    }

    /// `=> effects`, if they come next.
    pub(super) fn then_effects(&mut self, parts: &mut Parts) -> Option<Vec<Effect>> {
        match parts.take(Rule::then_effects) {
            Some(then) => self.effects(Parts::of(then).next()?),
            None => Some(Vec::new()),
        }
    }

    pub(super) fn effects(&mut self, node: Node) -> Option<Vec<Effect>> {
        Parts::of(node).all(Rule::effect).into_iter().map(|effect| self.effect(effect)).collect()
    }

    fn effect(&mut self, node: Node) -> Option<Effect> {
        let span = self.span(&node);
        let node = node.into_inner().next()?;
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        let kind = match rule {
            Rule::take => EffectKind::Take(self.squares(parts.next()?)?),
            Rule::relocate => {
                let from = self.juxtaposed(parts.next()?)?;
                let chosen = parts.take(Rule::chosen).is_some();
                let to = self.juxtaposed(parts.next()?)?;
                let mut pairs = vec![(from, to)];
                while let Some(from) = parts.take(Rule::juxtaposed) {
                    let from = self.juxtaposed(from)?;
                    pairs.push((from, self.juxtaposed(parts.next()?)?));
                }
                match pairs.len() {
                    1 => pairs.pop().map(|(from, to)| EffectKind::Move { from, to, chosen })?,
                    _ => EffectKind::Exchange(pairs),
                }
            }
            Rule::r#become => EffectKind::Become(self.squares(parts.next()?)?),
            Rule::put => {
                let kinds = self.squares(parts.next()?)?;
                let chosen = parts.take(Rule::chosen).is_some();
                EffectKind::Put { kinds, at: self.juxtaposed(parts.next()?)?, chosen }
            }
            Rule::keep => {
                let men = self.squares(parts.next()?)?;
                let stock = self.ident(&parts.next()?);
                EffectKind::Keep { men, stock, kind: parts.next().map(|kind| self.ident(&kind)) }
            }
            Rule::again => EffectKind::Again,
            Rule::assign => {
                let cell = self.ident(&parts.next()?);
                let subject = match parts.take(Rule::juxtaposed) {
                    Some(subject) => Some(self.juxtaposed(subject)?),
                    None => None,
                };
                EffectKind::Assign { cell, subject, value: self.expr(parts.next()?)? }
            }
            _ => {
                let name = self.ident(&parts.next()?);
                let args = match parts.take(Rule::args) {
                    Some(args) => self.args(args)?,
                    None => Vec::new(),
                };
                EffectKind::Call { name, args }
            }
        };
        Some(Effect { kind, span })
    }

    /// A trailing `if options`, if it comes next.
    pub(super) fn static_if(&mut self, parts: &mut Parts) -> Result<Option<Expr>, Unreadable> {
        match parts.take(Rule::static_if) {
            Some(node) => self.optional_expr(&mut Parts::of(node)),
            None => Ok(None),
        }
    }
}
