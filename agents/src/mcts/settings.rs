//! What can be chosen about a search, each part for itself, so that its worth can be measured.

use std::fmt;
use std::str::FromStr;

use crate::budget::Budget;
use crate::keys::{AgentError, Keys, Setting};

/// How an [`Mcts`](crate::Mcts) searches.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// How long for each move: `nodes` (iterations, else 4000), `time`, `cpu` (of all threads
    /// together).
    pub budget: Budget,
    /// `seed`: where its chance comes from. Default 0.
    pub seed: u64,
    /// `threads`: how many grow the tree together. Only one repeats itself. Default 1.
    pub threads: u32,
    /// `hash`: megabytes of the tree, about. When it is full, the nodes looked at least become
    /// leaves again until half of it is free. Default 128.
    pub hash: u32,
    /// `select`: by which formula the next move is chosen. Default `ucb`.
    pub select: Select,
    /// `c`: the weight of what was looked at little. By default what suits the formula and the
    /// leaf.
    pub exploration: Option<f64>,
    /// `urgency`: with `puct`, a move not looked at yet promises so much less than its position
    /// does. Default 0.05.
    pub urgency: f64,
    /// `leaf`: where the value of a leaf comes from. Default `auto`.
    pub leaf: Leaf,
    /// `cut`: random plies before captures are followed, with `leaf=cut`. Default 8.
    pub cut: u32,
    /// `settle`: how many captures in a row are followed at most. Default 8.
    pub settle: u32,
    /// `lean`: the weight of the best line seen ahead against the mean of all lines, from 0 to 1.
    /// By default 0.8, and 0 where leaves are played out to the end.
    pub lean: Option<f64>,
    /// `fade`: after so many visits that weight has fallen to a half; 0: it never falls.
    /// Default 10000.
    pub fade: u32,
    /// `mast`: how often a random move is left to chance, the others being those that did best in
    /// earlier playouts; 1: all are. Default 1.
    pub mast: f64,
    /// `solver`: are certain results carried up the tree? Default `on`.
    pub solver: bool,
    /// `transpositions`: do lines that lead to the same position share it? Default `on`.
    pub transpositions: bool,
    /// `reuse`: is what was found about the position kept from one move to the next? Default `on`.
    pub reuse: bool,
    /// `order`: are moves that gain most looked at first, else in random order? Default `on`.
    pub order: bool,
    /// `repeats`: is a position that has stood before given up as a draw? Lines that share
    /// positions always do so, or they would not end. Default `on`.
    pub repeats: bool,
    /// `prove`: is a forced win looked for before anything else, between two and with a tenth of the
    /// budget? Default `on`.
    pub prove: bool,
    /// `offers`: which moves that declare something besides are looked at. Default `root`.
    pub offers: Offers,
}

/// By which formula the next move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// Each move once, then by an upper bound of what it promises (Auer, Cesa-Bianchi and
    /// Fischer 2002).
    Ucb,
    /// By what it promises and how likely it looked at first (Rosin 2011).
    Puct,
}

/// Where the value of a leaf comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// `settle` in games in which men are taken, else `playout`.
    Auto,
    /// From the men, when captures and promotions have been played out.
    Settle,
    /// The same after some random plies.
    Cut,
    /// From a random game to the end.
    Playout,
}

/// Which moves that declare something besides are looked at. Each is a move that is there
/// without the declaration, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offers {
    /// At the root, by one iteration in eight; below it none.
    Root,
    /// All, as if they were moves like others.
    All,
    /// None, unless there are no others.
    None,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            budget: Budget::nodes(4_000),
            seed: 0,
            threads: 1,
            hash: 128,
            select: Select::Ucb,
            exploration: None,
            urgency: 0.05,
            leaf: Leaf::Auto,
            cut: 8,
            settle: 8,
            lean: None,
            fade: 10_000,
            mast: 1.0,
            solver: true,
            transpositions: true,
            reuse: true,
            order: true,
            repeats: true,
            prove: true,
            offers: Offers::Root,
        }
    }
}

/// A word for each value of a setting.
macro_rules! words {
    ($kind:ident: $($value:ident = $word:literal),*) => {
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($kind::$value => $word),* })
            }
        }

        impl Setting for $kind {
            const TAKES: &'static str = concat!("one of" $(, " ", $word)*);
        }

        impl FromStr for $kind {
            type Err = ();

            fn from_str(text: &str) -> Result<$kind, ()> {
                match text { $($word => Ok($kind::$value),)* _ => Err(()) }
            }
        }
    };
}

words!(Select: Ucb = "ucb", Puct = "puct");
words!(Leaf: Auto = "auto", Settle = "settle", Cut = "cut", Playout = "playout");
words!(Offers: Root = "root", All = "all", None = "none");

fn switch(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

impl Settings {
    /// What help texts say.
    pub(crate) const HELP: &'static str = "Monte Carlo tree search; nodes=N (iterations, else \
        4000), time=200ms or 1.5s, cpu=200ms, seed=N, threads=N, hash=MB; select=ucb|puct, c=X, \
        urgency=X, leaf=auto|settle|cut|playout, cut=N, settle=N, lean=X, fade=N, mast=X, \
        solver|transpositions|reuse|order|repeats|prove=on|off, offers=root|all|none; \
        mcts:plain: nothing but random playouts";

    /// UCT as Kocsis and Szepesvári (2006) have it, with random playouts to the end and nothing
    /// else: what other searches are measured against.
    pub fn plain() -> Settings {
        Settings {
            select: Select::Ucb,
            exploration: Some(0.7),
            leaf: Leaf::Playout,
            lean: Some(0.0),
            solver: false,
            transpositions: false,
            reuse: false,
            order: false,
            repeats: false,
            prove: false,
            offers: Offers::All,
            ..Settings::default()
        }
    }

    /// The text before the keys, and what it stands for.
    pub(crate) fn base(text: &str) -> (Settings, &str) {
        let (first, rest) = text.split_once(',').unwrap_or((text, ""));
        if first.trim() == "plain" {
            (Settings::plain(), rest)
        } else {
            (Settings::default(), text)
        }
    }

    /// The settings with these keys, the others as they are.
    pub(crate) fn read(self, keys: &mut Keys<'_>) -> Result<Settings, AgentError> {
        let mut on = |key, usual: bool| -> Result<bool, AgentError> {
            Ok(keys.switch(key)?.unwrap_or(usual))
        };
        let solver = on("solver", self.solver)?;
        let transpositions = on("transpositions", self.transpositions)?;
        let reuse = on("reuse", self.reuse)?;
        let order = on("order", self.order)?;
        let repeats = on("repeats", self.repeats)?;
        let prove = on("prove", self.prove)?;
        Ok(Settings {
            budget: keys.budget()?.unwrap_or(self.budget),
            seed: keys.take("seed")?.unwrap_or(self.seed),
            threads: keys.whole("threads", 1, 256)?.unwrap_or(self.threads),
            hash: keys.whole("hash", 1, 1 << 14)?.unwrap_or(self.hash),
            select: keys.take("select")?.unwrap_or(self.select),
            exploration: keys.number("c", 0.0, 100.0)?.or(self.exploration),
            urgency: keys.number("urgency", -1.0, 1.0)?.unwrap_or(self.urgency),
            leaf: keys.take("leaf")?.unwrap_or(self.leaf),
            cut: keys.whole("cut", 0, 1_000)?.unwrap_or(self.cut),
            settle: keys.whole("settle", 0, 64)?.unwrap_or(self.settle),
            lean: keys.number("lean", 0.0, 1.0)?.or(self.lean),
            fade: keys.whole("fade", 0, u32::MAX)?.unwrap_or(self.fade),
            mast: keys.number("mast", 0.0, 1.0)?.unwrap_or(self.mast),
            solver,
            transpositions,
            reuse,
            order,
            repeats,
            prove,
            offers: keys.take("offers")?.unwrap_or(self.offers),
        })
    }

    /// All settings but the budget, as keys; none for what is left to the search.
    fn keys(&self) -> [(&'static str, Option<String>); 19] {
        let number = |x: Option<f64>| x.map(|x| x.to_string());
        [
            ("seed", Some(self.seed.to_string())),
            ("threads", Some(self.threads.to_string())),
            ("hash", Some(self.hash.to_string())),
            ("select", Some(self.select.to_string())),
            ("c", number(self.exploration)),
            ("urgency", number(Some(self.urgency))),
            ("leaf", Some(self.leaf.to_string())),
            ("cut", Some(self.cut.to_string())),
            ("settle", Some(self.settle.to_string())),
            ("lean", number(self.lean)),
            ("fade", Some(self.fade.to_string())),
            ("mast", number(Some(self.mast))),
            ("solver", Some(switch(self.solver).to_string())),
            ("transpositions", Some(switch(self.transpositions).to_string())),
            ("reuse", Some(switch(self.reuse).to_string())),
            ("order", Some(switch(self.order).to_string())),
            ("repeats", Some(switch(self.repeats).to_string())),
            ("prove", Some(switch(self.prove).to_string())),
            ("offers", Some(self.offers.to_string())),
        ]
    }

    /// What has to be said besides a base; none if it cannot be said.
    fn beyond(&self, base: &Settings) -> Option<Vec<String>> {
        let mut said = Vec::new();
        if self.budget != base.budget && !self.budget.is_endless() {
            said.push(self.budget.to_string());
        }
        for ((key, own), (_, usual)) in self.keys().into_iter().zip(base.keys()) {
            if own != usual {
                said.push(format!("{key}={}", own?));
            }
        }
        Some(said)
    }
}

/// As the name of an agent: `mcts:nodes=500,solver=off`, or with fewer words `mcts:plain`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.beyond(&Settings::default()).unwrap_or_default();
        if let Some(mut plain) = self.beyond(&Settings::plain()) {
            plain.insert(0, "plain".to_owned());
            if plain.len() < words.len() {
                words = plain;
            }
        }
        let gap = if words.is_empty() { "" } else { ":" };
        write!(f, "mcts{gap}{}", words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Settings {
        let rest = text.strip_prefix("mcts").unwrap();
        let (base, rest) = Settings::base(rest.strip_prefix(':').unwrap_or(rest));
        let mut keys = Keys::read("mcts", rest).unwrap();
        let settings = base.read(&mut keys).unwrap();
        keys.end().unwrap();
        settings
    }

    #[test]
    fn every_key_is_read_and_said() {
        let usual = Settings::default();
        for text in [
            "nodes=7,time=20ms,cpu=3ms",
            "seed=3",
            "threads=2",
            "hash=1",
            "select=puct",
            "c=0.25",
            "urgency=0.5",
            "leaf=cut",
            "cut=3",
            "settle=2",
            "lean=0.5",
            "fade=10",
            "mast=0.4",
            "solver=off",
            "transpositions=off",
            "reuse=off",
            "order=off",
            "repeats=off",
            "prove=off",
            "offers=none",
        ] {
            let text = format!("mcts:{text}");
            let settings = read(&text);
            assert_ne!(settings, usual, "{text}");
            assert_eq!(settings.to_string(), text);
        }
    }

    #[test]
    fn plain_is_a_name_and_takes_keys() {
        assert_eq!(read("mcts:plain"), Settings::plain());
        for text in ["mcts:plain", "mcts:plain,time=100ms", "mcts:plain,cpu=5ms,solver=on"] {
            assert_eq!(read(text).to_string(), text);
        }
        // Whichever way it is said, the same settings come back.
        let mixed =
            read("mcts:plain,c=0.3,leaf=auto,reuse=on,order=on,repeats=on,prove=on,lean=0.5");
        assert_eq!(read(&mixed.to_string()), mixed);
    }
}
