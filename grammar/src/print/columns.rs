//! Columns: what stands below each other in consecutive lines.

use crate::lexer::{Kind, Token};

use super::lines::{Line, Start};
use super::render::Rendered;
use super::spacing::gap;

/// No alignment may push a line beyond this.
const WIDTH: usize = 110;

/// Labels whose lengths differ by more are not aligned with each other.
const RAGGED: usize = 8;

/// For each line, the tokens that start at a column of their own (counted from the indentation).
pub(super) struct Stops(Vec<Vec<(usize, usize)>>);

impl Stops {
    /// Those of one line.
    pub(super) fn of(&self, line: usize) -> &[(usize, usize)] {
        &self.0[line]
    }
}

/// What a line begins with. Only lines of one kind are aligned with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head<'t> {
    /// `label:`
    Label,
    /// `option name:`, `state name:`, `cite Key`
    Word(&'t str),
    /// `piece name L`
    Piece,
    /// `piece name "gloss" L`
    Gloss,
    /// `define name =`
    Define,
}

/// Consecutive lines of one kind.
struct Group<'t> {
    head: Head<'t>,
    depth: usize,
    /// The lines, and the widths of their aligned parts.
    lines: Vec<(usize, Vec<usize>)>,
    /// The smallest and the largest first width.
    range: (usize, usize),
}

/// Finds the columns of labels and of the heads of pieces.
pub(super) fn stops(text: &str, lines: &[Line]) -> Stops {
    let mut stops = Stops(vec![Vec::new(); lines.len()]);
    let mut open: Vec<Group> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let ends = |group: &Group| match line.start {
            Start::Blank => group.depth >= line.depth,
            _ => group.depth > line.depth,
        };
        for group in open.extract_if(.., |group| ends(group)) {
            group.settle(text, lines, &mut stops);
        }
        if line.start != Start::Item {
            continue;
        }
        let Some((head, tokens)) = head(text, line) else { continue };
        // A definition over several lines would push its short neighbours to the right.
        if head == Head::Define
            && lines.get(number + 1).is_some_and(|next| next.start == Start::Continuation)
        {
            continue;
        }
        let widths = widths(text, line, &tokens);
        let same = |group: &Group| group.head == head && group.depth == line.depth;
        if let Some(at) = open.iter().position(same) {
            if open[at].fits(number, &widths) {
                let (low, high) = open[at].range;
                open[at].range = (low.min(widths[0]), high.max(widths[0]));
                open[at].lines.push((number, widths));
                continue;
            }
            open.swap_remove(at).settle(text, lines, &mut stops);
        }
        let range = (widths[0], widths[0]);
        open.push(Group { head, depth: line.depth, lines: vec![(number, widths)], range });
    }
    for group in open {
        group.settle(text, lines, &mut stops);
    }
    stops
}

impl Group<'_> {
    fn fits(&self, number: usize, widths: &[usize]) -> bool {
        match self.head {
            Head::Label | Head::Define => {
                let consecutive = self.head == Head::Label
                    || self.lines.last().is_some_and(|&(last, _)| last + 1 == number);
                let (low, high) = self.range;
                consecutive && high.max(widths[0]) - low.min(widths[0]) <= RAGGED
            }
            _ => true,
        }
    }

    fn settle(self, text: &str, lines: &[Line], stops: &mut Stops) {
        let mut column = 0;
        let parts = self.lines.first().map_or(0, |(_, widths)| widths.len());
        for part in 0..parts {
            column += self.lines.iter().map(|(_, widths)| widths[part]).max().unwrap_or(0) + 1;
            for &(number, _) in &self.lines {
                if let Some((_, tokens)) = head(text, &lines[number]) {
                    stops.0[number].push((tokens[part], column));
                }
            }
        }
    }
}

/// What the line begins with, and the tokens that start a new column.
fn head<'t>(text: &'t str, line: &Line) -> Option<(Head<'t>, Vec<usize>)> {
    let tokens = &line.tokens;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text(text));
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    if line.in_test {
        return None;
    }
    let after_colon =
        tokens.iter().position(|token| token.text(text) == ":").map(|colon| colon + 1);
    let (head, stops) = match word(0) {
        // A gloss would push the values of its neighbours to the right.
        "option" if kind(2) == Some(Kind::String) => return None,
        first @ ("option" | "state" | "mark" | "memory") => (Head::Word(first), vec![after_colon?]),
        "cite" => (Head::Word("cite"), vec![2]),
        "define" => {
            let equals = tokens.iter().position(|token| token.text(text) == "=")?;
            let block = tokens[..equals].iter().any(|token| token.text(text) == "{");
            (Head::Define, if block { return None } else { vec![equals] })
        }
        "piece" if kind(2) == Some(Kind::String) => (Head::Gloss, vec![2, 3]),
        "piece" => (Head::Piece, vec![2]),
        _ => {
            // A label is a name, or names with dots, and a colon.
            let colon = after_colon? - 1;
            let label = |token: &Token| token.kind == Kind::Word || token.text(text) == ".";
            let labelled = colon % 2 == 1 && tokens[..colon].iter().all(label);
            (Head::Label, if labelled { vec![colon + 1] } else { return None })
        }
    };
    stops.iter().all(|&stop| stop < tokens.len()).then_some((head, stops))
}

/// How wide the parts before each stop are.
fn widths(text: &str, line: &Line, stops: &[usize]) -> Vec<usize> {
    let mut from = 0;
    stops
        .iter()
        .map(|&stop| {
            let width = (from..stop)
                .map(|at| {
                    let blanks = if at == from { 0 } else { gap(text, line, at).len() };
                    blanks + line.tokens[at].text(text).chars().count()
                })
                .sum();
            from = stop;
            width
        })
        .collect()
}

/// Puts the trailing `if` of consecutive lines below each other.
pub(super) fn align_conditions(lines: &mut [Rendered]) {
    for group in
        lines.chunk_by_mut(|above, below| above.condition.is_some() && below.condition.is_some())
    {
        let column = |line: &Rendered| line.condition.map(|at| line.text[..at].chars().count());
        let target = group.iter().filter_map(column).max().unwrap_or(0);
        let width = |line: &Rendered| {
            line.text.chars().count() + target - column(line).unwrap_or(target)
                + line.tail.chars().count()
        };
        if group.len() < 2 || group.iter().map(width).max().unwrap_or(0) > WIDTH {
            continue;
        }
        for line in group {
            if let (Some(at), Some(column)) = (line.condition, column(line)) {
                line.text.insert_str(at, &" ".repeat(target - column));
            }
        }
    }
}

/// The columns in which sources and comments may stand. One column serves a whole file, since
/// they are read down the page; these leave room for most lines and for the sources.
const TAILS: [usize; 3] = [46, 56, 66];

/// How many of a hundred lines must leave their column's room free.
const MOST: usize = 55;

/// Joins the lines, with sources and comments in their column where the line leaves room.
pub(super) fn with_tails(lines: &[Rendered]) -> String {
    let column = tail_column(lines);
    let mut out = String::new();
    let mut blank = true;
    for line in lines {
        if line.text.is_empty() && line.tail.is_empty() {
            // One empty line is kept, none at the start.
            if !blank {
                out.push('\n');
            }
            blank = true;
            continue;
        }
        blank = false;
        out.push_str(&line.text);
        if !line.tail.is_empty() {
            let width = line.text.chars().count();
            let start = if width + 2 <= column { column } else { width + 3 };
            let start = if line.text.trim().is_empty() { width } else { start };
            out.extend(std::iter::repeat_n(' ', start - width));
            out.push_str(&line.tail.replace('\n', &format!("\n{}", " ".repeat(start + 1))));
        }
        out.push('\n');
    }
    // The last line that was kept empty would be one at the end.
    if blank && out.ends_with("\n\n") {
        out.pop();
    }
    out
}

fn tail_column(lines: &[Rendered]) -> usize {
    let widths: Vec<usize> = lines
        .iter()
        .filter(|line| !line.tail.is_empty())
        .map(|line| line.text.chars().count())
        .collect();
    let fits = |column: usize| widths.iter().filter(|&&width| width + 2 <= column).count();
    TAILS.into_iter().find(|&column| fits(column) * 100 >= widths.len() * MOST).unwrap_or(TAILS[0])
}
