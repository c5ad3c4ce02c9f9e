//! A search sees what a position sees, also after moves were taken back.

use chator::interpreter::{CellId, Holder, KindId, Search};
use chator::rules::Library;
use chator::{BuiltIn, Executor, Game, Move, Position, Square};

/// A small generator of its own, so that the lines stay the same whatever the agents use.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }
}

/// Compares all that can be asked of both.
fn same(id: &str, search: &Search<'_>, position: &Position) {
    let place = || format!("{id}: {} after {} plies", position.text(), position.ply());
    let seen = search.look();
    assert_eq!(seen.outcome, position.outcome(), "{}", place());
    assert_eq!(seen.moves, position.legal_moves(), "{}", place());
    assert_eq!(seen.check, position.in_check(), "{}", place());
    assert_eq!(search.in_check(), position.in_check(), "{}", place());
    assert_eq!(search.key(), position.key(), "{}", place());
    assert_eq!(search.is_repeated(), position.occurrences() > 1, "{}", place());
    assert_eq!(search.to_move(), position.to_move(), "{}", place());
    let mut men = Vec::new();
    search.men(|square, man| men.push((square, man)));
    assert_eq!(men, position.pieces().collect::<Vec<_>>(), "{}", place());
    let mut stocks = Vec::new();
    search.stocks(|player, kind, count| stocks.push((player, kind, count)));
    assert_eq!(stocks, position.stocked().collect::<Vec<_>>(), "{}", place());
    let rules = position.game().rules();
    let squares = position.game().geometry().squares() as Square;
    for cell in (0..rules.cells.len()).map(|cell| CellId(cell as u16)) {
        let squares = (0..squares).map(Holder::Square);
        let players = position.pieces().map(|(_, man)| Holder::Player(man.player));
        let stocks = position.pieces().flat_map(|(_, man)| {
            let kinds = 0..rules.kinds.len() as u16;
            kinds.map(move |kind| Holder::Stock(man.player, KindId(kind)))
        });
        for holder in std::iter::once(Holder::Game).chain(squares).chain(players).chain(stocks) {
            let (ours, theirs) = (search.cell(cell, holder), position.cell_value_at(cell, holder));
            assert_eq!(ours, theirs, "{cell:?} of {holder:?}: {}", place());
        }
    }
}

/// How many men of each player and kind stand on the board.
fn army(position: &Position) -> Vec<(u8, u16)> {
    let mut men: Vec<_> = position.pieces().map(|(_, man)| (man.player.0, man.kind.0)).collect();
    men.sort_unstable();
    men
}

/// Sharp moves are legal, and all moves on the board are among them that change who stands there.
fn sharp(id: &str, search: &Search<'_>, position: &Position) {
    // Duties are not minded.
    if !position.game().rules().duties.is_empty() || position.outcome().is_some() {
        return;
    }
    let (sharp, legal) = (search.sharp(), position.legal_moves());
    let place = || format!("{id}: {} after {} plies", position.text(), position.ply());
    for mv in &sharp {
        assert!(legal.contains(mv), "{}: {}", place(), position.notate(*mv));
    }
    let before = army(position);
    for &mv in legal.iter().filter(|mv| mv.origin().is_some()).step_by(3) {
        let mut after = position.clone();
        after.play(mv);
        let changes = army(&after) != before;
        assert!(!changes || sharp.contains(&mv), "{}: {}", place(), position.notate(mv));
    }
}

/// Plays `plies` plies from a few positions of a game that chance has led to, and back.
fn walk(id: &str, game: &Game, plies: usize, dice: &mut Dice) {
    for depth in [0, 10, 40] {
        let mut root = game.start();
        for _ in 0..depth {
            let moves = root.legal_moves();
            if !moves.is_empty() {
                root.play(moves[dice.roll(moves.len())]);
            }
        }
        let mut line: Vec<(Position, Move)> = Vec::new();
        let mut here = root.clone();
        let mut search = Search::new(&root);
        for _ in 0..plies {
            same(id, &search, &here);
            sharp(id, &search, &here);
            let moves = here.legal_moves();
            // Back and forth, so that positions come again.
            if moves.is_empty() || (!line.is_empty() && dice.roll(4) == 0) {
                let Some((before, _)) = line.pop() else { break };
                search.unmake();
                here = before;
                continue;
            }
            let mv = moves[dice.roll(moves.len())];
            line.push((here.clone(), mv));
            search.make(mv);
            here.play(mv);
        }
        let played = search.playout(50, |moves| moves - 1);
        assert_eq!(played, chator::playout(&here, 50, |moves| moves - 1), "{id}");
        while let Some((before, _)) = line.pop() {
            search.unmake();
            here = before;
            same(id, &search, &here);
        }
    }
}

#[test]
fn a_search_sees_what_positions_see() {
    let mut dice = Dice(1);
    for id in BuiltIn.ids() {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        walk(&id, &game, 60, &mut dice);
    }
}

#[test]
fn so_it_is_when_the_reference_plays() {
    let mut dice = Dice(2);
    for id in BuiltIn.ids().iter().step_by(7) {
        let rules = chator::load(id).unwrap_or_else(|e| panic!("{id}: {e}")).game.rules().clone();
        walk(id, &Game::with_executor(rules, Executor::Reference), 20, &mut dice);
    }
}

/// A mark that is part of a position's identity, and is set alike in positions before the search.
#[test]
fn a_mark_that_comes_again_counts_from_before_the_search() {
    let text = "game \"Traces\" extends chess\nabout \"Knights leave a trace.\"\n\
                mark trace: squares\n\
                traces: after a move when played(knight.leap) => trace = origin\n\
                rook { follow: leap 7:1 to trace\nchase: leap 5:2 to trace }\n";
    let loaded = chator::load_text("traces", "traces.chator", text, &[]);
    let rules = loaded.unwrap_or_else(|e| panic!("{text}\n{e}")).game.rules().clone();
    for executor in [Executor::Compiled, Executor::Reference] {
        let game = Game::with_executor(rules.clone(), executor);
        let mut position = game.start();
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        for text in moves.clone().take(6) {
            position.play(position.parse_move(text).expect("a legal move"));
        }
        let root = position.clone();
        let mut search = Search::new(&root);
        for text in moves.skip(6).take(3) {
            assert_eq!(position.outcome(), None);
            let mv = position.parse_move(text).expect("a legal move");
            position.play(mv);
            search.make(mv);
            same("traces", &search, &position);
        }
        // The trace was part of the identity from the first: the start of the game never comes again.
        assert_eq!((position.occurrences(), position.outcome().is_some()), (3, true));
    }
}
