//! Where each cell lies, and what is part of a position's identity.

use chator_rules::{CellId, Life};

use crate::compiled::bits::Bits;
use crate::compiled::program::Program;
use crate::game::Shape;

use super::page::Page;
use super::words::{Words, join};

/// What a list of clauses is cut off at.
const MOST_READERS: usize = 6;

pub(super) fn cells<B: Bits>(page: &mut Page, program: &Program<B>, words: Words<'_>) {
    if words.game.cells.is_empty() {
        return;
    }
    page.head("cells");
    for id in 0..words.game.cells.len() {
        let cell = CellId(id as u16);
        let (table, places) = (words.game.cell(cell), words.layout.cell(cell));
        let per = match places.shape {
            Shape::Game => "of the game",
            Shape::Player => "of each player",
            Shape::Man => "of each man",
            Shape::Square if table.flag => "of squares",
            Shape::Square => "of each square",
            Shape::Stock => "of each player and kind",
        };
        let values = match (places.shape, table.flag) {
            (_, true) => "flag".to_owned(),
            (Shape::Stock, _) => "stock".to_owned(),
            _ => format!("number {}-{}", places.low, places.high),
        };
        let holders = match places.shape {
            Shape::Man => format!(" ({})", words.kinds(places.holders)),
            _ => String::new(),
        };
        let place = match places.shape {
            Shape::Game => range("slot", places.slot, 1),
            Shape::Player => range("slot", places.slot, words.layout.players),
            Shape::Stock => range("slot", places.slot, words.layout.players * places.width),
            Shape::Man | Shape::Square => range("plane", places.plane, places.digits),
        };
        let start = match (table.flag, places.start) {
            (_, 0) => String::new(),
            (true, _) => ", set at the start, so the plane holds where it is not".to_owned(),
            (false, start) => format!(", {start} at the start"),
        };
        let start = match places.shape {
            Shape::Man | Shape::Square => start,
            _ => start.replace(", so the plane holds where it is not", ""),
        };
        let life = match places.life {
            Life::State => "in the key".to_owned(),
            Life::Memory => "not in the key".to_owned(),
            Life::Mark => mark(program, words, cell),
        };
        let text = format!("{values} {per}{holders}{start}; {place}; {life}");
        page.fact(&words.cell(cell), &text);
    }
}

/// A mark is in the key while a move that reads it is legal.
fn mark<B: Bits>(program: &Program<B>, words: Words<'_>, cell: CellId) -> String {
    let Some(mark) = program.marks.iter().find(|mark| mark.cell == cell) else {
        return "a mark".to_owned();
    };
    let mut readers =
        join(&mark.readers[..mark.readers.len().min(MOST_READERS)], ", ", |&clause| {
            words.clause(clause)
        });
    if mark.readers.len() > MOST_READERS {
        readers += &format!(" and {} more", mark.readers.len() - MOST_READERS);
    }
    let later = if mark.read_after_moves { ", or what is asked after moves" } else { "" };
    match readers.as_str() {
        "" if mark.read_after_moves => "mark, read after moves".to_owned(),
        "" => "mark, read by nobody".to_owned(),
        _ => format!("mark, in the key while read by a legal {readers}{later}"),
    }
}

fn range(what: &str, first: usize, count: usize) -> String {
    match count {
        0 => format!("no {what}"),
        1 => format!("{what} {first}"),
        _ => format!("{what}s {first}-{}", first + count - 1),
    }
}
