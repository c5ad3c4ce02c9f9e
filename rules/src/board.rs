//! The board as a graph: squares, directions, and the words a player has for them.
//!
//! [`Board`] is what a rule file declares; [`Geometry`] is what follows from it, and the rest of
//! the program asks it for neighbours, names, files, ranks and the meaning of direction words.
//! Direction words, turns and rows are data of [`Geometry`]: what asks it knows no shape.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// A square's number. On a grid: `file + rank * files`, both from 0.
pub type Square = u16;

/// A set of absolute directions, one bit each.
pub type DirSet = u32;

/// The largest board.
pub const MAX_SQUARES: usize = 4096;

/// The declared board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Board {
    /// A rectangle of squares.
    Grid {
        /// Columns, named a, b, … z, aa, ab, …
        files: u16,
        /// Rows, named 1, 2, …
        ranks: u16,
    },
    /// A hexagon of hexagons, its files upright. Each file is numbered from its lower end, so
    /// ranks bend where the board is widest.
    Hexagon {
        /// Hexagons along each side; the longest file has `2 * side - 1`.
        side: u16,
    },
}

/// What a heading becomes when a motion turns: see [`Turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turn {
    /// The same way on.
    Ahead,
    /// To the two neighbouring directions.
    Outward,
    /// To the next direction of the same sort either way: a quarter turn on squares, a sixth on
    /// hexagons.
    Aside,
    /// The way it came.
    Back,
}

/// The graph of squares that a [`Board`] stands for.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Names of the squares, by number.
    pub names: Vec<String>,
    /// Names of the columns.
    pub file_names: Vec<String>,
    /// Names of the absolute directions, clockwise and evenly spread, the first one up; a
    /// direction's number is its place.
    pub directions: Vec<String>,
    /// `next[direction][square]`: the neighbour there.
    pub next: Vec<Vec<Option<Square>>>,
    /// Column of each square, from 0.
    pub file: Vec<u16>,
    /// Row of each square, from 0.
    pub rank: Vec<u16>,
    /// How many columns.
    pub files: u16,
    /// How many rows.
    pub ranks: u16,
    /// Where each square stands in a picture: places to the right and up. Where squares lie in
    /// rows side by side these are column and row.
    pub picture: Vec<(u16, u16)>,
    /// What the shape says about directions.
    shape: &'static Shape,
    /// `near[direction][square]`: the row counted by a player who faces there, from his side.
    near: Vec<Vec<u16>>,
    /// The same from his far side.
    far: Vec<Vec<u16>>,
}

/// What directions mean on boards of one shape: points are counted clockwise.
#[derive(Debug)]
struct Shape {
    /// Each direction: its name, and how far it goes to the right and up in the picture.
    points: &'static [(&'static str, i32, i32)],
    /// A player's words, as points from the way he faces.
    relative: &'static [(&'static str, &'static [usize])],
    /// What [`Turn`]s mean, in their order.
    turns: [&'static [usize]; 4],
    /// Directions across an edge.
    orthogonal: DirSet,
    /// Directions across a corner.
    diagonal: DirSet,
}

static SQUARES: Shape = Shape {
    points: &[
        ("north", 0, 1),
        ("northeast", 1, 1),
        ("east", 1, 0),
        ("southeast", 1, -1),
        ("south", 0, -1),
        ("southwest", -1, -1),
        ("west", -1, 0),
        ("northwest", -1, 1),
    ],
    relative: &[
        ("forward", &[0]),
        ("backward", &[4]),
        ("rightward", &[2]),
        ("leftward", &[6]),
        ("sideways", &[2, 6]),
        ("vertical", &[0, 4]),
        ("forward-right", &[1]),
        ("forward-left", &[7]),
        ("backward-right", &[3]),
        ("backward-left", &[5]),
        ("forward-diagonal", &[1, 7]),
        ("backward-diagonal", &[3, 5]),
    ],
    turns: [&[0], &[1, 7], &[2, 6], &[4]],
    orthogonal: 0b0101_0101,
    diagonal: 0b1010_1010,
};

static HEXAGONS: Shape = Shape {
    points: &[
        ("north", 0, 2),
        ("north-northeast", 1, 3),
        ("northeast", 1, 1),
        ("east", 2, 0),
        ("southeast", 1, -1),
        ("south-southeast", 1, -3),
        ("south", 0, -2),
        ("south-southwest", -1, -3),
        ("southwest", -1, -1),
        ("west", -2, 0),
        ("northwest", -1, 1),
        ("north-northwest", -1, 3),
    ],
    relative: &[
        ("forward", &[0]),
        ("backward", &[6]),
        ("rightward", &[3]),
        ("leftward", &[9]),
        ("sideways", &[3, 9]),
        ("vertical", &[0, 6]),
        ("forward-right", &[2]),
        ("forward-left", &[10]),
        ("backward-right", &[4]),
        ("backward-left", &[8]),
        ("forward-diagonal", &[1, 11]),
        ("backward-diagonal", &[5, 7]),
    ],
    turns: [&[0], &[1, 11], &[2, 10], &[6]],
    orthogonal: 0b0101_0101_0101,
    diagonal: 0b1010_1010_1010,
};

impl Board {
    /// How many squares, without building anything.
    pub fn squares(&self) -> usize {
        match *self {
            Board::Grid { files, ranks } => files as usize * ranks as usize,
            Board::Hexagon { side } => {
                let side = side as usize;
                3 * side * side.saturating_sub(1) + 1
            }
        }
    }

    /// The graph.
    pub fn geometry(&self) -> Geometry {
        match *self {
            Board::Grid { files, ranks } => grid(files, ranks),
            Board::Hexagon { side } => hexagon(side),
        }
    }
}

fn grid(files: u16, ranks: u16) -> Geometry {
    let squares: Vec<(u16, u16)> =
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect();
    let mut geometry =
        Geometry::new(&SQUARES, (0..files).map(file_name).collect(), &squares, |s| s);
    // Whoever faces askew counts the rows of the board, or its columns.
    for (direction, &(_, dx, dy)) in SQUARES.points.iter().enumerate() {
        let row = |&(file, rank): &(u16, u16)| match (dx, dy) {
            (_, 1) => rank,
            (_, -1) => ranks - 1 - rank,
            (1, _) => file,
            _ => files - 1 - file,
        };
        geometry.near[direction] = squares.iter().map(row).collect();
        let rows = if dy == 0 { files } else { ranks };
        geometry.far[direction] = squares.iter().map(|s| rows - 1 - row(s)).collect();
    }
    geometry
}

fn hexagon(side: u16) -> Geometry {
    let bend = side.saturating_sub(1);
    let length = |file: u16| 2 * side - 1 - file.abs_diff(bend);
    let files = 2 * side - 1;
    let mut squares: Vec<(u16, u16)> = (0..files)
        .flat_map(|rank| {
            (0..files).filter(move |&f| rank < length(f)).map(move |file| (file, rank))
        })
        .collect();
    // By height in the picture: so the numbers along every line rise or fall.
    squares.sort_by_key(|&(file, rank)| (2 * rank + file.abs_diff(bend), file));
    let names = (0..26).filter(|&f| f != SKIPPED).map(file_name).take(files.into()).collect();
    Geometry::new(&HEXAGONS, names, &squares, |(file, rank)| (file, 2 * rank + file.abs_diff(bend)))
}

/// The letter that boards of hexagons leave out of their files: j.
const SKIPPED: u16 = 9;

/// The longest side of a hexagon: there are letters for so many files.
pub const MAX_SIDE: u16 = 13;

/// `a` to `z`, then `aa`, `ab`, …
pub fn file_name(file: u16) -> String {
    let mut rest = u32::from(file) + 1;
    let mut name = Vec::new();
    while rest > 0 {
        rest -= 1;
        name.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    name.iter().rev().map(|&b| b as char).collect()
}

/// How many steps each square is from where the steps end.
fn steps_to_edge(next: &[Option<Square>]) -> Vec<u16> {
    let mut steps: Vec<Option<u16>> = vec![None; next.len()];
    let mut line = Vec::new();
    for start in 0..next.len() {
        let mut at = Some(start);
        while let Some(square) = at.filter(|&s| steps[s].is_none()) {
            line.push(square);
            at = next[square].map(usize::from);
        }
        let mut count = at.and_then(|s| steps[s]).map_or(0, |n| n + 1);
        while let Some(square) = line.pop() {
            steps[square] = Some(count);
            count += 1;
        }
    }
    steps.into_iter().flatten().collect()
}

impl Geometry {
    /// The graph of these squares, given as column and row, each in its place of the picture.
    /// Neighbours are as far apart in the picture as the shape says, and rows are counted by
    /// steps from the edge.
    fn new(
        shape: &'static Shape,
        file_names: Vec<String>,
        squares: &[(u16, u16)],
        place: impl Fn((u16, u16)) -> (u16, u16),
    ) -> Geometry {
        let picture: Vec<(u16, u16)> = squares.iter().map(|&s| place(s)).collect();
        let numbers: HashMap<(i32, i32), Square> = picture
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| ((x.into(), y.into()), i as Square))
            .collect();
        let neighbour = |&(x, y): &(u16, u16), dx: i32, dy: i32| {
            numbers.get(&(i32::from(x) + dx, i32::from(y) + dy)).copied()
        };
        let next: Vec<Vec<Option<Square>>> = shape
            .points
            .iter()
            .map(|&(_, dx, dy)| picture.iter().map(|p| neighbour(p, dx, dy)).collect())
            .collect();
        let points = next.len();
        let far: Vec<Vec<u16>> = next.iter().map(|next| steps_to_edge(next)).collect();
        let near = (0..points).map(|d| far[(d + points / 2) % points].clone()).collect();
        Geometry {
            names: squares
                .iter()
                .map(|&(f, r)| format!("{}{}", file_names[usize::from(f)], r + 1))
                .collect(),
            directions: shape.points.iter().map(|p| p.0.to_owned()).collect(),
            file: squares.iter().map(|s| s.0).collect(),
            rank: squares.iter().map(|s| s.1).collect(),
            files: file_names.len() as u16,
            ranks: squares.iter().map(|s| s.1 + 1).max().unwrap_or(0),
            file_names,
            next,
            picture,
            shape,
            near,
            far,
        }
    }

    /// How many squares.
    pub fn squares(&self) -> usize {
        self.names.len()
    }

    /// The square of that name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.names.iter().position(|n| n == name).map(|i| i as Square)
    }

    /// The column of that name.
    pub fn file_named(&self, name: &str) -> Option<u16> {
        self.file_names.iter().position(|n| n == name).map(|i| i as u16)
    }

    /// The rows of a position text, the far one first, each from its first column on.
    pub fn rows(&self) -> Vec<Vec<Square>> {
        let row = |rank| {
            let here = |&s: &Square| self.rank[usize::from(s)] == rank;
            let mut row: Vec<Square> = (0..self.squares() as Square).filter(here).collect();
            row.sort_by_key(|&s| self.file[usize::from(s)]);
            row
        };
        (0..self.ranks).rev().map(row).collect()
    }

    /// The direction of that name, for a player's `forward`.
    pub fn facing(&self, name: &str) -> Option<usize> {
        self.directions.iter().position(|d| d == name)
    }

    /// What a word for directions means to a player who faces `facing`: an absolute name
    /// (`north`, `orthogonal`), a relative one (`forward-diagonal`), or `any`.
    pub fn dirs(&self, word: &str, facing: usize) -> Option<DirSet> {
        match word {
            "any" => return Some(self.all()),
            "orthogonal" => return Some(self.orthogonal()),
            "diagonal" => return Some(self.diagonal()),
            _ => {}
        }
        if let Some(absolute) = self.facing(word) {
            return Some(1 << absolute);
        }
        let (_, points) = self.shape.relative.iter().find(|r| r.0 == word)?;
        Some(self.from(facing, points))
    }

    /// The directions so many points clockwise of one.
    fn from(&self, direction: usize, points: &[usize]) -> DirSet {
        points.iter().fold(0, |set, p| set | 1 << ((direction + p) % self.directions.len()))
    }

    /// Every word for directions, for suggestions.
    pub fn direction_words(&self) -> Vec<String> {
        let words = self.shape.relative.iter().map(|r| r.0.to_owned());
        let sorts = ["orthogonal", "diagonal", "any"].map(str::to_owned);
        self.directions.iter().cloned().chain(words).chain(sorts).collect()
    }

    /// The directions that lie `turn` of `heading`.
    pub fn turned(&self, heading: usize, turn: Turn) -> DirSet {
        self.from(heading, self.shape.turns[turn as usize])
    }

    /// All directions.
    pub fn all(&self) -> DirSet {
        self.orthogonal() | self.diagonal()
    }

    /// All orthogonal directions: those across an edge.
    pub fn orthogonal(&self) -> DirSet {
        self.shape.orthogonal
    }

    /// All diagonal directions: those across a corner.
    pub fn diagonal(&self) -> DirSet {
        self.shape.diagonal
    }

    /// The row of a square counted from the near side of a player who faces `facing`, from 0.
    pub fn rank_for(&self, square: Square, facing: usize) -> u16 {
        self.near[facing][square as usize]
    }

    /// The row counted from his far side, from 0.
    pub fn last_rank_for(&self, square: Square, facing: usize) -> u16 {
        self.far[facing][square as usize]
    }

    /// How many rows a player who faces `facing` counts.
    pub fn ranks_for(&self, facing: usize) -> u16 {
        self.near[facing].iter().max().map_or(0, |most| most + 1)
    }

    /// The squares of one of his rows, in the order of the board's columns, or of its rows
    /// where he faces along them.
    pub fn row_for(&self, row: u16, facing: usize) -> Vec<Square> {
        let (_, _, up) = self.shape.points[facing];
        let mut squares: Vec<Square> = (0..self.squares() as Square)
            .filter(|&s| self.near[facing][usize::from(s)] == row)
            .collect();
        let along = |&s: &Square| {
            let place = (self.file[usize::from(s)], self.rank[usize::from(s)]);
            if up == 0 { (place.1, place.0) } else { place }
        };
        squares.sort_by_key(along);
        squares
    }

    /// Does a player who faces `facing` look down the picture, or to its left?
    pub fn faces_back(&self, facing: usize) -> bool {
        2 * facing >= self.directions.len()
    }

    /// A way in the picture as a player sees it: to his right, and forward. Whoever faces askew
    /// sees it as if he faced the direction before.
    pub fn seen(&self, (x, y): (i32, i32), facing: usize) -> (i32, i32) {
        let sorts = self.directions.len() / 2;
        (0..facing / 2 % sorts).fold((x, y), |(x, y), _| match sorts {
            4 => (-y, x),
            _ => ((x - y) / 2, i32::midpoint(y, 3 * x)),
        })
    }
}
