//! Parts in the wrong place.

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::{HEADS, LINES, PHRASES};
use crate::syntax::Rule;

use super::Slip;

impl Slip<'_> {
    /// `if` asks the options, once; `when` asks the position, at every move.
    pub(super) fn if_or_when(&self) -> Option<Diagnostic> {
        let difference =
            "`if` asks the options when the file is loaded, `when` asks the position at every move";
        if self.word == "if"
            && [Rule::head, Rule::body, Rule::item].iter().any(|&rule| self.expects(rule))
        {
            return Some(
                Diagnostic::error("E0113", self.here(), "`if` cannot begin a clause")
                    .label("did you mean `when`?")
                    .help(difference)
                    .fix(self.here(), "when"),
            );
        }
        let no_clause = matches!(self.first, "use" | "start" | "remove" | "text");
        if self.word == "when" && (no_clause || self.before("use").is_some()) {
            return Some(
                Diagnostic::error("E0113", self.here(), "`when` cannot stand here")
                    .label("did you mean `if`?")
                    .help(format!("{difference}; a condition on the position belongs in the definition that is used")),
            );
        }
        None
    }

    /// Parts in the wrong order: phrases, then effects, then `if`, then sources.
    pub(super) fn order(&self) -> Option<Diagnostic> {
        let order = "the order is: phrases, `=>` and effects, `if`, sources";
        if self.at > 0 && self.kind(self.at - 1) == Some(Kind::Note) {
            return Some(
                Diagnostic::error("E0118", self.here(), "sources stand at the end of a line")
                    .label("this should stand before them")
                    .related(self.span(self.at - 1, self.at - 1), "the sources")
                    .help(order),
            );
        }
        if self.kind(self.at) == Some(Kind::Note) && self.line.complete {
            return Some(
                Diagnostic::error("E0118", self.here(), "no sources can stand here")
                    .label("not expected here")
                    .help("sources may follow a clause, `start`, `define`, `use`, `state`, `remove` or a value of an option; elsewhere use a comment"),
            );
        }
        let phrase = PHRASES.contains(&self.word);
        let (earlier, name) = match (self.before("=>"), self.before("if")) {
            (_, Some(at)) if self.word == "=>" || phrase => (at, "`if`"),
            (Some(at), _) if phrase => (at, "`=>`"),
            _ => return None,
        };
        if self.line.in_test {
            return None;
        }
        Some(
            Diagnostic::error(
                "E0118",
                self.here(),
                format!("`{}` must stand before {name}", self.word),
            )
            .label("too late in the line")
            .related(self.span(earlier, earlier), "after this")
            .help(order),
        )
    }

    /// Something new begins where the line is complete.
    pub(super) fn next_line(&self) -> Option<Diagnostic> {
        let opens = LINES.contains(&self.word)
            && !matches!(self.word, "if" | "when" | "else" | "start" | "text");
        let labelled = self.is_word() && self.line.word(self.at + 1) == ":";
        if !self.line.complete
            || !(opens || labelled || HEADS.contains(&self.word) && self.word != "when")
        {
            return None;
        }
        Some(
            Diagnostic::error(
                "E0117",
                self.here(),
                format!("`{}` begins something new in the same line", self.word),
            )
            .label("this belongs in a new line")
            .help("start a new line, or put `;` between the two")
            .fix(self.span(self.at - 1, self.at - 1).at_end(), ";"),
        )
    }
}
