//! The IR as a whole: one game, resolved and checked. Plain data, without spans.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Square};
use crate::effect::{Effect, Event, Offer};
use crate::movement::Clause;
use crate::provenance::Citation;
use crate::set::{CellId, Cond, KindId, Number, PlayerId, Set};

/// The version of the IR's form. Readers refuse others.
pub const IR_VERSION: u16 = 1;

/// A game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// [`IR_VERSION`]
    pub version: u16,
    /// The title.
    pub title: String,
    /// A sentence about it.
    pub about: String,
    /// The options and what is chosen.
    pub options: IndexMap<String, Choice>,
    /// Works cited, by key.
    pub works: IndexMap<String, String>,
    /// The keys of the works that this game itself rests on: those that its own file cites. What
    /// only others vouch for is inherited.
    pub authorities: Vec<String>,
    /// The board.
    pub board: Board,
    /// The players in order of play.
    pub players: IndexMap<String, Player>,
    /// The piece types.
    pub kinds: IndexMap<String, Kind>,
    /// Declared state.
    pub cells: IndexMap<String, Cell>,
    /// The start of a game.
    pub start: Start,
    /// The fields of a position's text after the board and the side; other cells follow as `name=value`.
    pub text: Vec<TextField>,
    /// Ways to move.
    pub clauses: Vec<Clause>,
    /// What happens after moves, in order.
    pub events: Vec<Event>,
    /// What may be added to moves.
    pub offers: Vec<Offer>,
    /// What makes a move illegal, asked after the move.
    pub bans: Vec<Law>,
    /// What makes an attack not count: `own` is the attacker's owner.
    pub voids: Vec<Law>,
    /// If a legal move fulfils one of these, only such moves are legal. Asked after the move.
    pub duties: Vec<Law>,
    /// Who is passed over when the next player is looked for: `own` is the one who would be next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skips: Vec<Law>,
    /// How it ends, asked in order after every move; `own` is the mover.
    pub ends: Vec<End>,
}

impl Rules {
    /// Every effect of the game: of clauses, events, offers and the start.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.clauses
            .iter()
            .flat_map(|c| &c.effects)
            .chain(self.events.iter().flat_map(|e| &e.effects))
            .chain(self.offers.iter().flat_map(|o| &o.effects))
            .chain(self.start.effects.iter().flat_map(|(_, e)| e))
    }
}

/// An option's values and the chosen one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What it is about.
    pub gloss: Option<String>,
    /// All, in order, each with its sources.
    pub values: IndexMap<String, Vec<Citation>>,
    /// The one in force without a word from the user.
    pub default: String,
    /// The one in force.
    pub chosen: String,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The absolute direction called forward, by number.
    pub forward: u8,
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its letter in texts, upper case.
    pub letter: String,
    /// What it is called elsewhere.
    pub gloss: Option<String>,
    /// Its loss must be averted.
    pub royal: bool,
    /// Its men are nobody's.
    #[serde(default, skip_serializing_if = "is_no")]
    pub neutral: bool,
    /// Who may have it; of a neutral type nobody.
    pub players: Vec<PlayerId>,
}

/// A declared cell of state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// What values it takes.
    pub ty: CellType,
    /// What has one.
    pub per: Per,
    /// How long it remembers.
    pub life: Life,
    /// The value a new game, or a new man, begins with (0 or 1 for flags; sets begin empty).
    pub start: i32,
    /// Letters in a field of the position text: the letter and the square it stands for, seen by
    /// each player; the first player's letters are upper case. An empty letter stands for that of
    /// each square's file. What comes first is written, all are read.
    pub letters: Vec<(String, Set)>,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}

/// The values of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellType {
    /// Yes or no.
    Flag,
    /// A number in a range, both ends included.
    Number {
        /// The least.
        low: i32,
        /// The greatest.
        high: i32,
    },
    /// A set of squares (only with [`Per::Game`]).
    Squares,
}

/// What has a value of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Per {
    /// The game.
    Game,
    /// Each player.
    Player,
    /// Each man of these types. The value goes where the man goes, and is lost with him.
    Man(Vec<KindId>),
    /// Each square.
    Square,
    /// Each player, of each of these types: men who are off the board.
    Stock(Vec<KindId>),
}

/// How long a cell remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Life {
    /// Part of the position's identity.
    State,
    /// Back to its start when the next player moves; part of the identity while a legal move reads it.
    Mark,
    /// Remembered, but no part of the identity.
    Memory,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The men, by square.
    pub men: Vec<(Square, PlayerId, KindId)>,
    /// Effects for each player, with that player as `own`.
    pub effects: Vec<(PlayerId, Vec<Effect>)>,
    /// The men off the board: stock, owner, type and number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stocks: Vec<(CellId, PlayerId, KindId, u16)>,
    /// How the men may be dealt anew before play; see [`crate::deal`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<Deal>,
    /// Where the start comes from.
    pub sources: Vec<Citation>,
}

/// Men that each player has on some of the squares named, if these are empty: one choice for each
/// way to choose the squares. The men stand on them in this order, the squares in theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// The men.
    pub kinds: Vec<KindId>,
    /// By player: the squares, row by row from his own side.
    pub squares: Vec<Vec<Square>>,
}

/// A field of the position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextField {
    /// A cell in its own form, `-` at its start.
    Cell(CellId),
    /// The number of the move, counted as in chess from 1.
    MoveNumber,
    /// A field other programs use: written `-`, and read with a note if it holds anything else.
    Unused,
    /// No field: a stock in brackets behind the board.
    Beside(CellId),
    /// No field: a sign behind the letter of each man who has the flag.
    Sign(CellId, char),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_no(flag: &bool) -> bool {
    !flag
}

/// A ban, a void, a duty or a skip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Law {
    /// Its address.
    pub name: String,
    /// When it holds.
    pub when: Cond,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}

/// A way for the game to end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Its address.
    pub name: String,
    /// What it means for the mover.
    pub result: EndResult,
    /// When it holds.
    pub when: Cond,
    /// Where the rule comes from.
    pub sources: Vec<Citation>,
}

/// What an end means for the player who moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndResult {
    /// He wins.
    Win,
    /// He loses: with two players the other wins.
    Lose,
    /// Nobody wins.
    Draw,
    /// He has `0` of `1` points, the others share the rest.
    Score(u32, u32),
    /// Each player has his part, in proportion to the number as he sees it. All have the same if
    /// it is 0 for everybody; less than 0 counts as 0.
    Share(Number),
}
