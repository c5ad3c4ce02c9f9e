//! The parser's rules in words a person understands.

use crate::syntax::Rule;

macro_rules! keywords {
    ($($rule:ident $text:literal)*) => {
        /// The word that a keyword's rule stands for; none for the other rules.
        pub(crate) fn keyword(rule: Rule) -> Option<&'static str> {
            match rule {
                $(Rule::$rule => Some($text),)*
                _ => None,
            }
        }

        /// All words with a meaning of their own, reserved or not.
        pub(crate) const KEYWORDS: &[&str] = &[$($text),*];
    };
}

keywords! {
    k_a "a" k_about "about" k_after "after" k_again "again" k_along "along" k_and "and"
    k_army "army" k_at "at" k_bans "bans" k_become "become" k_before "before" k_board "board"
    k_by "by" k_check "check" k_cite "cite" k_define "define" k_draw "draw" k_drop "drop"
    k_duties "duties" k_edge "edge" k_effect "effect" k_else "else" k_ends "ends"
    k_exactly "exactly" k_expect "expect" k_extends "extends" k_file "file" k_files "files"
    k_first "first" k_from "from" k_game "game" k_go "go" k_harmless "harmless" k_if "if"
    k_illegal "illegal" k_in "in" k_is "is" k_last "last" k_leap "leap" k_legal "legal"
    k_library "library" k_lose "lose" k_mark "mark" k_may "may" k_memory "memory" k_move "move"
    k_moves "moves" k_moving "moving" k_nearest "nearest" k_no "no" k_not "not" k_of "of"
    k_on "on" k_option "option" k_or "or" k_outcome "outcome" k_over "over" k_per "per"
    k_piece "piece" k_play "play" k_players "players" k_provided "provided" k_put "put"
    k_rank "rank" k_ranks "ranks" k_remove "remove" k_replace "replace" k_ride "ride"
    k_royal "royal" k_score "score" k_slide "slide" k_some "some" k_start "start" k_state "state"
    k_stay "stay" k_step "step" k_take "take" k_test "test" k_text "text" k_then "then" k_to "to"
    k_unless "unless" k_up "up" k_use "use" k_voids "voids" k_was "was" k_when "when" k_win "win"
    k_wins "wins" k_written "written" k_x "x" k_yes "yes"
}
