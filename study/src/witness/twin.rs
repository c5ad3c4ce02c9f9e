//! The same line of play under both rule sets, side by side.

use chator_interpreter::{Game, Move, PlayerId, Position, Setup, Square};

use crate::diff::Base;

/// How a game ended: nobody is the winner of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) winner: Option<PlayerId>,
    pub(crate) by: String,
}

/// Something that is so under one rule set and not under the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A move that is legal in one only.
    Move {
        text: String,
        legal_in: Base,
        /// The rules it uses there: the clause, and the events it sets off.
        uses: Vec<String>,
        /// Where it begins and ends.
        squares: Squares,
        /// All legal moves between them, in the first and in the second.
        between: [Vec<String>; 2],
    },
    /// The game ends otherwise, or in one only.
    Outcome { left: Option<Ended>, right: Option<Ended> },
}

/// Where a line begins.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// At the start of each.
    Start,
    /// At the same position in both.
    Position(Box<Setup>),
}

impl Root {
    /// The position under the rules of a game, if it can be played there.
    pub(crate) fn under(&self, game: &Game) -> Option<Position> {
        match self {
            Root::Start => Some(game.start()),
            Root::Position(setup) => setup.under(game)?.validate().ok(),
        }
    }

    /// The position under the rules of a game after a line of moves.
    pub(crate) fn after(&self, game: &Game, line: &[String]) -> Option<Position> {
        let mut position = self.under(game)?;
        for text in line {
            let mv = position.parse_move(text).ok()?;
            let _undo = position.make(mv);
        }
        Some(position)
    }
}

/// A position of each.
#[derive(Clone, Debug)]
pub(crate) struct Twin {
    pub(crate) left: Position,
    pub(crate) right: Position,
}

/// What a look at a pair of positions shows.
#[derive(Debug, Default)]
pub(crate) struct Look {
    /// What differs.
    pub(crate) items: Vec<Item>,
    /// The moves that both allow.
    pub(crate) common: Vec<(String, Move, Move)>,
}

impl Twin {
    /// Both at a root, if it can be played in both.
    pub(crate) fn at(root: &Root, games: &[Game; 2]) -> Option<Twin> {
        Some(Twin { left: root.under(&games[0])?, right: root.under(&games[1])? })
    }

    /// Compares what can be played and how the game stands.
    pub(crate) fn look(&self) -> Look {
        let (left, right) = (ended(&self.left), ended(&self.right));
        if left.is_some() || right.is_some() {
            let winner = |e: &Option<Ended>| e.as_ref().map(|e| e.winner);
            let same = winner(&left) == winner(&right);
            let items = if same { Vec::new() } else { vec![Item::Outcome { left, right }] };
            return Look { items, common: Vec::new() };
        }
        let mut mine = self.left.legal_texts();
        let mut theirs = self.right.legal_texts();
        let all = [mine.clone(), theirs.clone()];
        let only = |position: &Position, found: (Move, String), legal_in: Base| {
            let between = all.each_ref().map(|moves| between(moves, found.0));
            only(position, found, legal_in, between)
        };
        mine.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        theirs.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        let mut look = Look::default();
        let (mut mine, mut theirs) = (mine.into_iter().peekable(), theirs.into_iter().peekable());
        loop {
            let order = match (mine.peek(), theirs.peek()) {
                (None, None) => return look,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(a), Some(b)) => a.1.cmp(&b.1),
            };
            match order {
                std::cmp::Ordering::Less => {
                    look.items.extend(mine.next().map(|m| only(&self.left, m, Base::Left)));
                }
                std::cmp::Ordering::Greater => {
                    look.items.extend(theirs.next().map(|m| only(&self.right, m, Base::Right)));
                }
                std::cmp::Ordering::Equal => {
                    if let (Some(a), Some(b)) = (mine.next(), theirs.next()) {
                        look.common.push((a.1, a.0, b.0));
                    }
                }
            }
        }
    }

    /// Plays a move that both allow.
    pub(crate) fn play(&mut self, left: Move, right: Move) {
        let _undo = self.left.make(left);
        let _undo = self.right.make(right);
    }
}

pub(crate) fn ended(position: &Position) -> Option<Ended> {
    position.outcome().map(|o| Ended { winner: o.winner(), by: o.by().to_owned() })
}

/// Where a move begins, if on the board, and where it ends.
pub(crate) type Squares = (Option<Square>, Square);

pub(crate) fn squares_of(mv: Move) -> Squares {
    (mv.origin(), mv.target())
}

/// The texts of the moves between the same squares as a move.
fn between(moves: &[(Move, String)], mv: Move) -> Vec<String> {
    let found = moves.iter().filter(|(other, _)| squares_of(*other) == squares_of(mv));
    let mut texts: Vec<String> = found.map(|(_, text)| text.clone()).collect();
    texts.sort_unstable();
    texts
}

fn only(
    position: &Position,
    (mv, text): (Move, String),
    legal_in: Base,
    between: [Vec<String>; 2],
) -> Item {
    let rules = position.game().rules();
    let clause = rules.clauses[mv.clause()].name.clone();
    let events = position.events_of(mv).into_iter().map(|event| rules.events[event].name.clone());
    let uses = std::iter::once(clause).chain(events).collect();
    Item::Move { text, legal_in, uses, squares: squares_of(mv), between }
}
