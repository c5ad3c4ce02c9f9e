//! What people mistype, and what to tell them. Each check looks at a broken line where the
//! parser stopped; the first that knows better than "expected this, found that" speaks.

use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::phrases::{
    EXPECTATIONS, HEADS, LINES, PHRASES, TEST_LINES, VERBS, first_words, form, human, is_minor,
    is_reserved, keyword, nearest,
};
use crate::source::Span;
use crate::syntax::Rule;

use super::broken::Broken;

/// Bytes of the mended text to a place in the file.
type Place<'p> = &'p dyn Fn(usize, usize) -> Span;

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

    fn foreign_sign(&self) -> Option<Diagnostic> {
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
    fn wrong_arrow(&self) -> Option<Diagnostic> {
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
    fn full_stop(&self) -> Option<Diagnostic> {
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

    /// The word that should say what the line is.
    fn first_word(&self) -> Option<Diagnostic> {
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

    fn first_word_of_test(&self) -> Option<Diagnostic> {
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
    fn reserved_name(&self) -> Option<Diagnostic> {
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

    /// Numbers where a leap or a limit is wanted.
    fn vector(&self) -> Option<Diagnostic> {
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
    fn quotes(&self) -> Option<Diagnostic> {
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

    fn misspelt(&self) -> Option<Diagnostic> {
        // A name alone is an effect too, so the parser stopped one word later.
        let verb = self.at.checked_sub(1)?;
        let begins = verb.checked_sub(1).is_some_and(|at| matches!(self.line.word(at), "=>" | ","));
        if begins && self.before("=>").is_some() && !matches!(self.word, "=" | "of" | "(" | ",") {
            if let Some(word) = nearest(self.line.word(verb), EFFECTS) {
                return Some(self.did_you_mean(verb, word));
            }
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

    fn did_you_mean(&self, at: usize, word: &str) -> Diagnostic {
        let written = self.line.word(at);
        Diagnostic::error("E0102", self.span(at, at), format!("unknown word `{written}`"))
            .label("not a word of the language")
            .help(format!("did you mean `{word}`?"))
            .fix(self.span(at, at), word)
    }

    /// `if` asks the options, once; `when` asks the position, at every move.
    fn if_or_when(&self) -> Option<Diagnostic> {
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
        if self.word == "when" && matches!(self.first, "use" | "start" | "remove" | "text")
            || self.word == "when" && self.before("use").is_some()
        {
            return Some(
                Diagnostic::error("E0113", self.here(), "`when` cannot stand here")
                    .label("did you mean `if`?")
                    .help(format!("{difference}; a condition on the position belongs in the definition that is used")),
            );
        }
        None
    }

    /// Parts in the wrong order: phrases, then effects, then `if`, then sources.
    fn order(&self) -> Option<Diagnostic> {
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
                    .help("sources may follow a clause, `start`, `define`, `use`, `state` or `remove`; elsewhere use a comment"),
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

    /// `=>` forgotten.
    fn arrow(&self) -> Option<Diagnostic> {
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

    fn colon(&self) -> Option<Diagnostic> {
        let declares = matches!(self.first, "option" | "state" | "mark" | "memory") && self.at == 2;
        let piece = self.first == "piece" && HEADS.contains(&self.word);
        let expect = self.first == "expect" && self.at > 0;
        let wanted = self.expects(Rule::k_colon) && (declares || piece || expect);
        let stands =
            self.kind(self.at).is_some_and(|kind| kind != Kind::Sign && kind != Kind::Note);
        (wanted && stands).then(|| self.missing_colon(self.at - 1, "before what follows"))
    }

    fn missing_colon(&self, after: usize, place: &str) -> Diagnostic {
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

    /// Something new begins where the line is complete.
    fn next_line(&self) -> Option<Diagnostic> {
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

    /// A comma where words join.
    fn comma(&self) -> Option<Diagnostic> {
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
        let form = format!("the form is {}", form(self.first, self.line.in_test));
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
