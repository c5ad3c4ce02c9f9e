//! Games made for a test.

use chator_interpreter::Game;
use chator_rules::{Library, load};

/// No other files than the text given.
struct Nothing;

impl Library for Nothing {
    fn find(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
    fn prelude(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

pub(crate) fn game(text: &str) -> Game {
    match load("test.chator", text, &[], &Nothing) {
        Ok(loaded) => Game::new(loaded.rules),
        Err(failure) => panic!("{:#?}", failure.diagnostics),
    }
}
