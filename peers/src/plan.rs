//! Which comparisons there are, and what is asked of each: `contests.txt`.

use crate::contest::Contest;
use crate::cozy::Cozy;
use crate::fairy::Fairy;
use crate::haitaka::Haitaka;
use crate::ours::Ours;
use crate::work::Worker;

/// All comparisons with peers that are there and know the game.
///
/// # Panics
///
/// If a line of `contests.txt` does not say what, by which game, beside whom and how many times.
pub(crate) fn contests(fairy: Option<&Fairy>) -> Vec<Contest> {
    let lines = include_str!("../contests.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.filter_map(|line| contest(line, fairy)).collect()
}

fn contest(line: &str, fairy: Option<&Fairy>) -> Option<Contest> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [what, game, peer, times] = words[..] else { panic!("not a contest: {line}") };
    let perft = what == "perft";
    let ours = |id: &str| if perft { Ours::perft(id) } else { Ours::games(id) };
    let (peer, name) = peer.split_once(':').unwrap_or((peer, game));
    let theirs: Box<dyn Worker> = match peer {
        "cozy-chess" if perft => Cozy::perft(),
        "cozy-chess" => Cozy::games(),
        "haitaka" if perft => Haitaka::perft(),
        "haitaka" => Haitaka::games(),
        "fairy-stockfish" => fairy?.perft(name)?,
        "ours" => ours(name),
        _ => panic!("no such peer: {line}"),
    };
    Some(Contest {
        what: format!("{game} {what}"),
        sides: [ours(game), theirs],
        executor: crate::ours::executor(game),
        target: Some(times.parse().expect("a number of times")),
        // Two games of ours have no counts in common.
        same: peer != "ours",
    })
}
