//! A line of play on compiled boards: moves are made and taken back, ends are asked.

use std::cell::{Cell, OnceCell};

use crate::eval::Past;
use crate::moves::Move;

use super::bits::Bits;
use super::board::Board;
use super::brief::make_brief;
use super::eye::{ActX, Eye};
use super::generate::{List, act, acted};
use super::history::History;
use super::make::{DeedX, make_in};
use super::pick::Picks;
use super::program::Program;
use super::quick::Known;
use super::row::Row;
use super::safety::Safety;

/// A position with the line that led to it.
pub(crate) struct Line<'p, B: Bits> {
    pub(crate) program: &'p Program<B>,
    /// The position before the line began, and all since; in games by chance only the last two of
    /// those made there. What lies beyond is left from moves that were taken back.
    stack: Vec<Node<B>>,
    /// Where the position is on the stack, and the one before the last move.
    top: usize,
    under: usize,
    history: History<'p, B>,
    deed: DeedX,
    /// What keeps the side to move safe, if somebody has asked.
    safety: OnceCell<Safety<B>>,
    /// By place on the stack: whether the side to move is in check there, if that came out.
    checked: Vec<Cell<Option<(u8, bool)>>>,
}

/// A position and the move that led to it.
#[derive(Clone, Copy)]
pub(crate) struct Node<B: Bits> {
    pub(crate) board: Board<B>,
    pub(crate) act: ActX<B>,
    pub(crate) mover: u8,
    /// A move led here.
    pub(crate) moved: bool,
}

/// A place in a line to come back to.
#[derive(Clone, Copy)]
pub(crate) struct Bookmark {
    top: usize,
    under: usize,
    length: usize,
}

impl<'p, B: Bits> Line<'p, B> {
    /// A line that has come from `before` to `now`.
    pub(crate) fn new(
        program: &'p Program<B>,
        before: Node<B>,
        now: Node<B>,
        earlier: &'p [u64],
    ) -> Line<'p, B> {
        let stack = vec![before, now];
        Line {
            program,
            stack,
            top: 1,
            under: 0,
            history: History::new(earlier),
            deed: DeedX::default(),
            safety: OnceCell::new(),
            checked: vec![Cell::new(None); 2],
        }
    }

    pub(crate) fn now(&self) -> &Node<B> {
        &self.stack[self.top]
    }

    /// The keys of the positions before this one but for so many of the last.
    fn keys(&self, but: usize) -> Vec<u64> {
        self.history.keys(self.program, &self.stack[1..], but)
    }

    /// The keys of the positions before this one but for so many of the last, where laws ask for
    /// them.
    fn keys_for_laws(&self, but: usize) -> Vec<u64> {
        let asked = self.program.laws_count_occurrences;
        if asked { self.keys(but) } else { Vec::new() }
    }

    /// Do ends ask how often positions have stood, or bans when ends ask for moves?
    fn counts_occurrences(&self) -> bool {
        self.program.ends_count_occurrences || self.program.laws_count_occurrences
    }

    /// Shows the position to `ask` as the player sees it who moved last; with the keys of the
    /// positions before it if it `counts` them.
    fn look_back<T>(&self, counts: bool, ask: impl FnOnce(&Eye<'_, B>) -> T) -> T {
        let program = self.program;
        let (before, now) = (&self.stack[self.under], self.now());
        let (keys, key) =
            if counts { (self.keys(0), Some(program.key(&now.board))) } else { (Vec::new(), None) };
        ask(&Eye {
            before: Some(&before.board),
            act: now.act,
            past: Past { earlier: &keys, now: key, ..Past::NONE },
            ..Eye::new(program, &now.board)
        })
    }

    /// The end that holds.
    pub(crate) fn ended(&self) -> Option<u16> {
        let now = self.now();
        let ends = self.program.players[usize::from(now.mover)].ends.iter();
        let mut ends = ends.zip(&self.program.ends_about_move).enumerate();
        self.look_back(self.counts_occurrences(), |eye| {
            let holds = ends.find(|(_, (end, about))| (now.moved || !**about) && eye.holds(end));
            holds.map(|(id, _)| id as u16)
        })
    }

    /// By what each player shares the point if the game ends so.
    pub(crate) fn points(&self, end: u16) -> Vec<u32> {
        let shares = self.program.players.iter().map(|plan| &plan.shares[usize::from(end)]);
        self.look_back(self.counts_occurrences(), |eye| {
            let share = |share: &Option<_>| share.as_ref().map_or(0, |n| eye.number(n).max(0));
            shares.map(|n| share(n).cast_unsigned()).collect()
        })
    }

    /// Does an end hold, if it is known that the side to move has a move, and whether it is in
    /// check?
    #[inline(always)]
    fn ended_alive(&self, check: Option<(u8, bool)>) -> bool {
        let now = self.now();
        let plan = &self.program.players[usize::from(now.mover)];
        if !plan.lively || !now.moved {
            return self.ended().is_some();
        }
        let alive = &plan.alive[usize::from(now.board.to_move & 1)];
        if alive.may_hold(&now.board, check) {
            return self.ended_though_alive(check);
        }
        let repeated = alive.occurrences;
        repeated < i32::MAX && self.most_occurrences() >= repeated && self.ended_though_alive(check)
    }

    #[inline(never)]
    fn ended_though_alive(&self, check: Option<(u8, bool)>) -> bool {
        let now = self.now();
        let known = Known { check, occurrences: self.most_occurrences() };
        let known_to_move = Some(now.board.to_move);
        let plan = &self.program.players[usize::from(now.mover)];
        plan.alive[usize::from(now.board.to_move & 1)].holds(&now.board, &known, |end, counts| {
            self.look_back(counts, |eye| {
                Eye { known_check: check, known_to_move, ..*eye }.holds(end)
            })
        })
    }

    /// At most how often the position has stood, now included.
    #[inline(always)]
    fn most_occurrences(&self) -> i32 {
        self.history.most_occurrences(self.program, &self.now().board)
    }

    /// The legal moves, of all men or of the one on a square, whether or not the game is over.
    pub(crate) fn moves(&self, only: Option<u16>) -> List {
        let keys = self.keys_for_laws(0);
        let player = self.now().board.to_move;
        let eye = self.knowing_eye(&keys, self.check());
        let mut moves = self.program.legal_with(&eye, player, self.safety());
        if let Some(square) = only {
            moves.retain(|mv| mv.from == square);
        }
        moves
    }

    /// The legal moves and the end that holds, if one does: then there are no moves. And whether
    /// the side to move is in check, if that came out.
    pub(crate) fn look(&self) -> (List, Option<u16>, Option<bool>) {
        let (board, program) = (&self.now().board, self.program);
        let player = board.to_move;
        let keys = self.keys_for_laws(0);
        let check = self.check();
        let eye = self.knowing_eye(&keys, check);
        let moves = program.legal_with(&eye, player, self.safety());
        let over = moves.is_empty() || self.ended_alive(check);
        let end = if over { self.ended() } else { None };
        let check = check.map(|(_, check)| check);
        (if end.is_some() { List::new() } else { moves }, end, check)
    }

    /// Of the legal moves those that may change which men stand on the board, and maybe others;
    /// whether or not the game is over.
    pub(crate) fn sharp(&self) -> List {
        let keys = self.keys_for_laws(0);
        let eye = self.knowing_eye(&keys, self.check());
        self.program.sharp(&eye, self.now().board.to_move, self.safety())
    }

    /// Whether the side to move is in check, if that comes out easily, and the end that holds
    /// though it may have moves.
    pub(crate) fn glance(&self) -> (Option<bool>, Option<u16>) {
        let check = self.check();
        let end = if self.ended_alive(check) { self.ended() } else { None };
        (check.map(|(_, check)| check), end)
    }

    /// Is a royal of the side to move attacked?
    pub(crate) fn in_check(&self) -> bool {
        let by_attackers = || self.eye(&[]).in_check(self.now().board.to_move);
        self.check().map_or_else(by_attackers, |(_, check)| check)
    }

    /// Has the position stood before in the line?
    pub(crate) fn is_repeated(&self) -> bool {
        if self.most_occurrences() == 1 {
            return false;
        }
        let key = self.program.key(&self.now().board);
        self.keys(0).contains(&key)
    }

    /// Is there a legal move?
    pub(crate) fn can_move(&self) -> bool {
        let keys = self.keys_for_laws(0);
        self.program.can_move(&self.eye(&keys), self.now().board.to_move, false)
    }

    /// What keeps the side to move safe.
    #[inline(always)]
    fn safety(&self) -> &Safety<B> {
        let board = &self.now().board;
        self.safety.get_or_init(|| self.program.safety(board, board.to_move))
    }

    /// Whether the side to move is in check, as far as its safety tells.
    #[inline(always)]
    fn check(&self) -> Option<(u8, bool)> {
        let check = self.program.known_check(self.safety(), self.now().board.to_move);
        self.checked[self.top].set(check);
        check
    }

    /// The same of the position before the last move, if it came out.
    fn checked_before(&self) -> Option<(u8, bool)> {
        self.checked[self.under].get()
    }

    /// The side to move looks at the position, when it is known whether it is in check.
    fn knowing_eye<'e>(&'e self, keys: &'e [u64], check: Option<(u8, bool)>) -> Eye<'e, B> {
        let eye = self.eye(keys);
        Eye { known_check: check, past: Past { checked: check, ..eye.past }, ..eye }
    }

    /// The side to move looks at the position.
    fn eye<'e>(&'e self, keys: &'e [u64]) -> Eye<'e, B> {
        let board = &self.now().board;
        let past = Past { earlier: keys, ..Past::NONE };
        Eye { past, ..Eye::about_to_move(self.program, board, board.to_move) }
    }

    /// How many legal moves there are; none if the game is over. With `picks` they are noted there.
    fn survey(&self, picks: Option<&mut Picks<B>>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.program.has_bit_instructions {
            // SAFETY: the processor has these instructions: it was asked when the program was made.
            #[expect(unsafe_code, reason = "only so can it use what it was found to have")]
            return unsafe { self.survey_by_instructions(picks) };
        }
        self.survey_anyhow(picks)
    }

    /// The same on a processor that counts and finds bits by itself.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,lzcnt")]
    fn survey_by_instructions(&self, picks: Option<&mut Picks<B>>) -> u64 {
        self.survey_anyhow(picks)
    }

    #[inline(always)]
    fn survey_anyhow(&self, picks: Option<&mut Picks<B>>) -> u64 {
        let (board, program) = (&self.now().board, self.program);
        let found;
        let safety = if let Some(safety) = self.safety.get() {
            safety
        } else {
            // Nobody asks again, so it need not be kept.
            found = program.safety(board, board.to_move);
            &found
        };
        let check = program.known_check(safety, board.to_move);
        self.checked[self.top].set(check);
        let keys = self.keys_for_laws(0);
        let eye = || self.knowing_eye(&keys, check);
        let count = match picks {
            None => program.count(board, board.to_move, safety, &eye),
            Some(picks) => program.pick(board, board.to_move, safety, &eye, picks),
        };
        if count == 0 || self.ended_alive(check) { 0 } else { count }
    }

    /// Makes a legal move.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        self.make_at(self.top + 1, mv);
    }

    /// Makes a legal move and leaves the position at a place on the stack.
    #[inline]
    fn make_at(&mut self, place: usize, mv: Move) {
        let program = self.program;
        self.grow(place);
        (self.under, self.top) = (self.top, place);
        self.checked[place].set(None);
        self.safety = OnceCell::new();
        let checked = self.checked_before();
        let Ok([before, after]) = self.stack.get_disjoint_mut([self.under, place]) else { return };
        after.board = before.board;
        let player = before.board.to_move;
        let row = program.row(player, mv.clause);
        (after.mover, after.moved) = (player, true);
        self.history.note(before.board.key);
        match make_brief(
            program,
            &before.board,
            &mut after.board,
            row,
            mv,
            checked,
            &mut self.safety,
        ) {
            Some(taken) => after.act = acted(row, mv, B::NONE, taken),
            None => self.make_anyhow(row, mv),
        }
    }

    /// Makes room for a place on the stack.
    #[inline]
    fn grow(&mut self, place: usize) {
        while self.stack.len() <= place {
            self.stack.push(self.stack[self.top]);
            self.checked.push(Cell::new(None));
        }
    }

    /// Makes a move in the copy that stands where the position is to be, whatever it does.
    #[inline(never)]
    fn make_anyhow(&mut self, row: &Row<B>, mv: Move) {
        let program = self.program;
        let (keys, checked) = (self.keys_for_laws(1), self.checked_before());
        let places = [self.under, self.top];
        let Ok([before, after]) = self.stack.get_disjoint_mut(places) else { return };
        let path = if row.asks_path {
            program.path_of(&Eye::about_to_move(program, &before.board, row.player), row, mv)
        } else {
            B::NONE
        };
        let past = Past { earlier: &keys, checked, ..Past::NONE };
        let deed = &mut self.deed;
        make_in(program, &before.board, &mut after.board, past, row, mv, path, deed);
        after.act = act(row, mv, path, deed);
    }

    /// The next player moves as though the one to move had moved and changed nothing. Taken back
    /// like a move.
    pub(crate) fn pass(&mut self) {
        let program = self.program;
        let before = *self.now();
        let mut after = before;
        let board = &mut after.board;
        program.forget_marks(board);
        board.again = false;
        board.to_move = program.following(board, before.board.to_move);
        program.turn_key(&before.board, board);
        (after.act, after.mover, after.moved) = (ActX::NONE, before.board.to_move, false);
        self.grow(self.top + 1);
        (self.under, self.top) = (self.top, self.top + 1);
        self.stack[self.top] = after;
        self.safety = OnceCell::new();
        self.checked[self.top].set(None);
        self.history.note(before.board.key);
    }

    /// Is the square attacked by men hostile to the side to move?
    pub(crate) fn is_attacked(&self, square: u16) -> bool {
        self.eye(&[]).attackers(square.into(), self.now().board.to_move).any()
    }

    /// Takes back the last move made here.
    pub(crate) fn unmake(&mut self) {
        self.top = self.under;
        self.under = self.under.checked_sub(1).expect("a move was made");
        self.safety = OnceCell::new();
        self.history.forget();
    }

    /// The place where the line is now.
    pub(crate) fn bookmark(&self) -> Bookmark {
        Bookmark { top: self.top, under: self.under, length: self.history.len() }
    }

    /// Takes back everything since.
    pub(crate) fn back_to(&mut self, mark: Bookmark) {
        (self.top, self.under) = (mark.top, mark.under);
        self.safety = OnceCell::new();
        self.history.back_to(mark.length);
    }

    /// How many lines of so many plies start here.
    pub(crate) fn count(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.survey(None);
        }
        let moves = self.moves(None);
        if moves.is_empty() || self.ended_alive(self.check()) {
            return 0;
        }
        let mut lines = 0;
        for mv in moves {
            self.make(mv);
            lines += self.count(depth - 1);
            self.unmake();
        }
        lines
    }

    /// Plays on by chance; see [`playout`](crate::playout()). How many plies were played. Moves
    /// cannot be taken back one by one: see [`Line::back_to`].
    pub(crate) fn playout(&mut self, most: u32, mut choose: impl FnMut(usize) -> usize) -> u32 {
        let (mut picks, mut plies) = (Picks::new(), 0);
        // Nobody asks for more than the last two positions, and these two places hold them in turn.
        let (mut next, mut other) = (self.top + 1, self.top + 2);
        self.history.leave_stack();
        while plies < most
            && let count @ 1.. = self.survey(Some(&mut picks))
        {
            let plan = &self.program.players[usize::from(self.now().board.to_move)];
            self.history.keep(self.program, &self.stack[self.top].board);
            self.make_at(next, picks.pick(plan, choose(count as usize)));
            (next, other) = (other, next);
            plies += 1;
        }
        plies
    }
}
