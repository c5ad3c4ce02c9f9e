//! Several rule sets side by side: a row for each rule, a column for each rule set.

use chator_rules::Loaded;

use crate::diff::{Diff, Group, Kind, Row as Pair, Statement, follow};
use crate::standing::{Authorities, Standing};

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The rows in the order of their groups.
    pub rows: Vec<Row>,
}

/// A rule, and what each rule set has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where a reader looks for it.
    pub group: Group,
    /// Its address in the first rule set that has it.
    pub address: String,
    /// The different readings, in the order of the columns, each in the words of the first rule
    /// set that has it.
    pub readings: Vec<String>,
    /// A cell for each rule set; nothing if it has no such rule.
    pub cells: Vec<Option<Cell>>,
}

/// What a rule set has in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Which of the row's readings.
    pub reading: usize,
    /// In its own words.
    pub statement: Statement,
    /// Who stands behind it; nothing for what has no source of its own, such as the order of rules.
    pub standing: Option<Standing>,
}

impl Row {
    /// Do the rule sets differ here?
    pub fn differs(&self) -> bool {
        let reading = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.reading);
        self.cells.windows(2).any(|two| reading(&two[0]) != reading(&two[1]))
    }
}

impl Matrix {
    /// Compares each rule set with the first.
    pub fn new(sets: &[&Loaded]) -> Matrix {
        let Some(first) = sets.first() else { return Matrix { rows: Vec::new() } };
        // The first is compared with itself, so that all columns are made alike.
        let diffs: Vec<Diff> = sets.iter().map(|other| Diff::new(first, other)).collect();
        let columns = keyed(diffs.iter().map(Diff::rows).collect());
        let mut keys: Vec<Key> = Vec::new();
        for pairs in &columns {
            follow(
                &mut keys,
                pairs.iter().filter(|(_, p)| p.right.is_some()).map(|(k, _)| k.clone()),
            );
        }
        let authorities: Vec<Authorities> = sets.iter().map(|set| Authorities::of(set)).collect();
        let mut rows: Vec<Row> = keys.iter().map(|key| row(key, &columns, &authorities)).collect();
        rows.extend(["events", "ends"].into_iter().filter_map(|list| order(list, &diffs)));
        rows.sort_by_key(|row| row.group);
        Matrix { rows }
    }
}

/// What a row is known by: is it an option, and its address.
type Key = (bool, String);

/// Each pair with the key of its row. What the first rule set lacks and several others have
/// belongs together if it is called the same, or else if it says the same.
fn keyed(columns: Vec<Vec<Pair<'_>>>) -> Vec<Vec<(Key, Pair<'_>)>> {
    let mut news: Vec<(String, Key)> = Vec::new();
    let mut all = Vec::new();
    for pairs in columns {
        let taken: Vec<&str> = pairs.iter().map(|pair| pair.address).collect();
        let mut keyed: Vec<(Key, Pair<'_>)> = Vec::new();
        for pair in &pairs {
            let mut key = (pair.group == Group::Options, pair.address.to_owned());
            if let (None, Some(text), false) = (pair.left, &pair.translated, key.0) {
                // Several rules of one rule set may say the same: each has a row of its own.
                let twin = news.iter().find(|(said, twin)| {
                    said == text
                        && !taken.contains(&twin.1.as_str())
                        && !keyed.iter().any(|(key, _)| key == twin)
                });
                match twin {
                    Some((_, twin)) if !news.iter().any(|(_, known)| *known == key) => {
                        key.clone_from(twin);
                    }
                    _ => news.push((text.clone(), key.clone())),
                }
            }
            keyed.push((key, pair.clone()));
        }
        all.push(keyed);
    }
    all
}

fn row(wanted: &Key, columns: &[Vec<(Key, Pair<'_>)>], authorities: &[Authorities]) -> Row {
    let mut row = Row {
        group: Group::Board,
        address: wanted.1.clone(),
        readings: Vec::new(),
        cells: Vec::new(),
    };
    // In the names of the first rule set; what is the same as there is its reading.
    let mut known: Vec<(bool, String)> = Vec::new();
    for (pairs, authorities) in columns.iter().zip(authorities) {
        let pair = pairs.iter().find(|(key, _)| key == wanted).map(|(_, pair)| pair);
        let said = pair.and_then(|pair| Some((pair, pair.right?)));
        row.cells.push(said.map(|(pair, statement)| {
            row.group = row.group.max(pair.group);
            let text = pair.translated.clone().unwrap_or_else(|| statement.text.clone());
            let text =
                if pair.same { pair.left.map_or(text, |left| left.text.clone()) } else { text };
            let reading = (pair.same, text);
            let number = known.iter().position(|old| *old == reading).unwrap_or_else(|| {
                row.readings.push(statement.text.clone());
                known.push(reading);
                known.len() - 1
            });
            let option = pair.group == Group::Options && statement.sources.is_empty();
            Cell {
                reading: number,
                statement: statement.clone(),
                standing: (!option).then(|| authorities.standing(statement)),
            }
        }));
    }
    row
}

/// In which order the rules of a list are asked, if some rule set has another than the first.
fn order(list: &str, diffs: &[Diff]) -> Option<Row> {
    let change = |diff: &Diff| {
        let changes = diff.changes().iter();
        changes.filter(|c| c.kind == Kind::Reordered).find(|c| c.address == list).cloned()
    };
    let changes: Vec<_> = diffs.iter().map(change).collect();
    let first = changes.iter().flatten().next()?;
    let mut row = Row {
        group: first.group,
        address: format!("order of {list}"),
        readings: vec![first.left.as_ref()?.text.clone()],
        cells: Vec::new(),
    };
    for change in &changes {
        let statement = match change {
            Some(change) => change.right.clone()?,
            None => first.left.clone()?,
        };
        let known = row.readings.iter().position(|text| *text == statement.text);
        let reading = known.unwrap_or_else(|| {
            row.readings.push(statement.text.clone());
            row.readings.len() - 1
        });
        row.cells.push(Some(Cell { reading, statement, standing: None }));
    }
    Some(row)
}
