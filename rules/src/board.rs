//! The board as a graph: squares, directions, and the words a player has for them.
//!
//! [`Board`] is what a rule file declares; [`Geometry`] is what follows from it, and the rest of
//! the program asks it for neighbours, names, files, ranks and the meaning of direction words.
//! The eight compass points of a grid stand here as constants: another shape brings its own and
//! turns them into data of [`Geometry`].

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
}

/// What a heading becomes when a motion turns: see [`Turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turn {
    /// The same way on.
    Ahead,
    /// To the two neighbouring compass points.
    Outward,
    /// A quarter turn either way.
    Aside,
    /// The way it came.
    Back,
}

/// The graph of squares that a [`Board`] stands for.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Names of the squares, by number.
    pub names: Vec<String>,
    /// Names of the absolute directions; a direction's number is its place.
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
}

/// The eight compass points of a grid, clockwise from north.
const COMPASS: [(&str, i32, i32); 8] = [
    ("north", 0, 1),
    ("northeast", 1, 1),
    ("east", 1, 0),
    ("southeast", 1, -1),
    ("south", 0, -1),
    ("southwest", -1, -1),
    ("west", -1, 0),
    ("northwest", -1, 1),
];

/// A player's words, as eighths of a turn clockwise from the way he faces.
const RELATIVE: [(&str, &[usize]); 14] = [
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
    ("orthogonal", &[0, 2, 4, 6]),
    ("diagonal", &[1, 3, 5, 7]),
];

impl Board {
    /// How many squares, without building anything.
    pub fn squares(&self) -> usize {
        match *self {
            Board::Grid { files, ranks } => files as usize * ranks as usize,
        }
    }

    /// The graph.
    pub fn geometry(&self) -> Geometry {
        match *self {
            Board::Grid { files, ranks } => grid(files, ranks),
        }
    }
}

fn grid(files: u16, ranks: u16) -> Geometry {
    let at = |file: i32, rank: i32| {
        let file = u16::try_from(file).ok().filter(|f| *f < files)?;
        let rank = u16::try_from(rank).ok().filter(|r| *r < ranks)?;
        Some(file + rank * files)
    };
    let squares: Vec<(u16, u16)> =
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect();
    Geometry {
        names: squares.iter().map(|&(f, r)| format!("{}{}", file_name(f), r + 1)).collect(),
        directions: COMPASS.iter().map(|c| c.0.to_owned()).collect(),
        next: COMPASS
            .iter()
            .map(|&(_, dx, dy)| {
                squares.iter().map(|&(f, r)| at(i32::from(f) + dx, i32::from(r) + dy)).collect()
            })
            .collect(),
        file: squares.iter().map(|s| s.0).collect(),
        rank: squares.iter().map(|s| s.1).collect(),
        files,
        ranks,
    }
}

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

impl Geometry {
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
        (0..self.files).find(|&f| file_name(f) == name)
    }

    /// The direction of that name, for a player's `forward`.
    pub fn facing(&self, name: &str) -> Option<usize> {
        self.directions.iter().position(|d| d == name)
    }

    /// What a word for directions means to a player who faces `facing`: an absolute name
    /// (`north`), a relative one (`forward-diagonal`), or `any`.
    pub fn dirs(&self, word: &str, facing: usize) -> Option<DirSet> {
        if word == "any" {
            return Some(0xff);
        }
        if let Some(absolute) = self.facing(word) {
            return Some(1 << absolute);
        }
        let (_, eighths) = RELATIVE.iter().find(|r| r.0 == word)?;
        Some(eighths.iter().fold(0, |set, e| set | 1 << ((facing + e) % 8)))
    }

    /// Every word for directions, for suggestions.
    pub fn direction_words(&self) -> Vec<String> {
        let words = RELATIVE.iter().map(|r| r.0.to_owned());
        self.directions.iter().cloned().chain(words).chain(["any".to_owned()]).collect()
    }

    /// The directions that lie `turn` of `heading`.
    pub fn turned(&self, heading: usize, turn: Turn) -> DirSet {
        let eighths: &[usize] = match turn {
            Turn::Ahead => &[0],
            Turn::Outward => &[1, 7],
            Turn::Aside => &[2, 6],
            Turn::Back => &[4],
        };
        eighths.iter().fold(0, |set, e| set | 1 << ((heading + e) % 8))
    }

    /// All orthogonal directions: those across an edge.
    pub fn orthogonal(&self) -> DirSet {
        0b0101_0101
    }

    /// All diagonal directions: those across a corner.
    pub fn diagonal(&self) -> DirSet {
        0b1010_1010
    }

    /// The row of a square counted from the near side of a player who faces `facing`, from 0.
    pub fn rank_for(&self, square: Square, facing: usize) -> u16 {
        let s = square as usize;
        match COMPASS[facing] {
            (_, _, 1) => self.rank[s],
            (_, _, -1) => self.ranks - 1 - self.rank[s],
            (_, 1, _) => self.file[s],
            _ => self.files - 1 - self.file[s],
        }
    }

    /// How many rows a player who faces `facing` counts.
    pub fn ranks_for(&self, facing: usize) -> u16 {
        if COMPASS[facing].2 == 0 { self.files } else { self.ranks }
    }

    /// How many columns a player who faces `facing` counts.
    pub fn files_for(&self, facing: usize) -> u16 {
        if COMPASS[facing].2 == 0 { self.ranks } else { self.files }
    }

    /// The column of a square for a player who faces `facing`: his files are the board's where
    /// he faces along them.
    pub fn file_for(&self, square: Square, facing: usize) -> u16 {
        if COMPASS[facing].2 == 0 { self.rank[square as usize] } else { self.file[square as usize] }
    }
}
