//! Where a man can go from a square of an otherwise empty board.
//!
//! Nothing is read off the rules: the man is set up, the position is asked for his moves, and
//! then once more for each square with an enemy on it. Royal men that a position must have, and
//! others without whom the game would be over, stand in turn on different squares of the rim, so
//! that none of them is in the way always.

use std::collections::BTreeMap;

use chator::interpreter::{KindId, Piece, PlayerId};
use chator::{Game, Position, Square};

/// What a man can do to a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Power {
    /// Go there while it is empty.
    pub(crate) goes: bool,
    /// Take an enemy there.
    pub(crate) takes: bool,
    /// One of these without any condition.
    pub(crate) always: bool,
}

/// A man and where he stands.
type Placed = (Square, Piece);

/// How many ways to place the other men are tried with each company.
const PLACINGS: usize = 16;
/// How many of them are tried for each capture.
const PLACINGS_FOR_CAPTURES: usize = 3;
/// The same for a royal man, who may not take anybody guarded.
const PLACINGS_FOR_ROYAL: usize = 16;

/// A man on a square of an otherwise empty board.
pub(crate) struct Study<'a> {
    game: &'a Game,
    man: Piece,
    square: Square,
    /// The fields of a position text after the side to move, as at the start.
    fields: String,
}

impl<'a> Study<'a> {
    pub(crate) fn new(game: &'a Game, man: Piece, square: Square) -> Study<'a> {
        // Declared state stands as at the start of a game, as far as it is not bound to squares.
        let start = game.start().text();
        let named: Vec<&str> = start.split(' ').filter(|f| f.contains('=')).collect();
        let fields = named.join(" ");
        Study { game, man, square, fields }
    }

    /// The squares he can go to or take on.
    pub(crate) fn powers(&self) -> BTreeMap<Square, Power> {
        let mut powers: BTreeMap<Square, Power> = BTreeMap::new();
        let companies = self.companies();
        for position in companies.iter().flatten().filter_map(|men| self.position(men)) {
            for mv in position.ways_from(self.square) {
                if position.piece_at(mv.target()).is_none() {
                    let power = powers.entry(mv.target()).or_default();
                    power.goes = true;
                    power.always |= self.is_free(mv.clause());
                }
            }
        }
        let is_royal = self.game.rules().kinds[usize::from(self.man.kind.0)].royal;
        let tries = if is_royal { PLACINGS_FOR_ROYAL } else { PLACINGS_FOR_CAPTURES };
        for target in 0..self.game.geometry().squares() as Square {
            let placings = companies.iter().flat_map(|placings| {
                let free = placings.iter().filter(|men| men.iter().all(|m| m.0 != target));
                free.take(tries)
            });
            for always in placings.filter_map(|men| self.takes(men, target)) {
                let power = powers.entry(target).or_default();
                power.takes = true;
                power.always |= always;
                if always {
                    break;
                }
            }
        }
        powers
    }

    /// Can an enemy on the target be taken? If so, without any condition?
    fn takes(&self, men: &[Placed], target: Square) -> Option<bool> {
        if target == self.square {
            return None;
        }
        let victims = self.kinds(|piece, royal| piece.player != self.man.player && !royal);
        let position = victims.into_iter().take(2).find_map(|victim| {
            let mut men = men.to_vec();
            men.push((target, victim));
            self.position(&men)
        })?;
        let moves = position.ways_from(self.square);
        let mut clauses = moves.iter().filter(|m| m.target() == target).map(|m| m.clause());
        let first = clauses.next()?;
        Some(self.is_free(first) || clauses.any(|c| self.is_free(c)))
    }

    /// Has the clause no condition at all?
    fn is_free(&self, clause: usize) -> bool {
        let clause = &self.game.rules().clauses[clause];
        clause.when.is_empty()
            && clause.provided.is_empty()
            && clause.from == chator::rules::Set::Board
    }

    fn kinds(&self, wanted: impl Fn(Piece, bool) -> bool) -> Vec<Piece> {
        let rules = self.game.rules();
        let players = 0..rules.players.len() as u8;
        players
            .flat_map(|player| {
                rules
                    .kinds
                    .values()
                    .enumerate()
                    .map(move |(kind, declared)| (player, kind, declared))
            })
            .filter(|(player, _, declared)| declared.players.contains(&PlayerId(*player)))
            .map(|(player, kind, declared)| {
                let piece = Piece { player: PlayerId(player), kind: KindId(kind as u16) };
                (piece, declared.royal)
            })
            .filter(|(piece, royal)| wanted(*piece, *royal))
            .map(|(piece, _)| piece)
            .collect()
    }

    /// Ways to place other men so that the position can be played: only those that must be
    /// there; an enemy more; one more on each side. What a man may do can depend on company.
    fn companies(&self) -> Vec<Vec<Vec<Placed>>> {
        let royals = self.royals();
        let alone = self.placings(&royals);
        let enemies = self.kinds(|piece, royal| piece.player != self.man.player && !royal);
        let friends = self.kinds(|piece, royal| piece.player == self.man.player && !royal);
        let with = |extra: &[Piece]| self.placings(&[&royals[..], extra].concat());
        let enemy = enemies.iter().map(|&enemy| with(&[enemy]));
        let pairs = enemies.iter().flat_map(|&e| friends.iter().map(move |&f| [e, f]));
        let both = pairs.map(|pair| with(&pair));
        let first = |mut tries: Box<dyn Iterator<Item = Vec<Vec<Placed>>> + '_>| {
            tries.find(|placings| !placings.is_empty()).unwrap_or_default()
        };
        vec![alone, first(Box::new(enemy)), first(Box::new(both))]
    }

    /// The royal men that the players begin with, the first of each, but for the man himself.
    fn royals(&self) -> Vec<Piece> {
        let rules = self.game.rules();
        let is_royal = |kind: KindId| rules.kinds[usize::from(kind.0)].royal;
        let mut royals: Vec<Piece> = Vec::new();
        for &(_, player, kind) in &rules.start.men {
            let himself = player == self.man.player && is_royal(self.man.kind);
            if is_royal(kind) && !himself && !royals.iter().any(|r| r.player == player) {
                royals.push(Piece { player, kind });
            }
        }
        royals
    }

    /// Ways to place these men on the rim that can be played, no more than are needed.
    fn placings(&self, men: &[Piece]) -> Vec<Vec<Placed>> {
        let spots = self.spots();
        let mut good = Vec::new();
        // Each man goes a spot further than in the placing before, each in his own stride.
        for turn in 0..spots.len() * 4 {
            let mut placing: Vec<Placed> = Vec::new();
            for (i, &man) in men.iter().enumerate() {
                let from = turn * (2 * i + 1) + 3 * i + turn / spots.len();
                let free = (0..spots.len())
                    .map(|step| spots[(from + step) % spots.len()])
                    .find(|spot| placing.iter().all(|p| p.0 != *spot));
                placing.extend(free.map(|spot| (spot, man)));
            }
            let complete = placing.len() == men.len();
            if let Some(position) = self.position(&placing).filter(|_| complete) {
                good.push((position.ways_from(self.square).len(), placing));
                if good.len() == PLACINGS || men.is_empty() {
                    break;
                }
            }
        }
        // Where he is free to move shows most.
        good.sort_by_key(|(moves, _)| std::cmp::Reverse(*moves));
        good.into_iter().map(|(_, placing)| placing).collect()
    }

    /// Corners and other squares of the rim.
    fn spots(&self) -> Vec<Square> {
        let geometry = self.game.geometry();
        let (files, ranks) = (geometry.files - 1, geometry.ranks - 1);
        let mut spots: Vec<Square> = (0..geometry.squares())
            .filter(|&s| {
                let (file, rank) = (geometry.file[s], geometry.rank[s]);
                let on_rim = |at: u16, last: u16| at == 0 || at == last;
                let kept = |at: u16, last: u16| on_rim(at, last) || at == 1 || at == last / 3;
                (on_rim(file, files) && kept(rank, ranks))
                    || (on_rim(rank, ranks) && kept(file, files))
            })
            .map(|s| s as Square)
            .filter(|&s| s != self.square)
            .collect();
        // Neighbours in the list lie apart on the board.
        spots.sort_by_key(|&s| (s % 3, s));
        spots
    }

    /// The man and some others, with his side to move.
    fn position(&self, others: &[Placed]) -> Option<Position> {
        let himself = (self.square, self.man);
        let men = || others.iter().chain(std::iter::once(&himself));
        let geometry = self.game.geometry();
        let rows: Vec<String> = (0..geometry.ranks)
            .rev()
            .map(|rank| {
                let mut row = String::new();
                let mut gap = 0;
                for square in (0..geometry.squares()).filter(|&s| geometry.rank[s] == rank) {
                    match men().find(|m| usize::from(m.0) == square) {
                        Some((_, man)) => {
                            if gap > 0 {
                                row += &gap.to_string();
                            }
                            gap = 0;
                            row += &self.game.letter(man.player, man.kind);
                        }
                        None => gap += 1,
                    }
                }
                if gap > 0 {
                    row += &gap.to_string();
                }
                row
            })
            .collect();
        let side = self.game.side_text(self.man.player);
        let text = format!("{} {side}", rows.join("/"));
        let full = format!("{text} {}", self.fields);
        let position = self.game.position(&full).or_else(|_| self.game.position(&text)).ok()?;
        position.outcome().is_none().then_some(position)
    }
}
