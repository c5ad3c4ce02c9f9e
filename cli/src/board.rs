//! Boards as text: any size, every column in its place.

use std::collections::BTreeMap;

use chator::Square;
use chator::interpreter::{CellId, Geometry};
use chator::rules::Per;
use unicode_width::UnicodeWidthStr;

use crate::letters::Letters;

/// What stands on a square, and how it is set off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) frame: Frame,
}

/// What is drawn around a square's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Frame {
    #[default]
    None,
    /// `[x]`
    Square,
    /// `(x)`
    Round,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Seen from the other side.
    pub(crate) flipped: bool,
    /// With the names of rows and columns.
    pub(crate) coordinates: bool,
    /// With colour for what is framed.
    pub(crate) colour: bool,
}

/// Columns and rows to draw, both ends included, from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) files: (u16, u16),
    pub(crate) ranks: (u16, u16),
}

impl Area {
    pub(crate) fn whole(geometry: &Geometry) -> Area {
        Area { files: (0, geometry.files - 1), ranks: (0, geometry.ranks - 1) }
    }
}

/// The lines of a drawing, all of the same width. A square of the area that the board does not
/// have stays blank.
pub(crate) fn draw(
    geometry: &Geometry,
    area: Area,
    look: Look,
    cell: impl Fn(Square) -> Cell,
) -> Vec<String> {
    let aligned = |s: usize| geometry.picture[s] == (geometry.file[s], geometry.rank[s]);
    if !(0..geometry.squares()).all(aligned) {
        return plot(geometry, area, look, cell);
    }
    let (low, high) = area.files;
    let mut files: Vec<u16> = (low..=high).collect();
    let mut ranks: Vec<u16> = (area.ranks.0..=area.ranks.1).rev().collect();
    if look.flipped {
        files.reverse();
        ranks.reverse();
    }
    let at = |file: u16, rank: u16| {
        let here = |s: &usize| geometry.file[*s] == file && geometry.rank[*s] == rank;
        // On a grid the number follows from file and rank; elsewhere it is looked for.
        let guess = usize::from(rank) * usize::from(geometry.files) + usize::from(file);
        let found = Some(guess).filter(|s| *s < geometry.squares() && here(s));
        found.or_else(|| (0..geometry.squares()).find(here)).map(|s| s as Square)
    };
    let cells: Vec<Vec<Option<Cell>>> =
        ranks.iter().map(|&r| files.iter().map(|&f| at(f, r).map(&cell)).collect()).collect();
    let names: Vec<String> =
        files.iter().map(|&f| geometry.file_names[usize::from(f)].clone()).collect();
    let rank_name = |rank: u16| (rank + 1).to_string();
    let mut width = cells.iter().flatten().flatten().map(|c| c.text.width()).max().unwrap_or(1);
    if look.coordinates {
        width = width.max(names.iter().map(|n| n.width()).max().unwrap_or(1));
    }
    let margin = ranks.iter().map(|&r| rank_name(r).len()).max().unwrap_or(1);

    let mut lines = Vec::new();
    let cells_of = |name: &String| [" ".to_owned(), centred(name, width), " ".to_owned()];
    let heading: String = names.iter().flat_map(cells_of).collect();
    let heading = format!("{:margin$} {heading} {:margin$}", "", "");
    if look.coordinates {
        lines.push(heading.clone());
    }
    for (row, &rank) in cells.iter().zip(&ranks) {
        let row: String = row.iter().map(|cell| framed(cell.as_ref(), width, look)).collect();
        lines.push(if look.coordinates {
            let name = rank_name(rank);
            format!("{name:>margin$} {row} {name:<margin$}")
        } else {
            row
        });
    }
    if look.coordinates {
        lines.push(heading);
    }
    lines
}

/// The same for boards whose squares do not lie in rows side by side: each stands in its place
/// of the picture. The names of rows stand at their ends, those of columns below them.
fn plot(geometry: &Geometry, area: Area, look: Look, cell: impl Fn(Square) -> Cell) -> Vec<String> {
    let shown = |s: usize| {
        (area.files.0..=area.files.1).contains(&geometry.file[s])
            && (area.ranks.0..=area.ranks.1).contains(&geometry.rank[s])
    };
    let squares: Vec<usize> = (0..geometry.squares()).filter(|&s| shown(s)).collect();
    let at = |s: usize| (i32::from(geometry.picture[s].0), i32::from(geometry.picture[s].1));
    let mut places: BTreeMap<(i32, i32), Cell> =
        squares.iter().map(|&s| (at(s), cell(s as Square))).collect();
    let men = places.values().map(|c| c.text.width()).max().unwrap_or(1);
    if look.coordinates {
        let label = |text: String| Cell { text, frame: Frame::None };
        for file in 0..geometry.files {
            let column = squares.iter().filter(|&&s| geometry.file[s] == file);
            if let Some((x, y)) = column.map(|&s| at(s)).min_by_key(|place| place.1) {
                places.insert((x, y - 2), label(geometry.file_names[usize::from(file)].clone()));
            }
        }
        for rank in 0..geometry.ranks {
            let row = || squares.iter().filter(|&&s| geometry.rank[s] == rank).map(|&s| at(s));
            // A row that bends goes on the way it ends.
            let left = row().min().map(|(x, y)| (x - 1, y + 1));
            let right = row().max().map(|(x, y)| (x + 1, y + 1));
            for place in left.into_iter().chain(right) {
                places.insert(place, label((rank + 1).to_string()));
            }
        }
    }
    // The blanks around a man leave room for a longer name.
    let names = places.values().map(|c| c.text.width()).max().unwrap_or(1);
    let width = men.max(names.saturating_sub(1));
    let columns = places.keys().map(|p| p.0);
    let rows = places.keys().map(|p| p.1);
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
        return Vec::new();
    };
    let (Some(low), Some(high)) = (rows.clone().min(), rows.max()) else { return Vec::new() };
    let mut columns: Vec<i32> = (left..=right).collect();
    let mut rows: Vec<i32> = (low..=high).rev().collect();
    if look.flipped {
        columns.reverse();
        rows.reverse();
    }
    let line =
        |&y: &i32| columns.iter().map(|&x| framed(places.get(&(x, y)), width, look)).collect();
    rows.iter().map(line).collect()
}

fn framed(cell: Option<&Cell>, width: usize, look: Look) -> String {
    let Some(cell) = cell else { return " ".repeat(width + 2) };
    if cell.text.width() > width {
        return format!("{:>1$}", cell.text, width + 2);
    }
    let text = centred(&cell.text, width);
    match cell.frame {
        Frame::None => format!(" {text} "),
        Frame::Square if look.colour => format!("\x1b[7m[{text}]\x1b[0m"),
        Frame::Square => format!("[{text}]"),
        Frame::Round => format!("({text})"),
    }
}

fn centred(text: &str, width: usize) -> String {
    let space = width.saturating_sub(text.width());
    format!("{}{text}{}", " ".repeat(space / 2), " ".repeat(space - space / 2))
}

/// The drawing of a position. The squares of `marked` are framed.
pub(crate) fn position(
    position: &chator::Position,
    letters: &Letters,
    look: Look,
    marked: &[Square],
) -> Vec<String> {
    let geometry = position.game().geometry();
    let mut lines =
        draw(geometry, Area::whole(geometry), Look { coordinates: true, ..look }, |square| Cell {
            text: match position.piece_at(square) {
                Some(piece) => letters.get(piece).to_owned(),
                None => ".".to_owned(),
            },
            frame: if marked.contains(&square) { Frame::Square } else { Frame::None },
        });
    // Men off the board lie below it.
    for (id, (name, cell)) in position.game().rules().cells.iter().enumerate() {
        if matches!(cell.per, Per::Stock(_)) {
            lines.push(format!("{name}: {}", position.cell_text(CellId(id as u16))));
        }
    }
    lines
}

/// Drawings side by side as far as the width allows.
pub(crate) fn beside(drawings: &[Vec<String>], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let widest = drawings.iter().flatten().map(|l| l.width()).max().unwrap_or(0) + 2;
    let per_row = (width / widest.max(1)).max(1);
    for row in drawings.chunks(per_row) {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..height {
            let mut whole = String::new();
            for drawing in row {
                let line = drawing.get(i).map_or("", String::as_str);
                whole += line;
                whole += &" ".repeat(widest - line.width());
            }
            lines.push(whole.trim_end().to_owned());
        }
        lines.push(String::new());
    }
    lines
}

#[cfg(test)]
mod tests {
    use chator::rules::Board;

    use super::*;

    fn lettered(text: &str) -> Cell {
        Cell { text: text.to_owned(), frame: Frame::None }
    }

    #[test]
    fn a_board_of_one_row() {
        let geometry = Board::Grid { files: 3, ranks: 1 }.geometry();
        let look = Look { coordinates: true, ..Look::default() };
        let lines = draw(&geometry, Area::whole(&geometry), look, |s| Cell {
            text: s.to_string(),
            frame: if s == 1 { Frame::Square } else { Frame::None },
        });
        assert_eq!(lines, ["   a  b  c   ", "1  0 [1] 2  1", "   a  b  c   "]);
    }

    #[test]
    fn a_board_of_hexagons() {
        let geometry = Board::Hexagon { side: 2 }.geometry();
        let look = Look { coordinates: true, ..Look::default() };
        let draw = |look| {
            draw(&geometry, Area::whole(&geometry), look, |s| Cell {
                text: geometry.names[usize::from(s)].clone(),
                frame: if geometry.names[usize::from(s)] == "b2" {
                    Frame::Square
                } else {
                    Frame::None
                },
            })
        };
        assert_eq!(
            draw(look),
            [
                "     3       3      ",
                " 2       b3      2  ",
                "     a2      c2     ",
                " 1      [b2]     1  ",
                "     a1      c1     ",
                "         b1         ",
                "     a       c      ",
                "         b          ",
            ]
        );
        let turned = draw(Look { flipped: true, ..look });
        assert_eq!(turned[3], "     c1      a1     ");
    }

    #[test]
    fn wide_letters_and_many_files_stay_in_line() {
        let geometry = Board::Grid { files: 28, ranks: 12 }.geometry();
        let look = Look { coordinates: true, flipped: true, ..Look::default() };
        let lines = draw(&geometry, Area::whole(&geometry), look, |s| {
            lettered(["馬", "x", "е́"][usize::from(s) % 3])
        });
        assert!(lines.iter().all(|l| l.width() == lines[0].width()), "{lines:#?}");
        assert!(lines[0].trim().starts_with("ab"));
    }

    #[test]
    fn drawings_stand_side_by_side() {
        let drawing = vec!["ab".to_owned(), "cd".to_owned()];
        assert_eq!(
            beside(&[drawing.clone(), drawing.clone(), drawing], 9),
            ["ab  ab", "cd  cd", "", "ab", "cd", ""]
        );
    }
}
