//! Agents and matches in games made for the purpose: a race of pawns for two, one for three,
//! one in which a player moves twice, and one that never ends.

mod common;

use chator_agents::arena::{Match, Played, Report, Tally};
use chator_agents::mcts::Settings;
use chator_agents::{Agent, Budget, Mcts, Random, parse};
use chator_interpreter::{Game, Move, Position};
use common::{game, race};

fn three() -> Game {
    game(
        "game \"Three\"\n\
         board grid 5 x 5\n\
         players Red north, Green east, Blue south\n\
         start \"1P'P'2/p4/5/p4/2PP1\"\n\
         piece runner P: step any\n\
         ends {\n  arrived: win when some (own runner last rank)\n  stuck: draw when next stuck\n}\n",
    )
}

fn twice() -> Game {
    game(
        "game \"Twice\"\n\
         board grid 4 x 6\n\
         players White north, Black south\n\
         start \"pppp/4/4/4/4/PPPP\"\n\
         state first: flag = yes\n\
         piece runner P {\n\
           march: step forward to empty when first => first = no, again\n\
           again: step forward to empty when not first => first = yes\n\
           take: step forward-diagonal to enemy => first = yes\n\
         }\n\
         ends {\n  arrived: win when some (own runner last rank)\n  stuck: draw when next stuck\n}\n",
    )
}

fn endless() -> Game {
    game(
        "game \"Endless\"\n\
         board grid 3 x 3\n\
         players White north, Black south\n\
         start \"1k1/3/1K1\"\n\
         piece walker K: step any to empty\n\
         ends {\n  full: draw when count(man) = 9\n}\n",
    )
}

fn line(game: &Game, agents: &mut [Box<dyn Agent>], seed: u64) -> Vec<String> {
    Match::new(game, 1, seed).game(0, agents).unwrap().texts()
}

fn agents(first: &str, second: &str) -> Vec<Box<dyn Agent>> {
    vec![parse(first).unwrap(), parse(second).unwrap()]
}

fn score(game: &Game, first: &str, second: &str, games: u32) -> (Report, Tally) {
    let report = Match::new(game, games, 11).play(&mut agents(first, second), |_| true).unwrap();
    let tally = report.tally(0);
    (report, tally)
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    for game in [race(), three(), twice()] {
        for pair in [("random", "random"), ("mcts:nodes=30", "random:seed=4")] {
            let one = line(&game, &mut agents(pair.0, pair.1), 7);
            // The same agents again, and then fresh ones.
            let mut same = agents(pair.0, pair.1);
            line(&game, &mut same, 8);
            assert_eq!(one, line(&game, &mut same, 7));
            assert_eq!(one, line(&game, &mut agents(pair.0, pair.1), 7));
            assert!(!one.is_empty());
        }
    }
}

#[test]
fn a_game_can_be_played_again_alone() {
    let settings = Match::new(&race(), 6, 3);
    let report = settings.play(&mut agents("mcts:nodes=20", "random"), |_| true).unwrap();
    let alone = settings.game(4, &mut agents("mcts:nodes=20", "random")).unwrap();
    assert_eq!(report.games[4].texts(), alone.texts());
    assert_eq!(report.games[4].seats, [0, 1]);
    assert_eq!(report.games[5].seats, [1, 0]);
    let mut seeds: Vec<u64> = report.games.iter().map(|g| g.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
}

#[test]
fn search_beats_chance() {
    for game in [race(), twice()] {
        let (report, tally) = score(&game, "mcts:nodes=100", "random", 30);
        let estimate = report.score(0).unwrap();
        assert!(estimate.low > 0.5, "{tally:?} {estimate:?}");
        assert_eq!(tally.won + tally.drawn + tally.lost + tally.broken_off, 30);
        let other = report.tally(1);
        assert_eq!((tally.won, tally.lost), (other.lost, other.won));
    }
}

#[test]
fn search_beats_chance_among_three() {
    // The men do not show who is ahead in a race, so it is played out.
    let names = ["mcts:nodes=100,leaf=playout", "random", "random"];
    let mut seats: Vec<Box<dyn Agent>> = names.iter().map(|a| parse(a).unwrap()).collect();
    let report = Match::new(&three(), 30, 2).play(&mut seats, |_| true).unwrap();
    let scores: Vec<f64> =
        (0..3).map(|agent| report.games.iter().map(|g| g.score(agent)).sum()).collect();
    assert!(scores[0] > 18.0, "{scores:?}");
    assert!((scores.iter().sum::<f64>() - 30.0).abs() < 1e-9, "{scores:?}");
}

#[test]
fn games_without_end_are_broken_off_and_counted() {
    let report = {
        let settings = Match { max_plies: 20, ..Match::new(&endless(), 4, 1) };
        settings.play(&mut agents("mcts:nodes=10", "random"), |_| true).unwrap()
    };
    let tally = report.tally(0);
    assert_eq!(tally, Tally { broken_off: 4, ..Tally::default() });
    assert_eq!(report.score(0).unwrap().mean.to_bits(), 0.5_f64.to_bits());
    assert!((report.mean_plies() - 20.0).abs() < 1e-9);
}

#[test]
fn a_long_search_of_a_game_without_end_comes_to_an_end() {
    let position = endless().start();
    for leaf in ["settle", "cut", "playout"] {
        let mut agent = parse(&format!("mcts:nodes=200,leaf={leaf}")).unwrap();
        assert!(agent.choose(&position).is_some());
    }
}

#[test]
fn equal_games_are_counted_once() {
    // One game, played by those who have only one idea.
    let report = Match::new(&race(), 4, 1).play(&mut agents("random", "random"), |_| true).unwrap();
    assert!(report.distinct(usize::MAX) >= report.distinct(2));
    assert!(report.distinct(0) == 1);
}

#[test]
fn pairs_share_an_opening_and_other_pairs_have_others() {
    let settings = Match { opening: 3, ..Match::new(&race(), 20, 3) };
    let report = settings.play(&mut agents("random", "random:seed=5"), |_| true).unwrap();
    let opening = |number: usize| report.games[number].texts()[..3].to_vec();
    for pair in 0..10 {
        assert_eq!(opening(2 * pair), opening(2 * pair + 1));
        assert_eq!(report.games[2 * pair].opening, 3);
        assert_eq!(report.games[2 * pair].seats, [0, 1]);
        assert_eq!(report.games[2 * pair + 1].seats, [1, 0]);
    }
    let mut all: Vec<Vec<String>> = (0..20).map(opening).collect();
    all.sort();
    all.dedup();
    assert!(all.len() > 7, "{all:?}");
    assert_eq!(report.pairs(0).len(), 10);
    let mirrored: Vec<f64> = report.pairs(1).iter().map(|score| 1.0 - score).collect();
    assert_eq!(report.pairs(0), mirrored);
}

#[test]
fn an_opening_never_ends_the_game() {
    // The race is over after at most a dozen plies, often sooner.
    for opening in [6, 9, 40] {
        let settings = Match { opening, ..Match::new(&race(), 40, 1) };
        let report = settings.play(&mut agents("random", "random"), |_| true).unwrap();
        assert!(report.games.iter().all(|g| g.moves.len() > g.opening && g.outcome.is_some()));
        assert!(report.games.iter().all(|g| g.opening <= opening as usize && g.opening > 3));
    }
}

#[test]
fn threads_change_nothing() {
    let settings = Match { opening: 2, ..Match::new(&race(), 31, 8) };
    let make = || Ok(agents("mcts:nodes=8", "random"));
    let lines = |report: &Report| report.games.iter().map(Played::texts).collect::<Vec<_>>();
    let alone = settings.play(&mut make().unwrap(), |_| true).unwrap();
    for threads in [1, 4] {
        let mut ended = Vec::new();
        let ends = |played: &Played| ended.push(played.number);
        let report = settings.play_on(threads, &make, ends, |_| true).unwrap();
        assert_eq!(lines(&report), lines(&alone));
        ended.sort_unstable();
        assert_eq!(ended, (0..31).collect::<Vec<u32>>());
        // A match that is decided by its seventh game has seven games, whoever plays on.
        let cut = settings.play_on(threads, &make, |_| {}, |played| played.number < 6).unwrap();
        assert_eq!(lines(&cut), lines(&alone)[..7]);
    }
}

/// Plays by chance and gives up in its fifth game.
struct Faint(Random, u32);

impl Agent for Faint {
    fn name(&self) -> String {
        "faint".to_owned()
    }
    fn begin(&mut self, seed: u64) {
        self.1 += 1;
        self.0.begin(seed);
    }
    fn choose(&mut self, position: &Position) -> Option<Move> {
        if self.1 < 5 { self.0.choose(position) } else { None }
    }
    fn trouble(&self) -> Option<String> {
        (self.1 == 5).then(|| "it is tired".to_owned())
    }
}

#[test]
fn an_agent_that_fails_ends_the_match() {
    let settings = Match::new(&race(), 9, 8);
    let make = |played| -> Result<Vec<Box<dyn Agent>>, _> {
        Ok(vec![Box::new(Faint(Random::with_seed(1), played)), parse("random").unwrap()])
    };
    let trouble = settings.play(&mut make(0).unwrap(), |_| true).unwrap_err();
    assert_eq!(trouble.to_string(), "game 5: it is tired");
    for threads in [1, 3] {
        // Nobody knows how many games each thread plays: he is tired from the first on.
        let trouble = settings.play_on(threads, &|| make(4), |_| {}, |_| true).unwrap_err();
        assert_eq!(trouble.what, "it is tired");
    }
    let none = || Err(parse("nobody").map(drop).unwrap_err());
    let trouble = settings.play_on(2, &none, |_| {}, |_| true).unwrap_err();
    assert!(trouble.what.contains("nobody"), "{trouble}");
}

#[test]
fn a_win_at_hand_is_taken() {
    let game = race();
    let position: Position = game.position("4/P2p/4/p3/3P w").unwrap();
    let mv = Mcts::with_seed(1).playouts(30).choose(&position).unwrap();
    assert_eq!(position.notate(mv), "a4a5");
}

#[test]
fn without_moves_there_is_no_choice() {
    let game = race();
    let over = game.position("P3/4/4/4/3p b").unwrap();
    if over.legal_moves().is_empty() {
        assert_eq!(Mcts::with_seed(1).choose(&over), None);
        assert_eq!(Random::with_seed(1).choose(&over), None);
    }
}

#[test]
fn a_request_to_stop_is_heard() {
    let mut agent = Mcts::new(Settings { budget: Budget::default(), ..Settings::default() });
    let stop = agent.stop();
    let position = endless().start();
    let watcher = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.now();
    });
    assert!(agent.choose(&position).is_some());
    watcher.join().unwrap();
}

/// Three hunters, each with one move; what is left of each side's men is its part of the point.
fn barter() -> Game {
    game(
        "game \"Barter\"\n\
         board grid 5 x 5\n\
         players Red north, Green east, Blue south\n\
         start \"4h/3sT'/1S'H2/H'4/5\"\n\
         state plies: 0..3 = 0\n\
         piece hunter   H: step any to enemy or stay\n\
         piece treasure T: stay\n\
         piece pebble   S: stay\n\
         define three(n) = n + n + n\n\
         define worth = count(own pebble) + three(count(own hunter)) + three(count(own treasure)) \
         + count(own treasure) + count(own treasure)\n\
         counts: after a move when plies < 3 => plies = plies + 1\n\
         ends {\n  done: share worth when plies >= 3\n}\n",
    )
}

/// What each player gets if all look only to themselves and see everything.
fn each_for_himself(position: &Position) -> Vec<f64> {
    if let Some(outcome) = position.outcome() {
        return (0..3).map(|p| outcome.score(chator_rules::PlayerId(p)).share()).collect();
    }
    let mover = usize::from(position.to_move().0);
    let after = position.legal_moves().into_iter().map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        each_for_himself(&next)
    });
    after.max_by(|a, b| a[mover].total_cmp(&b[mover])).expect("a move")
}

#[test]
fn among_three_each_looks_to_himself() {
    // Red's hunter on c3 may take Green's pebble on d4, beside Green's hunter: but Green gains
    // more by Blue's treasure (3 of 10 rather than 3 of 12), so Red keeps 3 of 10. Taking Blue's pebble
    // on b3 loses the hunter to Blue, who has nothing better; staying leaves 3 of 11. Whoever
    // fears that all are against him would stay.
    let position = barter().start();
    let best = each_for_himself(&position);
    assert!((best[0] - 0.3).abs() < 1e-9 && (best[1] - 0.3).abs() < 1e-9, "{best:?}");
    for seed in 0..5 {
        let mv = Mcts::with_seed(seed).playouts(500).choose(&position).unwrap();
        assert_eq!(position.notate(mv), "c3d4", "seed {seed}");
    }
    let mut next = position.clone();
    next.play(next.parse_move("c3d4").unwrap());
    let mv = Mcts::with_seed(1).playouts(500).choose(&next).unwrap();
    assert_eq!(next.notate(mv), "e5e4");
}

#[test]
fn matches_of_three_seat_everybody_everywhere() {
    let names = ["mcts:nodes=50", "random", "random:seed=9"];
    let mut seats: Vec<Box<dyn Agent>> = names.iter().map(|a| parse(a).unwrap()).collect();
    let report = Match::new(&barter(), 6, 5).play(&mut seats, |_| true).unwrap();
    let seen: Vec<&[usize]> = report.games.iter().map(|g| &g.seats[..]).collect();
    assert_eq!(seen[..4], [&[0, 1, 2][..], &[1, 2, 0], &[2, 0, 1], &[0, 1, 2]]);
    for game in &report.games {
        let all: f64 = (0..3).map(|agent| game.score(agent)).sum();
        assert!((all - 1.0).abs() < 1e-9 && game.moves.len() == 3);
    }
}
