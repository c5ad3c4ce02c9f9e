//! A line of play on compiled boards: moves are made and taken back, ends are asked.

use crate::eval::Past;
use crate::moves::Move;

use super::bits::Bits;
use super::board::Board;
use super::eye::{ActX, Eye};
use super::generate::{List, act};
use super::make::{DeedX, make};
use super::program::Program;

/// A position with the line that led to it.
pub(crate) struct Line<'p, B: Bits> {
    pub(crate) program: &'p Program<B>,
    /// The position, and those before it as far as they may be gone back to.
    nodes: Vec<Node<B>>,
    /// The keys of the positions of the line before this one.
    keys: Vec<u64>,
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

impl<'p, B: Bits> Line<'p, B> {
    /// A line that has come from `before` to `now`.
    pub(crate) fn new(
        program: &'p Program<B>,
        before: Node<B>,
        now: Node<B>,
        keys: Vec<u64>,
    ) -> Line<'p, B> {
        Line { program, nodes: vec![before, now], keys }
    }

    pub(crate) fn now(&self) -> &Node<B> {
        &self.nodes[self.nodes.len() - 1]
    }

    fn past(&self) -> Past<'_> {
        Past { earlier: &self.keys, last: None, now: None }
    }

    /// The end that holds.
    pub(crate) fn ended(&self) -> Option<u16> {
        self.ended_if(None, None)
    }

    /// The end that holds if it is known who is in check, and who has a legal move.
    fn ended_if(&self, known_check: Option<(u8, bool)>, known_to_move: Option<u8>) -> Option<u16> {
        let [.., before, now] = &self.nodes[..] else { return None };
        let program = self.program;
        let key = program.ends_count_occurrences.then(|| program.key(&now.board));
        let eye = Eye {
            before: Some(&before.board),
            act: now.act,
            past: Past { now: key, ..self.past() },
            known_check,
            known_to_move,
            ..Eye::new(program, &now.board)
        };
        let ends = program.players[usize::from(now.mover)].ends.iter();
        let mut ends = ends.zip(&program.ends_about_move).enumerate();
        let holds =
            ends.find(|(_, (end, about_move))| (now.moved || !**about_move) && eye.holds(end));
        holds.map(|(id, _)| id as u16)
    }

    /// How many legal moves there are; none if the game is over.
    fn count_moves(&self) -> u64 {
        let board = &self.now().board;
        let player = board.to_move;
        let program = self.program;
        let safety = program.safety(board, player);
        let known_check = program.known_check(&safety, player);
        let count = program.count(&Eye { known_check, ..self.eye() }, player, safety);
        if count == 0 || self.ended_if(known_check, Some(player)).is_some() { 0 } else { count }
    }

    /// The legal moves, whether or not the game is over.
    pub(crate) fn moves(&self, only: Option<u16>) -> List {
        self.program.legal(&self.eye(), self.now().board.to_move, only)
    }

    /// Is there a legal move?
    pub(crate) fn can_move(&self) -> bool {
        self.program.can_move(&self.eye(), self.now().board.to_move, false)
    }

    /// The side to move looks at the position.
    fn eye(&self) -> Eye<'_, B> {
        let board = &self.now().board;
        Eye { past: self.past(), ..Eye::about_to_move(self.program, board, board.to_move) }
    }

    /// Makes a legal move.
    pub(crate) fn make(&mut self, mv: Move) {
        let program = self.program;
        let board = self.now().board;
        let key = program.key(&board);
        let player = board.to_move;
        let row = program.row(player, mv.clause);
        let path = program.path_of(&Eye::about_to_move(program, &board, player), row, mv);
        let mut deed = DeedX::default();
        let after = make(program, &board, self.past(), row, mv, path, &mut deed);
        let act = act(row, mv, path, &deed);
        self.nodes.push(Node { board: after, act, mover: player, moved: true });
        self.keys.push(key);
    }

    /// Takes back the last move made.
    pub(crate) fn unmake(&mut self) {
        self.nodes.pop();
        self.keys.pop();
    }

    /// How many lines of so many plies start here.
    pub(crate) fn count(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.count_moves();
        }
        if self.ended().is_some() {
            return 0;
        }
        let moves = self.moves(None);
        let mut lines = 0;
        for mv in moves {
            self.make(mv);
            lines += self.count(depth - 1);
            self.unmake();
        }
        lines
    }
}
