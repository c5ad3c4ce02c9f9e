//! How the game may end after a player's move.

use chator_rules::EndResult;

use crate::compiled::alive::alive;
use crate::compiled::bits::Bits;
use crate::compiled::expr::CondX;
use crate::compiled::plan::PlayerPlan;

use super::page::Entry;
use super::words::Words;

/// Each end as folded, and what is left of it while the next player can move.
pub(super) fn ends<B: Bits>(words: Words<'_>, plan: &PlayerPlan<B>) -> Vec<Entry> {
    let rules = words.game.rules.ends.iter();
    let ends = rules.zip(&plan.ends).zip(&plan.shares);
    let entry = |((rule, when), share): ((&chator_rules::End, &CondX<B>), &Option<_>)| {
        let result = match &rule.result {
            EndResult::Win => "win".to_owned(),
            EndResult::Lose => "loss".to_owned(),
            EndResult::Draw => "draw".to_owned(),
            EndResult::Score(points, of) => format!("{points}/{of}"),
            EndResult::Share(_) => match share {
                Some(number) => format!("shared by {}", words.number(number)),
                None => "shared".to_owned(),
            },
        };
        let mut text = format!("{result} if {}", words.cond(when));
        if plan.lively && *when != CondX::Const(false) {
            let left = alive(when, 1 - words.own.min(1));
            if left == CondX::Const(false) {
                text += "; not asked while the next player can move";
            } else if left != *when {
                text += &format!("; while the next player can move: {}", words.cond(&left));
            }
        }
        Entry { name: rule.name.clone(), facts: vec![("", text)] }
    };
    ends.map(entry).collect()
}
