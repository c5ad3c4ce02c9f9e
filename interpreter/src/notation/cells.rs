//! The values of cells as text, both ways.

use chator_rules::{CellId, CellType, Life, Per, PlayerId, Set, Square};
use indexmap::IndexMap;

use crate::eval::View;
use crate::game::{Game, Shape, Tables, player_letter};
use crate::key;
use crate::state::State;

/// Nothing set, or everything at its start.
pub(crate) const NONE: &str = "-";

/// Between the numbers of the players.
const PLUS: &str = "+";

/// What is wrong with a value, and what would have been right.
pub(crate) struct Fault {
    /// Where in the value, in bytes, and how long.
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
}

fn fault(whole: &str, part: &str, message: String, expected: Option<String>) -> Fault {
    let at = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len());
    Fault { at, len: part.len(), message, expected }
}

/// Is every value of the cell at its start?
pub(crate) fn at_start(game: &Tables, state: &State, cell: CellId) -> bool {
    let table = game.cell(cell);
    slots(game, state, cell).iter().all(|&value| value == table.start)
}

/// Does the position text say anything about the cell?
pub(crate) fn is_said(game: &Tables, state: &State, cell: CellId) -> bool {
    !at_start(game, state, cell)
        && (game.cell(cell).life != Life::Mark || key::is_live(game, state, cell))
}

fn slots<'s>(game: &Tables, state: &'s State, cell: CellId) -> &'s [i32] {
    let table = game.cell(cell);
    &state.slots[table.offset..table.offset + table.count]
}

fn is_squares(game: &Tables, cell: CellId) -> bool {
    game.rules.cells[usize::from(cell.0)].ty == CellType::Squares
}

/// A number for each player: a field of its own gives all of them, in order of play.
fn is_numbers(game: &Tables, cell: CellId) -> bool {
    let table = game.cell(cell);
    table.shape == Shape::Player && !table.flag
}

/// All values, as after `name=`.
pub(crate) fn cell_text(game: &Tables, state: &State, cell: CellId) -> String {
    let table = game.cell(cell);
    let values = slots(game, state, cell);
    let sides = single_letters(game);
    let entries: Vec<String> = match (table.shape, table.flag) {
        (Shape::Game, true) => return if values[0] != 0 { "yes" } else { "no" }.to_owned(),
        (Shape::Game, false) => return values[0].to_string(),
        (Shape::Stock, _) => {
            let men = stock_text(game, state, cell);
            return if men.is_empty() { NONE.to_owned() } else { men };
        }
        (Shape::Player, true) => {
            let set = game.all_players().filter(|p| values[usize::from(p.0)] != 0);
            set.map(|player| game.player(player).side.clone()).collect()
        }
        (Shape::Player, false) => {
            let set = game.all_players().filter(|p| values[usize::from(p.0)] != table.start);
            set.map(|p| format!("{}:{}", game.player(p).side, values[usize::from(p.0)])).collect()
        }
        (Shape::Man | Shape::Square, flag) => {
            let view = View::new(game, state, state.to_move);
            let shown = |&s: &Square| {
                let value = values[usize::from(s)];
                let set = if flag { value != 0 } else { value != table.start };
                set && (table.shape == Shape::Square || view.has(cell, s))
            };
            let name = |s: Square| match (flag, &game.geometry.names[usize::from(s)]) {
                (true, name) => name.clone(),
                (false, name) => format!("{name}:{}", values[usize::from(s)]),
            };
            game.all_squares().filter(shown).map(name).collect()
        }
    };
    if entries.is_empty() {
        return NONE.to_owned();
    }
    let glue = if table.shape == Shape::Player && table.flag && sides { "" } else { "," };
    entries.join(glue)
}

/// The men of a stock, each by its letter: player by player, in the order in which the types
/// are declared.
pub(crate) fn stock_text(game: &Tables, state: &State, cell: CellId) -> String {
    let Per::Stock(kinds) = &game.rules.cells[usize::from(cell.0)].per else {
        return String::new();
    };
    let mut text = String::new();
    for player in game.all_players() {
        for &kind in kinds {
            let held =
                usize::try_from(state.slots[game.held_slot(cell, kind, player)]).unwrap_or(0);
            let letter = &game.rules.kinds[usize::from(kind.0)].letter;
            text.extend(std::iter::repeat_n(player_letter(letter, player), held));
        }
    }
    text
}

/// Reads the men of a stock.
pub(crate) fn read_stock(
    game: &Game,
    state: &mut State,
    cell: CellId,
    text: &str,
) -> Result<(), Fault> {
    let tables = &*game.0;
    let table = tables.cell(cell);
    state.slots[table.offset..table.offset + table.count].fill(table.start);
    let mut rest = if text == NONE { "" } else { text };
    while let Some(next) = rest.chars().next() {
        let found = super::text::man(tables, rest);
        let held =
            found.filter(|(man, _)| !man.is_neutral() && table.kinds[usize::from(man.kind().0)]);
        let Some((man, length)) = held else {
            let part = &rest[..found.map_or(next.len_utf8(), |(_, length)| length)];
            let letters = table.kinds.iter().enumerate().filter(|(_, held)| **held);
            let letters: String =
                letters.map(|(kind, _)| tables.rules.kinds[kind].letter.as_str()).collect();
            let message = format!("`{part}` cannot lie there");
            return Err(fault(text, part, message, Some(format!("letters of {letters}"))));
        };
        let slot = tables.held_slot(cell, man.kind(), man.player());
        state.slots[slot] = (state.slots[slot] + 1).min(table.high);
        rest = &rest[length..];
    }
    Ok(())
}

/// Is every side's text one letter?
fn single_letters(game: &Tables) -> bool {
    game.players_table.iter().all(|player| player.side.chars().count() == 1)
}

/// The cell as a field of its own, and whether that says everything about it.
pub(crate) fn field_text(game: &Tables, state: &State, cell: CellId) -> (String, bool) {
    let table = game.cell(cell);
    if !game.rules.cells[usize::from(cell.0)].letters.is_empty() {
        return letters_text(game, state, cell);
    }
    if table.shape == Shape::Game && !table.flag {
        return (cell_text(game, state, cell), true);
    }
    if is_numbers(game, cell) {
        let values: Vec<String> = slots(game, state, cell).iter().map(i32::to_string).collect();
        return (values.join(PLUS), true);
    }
    // Of flags that are set at the start, `-` would say that none is.
    let set_at_start = table.flag && table.start != 0 && table.shape != Shape::Game;
    if !is_said(game, state, cell) && !set_at_start {
        return (NONE.to_owned(), true);
    }
    if is_squares(game, cell) {
        let set = game.all_squares().filter(|&s| slots(game, state, cell)[usize::from(s)] != 0);
        let names: Vec<&String> = set.map(|s| &game.geometry.names[usize::from(s)]).collect();
        return (names[0].clone(), names.len() == 1);
    }
    (cell_text(game, state, cell), true)
}

/// Every letter of a cell, each once, with the player and the square it stands for: the first
/// square with a man of his who can have the cell, or else the first that the letter names.
fn letters(game: &Tables, state: &State, cell: CellId) -> Vec<(String, PlayerId, Option<Square>)> {
    let declared = &game.rules.cells[usize::from(cell.0)].letters;
    let of = |player: PlayerId| {
        let view = View::new(game, state, player);
        let letter = move |(letter, set): &(String, Set)| {
            if !letter.is_empty() {
                return vec![(player_letter(letter, player), player, view.first(set))];
            }
            // The letters of the files, the last one first, as other programs have them.
            let mut squares: Vec<Square> = view.eval(set).iter().collect();
            squares.sort_by_key(|&s| std::cmp::Reverse(game.geometry.file[usize::from(s)]));
            let name = |s: Square| {
                &game.geometry.file_names[usize::from(game.geometry.file[usize::from(s)])]
            };
            squares.into_iter().map(|s| (player_letter(name(s), player), player, Some(s))).collect()
        };
        declared.iter().flat_map(letter)
    };
    let mut all: IndexMap<String, (PlayerId, Option<Square>)> = IndexMap::new();
    for (letter, player, square) in game.all_players().flat_map(of) {
        let known = all.entry(letter).or_insert((player, square));
        if holder(game, state, cell, known.0, known.1).is_none()
            && holder(game, state, cell, player, square).is_some()
        {
            *known = (player, square);
        }
    }
    all.into_iter().map(|(letter, (player, square))| (letter, player, square)).collect()
}

/// The square, if a man of the player's who can have the cell stands there.
fn holder(
    game: &Tables,
    state: &State,
    cell: CellId,
    player: PlayerId,
    square: Option<Square>,
) -> Option<Square> {
    let view = View::new(game, state, player);
    square.filter(|&s| view.own_at(s) && view.has(cell, s))
}

fn letters_text(game: &Tables, state: &State, cell: CellId) -> (String, bool) {
    let view = View::new(game, state, state.to_move);
    let set = |s: Square| {
        let has = game.cell(cell).shape == Shape::Square || view.has(cell, s);
        has && slots(game, state, cell)[usize::from(s)] != 0
    };
    let mut said = Vec::new();
    let mut text = String::new();
    for (letter, player, square) in letters(game, state, cell) {
        if let Some(square) = square
            && set(square)
            && !said.contains(&square)
            && state.man(square).belongs_to(player)
        {
            text += &letter;
            said.push(square);
        }
    }
    let whole = game.all_squares().filter(|&s| set(s)).all(|s| said.contains(&s));
    (if text.is_empty() { NONE.to_owned() } else { text }, whole)
}

/// Reads a field of its own.
pub(crate) fn read_field(
    game: &Game,
    state: &mut State,
    cell: CellId,
    text: &str,
) -> Result<(), Fault> {
    let tables = &*game.0;
    if is_numbers(tables, cell) && text.contains(PLUS) {
        return read_numbers(tables, state, cell, text);
    }
    if tables.rules.cells[usize::from(cell.0)].letters.is_empty() {
        return read_value(game, state, cell, text);
    }
    clear(tables, state, cell);
    if text == NONE {
        return Ok(());
    }
    let mut known = letters(tables, state, cell);
    known.sort_by_key(|letter| std::cmp::Reverse(letter.0.len()));
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let Some((letter, player, square)) = known.iter().find(|l| rest.starts_with(&l.0)) else {
            let part = &rest[..next.len_utf8()];
            let words: Vec<String> =
                letters(tables, state, cell).into_iter().map(|letter| letter.0).collect();
            let expected = format!("letters of {}, or `-`", words.concat());
            return Err(fault(text, part, format!("`{part}` is no letter of it"), Some(expected)));
        };
        let Some(holder) = holder(tables, state, cell, *player, *square) else {
            let kinds = tables.cell(cell).kinds.iter().enumerate().filter(|(_, has)| **has);
            let names: Vec<&str> =
                kinds.map(|(kind, _)| game.kind_name(chator_rules::KindId(kind as u16))).collect();
            let place = square.map_or("anywhere", |s| &tables.geometry.names[usize::from(s)]);
            let message =
                format!("no {} of {} on {place}", names.join(" or "), game.player_name(*player));
            return Err(fault(text, &rest[..letter.len()], message, None));
        };
        let slot = tables.cell(cell).offset + usize::from(holder);
        state.slots[slot] = 1;
        rest = &rest[letter.len()..];
    }
    Ok(())
}

/// Flags that are not named are not set; numbers that are not named are at their start.
fn clear(game: &Tables, state: &mut State, cell: CellId) {
    let table = game.cell(cell);
    for i in 0..table.count {
        let holds = table.shape != Shape::Man
            || View::new(game, state, state.to_move).has(cell, i as Square);
        state.slots[table.offset + i] = if table.flag && holds { 0 } else { table.start };
    }
}

fn read_number(game: &Tables, cell: CellId, whole: &str, part: &str) -> Result<i32, Fault> {
    let table = game.cell(cell);
    let value = part.parse().ok().filter(|value| (table.low..=table.high).contains(value));
    value.ok_or_else(|| {
        let expected = format!("a number from {} to {}", table.low, table.high);
        fault(whole, part, format!("`{part}` is out of range"), Some(expected))
    })
}

/// Reads a number for each player, in order of play.
fn read_numbers(game: &Tables, state: &mut State, cell: CellId, text: &str) -> Result<(), Fault> {
    let table = game.cell(cell);
    let parts: Vec<&str> = text.split(PLUS).collect();
    if parts.len() != table.count {
        let expected = Some(format!("{} numbers, parted by `{PLUS}`", table.count));
        return Err(fault(text, text, format!("{} numbers", parts.len()), expected));
    }
    for (i, part) in parts.into_iter().enumerate() {
        state.slots[table.offset + i] = read_number(game, cell, text, part)?;
    }
    Ok(())
}

/// Reads all values, as after `name=`.
pub(crate) fn read_value(
    game: &Game,
    state: &mut State,
    cell: CellId,
    text: &str,
) -> Result<(), Fault> {
    let tables = &*game.0;
    let table = tables.cell(cell);
    let number = |part: &str| read_number(tables, cell, text, part);
    if table.shape == Shape::Stock {
        return read_stock(game, state, cell, text);
    }
    if table.shape == Shape::Game {
        let value = match text {
            NONE => table.start,
            "yes" if table.flag => 1,
            "no" if table.flag => 0,
            _ if table.flag => {
                let expected = Some("`yes` or `no`".to_owned());
                return Err(fault(text, text, format!("`{text}` is no value of it"), expected));
            }
            _ => number(text)?,
        };
        state.slots[table.offset] = value;
        return Ok(());
    }
    clear(tables, state, cell);
    if text == NONE {
        return Ok(());
    }
    let entries: Vec<&str> = if table.shape == Shape::Player && table.flag && single_letters(tables)
    {
        text.char_indices().map(|(i, c)| &text[i..i + c.len_utf8()]).collect()
    } else {
        text.split(',').collect()
    };
    let mut seen = Vec::new();
    for entry in entries {
        let (name, value) = match entry.split_once(':') {
            Some((name, value)) if !table.flag => (name, number(value)?),
            None if table.flag => (entry, 1),
            _ => {
                let expected = if table.flag { "a name" } else { "`name:number`" };
                let message = format!("`{entry}` is no value of it");
                return Err(fault(text, entry, message, Some(expected.to_owned())));
            }
        };
        let place = place(game, state, cell, name)
            .map_err(|(message, expected)| fault(text, &entry[..name.len()], message, expected))?;
        if seen.contains(&place) {
            return Err(fault(text, entry, format!("`{name}` is said twice"), None));
        }
        seen.push(place);
        state.slots[table.offset + place] = value;
    }
    Ok(())
}

/// Which of a cell's slots a name means.
fn place(
    game: &Game,
    state: &State,
    cell: CellId,
    name: &str,
) -> Result<usize, (String, Option<String>)> {
    let tables = &*game.0;
    if tables.cell(cell).shape == Shape::Player {
        let sides: Vec<&str> = tables.players_table.iter().map(|p| p.side.as_str()).collect();
        let found = sides.iter().position(|side| *side == name);
        let expected = format!("sides of {}, or `-`", sides.join(", "));
        return found.ok_or_else(|| (format!("`{name}` is no side"), Some(expected)));
    }
    let Some(square) = tables.geometry.square(name) else {
        let expected = Some("squares, or `-`".to_owned());
        return Err((format!("`{name}` is no square of the board"), expected));
    };
    let view = View::new(tables, state, state.to_move);
    if tables.cell(cell).shape == Shape::Man && !view.has(cell, square) {
        return Err((format!("no man on {name} can have it"), None));
    }
    Ok(square.into())
}
