//! Board, players and piece types.

use chator_grammar::ast::Ident;
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;
use indexmap::IndexMap;

use crate::board::{Board, Geometry, MAX_SIDE, MAX_SQUARES};
use crate::limits::MAX_PLAYERS;
use crate::options::Options;
use crate::outline::{KindOutline, Outline};
use crate::ruleset::{Kind, Player};
use crate::set::PlayerId;
use crate::suggest::nearest;

pub(super) fn board(
    outline: &Outline,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Board, Geometry)> {
    let Some((shape, sizes)) = &outline.board else {
        diagnostics.push(
            Diagnostic::error("E0214", outline.heading, "the game has no board")
                .label("no line `board …` in this file or its base")
                .help("for example `board grid 8 x 8`"),
        );
        return None;
    };
    let board = match shape.text.as_str() {
        "grid" => grid(shape, sizes, diagnostics)?,
        "hexagon" => hexagon(shape, sizes, diagnostics)?,
        other => {
            let mut error =
                Diagnostic::error("E0302", shape.span, format!("there is no board `{other}`"))
                    .label("not a shape of board")
                    .help("the shapes are: `grid FILES x RANKS`, `hexagon SIDE`");
            if let Some(hint) = nearest(other, ["grid", "hexagon"].into_iter()) {
                error = error.fix(shape.span, hint);
            }
            diagnostics.push(error);
            return None;
        }
    };
    let geometry = board.geometry();
    Some((board, geometry))
}

fn grid(shape: &Ident, sizes: &[(u32, Span)], diagnostics: &mut Vec<Diagnostic>) -> Option<Board> {
    let [(files, first), (ranks, last)] = sizes[..] else {
        diagnostics.push(
            Diagnostic::error("E0302", shape.span, "a grid has files and ranks")
                .label(format!("{} sizes are given", sizes.len()))
                .help("for example `board grid 8 x 8`"),
        );
        return None;
    };
    let span = first.join(last);
    if files == 0 || ranks == 0 {
        diagnostics.push(
            Diagnostic::error("E0302", span, "a board without squares").label("at least 1 x 1"),
        );
        return None;
    }
    if u64::from(files) * u64::from(ranks) > MAX_SQUARES as u64 {
        diagnostics.push(
            Diagnostic::error(
                "E0512",
                span,
                format!("{} squares, more than {MAX_SQUARES}", u64::from(files) * u64::from(ranks)),
            )
            .label("the board is too large"),
        );
        return None;
    }
    Some(Board::Grid { files: files as u16, ranks: ranks as u16 })
}

fn hexagon(
    shape: &Ident,
    sizes: &[(u32, Span)],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Board> {
    let [(side, span)] = sizes[..] else {
        diagnostics.push(
            Diagnostic::error("E0302", shape.span, "a hexagon has one size, the length of a side")
                .label(format!("{} sizes are given", sizes.len()))
                .help("for example `board hexagon 6`, which has 91 squares"),
        );
        return None;
    };
    if side == 0 {
        diagnostics
            .push(Diagnostic::error("E0302", span, "a board without squares").label("at least 1"));
        return None;
    }
    if side > u32::from(MAX_SIDE) {
        diagnostics.push(
            Diagnostic::error("E0512", span, format!("a side of {side}, more than {MAX_SIDE}"))
                .label("the board is too large"),
        );
        return None;
    }
    Some(Board::Hexagon { side: side as u16 })
}

pub(super) fn players(
    outline: &Outline,
    geometry: &Geometry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(IndexMap<String, Player>, Vec<usize>)> {
    if outline.players.is_empty() {
        diagnostics.push(
            Diagnostic::error("E0214", outline.heading, "the game has no players")
                .label("no line `players …` in this file or its base")
                .help("for example `players White north, Black south`"),
        );
        return None;
    }
    if outline.players.len() > MAX_PLAYERS {
        diagnostics.push(
            Diagnostic::error(
                "E0514",
                outline.players[MAX_PLAYERS].name.span,
                format!("more than {MAX_PLAYERS} players"),
            )
            .label("one too many"),
        );
        return None;
    }
    let mut players = IndexMap::new();
    let mut facing = Vec::new();
    let mut sound = true;
    for decl in &outline.players {
        let Some(forward) = geometry.facing(&decl.forward.text) else {
            let known = geometry.directions.iter().map(String::as_str);
            let mut error = Diagnostic::error(
                "E0303",
                decl.forward.span,
                format!("the board has no direction `{}`", decl.forward.text),
            )
            .label(format!("{}'s forward", decl.name.text))
            .help(format!("its directions are {}", geometry.directions.join(", ")));
            if let Some(hint) = nearest(&decl.forward.text, known) {
                error = error.fix(decl.forward.span, hint);
            }
            diagnostics.push(error);
            sound = false;
            continue;
        };
        let player = Player { forward: forward as u8 };
        if players.insert(decl.name.text.clone(), player).is_some() {
            diagnostics.push(
                Diagnostic::error(
                    "E0202",
                    decl.name.span,
                    format!("two players are called `{}`", decl.name.text),
                )
                .label("named before"),
            );
            sound = false;
        }
        facing.push(forward);
    }
    sound.then_some((players, facing))
}

/// The army each player leads: its name, or the value of the option that names it.
fn armies(
    outline: &Outline,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<String>> {
    let mut armies = Vec::new();
    for decl in &outline.players {
        let Some(army) = &decl.army else {
            armies.push(None);
            continue;
        };
        let name = match options.table.get(&army.text) {
            Some(option) => {
                options.ask_all(&army.text);
                option.chosen.clone()
            }
            None => army.text.clone(),
        };
        if outline.armies.contains_key(&name) {
            armies.push(Some(name));
        } else {
            let known = outline.armies.keys().chain(options.table.keys());
            let mut error =
                Diagnostic::error("E0201", army.span, format!("there is no army `{name}`"))
                    .label("neither an army nor an option whose value is one");
            if let Some(hint) = nearest(&name, known.map(String::as_str)) {
                error = error.help(format!("did you mean `{hint}`?"));
            }
            diagnostics.push(error);
            armies.push(None);
        }
    }
    armies
}

/// The players of an army, by its name.
pub(super) fn army_players(
    outline: &Outline,
    options: &Options,
    army: Option<&str>,
) -> Vec<PlayerId> {
    let mut ignored = Vec::new();
    let leads = armies(outline, options, &mut ignored);
    (0..outline.players.len())
        .filter(|&i| army.is_none() || leads[i].as_deref() == army)
        .map(|i| PlayerId(i as u8))
        .collect()
}

pub(super) fn kinds(
    outline: &Outline,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> IndexMap<String, Kind> {
    let leads = armies(outline, options, diagnostics);
    let without = |kind: &KindOutline, player: PlayerId| {
        leads[usize::from(player.0)].as_ref().is_some_and(|army| kind.missing.contains(army))
    };
    let mut kinds: IndexMap<String, Kind> = IndexMap::new();
    for (name, kind) in &outline.kinds {
        let mut players = if kind.neutral {
            Vec::new()
        } else {
            army_players(outline, options, kind.army.as_deref())
        };
        let neutral = kind.neutral;
        players.retain(|&player| !without(kind, player));
        let letter = kind.letter.text.to_uppercase();
        let twin = kinds.iter().find(|(_, other)| {
            other.letter == letter
                && (neutral || other.neutral || other.players.iter().any(|p| players.contains(p)))
        });
        if let Some((twin, _)) = twin {
            let mut error = Diagnostic::error(
                "E0306",
                kind.letter.span,
                format!("`{twin}` and `{name}` have one letter, {letter}"),
            )
            .label("a text could not tell them apart");
            if let Some(first) = outline.kinds.get(twin) {
                error = error.related(first.letter.span, format!("the letter of `{twin}`"));
            }
            diagnostics.push(error);
        }
        // Both cases must lead back to each other, and the letter must be one of them.
        let lower = letter.to_lowercase();
        let plain = kind.letter.text == letter || kind.letter.text == lower;
        let cased = lower != letter && lower.to_uppercase() == letter && plain;
        if neutral && lower != letter {
            let message = format!("`{name}` is nobody's, and `{letter}` has two cases");
            diagnostics.push(
                Diagnostic::error("E0306", kind.letter.span, message)
                    .label("the case of a letter tells whose man it is")
                    .help("a neutral piece is written `*`"),
            );
        }
        if !neutral && !cased {
            let message = format!("`{}` has no two cases", kind.letter.text);
            diagnostics.push(
                Diagnostic::error("E0306", kind.letter.span, message)
                    .label("the case of a letter tells whose man it is"),
            );
        }
        let gloss = kind.gloss.clone();
        kinds.insert(name.clone(), Kind { letter, gloss, royal: kind.royal, neutral, players });
    }
    if kinds.is_empty() {
        diagnostics.push(
            Diagnostic::error("E0214", outline.heading, "the game has no pieces")
                .label("no line `piece …` in this file or its base")
                .help("for example `piece tower T: slide orthogonal`"),
        );
    }
    kinds
}
