//! Games made for a test.

#![allow(dead_code, reason = "each test file uses some of it")]

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

/// Runners who want to arrive first.
pub(crate) fn race() -> Game {
    game(
        "game \"Race\"\n\
         board grid 4 x 5\n\
         players White north, Black south\n\
         start \"pppp/4/4/4/PPPP\"\n\
         piece runner P {\n  march: step forward to empty\n  take: step forward-diagonal to enemy\n}\n\
         ends {\n  arrived: win when some (own runner last rank)\n  stuck: win when enemy stuck\n}\n",
    )
}
