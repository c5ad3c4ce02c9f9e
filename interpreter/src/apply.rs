//! What a move does.

use chator_rules::{
    CellId, Effect, KindId, PlayerId, PlayerRef, Set, Square, Subject, Trigger, Value,
};
use smallvec::SmallVec;

use crate::eval::{Act, NOWHERE, Past, View};
use crate::game::{Shape, Tables};
use crate::moves::{Move, Script};
use crate::square_set::SquareSet;
use crate::state::{Man, State};

/// What came of a move besides the new state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deed {
    /// Where men were taken.
    pub(crate) taken: SmallVec<[Square; 4]>,
    /// Who they were, in the same order.
    pub(crate) captured: SmallVec<[Man; 4]>,
    /// The events it set off.
    pub(crate) fired: SmallVec<[u16; 8]>,
    /// How many scripts there are for what the man becomes, and for the new man.
    pub(crate) becomes: u32,
    pub(crate) puts: u32,
    /// What the moved man became last, wherever he is now.
    pub(crate) became: Option<KindId>,
    /// The new man, where there was a choice.
    pub(crate) put: Option<KindId>,
    /// The square that the mover chose for a man.
    pub(crate) chosen: Option<Square>,
    /// A choice had no options, or the script names one that does not exist.
    pub(crate) impossible: bool,
}

/// A move on its way.
struct Doing<'a> {
    game: &'a Tables,
    before: Option<&'a State>,
    state: &'a mut State,
    mover: PlayerId,
    act: Act<'a>,
    past: Past<'a>,
    /// The digits of the script that have not been used.
    script: Script,
    deed: &'a mut Deed,
}

/// Makes a pseudo-legal move of `before.own`. `state` is overwritten; its memory is reused.
pub(crate) fn apply(
    before: &View<'_>,
    mv: Move,
    path: &[Square],
    state: &mut State,
    deed: &mut Deed,
) {
    let game = before.game;
    state.clone_from(before.now);
    deed.taken.clear();
    deed.captured.clear();
    deed.fired.clear();
    (deed.becomes, deed.puts, deed.put, deed.impossible) = (1, 1, None, false);
    deed.became = None;
    deed.chosen = None;
    let act = Act {
        done: true,
        origin: mv.from,
        target: mv.to,
        kind: game.clause(mv.clause).kind.0,
        clause: mv.clause,
        path,
        taken: &[],
    };
    let mut doing = Doing {
        game,
        before: Some(before.now),
        state,
        mover: before.own,
        act,
        past: Past { now: None, ..before.past },
        script: mv.script,
        deed,
    };
    if !(before.now.again && before.now.to_move == before.own) {
        doing.forget_marks();
    }
    doing.state.again = false;
    doing.state.to_move = game.after(doing.mover);
    doing.displace(before, mv);
    for effect in &game.clause(mv.clause).effects {
        if !matches!(effect, Effect::Take(_)) {
            doing.effect(effect);
        }
    }
    doing.events();
    if let Some(offer) = mv.offer() {
        game.rules.offers[offer].effects.iter().for_each(|effect| doing.effect(effect));
    }
    if doing.script.becomes != 0 || doing.script.put != 0 {
        doing.deed.impossible = true;
    }
    if !doing.state.again && !game.rules.skips.is_empty() {
        doing.state.to_move = game.following(doing.state, doing.mover);
    }
    if doing.state.to_move <= doing.mover && !doing.state.again {
        doing.state.number = doing.state.number.saturating_add(1);
    }
}

/// A start position: the men that stand, and the effects of the start.
pub(crate) fn start_of(game: &Tables, men: &[(Square, PlayerId, KindId)]) -> State {
    let mut state = State {
        men: vec![Man::NOBODY; game.squares],
        slots: game.blank.clone(),
        to_move: PlayerId(0),
        again: false,
        number: 1,
    };
    for &(square, player, kind) in men {
        state.men[usize::from(square)] = Man::new(player, kind);
    }
    for &(stock, player, kind, count) in &game.rules.start.stocks {
        state.slots[game.held_slot(stock, kind, player)] = count.into();
    }
    for (player, effects) in &game.rules.start.effects {
        let mut doing = Doing {
            game,
            before: None,
            state: &mut state,
            mover: *player,
            act: Act::NONE,
            past: Past::NONE,
            script: Script::default(),
            deed: &mut Deed { becomes: 1, puts: 1, ..Deed::default() },
        };
        for effect in effects {
            doing.effect(effect);
        }
    }
    state
}

impl Doing<'_> {
    /// The mover's view of what has come of the move so far.
    fn view(&self) -> View<'_> {
        View {
            before: self.before,
            act: Act { taken: &self.deed.taken, ..self.act },
            past: self.past,
            ..View::new(self.game, self.state, self.mover)
        }
    }

    fn forget_marks(&mut self) {
        for &mark in &self.game.marks {
            let cell = self.game.cell(mark);
            self.state.slots[cell.offset..cell.offset + cell.count].fill(cell.start);
        }
    }

    /// The man goes to his target, and those he takes go from the board.
    fn displace(&mut self, before: &View<'_>, mv: Move) {
        let points = self.game.clauses[usize::from(mv.clause)].points;
        if mv.to != mv.from && !points {
            self.capture(mv.to);
        }
        if self.game.clauses[usize::from(mv.clause)].takes {
            let act = Act { done: false, taken: &[], ..self.act };
            let view = View { act, ..*before };
            for effect in &self.game.clause(mv.clause).effects {
                if let Effect::Take(set) = effect {
                    let squares = view.eval(set);
                    squares.iter().filter(|&s| s != mv.from).for_each(|s| self.capture(s));
                }
            }
        }
        if let Some(stock) = self.game.clauses[usize::from(mv.clause)].drop {
            let kind = self.game.clause(mv.clause).kind;
            self.state.slots[self.game.held_slot(stock, kind, self.mover)] -= 1;
            self.set(mv.to, Man::new(self.mover, kind));
        } else if !points {
            self.carry(mv.from, mv.to);
        }
    }

    /// Takes whoever stands there.
    fn capture(&mut self, square: Square) {
        let man = self.state.man(square);
        if man.is_some() {
            self.deed.taken.push(square);
            self.deed.captured.push(man);
            self.set(square, Man::NOBODY);
        }
    }

    /// Puts a man, or nobody, on a square; cells he cannot have go back to their start.
    fn set(&mut self, square: Square, man: Man) {
        self.state.men[usize::from(square)] = man;
        for &cell in &self.game.man_cells {
            let cell = self.game.cell(cell);
            if man.is_nobody() || !cell.kinds[usize::from(man.kind().0)] {
                self.state.slots[cell.offset + usize::from(square)] = cell.start;
            }
        }
    }

    /// A man goes from square to square with his cells. Nobody may stand on the second.
    fn carry(&mut self, from: Square, to: Square) {
        if from == to {
            return;
        }
        self.state.men.swap(usize::from(from), usize::from(to));
        for &cell in &self.game.man_cells {
            let cell = self.game.cell(cell);
            let slots = &mut self.state.slots[cell.offset..];
            slots[usize::from(to)] = slots[usize::from(from)];
            slots[usize::from(from)] = cell.start;
        }
    }

    /// Men go from square to square at once, each with his cells. Who stands on a square that
    /// one comes to, and does not go himself, is taken. Nobody goes to two squares: the first
    /// counts.
    fn exchange(&mut self, pairs: &[(Set, Set)]) {
        let view = self.view();
        let mut squares: SmallVec<[(Square, Square); 4]> = SmallVec::new();
        for (from, to) in pairs {
            if let (Some(from), Some(to)) = (view.first(from), view.first(to))
                && view.man(from).is_some()
                && squares.iter().all(|pair| pair.0 != from)
            {
                squares.push((from, to));
            }
        }
        let game = self.game;
        let slot = |cell: &CellId, square: Square| game.cell(*cell).offset + usize::from(square);
        let mut going = Vec::new();
        for &(from, to) in &squares {
            let cells = game.man_cells.iter().map(|cell| self.state.slots[slot(cell, from)]);
            going.push((to, self.state.man(from), cells.collect::<SmallVec<[i32; 4]>>()));
        }
        squares.iter().for_each(|&(from, _)| self.set(from, Man::NOBODY));
        for (to, man, cells) in going {
            self.capture(to);
            self.state.men[usize::from(to)] = man;
            for (cell, value) in game.man_cells.iter().zip(cells) {
                self.state.slots[slot(cell, to)] = value;
            }
        }
    }

    fn events(&mut self) {
        let game = self.game;
        for (id, event) in game.rules.events.iter().enumerate() {
            let triggered = match &event.trigger {
                Trigger::AnyMove => true,
                Trigger::Moving(kinds) => {
                    self.act.origin != NOWHERE && kinds.contains(&KindId(self.act.kind))
                }
                Trigger::After(addresses) => {
                    let fired = self.deed.fired.iter();
                    addresses.contains(&game.clause(self.act.clause).name)
                        || fired
                            .map(|&f| &game.rules.events[usize::from(f)].name)
                            .any(|name| addresses.contains(name))
                }
            };
            if !triggered {
                continue;
            }
            let view = self.view();
            let origin = self.act.origin;
            let began = event.from == Set::Board
                || origin != NOWHERE && view.was().contains(&event.from, origin);
            if began && view.contains(&event.to, self.act.target) && view.hold(&event.when) {
                self.deed.fired.push(id as u16);
                event.effects.iter().for_each(|effect| self.effect(effect));
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Assign { cell, subject, value } => self.assign(*cell, subject, value),
            Effect::Take(set) => {
                let squares = self.view().eval(set);
                squares.iter().for_each(|s| self.capture(s));
            }
            Effect::Move(from, to) => {
                let view = self.view();
                let from = view.first(from).filter(|&from| self.state.man(from).is_some());
                if let Some(from) = from
                    && let Some(to) = self.square(to)
                    && from != to
                {
                    self.capture(to);
                    self.carry(from, to);
                }
            }
            Effect::Exchange(pairs) => self.exchange(pairs),
            Effect::Become(kinds) => {
                let target = self.act.target;
                if target == NOWHERE || !self.state.man(target).is_some() {
                    return;
                }
                let owner = self.state.man(target).player();
                if let Some((kind, options)) = self.choose(kinds, owner, self.script.becomes.into())
                {
                    self.script.becomes /= options as u8;
                    self.deed.becomes = self.deed.becomes.saturating_mul(options.into());
                    self.deed.became = Some(kind);
                    self.set(target, Man::new(owner, kind));
                }
            }
            Effect::Put(kinds, set) => {
                let empty = Set::Empty;
                let Some(square) = self.square_of(set, Some(&empty)) else { return };
                let owner = if kinds.iter().all(|kind| self.game.kind(*kind).neutral) {
                    PlayerId::NOBODY
                } else {
                    self.mover
                };
                if let Some((kind, options)) = self.choose(kinds, owner, self.script.put) {
                    self.script.put /= options;
                    self.deed.puts = self.deed.puts.saturating_mul(options.into());
                    self.deed.put = (options > 1).then_some(kind);
                    self.set(square, Man::new(owner, kind));
                }
            }
            Effect::Keep { men, stock, kind } => {
                let view = self.view();
                let kept: SmallVec<[KindId; 4]> = self
                    .deed
                    .taken
                    .iter()
                    .zip(&self.deed.captured)
                    .filter(|(square, man)| !man.is_neutral() && view.contains(men, **square))
                    .map(|(_, man)| kind.unwrap_or(man.kind()))
                    .collect();
                let table = self.game.cell(*stock);
                for kind in kept {
                    let slot = self.game.held_slot(*stock, kind, self.mover);
                    let held = &mut self.state.slots[slot];
                    if table.kinds[usize::from(kind.0)] && *held < table.high {
                        *held += 1;
                    }
                }
            }
            Effect::Again => {
                self.state.again = true;
                self.state.to_move = self.mover;
            }
        }
    }

    /// The square where an effect puts a man: the first, or the one chosen.
    fn square(&mut self, set: &Set) -> Option<Square> {
        self.square_of(set, None)
    }

    fn square_of(&mut self, set: &Set, also: Option<&Set>) -> Option<Square> {
        let view = self.view();
        let mut free = view.eval(set);
        if let Some(also) = also {
            free.retain(&view.eval(also));
        }
        if !matches!(set, Set::Chosen(_)) {
            return free.iter().next();
        }
        let options = free.iter().count().min(u16::MAX.into()) as u16;
        if options == 0 {
            self.deed.impossible = true;
            return None;
        }
        let square = free.iter().nth((self.script.put % options).into());
        self.script.put /= options;
        self.deed.puts = self.deed.puts.saturating_mul(options.into());
        self.deed.chosen = square;
        square
    }

    /// The kind that a script's last digit names, and how many the owner could have.
    fn choose(&mut self, kinds: &[KindId], owner: PlayerId, script: u16) -> Option<(KindId, u16)> {
        let game = self.game;
        let allowed = |kind: &&KindId| match owner {
            PlayerId::NOBODY => game.kind(**kind).neutral,
            owner => game.kind(**kind).allowed[usize::from(owner.0)],
        };
        let options = kinds.iter().filter(allowed).count().min(u8::MAX.into()) as u16;
        if options == 0 {
            self.deed.impossible = true;
            return None;
        }
        let kind = kinds.iter().filter(allowed).nth((script % options).into())?;
        Some((*kind, options))
    }

    fn assign(&mut self, cell: CellId, subject: &Subject, value: &Value) {
        let game = self.game;
        let table = game.cell(cell);
        let view = self.view();
        let value = match value {
            Value::Flag(cond) => i32::from(view.holds(cond)),
            Value::Number(number) => view.number(number).clamp(table.low, table.high),
            Value::Squares(set) => {
                let squares = view.eval(set);
                for square in game.all_squares() {
                    self.state.slots[table.offset + usize::from(square)] =
                        squares.contains(square).into();
                }
                return;
            }
        };
        let first = table.offset;
        match (table.shape, subject) {
            (Shape::Game, _) => self.state.slots[first] = value,
            (Shape::Stock, _) => {}
            (Shape::Player, subject) => {
                let who = match subject {
                    Subject::Player(who) => *who,
                    Subject::Own | Subject::At(_) => PlayerRef::Own,
                };
                let players: SmallVec<[PlayerId; 4]> = view.players(who).collect();
                for player in players {
                    self.state.slots[first + usize::from(player.0)] = value;
                }
            }
            (shape @ (Shape::Man | Shape::Square), subject) => {
                let squares = match subject {
                    Subject::At(set) => view.eval(set),
                    Subject::Own | Subject::Player(_) => view.eval(&Set::It),
                };
                let mut holders = SquareSet::new(game.squares);
                squares
                    .iter()
                    .filter(|&s| shape == Shape::Square || view.has(cell, s))
                    .for_each(|s| holders.insert(s));
                for square in holders.iter() {
                    self.state.slots[first + usize::from(square)] = value;
                }
            }
        }
    }
}
