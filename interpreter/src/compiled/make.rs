//! What a move does to a board.

use chator_rules::CellId;
use smallvec::SmallVec;

use crate::eval::{NOWHERE, Past};
use crate::game::Shape;
use crate::moves::Move;

use super::aftermath::{Step, set_slot, tick};
use super::bits::Bits;
use super::board::{Board, Code, NEUTRAL, PLANES, VACANT, code, kind_of, side_of};
use super::effects::{EventX, OpX, PlaceX, ValueX, Whose};
use super::expr::{CondX, NumX, SetX};
use super::eye::{ActX, Eye};
use super::keys;
use super::layout::digits_at;
use super::program::Program;
use super::row::Row;

/// What came of a move besides the new board.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeedX {
    /// Who was taken, and where, in order.
    pub(crate) captured: SmallVec<[(u16, Code); 4]>,
    /// The events it set off, a bit each.
    pub(crate) fired: u64,
    /// How many scripts there are for what the man becomes, and for the new man.
    pub(crate) becomes: u32,
    pub(crate) puts: u32,
    /// How often something was left to choose.
    pub(crate) choices: u8,
    /// A choice had no options, or the script names one that does not exist.
    pub(crate) impossible: bool,
}

impl DeedX {
    /// Where men were taken.
    pub(crate) fn taken<B: Bits>(&self) -> B {
        self.captured.iter().fold(B::NONE, |all, &(s, _)| all | B::of(s.into()))
    }
}

/// A move on its way.
struct Doing<'a, B: Bits> {
    program: &'a Program<B>,
    before: &'a Board<B>,
    board: &'a mut Board<B>,
    row: &'a Row<B>,
    mv: Move,
    mover: u8,
    path: B,
    past: Past<'a>,
    /// The digits of the script that have not been used.
    becomes: u8,
    put: u16,
    deed: &'a mut DeedX,
}

/// The board after a pseudo-legal move of the row's player.
#[inline]
pub(crate) fn make<B: Bits>(
    program: &Program<B>,
    before: &Board<B>,
    past: Past<'_>,
    row: &Row<B>,
    mv: Move,
    path: B,
    deed: &mut DeedX,
) -> Board<B> {
    let mut board = *before;
    make_in(program, before, &mut board, past, row, mv, path, deed);
    board
}

/// The board with nothing but the men displaced: who moves comes to his target, and whom he
/// takes is gone.
pub(crate) fn displaced<B: Bits>(
    program: &Program<B>,
    before: &Board<B>,
    row: &Row<B>,
    mv: Move,
    path: B,
    deed: &mut DeedX,
) -> Board<B> {
    let mut board = *before;
    let _displaced = begin(program, before, &mut board, Past::NONE, row, mv, path, deed);
    board
}

/// A move whose man, or men, have just been displaced.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "they are what a move is made of")]
fn begin<'a, B: Bits>(
    program: &'a Program<B>,
    before: &'a Board<B>,
    board: &'a mut Board<B>,
    past: Past<'a>,
    row: &'a Row<B>,
    mv: Move,
    path: B,
    deed: &'a mut DeedX,
) -> Doing<'a, B> {
    deed.captured.clear();
    (deed.fired, deed.becomes, deed.puts, deed.choices, deed.impossible) = (0, 1, 1, 0, false);
    let mover = row.player;
    let (becomes, put) = (mv.script.becomes, mv.script.put);
    let past = Past { now: None, ..past };
    let mut doing =
        Doing { program, before, board, row, mv, mover, path, past, becomes, put, deed };
    if !(before.again && before.to_move == mover) {
        program.forget_marks(doing.board);
    }
    doing.board.again = false;
    doing.board.to_move = program.after(mover);
    doing.displace();
    doing
}

/// The board after the move, in a copy of the board before.
#[inline]
#[expect(clippy::too_many_arguments, reason = "they are what a move is made of")]
pub(crate) fn make_in<B: Bits>(
    program: &Program<B>,
    before: &Board<B>,
    board: &mut Board<B>,
    past: Past<'_>,
    row: &Row<B>,
    mv: Move,
    path: B,
    deed: &mut DeedX,
) {
    let mut doing = begin(program, before, board, past, row, mv, path, deed);
    let mover = row.player;
    row.ops.iter().for_each(|op| doing.op(op));
    if !row.events.is_empty() {
        doing.events();
    }
    if let Some(offer) = mv.offer() {
        let plan = &program.players[usize::from(mover)];
        plan.offers[offer].ops.iter().for_each(|op| doing.op(op));
    }
    if doing.becomes != 0 || doing.put != 0 {
        doing.deed.impossible = true;
    }
    let board = doing.board;
    if !board.again && !program.skips.is_empty() {
        board.to_move = program.following(board, mover);
    }
    if board.to_move <= mover && !board.again {
        board.number = board.number.saturating_add(1);
    }
    program.turn_key(before, board);
}

impl<B: Bits> Doing<'_, B> {
    fn act(&self, done: bool) -> ActX<B> {
        ActX { done, ..super::generate::act(self.row, self.mv, self.path, self.deed) }
    }

    /// The mover's view of what has come of the move so far.
    fn eye(&self) -> Eye<'_, B> {
        Eye {
            before: Some(self.before),
            act: self.act(true),
            past: self.past,
            ..Eye::new(self.program, self.board)
        }
    }

    /// His view of the position before the move.
    fn eye_before(&self) -> Eye<'_, B> {
        let next = self.program.following(self.before, self.before.to_move);
        Eye { act: self.act(false), next, ..Eye::new(self.program, self.before) }
    }

    /// Does a condition hold by now? What is asked most is at hand.
    #[inline(always)]
    fn holds(&self, cond: &CondX<B>) -> bool {
        match cond {
            CondX::Const(value) => *value,
            CondX::Some(SetX::Taken) => !self.deed.captured.is_empty(),
            other => self.comes_out(other),
        }
    }

    /// The same. What is asked often needs no eye.
    fn comes_out(&self, cond: &CondX<B>) -> bool {
        match cond {
            CondX::Compare(test, a, b) => test.holds(self.number(a), self.number(b)),
            CondX::Not(cond) => !self.holds(cond),
            CondX::All(list) => list.iter().all(|cond| self.holds(cond)),
            CondX::Any(list) => list.iter().any(|cond| self.holds(cond)),
            other => self.eye().holds(other),
        }
    }

    /// A number by now.
    fn number(&self, number: &NumX<B>) -> i32 {
        match number {
            NumX::Const(value) => *value,
            NumX::Slot(slot) => self.board.slot[*slot].into(),
            NumX::Sum(list) => list.iter().fold(0, |sum, n| sum.saturating_add(self.number(n))),
            NumX::Subtract(a, b) => self.number(a).saturating_sub(self.number(b)),
            NumX::Min(a, b) => self.number(a).min(self.number(b)),
            NumX::Max(a, b) => self.number(a).max(self.number(b)),
            NumX::Cases(cases, otherwise) => {
                let case = cases.iter().find(|(cond, _)| self.holds(cond));
                self.number(case.map_or(otherwise, |(_, value)| value))
            }
            other => self.eye().number(other),
        }
    }

    /// The squares of a set by now.
    fn set(&self, set: &SetX<B>) -> B {
        match set {
            SetX::Const(set) => *set,
            SetX::Origin => super::eye::at(self.mv.from),
            SetX::Target => super::eye::at(self.mv.to),
            SetX::Path => self.path,
            SetX::Taken => self.deed.taken(),
            SetX::Men(_) | SetX::Kinds(_) => Eye::new(self.program, self.board).set(set),
            other => self.eye().set(other),
        }
    }

    #[inline]
    fn displace(&mut self) {
        let (row, mv) = (self.row, self.mv);
        let clause = &self.program.clauses[usize::from(mv.clause)];
        let to = usize::from(mv.to);
        if mv.to != mv.from && !clause.points {
            self.capture(to);
        }
        if clause.takes {
            let next = self.program.following(self.before, self.mover);
            let act = ActX { taken: B::NONE, ..self.act(false) };
            let eye = Eye { next, act, ..Eye::new(self.program, self.before) };
            for set in &row.takes {
                for square in eye.set(set).squares().filter(|&s| s != usize::from(mv.from)) {
                    self.capture(square);
                }
            }
        }
        if let Some(slot) = row.stock {
            let places = self.program.layout.cell(row.stock_cell);
            self.write_slot(row.stock_cell, slot, places, -1);
            self.put(to, code(self.mover.into(), row.kind.into()));
        } else if !clause.points && mv.from != mv.to {
            self.carry(mv.from.into(), to);
        }
    }

    /// Changes a stock by so many.
    fn write_slot(&mut self, cell: CellId, slot: usize, places: &super::layout::Places, by: i16) {
        let old = self.board.slot[slot];
        self.set_slot(cell, slot, self.stock_index(places, slot), (old + by).into());
    }

    /// The place of a stock's slot in the reference's cell.
    fn stock_index(&self, places: &super::layout::Places, slot: usize) -> usize {
        let (player, row) =
            ((slot - places.slot) / places.width, (slot - places.slot) % places.width);
        let kind = places.rows.iter().position(|&r| r == Some(row as u8));
        player * self.program.layout.kinds + kind.unwrap_or(0)
    }

    #[inline]
    fn set_slot(&mut self, cell: CellId, slot: usize, index: usize, value: i32) {
        set_slot(self.program, self.board, cell, slot, index, value);
    }

    /// A man's, or square's, cell takes a value, as its planes write it.
    #[inline]
    fn write(&mut self, cell: CellId, square: usize, written: u32) {
        let places = self.program.layout.cell(cell);
        let planes = &mut self.board.plane[places.plane..places.plane + places.digits];
        let old = digits_at(planes, square);
        if old == written {
            return;
        }
        let bit = B::of(square);
        for (digit, plane) in planes.iter_mut().enumerate() {
            *plane = plane.but(bit) | bit.when(written >> digit & 1 != 0);
        }
        if places.in_key() {
            let key = self.board.key.wrapping_sub(keys::value(places, square, places.read(old)));
            self.board.key = key.wrapping_add(keys::value(places, square, places.read(written)));
        }
    }

    /// The same for many squares at once.
    fn write_all(&mut self, cell: CellId, squares: B, written: u32) {
        let places = self.program.layout.cell(cell);
        if places.in_key() {
            squares.squares().for_each(|s| self.write(cell, s, written));
            return;
        }
        let planes = &mut self.board.plane[places.plane..places.plane + places.digits];
        for (digit, plane) in planes.iter_mut().enumerate() {
            *plane = plane.but(squares) | squares.when(written >> digit & 1 != 0);
        }
    }

    /// The value of a man's cell, as its planes write it.
    fn written(&self, cell: CellId, square: usize) -> u32 {
        let places = self.program.layout.cell(cell);
        digits_at(&self.board.plane[places.plane..places.plane + places.digits], square)
    }

    /// Does a man's cell differ from its start on one of these squares?
    #[inline]
    fn is_marked(&self, squares: B) -> bool {
        (self.board.planes(self.program.layout.man_planes) & squares).any()
    }

    /// Takes whoever stands there.
    #[inline(always)]
    fn capture(&mut self, square: usize) {
        if self.board.occupied.has(square) {
            let man = self.board.lift(&self.program.keys, square);
            self.deed.captured.push((square as u16, man));
            if !self.is_marked(B::of(square)) {
                return;
            }
            for &cell in &self.program.layout.man_cells {
                self.write(cell, square, 0);
            }
        }
    }

    /// Puts a man on a square in the place of whoever stands there; cells he cannot have go back
    /// to their start.
    fn put(&mut self, square: usize, man: Code) {
        if self.board.occupied.has(square) {
            self.board.lift(&self.program.keys, square);
        }
        self.board.put(&self.program.keys, square, man);
        if !self.is_marked(B::of(square)) {
            return;
        }
        for &cell in &self.program.layout.man_cells {
            if self.program.layout.cell(cell).holders >> kind_of(man) & 1 == 0 {
                self.write(cell, square, 0);
            }
        }
    }

    /// A man goes from square to square with his cells. Nobody may stand on the second.
    #[inline]
    fn carry(&mut self, from: usize, to: usize) {
        let man = self.board.man(from);
        if man == VACANT {
            return;
        }
        self.board.carry(&self.program.keys, from, to, man);
        if !self.is_marked(B::of(from) | B::of(to)) {
            return;
        }
        for &cell in &self.program.layout.man_cells {
            let written = self.written(cell, from);
            self.write(cell, to, written);
            self.write(cell, from, 0);
        }
    }

    fn events(&mut self) {
        let Some(aftermaths) = &self.row.aftermaths else {
            self.row.events.iter().for_each(|event| self.event(event));
            return;
        };
        let aftermath = &aftermaths[usize::from(!self.deed.captured.is_empty())];
        self.deed.fired |= aftermath.sure;
        for step in &aftermath.steps {
            match step {
                Step::Clock(clock) => tick(self.program, self.board, *clock),
                Step::Trail(plane) => self.board.plane[plane & (PLANES - 1)] = self.path,
                Step::Event(pending) => self.event(&pending.event),
            }
        }
    }

    fn event(&mut self, event: &EventX<B>) {
        if event.after.is_some_and(|by| self.deed.fired & by == 0) {
            return;
        }
        let from = usize::from(self.mv.from);
        let began = match &event.from {
            None => true,
            Some(_) if self.mv.from == NOWHERE => false,
            Some(SetX::Const(set)) => set.has(from),
            Some(set) => self.eye_before().has(set, from),
        };
        let ended = match &event.to {
            None => true,
            Some(SetX::Const(set)) => set.has(self.mv.to.into()),
            Some(set) => began && self.eye().has(set, self.mv.to.into()),
        };
        if began && ended && self.holds(&event.when) {
            self.deed.fired |= 1 << event.id;
            event.ops.iter().for_each(|op| self.op(op));
        }
    }

    fn op(&mut self, op: &OpX<B>) {
        match op {
            OpX::Slots { cell, whose, value } => {
                let value = self.value(*cell, value);
                let places = self.program.layout.cell(*cell);
                match whose {
                    Whose::Game => self.set_slot(*cell, places.slot, 0, value),
                    Whose::These(players) => {
                        for &player in players {
                            let slot = places.of_player(player.into());
                            self.set_slot(*cell, slot, slot - places.slot, value);
                        }
                    }
                    Whose::Next => {
                        let slot = places.of_player(self.board.to_move.into());
                        self.set_slot(*cell, slot, slot - places.slot, value);
                    }
                }
            }
            OpX::Bump { cell, slot, by, most } => {
                let value = i32::from(self.board.slot[*slot]).saturating_add(*by).min(*most);
                self.set_slot(*cell, *slot, 0, value);
            }
            OpX::Planes { cell, at, value } => {
                let value = self.value(*cell, value);
                let places = self.program.layout.cell(*cell);
                let mut squares = self.set(at);
                if places.shape == Shape::Man {
                    squares &= self.board.kinds(places.holders);
                }
                self.write_all(*cell, squares, places.written(value));
            }
            OpX::Squares { cell, set } => {
                let set = self.set(set);
                self.write_all(*cell, self.program.all.but(set), 0);
                self.write_all(*cell, set, 1);
            }
            OpX::Take(set) => {
                let squares = self.set(set);
                squares.squares().for_each(|s| self.capture(s));
            }
            OpX::Move(from, to) => {
                let from = self.set(from);
                if from.any()
                    && self.board.occupied.has(from.first())
                    && let Some(to) = self.square(to, None)
                    && from.first() != to
                {
                    self.capture(to);
                    self.carry(from.first(), to);
                }
            }
            OpX::Exchange(pairs) => self.exchange(pairs),
            OpX::Become(by_owner) => {
                let target = usize::from(self.mv.to);
                if self.mv.to == NOWHERE || !self.board.occupied.has(target) {
                    return;
                }
                let owner = side_of(self.board.man(target));
                let kinds = &by_owner[owner];
                if let Some((kind, options)) = self.choose(kinds, self.becomes.into()) {
                    self.becomes /= options as u8;
                    self.deed.becomes = self.deed.becomes.saturating_mul(options.into());
                    self.put(target, code(owner, kind.into()));
                }
            }
            OpX::Put { kinds, side, at } => {
                let free = self.program.all.but(self.board.occupied);
                let Some(square) = self.square(at, Some(free)) else { return };
                if let Some((kind, options)) = self.choose(kinds, self.put) {
                    self.put /= options;
                    self.deed.puts = self.deed.puts.saturating_mul(options.into());
                    self.put(square, code((*side).into(), kind.into()));
                }
            }
            OpX::Keep { men, stock, kind, slots } => {
                let men = self.set(men);
                let captured = self.deed.captured.clone();
                let places = self.program.layout.cell(*stock);
                for (square, man) in captured {
                    if side_of(man) == NEUTRAL || !men.has(square.into()) {
                        continue;
                    }
                    let kind = kind.map_or(kind_of(man), usize::from);
                    if let Some(slot) = slots[kind]
                        && i32::from(self.board.slot[slot]) < places.high
                    {
                        self.write_slot(*stock, slot, places, 1);
                    }
                }
            }
            OpX::Again => {
                self.board.again = true;
                self.board.to_move = self.mover;
            }
        }
    }

    fn value(&self, cell: CellId, value: &ValueX<B>) -> i32 {
        let places = self.program.layout.cell(cell);
        match value {
            ValueX::Flag(CondX::Const(flag)) => (*flag).into(),
            ValueX::Flag(cond) => self.holds(cond).into(),
            ValueX::Number(NumX::Const(number)) => (*number).clamp(places.low, places.high),
            ValueX::Number(number) => self.number(number).clamp(places.low, places.high),
        }
    }

    fn square(&mut self, place: &PlaceX<B>, also: Option<B>) -> Option<usize> {
        let mut free = self.set(&place.set);
        if let Some(also) = also {
            free &= also;
        }
        if !place.chosen {
            return free.any().then(|| free.first());
        }
        let options = free.count().min(u16::MAX.into()) as u16;
        if options == 0 {
            self.deed.impossible = true;
            return None;
        }
        self.deed.choices = self.deed.choices.saturating_add(1);
        let square = free.squares().nth((self.put % options).into());
        self.put /= options;
        self.deed.puts = self.deed.puts.saturating_mul(options.into());
        square
    }

    fn choose(&mut self, kinds: &[u8], script: u16) -> Option<(u8, u16)> {
        let options = kinds.len().min(u8::MAX.into()) as u16;
        if options == 0 {
            self.deed.impossible = true;
            return None;
        }
        if options > 1 {
            self.deed.choices = self.deed.choices.saturating_add(1);
        }
        Some((*kinds.get(usize::from(script % options))?, options))
    }

    fn exchange(&mut self, pairs: &[(SetX<B>, SetX<B>)]) {
        let eye = self.eye();
        let mut squares: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        for (from, to) in pairs {
            let (from, to) = (eye.set(from), eye.set(to));
            if from.any() && to.any() && self.board.occupied.has(from.first()) {
                let pair = (from.first(), to.first());
                if squares.iter().all(|other| other.0 != pair.0) {
                    squares.push(pair);
                }
            }
        }
        let cells = &self.program.layout.man_cells;
        let mut going = Vec::new();
        for &(from, to) in &squares {
            let values: SmallVec<[u32; 4]> = cells.iter().map(|&c| self.written(c, from)).collect();
            going.push((to, self.board.man(from), values));
        }
        for &(from, _) in &squares {
            if self.board.occupied.has(from) {
                self.board.lift(&self.program.keys, from);
            }
            cells.iter().for_each(|&cell| self.write(cell, from, 0));
        }
        for (to, man, values) in going {
            self.capture(to);
            self.board.put(&self.program.keys, to, man);
            cells.iter().zip(values).for_each(|(&cell, value)| self.write(cell, to, value));
        }
    }
}
