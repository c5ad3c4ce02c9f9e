//! Witnesses as they are told: in the texts and names of the two rule sets themselves.

use chator_interpreter::{Game, Holder, Piece, Setup};
use chator_rules::{CellId, KindId};

use crate::diff::{Base, Diff};

use super::shrink::Found;
use super::twin::{Ended, Item, Root};

/// A line of play, or a position, that sets two rule sets apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The changes it comes from: numbers of [`Diff::changes`]. Each of them alone brings it
    /// about, unless it takes all [`together`](Witness::together).
    pub changes: Vec<usize>,
    /// None of the changes alone brings it about.
    pub together: bool,
    /// The position it begins with, as each rule set writes it; `None` for the start.
    pub position: Option<[String; 2]>,
    /// The moves to play; both rule sets allow them.
    pub line: Vec<String>,
    /// What then differs.
    pub finding: Finding,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A move is legal in one of them only.
    Move {
        /// The move.
        text: String,
        /// Where it is legal.
        legal_in: Base,
        /// The clause that makes it there.
        clause: String,
        /// The law that forbids it in the other, if a clause makes it there, too.
        forbidden_by: Option<String>,
        /// The moves between the same squares that the other has instead.
        instead: Vec<String>,
    },
    /// The game ends otherwise, or in one of them only.
    Outcome {
        /// In the first.
        left: Option<Outcome>,
        /// In the second.
        right: Option<Outcome>,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won, by name; nobody wins a draw.
    pub winner: Option<String>,
    /// The address of the end.
    pub by: String,
}

/// Tells what was found.
pub(super) struct Words<'a> {
    pub(super) diff: &'a Diff,
    /// The two rule sets as they were loaded.
    pub(super) left: &'a Game,
    pub(super) right: &'a Game,
    /// The same with one numbering.
    pub(super) games: &'a [Game; 2],
}

impl Words<'_> {
    pub(super) fn witness(&self, found: &Found) -> Witness {
        let position = match &found.root {
            Root::Start => None,
            Root::Position(setup) => Some([Base::Left, Base::Right].map(|b| self.text(b, setup))),
        };
        Witness {
            changes: found.cause.changes.clone(),
            together: found.cause.together,
            position,
            line: found.line.clone(),
            finding: self.finding(found),
        }
    }

    /// The position in the words of one rule set.
    fn text(&self, base: Base, setup: &Setup) -> String {
        let game = if base == Base::Left { self.left } else { self.right };
        let mut own = Setup::empty(game);
        own.set_to_move(self.diff.own_player(base, setup.to_move()));
        for (square, piece) in setup.pieces() {
            if let Some(kind) = self.diff.own_kind(base, piece.kind) {
                let player = self.diff.own_player(base, piece.player);
                own.place(square, Some(Piece { player, kind: KindId(kind.0) }));
            }
        }
        for cell in (0..setup.game().rules().cells.len()).map(|n| CellId(n as u16)) {
            let Some(its) = self.diff.own_cell(base, cell) else { continue };
            for holder in setup.holders(cell) {
                let own_player = |player| self.diff.own_player(base, player);
                let its_holder = match holder {
                    Holder::Player(player) => Holder::Player(own_player(player)),
                    Holder::Stock(player, kind) => match self.diff.own_kind(base, kind) {
                        Some(kind) => Holder::Stock(own_player(player), kind),
                        None => continue,
                    },
                    other => other,
                };
                own.set(its, its_holder, setup.value(cell, holder));
            }
        }
        own.text()
    }

    fn finding(&self, found: &Found) -> Finding {
        match &found.item {
            Item::Move { text, legal_in, uses, between, .. } => {
                let other = usize::from(*legal_in == Base::Left);
                let there = found.root.after(&self.games[other], &found.line);
                let illegal = there.and_then(|position| position.explain_illegal(text));
                let instead = between[other].clone();
                let elsewhere = if other == 0 { Base::Left } else { Base::Right };
                Finding::Move {
                    text: text.clone(),
                    legal_in: *legal_in,
                    clause: self
                        .diff
                        .own_address(*legal_in, uses.first().map_or("", String::as_str)),
                    forbidden_by: illegal.map(|i| self.diff.own_address(elsewhere, &i.banned_by)),
                    instead,
                }
            }
            Item::Outcome { left, right } => {
                let told = |base: Base, ended: &Option<Ended>| {
                    ended.as_ref().map(|ended| Outcome {
                        winner: ended.winner.map(|p| {
                            let game = if base == Base::Left { self.left } else { self.right };
                            game.player_name(self.diff.own_player(base, p)).to_owned()
                        }),
                        by: self.diff.own_address(base, &ended.by),
                    })
                };
                Finding::Outcome { left: told(Base::Left, left), right: told(Base::Right, right) }
            }
        }
    }
}
