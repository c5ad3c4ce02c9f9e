//! The two executors give the same moves, in the same order, the same ends, keys and texts.
//!
//! `CHATOR_PLIES` sets how many plies of random play each game is tried on: 500 if unset.

use std::env;

use chator::rules::Library;
use chator::{BuiltIn, Executor, Game, Position, perft, playout};

/// A small generator of its own, so that the lines stay the same whatever the agents use.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }
}

fn plies() -> u32 {
    env::var("CHATOR_PLIES").map_or(500, |n| n.parse().expect("CHATOR_PLIES is a number"))
}

/// Every game, and every reading of every game with one option changed.
fn requests() -> Vec<String> {
    let mut requests = Vec::new();
    for id in BuiltIn.ids() {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        for (option, choice) in &game.rules().options {
            for value in choice.values.keys().filter(|v| **v != choice.chosen) {
                requests.push(format!("{id}[{option}={value}]"));
            }
        }
        requests.push(id);
    }
    requests
}

/// Compares all that can be asked of two positions.
fn same(id: &str, reference: &Position, compiled: &Position) {
    let place = || format!("{id}: {} after {} plies", reference.text(), reference.ply());
    assert_eq!(compiled.outcome(), reference.outcome(), "ends: {}", place());
    let (ours, theirs) = (compiled.legal_moves(), reference.legal_moves());
    if ours != theirs {
        let texts =
            |p: &Position| -> Vec<String> { p.legal_texts().into_iter().map(|(_, t)| t).collect() };
        assert_eq!(texts(compiled), texts(reference), "moves: {}", place());
        assert_eq!(ours, theirs, "moves: {}", place());
    }
    assert_eq!(compiled.key(), reference.key(), "keys: {}", place());
    assert_eq!(compiled.in_check(), reference.in_check(), "check: {}", place());
    // Moves are counted in another way than they are listed.
    assert_eq!(perft(compiled, 1), theirs.len() as u64, "count: {}", place());
    if reference.ply() % 16 == 3 && theirs.len() < 200 {
        assert_eq!(perft(compiled, 2), perft(reference, 2), "lines of two: {}", place());
    }
}

/// Plays on by chance with both, which must be offered as many moves each time.
fn same_playouts(id: &str, reference: &Position, compiled: &Position, seed: u64) {
    let play = |position: &Position| {
        let (mut dice, mut offered) = (Dice(seed), Vec::new());
        let end = playout(position, 60, |moves| {
            offered.push(moves);
            dice.roll(moves)
        });
        (end.plies, end.outcome, offered)
    };
    assert_eq!(play(compiled), play(reference), "{id}: random games from {}", reference.text());
}

#[test]
fn executors_agree() {
    let only = env::var("CHATOR_GAME").ok();
    for id in requests().into_iter().filter(|id| only.as_ref().is_none_or(|only| only == id)) {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        let rules = game.rules().clone();
        let compiled = Game::with_executor(rules.clone(), Executor::Compiled);
        let reference = Game::with_executor(rules, Executor::Reference);
        assert_eq!(compiled.executor(), Executor::Compiled, "{id}");
        let plies = if id.contains('[') { plies() / 5 } else { plies() };
        let (mut played, mut seed) = (0, 1);
        while played < plies {
            let mut dice = Dice(seed);
            seed += 1;
            let arrangement = dice.roll(game.arrangements() as usize) as u64;
            let mut a = reference.start_at(arrangement).expect("a start");
            let mut b = compiled.start_at(arrangement).expect("a start");
            loop {
                same(&id, &a, &b);
                if played % 100 == 50 {
                    same_playouts(&id, &a, &b, seed);
                }
                let moves = a.legal_moves();
                if moves.is_empty() || played >= plies {
                    break;
                }
                let mv = moves[dice.roll(moves.len())];
                a.play(mv);
                b.play(mv);
                played += 1;
            }
        }
    }
}

/// Words that can stand for one another.
const WORDS: &[&[&str]] = &[
    &["step", "slide"],
    &["orthogonal", "diagonal", "any", "sideways"],
    &["forward", "backward", "leftward"],
    &["empty", "enemy", "man"],
    &["own", "enemy"],
    &["origin", "target"],
    &["yes", "no"],
    &["some", "no"],
    &["first", "last"],
    &["taken", "path", "target"],
    &["win", "lose", "draw"],
    &["nearest", "along"],
];

/// A rule file with some words and numbers changed.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.retain(|line| !line.trim_start().starts_with("test"));
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(lines.len());
        let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
        let word = dice.roll(words.len());
        let choices: Vec<&str> = WORDS
            .iter()
            .filter(|list| list.contains(&words[word].as_str()))
            .flat_map(|list| list.iter().copied())
            .collect();
        if let Ok(number) = words[word].parse::<u32>() {
            words[word] = (number + 1 + dice.roll(2) as u32).saturating_sub(1).to_string();
        } else if !choices.is_empty() {
            choices[dice.roll(choices.len())].clone_into(&mut words[word]);
        } else {
            continue;
        }
        lines[at] = words.join(" ");
    }
    lines.join("\n")
}

/// `CHATOR_MUTANTS` sets how many changed rule files each game is tried with: 12 if unset.
#[test]
fn executors_agree_on_rules_nobody_meant() {
    let mutants = env::var("CHATOR_MUTANTS").map_or(12, |n| n.parse().expect("a number"));
    let mut played = 0;
    for id in BuiltIn.ids() {
        let text = BuiltIn.text(&id).expect("a game of the library");
        for seed in 0..mutants {
            let mut dice = Dice(seed * 977 + 1);
            let text = mutated(text, &mut dice);
            let name = BuiltIn.file_name(&id);
            let Ok(loaded) = chator::load_text(&id, &name, &text, &[]) else { continue };
            let rules = loaded.game.rules().clone();
            let compiled = Game::with_executor(rules.clone(), Executor::Compiled);
            let reference = Game::with_executor(rules, Executor::Reference);
            let (mut a, mut b) = (reference.start(), compiled.start());
            for _ in 0..40 {
                same(&format!("{id} changed by seed {seed}"), &a, &b);
                let moves = a.legal_moves();
                if moves.is_empty() || moves.len() > 300 {
                    break;
                }
                let mv = moves[dice.roll(moves.len())];
                a.play(mv);
                b.play(mv);
                played += 1;
            }
        }
    }
    assert!(played > 500, "too few of the changed files could be played: {played} plies");
}

/// Rules that masks could misjudge: a base, and what is put over it.
const HARD: &[(&str, &str)] = &[
    // A way to move that is excused from the ban on exposure, and a ban that asks more.
    ("chess", "replace bans.exposed: when own in check and not played(pawn.march)"),
    ("crazyhouse", "replace bans.exposed: when own in check and count(own man) > 12"),
    (
        "crazyhouse",
        "bans { mild: when played(knight.drop) and enemy in check and count(man) > 20 }",
    ),
    // Attacks that depend on other men, on how many there are, on stocks and on marks.
    ("chess", "replace queen.slide: slide any when some (own pawn any of it)"),
    ("chess", "replace rook.slide: slide orthogonal to (empty or enemy pawn or enemy king)"),
    ("crazyhouse", "replace rook.slide: slide orthogonal when count(enemy man) > 12"),
    ("crazyhouse", "replace bishop.slide: slide diagonal when count(enemy man) < 15"),
    (
        "chess",
        "mark hot: flag = no\nheats: after a move when some taken => hot = yes\n\
         replace queen.slide: slide any when not hot",
    ),
    (
        "chess",
        "state rage: flag per player = no\nenraged: after a move when enemy in check => rage of enemy = yes\n\
         spent: after a move => rage = no\nknight { charge: leap 3:1 when rage }",
    ),
    // Kings that may not see rooks, and pawns that become rooks.
    ("chess", "bans { seen: when some (enemy rook nearest orthogonal of (own bishop)) }"),
    // Two ways that do the same but for the squares they pass.
    (
        "chess",
        "state trail: squares\nknight { hop: step any to empty then step outward => trail = path }",
    ),
    ("chess", "knight { again: leap 2:1 to enemy }"),
    // A way that ends on other squares in each direction.
    ("chess", "knight { shuffle: step forward to empty or step forward-diagonal to enemy }"),
    // A king who may be taken in passing.
    ("chess", "king { dash: slide any exactly 2 to empty => passed = path }"),
    // Bans that ask for moves after the move, and for what was before it.
    (
        "chess",
        "bans { calm: when was own in check and count(own man) > 14\n\
         cramped: when enemy stuck and count(man) > 4 }",
    ),
    // Attacks on a part of the board only, as long as there are so many men.
    (
        "chess",
        "replace rook.slide: slide orthogonal to (empty or enemy rank 4) when count(enemy man) < 15",
    ),
    // Kings who are dropped among enemies, also when there is one already.
    ("sittuyin", "replace king.drop: drop from hand to ranks 1 to 7"),
    (
        "sittuyin",
        "replace start \"8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KKFRRNNkkfrrnn]\"\n\
         replace king.drop: drop from hand to ranks 3 to 7",
    ),
    // Duties that masks tell, and one that they do not.
    ("chess", "duties { greedy: when some taken }"),
    ("chess", "duties { forward: when played(pawn.march) or played(knight.leap) }"),
    ("crazyhouse", "duties { greedy: when some taken\nbusy: when no origin }"),
    ("chess", "duties { noble: when some taken and no (it pawn) }"),
    // Moves that no check may call for: where masks tell of checks, where they do not, for two
    // royals, and with more to ask.
    ("ouk", "replace khun.leap: leap 2:1 sideways when unmoved provided not own in check"),
    ("ouk", "replace ma.leap: leap 2:1 when some (own bia any of it)"),
    (
        "ouk",
        "replace start \"rnskksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKKSNR\" => unmoved of own leaper = yes",
    ),
    (
        "ouk",
        "state phase: 0..9 = 0\nages: after a move when phase < 9 => phase = phase + 1\n\
         replace met.leap: leap 2:0 forward to empty when unmoved and phase > 3 provided not own in check",
    ),
    ("crazyhouse", "knight { vault: leap 3:0 provided not own in check }"),
    // Squares passed that others may go to, or that are asked for at once.
    (
        "chess",
        "mark trail: squares\nqueen { dash: slide any exactly 3 => trail = path }\nrook { follow: leap 2:2 to trail }",
    ),
    (
        "chess",
        "mark trail: squares\nqueen { dash: slide any exactly 3 => trail = path }\n\
         crosses: after a move when some (trail rank 4) => castling of own rook = no",
    ),
    // Points that are shared by what the last move passed, and by how often a position has stood.
    (
        "chess",
        "mark trail: squares\nqueen { dash: slide any exactly 3 => trail = path }\n\
         ends { before ends.checkmate prize: share count(path (ranks 1 to 4)) + 1 when some taken and count(man) < 26 }",
    ),
    (
        "chess",
        "ends { before ends.checkmate again: share occurrences + count(own man) when count(man) < 26 }",
    ),
    // Events after others that may do nothing.
    (
        "malay/peninsula",
        "state calls: 0..9 = 0\ncalled: after answered when calls < 9 => calls = calls + 1\n\
         kuda { far: leap 3:1 when calls > 1 }",
    ),
    (
        "shatar",
        "state calls: 0..9 = 0\ncalled: after chained when calls < 9 => calls = calls + 1\n\
         mori { far: leap 3:1 when calls > 4 }",
    ),
    (
        "chess",
        "state calls: 0..9 = 0\ncalled: after king.unmoved-king when calls < 9 => calls = calls + 1\n\
         knight { far: leap 3:1 when calls > 1 }",
    ),
    // Flags of checks just given: asked for by attacks, and read by what follows.
    ("shatar", "replace tereg.slide: slide orthogonal when not enemy chain"),
    ("shatar", "replace mori.leap: leap 2:1 when some (own huu any of it)"),
    (
        "shatar",
        "state wild: flag = no\nwilder: after a move => wild = enemy in check\n\
         state calls: 0..9 = 0\ncalled: after a move when wild and calls < 9 => calls = calls + 1\n\
         huu { far: leap 3:1 when calls > 1 and not wild }",
    ),
    // Bans that a promotion brings to bear.
    ("chess", "bans { heir: when count(own man) > 13 and some (it queen) }"),
    ("crazyhouse", "bans { one: when count(own queen) > 1 and no (it pawn) }"),
    // Events that a number or a flag stops, which another event may have changed.
    (
        "chess",
        "state heat: 0..5 = 0\nwarms: after a move => heat = min(heat + 1, 5)\n\
         boils: after a move when heat >= 3 => heat = 0, castling of own rook = no",
    ),
    (
        "chess",
        "state rage: flag per player = no\nmark hot: flag = no\n\
         enraged: after a move when some taken => rage = yes, hot = yes\n\
         burns: after a move when hot => rage of enemy = no\n\
         calms: after a move when rage => rage = no\nknight { charge: leap 3:1 when rage }",
    ),
    // Laws and ends that count occurrences, with marks set on the way, where few men are left.
    ("chess", "replace start \"4k3/pp6/8/8/8/8/PP6/4K3\"\nbans { ko: when occurrences >= 2 }"),
    (
        "chess",
        "replace start \"r3k2r/p6p/8/8/8/8/P6P/R3K2R\"\nbans { ko: when occurrences >= 2 and some (path) }\n\
         ends { before ends.checkmate again: draw when occurrences >= 2 and count(man) < 12 }",
    ),
    // Attacks that a capture wakes: of men and of royals, near the other royal and far from him.
    ("chess", "queen { rage: leap 3:1 when count(own man) < 15 }"),
    (
        "chess",
        "replace start \"1nbqk3/8/8/8/8/8/8/3QKBN1\"\nking { roam: slide any when count(own man) < 3 }",
    ),
    (
        "chess",
        "replace start \"2b1k3/3p4/8/8/8/8/3P4/2B1K3\"\n\
         king { roam: slide orthogonal when count(own man) = 2\nspring: leap 2:1 when count(own man) = 1 }",
    ),
    // The same on a wider board, and duties there.
    ("capablanca", "queen { rage: leap 3:1 when count(own man) < 18 }"),
    ("capablanca", "duties { greedy: when some taken }"),
    // Choices that only the move tells, for men of whom tiles tell the rest.
    (
        "chess",
        "replace pawn.promotion: after moving to last rank when count(own queen) < 3 => become queen or rook or bishop or knight",
    ),
    // Squares to choose from: two at once, some only, after captures, and for a man just put there.
    (
        "duck",
        "piece goose 鵝 neutral { }\ngoose-comes: after a move when no goose => put goose on chosen empty",
    ),
    ("duck", "replace duck-moves: after a move when some duck => move duck to chosen empty rank 4"),
    (
        "duck",
        "replace duck-moves: after a move when some duck and some taken => move duck to chosen empty",
    ),
    (
        "duck",
        "replace duck-moves: after a move when no duck => put duck on chosen empty\n\
         replace duck-comes: after a move when some duck => move duck to chosen empty",
    ),
    ("duck", "replace queen.slide: slide any to (empty or enemy or duck)"),
    // Men pointed at: whatever they have, and of either side.
    (
        "chess960",
        "king { swap: point to own knight => move origin to target and target to origin }",
    ),
    ("chess960", "king { spy: point to enemy castling => castling of target = no }"),
    // Ends in the middle of a turn.
    (
        "marseillais",
        "ends { before ends.checkmate wedged: win when enemy stuck and left = 1\n\
         short: draw when left = 1 and count(man) < 20 and (own in check or occurrences >= 2) }",
    ),
    // Attacks that may be void: for what a rider would do, for where royals stand, for more.
    ("malay/batak", "replace start \"r3k2r/1P2b1P1/8/3q4/4Q3/8/1p2B1p1/R3K2R\""),
    (
        "chess",
        "replace start \"4k3/1q1r1b2/8/3P4/4p3/8/2B1R1Q1/3K4\"\n\
         voids { near: when some (own king any of enemy king) }\n\
         replace bans.exposed: when own in check",
    ),
    (
        "chess",
        "replace start \"4k3/1q1r1b2/8/3P4/4p3/8/2B1R1Q1/3K4\"\n\
         voids { far: when no (own king any of any of enemy king) }",
    ),
    ("chess", "voids { lone: when no (attacker any of own man) }"),
    // Captures that take more, or give other kings a rest.
    ("atomic", "replace blast: after a move when some taken => take any of target not king"),
    ("atomic", "replace bans.exposed: when own in check"),
    ("atomic", "replace bans.exposed: when own in check and count(enemy man) > 9"),
    (
        "atomic",
        "replace pawn.promotion: after moving to last rank when some taken => become queen or rook",
    ),
    // Voids that ask what else the move does, and two attackers on one way.
    (
        "chess",
        "replace start \"8/7P/5q2/8/8/5K2/8/k7\"\ndefine rider = queen or rook or bishop\n\
         voids { shielding: when some (rider without(attacker, attacking(own royal)) not attacking(own royal)) }",
    ),
    (
        "chess",
        "replace start \"4k3/1q1r1b2/8/3P4/4p3/8/2B1R1Q1/3K4\"\nstate age: 0..9 = 0\n\
         ages: after a move when age < 9 => age = age + 1\nvoids { early: when age < 7 }",
    ),
    (
        "xiangqi",
        "replace start \"3k5/9/9/9/9/9/9/3n5/R1n6/3RK4\"\n\
         voids { shield: when some (chariot without(attacker, attacking(own general)) not attacking(own general)) }",
    ),
    (
        "chess",
        "replace start \"8/4k3/1q2r3/8/8/3R2Q1/4K3/8\"\nreplace king.step: slide any up to 2\n\
         define rider = queen or rook or king\n\
         voids { shielding: when some (rider without(attacker, attacking(own royal)) not attacking(own royal)) }",
    ),
    // Offers to some men, with a square to choose.
    (
        "duck",
        "state bold: flag per player = no\ncharge: may @charge when some (pawn origin) => bold = yes",
    ),
    // Bans on who is left, without any on checks.
    (
        "chess",
        "replace start \"4k3/4q3/8/8/8/8/4Q3/4K3\"\nreplace bans.exposed: when no (own king)",
    ),
    // Who is stuck since positions may not come again.
    (
        "chess",
        "piece stone S: step any to empty when count(man) > 40\nreplace start \"k1s5/sss5/8/8/8/8/SSS5/K1S5\"\n\
         remove ends.repetition\nbans { ko: when occurrences >= 2 }",
    ),
    (
        "chess",
        "piece stone S: step any to empty when count(man) > 40\nreplace start \"k1s5/s1s5/sss5/8/8/SSS5/S1S5/K1S5\"\n\
         bans { ko: when occurrences >= 2 }\nends { before ends.checkmate tied: win when own stuck }",
    ),
    // What an offer needs, which comes and goes.
    ("makruk", "replace start \"rnsmksnr/8/8/8/8/8/8/RNSKMSNR\""),
];

#[test]
fn executors_agree_on_hard_rules() {
    for (base, lines) in HARD {
        let text = format!("game \"Hard\" extends {base}\nabout \"Put over {base}.\"\n{lines}\n");
        let loaded = chator::load_text("hard", "hard.chator", &text, &[]);
        let rules = loaded.unwrap_or_else(|e| panic!("{text}\n{e}")).game.rules().clone();
        let compiled = Game::with_executor(rules.clone(), Executor::Compiled);
        let reference = Game::with_executor(rules, Executor::Reference);
        play_both(lines, &reference, &compiled, 4);
    }
}

/// Plays games of at most 120 plies by chance, and compares every position.
fn play_both(what: &str, reference: &Game, compiled: &Game, games: u64) {
    for seed in 0..games {
        let mut dice = Dice(seed * 31 + 5);
        let (mut a, mut b) = (reference.start(), compiled.start());
        for ply in 0..120 {
            same(what, &a, &b);
            if ply % 24 == 20 {
                same_playouts(what, &a, &b, seed);
            }
            let moves = a.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.roll(moves.len())];
            a.play(mv);
            b.play(mv);
        }
    }
}

/// The armies of chess around the middle of a large board, with men who hop and whose way can be
/// blocked, and as many kinds as fit.
fn large(base: &str, files: usize) -> String {
    let (left, above) = ((files - 8) / 2, (files - 8) / 2);
    let right = files - 8 - left;
    let number = |n: usize| if n > 0 { n.to_string() } else { String::new() };
    let row = |men: &str| format!("{}{men}{}", number(left), number(right));
    let empty = files.to_string();
    let mut rows = vec![empty.clone(); above];
    rows.extend(["rnbqkbnr", "pppppppp", "w1c2c1w"].map(row));
    rows.extend([empty.clone(), empty.clone()]);
    rows.extend(["W1C2C1W", "PPPPPPPP", "RNBQKBNR"].map(row));
    rows.resize(files, empty);
    let kind = |i: u8| format!("piece kind-{i} +{}: leap {}:1", char::from(b'A' + i), 2 + i % 6);
    let kinds: Vec<String> = (0..24).map(kind).collect();
    format!(
        "game \"Large\" extends {base}\nabout \"{base} on {files} x {files}\"\n\
         replace board grid {files} x {files}\nreplace start \"{}\"\n\
         piece wader W: step orthogonal then step outward\n\
         piece cannon C {{\n travel: slide orthogonal to empty\n shot: slide orthogonal over 1 man to enemy\n}}\n\
         {}\n\
         knight {{ grow: after moving => become kind-0 or kind-23 }}\n",
        rows.join("/"),
        kinds.join("\n"),
    )
}

#[test]
fn executors_agree_on_large_boards() {
    for (base, files) in [("chess", 9), ("chess", 13), ("crazyhouse", 17), ("chess", 32)] {
        let text = large(base, files);
        let loaded = chator::load_text("large", "large.chator", &text, &[]);
        let rules = loaded.unwrap_or_else(|e| panic!("{text}\n{e}")).game.rules().clone();
        let compiled = Game::with_executor(rules.clone(), Executor::Compiled);
        assert_eq!(compiled.executor(), Executor::Compiled, "{text}");
        let reference = Game::with_executor(rules, Executor::Reference);
        play_both(&text, &reference, &compiled, 1);
    }
}
