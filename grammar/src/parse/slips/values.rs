//! Numbers and texts that are not written as such.

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::VERBS;
use crate::syntax::Rule;

use super::Slip;

impl Slip<'_> {
    /// Numbers where a leap or a limit is wanted.
    pub(super) fn vector(&self) -> Option<Diagnostic> {
        let at = self.at.min(self.line.tokens.len());
        let verb = (0..at).rev().find(|&at| VERBS.contains(&self.line.word(at)))?;
        let word = self.line.word(verb);
        let words = |from: usize| (from..from + 3).map(|at| self.line.word(at)).collect::<Vec<_>>();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if matches!(word, "leap" | "ride") {
            let after = words(verb + 1);
            let glued = after[0].split_once(['x', '-', '/']);
            let (vector, last) = match (after[0], after[1], after[2]) {
                (one, ":" | "," | "x" | "/", two) if is_number(one) && is_number(two) => {
                    (format!("{one}:{two}"), verb + 3)
                }
                (one, two, _) if is_number(one) && is_number(two) => {
                    (format!("{one}:{two}"), verb + 2)
                }
                (one, ..) if is_number(one) => (String::new(), verb + 1),
                _ => match glued {
                    Some((one, two)) if is_number(one) && is_number(two) => {
                        (format!("{one}:{two}"), verb + 1)
                    }
                    _ => return None,
                },
            };
            let written =
                self.line.tokens[verb + 1].start + vector.len() == self.line.tokens[last].end;
            if self.at > last + 1 || (written && self.line.word(verb + 2) == ":") {
                return None;
            }
            let place = self.span(verb + 1, last);
            let diagnostic = Diagnostic::error(
                "E0115",
                place,
                format!("`{word}` wants two numbers with a colon"),
            )
            .label("not a leap");
            return Some(if vector.is_empty() {
                diagnostic.help(format!("write how far along and how far aside: `{word} 2:1`"))
            } else {
                diagnostic.help(format!("write `{word} {vector}`")).fix(place, vector)
            });
        }
        if !matches!(word, "step" | "slide")
            || self.kind(self.at) != Some(Kind::Number)
            || self.at > verb + 2
        {
            return None;
        }
        let number = self.word;
        let direction = if self.at == verb + 2 { self.line.word(verb + 1) } else { "forward" };
        let message =
            if word == "step" { "a step goes one square" } else { "a number alone is no limit" };
        Some(Diagnostic::error("E0115", self.here(), message).label("unexpected number").help(
            format!(
                "write `slide {direction} up to {number}` or `slide {direction} exactly {number}`"
            ),
        ))
    }

    /// Words where a text in quotes is wanted, or quotes of another kind.
    pub(super) fn quotes(&self) -> Option<Diagnostic> {
        if !self.expects(Rule::string) || self.word.is_empty() {
            return None;
        }
        let odd = self.word.starts_with(['\'', '“', '”', '„', '‘', '’', '«', '`']);
        let end = (self.at..self.line.tokens.len())
            .find(|&at| {
                self.kind(at) == Some(Kind::Note) || matches!(self.line.word(at), "=>" | "extends")
            })
            .unwrap_or(self.line.tokens.len());
        // `piece name gloss L`: only one word can be the gloss; without a letter after it, the
        // letter is what is missing.
        let end = if self.first == "piece" { self.at + 1 } else { end };
        // `option name gloss: a | b`: without a colon it is the colon that is missing.
        let colon = (self.at..end).find(|&at| self.line.word(at) == ":");
        let end = match colon {
            Some(colon) if self.first == "option" => colon,
            None if self.first == "option" && !odd => return None,
            _ => end,
        };
        let letter = self.line.word(end).chars().count() == 1 && self.kind(end) == Some(Kind::Word);
        if !odd && self.first == "piece" && !(letter && self.is_word()) {
            return None;
        }
        if end == self.at {
            return None;
        }
        let place = self.span(self.at, end - 1);
        let diagnostic = Diagnostic::error("E0106", place, "a text must stand in `\"` quotes")
            .label(if odd { "other quotes" } else { "no quotes" });
        let words = &self.line.text[self.line.tokens[self.at].start..self.line.tokens[end - 1].end];
        let bare = words.trim_matches(['\'', '“', '”', '„', '‘', '’', '«', '»', '`']);
        Some(if bare.contains('"') || (odd && self.first == "piece") {
            diagnostic.help("write `\"` before and after it")
        } else {
            diagnostic.help(format!("write `\"{bare}\"`")).fix(place, format!("\"{bare}\""))
        })
    }
}
