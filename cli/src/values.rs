//! `chator values`: what men and terms are worth to the agents, and where that comes from.

use chator::LoadedGame;
use chator::agents::Values;
use chator::agents::values::report::{ManReport, Report, Role};
use chator::agents::values::{PLACE, Worth};
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args;
use crate::console::Console;
use crate::game_arg::load;
use crate::report::columns;
use crate::verdict::{Done, Verdict};

/// The head of the table of men.
const HEAD: [&str; 9] =
    ["", "quiet", "taking", "mobility", "gain", "moves", "at start", "worth", "in hand"];

pub(crate) fn run(console: &mut Console, args: &args::Values) -> Done {
    let loaded = load(console, &args.game)?;
    let values = Values::of(&loaded.game);
    let page = Page { loaded: &loaded, report: values.report() };
    if args.json {
        console.json(&page.object(&args.game))?;
    } else {
        page.print(console)?;
    }
    Ok(Verdict::Yes)
}

struct Page<'a> {
    loaded: &'a LoadedGame,
    report: &'a Report,
}

/// Hundredths as squares.
fn squares(worth: Worth) -> String {
    format!("{:.2}", f64::from(worth) / 100.0)
}

/// Four digits are enough for anybody.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

impl Page<'_> {
    fn print(&self, console: &mut Console) -> Done<()> {
        let report = self.report;
        let game = &self.loaded.game;
        console.line(format_args!(
            "{}: what men are worth, in squares that they reach.",
            game.rules().title
        ))?;
        let meets = game.rules().players.keys().zip(&report.hostile);
        let meets: Vec<String> =
            meets.map(|(name, share)| format!("{name} {:.1} %", share * 100.0)).collect();
        console.line(format_args!(
            "Tried on {} boards made of random play; {:.1} % of their squares are empty, and an \
             enemy stands\non so many for {}.",
            report.boards,
            report.empty * 100.0,
            meets.join(", ")
        ))?;
        for (player, name) in game.rules().players.keys().enumerate() {
            let men = report.men.iter().filter(|man| usize::from(man.player.0) == player);
            let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
            name.clone_into(&mut rows[0][0]);
            rows.extend(men.map(|man| self.row(man)));
            table(console, &rows)?;
        }
        console.line(format_args!(
            "\nquiet: squares he goes to, divided by the share of empty ones; taking: squares he \
             takes on, divided\nby the share with an enemy; mobility = (quiet + taking) / 2; worth \
             = mobility + 0.1 x gain.\ngain: what he has more as the best type he may become; on \
             a square 0.6 x 0.7^(moves - 1) of it counts\ninstead, and {PLACE} of how much his \
             mobility from there is above the mean."
        ))?;
        self.rest(console)
    }

    /// The terms, and what no term stands for.
    fn rest(&self, console: &mut Console) -> Done<()> {
        if !self.report.terms.is_empty() {
            console.line("\nTerms")?;
            let rows: Vec<Vec<String>> = self
                .report
                .terms
                .iter()
                .map(|term| {
                    let weight = if term.weight == 0 { "-".into() } else { squares(term.weight) };
                    vec![
                        format!("  {}", term.rule),
                        weight,
                        format!("{}: {}", term.what, term.formula),
                    ]
                })
                .collect();
            let widths = widths(&rows);
            for row in &rows {
                console.line(columns(row, &widths))?;
            }
        }
        if !self.report.unweighed.is_empty() {
            console.line("\nNot weighed")?;
            let rows: Vec<Vec<String>> = self
                .report
                .unweighed
                .iter()
                .map(|left| vec![format!("  {}", left.rule), left.why.clone()])
                .collect();
            let widths = widths(&rows);
            for row in &rows {
                console.line(columns(row, &widths))?;
            }
        }
        Ok(())
    }

    fn row(&self, man: &ManReport) -> Vec<String> {
        let game = &self.loaded.game;
        let number = |number: f64| format!("{number:.2}");
        let turns = man.into.is_some();
        let or_none = |text: String| if turns { text } else { String::new() };
        let gain = man.into.map_or_else(String::new, |into| {
            format!("{:.2} {}", man.gain, game.letter(man.player, into))
        });
        let role = match &man.role {
            Role::Plain => String::new(),
            Role::Royal => "royal: not traded, taken for all".to_owned(),
            Role::Vital(rule) => format!("not traded: the last one loses by {rule}"),
            Role::Turned(rule) => format!("against his owner, by {rule}"),
        };
        vec![
            format!("  {}", game.kind_name(man.kind)),
            number(man.quiet),
            number(man.taking),
            number(man.mobility),
            gain,
            or_none(man.moves.map_or_else(String::new, |moves| moves.to_string())),
            or_none(number(man.at_start)),
            squares(man.worth),
            if man.stocked == 0 { String::new() } else { squares(man.stocked) },
            role,
        ]
    }

    fn object(&self, id: &str) -> Value {
        let game = &self.loaded.game;
        let report = self.report;
        let names = game.rules().players.keys();
        let hostile: Map<String, Value> = names
            .zip(&report.hostile)
            .map(|(name, share)| (name.clone(), json!(rounded(*share))))
            .collect();
        let men = report.men.iter().map(|man| {
            let (role, by) = match &man.role {
                Role::Plain => ("plain", None),
                Role::Royal => ("royal", None),
                Role::Vital(rule) => ("vital", Some(rule)),
                Role::Turned(rule) => ("turned", Some(rule)),
            };
            json!({
                "player": game.player_name(man.player),
                "piece": game.kind_name(man.kind),
                "quiet": rounded(man.quiet),
                "taking": rounded(man.taking),
                "mobility": rounded(man.mobility),
                "gain": rounded(man.gain),
                "into": man.into.map(|into| game.kind_name(into)),
                "moves": man.moves,
                "at_start": rounded(man.at_start),
                "role": role,
                "by": by,
                "worth": man.worth,
                "stocked": man.stocked,
            })
        });
        let terms = report.terms.iter().map(|term| {
            json!({
                "rule": term.rule, "what": term.what, "formula": term.formula,
                "weight": term.weight,
            })
        });
        let unweighed = report.unweighed.iter().map(|l| json!({ "rule": l.rule, "why": l.why }));
        json!({
            "game": id,
            "unit": "hundredths of a square that a man reaches",
            "boards": report.boards,
            "empty": rounded(report.empty),
            "hostile": hostile,
            "men": men.collect::<Vec<_>>(),
            "terms": terms.collect::<Vec<_>>(),
            "unweighed": unweighed.collect::<Vec<_>>(),
        })
    }
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(move |row| row.get(column)).map(|cell| cell.width());
    (0..most).map(|column| width(column).max().unwrap_or(0)).collect()
}

/// A table with its numbers to the right, but for the first column and what stands behind the head.
fn table(console: &mut Console, rows: &[Vec<String>]) -> Done<()> {
    let widths = widths(rows);
    console.line("")?;
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let space = " ".repeat(width - cell.width());
            if column == 0 || column >= HEAD.len() {
                format!("{cell}{space}")
            } else {
                format!("{space}{cell}")
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        console.line(line.trim_end())?;
    }
    Ok(())
}
