//! Text to rules: parses a file and what it extends, settles the options, lowers and checks.

use std::collections::BTreeSet;

use chator_grammar::ast::{File, Item, ItemKind};
use chator_grammar::diagnostic::{Diagnostic, Severity};
use chator_grammar::parse::parse;
use chator_grammar::source::{FileId, Source, Span};

use crate::check::check;
use crate::flatten::flatten;
use crate::limits::{MAX_EXTENDS, cut};
use crate::lower::lower;
use crate::options::Options;
use crate::outline::RuleTest;
use crate::ruleset::Rules;
use crate::source_map::SourceMap;
use crate::suggest::nearest;

/// Where rule files come from. The only door to the outside world.
pub trait Library {
    /// The text and full name of the file that `path` means when `from` extends it: a library id
    /// such as `family/game`, or a path relative to `from`.
    fn find(&self, path: &str, from: &str) -> Option<(String, String)>;
    /// The ids that could be meant, for suggestions.
    fn ids(&self) -> Vec<String>;
    /// Name and text of each file of the prelude.
    fn prelude(&self) -> Vec<(String, String)>;
}

/// A game that can be played, with what people want to know about its text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The IR.
    pub rules: Rules,
    /// Where its parts stand.
    pub map: SourceMap,
    /// The tests of the game's own file.
    pub tests: Vec<RuleTest>,
    /// All files that took part: first the game's own, then its bases, then the prelude.
    pub files: Vec<Source>,
    /// What is doubtful.
    pub warnings: Vec<Diagnostic>,
}

/// Why a file cannot be played.
#[derive(Clone, Debug)]
pub struct Failure {
    /// All that was found, errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The files the places point into.
    pub files: Vec<Source>,
}

/// Loads a game.
///
/// # Errors
/// All mistakes of all files involved, each with its place.
pub fn load(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    library: &dyn Library,
) -> Result<Loaded, Failure> {
    let mut loader = Loader { library, files: Vec::new(), diagnostics: Vec::new() };
    let own = loader.read(name, text);
    let heading = heading(&own);
    let mut chain = vec![own];
    let mut inherited = Vec::new();
    loader.follow(&mut chain, &mut inherited);
    let prelude: Vec<File> =
        library.prelude().iter().map(|(name, text)| loader.read(name, text)).collect();
    let Loader { files, mut diagnostics, .. } = loader;

    chain.reverse();
    let broken = broken_words(&diagnostics, &files);
    let read = diagnostics.len();
    // Settings of the user come last, so they win over those of an `extends` line.
    inherited.extend(settings.iter().map(|(n, v)| (n.clone(), v.clone(), None)));
    let options = Options::collect(
        chain.iter().flat_map(|f| &f.items),
        &inherited,
        heading,
        &mut diagnostics,
    );
    for file in &chain {
        options.scan(&file.items, &mut diagnostics);
    }
    let count = prelude.len();
    let ordered: Vec<File> = prelude.into_iter().chain(chain).collect();
    let outline = flatten(&ordered, count, &options, heading, &mut diagnostics);
    let lowered = lower(outline, &options, &mut diagnostics);
    let failed = |d: &[Diagnostic]| d.iter().any(|d| d.severity == Severity::Error);
    if let Some(lowered) = &lowered
        && !failed(&diagnostics)
    {
        check(lowered, &mut diagnostics);
        diagnostics.extend(options.unread());
    }
    if let Some(words) = &broken {
        let mut number = 0;
        diagnostics.retain(|d| {
            number += 1;
            number <= read || is_news(d, words, &files)
        });
    }
    diagnostics.sort_by_key(|d| (d.span.file, d.span.start, d.span.end));
    diagnostics.dedup();
    cut(&mut diagnostics);
    match lowered {
        Some(lowered) if !failed(&diagnostics) => Ok(Loaded {
            rules: lowered.rules,
            map: lowered.map,
            tests: lowered.tests,
            files,
            warnings: diagnostics,
        }),
        _ => Err(Failure { diagnostics, files }),
    }
}

struct Loader<'a> {
    library: &'a dyn Library,
    files: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
}

impl Loader<'_> {
    fn read(&mut self, name: &str, text: &str) -> File {
        let id = FileId(self.files.len() as u16);
        let source = Source { id, name: name.to_owned(), text: text.to_owned() };
        let (file, found) = parse(&source);
        self.diagnostics.extend(found);
        self.files.push(source);
        file
    }

    /// Reads the bases of the last file in `chain`, one after the other.
    fn follow(
        &mut self,
        chain: &mut Vec<File>,
        settings: &mut Vec<(String, String, Option<Span>)>,
    ) {
        loop {
            let Some(base) = chain.last().and_then(|file| {
                file.items.iter().find_map(|item| match &item.kind {
                    ItemKind::Game { base, .. } => base.clone(),
                    _ => None,
                })
            }) else {
                return;
            };
            let from = self.files.last().map_or_else(String::new, |f| f.name.clone());
            for (i, (option, _)) in base.settings.iter().enumerate() {
                if base.settings[..i].iter().any(|(o, _)| o.text == option.text) {
                    let message = format!("the option `{}` is set twice", option.text);
                    let error = Diagnostic::error("E0202", option.span, message);
                    self.diagnostics.push(error.label("set before"));
                }
            }
            // The nearest file's settings win, so the farther ones go in front.
            let set =
                base.settings.iter().map(|(n, v)| (n.text.clone(), v.text.clone(), Some(v.span)));
            settings.splice(0..0, set);
            let Some((name, text)) = self.library.find(&base.path.text, &from) else {
                let ids = self.library.ids();
                let mut error = Diagnostic::error(
                    "E0207",
                    base.path.span,
                    format!("there is no game `{}` to extend", base.path.text),
                )
                .label("neither in the library nor beside this file");
                if let Some(hint) = nearest(&base.path.text, ids.iter().map(String::as_str)) {
                    error = error.help(format!("did you mean `{hint}`?")).fix(base.path.span, hint);
                }
                self.diagnostics.push(error);
                return;
            };
            if self.files.iter().any(|f| f.name == name) {
                let names: Vec<&str> = self.files.iter().map(|f| f.name.as_str()).collect();
                self.diagnostics.push(
                    Diagnostic::error("E0208", base.path.span, "these files extend each other")
                        .label(format!("this leads back to {name}"))
                        .help(format!("the chain is {} -> {name}", names.join(" -> "))),
                );
                return;
            }
            if chain.len() == MAX_EXTENDS {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0511",
                        base.path.span,
                        format!("more than {MAX_EXTENDS} files extend one another"),
                    )
                    .label("the limit is reached here"),
                );
                return;
            }
            let file = self.read(&name, &text);
            chain.push(file);
        }
    }
}

/// The words of the lines that could not be read, if there are any.
fn broken_words(diagnostics: &[Diagnostic], files: &[Source]) -> Option<BTreeSet<String>> {
    let errors: Vec<&Diagnostic> =
        diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    if errors.is_empty() {
        return None;
    }
    let syntax = errors.iter().filter(|d| d.code.0.starts_with("E01"));
    let lines = syntax.filter_map(|d| {
        let file = &files[d.span.file.0 as usize];
        file.line(file.location(d.span.start).line)
    });
    Some(lines.flat_map(words).collect())
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').map(str::to_owned)
}

/// A line that could not be read is missing from the game. That others miss it is no news, and
/// what such a game means is not worth a word.
fn is_news(diagnostic: &Diagnostic, broken: &BTreeSet<String>, files: &[Source]) -> bool {
    match diagnostic.code.0 {
        // Without its heading a file has lost its base, and with it most names.
        _ if broken.contains("game") => false,
        "E0213" | "E0214" | "E0308" => false,
        code if code.starts_with("E04") || code.starts_with('W') => false,
        code if code.starts_with("E02") || code.starts_with("E03") => {
            let place = files[diagnostic.span.file.0 as usize].slice(diagnostic.span);
            !words(place)
                .any(|word| broken.contains(&word) || broken.contains(&word.to_uppercase()))
        }
        _ => true,
    }
}

/// The place that stands for the whole game.
fn heading(file: &File) -> Span {
    let title = |item: &&Item| matches!(item.kind, ItemKind::Game { .. });
    file.items.iter().find(title).or(file.items.first()).map_or_else(Span::default, |i| i.span)
}
