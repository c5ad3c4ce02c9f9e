//! How far an attack may go at most, whatever stands on the board.
//!
//! This only saves work: an attack that is out of reach need not be walked. Everything here
//! errs on the far side.

use std::collections::HashSet;
use std::ops::ControlFlow::Continue;

use chator_rules::{Dirs, Effect, Leg, PlayerId, Set, Square, Travel};

use crate::eval::{View, bits};
use crate::game::Tables;
use crate::square_set::SquareSet;
use crate::walk::each_jump;

/// The largest board for which reaches are stored; on a larger one everything is in reach.
const MOST_SQUARES: usize = 256;

/// The squares in reach from every square, for a row of attackers: kinds or clauses.
#[derive(Default)]
pub(crate) struct Reach {
    squares: usize,
    /// How many words a set takes.
    width: usize,
    words: Vec<u64>,
}

impl Reach {
    fn new(squares: usize, sets: &[SquareSet]) -> Reach {
        let words = sets.iter().flat_map(SquareSet::words).copied().collect();
        Reach { squares, width: squares.div_ceil(64), words }
    }

    /// May the attacker of that number, on that square, attack another?
    #[inline]
    pub(crate) fn may(&self, attacker: u16, from: Square, aim: Square) -> bool {
        let set = usize::from(attacker) * self.squares + usize::from(from);
        let word = self.words.get(set * self.width + usize::from(aim >> 6));
        word.is_none_or(|word| word >> (aim & 63) & 1 != 0)
    }
}

/// Does no man ever stand on a square of the set?
pub(crate) fn holds_no_man(set: &Set) -> bool {
    match set {
        Set::None | Set::Empty => true,
        Set::And(list) => list.iter().any(holds_no_man),
        Set::Or(list) => list.iter().all(holds_no_man),
        _ => false,
    }
}

/// Works out the reach of every clause and kind.
pub(crate) fn fill(game: &mut Tables) {
    let squares = game.squares;
    if squares > MOST_SQUARES {
        return;
    }
    for player in game.all_players() {
        let mut kinds = vec![SquareSet::new(squares); game.kinds.len() * squares];
        let mut clauses = Vec::new();
        for clause in 0..game.clauses.len() as u16 {
            let rule = game.clause(clause);
            let first = usize::from(rule.kind.0) * squares;
            for origin in game.all_squares() {
                let reach = clause_reach(game, clause, player, origin);
                kinds[first + usize::from(origin)].extend(&reach);
                clauses.push(reach);
            }
        }
        let table = &mut game.players_table[usize::from(player.0)];
        table.kind_reach = Reach::new(squares, &kinds);
        table.clause_reach = Reach::new(squares, &clauses);
    }
}

fn clause_reach(game: &Tables, clause: u16, player: PlayerId, origin: Square) -> SquareSet {
    let mut reach = SquareSet::new(game.squares);
    let view = View::new(game, &game.start, player);
    let table = &game.clauses[usize::from(clause)];
    let rule = game.clause(clause);
    if rule.harmless
        || crate::prepare::dropped_from(rule).is_some()
        || !(table.strikes || table.takes)
    {
        return reach;
    }
    let mut landings = SquareSet::new(game.squares);
    for motion in &rule.motions {
        let empty = SquareSet::new(game.squares);
        let mut far = Far { view, landings: empty, seen: HashSet::new() };
        far.go(&motion.legs, origin, None);
        landings.extend(&far.landings);
    }
    if table.strikes {
        reach.extend(&landings);
    }
    for effect in &rule.effects {
        if let Effect::Take(set) = effect {
            for target in landings.iter() {
                reach.extend(&bound(&view, set, origin, target));
            }
        }
    }
    reach
}

/// Where legs might end on some board.
struct Far<'v> {
    view: View<'v>,
    landings: SquareSet,
    /// The same legs from the same square with the same heading lead to the same squares.
    seen: HashSet<(usize, Square, Option<usize>)>,
}

impl Far<'_> {
    fn go(&mut self, legs: &[Leg], from: Square, heading: Option<usize>) {
        if !self.seen.insert((legs.len(), from, heading)) {
            return;
        }
        let [leg, rest @ ..] = legs else {
            self.landings.insert(from);
            return;
        };
        let view = self.view;
        let named = |dirs: &Dirs| match (dirs, heading) {
            (Dirs::Turn(turn), Some(heading)) => view.game.geometry.turned(heading, *turn),
            _ => view.dirs(dirs),
        };
        match &leg.travel {
            Travel::Line { dirs, least, most } => {
                for d in bits(named(dirs)) {
                    self.ride(rest, from, &[d], *least, *most);
                }
            }
            Travel::Leap { long, short, dirs, least, most } => {
                let heads = dirs.as_ref().map_or(u32::MAX, named);
                let each = &mut |steps: &[usize]| {
                    self.ride(rest, from, steps, *least, *most);
                    Continue(())
                };
                let _all = each_jump(&view, *long, *short, heads, each);
            }
            Travel::Anywhere => view.game.all_squares().for_each(|s| self.go(rest, s, heading)),
            Travel::Stay => self.go(rest, from, heading),
            Travel::Point | Travel::Drop(_) => {}
        }
    }

    fn ride(&mut self, rest: &[Leg], from: Square, steps: &[usize], least: u16, most: Option<u16>) {
        let most = most.unwrap_or(u16::MAX).min(self.view.game.squares as u16);
        let mut at = from;
        for jumps in 1..=most {
            let Some(to) = self.view.game.jump(at, steps) else { break };
            if jumps >= least {
                self.go(rest, to, steps.last().copied());
            }
            at = to;
        }
    }
}

/// A set that holds every square that `set` may hold while a man of the player moves so.
fn bound(view: &View<'_>, set: &Set, origin: Square, target: Square) -> SquareSet {
    let squares = view.game.squares;
    let mut found = SquareSet::new(squares);
    match set {
        Set::None => {}
        Set::Target => found.insert(target),
        Set::Origin | Set::It => found.insert(origin),
        Set::Squares(_) | Set::Ranks(..) | Set::LastRanks(..) | Set::Files(..) | Set::Edge(_) => {
            found = view.eval(set);
        }
        Set::Toward(dirs @ Dirs::Named { .. }, from) => {
            for s in bound(view, from, origin, target).iter() {
                let next = &view.game.geometry.next;
                bits(view.dirs(dirs))
                    .filter_map(|d| next[d][usize::from(s)])
                    .for_each(|t| found.insert(t));
            }
        }
        Set::And(list) => {
            found = bound(view, &Set::Board, origin, target);
            for set in list {
                found.retain(&bound(view, set, origin, target));
            }
        }
        Set::Or(list) => {
            for set in list {
                found.extend(&bound(view, set, origin, target));
            }
        }
        _ => view.game.all_squares().for_each(|s| found.insert(s)),
    }
    found
}
