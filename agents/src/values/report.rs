//! Where the values come from, as plain data.

use chator_interpreter::{KindId, PlayerId};

use super::Worth;

/// Everything that an evaluation adds up, and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Boards that men were tried on.
    pub boards: usize,
    /// The share of their squares that is empty: what `quiet` was divided by.
    pub empty: f64,
    /// By player: the share with a man hostile to him: what `taking` was divided by.
    pub hostile: Vec<f64>,
    /// The men, by player and kind.
    pub men: Vec<ManReport>,
    /// The terms besides men.
    pub terms: Vec<TermReport>,
    /// Ends, and skips, that no term stands for.
    pub unweighed: Vec<Unweighed>,
}

/// What a player's men of a type are worth. All but worths in squares.
#[derive(Clone, Debug, PartialEq)]
pub struct ManReport {
    /// Whose.
    pub player: PlayerId,
    /// What.
    pub kind: KindId,
    /// Squares he goes to quietly, if they were empty.
    pub quiet: f64,
    /// Squares he takes on, if an enemy stood there.
    pub taking: f64,
    /// `(quiet + taking) / 2`
    pub mobility: f64,
    /// The most he gains by becoming another type; 0 if he becomes none.
    pub gain: f64,
    /// Which.
    pub into: Option<KindId>,
    /// How many moves that takes at least from where he begins, or from anywhere.
    pub moves: Option<u32>,
    /// What he has of it there.
    pub at_start: f64,
    /// How he counts.
    pub role: Role,
    /// `mobility + 0.1 * gain`, in hundredths, as his role has it.
    pub worth: Worth,
    /// In hand; 0 if he cannot be dropped.
    pub stocked: Worth,
}

/// How a man counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// For his worth.
    Plain,
    /// Not on the board; to take him is worth a whole army.
    Royal,
    /// The same, since by that rule the loss of the last one loses the game.
    Vital(String),
    /// Against his owner, since by that rule the player who has none left wins.
    Turned(String),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermReport {
    /// The address of the rule it comes from.
    pub rule: String,
    /// What it is.
    pub what: String,
    /// How it is reckoned.
    pub formula: String,
    /// Its weight; less than 0 if it speaks against the player.
    pub weight: Worth,
}

/// A rule that no term stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unweighed {
    /// Its address.
    pub rule: String,
    /// Why.
    pub why: String,
}
