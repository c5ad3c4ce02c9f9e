//! What a test expects, held against a position.

use chator_grammar::ast::{Expect, Ident};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;
use chator_interpreter::{Holder, Move, MoveErrorKind, PlayerId, Position, Square};
use chator_rules::suggest::nearest;
use chator_rules::{Cell, CellId, CellType, Per};

/// Why an expectation does not hold.
type Unmet = Box<Diagnostic>;

/// Why the expectation does not hold; none if it does.
pub(super) fn unmet(position: &Position, expect: &Expect, span: Span) -> Option<Diagnostic> {
    let result = match expect {
        Expect::Moves { of, moves } => expect_moves(position, of.as_ref(), moves, span),
        Expect::Legal { legal, mv } => expect_legal(position, *legal, mv),
        Expect::Check(check) => {
            let player = position.game().player_name(position.to_move());
            let state = if *check { "not in check" } else { "in check" };
            holds(position.in_check() == *check, span, || format!("{player} is {state}"))
        }
        Expect::Draw { by } => expect_end(position, None, Some(by), span),
        Expect::Wins { player, by } => expect_end(position, Some(player), Some(by), span),
        Expect::NoOutcome => expect_end(position, None, None, span),
        Expect::Value { cell, of, value } => expect_value(position, cell, of.as_ref(), value, span),
    };
    let mut failure = *result.err()?;
    failure.help.get_or_insert_with(|| format!("the position is {}", position.text()));
    Some(failure)
}

fn holds(holds: bool, span: Span, message: impl Fn() -> String) -> Result<(), Unmet> {
    if holds { Ok(()) } else { Err(Box::new(failed(span, message()))) }
}

fn failed(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("E0703", span, message).label("expected here")
}

fn unknown<'a>(what: &str, name: &Ident, known: impl Iterator<Item = &'a str>) -> Unmet {
    let error =
        Diagnostic::error("E0704", name.span, format!("there is no {what} `{}`", name.text))
            .label("not in this game");
    Box::new(match nearest(&name.text, known) {
        Some(near) => error.help(format!("did you mean `{near}`?")).fix(name.span, near),
        None => error,
    })
}

fn square(position: &Position, name: &Ident) -> Result<Square, Unmet> {
    let geometry = position.game().geometry();
    let names = || geometry.names.iter().map(String::as_str);
    geometry.square(&name.text).ok_or_else(|| unknown("square", name, names()))
}

fn player(position: &Position, name: &Ident) -> Result<PlayerId, Unmet> {
    let players = &position.game().rules().players;
    match players.get_index_of(&name.text) {
        Some(index) => Ok(PlayerId(index as u8)),
        None => Err(unknown("player", name, players.keys().map(String::as_str))),
    }
}

/// Each expected word is a move, or the target of one or several.
fn expect_moves(
    position: &Position,
    of: Option<&Ident>,
    words: &[Ident],
    span: Span,
) -> Result<(), Unmet> {
    let legal: Vec<Move> = match of {
        Some(name) => position.moves_from(square(position, name)?).to_vec(),
        None => position.legal_moves().to_vec(),
    };
    let geometry = position.game().geometry();
    let texts: Vec<String> = legal.iter().map(|&mv| position.notate(mv)).collect();
    let all = match &texts[..] {
        [] if position.outcome().is_some() => {
            let by = position.outcome().map_or_else(String::new, |o| o.by().to_owned());
            format!("the game is over by {by}")
        }
        [] => "there is no legal move".to_owned(),
        texts => format!("the legal moves are {}", texts.join(" ")),
    };
    let names = |word: &Ident, i: usize| {
        word.text == texts[i] || geometry.square(&word.text) == Some(legal[i].target())
    };
    for word in words {
        if !(0..legal.len()).any(|i| names(word, i)) {
            let message = format!("`{}` is not possible", word.text);
            return Err(Box::new(failed(word.span, message).help(all)));
        }
    }
    let extra: Vec<&str> = (0..legal.len())
        .filter(|&i| !words.iter().any(|word| names(word, i)))
        .map(|i| texts[i].as_str())
        .collect();
    if extra.is_empty() {
        return Ok(());
    }
    Err(Box::new(failed(span, format!("also possible: {}", extra.join(" "))).help(all)))
}

fn expect_legal(position: &Position, legal: bool, text: &Ident) -> Result<(), Unmet> {
    match (position.parse_move(&text.text), legal) {
        (Ok(_), false) => holds(false, text.span, || format!("`{}` is legal", text.text)),
        (Err(error), true) => holds(false, text.span, || error.to_string()),
        (Err(error), false) if matches!(error.kind, MoveErrorKind::NotSquares) => Err(Box::new(
            Diagnostic::error("E0704", text.span, error.to_string())
                .label("so it is illegal in every position"),
        )),
        (Ok(_), true) | (Err(_), false) => Ok(()),
    }
}

/// Without `by` the game must go on; without `winner` it must be a draw.
fn expect_end(
    position: &Position,
    winner: Option<&Ident>,
    by: Option<&Ident>,
    span: Span,
) -> Result<(), Unmet> {
    if let Some(by) = by {
        let ends = &position.game().rules().ends;
        if !ends.iter().any(|end| end.name == by.text) {
            return Err(unknown("end", by, ends.iter().map(|end| end.name.as_str())));
        }
    }
    let winner = winner.map(|name| player(position, name)).transpose()?;
    match (position.outcome(), by) {
        (None, by) => holds(by.is_none(), span, || "the game goes on".to_owned()),
        (Some(outcome), by) => {
            let right = by.is_some_and(|by| by.text == outcome.by()) && outcome.winner() == winner;
            holds(right, span, || format!("the game has ended: {outcome}"))
        }
    }
}

fn expect_value(
    position: &Position,
    cell: &Ident,
    of: Option<&Ident>,
    value: &Ident,
    span: Span,
) -> Result<(), Unmet> {
    let cells = &position.game().rules().cells;
    let Some((index, _, declared)) = cells.get_full(&cell.text) else {
        return Err(unknown("state", cell, cells.keys().map(String::as_str)));
    };
    let id = CellId(index as u16);
    let name = match of {
        Some(of) => format!("{} of {}", cell.text, of.text),
        None => cell.text.clone(),
    };
    let whole = matches!(declared.per, Per::Stock(_)) && of.is_none();
    let is = if declared.ty == CellType::Squares || whole {
        position.cell_text(id)
    } else {
        let is = position.cell_value_at(id, holder(position, declared, cell, of)?);
        match declared.ty {
            CellType::Flag if is == 0 => "no".to_owned(),
            CellType::Flag => "yes".to_owned(),
            _ => is.to_string(),
        }
    };
    holds(is == value.text, span, || format!("{name} is {is}"))
}

/// Whose value is meant by `cell` or `cell of …`.
fn holder(
    position: &Position,
    declared: &Cell,
    cell: &Ident,
    of: Option<&Ident>,
) -> Result<Holder, Unmet> {
    let kind = match (&declared.per, of) {
        (Per::Game, None) => return Ok(Holder::Game),
        (Per::Player, Some(of)) => return Ok(Holder::Player(player(position, of)?)),
        (Per::Stock(_), _) => {
            let error =
                Diagnostic::error("E0704", cell.span, format!("`{}` is a stock of men", cell.text));
            return Err(Box::new(error.label("it is expected by its letters").help(format!(
                "write `expect {} = QPp`, or `= -` if nobody lies there",
                cell.text
            ))));
        }
        (Per::Man(_) | Per::Square, Some(of)) => return Ok(Holder::Square(square(position, of)?)),
        (Per::Game, Some(of)) => {
            let message = format!("`{}` has one value for the game", cell.text);
            let error = Diagnostic::error("E0704", of.span, message);
            return Err(Box::new(error.label("nobody has one of his own")));
        }
        (Per::Player, None) => "player",
        (Per::Man(_), None) => "man",
        (Per::Square, None) => "square",
    };
    let message = format!("`{}` has a value per {kind}", cell.text);
    Err(Box::new(
        Diagnostic::error("E0704", cell.span, message)
            .label(format!("which {kind}?"))
            .help(format!("write `{} of …`", cell.text)),
    ))
}
