//! Signs: wrong ones, missing ones, and those of other languages.

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::{HEADS, VERBS};
use crate::syntax::Rule;

use super::{EFFECTS, Slip, missing_arrow};

/// Signs of other languages, and ours for them.
const FOREIGN: [(&str, &str); 10] = [
    ("<>", "!="),
    ("==", "="),
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("!", "not"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("|", "or"),
];

impl Slip<'_> {
    pub(super) fn foreign_sign(&self) -> Option<Diagnostic> {
        let ours = FOREIGN.iter().find(|(sign, _)| *sign == self.word)?.1;
        Some(
            Diagnostic::error(
                "E0111",
                self.here(),
                format!("`{}` is not a sign of this language", self.word),
            )
            .label(format!("write `{ours}`"))
            .help(format!("here it is `{ours}`"))
            .fix(self.here(), self.spaced(ours)),
        )
    }

    /// A word must not stick to its neighbours when it takes the place of a sign.
    fn spaced(&self, ours: &str) -> String {
        let tokens = &self.line.tokens;
        let token = tokens[self.at];
        let sticks = |other: Option<usize>, end: usize| {
            other == Some(end) && ours.starts_with(char::is_alphabetic)
        };
        let before = sticks(self.at.checked_sub(1).map(|at| tokens[at].end), token.start);
        let after = sticks(tokens.get(self.at + 1).map(|next| next.start), token.end);
        format!("{}{ours}{}", if before { " " } else { "" }, if after { " " } else { "" })
    }

    /// `->`, `= >`, `→` for `=>`.
    pub(super) fn wrong_arrow(&self) -> Option<Diagnostic> {
        let split = self.word == ">" && self.at > 0 && self.line.word(self.at - 1) == "=";
        let split_after = self.word == "=" && self.line.word(self.at + 1) == ">";
        let place = match self.word {
            "->" | "→" | "⇒" => self.here(),
            _ if split => self.span(self.at - 1, self.at),
            _ if split_after => self.span(self.at, self.at + 1),
            _ => return None,
        };
        Some(
            Diagnostic::error("E0108", place, "the arrow is written `=>`")
                .label("not an arrow")
                .help("what happens stands after `=>`")
                .fix(place, "=>"),
        )
    }

    /// A sentence's sign where a line simply ends.
    pub(super) fn full_stop(&self) -> Option<Diagnostic> {
        let last = self.line.tokens.len() - 1;
        if self.at != last || !matches!(self.word, "." | "," | "!" | "…") {
            return None;
        }
        let name = if self.word == "." { "full stop" } else { "sign" };
        Some(
            Diagnostic::error("E0110", self.here(), format!("a {name} at the end of a line"))
                .label("not needed")
                .help("a line simply ends")
                .fix(self.here(), ""),
        )
    }

    /// `=>` forgotten.
    pub(super) fn arrow(&self) -> Option<Diagnostic> {
        if !(self.expects(Rule::then_effects) || self.expects(Rule::k_arrow)) {
            return None;
        }
        let after_comma = usize::from(self.word == ",");
        let verb = self.line.word(self.at + after_comma);
        let assigns = self.kind(self.at + after_comma) == Some(Kind::Word)
            && matches!(self.line.word(self.at + after_comma + 1), "=" | "of");
        if !(EFFECTS.contains(&verb) || assigns) {
            return None;
        }
        let at = self.at + after_comma;
        let mut diagnostic = missing_arrow(self.span(at, at), verb);
        if after_comma == 1 {
            diagnostic = diagnostic.fix(self.here(), " =>");
        }
        Some(diagnostic)
    }

    pub(super) fn colon(&self) -> Option<Diagnostic> {
        let declares = matches!(self.first, "option" | "state" | "mark" | "memory") && self.at == 2;
        let piece = self.first == "piece" && HEADS.contains(&self.word);
        let expect = self.first == "expect" && self.at > 0;
        let wanted = self.expects(Rule::k_colon) && (declares || piece || expect);
        let stands =
            self.kind(self.at).is_some_and(|kind| kind != Kind::Sign && kind != Kind::Note);
        (wanted && stands).then(|| self.missing_colon(self.at - 1, "before what follows"))
    }

    pub(super) fn missing_colon(&self, after: usize, place: &str) -> Diagnostic {
        let word = self.line.word(after);
        Diagnostic::error(
            "E0109",
            self.span(after, after),
            format!("`:` is missing after `{word}`"),
        )
        .label(format!("a colon stands {place}"))
        .help(format!("write `{word}: {}`", self.line.word(after + 1)))
        .fix(self.span(after, after).at_end(), ":")
    }

    /// A comma where words join.
    pub(super) fn comma(&self) -> Option<Diagnostic> {
        if self.word != "," || self.line.in_test {
            return None;
        }
        let verb = VERBS.contains(&self.line.word(self.at + 1));
        let in_directions =
            self.before("(").is_some_and(|at| at > 0 && VERBS.contains(&self.line.word(at - 1)));
        let diagnostic = Diagnostic::error("E0112", self.here(), "a comma does not join here")
            .label("not expected here");
        Some(if verb || in_directions {
            diagnostic
                .help("alternatives are joined by `or`")
                .fix(self.here(), self.comma_word("or"))
        } else {
            diagnostic.help("alternatives are joined by `or`, conditions by `and` or `or`")
        })
    }

    fn comma_word(&self, word: &str) -> String {
        let token = self.line.tokens[self.at];
        let next = self.line.tokens.get(self.at + 1).map_or(token.end, |next| next.start);
        format!(" {word}{}", if next > token.end { "" } else { " " })
    }
}
