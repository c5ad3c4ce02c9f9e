//! Words: misspelt, reserved, or unknown where a line begins.

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::{
    EXPECTATIONS, HEADS, LINES, TEST_LINES, VERBS, first_words, is_reserved, keyword, nearest,
};
use crate::syntax::Rule;

use super::{EFFECTS, Slip};

impl Slip<'_> {
    /// The word that should say what the line is.
    pub(super) fn first_word(&self) -> Option<Diagnostic> {
        let second = self.line.word(1);
        if self.line.in_test || self.kind(0) != Some(Kind::Word) {
            return None;
        }
        if self.first == "else" {
            return Some(
                Diagnostic::error("E0101", self.span(0, 0), "`else` without `if`")
                    .label("follows no `if` block")
                    .help("`else` stands right after the `}` of an `if`, in the same line or the next"),
            );
        }
        if second == ":" && is_reserved(self.first) {
            return Some(self.reserved(0, "a label"));
        }
        let known = LINES.contains(&self.first) || HEADS.contains(&self.first);
        if known || self.at > 1 || matches!(second, ":" | "," | ".") {
            return None;
        }
        // `name step …` rather lacks a colon than is a misspelt verb.
        if HEADS.contains(&second) {
            return Some(self.missing_colon(0, "after the label"));
        }
        Some(match nearest(self.first, LINES.iter().chain(HEADS).copied()) {
            Some(word) => self.did_you_mean(0, word),
            None => Diagnostic::error(
                "E0101",
                self.span(0, 0),
                format!("no line begins with `{}`", self.first),
            )
            .label("not a word that begins a line")
            .help(
                "a clause is a verb such as `step forward`, or a label, a colon and a verb; \
                     a group is a name and a block",
            ),
        })
    }

    pub(super) fn first_word_of_test(&self) -> Option<Diagnostic> {
        if !self.line.in_test {
            return None;
        }
        if self.first == "expect" {
            // A name may stand there too, so the parser went on.
            let word = nearest(self.line.word(1), EXPECTATIONS.iter().copied());
            let known =
                EXPECTATIONS.contains(&self.line.word(1)) || self.kind(1) != Some(Kind::Word);
            return word.filter(|_| !known).map(|word| self.did_you_mean(1, word));
        }
        if TEST_LINES.contains(&self.first) {
            return None;
        }
        Some(match nearest(self.first, TEST_LINES.iter().copied()) {
            Some(word) => self.did_you_mean(0, word),
            None => Diagnostic::error("E0101", self.span(0, 0), format!("no line of a test begins with `{}`", self.first))
                .label("not `at`, `play` or `expect`")
                .help("a test sets a position with `at`, plays moves with `play` and says what it expects"),
        })
    }

    /// A reserved word where something gets its name.
    pub(super) fn reserved_name(&self) -> Option<Diagnostic> {
        let declares = matches!(
            self.first,
            "piece" | "army" | "define" | "option" | "state" | "mark" | "memory" | "cite"
        );
        let reserved = self.is_word() && is_reserved(self.word);
        if reserved && declares && self.at == 1 {
            return Some(self.reserved(self.at, "a name"));
        }
        let opens_line = LINES.contains(&self.word) && !matches!(self.word, "if" | "when" | "else");
        let name =
            [Rule::name, Rule::params, Rule::directions, Rule::address, Rule::word, Rule::primary];
        let wants_name = name.iter().any(|&rule| self.expects(rule));
        let names = opens_line && wants_name && self.line.word(self.at + 1) != ":";
        (reserved && names).then(|| self.reserved(self.at, "a name"))
    }

    fn reserved(&self, at: usize, what: &str) -> Diagnostic {
        let word = self.line.word(at);
        Diagnostic::error(
            "E0114",
            self.span(at, at),
            format!("`{word}` is reserved and cannot be {what}"),
        )
        .label("a word of the language")
        .help(format!("choose another, for example `{word}-1` or `my-{word}`"))
    }

    /// `slide orthogonal drop from hand`: two ways to move with nothing between them.
    pub(super) fn second_verb(&self) -> Option<Diagnostic> {
        let begins = |at: usize| VERBS.contains(&self.line.word(at));
        let second =
            begins(self.at) && (0..self.at).any(begins) && self.line.word(self.at + 1) != ":";
        if !second || !self.expects(Rule::k_or) {
            return None;
        }
        let help = if self.word == "drop" {
            "a drop is a clause of its own: give it a line"
        } else {
            "`or` joins two ways to move, `then` two legs of one"
        };
        let message = format!("nothing joins `{}` to what stands before it", self.word);
        Some(
            Diagnostic::error("E0101", self.here(), message)
                .label("another way to move begins here")
                .help(help),
        )
    }

    pub(super) fn misspelt(&self) -> Option<Diagnostic> {
        // A name alone is an effect too, so the parser stopped one word later.
        let verb = self.at.checked_sub(1)?;
        let begins = verb.checked_sub(1).is_some_and(|at| matches!(self.line.word(at), "=>" | ","));
        let alone = !matches!(self.word, "=" | "of" | "(" | ",");
        let effect = begins && alone && self.before("=>").is_some();
        let near = nearest(self.line.word(verb), EFFECTS);
        if let Some(word) = near.filter(|_| effect) {
            return Some(self.did_you_mean(verb, word));
        }
        if self.word == "upto" {
            return Some(self.did_you_mean(self.at, "up to"));
        }
        if !self.is_word() || is_reserved(self.word) || self.line.word(self.at + 1) == ":" {
            return None;
        }
        let expected = &self.line.expected;
        let words = expected.iter().flat_map(|&rule| first_words(rule).iter().copied());
        let keywords = expected.iter().filter_map(|&rule| keyword(rule));
        let word = nearest(
            self.word,
            words.chain(keywords).filter(|word| word.starts_with(char::is_alphabetic)),
        )?;
        Some(self.did_you_mean(self.at, word))
    }

    pub(super) fn did_you_mean(&self, at: usize, word: &str) -> Diagnostic {
        let written = self.line.word(at);
        Diagnostic::error("E0102", self.span(at, at), format!("unknown word `{written}`"))
            .label("not a word of the language")
            .help(format!("did you mean `{word}`?"))
            .fix(self.span(at, at), word)
    }
}
