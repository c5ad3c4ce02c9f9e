//! Looks in play for rules that may be dead though no check of the text can prove it.

use chator_grammar::ast::{Ident, TestStep};
use chator_grammar::diagnostic::Diagnostic;
use chator_interpreter::{Move, Position};
use chator_rules::Rules;
use chator_rules::codes::Explanation;
use chator_study::coverage::{Effort, Line, Role, probe};

use crate::request::LoadedGame;

/// What `chator check` spends on a game. Most games need a small part of it.
pub const EFFORT: Effort =
    Effort { games: 40, max_plies: 200, branches: 4, branch_plies: 30, work: 8_000_000, seed: 1 };

/// A warning for each way to move, each offer and each law of the game's own file that came up
/// neither in its tests nor in the random games that the effort allows.
///
/// What a file takes over from its base or from the prelude is their own affair, and what a
/// warning of the text speaks of needs no second one. `others` are
/// other readings of the same file: what comes up in one of them is not dead either. They share
/// one more effort among them, and it is spent only if the first reading leaves a doubt.
pub fn unreached(loaded: &LoadedGame, others: &[LoadedGame], effort: &Effort) -> Vec<Diagnostic> {
    let own = loaded.loaded.files.first().map(|file| file.id);
    let place =
        |address: &str| loaded.loaded.map.get(address).filter(|span| Some(span.file) == own);
    // A rule, or the piece it belongs to, that a check of the text has doubted already.
    let doubted = |address: &str| {
        let piece = address.split_once('.').map_or(address, |(piece, _)| piece);
        let places = [place(address), place(piece)];
        loaded.loaded.warnings.iter().any(|warning| places.contains(&Some(warning.span)))
    };
    // In this reading nobody has the piece: its army does not take part.
    let rules = loaded.game.rules();
    let absent = |address: &str| {
        let mut clauses = rules.clauses.iter().filter(|clause| clause.name == address);
        clauses.any(|clause| rules.kinds[usize::from(clause.kind.0)].players.is_empty())
    };
    let own_rule = |role: Role, address: &str| {
        let excused = doubted(address) || (role == Role::Clause && absent(address));
        place(address).is_some() && !excused
    };
    if let (Some(outcome), Some(span)) = (loaded.game.start().outcome(), place("start")) {
        let over = Diagnostic::error("W0801", span, "the game is over before its first move")
            .label(format!("as it stands: {outcome}"));
        return vec![over];
    }
    let Some(mut found) = probe(&loaded.game, &lines(loaded), effort, &own_rule) else {
        return Vec::new();
    };
    let share = Effort { work: effort.work / others.len().max(1) as u64, ..*effort };
    for other in others {
        if found.never.is_empty() {
            break;
        }
        let doubtful = |role: Role, address: &str| {
            found.never.iter().any(|rule| rule.0 == role && rule.1 == address)
        };
        let Some(there) = probe(&other.game, &lines(other), &share, &doubtful) else { continue };
        let known = addresses(other.game.rules());
        found.never.retain(|rule| there.never.contains(rule) || !known.contains(&rule.1.as_str()));
    }
    let games = match found.games {
        1 => format!("1 random game of {} plies", found.plies),
        games => format!("{games} random games of {} plies together", found.plies),
    };
    let warning = |(role, address): &(Role, String)| {
        let span = place(address)?;
        let (what, show) = match role {
            Role::Clause => ("could be played", "could play it"),
            Role::Offer => ("could be made", "could make it"),
            Role::Ban => ("forbade a move", "would break it"),
            Role::Void => ("undid an attack", "attacks in vain"),
            Role::Skip => ("passed anybody over", "is passed over"),
            _ => ("had to be done", "can fulfil it"),
        };
        let message = format!("`{address}` never {what} in {games}, nor in a test");
        let help = format!(
            "if it is only rare, a `test` with a position in which somebody {show} shows it"
        );
        Some(Diagnostic::error("W0801", span, message).label("dead, or rare").help(help))
    };
    found.never.iter().filter_map(warning).collect()
}

/// The addresses that [`probe`] looks for.
fn addresses(rules: &Rules) -> Vec<&str> {
    let laws = rules
        .bans
        .iter()
        .chain(&rules.voids)
        .chain(&rules.duties)
        .chain(&rules.skips)
        .map(|law| &law.name);
    let moves = rules.clauses.iter().map(|clause| &clause.name);
    let offers = rules.offers.iter().map(|offer| &offer.name);
    moves.chain(offers).chain(laws).map(String::as_str).collect()
}

/// The positions and moves of the tests of a game's own file, as far as they can be read.
pub fn lines(loaded: &LoadedGame) -> Vec<Line> {
    let mut lines = Vec::new();
    for test in &loaded.loaded.tests {
        let mut line = Line { start: loaded.game.start(), moves: Vec::new() };
        let mut position = line.start.clone();
        for step in &test.steps {
            match step {
                TestStep::At(text) => {
                    let Ok(start) = loaded.game.position(&text.text) else { break };
                    position = start.clone();
                    lines.push(std::mem::replace(&mut line, Line { start, moves: Vec::new() }));
                }
                TestStep::Play(moves) => {
                    let Some(played) = play(&mut position, moves) else { break };
                    line.moves.extend(played);
                }
                TestStep::Expect(..) => {}
            }
        }
        lines.push(line);
    }
    lines
}

fn play(position: &mut Position, texts: &[Ident]) -> Option<Vec<Move>> {
    let play = |text: &Ident| {
        let mv = position.parse_move(&text.text).ok()?;
        position.play(mv);
        Some(mv)
    };
    texts.iter().map(play).collect()
}

/// The codes of this module.
pub(crate) const CODES: &[Explanation] = &[Explanation {
    code: "W0801",
    title: "never seen in play",
    text: "`chator check` plays the tests of the file and some dozens of random games, always the \
           same ones. A way to move, an offer or a law that comes up in none of them may be dead: \
           its guard asks for something that play never brings about. It may as well be rare. A \
           test with a position in which it comes up settles the matter and ends the warning; \
           `chator coverage GAME --games 1000` looks longer.\n\n\
           Wrong:  state steps: 0..9 = 0\n        \
                   guard { rush: slide any when steps = 9 }     (nothing raises steps beyond 5)\n\
           Right:  test \"a rush\" { at \"… steps=9\"; expect legal a1a5 }",
}];
