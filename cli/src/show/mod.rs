//! `chator show`: a game at a glance.

mod diagram;
mod object;
mod reach;
mod words;

use chator::LoadedGame;
use chator::interpreter::KindId;

use crate::args::Show;
use crate::board::{self, Look};
use crate::console::{Console, speaks_unicode};
use crate::game_arg::load;
use crate::letters::Letters;
use crate::verdict::{Done, Verdict};

pub(crate) use words::{paragraph, sources};

/// The width that everything is made for.
const WIDTH: usize = 80;

pub(crate) fn run(console: &mut Console, args: &Show) -> Done {
    let loaded = load(console, &args.game)?;
    if args.json {
        console.json(&object::object(&loaded))?;
        return Ok(Verdict::Yes);
    }
    let letters = Letters::of(&loaded.game, args.ascii || !speaks_unicode());
    head(console, &loaded, &letters)?;
    pieces(console, &loaded, &letters)?;
    words::state(console, &loaded)?;
    words::ends(console, &loaded)?;
    words::options(console, &loaded)?;
    console.line(format_args!("\nFingerprint  {}", loaded.game.fingerprint()))?;
    Ok(Verdict::Yes)
}

fn head(console: &mut Console, loaded: &LoadedGame, letters: &Letters) -> Done<()> {
    let game = &loaded.game;
    let rules = game.rules();
    console.line(format_args!("{}  ({})", rules.title, loaded.id))?;
    console.text(paragraph(&rules.about, "", WIDTH))?;
    console.line("")?;
    let start = game.start();
    for line in board::position(&start, letters, Look::default(), &[]) {
        console.line(format_args!("  {}", line.trim_end()))?;
    }
    console.line("")?;
    for (plain, name) in &letters.legend {
        console.line(format_args!("  {plain} stands for {name}"))?;
    }
    let directions = &game.geometry().directions;
    let players = rules.players.iter().map(|(name, player)| {
        let way = directions.get(usize::from(player.forward)).map_or("", String::as_str);
        format!("{name}, forward is {way}")
    });
    console.line(format_args!("Players  {}", players.collect::<Vec<_>>().join("; ")))?;
    console.line(format_args!("Start    {}", start.text()))?;
    Ok(())
}

fn pieces(console: &mut Console, loaded: &LoadedGame, letters: &Letters) -> Done<()> {
    let game = &loaded.game;
    console.line("\nPieces\n")?;
    let mut drawings = Vec::new();
    for (i, (name, kind)) in game.rules().kinds.iter().enumerate() {
        let diagrams = diagram::of_kind(game, KindId(i as u16));
        let several = diagrams.len() > 1 || kind.players.len() < game.rules().players.len();
        if kind.neutral {
            // Nobody moves it, so there is nothing to draw.
            let mut notes: Vec<&str> = kind.gloss.as_deref().into_iter().collect();
            notes.push("nobody's");
            drawings.push(vec![format!("{} {name}", kind.letter), notes.join(", ")]);
        }
        for diagram in diagrams {
            let letter = letters.get(diagram.man);
            let title = if several {
                format!("{letter} {name} ({})", game.player_name(diagram.man.player))
            } else {
                format!("{letter} {name}")
            };
            let mut notes: Vec<&str> = kind.gloss.as_deref().into_iter().collect();
            if kind.royal {
                notes.push("royal");
            }
            let mut lines = vec![title, notes.join(", ")];
            lines.extend(diagram.draw(game, letters));
            drawings.push(lines);
        }
    }
    for line in board::beside(&drawings, WIDTH) {
        console.line(line)?;
    }
    console.line(diagram::LEGEND)?;
    Ok(())
}
