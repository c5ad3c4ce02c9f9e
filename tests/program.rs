//! What the passes make of the rules of some games, as `chator ir --program` tells it. A change
//! here is a change of what is looked up and what is tried.

use chator::rules::Library;
use chator::{BuiltIn, Executor, Game};

fn listing(id: &str) -> String {
    let game = chator::load(id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
    game.program_text().unwrap_or_else(|| panic!("{id}: {:?}", game.slow_rules()))
}

#[test]
fn chess() {
    insta::assert_snapshot!(listing("chess"));
}

#[test]
fn makruk() {
    insta::assert_snapshot!(listing("makruk"));
}

#[test]
fn malay_peninsula() {
    insta::assert_snapshot!(listing("malay/peninsula"));
}

#[test]
fn xiangqi() {
    insta::assert_snapshot!(listing("xiangqi"));
}

#[test]
fn shogi() {
    insta::assert_snapshot!(listing("shogi"));
}

#[test]
fn a_game_has_a_listing_if_it_is_compiled() {
    for id in BuiltIn.ids() {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        let compiled = game.executor() == Executor::Compiled;
        assert_eq!(game.program_text().is_some(), compiled, "{id}");
        let reference = Game::with_executor(game.rules().clone(), Executor::Reference);
        assert_eq!(reference.program_text(), None, "{id}");
    }
}

#[test]
fn a_rule_that_is_slow_says_why_in_the_listing() {
    for id in BuiltIn.ids() {
        let game = chator::load(&id).unwrap_or_else(|e| panic!("{id}: {e}")).game;
        let Some(text) = game.program_text() else { continue };
        // Lines are broken between words.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for slow in game.slow_rules() {
            let told = slow.reason == "how much there is to choose only the move tells"
                && text.contains("choice only the move tells");
            assert!(told || text.contains(&slow.reason), "{id}: {}: {}", slow.rule, slow.reason);
        }
    }
}
