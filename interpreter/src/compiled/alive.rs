//! Ends that may hold though the next player can move: few do in a game, so they are passed over
//! at a glance.

use super::bits::Bits;
use super::board::Board;
use super::expr::{CondX, NumX, PartX};
use super::fold::{all, any, not};
use super::quick::{Known, Need, are_at_most, need, quick};

/// Such ends after a player's moves, and what must be so for any of them to hold.
pub(crate) struct Alive<B> {
    /// Each with whether it may ask how often positions have stood.
    ends: Vec<(CondX<B>, bool)>,
    /// No more than so many men are on the board.
    men: i32,
    /// The position has stood at least so often.
    pub(crate) occurrences: i32,
    others: Vec<Need>,
}

impl<B: Bits> Alive<B> {
    /// Of a player's ends those that may hold though another player can move.
    /// `laws_count`: bans ask how often positions have stood, and so does who asks for moves.
    pub(crate) fn new(ends: &[CondX<B>], next: u8, laws_count: bool) -> Alive<B> {
        let ends = ends.iter().map(|end| alive(end, next));
        let ends = ends.filter(|end| *end != CondX::Const(false));
        let counts = |part: PartX<'_, B>| match part {
            PartX::Number(number) => matches!(number, NumX::Occurrences | NumX::Since),
            PartX::Cond(cond) => laws_count && matches!(cond, CondX::Stuck(_)),
            PartX::Set(_) => false,
        };
        let ends = ends.map(|end| {
            let counts = end.mentions(&counts);
            (end, counts)
        });
        let ends = ends.collect();
        let mut found = Alive { ends, men: -1, occurrences: i32::MAX, others: Vec::new() };
        for (end, _) in &found.ends {
            match need(end) {
                Need::Men(None, most) => found.men = found.men.max(most),
                Need::Occurrences(times) => found.occurrences = found.occurrences.min(times),
                other => found.others.push(other),
            }
        }
        found
    }

    /// False if it is easily seen that none of them holds, unless by repetition.
    #[inline(always)]
    pub(crate) fn may_hold(&self, board: &Board<B>, check: Option<(u8, bool)>) -> bool {
        if self.men >= 0 && are_at_most(board.occupied, self.men) {
            return true;
        }
        for need in &self.others {
            let may = match *need {
                Need::Check(player) => check != Some((player, false)),
                other => other.may_be_so(board),
            };
            if may {
                return true;
            }
        }
        false
    }

    /// Does one hold? `ask` answers what the board alone does not tell, and is told whether that is
    /// about how often positions have stood.
    pub(crate) fn holds(
        &self,
        board: &Board<B>,
        known: &Known,
        ask: impl Fn(&CondX<B>, bool) -> bool,
    ) -> bool {
        let mut ends = self.ends.iter();
        ends.any(|(end, counts)| quick(board, known, end).unwrap_or_else(|| ask(end, *counts)))
    }
}

/// A condition, given that a player has a legal move.
pub(crate) fn alive<B: Bits>(cond: &CondX<B>, player: u8) -> CondX<B> {
    let list = |list: &[CondX<B>]| list.iter().map(|cond| alive(cond, player)).collect();
    match cond {
        CondX::Stuck(stuck) if *stuck == player => CondX::Const(false),
        CondX::Not(cond) => not(alive(cond, player)),
        CondX::All(conds) => all(list(conds)),
        CondX::Any(conds) => any(list(conds)),
        other => other.clone(),
    }
}
