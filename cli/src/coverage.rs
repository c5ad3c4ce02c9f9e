//! `chator coverage`: which rules come to bear in play, and which never do.

use std::thread::available_parallelism;

use chator::LoadedGame;
use chator::agents::parse;
use chator::rules::Trigger;
use chator::study::coverage::{Count, Coverage, Plan, Role, Row, cover};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args;
use crate::console::Console;
use crate::diagnostics::address;
use crate::game_arg::load;
use crate::progress::Progress;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &args::Coverage) -> Done {
    let loaded = load(console, &args.game)?;
    let agent = parse(&args.agent).map_err(|error| Fault::Usage(error.to_string()))?;
    let threads = args.threads.map_or_else(
        || available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let plan = Plan { games: args.games, max_plies: args.max_plies, seed: args.seed, threads };
    let progress = Progress::new(args.games, "games", args.json);
    let player = || {
        // The same text was read above.
        let mut agent =
            parse(&args.agent).unwrap_or_else(|_| Box::new(chator::agents::Random::with_seed(0)));
        // Who cannot begin says so when it is asked for a move.
        let _ = agent.prepare(&loaded.id);
        agent
    };
    let found = cover(&loaded.game, &plan, &player, &|| {
        progress.step();
        true
    });
    drop(progress);
    let found = found.map_err(Fault::Failed)?;
    let report = Report { loaded: &loaded, args, found: &found, agent: agent.name() };
    if args.json {
        let reproducible = agent.is_reproducible();
        console.json(&report.object(reproducible))?;
    } else {
        report.table(console)?;
        if !agent.is_reproducible() {
            console.line(
                "\nNot reproducible: the agent's budget is in time, or it is an outside engine.",
            )?;
        }
    }
    Ok(Verdict::Yes)
}

struct Report<'a> {
    loaded: &'a LoadedGame,
    args: &'a args::Coverage,
    found: &'a Coverage,
    agent: String,
}

/// A part of the table: its title, what its two counts are of, and its rows.
struct Section<'a> {
    title: String,
    heads: [&'static str; 2],
    rows: Vec<&'a Row>,
}

const OF_MOVES: [&str; 2] = ["positions", "moves"];

impl Report<'_> {
    /// The rows as the rule book has them: each piece with what happens after its moves, then
    /// what happens after any move, then what may be declared, the laws and the ends.
    fn sections(&self) -> Vec<Section<'_>> {
        let rules = self.loaded.game.rules();
        let (pieces, others): (Vec<&Row>, Vec<&Row>) =
            self.found.rows.iter().partition(|row| self.piece(row).is_some());
        let mut sections: Vec<Section<'_>> = Vec::new();
        for name in rules.kinds.keys() {
            let rows = pieces.iter().copied().filter(|row| self.piece(row) == Some(name));
            sections.push(Section { title: name.clone(), heads: OF_MOVES, rows: rows.collect() });
        }
        for (role, title, heads) in [
            (Role::Event, "After each move", OF_MOVES),
            (Role::Offer, "Declared with a move", OF_MOVES),
            (Role::Ban, "Bans", ["positions", "forbidden"]),
            (Role::Void, "Voids", ["positions", "men"]),
            (Role::Duty, "Duties", ["positions", "fulfilling"]),
            (Role::Skip, "Skips", ["positions", "players"]),
            (Role::End, "Ends", ["", "ended"]),
        ] {
            let rows = others.iter().copied().filter(|row| row.role == role).collect();
            sections.push(Section { title: title.to_owned(), heads, rows });
        }
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    /// The piece a row belongs to, if it does.
    fn piece(&self, row: &Row) -> Option<&str> {
        let rules = self.loaded.game.rules();
        let kind = match row.role {
            Role::Clause => rules.clauses.iter().find(|c| c.name == row.address)?.kind,
            Role::Event => {
                let event = rules.events.iter().find(|e| e.name == row.address)?;
                match &event.trigger {
                    Trigger::Moving(kinds) => *kinds.first()?,
                    Trigger::After(_) => {
                        let (name, _) = row.address.split_once('.')?;
                        return rules.kinds.get_key_value(name).map(|(name, _)| name.as_str());
                    }
                    Trigger::AnyMove => return None,
                }
            }
            _ => return None,
        };
        rules.kinds.get_index(kind.0.into()).map(|(name, _)| name.as_str())
    }

    fn table(&self, console: &mut Console) -> Done<()> {
        let found = self.found;
        console.line(format_args!("{}: {}", self.loaded.game.rules().title, self.summary()))?;
        console.line(
            "Positions in which it could be used, and moves that used it; each with the share of \
             the games\nin which that happened and the earliest ply.",
        )?;
        let sections = self.sections();
        let width = sections
            .iter()
            .flat_map(|s| s.rows.iter().map(|row| row.address.width() + 2).chain([s.title.width()]))
            .max()
            .unwrap_or(0);
        for section in &sections {
            let [could, did] = section.heads;
            let gap = " ".repeat(width - section.title.width());
            let could = if could.is_empty() { String::new() } else { heading(could) };
            let line = format!("{}{gap}  {could:<26}  {}", section.title, heading(did));
            console.line(format_args!("\n{}", line.trim_end()))?;
            for row in &section.rows {
                let gap = " ".repeat(width - row.address.width() - 2);
                let could = match row.role {
                    Role::End => " ".repeat(26),
                    _ => self.cells(&row.available),
                };
                let line = format!("  {}{gap}  {could}  {}", row.address, self.cells(&row.used));
                console.line(line.trim_end())?;
            }
        }
        let never: Vec<&Row> = found.unreached().collect();
        if never.is_empty() {
            console.line(format_args!(
                "\nEvery rule was reached in {} ({}).",
                many(found.games.into(), "game", "games"),
                many(found.plies, "ply", "plies"),
            ))?;
            return Ok(());
        }
        console.line(format_args!(
            "\nNever reached in {} ({}), which proves nothing: a rule may be rare.",
            many(found.games.into(), "game", "games"),
            many(found.plies, "ply", "plies"),
        ))?;
        let width = never.iter().map(|row| row.address.width()).max().unwrap_or(0);
        for row in never {
            let gap = " ".repeat(width - row.address.width());
            let place = self.place(&row.address).unwrap_or_default();
            console.line(format_args!("  {}{gap}  {place}", row.address).to_string().trim_end())?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let found = self.found;
        let mut parts = vec![format!("{} ended", found.ended)];
        if found.broken_off > 0 {
            parts.push(format!("{} broken off at {} plies", found.broken_off, self.args.max_plies));
        }
        if found.stuck > 0 {
            parts.push(format!("{} without a move and without an end", found.stuck));
        }
        format!(
            "{} by {} from seed {}, {}; {}",
            many(found.games.into(), "game", "games"),
            self.agent,
            self.args.seed,
            many(found.plies, "ply", "plies"),
            parts.join(", ")
        )
    }

    fn place(&self, of: &str) -> Option<String> {
        address(self.loaded.loaded.map.get(of)?, &self.loaded.loaded.files)
    }

    /// A count, its share of the games, its first ply.
    fn cells(&self, count: &Count) -> String {
        let Some(first) = count.first else { return format!("{:>10}  {:>6}  {:>6}", "-", "", "") };
        let share = self.share(count) * 100.0;
        format!("{:>10}  {share:>4.0} %  {first:>6}", count.times)
    }

    fn share(&self, count: &Count) -> f64 {
        f64::from(count.games) / f64::from(self.found.games.max(1))
    }

    fn object(&self, reproducible: bool) -> Value {
        let found = self.found;
        let count = |count: &Count| {
            json!({
                "times": count.times, "games": count.games, "share": self.share(count),
                "first_ply": count.first,
            })
        };
        let rows = found.rows.iter().map(|row| {
            let available = match row.role {
                Role::End => Value::Null,
                _ => count(&row.available),
            };
            json!({
                "address": row.address,
                "role": row.role.name(),
                "piece": self.piece(row),
                "place": self.place(&row.address),
                "available": available,
                "used": count(&row.used),
            })
        });
        let rows: Vec<Value> = rows.collect();
        json!({
            "game": self.args.game,
            "agent": self.agent,
            "seed": self.args.seed,
            "max_plies": self.args.max_plies,
            "games": found.games,
            "ended": found.ended,
            "broken_off": found.broken_off,
            "stuck": found.stuck,
            "plies": found.plies,
            "legal_moves": found.moves,
            "reproducible": reproducible,
            "never": found.unreached().map(|row| &row.address).collect::<Vec<_>>(),
            "rules": rows,
        })
    }
}

fn heading(unit: &str) -> String {
    format!("{unit:>10}   games   first")
}

fn many(n: u64, one: &str, more: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {more}") }
}
