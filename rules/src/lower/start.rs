//! The start of a game: men from a text.

use chator_grammar::ast::Ident;
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use super::settings::army_players;
use crate::board::Square;
use crate::ruleset::{Per, Start};
use crate::set::{CellId, KindId, PlayerId};

impl Lowering<'_> {
    pub(super) fn start(&mut self) -> Start {
        let outline = self.outline;
        let mut start =
            Start { men: Vec::new(), effects: Vec::new(), stocks: Vec::new(), sources: Vec::new() };
        if outline.starts.is_empty() {
            self.diagnostics.push(
                Diagnostic::error("E0214", outline.heading, "the game has no start")
                    .label("no line `start …` in this file or its base")
                    .help("for example `start \"t6t/8/8/8/8/8/8/T6T\"`"),
            );
        }
        for part in &outline.starts {
            let players = army_players(outline, self.options, part.army.as_deref());
            if part.army.is_none() {
                self.whole_board(&part.text, &mut start);
            } else {
                for player in &players {
                    self.own_ranks(&part.text, *player, &mut start);
                }
            }
            let effects = self.effects(&part.effects, &part.scope);
            if !effects.is_empty() {
                start.effects.extend(players.iter().map(|p| (*p, effects.clone())));
            }
            let sources = self.sources(&part.note);
            start.sources.extend(sources);
        }
        start.men.sort_unstable();
        if let Some(twice) = start.men.windows(2).find(|w| w[0].0 == w[1].0) {
            let square = self.geometry.names[twice[0].0 as usize].clone();
            self.error(
                "E0304",
                outline.heading,
                format!("two men start on {square}"),
                "in the starts of this game",
            );
        }
        start
    }

    /// Ranks from the top, as in a FEN; upper case for the first player, lower case for the second.
    fn whole_board(&mut self, text: &Ident, start: &mut Start) {
        let (board, stock) = match text.text.split_once('[') {
            Some((board, stock)) => (board, Some(stock)),
            None => (text.text.as_str(), None),
        };
        if let Some(stock) = stock {
            let at = text.span.start + 2 + board.len() as u32;
            self.stocked(stock, Span { start: at, ..text.span }, start);
        }
        let rows: Vec<&str> = board.split('/').collect();
        let (files, ranks) = (self.geometry.files, self.geometry.ranks);
        if rows.len() != ranks as usize {
            let message = format!("{} ranks for a board of {ranks}", rows.len());
            self.error("E0304", text.span, message, "one for each rank, from the top, between `/`");
            return;
        }
        let mut offset = text.span.start + 1;
        for (i, row) in rows.iter().enumerate() {
            let rank = ranks - 1 - i as u16;
            let span = Span { start: offset, end: offset + row.len() as u32, ..text.span };
            offset += row.len() as u32 + 1;
            for (file, letter, place) in self.row(row, span, files) {
                let square = rank * files + file;
                if let Some((player, kind)) = self.man(&letter, None, place) {
                    start.men.push((square, player, kind));
                }
            }
        }
    }

    /// The men of the first stock, in brackets behind the board.
    fn stocked(&mut self, text: &str, span: Span, start: &mut Start) {
        let stocks = self.cells.values().position(|c| matches!(c.per, Per::Stock(_)));
        let (Some(stock), Some(text)) = (stocks, text.strip_suffix(']')) else {
            self.diagnostics.push(
                Diagnostic::error("E0304", span, "men in brackets that lie nowhere")
                    .label("the game has no stock of men, or `]` is missing")
                    .help("declare one: `state hand: men (guard or tower)`"),
            );
            return;
        };
        let stock = CellId(stock as u16);
        for (at, letter) in text.char_indices() {
            let first = span.start + at as u32;
            let place = Span { start: first, end: first + letter.len_utf8() as u32, ..span };
            let Some((player, kind)) = self.man(&letter.to_string(), None, place) else { continue };
            let same = |s: &&mut (CellId, PlayerId, KindId, u16)| (s.1, s.2) == (player, kind);
            match start.stocks.iter_mut().find(same) {
                Some(held) => held.3 += 1,
                None => start.stocks.push((stock, player, kind, 1)),
            }
        }
        start.stocks.sort_unstable();
    }

    /// Ranks from a player's own side.
    fn own_ranks(&mut self, text: &Ident, player: PlayerId, start: &mut Start) {
        let facing = self.facing[player.0 as usize];
        let (files, ranks) = (self.geometry.files_for(facing), self.geometry.ranks_for(facing));
        let mut offset = text.span.start + 1;
        for (i, row) in text.text.split('/').enumerate() {
            let span = Span { start: offset, end: offset + row.len() as u32, ..text.span };
            offset += row.len() as u32 + 1;
            if i as u16 >= ranks {
                self.error("E0304", span, "a rank beyond the board", &format!("there are {ranks}"));
                return;
            }
            for (file, letter, place) in self.row(row, span, files) {
                let square = (0..self.geometry.squares() as Square).find(|&s| {
                    self.geometry.rank_for(s, facing) == i as u16
                        && self.geometry.file_for(s, facing) == file
                });
                if let (Some(square), Some((player, kind))) =
                    (square, self.man(&letter, Some(player), place))
                {
                    start.men.push((square, player, kind));
                }
            }
        }
    }

    /// The men of a row: file, letter and place.
    fn row(&mut self, row: &str, span: Span, files: u16) -> Vec<(u16, String, Span)> {
        let mut men = Vec::new();
        let mut file: u32 = 0;
        let mut gap: Option<u32> = None;
        let mut chars = row.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                gap = Some(gap.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(100_000));
                continue;
            }
            file += gap.take().unwrap_or(0);
            let mut letter = c.to_string();
            if c == '+'
                && let Some((_, next)) = chars.next()
            {
                letter.push(next);
            }
            while let Some((_, '\'')) = chars.peek() {
                letter.push('\'');
                chars.next();
            }
            let start = span.start + at as u32;
            let place = Span { start, end: start + letter.len() as u32, ..span };
            if file < u32::from(files) {
                men.push((file as u16, letter, place));
            }
            file += 1;
        }
        file += gap.unwrap_or(0);
        if file != u32::from(files) {
            let message = format!("this rank has {file} squares, the board {files}");
            self.error("E0304", span, message, "men and gaps together");
        }
        men
    }

    /// Whose man a letter is: upper case for the first player, lower case for the second, with a
    /// stroke for the third and fourth, and so on.
    fn man(
        &mut self,
        letter: &str,
        only: Option<PlayerId>,
        place: Span,
    ) -> Option<(PlayerId, KindId)> {
        let nobody = self.kinds.iter().position(|(_, k)| k.neutral && k.letter == letter);
        if let (Some(kind), None) = (nobody, only) {
            return Some((PlayerId::NOBODY, KindId(kind as u16)));
        }
        let strokes = letter.chars().filter(|c| *c == '\'').count();
        let plain = letter.trim_end_matches('\'');
        let upper = plain.to_uppercase();
        let player = match only {
            Some(player) => player,
            None => PlayerId((2 * strokes + usize::from(upper != plain)) as u8),
        };
        if player.0 as usize >= self.players.len() {
            let message = format!("`{letter}` belongs to a player who does not play");
            self.error("E0305", place, message, &format!("there are {}", self.players.len()));
            return None;
        }
        let found =
            self.kinds.iter().position(|(_, k)| k.letter == upper && k.players.contains(&player));
        if let Some(kind) = found {
            return Some((player, KindId(kind as u16)));
        }
        let name = self.players.get_index(player.0 as usize).map_or("", |(n, _)| n);
        let letters: Vec<&str> = self
            .kinds
            .values()
            .filter(|k| k.players.contains(&player))
            .map(|k| k.letter.as_str())
            .collect();
        self.diagnostics.push(
            Diagnostic::error(
                "E0305",
                place,
                format!("{name} has no piece with the letter {upper}"),
            )
            .label("unknown letter")
            .help(format!("{name}'s letters are {}", letters.join(" "))),
        );
        None
    }
}
