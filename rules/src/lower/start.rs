//! The start of a game: men from a text.

use chator_grammar::ast::Ident;
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use super::cells::MAX_NUMBER;
use super::settings::army_players;
use crate::board::Square;
use crate::check::fixed_on;
use crate::deal::Problem;
use crate::ruleset::{Deal, Per, Start};
use crate::set::{CellId, KindId, PlayerId};

impl Lowering<'_> {
    pub(super) fn start(&mut self) -> Start {
        let outline = self.outline;
        let mut start = Start {
            men: Vec::new(),
            effects: Vec::new(),
            stocks: Vec::new(),
            deals: Vec::new(),
            sources: Vec::new(),
        };
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
        self.deals(&mut start);
        start
    }

    /// Men dealt anew: the same men as the start has, on squares that are known before the game.
    fn deals(&mut self, start: &mut Start) {
        let outline = self.outline;
        for deal in &outline.deals {
            let mut kinds = Vec::new();
            for name in &deal.kinds {
                match self.kinds.get_index_of(&name.text) {
                    Some(kind) => kinds.push(KindId(kind as u16)),
                    None => self.unknown(&name.text, name.span, "not a piece"),
                }
            }
            if kinds.len() < deal.kinds.len() {
                continue;
            }
            let on = self.set(&deal.on, &deal.scope);
            // Each player's squares come row by row from his own side, so that one number means
            // the same to all.
            let squares: Option<Vec<Vec<Square>>> = (0..self.players.len())
                .map(|player| {
                    let facing = self.facing[player];
                    let inside = fixed_on(&on, player, facing, &self.geometry)?;
                    let rows = 0..self.geometry.ranks_for(facing);
                    let all = rows.flat_map(|row| self.geometry.row_for(row, facing));
                    Some(all.filter(|&s| inside[usize::from(s)]).collect())
                })
                .collect();
            let Some(squares) = squares else {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0304",
                        deal.on.span,
                        "these squares depend on the position",
                    )
                    .label("a deal comes before any")
                    .help("name ranks, files and squares: `deal tower on first rank`"),
                );
                continue;
            };
            let note = self.sources(&deal.note);
            for citation in note {
                if !start.sources.contains(&citation) {
                    start.sources.push(citation);
                }
            }
            start.deals.push(Deal { kinds, squares });
        }
        if start.deals.len() < outline.deals.len() {
            return;
        }
        if let Some(problem) = crate::deal::problem(start, self.players.len()) {
            let kind = |k: KindId| self.kinds.get_index(k.0.into()).map_or("", |(n, _)| n);
            let player = |p: PlayerId| self.players.get_index(p.0.into()).map_or("", |(n, _)| n);
            let (deal, message, label) = match problem {
                Problem::OtherMen(p, k) => (
                    0,
                    format!(
                        "{} is dealt more or fewer men `{}` than he starts with",
                        player(p),
                        kind(k)
                    ),
                    "a deal moves the men of the start",
                ),
                Problem::Overlap(deal) => (
                    deal,
                    format!("how many ways deal {} has depends on those before it", deal + 1),
                    "each deal's squares hold all of an earlier one's, or none",
                ),
                Problem::NoRoom(deal) => (
                    deal,
                    format!("deal {} has not enough squares", deal + 1),
                    "more men than empty squares",
                ),
                Problem::Uneven(deal, p) => (
                    deal,
                    format!(
                        "deal {} leaves {} other choices than the first player",
                        deal + 1,
                        player(p)
                    ),
                    "every player has as many empty squares here",
                ),
                Problem::Shared(deal, p) => (
                    deal,
                    format!(
                        "deal {} may put a man of {} where another player's may stand",
                        deal + 1,
                        player(p)
                    ),
                    "the players are dealt men on squares of their own",
                ),
                Problem::TooMany => (
                    0,
                    format!("more than {} arrangements", crate::deal::MAX_ARRANGEMENTS),
                    "too many to number",
                ),
                Problem::NotTheStart => (
                    0,
                    "the start is none of the arrangements".to_owned(),
                    "the start without a number is one of them",
                ),
            };
            let span = outline.deals[deal].on.span;
            self.error("E0304", span, message, label);
        }
    }

    /// Ranks from the top, as in a FEN; upper case for the first player, lower case for the second.
    fn whole_board(&mut self, text: &Ident, start: &mut Start) {
        let (men, stock) = match text.text.split_once('[') {
            Some((men, stock)) => (men, Some(stock)),
            None => (text.text.as_str(), None),
        };
        if let Some(stock) = stock {
            let at = text.span.start + 2 + men.len() as u32;
            self.stocked(stock, Span { start: at, ..text.span }, start);
        }
        let rows: Vec<&str> = men.split('/').collect();
        let board = self.geometry.rows();
        if rows.len() != board.len() {
            let message = format!("{} ranks for a board of {}", rows.len(), board.len());
            self.error("E0304", text.span, message, "one for each rank, from the top, between `/`");
            return;
        }
        let mut offset = text.span.start + 1;
        for (row, squares) in rows.iter().zip(&board) {
            let span = Span { start: offset, end: offset + row.len() as u32, ..text.span };
            offset += row.len() as u32 + 1;
            for (place, letter, span) in self.row(row, span, squares.len()) {
                if let Some((player, kind)) = self.man(&letter, None, span) {
                    start.men.push((squares[place], player, kind));
                }
            }
        }
    }

    /// The men of the first stock, in brackets behind the board.
    fn stocked(&mut self, text: &str, span: Span, start: &mut Start) {
        let first = self.cells.iter().enumerate().find_map(|(id, (name, cell))| match &cell.per {
            Per::Stock(kinds) => Some((CellId(id as u16), name.clone(), kinds.clone())),
            _ => None,
        });
        let (Some((stock, name, kinds)), Some(text)) = (first, text.strip_suffix(']')) else {
            self.diagnostics.push(
                Diagnostic::error("E0304", span, "men in brackets that lie nowhere")
                    .label("the game has no stock of men, or `]` is missing")
                    .help("declare one: `state hand: men (guard or tower)`"),
            );
            return;
        };
        let mut rest = text;
        while !rest.is_empty() {
            let letter = first_letter(rest);
            let at = span.start + (text.len() - rest.len()) as u32;
            let place = Span { start: at, end: at + letter.len() as u32, ..span };
            rest = &rest[letter.len()..];
            let Some((player, kind)) = self.man(letter, None, place) else { continue };
            if !kinds.contains(&kind) {
                let message = format!("`{name}` holds no `{letter}`");
                self.error("E0315", place, message, "he cannot lie there");
                continue;
            }
            let same = |s: &&mut (CellId, PlayerId, KindId, u16)| (s.1, s.2) == (player, kind);
            match start.stocks.iter_mut().find(same) {
                Some(held) if u32::from(held.3) >= MAX_NUMBER => {
                    let message = format!("more than {MAX_NUMBER} men of a kind in a stock");
                    self.error("E0304", place, message, "one too many");
                    break;
                }
                Some(held) => held.3 += 1,
                None => start.stocks.push((stock, player, kind, 1)),
            }
        }
        start.stocks.sort_unstable();
    }

    /// Ranks from a player's own side.
    fn own_ranks(&mut self, text: &Ident, player: PlayerId, start: &mut Start) {
        let facing = self.facing[player.0 as usize];
        let ranks = self.geometry.ranks_for(facing);
        let mut offset = text.span.start + 1;
        for (i, row) in text.text.split('/').enumerate() {
            let span = Span { start: offset, end: offset + row.len() as u32, ..text.span };
            offset += row.len() as u32 + 1;
            if i >= usize::from(ranks) {
                self.error("E0304", span, "a rank beyond the board", &format!("there are {ranks}"));
                return;
            }
            let squares = self.geometry.row_for(i as u16, facing);
            for (place, letter, span) in self.row(row, span, squares.len()) {
                if let Some((player, kind)) = self.man(&letter, Some(player), span) {
                    start.men.push((squares[place], player, kind));
                }
            }
        }
    }

    /// The men of a row: which of its squares, letter and place in the text.
    fn row(&mut self, row: &str, span: Span, squares: usize) -> Vec<(usize, String, Span)> {
        let mut men = Vec::new();
        let mut at_square: u32 = 0;
        let mut gap: Option<u32> = None;
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            if let Some(digit) = c.to_digit(10) {
                gap = Some(gap.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(100_000));
                rest = &rest[c.len_utf8()..];
                continue;
            }
            at_square += gap.take().unwrap_or(0);
            let letter = first_letter(rest);
            let start = span.start + (row.len() - rest.len()) as u32;
            rest = &rest[letter.len()..];
            let place = Span { start, end: start + letter.len() as u32, ..span };
            if (at_square as usize) < squares {
                men.push((at_square as usize, letter.to_owned(), place));
            }
            at_square += 1;
        }
        at_square += gap.unwrap_or(0);
        if at_square as usize != squares {
            let message = format!("this rank has {at_square} squares, the board {squares}");
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
                format!(
                    "{name} has no piece with the letter {}",
                    if upper.is_empty() { letter } else { &upper }
                ),
            )
            .label("unknown letter")
            .help(format!("{name}'s letters are {}", letters.join(" "))),
        );
        None
    }
}

/// The letter that a text begins with: its `+` and its strokes belong to it.
fn first_letter(text: &str) -> &str {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let turned = if plain.is_empty() { 0 } else { text.len() - plain.len() };
    let end = text[turned..].chars().next().map_or(0, |c| turned + c.len_utf8());
    let strokes = text[end..].bytes().take_while(|b| *b == b'\'').count();
    &text[..end + strokes]
}
