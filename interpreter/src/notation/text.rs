//! Positions as text: the board, the side to move, the declared fields, and `name=value` for
//! every other cell that is not at its start.

use std::fmt;
use std::fmt::Write as _;
use std::ops::Range;

use chator_rules::{CellId, KindId, PlayerId, Square, TextField};

use super::cells::{self, Fault};
use super::near::near;
use crate::game::{Game, PlayerTable, Tables};
use crate::setup::Setup;
use crate::state::{Man, State};

/// The longest text that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Why a text says nothing about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The field: `board`, `side`, the name of a cell, …
    pub field: String,
    /// Where in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would have been right, if there is more to say.
    pub expected: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.field, self.span.start, self.message)?;
        match &self.expected {
            Some(expected) => write!(f, ": expected {expected}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TextError {}

/// A state as text.
pub(crate) fn write(game: &Tables, state: &State) -> String {
    let mut said = vec![false; game.cells.len()];
    let mut text = board_text(game, state, &mut said);
    text.push(' ');
    text += &game.player(state.to_move).side;
    for field in fields(game) {
        text.push(' ');
        match *field {
            TextField::Beside(_) | TextField::Sign(..) => {}
            TextField::Cell(cell) => {
                let (value, whole) = cells::field_text(game, state, cell);
                text += &value;
                said[usize::from(cell.0)] |= whole;
            }
            TextField::MoveNumber => text += &state.number.to_string(),
            TextField::Unused => text += cells::NONE,
        }
    }
    for (id, name) in game.rules.cells.keys().enumerate() {
        let cell = CellId(id as u16);
        if !said[id] && cells::is_said(game, state, cell) {
            let written = write!(text, " {name}={}", cells::cell_text(game, state, cell));
            debug_assert!(written.is_ok());
        }
    }
    if state.again {
        text += " again=yes";
    }
    text
}

/// The fields of a text after the side to move.
fn fields(game: &Tables) -> impl Iterator<Item = &TextField> {
    let fields = game.rules.text.iter();
    fields.filter(|field| !matches!(field, TextField::Beside(_) | TextField::Sign(..)))
}

/// The stock that stands in brackets behind the board.
fn beside(game: &Tables) -> Option<CellId> {
    game.rules.text.iter().find_map(|field| match *field {
        TextField::Beside(stock) => Some(stock),
        _ => None,
    })
}

/// The signs behind letters, each with its flag.
fn signs(game: &Tables) -> impl Iterator<Item = (CellId, char)> {
    game.rules.text.iter().filter_map(|field| match *field {
        TextField::Sign(flag, sign) => Some((flag, sign)),
        _ => None,
    })
}

/// The men, what is seen on their letters, and who lies beside the board.
fn board_text(game: &Tables, state: &State, said: &mut [bool]) -> String {
    let mut rows = Vec::new();
    for row in &game.rows {
        let mut text = String::new();
        let mut gap = 0;
        for &square in row {
            let man = state.man(square);
            if man.is_nobody() {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text += &letter(game, man);
            for (flag, sign) in signs(game) {
                said[usize::from(flag.0)] = true;
                let table = game.cell(flag);
                let has = table.kinds[usize::from(man.kind().0)];
                if has && state.slots[table.offset + usize::from(square)] != 0 {
                    text.push(sign);
                }
            }
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        rows.push(text);
    }
    let mut text = rows.join("/");
    if let Some(stock) = beside(game) {
        said[usize::from(stock.0)] = true;
        let written = write!(text, "[{}]", cells::stock_text(game, state, stock));
        debug_assert!(written.is_ok());
    }
    text
}

fn letter(game: &Tables, man: Man) -> String {
    if man.is_neutral() {
        return game.rules.kinds[usize::from(man.kind().0)].letter.clone();
    }
    let letters = &game.player(man.player()).letters;
    letters
        .iter()
        .find(|(_, kind)| *kind == man.kind())
        .map_or("?", |(letter, _)| letter)
        .to_owned()
}

/// Reads a text.
pub(crate) fn read(game: &Game, text: &str) -> Result<Setup, TextError> {
    let tables = &*game.0;
    if text.len() > MOST_BYTES {
        return Err(TextError {
            field: "text".to_owned(),
            span: MOST_BYTES..text.len(),
            message: format!("{} bytes are too long", text.len()),
            expected: Some(format!("at most {MOST_BYTES} bytes")),
        });
    }
    let mut reader = Reader {
        game,
        text,
        state: State {
            men: vec![Man::NOBODY; tables.squares],
            slots: tables.blank.clone(),
            to_move: PlayerId(0),
            again: false,
            number: 1,
        },
        notes: Vec::new(),
    };
    reader.read()?;
    Ok(Setup { game: game.clone(), state: reader.state, notes: reader.notes })
}

struct Reader<'r> {
    game: &'r Game,
    text: &'r str,
    state: State,
    notes: Vec<String>,
}

impl<'r> Reader<'r> {
    /// The words of the text, by the way they were written.
    fn words(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        self.text.split_ascii_whitespace()
    }

    fn read(&mut self) -> Result<(), TextError> {
        let mut words = self.words();
        let end = self.text.trim_end().len();
        let missing = &self.text[end..end];
        let board = words.next().unwrap_or(missing);
        self.board(board)?;
        self.side(words.next().unwrap_or(missing))?;
        let mut fields = fields(&self.game.0);
        let mut named = false;
        let mut seen = Vec::new();
        // Men in brackets have been read, and say all about their stock.
        if let Some(stock) = beside(&self.game.0).filter(|_| board.contains('[')) {
            seen.push(self.cell_name(stock));
        }
        for word in words {
            if let Some((name, value)) = word.split_once('=') {
                named = true;
                if seen.contains(&name) {
                    return Err(self.error(name, word, format!("`{name}` is said twice"), None));
                }
                seen.push(name);
                self.named(name, value)?;
                continue;
            }
            let Some(field) = fields.next().filter(|_| !named) else {
                let message = format!("`{word}` is too much");
                let expected = Some("`name=value` or nothing more".to_owned());
                return Err(self.error("text", word, message, expected));
            };
            match *field {
                TextField::Cell(cell) => {
                    let name = self.cell_name(cell);
                    cells::read_field(self.game, &mut self.state, cell, word)
                        .map_err(|fault| self.fault(name, word, fault))?;
                }
                // Other programs leave counters out with a stroke.
                TextField::MoveNumber if word == cells::NONE => {}
                TextField::MoveNumber => self.number(word)?,
                TextField::Unused if word != cells::NONE => {
                    self.notes.push(format!("`{word}` means nothing in this game"));
                }
                TextField::Unused | TextField::Beside(_) | TextField::Sign(..) => {}
            }
        }
        Ok(())
    }

    fn cell_name(&self, cell: CellId) -> &'r str {
        self.game.rules().cells.get_index(cell.0.into()).map_or("", |(name, _)| name)
    }

    fn error(
        &self,
        field: &str,
        part: &str,
        message: String,
        expected: Option<String>,
    ) -> TextError {
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let at = at.min(self.text.len());
        let span = at..(at + part.len()).min(self.text.len());
        let (message, expected) = match part.find(';') {
            Some(_) => {
                let message = "`;` and what follows it is no part of a position".to_owned();
                (message, Some("the text without `;`".to_owned()))
            }
            None => (message, expected),
        };
        TextError { field: field.to_owned(), span, message, expected }
    }

    fn fault(&self, field: &str, value: &str, fault: Fault) -> TextError {
        let part = value.get(fault.at..fault.at + fault.len).unwrap_or(value);
        let part = if value.contains(';') { value } else { part };
        self.error(field, part, fault.message, fault.expected)
    }

    fn board(&mut self, text: &str) -> Result<(), TextError> {
        let tables = &*self.game.0;
        let text = self.beside(text)?;
        let rows = text.split('/').count();
        if rows != tables.rows.len() {
            let message = format!("{rows} {}", if rows == 1 { "rank" } else { "ranks" });
            let expected = Some(format!("{} ranks, parted by `/`", tables.rows.len()));
            return Err(self.error("board", text, message, expected));
        }
        for (row, text) in tables.rows.iter().zip(text.split('/')) {
            let mut rest = text;
            let mut at = 0_usize;
            while let Some(next) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    let (gap, after) = rest.split_at(digits);
                    at = at.saturating_add(gap.parse().unwrap_or(usize::MAX));
                    rest = after;
                    continue;
                }
                let Some((man, letter)) = man(tables, rest) else {
                    let part = &rest[..next.len_utf8()];
                    let message = format!("`{part}` is no man of this game");
                    return Err(self.error("board", part, message, Some(letters(tables))));
                };
                if let Some(&square) = row.get(at) {
                    self.state.men[usize::from(square)] = man;
                    self.unsigned(square, man);
                }
                rest = &rest[letter..];
                while let Some((flag, sign)) = signs(tables).find(|s| rest.starts_with(s.1)) {
                    let table = tables.cell(flag);
                    if !table.kinds[usize::from(man.kind().0)] {
                        let part = &rest[..sign.len_utf8()];
                        let name = self.cell_name(flag);
                        let message = format!("no man of this letter can have `{name}`");
                        return Err(self.error("board", part, message, None));
                    }
                    if let Some(&square) = row.get(at) {
                        self.state.slots[table.offset + usize::from(square)] = 1;
                    }
                    rest = &rest[sign.len_utf8()..];
                }
                at = at.saturating_add(1);
            }
            if at != row.len() {
                let message = format!("the rank `{text}` does not fill its row");
                let expected = Some(format!("{} squares", row.len()));
                return Err(self.error("board", text, message, expected));
            }
        }
        Ok(())
    }

    /// Whoever may have a sign and stands without it has not its flag, whatever the flag's start.
    fn unsigned(&mut self, square: Square, man: Man) {
        let tables = &*self.game.0;
        for (flag, _) in signs(tables) {
            let table = tables.cell(flag);
            if table.kinds[usize::from(man.kind().0)] {
                self.state.slots[table.offset + usize::from(square)] = 0;
            }
        }
    }

    /// Reads the men in brackets behind the board; the text without them.
    fn beside<'t>(&mut self, text: &'t str) -> Result<&'t str, TextError> {
        let Some((board, men)) = text.split_once('[') else { return Ok(text) };
        let name = beside(&self.game.0).map(|stock| (stock, self.cell_name(stock)));
        let (Some((stock, name)), Some(men)) = (name, men.strip_suffix(']')) else {
            let part = &text[board.len()..];
            let message = format!("`{part}` stands behind the board");
            let expected = name.map(|_| "men in `[` and `]`".to_owned());
            return Err(self.error("board", part, message, expected));
        };
        cells::read_stock(self.game, &mut self.state, stock, men)
            .map_err(|fault| self.fault(name, men, fault))?;
        Ok(board)
    }

    fn side(&mut self, word: &str) -> Result<(), TextError> {
        let sides = &self.game.0.players_table;
        let Some(player) = sides.iter().position(|player| player.side == word) else {
            let all: Vec<String> = sides.iter().map(|p| format!("`{}`", p.side)).collect();
            let message = match word {
                "" => "the side to move is missing".to_owned(),
                _ => format!("`{word}` is no side"),
            };
            return Err(self.error("side", word, message, Some(all.join(" or "))));
        };
        self.state.to_move = PlayerId(player as u8);
        Ok(())
    }

    fn number(&mut self, word: &str) -> Result<(), TextError> {
        let Some(number) = word.parse().ok().filter(|&n| n >= 1) else {
            let message = format!("`{word}` is no move number");
            let expected = Some("a number from 1".to_owned());
            return Err(self.error("move number", word, message, expected));
        };
        self.state.number = number;
        Ok(())
    }

    fn named(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let cells = &self.game.rules().cells;
        if let Some(cell) = cells.get_index_of(name) {
            return cells::read_value(self.game, &mut self.state, CellId(cell as u16), value)
                .map_err(|fault| self.fault(name, value, fault));
        }
        match (name, value) {
            ("again", "yes") => self.state.again = true,
            ("again", "no") => self.state.again = false,
            ("again", _) => {
                let expected = Some("`yes` or `no`".to_owned());
                return Err(self.error(name, value, format!("`{value}` is no answer"), expected));
            }
            _ => {
                let known = near(name, cells.keys().map(String::as_str), 3);
                let quoted = |name: &String| format!("`{name}`");
                let all: Vec<String> = if known.is_empty() {
                    cells.keys().map(quoted).collect()
                } else {
                    known.iter().map(quoted).collect()
                };
                let expected = (!all.is_empty()).then(|| all.join(" or "));
                return Err(self.error(name, name, format!("`{name}` is not declared"), expected));
            }
        }
        Ok(())
    }
}

/// The man that a text begins with, and how many bytes that takes.
pub(super) fn man(game: &Tables, text: &str) -> Option<(Man, usize)> {
    let mut longest: Option<(Man, usize)> = None;
    for (kind, rule) in game.rules.kinds.values().enumerate().filter(|(_, rule)| rule.neutral) {
        if text.starts_with(rule.letter.as_str()) {
            longest = Some((Man::new(PlayerId::NOBODY, KindId(kind as u16)), rule.letter.len()));
        }
    }
    for (player, table) in game.players_table.iter().enumerate() {
        for (letter, kind) in &table.letters {
            if text.starts_with(letter.as_str()) && longest.is_none_or(|(_, n)| n < letter.len()) {
                longest = Some((Man::new(PlayerId(player as u8), *kind), letter.len()));
            }
        }
    }
    longest
}

fn letters(game: &Tables) -> String {
    let of = |player: &PlayerTable| -> String {
        player.letters.iter().map(|(letter, _)| letter.as_str()).collect()
    };
    let lists: Vec<String> = game.players_table.iter().map(of).collect();
    format!("a number or one of {}", lists.join(" "))
}
