//! Plays a witness again, under the rule sets as they were loaded.

use chator_interpreter::{Game, Position};

use crate::diff::Base;

use super::words::{Finding, Outcome, Witness};

impl Witness {
    /// Does it show, under these two games, what it says?
    pub fn holds(&self, left: &Game, right: &Game) -> bool {
        let positions = (self.replay(left, 0), self.replay(right, 1));
        let (Some(left), Some(right)) = positions else { return false };
        match &self.finding {
            Finding::Move { text, legal_in, .. } => {
                let (yes, no) = match legal_in {
                    Base::Left => (left, right),
                    Base::Right => (right, left),
                };
                yes.parse_move(text).is_ok() && no.outcome().is_none() && !is_legal(&no, text)
            }
            Finding::Outcome { left: mine, right: theirs } => {
                outcome(&left) == *mine
                    && outcome(&right) == *theirs
                    && differ(mine.as_ref(), theirs.as_ref())
            }
        }
    }

    /// The position it ends with in one of the two, the first being number 0.
    pub fn replay(&self, game: &Game, side: usize) -> Option<Position> {
        let mut position = match &self.position {
            Some(texts) => game.position(&texts[side]).ok()?,
            None => game.start(),
        };
        for text in &self.line {
            let mv = position.parse_move(text).ok()?;
            position.play(mv);
        }
        Some(position)
    }
}

fn is_legal(position: &Position, text: &str) -> bool {
    position.legal_texts().iter().any(|(_, other)| other == text)
}

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome().map(|o| Outcome {
        winner: o.winner().map(|p| position.game().player_name(p).to_owned()),
        by: o.by().to_owned(),
    })
}

fn differ(a: Option<&Outcome>, b: Option<&Outcome>) -> bool {
    a.map(|o| &o.winner) != b.map(|o| &o.winner)
}
