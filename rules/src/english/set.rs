//! Sets of squares in English. A set is said as the squares or men it holds: "an enemy guard",
//! "rank 2", "the square one step forward of it".

use super::{Writer, list};
use crate::board::Turn;
use crate::set::{Dirs, PlayerRef, Set, Side};

/// Does the set hold only men that attack, or would?
fn attacks(set: &Set) -> bool {
    match set {
        Set::Attacking(_) => true,
        Set::Without(_, inner) => attacks(inner),
        _ => false,
    }
}

impl Writer<'_> {
    /// What stands there, or where it is, as a noun phrase without article.
    pub(crate) fn set(&self, set: &Set) -> String {
        match set {
            Set::None => "nothing".into(),
            Set::Board => "any square".into(),
            Set::Squares(list) => {
                list.iter().map(|&s| self.square(s)).collect::<Vec<_>>().join(" or ")
            }
            Set::Ranks(a, b) if a == b => format!("rank {a}"),
            Set::Ranks(a, b) => format!("ranks {a} to {b}"),
            Set::LastRanks(1, 1) => "the last rank".into(),
            Set::LastRanks(a, b) => format!("the last ranks but {} to {}", a - 1, b - 1),
            Set::Files(a, b) => {
                let name = |f: &u16| &self.geometry.file_names[usize::from(*f - 1)];
                if a == b {
                    format!("file {}", name(a))
                } else {
                    format!("files {} to {}", name(a), name(b))
                }
            }
            Set::Edge(dirs) => format!("squares with nothing {} of them", self.dirs(dirs)),
            Set::Empty => "empty squares".into(),
            Set::Men(Side::Own) => "own men".into(),
            Set::Men(Side::Enemy) => "enemy men".into(),
            Set::Men(Side::Any) => "men".into(),
            Set::Kinds(kinds) => self.kinds(kinds, "or"),
            Set::Royal => "royal men".into(),
            Set::Home => "its starting squares".into(),
            Set::It => "it".into(),
            Set::Origin => "the square it left".into(),
            Set::Target => "the square it reached".into(),
            Set::Path => "the squares it passed".into(),
            Set::Taken => "the squares where men were taken".into(),
            Set::Attacker => "the attacker".into(),
            Set::Cell(id) => format!("squares marked `{}`", self.cell(*id)),
            Set::Toward(dirs, of) => {
                format!("the square one step {} of {}", self.dirs(dirs), self.set(of))
            }
            Set::Along(dirs, of) => format!("the line {} of {}", self.dirs(dirs), self.set(of)),
            Set::Nearest(dirs, of) => {
                format!("the first man {} of {}", self.dirs(dirs), self.set(of))
            }
            Set::Attacked(by) if **by == Set::Board => "squares the enemy attacks".into(),
            Set::Attacked(by) => format!("squares attacked by enemy {}", self.set(by)),
            Set::Attacking(of) => format!("enemy men that attack {}", self.set(of)),
            Set::Checking => "men that give check".into(),
            Set::And(parts) => self.meet(parts),
            Set::Or(parts) => {
                let texts: Vec<String> = parts.iter().map(|p| self.set(p)).collect();
                list(&texts, "or")
            }
            Set::Not(inner) => format!("what is not {}", self.set(inner)),
            Set::Chosen(inner) => format!("one of {}, by choice", self.set(inner)),
            Set::Was(inner) => format!("what was {}", self.set(inner)),
            Set::Without(lifted, inner) => {
                format!("what would be {} without {}", self.set(inner), self.set(lifted))
            }
            Set::As(who, inner) => format!("{} as {} has it", self.set(inner), self.player(*who)),
        }
    }

    /// `enemy guard on rank 2, not marked`: whose, what, then where.
    fn meet(&self, parts: &[Set]) -> String {
        let mut words = Vec::new();
        for part in parts {
            match part {
                Set::Men(Side::Own) => words.push("own".to_owned()),
                Set::Men(Side::Enemy) => words.push("enemy".to_owned()),
                _ => {}
            }
        }
        let mut noun = None;
        let mut places = Vec::new();
        for part in parts {
            match part {
                Set::Men(Side::Own | Side::Enemy) => {}
                Set::Kinds(kinds) => noun = Some(self.kinds(kinds, "or")),
                Set::Royal => words.push("royal".into()),
                Set::Checking => words.push("check-giving".into()),
                Set::Empty => words.push("empty".into()),
                Set::Not(inner) => places.push(format!("not {}", self.told(inner))),
                Set::Ranks(..) | Set::LastRanks(..) | Set::Files(..) => {
                    places.push(format!("on {}", self.set(part)));
                }
                Set::Origin => places.push("on the square it left".into()),
                other => places.push(match self.participle(other) {
                    Some(text) => text,
                    None => format!("at {}", self.set(other)),
                }),
            }
        }
        if parts.iter().any(attacks) && !words.iter().any(|w| w == "own" || w == "enemy") {
            words.insert(0, "enemy".into());
        }
        let men = parts.iter().any(|p| matches!(p, Set::Men(_) | Set::Royal | Set::Checking));
        words.push(noun.unwrap_or_else(|| if men { "men".into() } else { "squares".into() }));
        if !places.is_empty() {
            words.push(places.join(", "));
        }
        words.join(" ")
    }

    /// What they do or are, where that can be said of the men themselves.
    fn participle(&self, set: &Set) -> Option<String> {
        match set {
            Set::Cell(id) => Some(format!("marked `{}`", self.cell(*id))),
            Set::Attacking(of) => Some(format!("attacking {}", self.set(of))),
            Set::Was(inner) => Some(format!("before the move {}", self.told(inner))),
            Set::Without(lifted, inner) => {
                let text = self.participle(inner)?;
                Some(format!("{text} were it not for {}", self.set(lifted)))
            }
            _ => None,
        }
    }

    /// A participle, or the set as a noun.
    fn told(&self, set: &Set) -> String {
        self.participle(set).unwrap_or_else(|| self.set(set))
    }

    pub(crate) fn dirs(&self, dirs: &Dirs) -> String {
        match dirs {
            Dirs::Named { words, .. } => match words.as_str() {
                "forward-diagonal" => "diagonally forward".into(),
                "backward-diagonal" => "diagonally backward".into(),
                other => other.to_owned(),
            },
            Dirs::Turn(Turn::Ahead) => "straight on".into(),
            Dirs::Turn(Turn::Outward) => "outward".into(),
            Dirs::Turn(Turn::Aside) => "aside".into(),
            Dirs::Turn(Turn::Back) => "back".into(),
        }
    }

    /// Directions as an adverb: "diagonally", "in any direction", "forward".
    pub(crate) fn way(&self, dirs: &Dirs) -> String {
        match dirs {
            Dirs::Named { words, .. } => words
                .split(" or ")
                .map(|word| match word {
                    "any" => "in any direction",
                    "orthogonal" => "orthogonally",
                    "diagonal" => "diagonally",
                    "vertical" => "vertically",
                    "forward-diagonal" => "diagonally forward",
                    "backward-diagonal" => "diagonally backward",
                    other => other,
                })
                .collect::<Vec<_>>()
                .join(" or "),
            Dirs::Turn(_) => self.dirs(dirs),
        }
    }

    /// `a guard`, `an enemy guard on rank 2`: one of a set of men.
    pub(crate) fn one(&self, set: &Set) -> String {
        let text = match set {
            Set::Men(Side::Any) => "man".into(),
            Set::Men(Side::Own) => "own man".into(),
            Set::Men(Side::Enemy) => "enemy man".into(),
            other => self.set(other),
        };
        if text.starts_with("the ") || text.starts_with("its ") {
            return format!("anything on {text}");
        }
        let text = match text.strip_prefix("squares ") {
            Some(rest) => format!("square {rest}"),
            None => text,
        };
        let article = if text.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {text}")
    }

    pub(crate) fn player(&self, player: PlayerRef) -> String {
        match player {
            PlayerRef::Own => "the player".into(),
            PlayerRef::Enemy => "the opponent".into(),
            PlayerRef::Next => "the next player".into(),
            PlayerRef::Player(id) => self.player_name(id.0).to_owned(),
        }
    }
}
