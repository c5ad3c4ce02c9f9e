//! `chator check`: the mistakes of rule files, with each value of each option, their tests, and
//! rules that never come up in play.

use chator::grammar::ast::ItemKind;
use chator::grammar::diagnostic::{Diagnostic, Severity};
use chator::grammar::parse::parse;
use chator::grammar::source::Source;
use chator::rule_tests::run_tests;
use chator::unreached::{EFFORT, unreached};
use chator::{LoadError, LoadedGame};
use serde_json::{Value, json};

use crate::args::Check;
use crate::console::Console;
use crate::diagnostics;
use crate::paths::shown;
use crate::verdict::{Done, Verdict};

pub(crate) fn run(console: &mut Console, args: &Check) -> Done {
    let mut report = Report { console, json: args.json, count: Count::default() };
    for request in &args.files {
        report.request(request)?;
    }
    let Count { files, errors, warnings, passed, failed, missing } = report.count;
    if args.json {
        console.json(&json!({
            "files": files, "errors": errors, "warnings": warnings,
            "tests_passed": passed, "tests_failed": failed,
        }))?;
    } else {
        let plural = |n: usize, word: &str| match n {
            1 => format!("1 {word}"),
            _ => format!("{n} {word}s"),
        };
        let tests = format!("{} passed, {failed} failed", plural(passed, "test"));
        let mut parts = vec![format!("{}, {tests}", plural(files, "file"))];
        if errors > 0 {
            parts.push(plural(errors, "error"));
        }
        if warnings > 0 {
            parts.push(plural(warnings, "warning"));
        }
        console.line(parts.join("; "))?;
    }
    if missing > 0 {
        return Ok(Verdict::Misused);
    }
    Ok(Verdict::of(errors == 0 && failed == 0 && !(args.strict && warnings > 0)))
}

#[derive(Default)]
struct Count {
    files: usize,
    errors: usize,
    warnings: usize,
    passed: usize,
    failed: usize,
    /// Files that could not be read, and ids that there are not.
    missing: usize,
}

struct Report<'a> {
    console: &'a mut Console,
    json: bool,
    count: Count,
}

type Settings = [(String, String)];

impl Report<'_> {
    /// A file or a game with all its options.
    fn request(&mut self, request: &str) -> Done<()> {
        let read = chator::split(request)
            .and_then(|(id, settings)| chator::read(&id).map(|found| (id, settings, found)));
        let (id, settings, (name, text)) = match read {
            Ok(found) => found,
            Err(error) => return self.missing(request, &error.to_string()),
        };
        self.count.files += 1;
        let source = Source::new(name.as_str(), text.as_str());
        let (tree, found) = parse(&source);
        if tree.items.iter().any(|item| matches!(item.kind, ItemKind::Library)) {
            // What a library means shows in the games that use it.
            return self.diagnostics(&found, &[source], &[]);
        }
        let (game, mut known) = match chator::load_text(&id, &name, &text, &settings) {
            Ok(game) => {
                let warnings = game.loaded.warnings.clone();
                self.diagnostics(&warnings, &game.loaded.files, &settings)?;
                (game, warnings)
            }
            Err(LoadError::Rules(failure)) => {
                return self.diagnostics(&failure.diagnostics, &failure.files, &settings);
            }
            Err(error) => return self.missing(request, &error.to_string()),
        };
        let mut readings = Vec::new();
        for other in variations(&game) {
            let (found, files) = match chator::load_text(&id, &name, &text, &other) {
                Ok(game) => {
                    let found = (game.loaded.warnings.clone(), game.loaded.files.clone());
                    readings.push(game);
                    found
                }
                Err(LoadError::Rules(failure)) => (failure.diagnostics, failure.files),
                Err(error) => {
                    self.missing(request, &error.to_string())?;
                    continue;
                }
            };
            let fresh: Vec<Diagnostic> = found.into_iter().filter(|d| !known.contains(d)).collect();
            self.diagnostics(&fresh, &files, &other)?;
            known.extend(fresh);
        }
        // What a game does that fails its own tests says nothing about its rules.
        if self.tests(&game)? {
            let found = unreached(&game, &readings, &EFFORT);
            self.diagnostics(&found, &game.loaded.files, &settings)?;
        }
        Ok(())
    }

    fn missing(&mut self, request: &str, why: &str) -> Done<()> {
        self.count.missing += 1;
        if self.json {
            self.console.json(&json!({ "error": why, "file": request }))?;
        }
        let about = if why.contains(request) { String::new() } else { format!("{request}: ") };
        self.console.complain(format!("error: {about}{why}"));
        Ok(())
    }

    fn diagnostics(
        &mut self,
        found: &[Diagnostic],
        files: &[Source],
        settings: &Settings,
    ) -> Done<()> {
        let errors = found.iter().filter(|d| d.severity == Severity::Error).count();
        self.count.errors += errors;
        self.count.warnings += found.len() - errors;
        if self.json {
            for diagnostic in found {
                let mut object = diagnostics::object(diagnostic, files);
                object["settings"] = settings.iter().cloned().map(|(o, v)| (o, json!(v))).collect();
                self.console.json(&object)?;
            }
        } else if !found.is_empty() {
            if !settings.is_empty() {
                let settings: Vec<String> =
                    settings.iter().map(|(option, value)| format!("{option}={value}")).collect();
                let name = files.first().map_or(String::new(), |file| shown(&file.name));
                self.console.complain(format!("{name} with [{}]:", settings.join(",")));
            }
            diagnostics::show(self.console, found, files);
        }
        Ok(())
    }

    /// Did all of them pass?
    fn tests(&mut self, game: &LoadedGame) -> Done<bool> {
        let files = &game.loaded.files;
        let mut all_passed = true;
        for test in run_tests(game) {
            let passed = test.passed();
            all_passed &= passed;
            self.count.passed += usize::from(passed);
            self.count.failed += usize::from(!passed);
            if self.json {
                let failures: Vec<Value> =
                    test.failures.iter().map(|d| diagnostics::object(d, files)).collect();
                self.console.json(&json!({
                    "test": test.name.text,
                    "file": files.first().map(|file| shown(&file.name)),
                    "passed": passed,
                    "failures": failures,
                }))?;
            } else if !passed {
                self.console.complain(format!("test \"{}\" failed:", test.name.text));
                diagnostics::show(self.console, &test.failures, files);
            }
        }
        Ok(all_passed)
    }
}

/// Each value of each option by itself, on top of the user's settings.
fn variations(game: &LoadedGame) -> Vec<Vec<(String, String)>> {
    let mut all = Vec::new();
    for (option, choice) in &game.game.rules().options {
        if game.settings.iter().any(|(set, _)| set == option) {
            continue;
        }
        for value in choice.values.keys().filter(|value| **value != choice.chosen) {
            let mut settings = game.settings.clone();
            settings.push((option.clone(), value.clone()));
            all.push(settings);
        }
    }
    all
}
