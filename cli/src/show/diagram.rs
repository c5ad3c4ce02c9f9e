//! Diagrams of how men move.

use std::collections::BTreeMap;

use chator::interpreter::{Geometry, KindId, Piece, PlayerId};
use chator::{Game, Square};
use serde_json::{Value, json};

use crate::board::{self, Area, Cell, Frame, Look};
use crate::letters::Letters;
use crate::show::reach::{Power, Study};

/// How far from the man a diagram reaches.
const REACH: u16 = 4;

/// How a man of a player moves, from a square in the middle.
pub(crate) struct Diagram {
    pub(crate) man: Piece,
    square: Square,
    powers: BTreeMap<Square, Power>,
}

/// The legend of the marks.
pub(crate) const LEGEND: &str = "* goes there or takes there   - only goes there   x only takes \
there\n(in brackets: only under a condition, which the rule book names)";

/// The diagrams of a piece type: one, or one for each player whose men move in another way.
pub(crate) fn of_kind(game: &Game, kind: KindId) -> Vec<Diagram> {
    let mut diagrams: Vec<Diagram> = Vec::new();
    for &player in &game.rules().kinds[usize::from(kind.0)].players {
        let diagram = Diagram::new(game, Piece { player, kind });
        let alike = diagrams.iter().any(|d| d.as_seen(game) == diagram.as_seen(game));
        if !alike {
            diagrams.push(diagram);
        }
    }
    diagrams
}

/// Which way a player's forward points, by its number among the directions of the board.
fn facing(game: &Game, player: PlayerId) -> u8 {
    game.rules().players[usize::from(player.0)].forward
}

impl Diagram {
    fn new(game: &Game, man: Piece) -> Diagram {
        let square = middle(game.geometry(), facing(game, man.player));
        Diagram { man, square, powers: Study::new(game, man, square).powers() }
    }

    fn step(&self, geometry: &Geometry, to: Square) -> (i32, i32) {
        let at = |s: Square| {
            let (x, y) = geometry.picture[usize::from(s)];
            (i32::from(x), i32::from(y))
        };
        let (from, to) = (at(self.square), at(to));
        (to.0 - from.0, to.1 - from.1)
    }

    /// The powers by steps, as the man's owner sees them.
    fn as_seen(&self, game: &Game) -> BTreeMap<(i32, i32), Power> {
        let facing = facing(game, self.man.player);
        let seen = |(&to, &power): (&Square, &Power)| {
            (game.geometry().seen(self.step(game.geometry(), to), facing.into()), power)
        };
        self.powers.iter().map(seen).collect()
    }

    /// The diagram as lines.
    pub(crate) fn draw(&self, game: &Game, letters: &Letters) -> Vec<String> {
        let geometry = game.geometry();
        let around = |at: u16, size: u16| {
            (at.saturating_sub(REACH), (at + REACH).min(size.saturating_sub(1)))
        };
        let here = usize::from(self.square);
        let area = Area {
            files: around(geometry.file[here], geometry.files),
            ranks: around(geometry.rank[here], geometry.ranks),
        };
        board::draw(geometry, area, Look::default(), |square| {
            if square == self.square {
                return Cell { text: letters.get(self.man).to_owned(), frame: Frame::None };
            }
            let power = self.powers.get(&square).copied().unwrap_or_default();
            let text = match (power.goes, power.takes) {
                (true, true) => "*",
                (true, false) => "-",
                (false, true) => "x",
                (false, false) => ".",
            };
            let bound = (power.goes || power.takes) && !power.always;
            let frame = if bound { Frame::Round } else { Frame::None };
            Cell { text: text.to_owned(), frame }
        })
    }

    /// The diagram as data: steps to the owner's right and forward.
    pub(crate) fn object(&self, game: &Game) -> Value {
        let seen = self.as_seen(game);
        let list = |wanted: fn(&Power) -> bool| -> Vec<(i32, i32)> {
            seen.iter().filter(|(_, p)| wanted(p)).map(|(step, _)| *step).collect()
        };
        json!({
            "player": game.player_name(self.man.player),
            "from": game.geometry().names[usize::from(self.square)],
            "goes": list(|p| p.goes),
            "takes": list(|p| p.takes),
            "conditional": list(|p| !p.always),
        })
    }
}

/// A square in the middle of the board, the same one as each player sees it.
fn middle(geometry: &Geometry, facing: u8) -> Square {
    let place = |size: u16, turned: bool| if turned { (size - 1) / 2 } else { size / 2 };
    let half_turn = geometry.faces_back(facing.into());
    let (file, rank) = (place(geometry.files, half_turn), place(geometry.ranks, half_turn));
    let distance = |s: &usize| geometry.file[*s].abs_diff(file) + geometry.rank[*s].abs_diff(rank);
    (0..geometry.squares()).min_by_key(distance).unwrap_or(0) as Square
}
