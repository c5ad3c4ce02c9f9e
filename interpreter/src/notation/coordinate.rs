//! Moves as coordinates.

use std::fmt;
use std::ops::ControlFlow::Continue;

use chator_rules::{Geometry, KindId, Square};

use super::near::near;
use crate::eval::NOWHERE;
use crate::movegen;
use crate::moves::Move;
use crate::position::Position;
use crate::trace::Illegal;

/// Why a text is no move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub kind: MoveErrorKind,
    /// Legal moves that look like it, the nearest first; at most five.
    pub near: Vec<String>,
}

/// What is wrong with a move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// It does not begin with two squares of the board.
    NotSquares,
    /// The side to move has no man on the first square.
    NothingThere {
        /// The square's name.
        square: String,
    },
    /// A clause allows it and a law forbids it.
    Forbidden {
        /// The clause's address.
        clause: String,
        /// The law's address.
        banned_by: String,
    },
    /// No clause makes it.
    NoSuchMove,
    /// The game is over.
    GameOver {
        /// The address of the end.
        by: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ", self.text)?;
        match &self.kind {
            MoveErrorKind::NotSquares => write!(f, "does not name two squares of the board")?,
            MoveErrorKind::NothingThere { square } => {
                write!(f, "is not legal: no man of the side to move on {square}")?;
            }
            MoveErrorKind::Forbidden { clause, banned_by } => {
                write!(f, "is not legal: {clause} could make it, but {banned_by} forbids it")?;
            }
            MoveErrorKind::NoSuchMove => write!(f, "is not a move of this position")?,
            MoveErrorKind::GameOver { by } => write!(f, "is not legal: the game is over by {by}")?,
        }
        match &self.near[..] {
            [] => Ok(()),
            near => write!(f, "; did you mean {}?", near.join(", ")),
        }
    }
}

impl std::error::Error for MoveError {}

/// A legal move's text.
pub(crate) fn notate(position: &Position, mv: Move) -> String {
    let rivals = rivals(position, mv.from, mv.to);
    let found = rivals.into_iter().find(|(other, _)| *other == mv);
    found.map_or_else(|| plain(position, mv), |(_, text)| text)
}

/// The legal moves from one square to another, with their texts.
fn rivals(position: &Position, from: Square, to: Square) -> Vec<(Move, String)> {
    let moves = position.moves_from(from);
    let mut texts: Vec<(Move, String)> = Vec::new();
    for &mv in moves.iter().filter(|mv| mv.to == to) {
        let text = unique(position, mv, &texts);
        texts.push((mv, text));
    }
    texts
}

/// All legal moves with their texts, in the order of the moves.
pub(crate) fn all(position: &Position) -> Vec<(Move, String)> {
    let mut texts: Vec<(Move, String)> = Vec::new();
    for &mv in &position.legal_moves() {
        // Moves between the same squares come near each other: those of one man.
        let start = texts.iter().rposition(|(other, _)| other.from != mv.from).map_or(0, |n| n + 1);
        let rivals: Vec<(Move, String)> =
            texts[start..].iter().filter(|(other, _)| other.to == mv.to).cloned().collect();
        let text = unique(position, mv, &rivals);
        texts.push((mv, text));
    }
    texts
}

/// The move's text, made different from those before it: the clause's label tells them apart,
/// or where that is not enough, a number.
fn unique(position: &Position, mv: Move, before: &[(Move, String)]) -> String {
    let taken = |text: &String| before.iter().any(|(_, other)| other == text);
    let text = plain(position, mv);
    if !taken(&text) {
        return text;
    }
    let name = &position.game().rules().clauses[mv.clause()].name;
    let label = name.rsplit('.').next().unwrap_or(name);
    let numbers = (2..).map(|n| format!("{label}-{n}"));
    let mut labels = std::iter::once(label.to_owned()).chain(numbers);
    let stem = stem(position, mv);
    let offer = offer(position, mv);
    let fresh = labels.find_map(|label| {
        let text = format!("{stem}@{label}{offer}");
        (!taken(&text)).then_some(text)
    });
    fresh.unwrap_or(text)
}

/// Squares, choices and offer.
fn plain(position: &Position, mv: Move) -> String {
    stem(position, mv) + &offer(position, mv)
}

fn offer(position: &Position, mv: Move) -> String {
    let label = mv.offer().map(|offer| &position.game().rules().offers[offer].label);
    label.map_or_else(String::new, |label| format!("@{label}"))
}

/// Squares, the letter of the kind that the man became, and that of a new man.
fn stem(position: &Position, mv: Move) -> String {
    let view = position.view();
    let rules = position.game().rules();
    let names = &position.game().geometry().names;
    let (after, _, deed) = movegen::make(&view, mv);
    let target = &names[usize::from(mv.to)];
    let old = rules.clauses[mv.clause()].kind;
    let letter = |kind: KindId| &rules.kinds[usize::from(kind.0)].letter;
    let mut text = match mv.origin() {
        Some(origin) => format!("{}{target}", names[usize::from(origin)]),
        None => format!("{}@{target}", letter(old)),
    };
    let new = after.man(mv.to);
    // Who is gone by now has become something all the same, and the choice is the mover's.
    let became = if view.game.clauses[mv.clause()].points {
        None
    } else if new.is_nobody() {
        deed.became
    } else {
        (new.belongs_to(view.own) && new.kind() != old).then(|| new.kind())
    };
    for kind in became.into_iter().chain(deed.put) {
        // `+R` is an `R` that was turned over.
        match letter(kind).strip_prefix('+') {
            Some(plain) if plain == letter(old) => text.push('+'),
            _ => text += &letter(kind).to_lowercase(),
        }
    }
    if let Some(square) = deed.chosen {
        text += &format!(",{target}{}", names[usize::from(square)]);
    }
    text
}

/// The two squares that a text begins with, and the rest. Before the square of a man who comes
/// from a stock stand his letter and `@`; he comes from [`NOWHERE`].
fn squares<'t>(position: &Position, text: &'t str) -> Option<(Square, Square, &'t str)> {
    let geometry = position.game().geometry();
    if let Some((letter, rest)) = text.split_once('@')
        && dropped(position, letter).is_some()
    {
        let (to, rest) = square(geometry, rest)?;
        return Some((NOWHERE, to, rest));
    }
    let (from, rest) = square(geometry, text)?;
    let (to, rest) = square(geometry, rest)?;
    Some((from, to, rest))
}

/// The piece of that letter, if it can come from a stock.
fn dropped(position: &Position, letter: &str) -> Option<KindId> {
    let tables = &position.game().0;
    let mut kinds = tables.drops.iter().map(|(clause, _)| tables.clause(*clause).kind);
    kinds.find(|kind| tables.rules.kinds[usize::from(kind.0)].letter.eq_ignore_ascii_case(letter))
}

/// The square that a text begins with: letters and digits, as far as they go.
fn square<'t>(geometry: &Geometry, text: &'t str) -> Option<(Square, &'t str)> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at(letters + digits);
    Some((geometry.square(name)?, rest))
}

/// Reads a legal move.
pub(crate) fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let error = |kind| {
        let moves = position.legal_moves();
        let mut texts: Vec<String> = Vec::new();
        if matches!(kind, MoveErrorKind::NotSquares | MoveErrorKind::NoSuchMove) {
            texts.extend(moves.iter().map(|&mv| notate(position, mv)));
        }
        let near = near(text, texts.iter().map(String::as_str), 5);
        let text = text.chars().take(64).collect();
        Err(MoveError { text, kind, near })
    };
    if let Some(outcome) = position.outcome() {
        return error(MoveErrorKind::GameOver { by: outcome.by().to_owned() });
    }
    let Some((from, to, _)) = squares(position, text) else {
        return error(MoveErrorKind::NotSquares);
    };
    let moves = rivals(position, from, to);
    let exact = moves.iter().find(|(_, other)| other == text);
    let found = exact.or_else(|| {
        let lower = text.to_lowercase();
        moves.iter().find(|(_, other)| other.to_lowercase() == lower)
    });
    if let Some((mv, _)) = found {
        return Ok(*mv);
    }
    if let Some(mv) = otherwise_named(position, from, to, text) {
        return Ok(mv);
    }
    if from != NOWHERE && !position.view().own_at(from) {
        let square = position.game().geometry().names[usize::from(from)].clone();
        return error(MoveErrorKind::NothingThere { square });
    }
    match position.explain_illegal(text) {
        Some(Illegal { clause, banned_by }) => {
            error(MoveErrorKind::Forbidden { clause, banned_by })
        }
        None => error(MoveErrorKind::NoSuchMove),
    }
}

/// The only legal move that other programs name by these squares: its man points at another
/// square and comes to the second, or takes along the man who stands there.
fn otherwise_named(position: &Position, from: Square, to: Square, text: &str) -> Option<Move> {
    if from == NOWHERE {
        return None;
    }
    let view = position.view();
    let fits = |mv: &Move| {
        if mv.to == to || squares(position, text).is_some_and(|s| !s.2.is_empty()) {
            return false;
        }
        let (after, _, _) = movegen::make(&view, *mv);
        let (mover, there) = (view.now.man(from), view.now.man(to));
        let comes = view.game.clauses[mv.clause()].points && after.man(to) == mover;
        let moved_along = there.belongs_to(view.own) && after.man(to) != there;
        (comes && there != mover) || moved_along
    };
    let mut found = position.moves_from(from).into_iter().filter(fits);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The pseudo-legal move that a text means, legal or not. Labels of clauses are not asked.
pub(crate) fn pseudo_legal(position: &Position, text: &str) -> Option<Move> {
    let (from, to, rest) = squares(position, text)?;
    let mut moves = Vec::new();
    let _all = movegen::each(&position.view(), Some(from), &mut |candidate| {
        let kind = text.split_once('@').and_then(|(letter, _)| dropped(position, letter));
        let clause = position.game().0.clause(candidate.mv.clause);
        if candidate.mv.to == to && (from != NOWHERE || kind == Some(clause.kind)) {
            moves.push(candidate.mv);
        }
        Continue(())
    });
    let letters = rest.split('@').next().unwrap_or(rest).to_lowercase();
    let exact = moves.iter().find(|&&mv| plain(position, mv).eq_ignore_ascii_case(text));
    let bare = |mv: &&Move| {
        mv.offer().is_none()
            && squares(position, &stem(position, **mv)).is_some_and(|s| s.2 == letters)
    };
    exact.or_else(|| moves.iter().find(bare)).copied()
}
