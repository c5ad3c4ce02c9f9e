//! Positions that people wrote down for a rule set: those of its tests.

use chator_grammar::ast::TestStep;
use chator_interpreter::{Game, Setup};
use chator_rules::Loaded;

use crate::diff::Base;

/// A position that somebody wrote down, and moves that lead on.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Which rule set it was written for.
    pub of: Base,
    /// Its text there; `None` for the start.
    pub position: Option<String>,
    /// The moves.
    pub line: Vec<String>,
}

impl Hint {
    /// Those that the tests of a rule file give.
    pub fn of_tests(loaded: &Loaded, of: Base) -> Vec<Hint> {
        let mut hints = Vec::new();
        for test in &loaded.tests {
            let mut hint = Hint { of, position: None, line: Vec::new() };
            for step in &test.steps {
                match step {
                    TestStep::At(text) => hint.position = Some(text.text.clone()),
                    TestStep::Play(moves) => {
                        hint.line.extend(moves.iter().map(|mv| mv.text.clone()));
                    }
                    TestStep::Expect(..) => {}
                }
            }
            hints.push(hint);
        }
        hints
    }

    /// The positions of its line, under the rules of the one it was written for.
    pub(super) fn positions(&self, games: &[Game; 2]) -> Vec<Setup> {
        let game = &games[usize::from(self.of == Base::Right)];
        let begin = match &self.position {
            Some(text) => game.position(text).ok(),
            None => Some(game.start()),
        };
        let Some(mut position) = begin else { return Vec::new() };
        let mut found = vec![position.setup()];
        for text in &self.line {
            let Ok(mv) = position.parse_move(text) else { break };
            position.play(mv);
            found.push(position.setup());
        }
        found
    }
}
