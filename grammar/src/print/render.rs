//! Lines of tokens to lines of text.

use crate::lexer::{Kind, Token};

use super::columns::Stops;
use super::lines::{Line, Start};
use super::spacing::gap;

/// A line without its tail.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    /// Its text with the indentation.
    pub(super) text: String,
    /// Where a trailing `if` starts, in bytes, if the line ends with it.
    pub(super) condition: Option<usize>,
    /// Trailing sources and a comment.
    pub(super) tail: String,
}

/// Where the lines that go on with an item are indented.
#[derive(Default)]
struct Context {
    /// Where the item begins.
    item: usize,
    /// Where its body begins, after the label.
    body: Option<usize>,
    /// Where its effects begin, after the arrow.
    effects: Option<usize>,
    /// Behind each open bracket.
    rounds: Vec<usize>,
    /// Whether the last token was a comma.
    after_comma: bool,
}

impl Context {
    /// Further right there is no room left for what the line says.
    const RIGHTMOST: usize = 60;

    fn column(&self) -> usize {
        let aligned = match self.rounds.last() {
            Some(&round) => Some(round),
            None if self.after_comma => self.effects.or(self.body),
            None => self.body,
        };
        aligned.filter(|&column| column <= Self::RIGHTMOST).unwrap_or(self.item + 4)
    }
}

/// Writes the lines, without their tails in place.
pub(super) fn render(text: &str, lines: &[Line], stops: &Stops) -> Vec<Rendered> {
    let mut context = Context::default();
    let mut rendered = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let indent = match line.start {
            Start::Item | Start::Comment { inside: false } => line.depth * 2,
            Start::Continuation | Start::Comment { inside: true } => context.column(),
            Start::Blank => 0,
        };
        if line.start == Start::Item {
            context = Context { item: indent, ..Context::default() };
        }
        rendered.push(render_line(text, line, stops.of(number), indent, &mut context));
    }
    rendered
}

fn render_line(
    text: &str,
    line: &Line,
    stops: &[(usize, usize)],
    indent: usize,
    context: &mut Context,
) -> Rendered {
    let mut out = " ".repeat(indent);
    let mut column = indent;
    let mut condition = None;
    let mut before = "";
    // Its brackets hold settings.
    let is_game = line.tokens.first().is_some_and(|token| token.text(text) == "game");
    for (at, token) in line.tokens.iter().enumerate() {
        let word = token.text(text);
        let sources;
        let word = if token.kind == Kind::Note && !is_game && !word.contains('\n') {
            sources = note(word);
            &sources
        } else {
            word
        };
        if at > 0 {
            let stop = stops.iter().find(|&&(token, _)| token == at);
            let blanks = match stop {
                Some(&(_, stop)) => (indent + stop).saturating_sub(column).max(1),
                None => gap(text, line, at).len(),
            };
            out.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
        match before {
            ":" if context.rounds.is_empty() && token.kind != Kind::Number => {
                context.body = Some(column);
                context.effects = None;
            }
            "=>" => context.effects = Some(column),
            "{" | ";" => {
                *context = Context { item: column, ..Context::default() };
            }
            _ => {}
        }
        if word == "if" && at > 0 && context.rounds.is_empty() && before != "{" && before != ";" {
            condition = Some(out.len());
        }
        out.push_str(word);
        column += word.chars().count();
        match word {
            "(" => context.rounds.push(column),
            ")" => drop(context.rounds.pop()),
            "{" | "}" => condition = None,
            _ => {}
        }
        context.after_comma = word == ",";
        before = token.text(text);
    }
    if !context.rounds.is_empty() {
        condition = None;
    }
    let is_comment = matches!(line.start, Start::Comment { .. });
    let tail = tail(text, &line.tail);
    if is_comment {
        return Rendered { text: out + &tail, ..Rendered::default() };
    }
    Rendered { text: out, condition, tail }
}

fn tail(text: &str, tokens: &[Token]) -> String {
    let parts: Vec<String> = tokens
        .iter()
        .map(|token| match token.kind {
            Kind::Note => note(token.text(text)),
            _ => token.text(text).trim_end().to_owned(),
        })
        .collect();
    parts.join("  ")
}

/// Sources with one blank after each `;`, or the line's end if the author has one there.
fn note(text: &str) -> String {
    let inner = text.trim_start_matches('[').trim_end_matches(']');
    let mut out = String::from("[");
    for (number, source) in inner.split(';').enumerate() {
        if number > 0 {
            let blanks = &source[..source.len() - source.trim_start().len()];
            out.push_str(if blanks.contains(['\n', '\r']) { ";\n" } else { "; " });
        }
        out.push_str(source.trim());
    }
    out + "]"
}
