//! Clauses to ways to move, events, offers and laws.

use chator_grammar::ast::{self, Citation as Note, ExprKind, Head, Ident, PhraseKind, Section};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use super::value::{all, any, not};
use crate::asked::deep;
use crate::effect::{Event, Offer, Trigger};
use crate::limits::is_hopeless;
use crate::movement::Clause;
use crate::outline::{ClauseOutline, Scope};
use crate::provenance::Citation;
use crate::ruleset::{End, EndResult, Law};
use crate::set::{Cond, KindId, PlayerRef, Set};
use crate::suggest::nearest;

/// The lists of the IR, in order.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) clauses: Vec<Clause>,
    pub(super) events: Vec<Event>,
    pub(super) offers: Vec<Offer>,
    pub(super) bans: Vec<Law>,
    pub(super) voids: Vec<Law>,
    pub(super) duties: Vec<Law>,
    pub(super) skips: Vec<Law>,
    pub(super) ends: Vec<End>,
}

/// The phrases of a clause, sorted.
#[derive(Default)]
struct Phrases {
    when: Vec<Cond>,
    provided: Vec<Cond>,
    from: Option<(Set, Span)>,
    to: Option<(Set, Span)>,
    harmless: Option<Span>,
    provided_at: Option<Span>,
}

impl Lowering<'_> {
    pub(super) fn clauses(&mut self) -> Parts {
        let mut parts = Parts::default();
        let outline = self.outline;
        for (address, clause) in &outline.clauses {
            if is_hopeless(self.diagnostics) {
                break;
            }
            self.clause = Some(address.clone());
            self.clause(address, clause, &mut parts);
        }
        self.clause = None;
        // What happens to the piece comes before what happens to the game.
        parts
            .events
            .sort_by_key(|e| outline.clauses.get(&e.name).is_some_and(|c| c.place.kind.is_none()));
        parts
    }

    fn clause(&mut self, address: &str, outline: &ClauseOutline, parts: &mut Parts) {
        let clause = &outline.clause;
        let scope = &outline.scope;
        let kind = match &outline.place.kind {
            Some(name) => match self.kinds.get_index_of(name) {
                Some(index) => Some(KindId(index as u16)),
                None => {
                    self.unknown(name, clause.span, "the piece this clause is for");
                    return;
                }
            },
            None => None,
        };
        let mut phrases = self.phrases(outline, scope);
        let sources = self.sources(&clause.note);
        let name = address.to_owned();
        if !self.is_there(outline, &phrases.when) {
            return;
        }
        if let Some(section) = outline.place.section {
            self.law(name, section, clause, phrases, sources, scope, parts);
            return;
        }
        match &clause.head {
            Head::Motions(motions) => {
                let Some(kind) = kind else {
                    self.diagnostics.push(
                        Diagnostic::error("E0308", clause.span, "a motion outside of a piece")
                            .label("nobody moves so")
                            .help("put it into `piece name LETTER { … }`"),
                    );
                    return;
                };
                self.drop_is_from_nowhere(motions, phrases.from.as_ref().map(|(_, span)| *span));
                let to = phrases.to.take().map(|(set, _)| set);
                let motions = motions
                    .iter()
                    .filter_map(|m| self.motion(m, to.as_ref(), kind, scope))
                    .collect();
                parts.clauses.push(Clause {
                    name,
                    kind,
                    motions,
                    from: phrases.from.map_or(Set::Board, |(set, _)| set),
                    when: phrases.when,
                    provided: phrases.provided,
                    harmless: phrases.harmless.is_some(),
                    effects: self.effects(&clause.effects, scope),
                    sources,
                });
            }
            Head::After(trigger, span) => {
                self.only_moves(&phrases, "an event");
                if clause.effects.is_empty() {
                    self.diagnostics.push(
                        Diagnostic::error("E0308", clause.span, "nothing happens")
                            .label("an event without effects")
                            .help("add `=> effect`"),
                    );
                }
                let trigger = match trigger {
                    ast::Trigger::AnyMove => Trigger::AnyMove,
                    ast::Trigger::Moving => match kind {
                        Some(kind) => Trigger::Moving(vec![kind]),
                        None => {
                            self.diagnostics.push(
                                Diagnostic::error("E0308", *span, "`moving` outside of a piece")
                                    .label("which piece moves?")
                                    .help("`after a move` waits for any piece"),
                            );
                            return;
                        }
                    },
                    ast::Trigger::Clauses(names) => Trigger::After(
                        names
                            .iter()
                            .filter_map(|n| self.known_address(n, outline.place.kind.as_deref()))
                            .collect(),
                    ),
                };
                parts.events.push(Event {
                    name,
                    trigger,
                    from: phrases.from.map_or(Set::Board, |(set, _)| set),
                    to: phrases.to.map_or(Set::Board, |(set, _)| set),
                    when: phrases.when,
                    effects: self.effects(&clause.effects, scope),
                    sources,
                });
            }
            Head::May(label) => {
                self.only_moves(&phrases, "an offer");
                let label_at = label.span;
                let label = label.text.trim_start_matches('@').to_owned();
                if parts.offers.iter().any(|o| o.label == label) {
                    let message = format!("two offers are called `@{label}`");
                    self.error(
                        "E0202",
                        label_at,
                        message,
                        "a move's text could not tell them apart",
                    );
                }
                let effects = self.effects(&clause.effects, scope);
                parts.offers.push(Offer { name, label, when: phrases.when, effects, sources });
            }
            Head::Outcome(..) | Head::When(_) => {
                self.diagnostics.push(
                    Diagnostic::error("E0308", clause.span, "a condition that leads to nothing")
                        .label("neither a motion nor an event")
                        .help(
                            "conditions stand alone in `bans`, `voids`, `duties` and `skips` only",
                        ),
                );
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one clause")]
    fn law(
        &mut self,
        name: String,
        section: Section,
        clause: &ast::Clause,
        mut phrases: Phrases,
        sources: Vec<Citation>,
        scope: &Scope,
        parts: &mut Parts,
    ) {
        self.only_moves(&phrases, "a law");
        for (_, span) in phrases.from.iter().chain(&phrases.to) {
            self.error("E0308", *span, "a law has no place of its own", "ask with `when`");
        }
        if !clause.effects.is_empty() {
            self.error("E0308", clause.span, "nothing can happen here", "laws have no effects");
        }
        match (&clause.head, section) {
            (Head::Outcome(outcome, _), Section::Ends) => {
                let result = match outcome {
                    ast::Outcome::Win => EndResult::Win,
                    ast::Outcome::Lose => EndResult::Lose,
                    ast::Outcome::Draw => EndResult::Draw,
                    ast::Outcome::Score(n, m) => EndResult::Score(*n, *m),
                    ast::Outcome::Share(number) => EndResult::Share(self.number(number, scope)),
                };
                if let EndResult::Score(n, m) = result
                    && (m == 0 || n > m)
                {
                    self.error(
                        "E0308",
                        clause.span,
                        format!("{n} of {m} is no score"),
                        "at most all",
                    );
                }
                parts.ends.push(End { name, result, when: all(phrases.when), sources });
            }
            (
                Head::When(cond),
                Section::Bans | Section::Voids | Section::Duties | Section::Skips,
            ) => {
                let first = self.cond(cond, scope);
                phrases.when.insert(0, first);
                let law = Law { name, when: all(phrases.when), sources };
                match section {
                    Section::Bans => parts.bans.push(law),
                    Section::Voids => parts.voids.push(law),
                    Section::Skips => parts.skips.push(law),
                    _ => parts.duties.push(law),
                }
            }
            (_, Section::Ends) => {
                self.diagnostics.push(
                    Diagnostic::error("E0308", clause.span, "this is no ending")
                        .label("an ending begins with `win`, `lose`, `draw`, `score` or `share`")
                        .help("for example `checkmate: win when enemy mated`"),
                );
            }
            _ => {
                self.diagnostics.push(
                    Diagnostic::error("E0308", clause.span, "this is no law")
                        .label("a law begins with `when`")
                        .help("for example `exposed: when own in check`"),
                );
            }
        }
    }

    /// Reports phrases that only a way to move can have.
    fn only_moves(&mut self, phrases: &Phrases, what: &str) {
        for (span, word) in [(phrases.harmless, "harmless"), (phrases.provided_at, "provided")] {
            if let Some(span) = span {
                let message = format!("{what} cannot say `{word}`");
                self.error("E0308", span, message, "only ways to move can");
            }
        }
    }

    fn phrases(&mut self, outline: &ClauseOutline, scope: &Scope) -> Phrases {
        let mut phrases = Phrases::default();
        let mut when = Vec::new();
        if let (Some(army), None) = (&outline.place.army, &outline.place.kind) {
            when.push(self.led_by(army));
        }
        for (expr, guard_scope) in &outline.guards {
            when.push(self.cond(expr, guard_scope));
        }
        for phrase in &outline.clause.phrases {
            match &phrase.kind {
                PhraseKind::When(expr) => when.push(self.cond(expr, scope)),
                PhraseKind::Unless(expr) => {
                    let cond = self.cond(expr, scope);
                    when.push(not(cond));
                }
                PhraseKind::Provided(expr) => {
                    let cond = self.cond(expr, scope);
                    phrases.provided_at = Some(phrase.span);
                    phrases.provided.extend(conjuncts(cond));
                }
                PhraseKind::From(expr) => {
                    let set = self.set(expr, scope);
                    self.once(phrases.from.as_ref(), "from", phrase.span);
                    phrases.from = Some((set, phrase.span));
                }
                PhraseKind::To(expr) => {
                    let set = self.set(expr, scope);
                    self.once(phrases.to.as_ref(), "to", phrase.span);
                    phrases.to = Some((set, phrase.span));
                }
                PhraseKind::Harmless => phrases.harmless = Some(phrase.span),
            }
        }
        phrases.when = when.into_iter().flat_map(conjuncts).collect();
        phrases
    }

    /// The player leads that army: what an army's events and laws ask, since they are his alone.
    fn led_by(&self, army: &str) -> Cond {
        let players = super::settings::army_players(self.outline, self.options, Some(army));
        if players.len() == self.players.len() {
            return Cond::Const(true);
        }
        let each = players.iter().map(|p| Cond::Is(PlayerRef::Own, PlayerRef::Player(*p)));
        any(each.collect())
    }

    /// Whether a clause is there at all: not if its army does not play, and not if a condition
    /// about options says no.
    fn is_there(&self, outline: &ClauseOutline, when: &[Cond]) -> bool {
        if !when.contains(&Cond::Const(false)) {
            return true;
        }
        let mut by_option = outline.place.army.is_some();
        let own = outline.clause.phrases.iter().filter_map(|p| match &p.kind {
            PhraseKind::When(expr) | PhraseKind::Unless(expr) => Some(expr),
            _ => None,
        });
        for expr in outline.guards.iter().map(|(expr, _)| expr).chain(own) {
            deep(expr, &mut |part| {
                by_option |= matches!(&part.kind, ExprKind::Is(..)) && self.options.is_static(part);
            });
        }
        !by_option
    }

    fn once(&mut self, known: Option<&(Set, Span)>, word: &str, span: Span) {
        if let Some((_, first)) = known {
            self.diagnostics.push(
                Diagnostic::error("E0308", span, format!("`{word}` comes twice"))
                    .label("again here")
                    .related(*first, "first here")
                    .help("side by side, sets meet: `from rank 2 file d`"),
            );
        }
    }

    /// The full address of a clause named in another; of its own piece if it is not dotted.
    pub(super) fn known_address(&mut self, name: &Ident, kind: Option<&str>) -> Option<String> {
        let clauses = &self.outline.clauses;
        let candidates = [kind.map(|k| format!("{k}.{}", name.text)), Some(name.text.clone())];
        if let Some(found) = candidates.into_iter().flatten().find(|a| clauses.contains_key(a)) {
            return Some(found);
        }
        let mut error =
            Diagnostic::error("E0201", name.span, format!("there is no clause `{}`", name.text))
                .label("not the address of a clause");
        let near = nearest(&name.text, clauses.keys().map(String::as_str)).or_else(|| {
            let ends = clauses.keys().map(|k| k.rsplit('.').next().unwrap_or(k));
            nearest(&name.text, ends)
        });
        if let Some(hint) = near {
            error = error.help(format!("did you mean `{hint}`?")).fix(name.span, hint);
        }
        self.diagnostics.push(error);
        None
    }

    /// Footnotes to citations.
    pub(super) fn sources(&mut self, notes: &[Note]) -> Vec<Citation> {
        notes.iter().filter_map(|n| self.source(n)).collect()
    }

    fn source(&mut self, note: &Note) -> Option<Citation> {
        let text = note.text.text.trim();
        if let Some(reason) = text.strip_prefix("ours")
            && (reason.is_empty() || reason.starts_with(':'))
        {
            return Some(Citation::Ours(reason.trim_start_matches(':').trim().to_owned()));
        }
        let (key, place) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let key = key.trim_end_matches([',', ':']);
        if self.outline.works.contains_key(key) {
            return Some(Citation::Work { key: key.to_owned(), place: place.trim().to_owned() });
        }
        let known = self.outline.works.keys().map(String::as_str).chain(["ours"]);
        let mut error =
            Diagnostic::error("E0210", note.text.span, format!("no work is cited as `{key}`"))
                .label("a source needs a line `cite`");
        error = match nearest(key, known) {
            Some(hint) => error.help(format!("did you mean `{hint}`?")),
            None => error.help(format!(
                "add `cite {key} \"author, title, year\"`, or write `[ours: reason]`"
            )),
        };
        self.diagnostics.push(error);
        None
    }
}

/// A condition as a list of conditions that must all hold.
fn conjuncts(cond: Cond) -> Vec<Cond> {
    match cond {
        Cond::Const(true) => Vec::new(),
        Cond::All(parts) => parts.into_iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}
