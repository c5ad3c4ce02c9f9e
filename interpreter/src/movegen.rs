//! Pseudo-legal moves: what the clauses allow, whatever the laws say.

use std::ops::ControlFlow::{self, Break, Continue};

use chator_rules::{PlayerId, Square};
use smallvec::SmallVec;

use crate::apply::{Deed, apply};
use crate::eval::{Act, NOWHERE, Past, View};
use crate::moves::{Move, Script};
use crate::state::State;
use crate::walk::{Path, walk};

/// A pseudo-legal move, made.
pub(crate) struct Candidate<'c> {
    pub(crate) mv: Move,
    pub(crate) path: &'c [Square],
    /// The state after it.
    pub(crate) after: &'c State,
    pub(crate) deed: &'c Deed,
}

impl<'c> Candidate<'c> {
    /// The mover's view of the position after the move.
    pub(crate) fn view<'a>(&self, before: &View<'a>, past: Past<'a>) -> View<'a>
    where
        'c: 'a,
    {
        let act = Act {
            done: true,
            origin: self.mv.from,
            target: self.mv.to,
            kind: before.game.clause(self.mv.clause).kind.0,
            clause: self.mv.clause,
            path: self.path,
            taken: &self.deed.taken,
        };
        View {
            before: Some(before.now),
            act,
            past,
            ..View::new(before.game, self.after, before.own)
        }
    }
}

/// Told of every candidate.
type Sink<'f> = dyn FnMut(&Candidate<'_>) -> ControlFlow<()> + 'f;

/// Shows every pseudo-legal move of `view.own`, of all his men, of the one on a square, or,
/// for [`NOWHERE`], of those off the board.
pub(crate) fn each(view: &View<'_>, only: Option<Square>, sink: &mut Sink<'_>) -> ControlFlow<()> {
    generate(view, only, false, sink)
}

/// The same, and of moves that differ in what is chosen on the way no more are shown once the
/// sink breaks off.
pub(crate) fn each_way(view: &View<'_>, only: Option<Square>, sink: &mut Sink<'_>) {
    let _all = generate(view, only, true, sink);
}

fn generate(
    view: &View<'_>,
    only: Option<Square>,
    one_choice: bool,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let offers = &view.game.rules.offers;
    let mut generator = Generator {
        after: view.now.clone(),
        deed: Deed::default(),
        one_choice,
        open: offers.iter().map(|offer| view.hold(&offer.when)).collect(),
        sink,
    };
    match only {
        Some(NOWHERE) => generator.drops(view),
        Some(square) => generator.man(view, square),
        None => {
            view.game.all_squares().try_for_each(|square| generator.man(view, square))?;
            generator.drops(view)
        }
    }
}

struct Generator<'f, 's> {
    /// Where candidates are made; its memory is used again and again.
    after: State,
    deed: Deed,
    /// Of moves that differ in what is chosen one is enough.
    one_choice: bool,
    /// By offer: may it ride on a move?
    open: SmallVec<[bool; 4]>,
    sink: &'f mut Sink<'s>,
}

impl Generator<'_, '_> {
    fn man(&mut self, view: &View<'_>, origin: Square) -> ControlFlow<()> {
        let man = view.man(origin);
        if !man.belongs_to(view.own) {
            return Continue(());
        }
        for &clause in &view.game.kind(man.kind()).clauses {
            self.clause(&view.about(origin, man.kind(), clause), clause, origin)?;
        }
        Continue(())
    }

    /// The moves of men off the board.
    fn drops(&mut self, view: &View<'_>) -> ControlFlow<()> {
        for &(clause, stock) in &view.game.drops {
            let kind = view.game.clause(clause).kind;
            if view.held(stock, kind, view.own) > 0 {
                self.clause(&view.about(NOWHERE, kind, clause), clause, NOWHERE)?;
            }
        }
        Continue(())
    }

    fn clause(&mut self, view: &View<'_>, clause: u16, origin: Square) -> ControlFlow<()> {
        let game = view.game;
        let rule = game.clause(clause);
        let table = &game.clauses[usize::from(clause)];
        if !view.contains(&rule.from, origin)
            || !view.hold(&rule.when)
            || !view.hold(&rule.provided)
        {
            return Continue(());
        }
        for (open, (offer, local)) in
            self.open.iter_mut().zip(game.rules.offers.iter().zip(&game.local_offers))
        {
            if *local {
                *open = view.hold(&offer.when);
            }
        }
        let lifted = view.lifting(origin);
        let mut landed: SmallVec<[Square; 32]> = SmallVec::new();
        for motion in &rule.motions {
            walk(&lifted, motion, origin, None, &mut |to, path| {
                let mut script = Script::default();
                if table.plural {
                    let ways = landed.iter().filter(|&&s| s == to).count();
                    landed.push(to);
                    if ways > 0 && !table.path_matters || ways > usize::from(u8::MAX) {
                        return Continue(());
                    }
                    script.way = ways as u8;
                }
                if table.takes && !view.takes_any(clause, to, path) {
                    return Continue(());
                }
                self.variants(view, Move { from: origin, to, clause, script }, path)
            })?;
        }
        Continue(())
    }

    /// The move without and with each offer, with every choice it leaves.
    fn variants(&mut self, view: &View<'_>, mv: Move, path: &[Square]) -> ControlFlow<()> {
        self.chosen(view, mv, path)?;
        for offer in 0..self.open.len() {
            if self.open[offer] {
                let script = Script { offer: offer as u8 + 1, ..mv.script };
                self.chosen(view, Move { script, ..mv }, path)?;
            }
        }
        Continue(())
    }

    fn chosen(&mut self, view: &View<'_>, mv: Move, path: &[Square]) -> ControlFlow<()> {
        let done = self.choices(view, mv, path);
        if self.one_choice { Continue(()) } else { done }
    }

    fn choices(&mut self, view: &View<'_>, mv: Move, path: &[Square]) -> ControlFlow<()> {
        self.candidate(view, mv, path)?;
        let (becomes, puts) = (self.deed.becomes.min(256), self.deed.puts.min(1 << 16));
        if becomes == 1 && puts == 1 {
            return Continue(());
        }
        for put in 0..puts {
            for becomes in u32::from(put == 0)..becomes {
                let script = Script { becomes: becomes as u8, put: put as u16, ..mv.script };
                self.candidate(view, Move { script, ..mv }, path)?;
            }
        }
        Continue(())
    }

    fn candidate(&mut self, view: &View<'_>, mv: Move, path: &[Square]) -> ControlFlow<()> {
        apply(view, mv, path, &mut self.after, &mut self.deed);
        if self.deed.impossible {
            return Continue(());
        }
        (self.sink)(&Candidate { mv, path, after: &self.after, deed: &self.deed })
    }
}

/// The path of a pseudo-legal move.
pub(crate) fn path_of(view: &View<'_>, mv: Move) -> Path {
    let table = &view.game.clauses[usize::from(mv.clause)];
    let mut found = Path::new();
    if !table.path_matters {
        return found;
    }
    let kind = view.game.clause(mv.clause).kind;
    let lifted = view.about(mv.from, kind, mv.clause).lifting(mv.from);
    let mut ways = mv.script.way;
    for motion in &view.game.clause(mv.clause).motions {
        let done = walk(&lifted, motion, mv.from, Some(mv.to), &mut |_, path| {
            if ways == 0 {
                found = path.into();
                return Break(());
            }
            ways -= 1;
            Continue(())
        });
        if done.is_break() {
            break;
        }
    }
    found
}

/// Makes a pseudo-legal move of a player: the state after it, its path and what came of it.
pub(crate) fn make(view: &View<'_>, mv: Move) -> (State, Path, Deed) {
    let path = path_of(view, mv);
    let mut after = State::nothing();
    let mut deed = Deed::default();
    let kind = view.game.clause(mv.clause).kind;
    apply(&view.about(mv.from, kind, mv.clause), mv, &path, &mut after, &mut deed);
    (after, path, deed)
}

/// A player about to move: `view` for the functions above.
pub(crate) fn about_to_move<'a>(
    game: &'a crate::game::Tables,
    state: &'a State,
    player: PlayerId,
) -> View<'a> {
    View { next: game.following(state, player), ..View::new(game, state, player) }
}
