//! `chator matrix`: several rule sets side by side, a row for each rule.

use chator::LoadedGame;
use chator::study::diff::Group;
use chator::study::matrix::{Cell, Matrix, Row};
use chator::study::standing::{Authorities, Standing};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::{self, Format};
use crate::console::Console;
use crate::game_arg::load;
use crate::report::{self, WIDTH, columns, escaped, name, object, rule, works};
use crate::show::{self, paragraph};
use crate::verdict::{Done, Verdict};

/// Readings up to this width stand in the table itself.
const SHORT: usize = 12;

/// A table wider than this says less in its cells, and then in its headings.
const WIDE: usize = 100;

/// How a cell says that a rule set's own sources state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// By their keys.
    Keys,
    /// By a sign; the keys stand with the reading.
    Signs,
}

/// A table for the terminal.
struct Layout {
    marks: Marks,
    heads: Vec<String>,
    cells: Vec<Vec<String>>,
    widths: Vec<usize>,
}

impl Layout {
    fn fits(&self) -> bool {
        self.widths.iter().sum::<usize>() + 2 * self.widths.len() <= WIDE
    }
}

/// What the cells mean.
fn legend(marks: Marks) -> String {
    let stated = match marks {
        Marks::Keys => "In brackets: the sources that state it for this rule set.",
        Marks::Signs => "+: stated by this rule set's own sources, which stand with the reading.",
    };
    format!(
        "A letter is a reading, given with the row. {stated} =: inherited, not stated by this rule \
         set's own sources. ours: the project's own decision. Nothing: no source is given. -: there \
         is no such rule."
    )
}

pub(crate) fn run(console: &mut Console, args: &args::Matrix) -> Done {
    let mut games = Vec::new();
    for game in &args.games {
        games.push(load(console, game)?);
    }
    let sets: Vec<_> = games.iter().map(|game| &game.loaded).collect();
    let matrix = Matrix::new(&sets);
    let rows: Vec<&Row> = matrix.rows.iter().filter(|row| args.all || row.differs()).collect();
    let authorities = sets.iter().map(|set| Authorities::of(set)).collect();
    let alike = matrix.rows.len() - rows.len();
    let table = Table { games: &games, authorities, rows, alike };
    match args.output.format() {
        Format::Text => table.text(console)?,
        Format::Markdown => table.markdown(console)?,
        Format::Json => console.json(&table.object())?,
    }
    Ok(Verdict::Yes)
}

struct Table<'a> {
    games: &'a [LoadedGame],
    authorities: Vec<Authorities>,
    rows: Vec<&'a Row>,
    /// How many rows are left out, because all rule sets say the same there.
    alike: usize,
}

impl Table<'_> {
    fn text(&self, console: &mut Console) -> Done<()> {
        let names = self.names();
        let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
        // The first layout that fits, or else the narrowest.
        let layouts = [(Marks::Keys, &names), (Marks::Signs, &names), (Marks::Signs, &numbers)];
        let mut layouts = layouts.into_iter().map(|(marks, heads)| self.layout(marks, heads));
        let narrowest = layouts.next_back();
        let layout = layouts.find(Layout::fits).or(narrowest);
        let Some(Layout { marks, heads, cells, widths }) = layout else { return Ok(()) };
        for (number, game) in self.games.iter().enumerate() {
            let title = &game.game.rules().title;
            console.line(format_args!("{}  {title}  ({})", number + 1, name(game)))?;
        }
        console.line("")?;
        console.text(paragraph(&legend(marks), "", WIDTH))?;
        let mut group = None;
        for (row, cells) in self.rows.iter().zip(&cells) {
            if group.replace(row.group) != Some(row.group) {
                console.line(format_args!("\n{}", row.group.title()))?;
                console.line(columns(&heads, &widths))?;
            }
            console.line(columns(cells, &widths))?;
            for (label, text, by) in self.readings(row) {
                let lines = paragraph(&format!("{text}{by}"), "       ", WIDTH);
                console.text(format_args!("    {label}  {}", lines.trim_start()))?;
            }
        }
        console.line(format_args!("\n{}", self.summary()))?;
        Ok(())
    }

    fn layout(&self, marks: Marks, names: &[String]) -> Layout {
        let heads: Vec<String> =
            std::iter::once(String::new()).chain(names.iter().cloned()).collect();
        let cells: Vec<Vec<String>> = self.rows.iter().map(|row| self.cells(row, marks)).collect();
        let width = |(column, head): (usize, &String)| {
            let widest = cells.iter().map(|row| row[column].width()).max().unwrap_or(0);
            widest.max(head.width())
        };
        let widths = heads.iter().enumerate().map(width).collect();
        Layout { marks, heads, cells, widths }
    }

    fn markdown(&self, console: &mut Console) -> Done<()> {
        console.line("# Rules by rule set\n")?;
        for game in self.games {
            let title = escaped(&game.game.rules().title);
            console.line(format_args!(
                "- `{}`: {title} ({})",
                name(game),
                game.game.fingerprint()
            ))?;
        }
        console.line(format_args!("\n{}", legend(Marks::Keys)))?;
        let mut heads = vec!["rule".to_owned()];
        heads.extend(self.names().iter().map(|name| escaped(name)));
        let mut groups: Vec<Group> = self.rows.iter().map(|row| row.group).collect();
        groups.dedup();
        for group in groups {
            let rows: Vec<&&Row> = self.rows.iter().filter(|row| row.group == group).collect();
            console.line(format_args!("\n## {}\n", group.title()))?;
            console.line(report::row(&heads))?;
            console.line(rule(heads.len()))?;
            for row in &rows {
                let cells: Vec<String> =
                    self.cells(row, Marks::Keys).iter().map(|c| escaped(c)).collect();
                console.line(report::row(&cells))?;
            }
            let mut gap = "\n";
            for row in rows {
                for (label, text, by) in self.readings(row) {
                    let (address, text) = (escaped(&row.address), escaped(&format!("{text}{by}")));
                    console.line(format_args!("{gap}- **{address}** {label}: {text}"))?;
                    gap = "";
                }
            }
        }
        let cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let games: Vec<&LoadedGame> = self.games.iter().collect();
        let works = works(&games, cells.map(|cell| &cell.statement));
        if !works.is_empty() {
            console.line("\n## Sources\n")?;
            for (key, title) in works {
                console.line(format_args!("- {}: {}", escaped(&key), escaped(&title)))?;
            }
        }
        console.line(format_args!("\n{}", self.summary()))?;
        Ok(())
    }

    fn object(&self) -> Value {
        let cell = |cell: &Option<Cell>| {
            cell.as_ref().map(|cell| {
                let mut object = report::said(&cell.statement);
                object["reading"] = json!(cell.reading);
                object["stated"] = match cell.standing {
                    None | Some(Standing::Unsourced) => Value::Null,
                    Some(standing) => json!(standing.word()),
                };
                object
            })
        };
        let row = |row: &&Row| {
            json!({
                "group": row.group.title(),
                "address": row.address,
                "differs": row.differs(),
                "readings": row.readings,
                "cells": row.cells.iter().map(cell).collect::<Vec<_>>(),
            })
        };
        json!({
            "sets": self.games.iter().map(object).collect::<Vec<_>>(),
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "alike": self.alike,
        })
    }

    fn summary(&self) -> String {
        let differ = self.rows.iter().filter(|row| row.differs()).count();
        let alike = self.alike + self.rows.len() - differ;
        let hint = if self.alike > 0 { " (`--all` shows them)" } else { "" };
        format!("{differ} of {} rows differ; {alike} are alike{hint}.", differ + alike)
    }

    /// The names of the columns, without a folder that all are in.
    fn names(&self) -> Vec<String> {
        let names: Vec<String> = self.games.iter().map(name).collect();
        let folder = |name: &str| {
            let end = name.find('[').unwrap_or(name.len());
            name[..end].rfind('/').map_or(String::new(), |slash| name[..=slash].to_owned())
        };
        let first = names.first().map_or(String::new(), |name| folder(name));
        if names.iter().all(|name| folder(name) == first) {
            return names.iter().map(|name| name[first.len()..].to_owned()).collect();
        }
        names
    }

    /// The address and a word for each rule set.
    fn cells(&self, row: &Row, marks: Marks) -> Vec<String> {
        let cells = row.cells.iter().zip(&self.authorities).map(|(cell, authorities)| {
            let Some(cell) = cell else { return "-".to_owned() };
            let reading = if is_short(row) {
                row.readings[cell.reading].clone()
            } else {
                letter(cell.reading)
            };
            let mark = match cell.standing {
                Some(Standing::Stated) if marks == Marks::Signs => " +".to_owned(),
                Some(Standing::Stated) => {
                    let own = cell.statement.sources.iter().filter(|s| authorities.include(s));
                    format!(" [{}]", keys(own))
                }
                Some(Standing::Inherited) => " =".to_owned(),
                Some(Standing::Ours) => " ours".to_owned(),
                Some(Standing::Unsourced) | None => String::new(),
            };
            format!("{reading}{mark}")
        });
        std::iter::once(row.address.clone()).chain(cells).collect()
    }

    /// The letter, the text and the sources of each reading that does not fit into the table.
    fn readings(&self, row: &Row) -> Vec<(String, String, String)> {
        if is_short(row) {
            return Vec::new();
        }
        let names = self.names();
        let each = row.readings.iter().enumerate().map(|(number, text)| {
            // Those who cite the same are named together.
            let mut by: Vec<(String, Vec<&str>)> = Vec::new();
            for (cell, name) in row.cells.iter().zip(&names) {
                let Some(cell) = cell.as_ref().filter(|cell| cell.reading == number) else {
                    continue;
                };
                let sources = show::sources(&cell.statement.sources);
                if sources.is_empty() {
                    continue;
                }
                match by.iter_mut().find(|(known, _)| *known == sources) {
                    Some((_, who)) => who.push(name),
                    None => by.push((sources, vec![name])),
                }
            }
            let several = by.len() > 1;
            let by = by.into_iter().map(|(sources, who)| {
                if several { format!("{}: {sources}", who.join(", ")) } else { sources }
            });
            let by = by.collect::<Vec<_>>().join(" | ");
            let by = if by.is_empty() { by } else { format!(" [{by}]") };
            // Who calls it otherwise is told so.
            let first = row.cells.iter().flatten().find(|cell| cell.reading == number);
            let other = first.map(|cell| cell.statement.address.as_str());
            let other = other.filter(|other| !other.is_empty() && *other != row.address);
            let called = other.map_or(String::new(), |other| format!("({other}) "));
            (letter(number), format!("{called}{text}"), by)
        });
        each.collect()
    }
}

/// Do all readings of a row fit into the table?
fn is_short(row: &Row) -> bool {
    row.readings.iter().all(|text| text.width() <= SHORT)
}

/// a, b, … z, a1, b1, …
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// The works cited, each once.
fn keys<'a>(sources: impl Iterator<Item = &'a chator::rules::Citation>) -> String {
    let mut keys: Vec<&str> = Vec::new();
    for source in sources {
        if let chator::rules::Citation::Work { key, .. } = source
            && !keys.contains(&key.as_str())
        {
            keys.push(key);
        }
    }
    keys.join(", ")
}
