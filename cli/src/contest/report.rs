//! What came of a match, in words and as an object.

use chator::LoadedGame;
use chator::agents::arena::{self, Basis, Played};
use chator::agents::elo::elo;
use chator::agents::interval::Estimate;
use chator::agents::sprt::{Decision, ERROR, Sprt};
use serde_json::{Value, json};

use crate::args::Match;
use crate::played::{course, shell};

/// A sequential test under way.
pub(super) struct Test {
    pub(super) sprt: Sprt,
    /// The mean scores of the pairs so far.
    pub(super) pairs: Vec<f64>,
    /// The score of a game whose partner has not been played.
    pub(super) half: Option<f64>,
    pub(super) llr: f64,
}

impl Test {
    /// Counts a game, which come in their order; tells what is decided now.
    pub(super) fn goes_on_with(&mut self, played: &Played) -> Option<Decision> {
        let score = played.score(0);
        let Some(first) = self.half.take() else {
            self.half = Some(score);
            return None;
        };
        self.pairs.push(f64::midpoint(first, score));
        self.llr = self.sprt.llr(&self.pairs);
        self.decision()
    }

    fn decision(&self) -> Option<Decision> {
        Sprt::decide(self.llr)
    }

    fn object(&self) -> Value {
        let accepted = self.decision().map(|decision| match decision {
            Decision::Lower => "elo0",
            Decision::Upper => "elo1",
        });
        json!({
            "elo0": self.sprt.elo0, "elo1": self.sprt.elo1, "alpha": ERROR, "beta": ERROR,
            "llr": rounded(self.llr), "bound": rounded(Sprt::bound()), "accepted": accepted,
        })
    }

    fn lines(&self) -> Vec<String> {
        let Sprt { elo0, elo1 } = self.sprt;
        let what = match self.decision() {
            None => format!("not settled between {elo0} and {elo1} Elo"),
            Some(Decision::Lower) => format!("settled: {elo0} Elo or less, not {elo1}"),
            Some(Decision::Upper) => format!("settled: {elo1} Elo or more, not {elo0}"),
        };
        let mut lines = vec![format!(
            "sprt:      {what}; log likelihood ratio {:.2}, bounds -{bound:.2} and {bound:.2}",
            self.llr,
            bound = Sprt::bound()
        )];
        if self.decision().is_some() {
            // Well known of sequential tests; the interval is that of a match of fixed length.
            lines
                .push("           stopped there, so score and interval lean towards it".to_owned());
        }
        lines
    }
}

/// A match that is over.
pub(super) struct Report<'a> {
    pub(super) args: &'a Match,
    pub(super) loaded: &'a LoadedGame,
    pub(super) games: &'a arena::Report,
    pub(super) names: &'a [String],
    pub(super) test: Option<Test>,
    pub(super) reproducible: bool,
}

impl Report<'_> {
    /// How many pairs had 0, a half, 1, one and a half and 2 points; none if a game was shared
    /// in another way.
    fn pentanomial(&self) -> Option<[u32; 5]> {
        let mut counts = [0; 5];
        for score in self.games.pairs(0) {
            let slot = (0..5_u8).find(|&n| (score * 4.0 - f64::from(n)).abs() < 1e-9)?;
            counts[usize::from(slot)] += 1;
        }
        Some(counts)
    }

    fn is_for_two(&self) -> bool {
        self.loaded.game.rules().players.len() == 2
    }

    pub(super) fn object(&self) -> Value {
        let tally = self.games.tally(0);
        let (estimate, basis) = self.games.interval(0).unzip();
        let of = |part: fn(Estimate) -> f64| estimate.map(part);
        let two = estimate.filter(|_| self.is_for_two());
        let elo_of = |part: fn(Estimate) -> f64| two.map(part).map(|s| rounded(elo(s)));
        json!({
            "games": self.games.games.len(),
            "distinct": self.games.distinct(usize::MAX),
            "wins": tally.won,
            "draws": tally.drawn + tally.broken_off,
            "losses": tally.lost,
            "score": of(|e| e.mean),
            "low": of(|e| e.low),
            "high": of(|e| e.high),
            "interval": basis.map(|basis| match basis {
                Basis::Pairs => "pairs",
                Basis::Games => "games",
            }),
            "elo": elo_of(|e| e.mean),
            "elo_low": elo_of(|e| e.low),
            "elo_high": elo_of(|e| e.high),
            "sprt": self.test.as_ref().map(Test::object),
            "pairs": self.games.pairs(0).len(),
            "pentanomial": self.pentanomial(),
            "broken_off": tally.broken_off,
            "mean_plies": self.games.mean_plies(),
            "first": self.names[0],
            "second": self.names[1],
            "game": self.args.game,
            "openings": self.args.openings,
            "seed": self.args.seed,
            "max_plies": self.args.max_plies,
            "reproducible": self.reproducible,
            "again": self.again(),
        })
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let tally = self.games.tally(0);
        let title = &self.loaded.game.rules().title;
        let mut lines = vec![
            format!("{title}: {} against {}", self.names[0], self.names[1]),
            format!(
                "games:     {}: {} won, {} {}, {} lost",
                self.games.games.len(),
                tally.won,
                tally.drawn + tally.broken_off,
                if self.is_for_two() { "drawn" } else { "shared" },
                tally.lost
            ),
        ];
        if tally.broken_off > 0 {
            lines.push(format!(
                "           of the drawn, {} broken off at {} plies",
                tally.broken_off, self.args.max_plies
            ));
        }
        let pairs = self.games.pairs(0).len();
        if let Some([none, half, one, more, two]) = self.pentanomial() {
            lines.push(format!(
                "pairs:     {pairs}, of 0 points {none}, 1/2 {half}, 1 {one}, 3/2 {more}, 2 {two}"
            ));
        } else {
            lines.push(format!("pairs:     {pairs}"));
        }
        if let Some((Estimate { mean, low, high }, basis)) = self.games.interval(0) {
            let over = match basis {
                Basis::Pairs => "over pairs",
                Basis::Games => "over single games (Wilson)",
            };
            lines.push(format!("score:     {mean:.3}, 95 % interval {low:.3} to {high:.3} {over}"));
            if self.is_for_two() {
                let [mean, low, high] = [mean, low, high].map(|score| points(elo(score)));
                lines.push(format!("elo:       {mean}, 95 % interval {low} to {high}"));
            }
        }
        lines.extend(self.test.iter().flat_map(Test::lines));
        lines.extend(course(self.games, self.reproducible));
        lines.push(format!("again:     {}", self.again()));
        lines
    }

    /// The command that plays these games again.
    fn again(&self) -> String {
        let args = self.args;
        let agents = self.names.iter().map(|name| shell(name)).collect::<Vec<_>>().join(" ");
        let mut words = vec![
            format!("chator match {} {agents}", shell(&args.game)),
            format!("--games {} --openings {} --seed {}", args.games, args.openings, args.seed),
            format!("--max-plies {}", args.max_plies),
        ];
        words.extend(args.fen.as_ref().map(|fen| format!("--fen {}", shell(fen))));
        words.extend(args.sprt.map(|Sprt { elo0, elo1 }| format!("--sprt {elo0},{elo1}")));
        words.join(" ")
    }
}

/// Two digits behind the point: no more of it means anything, and no more is the same everywhere.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn points(elo: f64) -> String {
    format!("{elo:+.1}")
}
