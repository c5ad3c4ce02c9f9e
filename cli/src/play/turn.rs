//! The loop of a game: a machine thinks, or a line is read and obeyed.

use chator::agents::{AlphaBeta, Course, alphabeta};
use serde_json::json;

use crate::analyse::{played, verdict};
use crate::facts;
use crate::play::commands::{self, Command};
use crate::play::keyboard::Keyboard;
use crate::play::saves;
use crate::play::screen::Screen;
use crate::play::seats::Seat;
use crate::play::session::Session;
use crate::play::why::{self, Rule};
use crate::verdict::{Done, Fault};

/// Whether the game goes on after a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Show the position, or let the machine move.
    Changed,
    /// Ask for the next line.
    Same,
    Quit,
}

/// Plays until somebody leaves, or until it is over and no human is there.
pub(crate) fn run(
    session: &mut Session,
    screen: &mut Screen<'_>,
    keyboard: &mut Keyboard,
) -> Done<()> {
    screen.position(session)?;
    let mut told = false;
    loop {
        if let Some(ending) = session.ending() {
            if !told {
                screen.end(session, &ending)?;
                told = true;
            }
            if !session.has_humans() {
                return Ok(());
            }
        } else {
            told = false;
            if let Some((mv, name)) = think(session)? {
                screen.moved(session.now(), mv, &name)?;
                session.play(mv);
                if session.has_humans() || session.ending().is_some() || screen.json {
                    screen.position(session)?;
                }
                screen.console.flush()?;
                continue;
            }
        }
        match ask(session, screen, keyboard)? {
            Next::Quit => return Ok(()),
            Next::Changed => screen.position(session)?,
            Next::Same => {}
        }
        told &= session.ending().is_some();
    }
}

/// The move of a machine whose turn it is; none if it is a human's.
fn think(session: &mut Session) -> Done<Option<(chator::Move, String)>> {
    let (start, now) = (session.start().clone(), session.now().clone());
    let moves = session.line();
    match &mut session.seats[usize::from(now.to_move().0)] {
        Seat::Human => Ok(None),
        Seat::Machine(agent) => {
            match agent.choose_in(Course { start: &start, moves: &moves, now: &now }) {
                Some(mv) => Ok(Some((mv, agent.name()))),
                None => Err(Fault::Failed(
                    agent.trouble().unwrap_or_else(|| format!("{} names no move", agent.name())),
                )),
            }
        }
    }
}

/// Reads one line and does what it says.
fn ask(session: &mut Session, screen: &mut Screen<'_>, keyboard: &mut Keyboard) -> Done<Next> {
    let prompt = (!screen.json).then(|| match session.ending() {
        Some(_) => "over> ".to_owned(),
        None => format!("{}> ", session.loaded.game.player_name(session.now().to_move())),
    });
    let line = match keyboard.next(screen.console, prompt.as_deref())? {
        None => {
            screen.answer("bye", json!({}), "Bye.")?;
            return Ok(Next::Quit);
        }
        Some(Err(error)) => {
            screen.error(&error)?;
            return Ok(Next::Same);
        }
        Some(Ok(line)) => line,
    };
    match commands::parse(&line, session.now()) {
        Ok(command) => obey(session, screen, command),
        Err(error) => {
            screen.error(&error)?;
            Ok(Next::Same)
        }
    }
}

fn obey(session: &mut Session, screen: &mut Screen<'_>, command: Command) -> Done<Next> {
    match command {
        Command::Nothing => {}
        Command::Quit => {
            screen.answer("bye", json!({}), "Bye.")?;
            return Ok(Next::Quit);
        }
        Command::Move(_) if session.ending().is_some() => {
            screen.error("the game is over; `undo` takes a turn back")?;
        }
        Command::Move(mv) => {
            screen.moved(session.now(), mv, super::seats::HUMAN)?;
            session.play(mv);
            return Ok(if session.is_humans_turn() || session.ending().is_some() || screen.json {
                Next::Changed
            } else {
                Next::Same
            });
        }
        Command::Moves(of) => moves(session, screen, of.as_deref())?,
        Command::Undo(turns) => match session.undo(turns) {
            Ok(plies) => {
                let text = match plies {
                    0 => "giving up is taken back".to_owned(),
                    plies => plies_text("taken back", plies),
                };
                screen.answer("undo", json!({ "plies": plies }), &text)?;
                return Ok(Next::Changed);
            }
            Err(error) => screen.error(&error)?,
        },
        Command::Redo(turns) => match session.redo(turns) {
            Ok(plies) => {
                let text = plies_text("played again", plies);
                screen.answer("redo", json!({ "plies": plies }), &text)?;
                return Ok(Next::Changed);
            }
            Err(error) => screen.error(&error)?,
        },
        Command::Hint => hint(session, screen)?,
        Command::Board => return Ok(Next::Changed),
        Command::Flip => {
            screen.flipped = !screen.flipped;
            return Ok(Next::Changed);
        }
        Command::Fen => {
            let text = session.now().text();
            screen.answer("fen", json!({ "fen": text }), &text)?;
        }
        Command::Why(text) => reasons(session, screen, text.as_deref())?,
        Command::Save(path) => match saves::save(session, &path) {
            Ok(()) => {
                let name = path.display().to_string();
                screen.answer("saved", json!({ "file": name }), &format!("saved as {name}"))?;
            }
            Err(error) => screen.error(&error)?,
        },
        Command::Load(path) => {
            match saves::read(&path).and_then(|save| save.line(&session.loaded)) {
                Ok(line) => {
                    session.replace(line.positions, line.resigned);
                    let name = path.display().to_string();
                    let text = format!("{name}: {}", plies_text("played", session.plies()));
                    screen.answer("loaded", json!({ "file": name }), &text)?;
                    return Ok(Next::Changed);
                }
                Err(error) => screen.error(&error)?,
            }
        }
        Command::Resign if session.ending().is_some() => screen.error("the game is over")?,
        Command::Resign => session.resign(),
        Command::Help => {
            let list: Vec<&str> = commands::COMMANDS.iter().map(|c| c.0).collect();
            screen.answer("help", json!({ "commands": list }), &commands::help())?;
        }
    }
    Ok(Next::Same)
}

/// What the machine would play, what it hopes for, and how it would go on.
fn hint(session: &Session, screen: &mut Screen<'_>) -> Done<()> {
    let mut agent = AlphaBeta::new(alphabeta::Settings::default());
    let analysis = agent.analyse(session.now(), 1, &mut |_| ());
    let Some(line) = analysis.lines.first() else {
        return screen.error("there is no move to suggest");
    };
    let (moves, outcome) = played(session.now(), line);
    let value = verdict(line.value, outcome.as_ref());
    let text = format!("perhaps {} ({value}: {})", moves[0], moves.join(" "));
    screen.answer("hint", json!({ "move": moves[0], "line": moves }), &text)
}

fn plies_text(what: &str, plies: usize) -> String {
    if plies == 1 { format!("1 ply {what}") } else { format!("{plies} plies {what}") }
}

/// The legal moves, of one square or of all.
fn moves(session: &Session, screen: &mut Screen<'_>, of: Option<&str>) -> Done<()> {
    let now = session.now();
    let texts = match of {
        None => facts::sorted_moves(now),
        Some(name) => {
            let Some(square) = now.game().geometry().square(name) else {
                return screen.error(&format!("`{name}` is no square of this board"));
            };
            let mut texts: Vec<String> =
                now.moves_from(square).iter().map(|&mv| now.notate(mv)).collect();
            texts.sort_unstable();
            texts
        }
    };
    let text = match (texts.is_empty(), of) {
        (false, _) => facts::columns(&texts, 78),
        (true, None) => "there is no legal move".to_owned(),
        (true, Some(name)) => format!("no legal move begins on {name}"),
    };
    screen.answer("moves", json!({ "moves": texts }), &text)
}

/// The rules behind the last move and the end, or about a move that was typed.
fn reasons(session: &Session, screen: &mut Screen<'_>, text: Option<&str>) -> Done<()> {
    let rules = match text {
        Some(text) => why::about(&session.loaded, session.now(), text),
        None => {
            let last = session.before().zip(session.now().last_move());
            let mut rules: Vec<Rule> = last
                .map(|(before, mv)| why::of_move(&session.loaded, before, mv))
                .unwrap_or_default();
            rules.extend(why::of_ending(session));
            if rules.is_empty() { Err("no move has been made yet".to_owned()) } else { Ok(rules) }
        }
    };
    match rules {
        Ok(rules) => screen.rules(&rules),
        Err(error) => screen.error(&error),
    }
}
