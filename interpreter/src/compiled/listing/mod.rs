//! What the passes made of the rules, as text: it shows why a rule is fast or slow.
//!
//! It goes through the program in the order in which that is made: cells, ways to move, attacks,
//! ends. A player whose rules come out as the first player's, seen from his own side, is told so
//! in a line.

mod attacks;
mod cells;
mod deeds;
mod ends;
mod page;
mod rows;
mod squares;
mod ways;
mod words;

use crate::game::Tables;

use super::AnyProgram;
use super::bits::Bits;
use super::expr::CondX;
use super::plan::PlayerPlan;
use super::program::Program;

use page::{Entry, Page};
use rows::Common;
use words::{Words, join};

impl AnyProgram {
    /// The program as text.
    pub(crate) fn listing(&self, game: &Tables) -> String {
        match self {
            AnyProgram::Narrow(program) => listing(program, game),
            AnyProgram::Middle(program) => listing(program, game),
            AnyProgram::Wide(program) => listing(program, game),
            AnyProgram::Vast(program) => listing(program, game),
        }
    }
}

/// All that is said of one player, part by part.
struct Part {
    player: String,
    title: &'static str,
    entries: Vec<Entry>,
    idle: Vec<String>,
}

fn listing<B: Bits>(program: &Program<B>, game: &Tables) -> String {
    let seen_by = |own| Words { game, layout: &program.layout, own };
    let mut page = Page::default();
    page.head(&game.rules.title);
    let kinds: Vec<u16> = (0..game.kinds.len() as u16).collect();
    let names = join(&kinds, ", ", |&kind| seen_by(0).kind(kind));
    page.fact("board", &format!("{} squares in {} bits", game.squares, 8 * size_of::<B>()));
    page.fact("kinds", &names);
    if program.royal != 0 {
        page.fact("royal", &seen_by(0).kinds(program.royal));
    }
    cells::cells(&mut page, program, seen_by(0));
    let mut first: Vec<Part> = Vec::new();
    for (own, plan) in program.players.iter().enumerate() {
        let parts = parts(seen_by(own as u8), program, plan);
        for (i, part) in parts.iter().enumerate() {
            if part.entries.is_empty() && part.idle.is_empty() {
                continue;
            }
            page.head(&format!("{} of {}", part.title, part.player));
            let other = first.get(i).map(|part| (part.player.as_str(), &part.entries[..]));
            page.entries(&part.entries, other);
            if !part.idle.is_empty() {
                page.fact("unused", &part.idle.join(", "));
            }
        }
        if own == 0 {
            first = parts;
        }
    }
    page.0
}

fn parts<B: Bits>(words: Words<'_>, program: &Program<B>, plan: &PlayerPlan<B>) -> Vec<Part> {
    let common = Common::new(words, plan, program.all);
    let (rows, idle) = common.rows();
    let part =
        |title, entries| Part { player: words.player(words.own), title, entries, idle: Vec::new() };
    vec![
        part("laws", laws(words, program, plan, &common)),
        part("events", common.events()),
        Part { idle, ..part("moves", rows) },
        part("attacks", attacks::attacks(words, program, plan)),
        part("ends", ends::ends(words, plan)),
    ]
}

/// What is asked about most of a player's moves, and what he may add to them.
fn laws<B: Bits>(
    words: Words<'_>,
    program: &Program<B>,
    plan: &PlayerPlan<B>,
    common: &Common<'_, B>,
) -> Vec<Entry> {
    let entry = |name: &str, facts| Entry { name: name.to_owned(), facts };
    let list = |texts: Vec<String>| texts.into_iter().map(|text| ("if", text)).collect();
    let mut laws = Vec::new();
    let bans = common.bans();
    if !bans.is_empty() {
        laws.push(entry("bans of most moves", list(bans)));
    }
    let skips = program.skips.get(usize::from(words.own)).map_or(&[][..], Vec::as_slice);
    if !skips.is_empty() {
        let skips = skips.iter().map(|skip| words.cond(skip)).collect();
        laws.push(entry("he is passed over", list(skips)));
    }
    for (offer, rule) in plan.offers.iter().zip(&words.game.rules.offers) {
        let mut facts = Vec::new();
        if offer.when != CondX::Const(true) {
            facts.push(("if", words.cond(&offer.when)));
        }
        if offer.local {
            facts.push(("asked", "move by move".to_owned()));
        }
        facts.push(("does", words.ops(&offer.ops)));
        laws.push(entry(&format!("offer {}", rule.name), facts));
    }
    laws
}
