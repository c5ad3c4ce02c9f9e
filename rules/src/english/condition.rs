//! Conditions and numbers in English.

use super::{Writer, list};
use crate::set::{CellId, Comparison, Cond, Number, PlayerRef, Set, Subject};

impl Writer<'_> {
    pub(crate) fn all(&self, conds: &[Cond]) -> String {
        let texts: Vec<String> = conds.iter().map(|c| self.part(c)).collect();
        list(&texts, "and")
    }

    /// A condition inside a longer one: alternatives in brackets.
    fn part(&self, cond: &Cond) -> String {
        match cond {
            Cond::Any(_) => format!("({})", self.cond(cond)),
            _ => self.cond(cond),
        }
    }

    pub(crate) fn cond(&self, cond: &Cond) -> String {
        self.seen_by(cond, PlayerRef::Own)
    }

    fn seen_by(&self, cond: &Cond, who: PlayerRef) -> String {
        let subject = self.player(who);
        let eyes = |text: String| match who {
            PlayerRef::Own => text,
            _ => format!("{text} (as {subject} sees it)"),
        };
        match cond {
            Cond::Const(true) => "always".into(),
            Cond::Const(false) => "never".into(),
            Cond::Some(Set::Taken) => "a man was taken".into(),
            Cond::Some(Set::Origin) => "it came from the board".into(),
            Cond::Some(Set::Was(set)) => {
                eyes(format!("before the move there was {}", self.one(set)))
            }
            Cond::Some(set) => eyes(format!("there is {}", self.one(set))),
            Cond::Within(a, b) => eyes(format!("{} is among {}", self.set(a), self.set(b))),
            Cond::Compare(
                Comparison::Equal,
                Number::Count(Set::Men(crate::set::Side::Own)),
                Number::Const(n),
            ) => {
                format!("{subject} has exactly {n} {}", if *n == 1 { "man" } else { "men" })
            }
            Cond::Compare(how, a, b) => {
                let how = match how {
                    Comparison::Equal => "is",
                    Comparison::NotEqual => "is not",
                    Comparison::Less => "is less than",
                    Comparison::AtMost => "is at most",
                    Comparison::Greater => "is more than",
                    Comparison::AtLeast => "is at least",
                };
                eyes(format!("{} {how} {}", self.number(a), self.number(b)))
            }
            Cond::Flag(id, of) => self.flag(*id, of, who),
            Cond::InCheck => format!("{subject} is in check"),
            Cond::Stuck => format!("{subject} has no legal move"),
            Cond::Played(names) => format!("the move was {}", list(names, "or")),
            Cond::Is(a, b) => format!("{} is {}", self.player(*a), self.player(*b)),
            Cond::Not(inner) => match &**inner {
                Cond::Some(Set::Taken) => "no man was taken".into(),
                Cond::Some(Set::Origin) => "it was dropped".into(),
                Cond::Some(Set::Was(set)) => {
                    eyes(format!("before the move there was no {}", self.set(set)))
                }
                Cond::Some(set) => eyes(format!("there is no {}", self.set(set))),
                Cond::Within(a, b) => eyes(format!("{} is not among {}", self.set(a), self.set(b))),
                Cond::InCheck => format!("{subject} is not in check"),
                Cond::Stuck => format!("{subject} has a legal move"),
                Cond::Flag(id, of) => {
                    let flag = self.flag(*id, of, who);
                    match flag.split_once(" has ") {
                        Some((owner, name)) => format!("{owner} does not have {name}"),
                        None => format!("it is not so that {flag}"),
                    }
                }
                other => format!("it is not so that {}", self.seen_by(other, who)),
            },
            Cond::All(parts) => {
                let texts: Vec<String> = parts
                    .iter()
                    .map(|p| match p {
                        Cond::Any(_) => format!("({})", self.seen_by(p, who)),
                        _ => self.seen_by(p, who),
                    })
                    .collect();
                list(&texts, "and")
            }
            Cond::Any(parts) => {
                let texts: Vec<String> = parts.iter().map(|p| self.seen_by(p, who)).collect();
                list(&texts, "or")
            }
            Cond::Was(inner) => format!("before the move, {}", self.seen_by(inner, who)),
            Cond::As(player, inner) => self.seen_by(inner, *player),
            Cond::Without(set, inner) => {
                format!("without {}, {}", self.set(set), self.seen_by(inner, who))
            }
        }
    }

    fn flag(&self, id: CellId, of: &Subject, who: PlayerRef) -> String {
        let name = self.cell(id);
        match of {
            Subject::Own => match self.rules.cells[id.0 as usize].per {
                crate::ruleset::Per::Game => format!("`{name}` holds"),
                _ => format!("{} has `{name}`", self.player(who)),
            },
            Subject::Player(player) => format!("{} has `{name}`", self.player(*player)),
            Subject::At(set) => format!("{} has `{name}`", self.set(set)),
        }
    }

    pub(crate) fn number(&self, number: &Number) -> String {
        match number {
            Number::Const(n) => n.to_string(),
            Number::Count(set) => format!("the number of {}", self.set(set)),
            Number::Cell(id, Subject::Own) => format!("`{}`", self.cell(*id)),
            Number::Cell(id, Subject::Player(p)) => {
                format!("`{}` of {}", self.cell(*id), self.player(*p))
            }
            Number::Cell(id, Subject::At(Set::It)) => format!("its `{}`", self.cell(*id)),
            Number::Cell(id, Subject::At(set)) => {
                format!("`{}` of {}", self.cell(*id), self.set(set))
            }
            Number::Add(a, b) => format!("{} + {}", self.number(a), self.number(b)),
            Number::Subtract(a, b) => format!("{} - {}", self.number(a), self.number(b)),
            Number::Min(a, b) => {
                format!("the smaller of {} and {}", self.number(a), self.number(b))
            }
            Number::Max(a, b) => format!("the larger of {} and {}", self.number(a), self.number(b)),
            Number::Cases(cases, last) => {
                let texts: Vec<String> = cases
                    .iter()
                    .map(|(when, value)| format!("{} if {}", self.number(value), self.cond(when)))
                    .collect();
                format!("({}, else {})", texts.join(", "), self.number(last))
            }
            Number::ByFile(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("by file {}", texts.join(" "))
            }
            Number::Held(stock, kinds) => {
                let all = match &self.rules.cells[stock.0 as usize].per {
                    crate::ruleset::Per::Stock(all) => all == kinds,
                    _ => false,
                };
                let men = if all { "men".to_owned() } else { self.kinds(kinds, "and") };
                format!("the number of {men} in `{}`", self.cell(*stock))
            }
            Number::Since => "the number of moves since this position stood first".into(),
            Number::Occurrences => "the number of times this position has stood".into(),
            Number::Was(inner) => format!("what was {}", self.number(inner)),
            Number::Without(set, inner) => {
                format!("what without {} would be {}", self.set(set), self.number(inner))
            }
            Number::As(player, inner) => {
                format!("{} as {} counts", self.number(inner), self.player(*player))
            }
        }
    }
}
