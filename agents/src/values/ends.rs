//! What the ends speak of, as terms of an evaluation.
//!
//! Each end, and each alternative of one, is a list of conditions that must all hold. If all are
//! in sight (see [`super::sight`]), one of them is taken for the **measure**, what the end waits
//! for, and the others for guards: the term counts while they hold. A measure is a counter that
//! is compared with something, else a number of men that is, else men who have to come somewhere. What
//! it is worth depends on the result:
//!
//! | measure | win or loss | draw |
//! |---|---|---|
//! | a counter | [`Term::Counter`] | [`Term::Damp`] |
//! | how few men somebody has | [`Term::Few`], or turned men, or vital ones | not weighed |
//! | men on certain squares | [`Term::Near`] | not weighed |
//!
//! Where the point is shared by a number, the number is a term ([`Term::Points`]). What is
//! understood in no such way is listed.

use chator_interpreter::{Game, KindId, Piece, PlayerId, Square};
use chator_rules::{Comparison, Cond, EndResult, Number, PlayerRef, Set};

use super::promotion::{NEAR, STEP};
use super::sight::{MenSet, Num, Reader, Seen, Shape, Test};
use super::{Look, Worth};

/// Counts that an evaluation takes, at most: sets of men times players.
pub(super) const COUNTS: usize = 64;

/// Something compared with something: an end waits for it to hold.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    comparison: Comparison,
    value: Num,
    goal: Num,
}

/// A term. Each is asked for every player as `own`; `sign` is 1 where the end wins for him.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// `top * ((n - r) / (n - 1))^2`, where the count has `r` of `n` steps to go.
    Counter { bound: Bound, start: Vec<i32>, guards: Vec<Test>, sign: Worth, top: Worth },
    /// `top / r`, where `r` men have still to go.
    Few { bound: Bound, guards: Vec<Test>, sign: Worth, top: Worth },
    /// The most that a man who may come there has by his distance; by viewer, man and square.
    Near { peak: Vec<Worth>, guards: Vec<Test>, sign: Worth },
    /// So much for each point.
    Points { number: Num, each: Worth },
    /// A player of whom this holds is passed over: his men count nothing for him.
    Idle { when: Test },
    /// What sets players apart shrinks in the last half of the count, in proportion, to nothing.
    Damp { bound: Bound, start: Vec<i32>, guards: Vec<Test> },
}

/// A term and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Sourced {
    pub(super) rule: String,
    pub(super) what: &'static str,
    pub(super) formula: String,
    pub(super) weight: Worth,
    pub(super) term: Term,
}

/// Everything that was found.
pub(super) struct Ends {
    pub(super) terms: Vec<Sourced>,
    pub(super) sets: Vec<MenSet>,
    /// By kind: the player who has none left has won.
    pub(super) turned: Vec<Option<String>>,
    /// By kind: the player who has none left has lost.
    pub(super) vital: Vec<Option<String>>,
    /// Rules that were not understood, or are left to the search, and why.
    pub(super) unweighed: Vec<(String, &'static str)>,
}

/// Whose men a number counts, as the player sees it who moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Enemy,
}

fn distance(comparison: Comparison, value: i32, bound: i32) -> i32 {
    match comparison {
        Comparison::AtLeast => bound.saturating_sub(value),
        Comparison::Greater => bound.saturating_sub(value).saturating_add(1),
        Comparison::AtMost => value.saturating_sub(bound),
        Comparison::Less => value.saturating_sub(bound).saturating_add(1),
        Comparison::Equal | Comparison::NotEqual => value.saturating_sub(bound).saturating_abs(),
    }
}

impl Bound {
    /// How many steps there are still to go.
    fn left<L: Look>(&self, seen: &Seen<'_, L>, own: usize) -> i32 {
        distance(self.comparison, seen.number(&self.value, own), seen.number(&self.goal, own))
    }

    /// How many there are from a value on.
    fn all<L: Look>(&self, seen: &Seen<'_, L>, own: usize, from: i32) -> i32 {
        distance(self.comparison, from, seen.number(&self.goal, own))
    }

    fn seen_by(self, who: PlayerRef) -> Bound {
        let wrap = |num| Num::As(who, Box::new(num));
        Bound { value: wrap(self.value), goal: wrap(self.goal), ..self }
    }
}

/// Finds the terms. `strongest` is what the strongest type is worth, `point` one point of a number
/// that the game is shared by; `ways` tells where a man can go from a square.
pub(super) fn read(
    game: &Game,
    strongest: Worth,
    point: &dyn Fn(&Number) -> Worth,
    ways: &dyn Fn(Piece, Square) -> Vec<Square>,
) -> Ends {
    let kinds = game.rules().kinds.len();
    let ends = Ends {
        terms: Vec::new(),
        sets: Vec::new(),
        turned: vec![None; kinds],
        vital: vec![None; kinds],
        unweighed: Vec::new(),
    };
    let reader = Reader { game, sets: Vec::new() };
    let mut finder = Finder { reader, ends, shape: Shape::of(game), strongest, ways };
    for law in &game.rules().skips {
        match finder.read(|reader| reader.test(&law.when)) {
            Some(when) => finder.push(
                &law.name,
                "a player who is passed over",
                "his men count nothing for him".to_owned(),
                0,
                Term::Idle { when },
            ),
            None => finder.leave(&law.name, reason(&law.when)),
        }
    }
    for end in &game.rules().ends {
        let sign = match &end.result {
            EndResult::Share(number) => {
                finder.points(&end.name, number, point(number));
                continue;
            }
            EndResult::Win => 1,
            EndResult::Lose => -1,
            EndResult::Draw => 0,
            EndResult::Score(points, of) => {
                let even = game.rules().players.len() as u32;
                match (points * even).cmp(of) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Less => -1,
                    std::cmp::Ordering::Equal => 0,
                }
            }
        };
        let alternatives = match &end.when {
            Cond::Any(parts) => parts.as_slice(),
            cond => std::slice::from_ref(cond),
        };
        for cond in alternatives {
            let (sets, terms) = (finder.reader.sets.len(), finder.ends.terms.len());
            if let Err(why) = finder.alternative(&end.name, cond, sign) {
                finder.leave(&end.name, why);
            }
            if finder.ends.terms.len() == terms {
                finder.reader.sets.truncate(sets);
            }
        }
    }
    finder.ends.sets = finder.reader.sets;
    finder.ends
}

struct Finder<'g> {
    reader: Reader<'g>,
    ends: Ends,
    shape: Shape,
    strongest: Worth,
    ways: &'g dyn Fn(Piece, Square) -> Vec<Square>,
}

/// Why a condition is not in sight.
fn reason(cond: &Cond) -> &'static str {
    use chator_rules::visit::{self, Part};
    let (mut moves, mut past, mut last) = (false, false, false);
    visit::cond(cond, &mut |part| match part {
        Part::Cond(Cond::Stuck | Cond::InCheck)
        | Part::Set(Set::Attacked(_) | Set::Attacking(_) | Set::Checking) => moves = true,
        Part::Number(Number::Occurrences | Number::Since) => past = true,
        Part::Cond(Cond::Was(_) | Cond::Played(_))
        | Part::Set(Set::Was(_) | Set::Taken | Set::Target | Set::Origin | Set::Path | Set::It) => {
            last = true;
        }
        _ => {}
    });
    match (past, moves, last) {
        (true, ..) => "asks how often a position has stood: left to the search",
        (_, true, _) => "asks who can move, or who attacks whom: left to the search",
        (_, _, true) => "asks about the last move: left to the search",
        _ => "not understood",
    }
}

/// The conditions that must all hold. That something was taken says nothing about a position.
fn conjuncts<'c>(cond: &'c Cond, found: &mut Vec<&'c Cond>) {
    match cond {
        Cond::All(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        Cond::Some(Set::Taken) | Cond::Const(true) => {}
        cond => found.push(cond),
    }
}

/// Does a number depend on a cell, and on who is left?
fn depends(num: &Num) -> (bool, bool) {
    let either = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
    match num {
        Num::Const(_) => (false, false),
        Num::Cell(..) => (true, false),
        Num::Men(_) => (false, true),
        Num::Add(a, b) | Num::Subtract(a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            either(depends(a), depends(b))
        }
        Num::Cases(cases, last) => {
            cases.iter().fold(depends(last), |all, (_, value)| either(all, depends(value)))
        }
        Num::As(_, inner) => depends(inner),
    }
}

fn flipped(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}

fn denied(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    }
}

impl Finder<'_> {
    /// Are there few enough sets to count?
    fn has_room(&self) -> bool {
        self.reader.sets.len() * self.shape.players <= COUNTS
    }

    /// Reads something. Sets are kept only if that comes to anything: others need not be counted.
    fn read<T>(&mut self, read: impl FnOnce(&mut Reader<'_>) -> Option<T>) -> Option<T> {
        let known = self.reader.sets.len();
        let found = read(&mut self.reader).filter(|_| self.has_room());
        if found.is_none() {
            self.reader.sets.truncate(known);
        }
        found
    }

    fn push(&mut self, rule: &str, what: &'static str, formula: String, weight: Worth, term: Term) {
        self.ends.terms.push(Sourced { rule: rule.to_owned(), what, formula, weight, term });
    }

    fn leave(&mut self, rule: &str, why: &'static str) {
        let entry = (rule.to_owned(), why);
        if !self.ends.unweighed.contains(&entry) {
            self.ends.unweighed.push(entry);
        }
    }

    fn points(&mut self, rule: &str, number: &Number, each: Worth) {
        let Some(number) = self.read(|reader| reader.number(number)) else {
            return self.leave(rule, "shares by a number that is not understood");
        };
        let known = |s: &Sourced| matches!(&s.term, Term::Points { number: n, .. } if *n == number);
        if self.ends.terms.iter().any(known) {
            return self.leave(rule, "shares by the same number as a term above");
        }
        let formula = "so much for each point".to_owned();
        let term = Term::Points { number, each };
        self.push(rule, "the number that the point is shared by", formula, each, term);
    }

    /// One way for an end to come about.
    fn alternative(&mut self, rule: &str, cond: &Cond, sign: Worth) -> Result<(), &'static str> {
        let mut conds = Vec::new();
        conjuncts(cond, &mut conds);
        let tests: Option<Vec<Test>> = conds.iter().map(|cond| self.reader.test(cond)).collect();
        let tests = tests.ok_or_else(|| reason(cond))?;
        if !self.has_room() {
            return Err("speaks of too many sets of men");
        }
        let bounds: Vec<Option<Bound>> = tests.iter().map(|test| self.bound(test)).collect();
        let measured = |wanted: &dyn Fn(&Bound) -> bool| {
            bounds.iter().position(|bound| bound.as_ref().is_some_and(wanted))
        };
        let rest = |at: usize| {
            let others = tests.iter().enumerate().filter(|(i, _)| *i != at);
            others.map(|(_, test)| test.clone()).collect::<Vec<Test>>()
        };
        if let Some(at) = measured(&|bound| depends(&bound.value) == (true, false)) {
            let bound = bounds[at].clone().ok_or("not understood")?;
            return self.counter(rule, bound, rest(at), sign);
        }
        if sign == 0 {
            return Err("a draw by who is left: the search sees it");
        }
        if let Some(at) = measured(&|bound| {
            depends(&bound.value).1
                && !matches!(bound.comparison, Comparison::AtLeast | Comparison::Greater)
        }) {
            let bound = bounds[at].clone().ok_or("not understood")?;
            return self.few(rule, bound, rest(at), sign);
        }
        for (at, test) in tests.iter().enumerate() {
            if let Test::Some(set) = test
                && let Some(peak) = self.peak(*set)
            {
                let formula =
                    format!("{NEAR} x {STEP}^(moves - 1) of it, by the nearest man's moves");
                let term = Term::Near { peak, guards: rest(at), sign };
                self.push(rule, "men on their way to a place", formula, self.strongest, term);
                return Ok(());
            }
        }
        Err("not understood")
    }

    /// A test as a comparison, what changes on the left.
    fn bound(&self, test: &Test) -> Option<Bound> {
        Some(match test {
            Test::Compare(comparison, a, b) if *comparison != Comparison::NotEqual => {
                let constant = |num: &Num| depends(num) == (false, false);
                if constant(a) {
                    let comparison = flipped(*comparison);
                    Bound { comparison, value: b.clone(), goal: a.clone() }
                } else {
                    Bound { comparison: *comparison, value: a.clone(), goal: b.clone() }
                }
            }
            Test::Not(inner) => match &**inner {
                Test::Some(set) => Bound {
                    comparison: Comparison::AtMost,
                    value: Num::Men(*set),
                    goal: Num::Const(0),
                },
                Test::Compare(comparison, a, b) => {
                    let test = Test::Compare(denied(*comparison), a.clone(), b.clone());
                    self.bound(&test)?
                }
                _ => return None,
            },
            // Of several enemies it is one, and a sum of numbers does not tell which.
            Test::As(who, inner) if self.shape.players == 2 => self.bound(inner)?.seen_by(*who),
            _ => return None,
        })
    }

    /// What a number is at the start, by player.
    fn at_start(&self, num: &Num) -> Vec<i32> {
        let position = self.reader.game.start();
        let counts = count(&position, &self.reader.sets, self.shape);
        let seen = Seen { look: &position, counts: &counts, players: self.shape.players };
        (0..self.shape.players).map(|own| seen.number(num, own)).collect()
    }

    fn counter(
        &mut self,
        rule: &str,
        bound: Bound,
        guards: Vec<Test>,
        sign: Worth,
    ) -> Result<(), &'static str> {
        let start = self.at_start(&bound.value);
        if sign == 0 {
            let formula =
                "differences are multiplied by 2 r / n in the last half of n steps, r to go";
            let term = Term::Damp { bound, start, guards };
            self.push(rule, "a count that runs to a draw", formula.to_owned(), 0, term);
            return Ok(());
        }
        let first = start.iter().zip(self.at_start(&bound.goal));
        let steps = first.map(|(value, to)| distance(bound.comparison, *value, to)).max();
        if steps.is_none_or(|steps| steps < 2) {
            return Err("a count of one step: the search sees it");
        }
        let top = self.strongest;
        let n = steps.unwrap_or(0);
        let formula = format!("weight x ((n - r) / (n - 1))^2 with r of n = {n} steps to go");
        let term = Term::Counter { bound, start, guards, sign, top };
        self.push(rule, "a count on its way to its bound", formula, top * sign, term);
        Ok(())
    }

    /// Whose men are counted, and of which kinds.
    fn counted(&self, num: &Num) -> Option<(Whose, Vec<KindId>)> {
        match num {
            Num::Men(set) => {
                let set = &self.reader.sets[*set];
                let has = |man: Piece| {
                    (0..self.shape.squares as Square)
                        .any(|square| set.contains(self.shape, 0, man, square))
                };
                let men: Vec<Piece> = self.shape.pieces().filter(|man| has(*man)).collect();
                let own = men.iter().filter(|man| man.player == PlayerId(0)).count();
                let whose = match own {
                    0 => Whose::Enemy,
                    own if own == men.len() => Whose::Own,
                    _ => return None,
                };
                let mut kinds: Vec<KindId> = men.iter().map(|man| man.kind).collect();
                kinds.sort_unstable();
                kinds.dedup();
                Some((whose, kinds))
            }
            Num::As(PlayerRef::Enemy, inner) => {
                let (whose, kinds) = self.counted(inner)?;
                let whose = if whose == Whose::Own { Whose::Enemy } else { Whose::Own };
                Some((whose, kinds))
            }
            _ => None,
        }
    }

    fn few(
        &mut self,
        rule: &str,
        bound: Bound,
        guards: Vec<Test>,
        sign: Worth,
    ) -> Result<(), &'static str> {
        let (whose, kinds) =
            self.counted(&bound.value).ok_or("counts men of both sides: left to the search")?;
        let from = self.at_start(&bound.value);
        let to = self.at_start(&bound.goal);
        let left = from.iter().zip(&to).map(|(a, b)| distance(bound.comparison, *a, *b)).max();
        let none_left = to.iter().all(|&to| to == 0) && bound.comparison != Comparison::Less;
        // He who has none left wins if they are his and the end wins, or neither.
        let good = (whose == Whose::Own) == (sign > 0);
        if none_left && guards.is_empty() && (good || left.is_some_and(|left| left <= 1)) {
            let royal = |kind: &KindId| self.reader.game.rules().kinds[usize::from(kind.0)].royal;
            if !good && kinds.iter().all(royal) {
                return Err("royal men are lost: they are not traded");
            }
            let list = if good { &mut self.ends.turned } else { &mut self.ends.vital };
            for kind in kinds {
                list[usize::from(kind.0)].get_or_insert_with(|| rule.to_owned());
            }
            return Ok(());
        }
        let top = self.strongest / 4;
        let known = self.ends.terms.iter().any(|other| match &other.term {
            Term::Few { bound: b, sign: s, .. } => {
                let same =
                    self.counted(&b.value).is_some_and(|c| c == (flip(whose), kinds.clone()));
                same && *s == -sign
            }
            _ => false,
        });
        if known {
            return Err("the other side of a term above");
        }
        let formula = "weight / r where r men more have to go".to_owned();
        let term = Term::Few { bound, guards, sign, top };
        self.push(rule, "few men left", formula, top * sign, term);
        Ok(())
    }

    /// What men have by their way to the squares of the set, if it is a matter of squares.
    fn peak(&self, set: usize) -> Option<Vec<Worth>> {
        let shape = self.shape;
        let set = &self.reader.sets[set];
        let mut peak = vec![0; shape.len()];
        let mut limited = false;
        for viewer in 0..shape.players {
            for man in shape.pieces().filter(|man| man.player != PlayerId::NOBODY) {
                let inside: Vec<Square> = (0..shape.squares as Square)
                    .filter(|&square| set.contains(shape, viewer, man, square))
                    .collect();
                if inside.is_empty() || inside.len() == shape.squares {
                    continue;
                }
                limited = true;
                let moves = distances(shape.squares, &inside, &|square| (self.ways)(man, square));
                for (square, moves) in moves.iter().enumerate() {
                    if let Some(moves) = moves {
                        let part = (1..*moves).fold(NEAR, |part, _| part * STEP);
                        peak[shape.place(viewer, man, square as Square)] =
                            (part * f64::from(self.strongest)).round() as Worth;
                    }
                }
            }
        }
        limited.then_some(peak)
    }
}

fn flip(whose: Whose) -> Whose {
    if whose == Whose::Own { Whose::Enemy } else { Whose::Own }
}

/// By square: how many moves lead to one of the goals.
fn distances(
    squares: usize,
    goals: &[Square],
    ways: &dyn Fn(Square) -> Vec<Square>,
) -> Vec<Option<u32>> {
    let mut moves = vec![None; squares];
    goals.iter().for_each(|&goal| moves[usize::from(goal)] = Some(0));
    let ways: Vec<Vec<Square>> = (0..squares as Square).map(ways).collect();
    for step in 1..=squares as u32 {
        let mut changed = false;
        for (square, ways) in ways.iter().enumerate() {
            let near = |to: &Square| moves[usize::from(*to)] == Some(step - 1);
            if moves[square].is_none() && ways.iter().any(near) {
                moves[square] = Some(step);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    moves
}

/// By set and viewer: how many men are in it.
pub(super) fn count(look: &impl Look, sets: &[MenSet], shape: Shape) -> Vec<i32> {
    let mut counts = vec![0; sets.len() * shape.players];
    look.men(|square, man| add(&mut counts, sets, shape, square, man));
    counts
}

/// Counts a man.
#[inline]
pub(super) fn add(counts: &mut [i32], sets: &[MenSet], shape: Shape, square: Square, man: Piece) {
    for (set, counts) in sets.iter().zip(counts.chunks_mut(shape.players)) {
        for (viewer, count) in counts.iter_mut().enumerate() {
            *count += i32::from(set.contains(shape, viewer, man, square));
        }
    }
}

/// Adds what a term is worth to what the players have. `near` is the best that men of a
/// [`Term::Near`] have, by viewer.
pub(super) fn weigh<L: Look>(term: &Term, seen: &Seen<'_, L>, near: &[Worth], worth: &mut [Worth]) {
    let open = |guards: &[Test], own: usize| guards.iter().all(|guard| seen.holds(guard, own));
    for (own, worth) in worth.iter_mut().enumerate() {
        match term {
            Term::Counter { bound, start, guards, sign, top } if open(guards, own) => {
                let all = bound.all(seen, own, start[own]);
                let gone = i64::from(all) - i64::from(bound.left(seen, own).clamp(0, all.max(0)));
                let most = i64::from(all - 1).max(1);
                let part = i64::from(*top) * gone.min(most) * gone.min(most) / (most * most);
                *worth += sign * part as Worth;
            }
            Term::Few { bound, guards, sign, top } if open(guards, own) => {
                *worth += sign * top / bound.left(seen, own).max(1);
            }
            Term::Near { guards, sign, .. } if open(guards, own) => {
                *worth += sign * near[own];
            }
            Term::Points { number, each } => {
                *worth += each.saturating_mul(seen.number(number, own).max(0));
            }
            _ => {}
        }
    }
}

/// Lets what sets the players apart shrink as a count to a draw runs out.
pub(super) fn damp<L: Look>(term: &Term, seen: &Seen<'_, L>, worth: &mut [Worth]) {
    let Term::Damp { bound, start, guards } = term else { return };
    let mut part = (1_i64, 1_i64);
    for (own, start) in start.iter().enumerate() {
        if guards.iter().all(|guard| seen.holds(guard, own)) {
            let all = i64::from(bound.all(seen, own, *start));
            let left = i64::from(bound.left(seen, own)).max(0);
            if all > 0 && 2 * left < all && 2 * left * part.1 < part.0 * all {
                part = (2 * left, all);
            }
        }
    }
    if part.0 < part.1 {
        let mean = worth.iter().map(|&w| i64::from(w)).sum::<i64>() / worth.len().max(1) as i64;
        for worth in worth {
            *worth = (mean + (i64::from(*worth) - mean) * part.0 / part.1) as Worth;
        }
    }
}
