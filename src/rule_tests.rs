//! Runs the `test` blocks of a rule file.

mod expect;

use chator_grammar::ast::{Ident, TestStep};
use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;
use chator_interpreter::{Game, Position, PositionError};
use chator_rules::RuleTest;
use chator_rules::codes::Explanation;

use crate::request::LoadedGame;

/// What became of a test.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// Its title.
    pub name: Ident,
    /// What went wrong: nothing if it passed.
    pub failures: Vec<Diagnostic>,
}

impl TestReport {
    /// Did all expectations hold?
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs the tests of a game's own file.
pub fn run_tests(loaded: &LoadedGame) -> Vec<TestReport> {
    loaded.loaded.tests.iter().map(|test| run_test(&loaded.game, test)).collect()
}

/// Runs one test. A position or a move that cannot be read ends it; an expectation that fails
/// does not.
pub fn run_test(game: &Game, test: &RuleTest) -> TestReport {
    let mut position = game.start();
    let mut failures = Vec::new();
    for step in &test.steps {
        let done = match step {
            TestStep::At(text) => at(game, text).map(|new| position = new),
            TestStep::Play(moves) => moves.iter().try_for_each(|mv| play(&mut position, mv)),
            TestStep::Expect(expect, span) => {
                failures.extend(expect::unmet(&position, expect, *span));
                Ok(())
            }
        };
        if let Err(failure) = done {
            failures.push(*failure);
            break;
        }
    }
    TestReport { name: test.name.clone(), failures }
}

fn at(game: &Game, text: &Ident) -> Result<Position, Box<Diagnostic>> {
    let failure = match game.position(&text.text) {
        Ok(position) => return Ok(position),
        Err(PositionError::Text(error)) => {
            let message = format!("this is no position: {}", error.message);
            let failure = Diagnostic::error("E0701", within(text, &error.span), message)
                .label(format!("in the field `{}`", error.field));
            match error.expected {
                Some(expected) => failure.help(format!("expected {expected}")),
                None => failure,
            }
        }
        Err(PositionError::Setup(error)) => {
            let message = format!("this position cannot be played: {error}");
            Diagnostic::error("E0701", text.span, message).label("as it stands here")
        }
    };
    Err(Box::new(failure))
}

/// A part of a quoted text, as a place in the file.
fn within(text: &Ident, part: &std::ops::Range<usize>) -> Span {
    let quote = u32::from(text.span.len() > text.text.len());
    let start = text.span.start + quote + part.start as u32;
    let end = text.span.start + quote + part.end as u32;
    if start < end && end <= text.span.end { Span { start, end, ..text.span } } else { text.span }
}

fn play(position: &mut Position, text: &Ident) -> Result<(), Box<Diagnostic>> {
    match position.parse_move(&text.text) {
        Ok(mv) => {
            position.play(mv);
            Ok(())
        }
        Err(error) => Err(Box::new(
            Diagnostic::error("E0702", text.span, error.to_string())
                .label("cannot be played here")
                .help(format!("the position is {}", position.text())),
        )),
    }
}

/// The codes of failing tests.
const CODES: &[Explanation] = &[
    Explanation {
        code: "E0701",
        title: "the position of a test cannot be read or played",
        text: "`at` takes the text of a position of this game: the board, the side to move, the \
               fields of `text`, and declared state as `name=value`. `chator show` prints the \
               text of the start as an example.",
    },
    Explanation {
        code: "E0702",
        title: "a test plays a move that is not legal",
        text: "`play` takes moves as `chator moves` prints them. The test ends here, because \
               what it expects later is about another position.",
    },
    Explanation {
        code: "E0703",
        title: "the game does not do what a test expects",
        text: "The rules of this file lead to something else than the line says. Either the \
               rules or the expectation are wrong; `chator moves` and `chator apply` show more of \
               the position.",
    },
    Explanation {
        code: "E0704",
        title: "a test asks for something that this game does not have",
        text: "`expect` knows the squares, players, ends and declared state of the game.",
    },
];

/// What each code of a diagnostic means: of the language, of the rules, of tests, of play.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    let of_texts = chator_grammar::codes::CODES.iter().chain(chator_rules::codes::CODES);
    of_texts.chain(CODES).chain(crate::unreached::CODES)
}
