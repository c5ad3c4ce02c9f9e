//! Why a move is what it is: the rules it used, and the rule that forbids one.

use crate::legality;
use crate::movegen;
use crate::moves::Move;
use crate::notation;
use crate::position::Position;

/// The rules that a move used, by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The clause it used.
    pub clause: String,
    /// How many guards that clause had to satisfy.
    pub guards: usize,
    /// The events it set off, in order.
    pub events: Vec<String>,
    /// The offer that rode on it.
    pub offer: Option<String>,
    /// The end that holds after it.
    pub ended_by: Option<String>,
}

/// A move that a clause allows and a law forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The clause that would make it.
    pub clause: String,
    /// The ban it breaks, or the duty it neglects.
    pub banned_by: String,
}

impl Position {
    /// The rules that a legal move uses.
    pub fn trace(&self, mv: Move) -> Trace {
        let rules = self.game().rules();
        let clause = &rules.clauses[mv.clause()];
        let (_, _, deed) = movegen::make(&self.view(), mv);
        let mut after = self.clone();
        let _undo = after.make(mv);
        Trace {
            clause: clause.name.clone(),
            guards: clause.when.len() + clause.provided.len(),
            events: deed
                .fired
                .iter()
                .map(|&event| rules.events[usize::from(event)].name.clone())
                .collect(),
            offer: mv.offer().map(|offer| rules.offers[offer].name.clone()),
            ended_by: after.outcome().map(|outcome| outcome.by().to_owned()),
        }
    }

    /// If a clause allows the move of that text and a law forbids it: which. `None` for legal
    /// moves and for those that no clause makes.
    pub fn explain_illegal(&self, text: &str) -> Option<Illegal> {
        let view = self.view();
        let mv = notation::pseudo_legal(self, text)?;
        if legality::legal(&view, Some(mv.from)).contains(&mv) {
            return None;
        }
        let law = legality::forbids(&view, mv)?;
        let clause = self.game().rules().clauses[mv.clause()].name.clone();
        Some(Illegal { clause, banned_by: law.name.clone() })
    }
}
