//! What people mistype, and what to tell them. Each check looks at a broken line where the
//! parser stopped; the first that knows better than "expected this, found that" speaks.

mod order;
mod signs;
mod values;
mod words;

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::{form, human, is_minor};
use crate::source::Span;
use crate::syntax::Rule;

use super::broken::Broken;

/// Bytes of the mended text to a place in the file.
type Place<'p> = &'p dyn Fn(usize, usize) -> Span;

/// Words that begin an effect and nothing else.
const EFFECTS: [&str; 5] = ["take", "move", "become", "put", "again"];

/// A broken line and how to speak of its places.
pub(super) struct Slip<'b> {
    pub(super) line: &'b Broken<'b>,
    place: Place<'b>,
    /// Where the parser stopped.
    pub(super) at: usize,
    /// The word or sign there; empty at the end.
    pub(super) word: &'b str,
    /// The first word of the line.
    pub(super) first: &'b str,
}

/// Says what is wrong with a line.
pub(super) fn explain(line: &Broken, place: Place) -> Diagnostic {
    let at = line.at;
    let slip = Slip { line, place, at, word: line.word(at), first: line.word(0) };
    slip.foreign_sign()
        .or_else(|| slip.wrong_arrow())
        .or_else(|| slip.full_stop())
        .or_else(|| slip.first_word())
        .or_else(|| slip.first_word_of_test())
        .or_else(|| slip.reserved_name())
        .or_else(|| slip.vector())
        .or_else(|| slip.quotes())
        .or_else(|| slip.second_verb())
        .or_else(|| slip.misspelt())
        .or_else(|| slip.if_or_when())
        .or_else(|| slip.order())
        .or_else(|| slip.arrow())
        .or_else(|| slip.colon())
        .or_else(|| slip.next_line())
        .or_else(|| slip.comma())
        .unwrap_or_else(|| slip.expected())
}

/// An effect without its arrow.
pub(super) fn missing_arrow(place: Span, verb: &str) -> Diagnostic {
    Diagnostic::error("E0108", place, format!("`=>` is missing before `{verb}`"))
        .label("an effect begins here")
        .help(format!("what happens stands after an arrow: `=> {verb} …`"))
        .fix(place.at_start(), "=> ")
}

/// Something after a block that should stand in a line of its own.
pub(super) fn after_block(place: Span) -> Diagnostic {
    Diagnostic::error("E0117", place, "text after the end of a block")
        .label("this belongs in a new line")
        .help("nothing may follow a `}` but sources, a comment, `;` or a new line")
        .fix(place.at_start(), "\n")
}

impl Slip<'_> {
    /// The place of some tokens of the line. Past the end it is the last token.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        let tokens = &self.line.tokens;
        let last = tokens.len().saturating_sub(1);
        match (tokens.get(from.min(last)), tokens.get(to.min(last))) {
            (Some(first), Some(last)) => (self.place)(first.start, last.end.max(first.end)),
            _ => (self.place)(0, 0),
        }
    }

    fn here(&self) -> Span {
        self.span(self.at, self.at)
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.line.kind(at)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.line.expected.contains(&rule)
    }

    fn is_word(&self) -> bool {
        self.kind(self.at) == Some(Kind::Word)
    }

    /// Whether a word stands somewhere before the place where the parser stopped.
    fn before(&self, word: &str) -> Option<usize> {
        (0..self.at.min(self.line.tokens.len())).rev().find(|&at| self.line.word(at) == word)
    }

    /// What the parser would have liked, in words.
    fn expected(&self) -> Diagnostic {
        // What only could go on is worth naming where nothing must.
        let after_set =
            [Rule::connective, Rule::sign, Rule::compared].iter().any(|&r| self.expects(r));
        let (minor, major): (Vec<Rule>, Vec<Rule>) = self
            .line
            .expected
            .iter()
            .copied()
            .filter(|&rule| rule != Rule::EOI)
            .partition(|&rule| is_minor(rule) || (rule == Rule::factor && after_set));
        let complete = self.line.complete;
        let rules = if complete || major.is_empty() { [major, minor].concat() } else { major };
        let mut names: Vec<String> = Vec::new();
        for rule in rules {
            let name = human(rule);
            // More than a few alternatives tell a reader nothing.
            if !names.contains(&name) && names.len() < 4 {
                names.push(name);
            }
        }
        if complete {
            names.push("the end of the line".to_owned());
        }
        let wanted = match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "something else".to_owned(),
        };
        // Behind a label the verb says what kind of clause it is.
        let labelled = self.line.word(1) == ":" && !self.line.in_test;
        let begins = if labelled { self.line.word(2) } else { self.first };
        let form = format!("the form is {}", form(begins, self.line.in_test));
        if self.at < self.line.tokens.len() {
            let found = match self.kind(self.at) {
                Some(Kind::String) => "a text".to_owned(),
                _ => format!("`{}`", short(self.word)),
            };
            let message = format!("expected {wanted}, found {found}");
            return Diagnostic::error("E0101", self.here(), message)
                .label("not expected here")
                .help(form);
        }
        let found = if self.line.has_block { "`{`" } else { "the end of the line" };
        let last = self.line.word(self.line.tokens.len() - 1);
        Diagnostic::error("E0101", self.here(), format!("expected {wanted}, found {found}"))
            .label(format!("something is missing after `{}`", short(last)))
            .help(form)
    }
}

/// No message repeats a whole paragraph.
fn short(word: &str) -> String {
    if word.chars().count() <= 40 {
        word.to_owned()
    } else {
        word.chars().take(39).chain(['…']).collect()
    }
}
