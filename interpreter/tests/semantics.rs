//! What the words of the IR mean, each on the smallest board that shows it.

mod fixture;

use chator_interpreter::{Game, KindId, PlayerId, Position};
use chator_rules::{
    Board, CellId, Clause, Cond, Dirs, Effect, EndResult, Leg, Motion, Number, Over, PlayerRef,
    Rules, Set, Side, Subject, Travel, Trigger, Turn, Value,
};
use fixture::{
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, clause, dirs, edge, end, enemy, event,
    flag, landable, law, leap, line, offer, own_kind, slide, step,
};

/// Chess with the clauses of a kind replaced, and no castling.
fn with(kind: KindId, clauses: Vec<Clause>) -> Rules {
    let mut rules = fixture::rules();
    rules.clauses.retain(|clause| clause.kind != kind && !clause.name.contains("castle"));
    rules.clauses.extend(clauses);
    rules
}

fn at(mut rules: Rules, text: &str) -> Position {
    // Few men are enough to show what a word means.
    rules.ends.retain(|end| end.name != "ends.dead");
    Game::new(rules).position(text).unwrap()
}

/// The targets of the man on a square, sorted.
fn moves(position: &Position, from: &str) -> String {
    let square = position.game().geometry().square(from).unwrap();
    let found = position.moves_from(square);
    let mut texts: Vec<String> = found.iter().map(|&mv| position.notate(mv)).collect();
    texts.sort();
    texts.iter().map(|text| text.strip_prefix(from).unwrap()).collect::<Vec<_>>().join(" ")
}

fn played(mut position: Position, line: &str) -> Position {
    for text in line.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    position
}

fn legs(legs: Vec<(Travel, Over, Set)>) -> Motion {
    let leg = |(travel, over, to)| Leg { travel, over, to };
    Motion { legs: legs.into_iter().map(leg).collect() }
}

fn straight(dirs: Dirs, least: u16, most: Option<u16>) -> Travel {
    Travel::Line { dirs, least, most }
}

fn jump(long: u16, short: u16, dirs: Option<Dirs>, most: Option<u16>) -> Travel {
    Travel::Leap { long, short, dirs, least: 1, most }
}

fn empty() -> Over {
    Over::All(Set::Empty)
}

#[test]
fn leaps() {
    let cases = [
        (jump(1, 0, None, Some(1)), "c4 d3 d5 e4"),
        (jump(2, 0, None, Some(1)), "b4 d2 d6 f4"),
        (jump(2, 0, Some(dirs("sideways")), Some(1)), "b4 f4"),
        (jump(2, 2, None, Some(1)), "b2 b6 f2 f6"),
        (jump(2, 1, None, Some(1)), "b3 b5 c2 c6 e2 e6 f3 f5"),
        (jump(2, 1, Some(dirs("forward")), Some(1)), "c6 e6"),
        (jump(3, 1, None, Some(1)), "a3 a5 c1 c7 e1 e7 g3 g5"),
        (jump(3, 2, None, Some(1)), "a2 a6 b1 b7 f1 f7 g2 g6"),
        (jump(2, 1, Some(dirs("forward")), None), "b8 c6 e6 f8"),
    ];
    for (travel, expected) in cases {
        let motion = legs(vec![(travel, empty(), landable())]);
        let position = at(
            with(KNIGHT, vec![clause("knight.x", KNIGHT, vec![motion])]),
            "k7/8/8/8/3N4/8/8/7K w",
        );
        assert_eq!(moves(&position, "d4"), expected);
    }
}

#[test]
fn lines_and_what_they_pass() {
    let hop = |count| Over::Exactly(count, Set::Men(Side::Any));
    let any = || dirs("orthogonal");
    let cases = [
        (straight(any(), 1, None), empty(), "a4 b4 c4 d1 d2 d3 d5 d6 e4 f4"),
        (straight(any(), 2, Some(2)), empty(), "b4 d2 d6 f4"),
        (straight(any(), 1, None), hop(1), "d7 g4 h4"),
        (straight(any(), 1, None), hop(2), "d8"),
        (
            straight(any(), 1, None),
            Over::All(Set::Board),
            "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4",
        ),
    ];
    for (travel, over, expected) in cases {
        let motion = legs(vec![(travel, over, landable())]);
        let position = at(
            with(ROOK, vec![clause("rook.x", ROOK, vec![motion])]),
            "k2p4/3p4/3p4/8/3R1p2/8/8/7K w",
        );
        assert_eq!(moves(&position, "d4"), expected);
    }
}

/// A man who goes one square straight and then rides outward, stopped by his first step.
#[test]
fn legs_turn_from_the_heading_before() {
    let motion = legs(vec![
        (straight(dirs("orthogonal"), 1, Some(1)), empty(), Set::Empty),
        (straight(Dirs::Turn(Turn::Outward), 1, Some(2)), empty(), landable()),
    ]);
    let rules = with(KNIGHT, vec![clause("knight.x", KNIGHT, vec![motion])]);
    let position = at(rules, "k7/8/8/3p4/3N4/8/8/7K w");
    assert_eq!(moves(&position, "d4"), "a2 a6 b1 b3 b5 c2 e2 f1 f3 f5 g2 g6");
}

/// Two ways to one square that do not differ in what they do are one move; if the path is
/// kept, they are two, and the second has a label.
#[test]
fn ways_that_differ_are_told_apart() {
    let around = legs(vec![
        (straight(dirs("any"), 1, Some(1)), empty(), Set::Empty),
        (straight(dirs("forward"), 1, Some(1)), empty(), Set::Empty),
    ]);
    let crooked = legs(vec![
        (straight(dirs("forward"), 1, Some(1)), empty(), Set::Empty),
        (straight(dirs("any"), 1, Some(1)), empty(), Set::Empty),
    ]);
    let plain = clause("knight.x", KNIGHT, vec![around, crooked]);
    let position = at(with(KNIGHT, vec![plain.clone()]), "k7/8/8/8/3N4/8/8/7K w");
    assert_eq!(moves(&position, "d4"), "c4 c5 c6 d4 d6 e4 e5 e6");

    let keeps = Clause {
        effects: vec![Effect::Assign {
            cell: fixture::PASSED,
            subject: Subject::Own,
            value: Value::Squares(Set::Path),
        }],
        ..plain
    };
    let mut rules = with(KNIGHT, vec![keeps]);
    // What an attack reads is not asked here, so no clause but the new one counts.
    rules.clauses.retain(|clause| clause.kind != PAWN);
    let position = at(rules, "k7/8/8/8/3N4/8/8/7K w");
    assert_eq!(
        moves(&position, "d4"),
        "c4 c4@x c5 c5@x c6 c6@x d4 d4@x d6 e4 e4@x e5 e5@x e6 e6@x"
    );
    let game = position.game().clone();
    for mv in position.legal_moves() {
        let text = position.notate(mv);
        assert_eq!(position.parse_move(&text).as_ref(), Ok(&mv));
        let mut after = position.clone();
        after.play(mv);
        assert!(game.position(&after.text()).is_ok());
    }
}

/// Two clauses to one square: the same result is one move, a different one gets a label.
#[test]
fn clauses_that_differ_are_told_apart() {
    let first = clause("rook.slide", ROOK, vec![slide("orthogonal")]);
    let again = clause("rook.again", ROOK, vec![step("forward", landable())]);
    let fierce = Clause {
        effects: vec![Effect::Take(Set::Toward(dirs("sideways"), Box::new(Set::Target)))],
        ..clause("rook.fierce", ROOK, vec![step("forward", Set::Empty)])
    };
    let rules = with(ROOK, vec![first, again, fierce]);
    let position = at(rules.clone(), "k7/8/8/8/2p1p3/3R4/8/7K w");
    assert_eq!(moves(&position, "d3"), "a3 b3 c3 d1 d2 d4 d4@fierce d5 d6 d7 d8 e3 f3 g3 h3");
    let after = played(position, "d3d4@fierce");
    assert_eq!(after.text(), "k7/8/8/8/3R4/8/8/7K b - - 0 1");
    assert_eq!(after.captured_by(WHITE).len(), 2);

    // Without anybody to take, the clause does not apply.
    let position = at(rules.clone(), "k7/8/8/8/8/3R4/8/7K w");
    assert!(!moves(&position, "d3").contains('@'));

    // What it would take is attacked, where it would land without taking is not.
    let position = at(rules, "8/8/8/8/2k5/3R4/8/7K b");
    assert!(position.in_check());
    assert_eq!(position.checkers(), [19]);
}

#[test]
fn harmless_clauses_take_and_attack_nothing() {
    let tame = Clause { harmless: true, ..clause("knight.x", KNIGHT, vec![leap(2, 1)]) };
    let position = at(with(KNIGHT, vec![tame]), "8/8/2k1p3/8/3N4/8/8/7K b");
    assert!(!position.in_check());
    let position = played(position, "c6d6");
    assert!(moves(&position, "d4").contains("e6"));
}

#[test]
fn guards_limit_attacks_and_provisos_do_not() {
    let never = Cond::Const(false);
    let guarded =
        Clause { when: vec![never.clone()], ..clause("knight.x", KNIGHT, vec![leap(2, 1)]) };
    assert!(!at(with(KNIGHT, vec![guarded]), "8/8/2k5/8/3N4/8/8/7K b").in_check());
    let provided = Clause { provided: vec![never], ..clause("knight.x", KNIGHT, vec![leap(2, 1)]) };
    let position = at(with(KNIGHT, vec![provided]), "8/8/2k5/8/3N4/8/8/7K b");
    assert!(position.in_check());
    assert_eq!(moves(&played(position, "c6c7"), "d4"), "");
}

/// The square behind a royal on a line is attacked as well: whoever walks is lifted.
#[test]
fn a_royal_does_not_hide_behind_himself() {
    let position = at(fixture::rules(), "4k3/8/8/8/8/8/8/r3K3 w");
    assert_eq!(moves(&position, "e1"), "d2 e2 f2");
}

#[test]
fn marks_last_until_the_next_player_has_moved() {
    let position = at(fixture::rules(), "4k3/p7/8/1P6/8/8/8/4K3 b");
    let position = played(position, "a7a5");
    assert_eq!(moves(&position, "b5"), "a6 b6");
    let position = played(position, "e1e2 e8e7");
    assert_eq!(moves(&position, "b5"), "b6");
}

/// A pawn that takes in passing opens his own king to a rook.
#[test]
fn every_candidate_is_made_before_it_is_legal() {
    let position = at(fixture::rules(), "8/8/8/K2pP2r/8/8/8/4k3 w - d6");
    assert_eq!(moves(&position, "e5"), "e6");
    let illegal = position.explain_illegal("e5d6").unwrap();
    assert_eq!(illegal.clause, "pawn.en-passant");
}

/// A move twice in one turn: marks stay, the side stays, the number rises after the last.
#[test]
fn again_keeps_the_turn() {
    let mut rules = fixture::rules();
    let quiet = Cond::Not(Box::new(Cond::Some(Set::Taken)));
    rules.events.push(event(
        "twice",
        Trigger::Moving(vec![KNIGHT]),
        Set::Board,
        vec![
            quiet,
            Cond::Compare(
                chator_rules::Comparison::Equal,
                Number::Cell(CellId(3), Subject::Own),
                Number::Const(0),
            ),
        ],
        vec![
            Effect::Again,
            Effect::Assign {
                cell: CellId(3),
                subject: Subject::Own,
                value: Value::Number(Number::Const(1)),
            },
        ],
    ));
    rules.events.push(event(
        "rest",
        Trigger::Moving(vec![PAWN, KING]),
        Set::Board,
        Vec::new(),
        vec![Effect::Assign {
            cell: CellId(3),
            subject: Subject::Own,
            value: Value::Number(Number::Const(0)),
        }],
    ));
    rules.cells.insert(
        "jumped".to_owned(),
        chator_rules::Cell {
            ty: chator_rules::CellType::Number { low: 0, high: 1 },
            per: chator_rules::Per::Player,
            life: chator_rules::Life::State,
            start: 0,
            letters: Vec::new(),
            sources: Vec::new(),
        },
    );
    let game = Game::new(rules);
    let position = played(game.start(), "b1c3");
    assert_eq!(position.to_move(), WHITE);
    let text = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 1 1 jumped=w:1 again=yes";
    assert_eq!(position.text(), text);
    let read = game.position(text).unwrap();
    assert_eq!((read.text(), read.key()), (text.to_owned(), position.key()));
    let position = played(position, "g1f3");
    assert_eq!(position.to_move(), BLACK);
    assert_eq!(played(position, "a7a6").text().split(' ').nth(5), Some("2"));
}

#[test]
fn duties_leave_only_the_moves_that_fulfil_them() {
    let mut rules = fixture::rules();
    rules.duties = vec![law("duties.take", Cond::Some(Set::Taken))];
    let position = at(rules, "4k3/8/8/3p4/4P3/8/8/4K3 w");
    let texts: Vec<String> = position.legal_moves().iter().map(|&mv| position.notate(mv)).collect();
    assert_eq!(texts, ["e4d5"]);
    assert_eq!(moves(&position, "e1"), "");
    assert_eq!(position.explain_illegal("e1e2").unwrap().banned_by, "duties.take");
    assert_eq!(moves(&played(position, "e4d5"), "e8"), "d7 d8 e7 f7 f8");
}

/// A ban on mating moves asks what is stuck, and is not asked about itself.
#[test]
fn a_ban_may_ask_what_is_stuck() {
    let mut rules = fixture::rules();
    let mated = enemy(Cond::All(vec![Cond::InCheck, Cond::Stuck]));
    rules.bans.push(law("bans.mate", mated));
    let position = at(rules, "6k1/5ppp/8/8/8/8/8/R3K3 w");
    assert!(!moves(&position, "a1").contains("a8"));
    assert_eq!(position.explain_illegal("a1a8").unwrap().banned_by, "bans.mate");
}

/// Checks come from men that do not shield their own royal.
#[test]
fn voids_make_attacks_count_for_nothing() {
    let mut rules = fixture::rules();
    let shields = Cond::All(vec![
        Cond::Not(Box::new(Cond::InCheck)),
        Cond::Without(Set::Attacker, Box::new(Cond::InCheck)),
    ]);
    rules.voids = vec![law("voids.shields", shields)];
    // The knight on e5 is all that stands between the rook on e8 and the king on e1.
    let text = "4r3/3k4/8/4N3/8/8/8/4K3 b";
    assert!(at(fixture::rules(), text).in_check());
    assert!(!at(rules.clone(), text).in_check());
    assert!(at(rules, "3r4/3k4/8/4N3/8/8/8/4K3 b").in_check());
}

/// A man may shield his royal from one rider while another gives check.
#[test]
fn who_attacks_with_and_without_a_man() {
    let mut rules = fixture::rules();
    let attackers = Set::Attacking(Box::new(Set::And(vec![Set::Men(Side::Own), Set::Royal])));
    let lifted = Set::Without(Box::new(Set::Attacker), Box::new(attackers.clone()));
    let uncovered = Cond::Some(Set::And(vec![lifted, Set::Not(Box::new(attackers))]));
    rules.voids = vec![law("voids.shields", uncovered)];
    // The bishop checks; the knight on e5 shields from the rook, so it gives no check to d7.
    let position = at(rules, "4r3/3k4/8/4N3/1b6/8/8/4K3 w");
    assert!(position.in_check());
}

#[test]
fn offers_ride_on_moves() {
    let mut rules = fixture::rules();
    rules.cells.insert(
        "hope".to_owned(),
        chator_rules::Cell {
            ty: chator_rules::CellType::Flag,
            per: chator_rules::Per::Player,
            life: chator_rules::Life::Memory,
            start: 0,
            letters: Vec::new(),
            sources: Vec::new(),
        },
    );
    let alone = Cond::Compare(
        chator_rules::Comparison::Equal,
        Number::Count(Set::Men(Side::Own)),
        Number::Const(1),
    );
    rules.offers = vec![offer("hope", vec![alone], vec![flag(CellId(3), Subject::Own, true)])];
    let position = at(rules, "4k3/8/8/8/8/8/8/Q3K3 b");
    let texts = moves(&position, "e8");
    assert_eq!(texts, "d7 d7@hope d8 d8@hope e7 e7@hope f7 f7@hope f8 f8@hope");
    let mv = position.parse_move("e8d7@hope").unwrap();
    assert_eq!(position.trace(mv).offer.as_deref(), Some("offers.hope"));
    let after = played(position, "e8d7@hope");
    assert_eq!(after.text(), "8/3k4/8/8/8/8/8/Q3K3 w - - 1 2 hope=b");
    assert_eq!(after.cell_text(CellId(3)), "b");
}

/// The men of a player who may not have a kind do not become it, and a choice of none is none.
#[test]
fn choices_are_limited_to_what_a_player_may_have() {
    let mut rules = fixture::rules();
    rules.kinds[usize::from(QUEEN.0)].players = vec![BLACK];
    rules.start.men.retain(|man| man.2 != QUEEN);
    let position = at(rules.clone(), "7k/P7/8/8/8/8/8/K7 w");
    assert_eq!(moves(&position, "a7"), "a8b a8n a8r");
    for kind in [ROOK, BISHOP, KNIGHT] {
        rules.kinds[usize::from(kind.0)].players = vec![BLACK];
    }
    rules.start.men.clear();
    assert_eq!(moves(&at(rules, "7k/P7/8/8/8/8/8/K7 w"), "a7"), "");
}

#[test]
fn a_new_man_is_chosen_with_the_move() {
    let mut rules = fixture::rules();
    let put = Effect::Put(vec![ROOK, BISHOP], Set::Origin);
    rules.events.push(event(
        "leaves",
        Trigger::Moving(vec![KNIGHT]),
        Set::Board,
        vec![],
        vec![put],
    ));
    let position = at(rules, "4k3/8/8/8/8/8/8/N3K3 w");
    assert_eq!(moves(&position, "a1"), "b3b b3r c2b c2r");
    assert_eq!(played(position, "a1b3r").text(), "4k3/8/8/8/8/1N6/8/R3K3 b - - 1 1");
}

#[test]
fn ends_give_everybody_a_share() {
    let mut rules = fixture::rules();
    let taken = || Cond::Some(Set::Taken);
    let outcome = |result, rules: &mut Rules| {
        rules.ends.insert(0, end("ends.x", result, taken()));
        let position = at(rules.clone(), "4k3/8/8/3p4/4P3/8/8/4K3 w");
        rules.ends.remove(0);
        played(position, "e4d5").outcome().unwrap()
    };
    let win = outcome(EndResult::Win, &mut rules);
    assert_eq!((win.winner(), win.to_string()), (Some(WHITE), "White wins by ends.x".to_owned()));
    let loss = outcome(EndResult::Lose, &mut rules);
    assert_eq!((loss.winner(), loss.to_string()), (Some(BLACK), "Black wins by ends.x".to_owned()));
    let draw = outcome(EndResult::Draw, &mut rules);
    assert_eq!((draw.winner(), draw.to_string()), (None, "draw by ends.x".to_owned()));
    let part = outcome(EndResult::Score(3, 4), &mut rules);
    assert_eq!(part.to_string(), "White scores 3/4 by ends.x");
    let shares = [WHITE, BLACK].map(|player| part.score(player).share());
    assert!((shares[0] - 0.75).abs() < 1e-9 && (shares[1] - 0.25).abs() < 1e-9);
}

/// Sets of squares, each as the side to move sees it.
#[test]
fn sets_of_squares() {
    let it = || Box::new(Set::It);
    let not = |set| Set::Not(Box::new(set));
    let all = |sets: &[Set]| Set::And(sets.to_vec());
    let cases = [
        (Set::Squares(vec![3, 60]), "d1 e8"),
        (Set::Ranks(1, 1), "a1 b1 c1 d1 e1 f1 g1 h1"),
        (Set::As(PlayerRef::Enemy, Box::new(Set::Ranks(8, 8))), "a1 b1 c1 d1 e1 f1 g1 h1"),
        (all(&[Set::LastRanks(1, 2), Set::Files(1, 1)]), "a7 a8"),
        (edge("east"), "h1"),
        (Set::Men(Side::Own), "e1 d4"),
        (Set::As(PlayerRef::Enemy, Box::new(Set::Men(Side::Own))), "d6 e8"),
        (Set::Royal, "e1 e8"),
        (own_kind(QUEEN), "d4"),
        (Set::Toward(dirs("diagonal"), it()), "c3 e3 c5 e5"),
        (Set::Along(dirs("forward-left"), it()), "c5 b6 a7"),
        (Set::Nearest(dirs("vertical"), it()), "d6"),
        (all(&[Set::Attacked(Box::new(Set::Board)), Set::Ranks(1, 6)]), "c5 e5"),
        (all(&[not(Set::Empty), not(Set::Kinds(vec![KING]))]), "d4 d6"),
    ];
    for (set, expected) in cases {
        let probe = Clause {
            effects: vec![Effect::Assign {
                cell: fixture::PASSED,
                subject: Subject::Own,
                value: Value::Squares(Set::Was(Box::new(set.clone()))),
            }],
            ..clause(
                "queen.x",
                QUEEN,
                vec![Motion {
                    legs: vec![Leg { travel: Travel::Stay, over: empty(), to: Set::Board }],
                }],
            )
        };
        let position = at(with(QUEEN, vec![probe]), "4k3/8/3p4/8/3Q4/8/8/4K3 w");
        let after = played(position, "d4d4");
        let found = after.cell_text(fixture::PASSED).replace(',', " ");
        assert_eq!(found, expected, "{set:?}");
    }
}

/// A board of another size, and three players.
#[test]
fn three_players_on_a_long_board() {
    let mut rules = fixture::rules();
    rules.board = Board::Grid { files: 12, ranks: 11 };
    let facing = |geometry: &chator_rules::Geometry, word: &str| Dirs::Named {
        words: word.to_owned(),
        by_player: [0, 4, 2].map(|f| geometry.dirs(word, f).unwrap()).to_vec(),
    };
    let geometry = rules.board.geometry();
    rules.players.insert("Red".to_owned(), chator_rules::Player { forward: 2 });
    rules.cells.clear();
    rules.text.clear();
    rules.events.clear();
    rules.ends.truncate(2);
    let motion = |word| Motion {
        legs: vec![Leg {
            travel: straight(facing(&geometry, word), 1, Some(1)),
            over: empty(),
            to: landable(),
        }],
    };
    rules.clauses = vec![
        clause("king.step", KING, vec![motion("any")]),
        clause("pawn.step", PAWN, vec![motion("forward")]),
    ];
    for kind in rules.kinds.values_mut() {
        kind.players = vec![WHITE, BLACK, PlayerId(2)];
    }
    rules.start.men = vec![
        (4, WHITE, KING),
        (126, BLACK, KING),
        (60, PlayerId(2), KING),
        (61, PlayerId(2), PAWN),
    ];
    rules.start.effects.clear();
    let game = Game::new(rules);
    let start = game.start();
    assert_eq!(start.text(), "6k5/12/12/12/12/K'P'10/12/12/12/12/4K7 w");
    assert_eq!(game.position(&start.text()).unwrap().text(), start.text());
    let position = played(start, "e1e2 g11g10 b6c6");
    assert_eq!(position.text(), "12/6k5/12/12/12/K'1P'9/12/12/12/4K7/12 w");
    assert_eq!(position.to_move(), WHITE);
}

#[test]
fn fingerprints_tell_rules_apart() {
    let chess = fixture::chess();
    assert_eq!(chess.fingerprint(), fixture::chess().fingerprint());
    assert_eq!(chess.fingerprint().len(), 32);
    let mut other = fixture::rules();
    other.clauses[0].motions = vec![line("any", 1, Some(2), Set::Empty, landable())];
    assert_ne!(Game::new(other).fingerprint(), chess.fingerprint());
}
