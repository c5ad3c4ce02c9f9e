//! Constant sets of squares in a few words.

use chator_rules::Geometry;

use crate::compiled::bits::Bits;

/// More squares than these are not named one by one.
const MOST_NAMED: usize = 8;

/// A set by what it is made of: ranks, files, a block, or its squares if they are few.
pub(super) fn squares<B: Bits>(geometry: &Geometry, set: B) -> String {
    let inside: Vec<usize> = set.squares().collect();
    let outside: Vec<usize> = (0..geometry.squares()).filter(|&s| !set.has(s)).collect();
    let names = |squares: &[usize]| {
        let names: Vec<&str> = squares.iter().map(|&s| geometry.names[s].as_str()).collect();
        format!("{{{}}}", names.join(" "))
    };
    if inside.is_empty() {
        return "nowhere".to_owned();
    }
    if outside.is_empty() {
        return "everywhere".to_owned();
    }
    if let Some(ranks) = whole_rows(&geometry.rank, &inside) {
        return rows("rank", &ranks, |rank| (rank + 1).to_string());
    }
    if let Some(files) = whole_rows(&geometry.file, &inside) {
        return rows("file", &files, |file| geometry.file_names[usize::from(file)].clone());
    }
    if inside.len() <= MOST_NAMED {
        return names(&inside);
    }
    if let Some((first, last)) = block(geometry, &inside) {
        return format!("{}-{}", geometry.names[first], geometry.names[last]);
    }
    if outside.len() <= MOST_NAMED {
        return format!("all but {}", names(&outside));
    }
    format!("{{{} squares}}", inside.len())
}

/// The rows that make up the set, if it is nothing but whole ones.
fn whole_rows(row_of: &[u16], inside: &[usize]) -> Option<Vec<u16>> {
    let mut rows: Vec<u16> = inside.iter().map(|&s| row_of[s]).collect();
    rows.sort_unstable();
    rows.dedup();
    let whole = row_of.iter().filter(|row| rows.contains(row)).count();
    (whole == inside.len()).then_some(rows)
}

fn rows(what: &str, rows: &[u16], name: impl Fn(u16) -> String) -> String {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &row in rows {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == row => *last = row,
            _ => runs.push((row, row)),
        }
    }
    let run = |&(first, last): &(u16, u16)| {
        if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) }
    };
    let plural = if rows.len() == 1 { "" } else { "s" };
    format!("{what}{plural} {}", runs.iter().map(run).collect::<Vec<_>>().join(" "))
}

/// The lowest and the highest square of a rectangle that is the set.
fn block(geometry: &Geometry, inside: &[usize]) -> Option<(usize, usize)> {
    let range = |row_of: &[u16]| {
        let rows = inside.iter().map(|&s| row_of[s]);
        (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0))
    };
    let (files, ranks) = (range(&geometry.file), range(&geometry.rank));
    let at = |file, rank| {
        (0..geometry.squares()).find(|&s| (geometry.file[s], geometry.rank[s]) == (file, rank))
    };
    let size = usize::from(files.1 - files.0 + 1) * usize::from(ranks.1 - ranks.0 + 1);
    if size != inside.len() {
        return None;
    }
    Some((at(files.0, ranks.0)?, at(files.1, ranks.1)?))
}
