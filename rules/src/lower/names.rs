//! The words that mean something, and whether names are taken twice.

use chator_grammar::ast::DefineBody;
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use super::Lowering;
use crate::suggest::nearest;

/// The words of the language that stand in expressions. None can name a piece, a state or a definition.
pub(crate) const WORDS: [&str; 21] = [
    "own",
    "enemy",
    "next",
    "man",
    "royal",
    "empty",
    "none",
    "board",
    "home",
    "it",
    "origin",
    "target",
    "path",
    "taken",
    "attacker",
    "attacked",
    "checking",
    "stuck",
    "played",
    "occurrences",
    "since",
];

/// The calls of the language.
pub(crate) const CALLS: [&str; 7] =
    ["count", "min", "max", "without", "attacked-by", "attacking", "played"];

/// Words for turning on the way.
pub(crate) const TURNS: [&str; 4] = ["ahead", "outward", "aside", "back"];

impl Lowering<'_> {
    /// Reports names that mean two things.
    pub(super) fn check_names(&mut self) {
        let outline = self.outline;
        let kinds = outline.kinds.iter().map(|(n, k)| (n, k.span, "piece"));
        let cells = outline.cells.iter().map(|(n, c)| (n, c.decl.name.span, "state"));
        // Groups of clauses are named by `use` alone, so they are in nobody's way.
        let values =
            outline.defines.iter().filter(|(_, d)| !matches!(d.body, DefineBody::Items(_)));
        let defines = values.map(|(n, d)| (n, d.name.span, "definition"));
        let players = outline.players.iter().map(|p| (&p.name.text, p.name.span, "player"));
        let all: Vec<(&String, Span, &str)> =
            kinds.chain(cells).chain(defines).chain(players).collect();
        let directions = self.geometry.direction_words();
        for (i, (name, span, what)) in all.iter().enumerate() {
            let builtin = WORDS.contains(&name.as_str())
                || CALLS.contains(&name.as_str())
                || TURNS.contains(&name.as_str());
            if builtin || directions.contains(name) || self.geometry.square(name).is_some() {
                let meaning = if builtin {
                    "a word of the language"
                } else if directions.contains(name) {
                    "a direction of the board"
                } else {
                    "a square of the board"
                };
                self.error(
                    "E0203",
                    *span,
                    format!("`{name}` cannot name a {what}"),
                    &format!("it is {meaning}"),
                );
                continue;
            }
            if let Some((_, first, other)) = all[..i].iter().find(|(n, ..)| n == name) {
                self.diagnostics.push(
                    Diagnostic::error("E0202", *span, format!("`{name}` names two things"))
                        .label(format!("a {what} here"))
                        .related(*first, format!("a {other} here")),
                );
            }
        }
    }

    /// Reports a word that means nothing, with the nearest that does.
    pub(super) fn unknown(&mut self, word: &str, span: Span, wanted: &str) {
        if !self.reported.insert((span, word.to_owned())) {
            return;
        }
        let mut known: Vec<String> = WORDS.iter().chain(&CALLS).map(|w| (*w).to_owned()).collect();
        known.extend(self.outline.kinds.keys().cloned());
        known.extend(self.outline.cells.keys().cloned());
        known.extend(self.outline.defines.keys().cloned());
        known.extend(self.players.keys().cloned());
        known.extend(self.geometry.direction_words());
        known.extend(TURNS.iter().map(|w| (*w).to_owned()));
        let mut error = Diagnostic::error("E0201", span, format!("nothing is called `{word}`"))
            .label(wanted.to_owned());
        let number = word.rsplit_once('-').filter(|(_, n)| n.parse::<u32>().is_ok());
        if let Some(span) = self.outline.gone.get(word) {
            // The name is right: what it names is gone, and no other name would mend that.
            // What a definition says may serve several clauses, so it is the one to change.
            let clause = self.clause.as_ref().filter(|_| self.opened.is_empty());
            error = error.related(*span, "removed here").help(match clause {
                Some(clause) => format!("`{clause}` still names it: replace or remove that too"),
                None => format!("what still names `{word}` must be replaced or removed too"),
            });
        } else if let Some((name, number)) =
            number.filter(|(name, _)| known.iter().any(|k| k == name))
        {
            let apart = format!("{name} - {number}");
            error = error.help(format!("a difference has blanks: `{apart}`")).fix(span, apart);
        } else if let Some(hint) = nearest(word, known.iter().map(String::as_str)) {
            error = error.help(format!("did you mean `{hint}`?")).fix(span, hint);
        }
        self.diagnostics.push(error);
    }
}
