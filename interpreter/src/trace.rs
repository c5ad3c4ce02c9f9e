//! Why a move is what it is: the rules it used, and the rule that forbids one.

use std::ops::ControlFlow::Continue;

use crate::eval::View;
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

/// What the laws make of the moves that the clauses allow in a position. All lists have the
/// order of the rules; candidates that read the same and lead to the same are counted each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// By ban: how many moves it forbids. A move that breaks several counts for the first.
    pub banned: Vec<u32>,
    /// By duty: how many of the moves that break no ban fulfil it.
    pub fulfilled: Vec<u32>,
    /// How many moves break no ban and are illegal, since others fulfil a duty and they do not.
    pub neglected: u32,
    /// By event: how many of the legal moves would set it off.
    pub events: Vec<u32>,
    /// By void: how many men, of whichever player, would attack a hostile man were it not for
    /// this void. A man with several voids counts for the first.
    pub voided: Vec<u32>,
    /// By skip: how many players it would pass over as things stand. A player with several
    /// counts for the first.
    pub skipped: Vec<u32>,
}

impl Position {
    /// Asks each law what it does to the moves of this position. As dear as listing the legal
    /// moves. Nothing is asked once the game is over.
    pub fn sift(&self) -> Sifted {
        let rules = self.game().rules();
        let mut sifted = Sifted {
            banned: vec![0; rules.bans.len()],
            fulfilled: vec![0; rules.duties.len()],
            neglected: 0,
            events: vec![0; rules.events.len()],
            voided: vec![0; rules.voids.len()],
            skipped: vec![0; rules.skips.len()],
        };
        if self.outcome().is_some() {
            return sifted;
        }
        let view = self.view();
        let past = legality::past_after(&view);
        // What the moves that fulfil no duty set off counts only if no move fulfils one.
        let mut remiss = vec![0; rules.events.len()];
        let _all = movegen::each(&view, None, &mut |candidate| {
            let after = View { in_ban: true, ..candidate.view(&view, past) };
            if let Some(ban) = rules.bans.iter().position(|law| after.holds(&law.when)) {
                sifted.banned[ban] += 1;
                return Continue(());
            }
            let mut dutiful = false;
            for (law, fulfilled) in rules.duties.iter().zip(&mut sifted.fulfilled) {
                if after.holds(&law.when) {
                    *fulfilled += 1;
                    dutiful = true;
                }
            }
            sifted.neglected += u32::from(!dutiful);
            let events = if dutiful { &mut sifted.events } else { &mut remiss };
            candidate.deed.fired.iter().for_each(|&event| events[usize::from(event)] += 1);
            Continue(())
        });
        if sifted.fulfilled.iter().all(|&moves| moves == 0) {
            sifted.neglected = 0;
            sifted.events = remiss;
        }
        for player in view.game.all_players() {
            if let Some(skip) = view.game.skip_of(view.now, player) {
                sifted.skipped[skip] += 1;
            }
        }
        view.voided().for_each(|void| sifted.voided[void] += 1);
        sifted
    }

    /// The events that a legal move would set off, in order: indices into
    /// [`Rules::events`](chator_rules::Rules::events).
    pub fn events_of(&self, mv: Move) -> Vec<usize> {
        let (_, _, deed) = movegen::make(&self.view(), mv);
        deed.fired.iter().map(|&event| usize::from(event)).collect()
    }

    /// The rules that a legal move uses.
    pub fn trace(&self, mv: Move) -> Trace {
        let rules = self.game().rules();
        let clause = &rules.clauses[mv.clause()];
        let mut after = self.clone();
        let _undo = after.make(mv);
        Trace {
            clause: clause.name.clone(),
            guards: clause.when.len() + clause.provided.len(),
            events: self
                .events_of(mv)
                .into_iter()
                .map(|event| rules.events[event].name.clone())
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
