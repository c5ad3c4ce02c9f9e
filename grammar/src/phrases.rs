//! The parser's rules in words a person understands.

use pest::Parser;

use crate::syntax::{Rule, Syntax};

macro_rules! keywords {
    ($($rule:ident $text:literal)*) => {
        /// The word or sign that a keyword's rule stands for; none for the other rules.
        pub(crate) fn keyword(rule: Rule) -> Option<&'static str> {
            match rule {
                $(Rule::$rule => Some($text),)*
                _ => None,
            }
        }

        /// All words and signs with a meaning of their own, reserved or not.
        pub(crate) const KEYWORDS: &[&str] = &[$($text),*];
    };
}

keywords! {
    k_arrow "=>" k_bar "|" k_close ")" k_closing "]" k_colon ":" k_comma "," k_equals "="
    k_open "(" k_opening "[" k_range ".." k_a "a" k_about "about" k_after "after" k_again "again" k_as "as"
    k_along "along" k_and "and" k_army "army" k_at "at" k_bans "bans" k_become "become"
    k_before "before" k_board "board" k_by "by" k_check "check" k_chosen "chosen" k_cite "cite" k_deal "deal" k_define "define"
    k_draw "draw" k_drop "drop" k_duties "duties" k_edge "edge" k_effect "effect" k_else "else"
    k_ends "ends" k_exactly "exactly" k_expect "expect" k_extends "extends" k_file "file"
    k_files "files" k_first "first" k_from "from" k_game "game" k_go "go" k_harmless "harmless"
    k_if "if" k_illegal "illegal" k_in "in" k_is "is" k_last "last" k_leap "leap" k_legal "legal"
    k_library "library" k_lose "lose" k_mark "mark" k_may "may" k_memory "memory" k_men "men" k_move "move"
    k_moves "moves" k_moving "moving" k_nearest "nearest" k_neutral "neutral" k_no "no" k_not "not" k_of "of"
    k_on "on" k_option "option" k_or "or" k_outcome "outcome" k_over "over" k_per "per"
    k_piece "piece" k_play "play" k_players "players" k_point "point" k_provided "provided" k_put "put"
    k_rank "rank" k_ranks "ranks" k_remove "remove" k_replace "replace" k_ride "ride"
    k_royal "royal" k_score "score" k_share "share" k_skips "skips" k_slide "slide" k_some "some" k_start "start" k_state "state"
    k_stay "stay" k_step "step" k_take "take" k_test "test" k_text "text" k_then "then" k_to "to"
    k_unless "unless" k_up "up" k_use "use" k_voids "voids" k_was "was" k_when "when" k_win "win"
    k_wins "wins" k_written "written" k_x "x" k_yes "yes"
}

/// Whether a word may not name a thing. The grammar alone knows.
pub(crate) fn is_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word)
        && word.starts_with(char::is_alphabetic)
        && Syntax::parse(Rule::name, word).is_err()
}

/// A rule as a person would say it. Total, so that a new rule cannot be forgotten.
pub(crate) fn human(rule: Rule) -> String {
    match keyword(rule) {
        Some(text) => format!("`{text}`"),
        None => describe(rule).to_owned(),
    }
}

fn describe(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI | Rule::WHITESPACE | Rule::COMMENT | Rule::nl | Rule::sep | Rule::stop => {
            "the end of the line"
        }
        Rule::file | Rule::probe | Rule::line | Rule::item => "a line of a rule file",
        Rule::stray
        | Rule::tail
        | Rule::bad
        | Rule::wreck
        | Rule::bad_text
        | Rule::bad_note
        | Rule::bad_round
        | Rule::goes_on
        | Rule::bad_test
        | Rule::more => "something else",
        Rule::block | Rule::test_block => "a block in `{ }`",
        Rule::probe_test | Rule::test_row | Rule::test_line => "`at`, `play` or `expect`",
        Rule::game => "`game`",
        Rule::settings => "settings in `[ ]`",
        Rule::setting => "a setting such as `option=value`",
        Rule::library => "`library`",
        Rule::about => "`about`",
        Rule::cite => "`cite`",
        Rule::board => "`board`",
        Rule::players => "`players`",
        Rule::player => "a player and the direction that is forward for it",
        Rule::start => "`start`",
        Rule::text => "`text`",
        Rule::option => "`option`",
        Rule::cell | Rule::lifetime => "`state`, `mark` or `memory`",
        Rule::cell_type => "a type such as `flag`, `squares` or `0..3`",
        Rule::stock => "`men` and pieces in brackets",
        Rule::bound => "a bound",
        Rule::deal => "`deal`",
        Rule::by_file_letter => "`by file`",
        Rule::letters => "letters with their squares",
        Rule::army => "`army`",
        Rule::piece => "`piece`",
        Rule::royal => "`royal`",
        Rule::neutral => "`neutral`",
        Rule::section | Rule::section_name => "`ends`, `bans`, `voids`, `duties` or `skips`",
        Rule::group => "names with a block",
        Rule::define => "`define`",
        Rule::params => "parameters in brackets",
        Rule::use_item => "`use`",
        Rule::args => "arguments in brackets",
        Rule::if_item | Rule::static_if => "`if`",
        Rule::when_item | Rule::lone_when | Rule::when => "`when`",
        Rule::replace => "`replace`",
        Rule::remove => "`remove`",
        Rule::before => "`before`",
        Rule::clause | Rule::body | Rule::head => {
            "a verb such as `step`, or `after`, `may`, `win`, `lose`, `draw`"
        }
        Rule::after => "`after`",
        Rule::any_move => "`a move`",
        Rule::moving => "`moving`",
        Rule::offer => "`may`",
        Rule::label => "a label such as `@name`",
        Rule::outcome => "`win`, `lose`, `draw`, `score` or `share`",
        Rule::phrase => "a phrase such as `when` or `to`",
        Rule::unless => "`unless`",
        Rule::provided => "`provided`",
        Rule::from => "`from`",
        Rule::to => "`to`",
        Rule::harmless => "`harmless`",
        Rule::motions | Rule::motion | Rule::leg | Rule::verb => {
            "a verb such as `step`, `slide` or `leap`"
        }
        Rule::step => "`step`",
        Rule::slide => "`slide`",
        Rule::leap => "`leap`",
        Rule::ride => "`ride`",
        Rule::go => "`go`",
        Rule::stay => "`stay`",
        Rule::point => "`point`",
        Rule::drop => "`drop`",
        Rule::vector => "a leap such as `2:1`",
        Rule::directions => "a direction",
        Rule::limit => "`up to` or `exactly` and a number",
        Rule::exactly => "`exactly`",
        Rule::up_to => "`up to`",
        Rule::over => "`over`",
        Rule::then_effects => "`=>` and an effect",
        Rule::effects | Rule::effect | Rule::call_effect => {
            "an effect such as `take`, `become` or `name = value`"
        }
        Rule::take => "`take`",
        Rule::relocate => "`move`",
        Rule::r#become => "`become`",
        Rule::put | Rule::keep => "`put`",
        Rule::chosen => "`chosen`",
        Rule::again => "`again`",
        Rule::assign | Rule::expect_value => "`name = value`",
        Rule::squares => "squares or pieces",
        Rule::expr | Rule::unary | Rule::quantified | Rule::compare | Rule::sum => {
            "a condition or a value"
        }
        Rule::juxtaposed | Rule::factor | Rule::primary | Rule::word => {
            "a name, a number or a bracket"
        }
        Rule::connective => "`and` or `or`",
        Rule::not => "`not`",
        Rule::quantifier => "`some` or `no`",
        Rule::compared | Rule::comparison => "a comparison such as `=` or `<`",
        Rule::is => "`is`",
        Rule::sign => "`+` or `-`",
        Rule::was => "`was`",
        Rule::paren => "`(`",
        Rule::cases | Rule::case => "cases such as `(1 when a, else 2)`",
        Rule::case_when => "`when` and a condition",
        Rule::by_file => "`by file` and numbers in brackets",
        Rule::place => "a place such as `rank 2`",
        Rule::last_rank => "`last rank`",
        Rule::first_rank => "`first rank`",
        Rule::ranks => "`rank`",
        Rule::files => "`file`",
        Rule::edge => "`edge`",
        Rule::ray => "`along`",
        Rule::nearest => "`nearest`",
        Rule::in_check => "`in check`",
        Rule::of => "`of`",
        Rule::call | Rule::call_name => "a name with arguments",
        Rule::flag => "`yes` or `no`",
        Rule::test => "`test`",
        Rule::test_at => "`at`",
        Rule::test_play => "`play`",
        Rule::test_expect => "`expect`",
        Rule::expect_moves => "`moves`",
        Rule::expect_legal | Rule::legality => "`legal` or `illegal`",
        Rule::expect_check => "`check`",
        Rule::expect_draw => "`draw by`",
        Rule::expect_win => "a player and `wins by`",
        Rule::expect_going => "`no outcome`",
        Rule::move_text => "a move",
        Rule::value_text | Rule::value_name | Rule::option_value => "a value",
        Rule::note => "sources in `[ ]`",
        Rule::citation | Rule::citation_text => "a source",
        Rule::address => "the name of a clause",
        Rule::path => "the path of a rule file",
        Rule::name | Rule::name_char | Rule::section_word | Rule::keyword => "a name",
        Rule::letter => "a letter",
        Rule::number => "a number",
        Rule::string => "a text in quotes",
        // The keywords; `human` has answered for them.
        _ => "a keyword",
    }
}

/// Whether a rule only goes on with something that is complete without it. Such rules are
/// expected almost everywhere, so they are named only if nothing better is.
pub(crate) fn is_minor(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::connective
            | Rule::sign
            | Rule::compared
            | Rule::comparison
            | Rule::is
            | Rule::k_is
            | Rule::k_of
            | Rule::k_and
            | Rule::k_or
            | Rule::cases
            | Rule::case_when
            | Rule::note
            | Rule::royal
            | Rule::neutral
            | Rule::chosen
            | Rule::phrase
            | Rule::static_if
            | Rule::then_effects
            | Rule::k_then
            | Rule::limit
            | Rule::over
            | Rule::to
            | Rule::when
            | Rule::k_arrow
            | Rule::k_if
            | Rule::k_over
            | Rule::args
            | Rule::EOI
    )
}

/// The words with which a rule can begin, for "did you mean".
pub(crate) fn first_words(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::item | Rule::clause | Rule::body | Rule::head | Rule::motions | Rule::use_item => {
            HEADS
        }
        Rule::motion | Rule::leg => VERBS,
        Rule::phrase => PHRASES,
        Rule::to | Rule::from => &["to", "from"],
        Rule::limit | Rule::up_to => &["up", "exactly"],
        Rule::over => &["over"],
        Rule::static_if | Rule::if_item => &["if"],
        Rule::when | Rule::case_when | Rule::when_item | Rule::lone_when => &["when"],
        Rule::effect | Rule::effects => &["take", "move", "become", "put", "again"],
        Rule::connective => &["and", "or"],
        Rule::royal => &["royal"],
        Rule::neutral => &["neutral"],
        Rule::test_expect | Rule::expect_moves | Rule::legality | Rule::expect_legal => {
            EXPECTATIONS
        }
        Rule::k_extends => &["extends"],
        Rule::k_written => &["written"],
        Rule::k_per => &["per"],
        Rule::k_by => &["by"],
        Rule::k_wins => &["wins"],
        Rule::k_or => &["or"],
        Rule::k_then => &["then"],
        Rule::k_to => &["to"],
        Rule::k_on => &["on"],
        Rule::k_in => &["in"],
        Rule::k_army => &["army"],
        Rule::any_move | Rule::moving => &["moving", "a"],
        _ => &[],
    }
}

/// The verbs of motion.
pub(crate) const VERBS: &[&str] = &["step", "slide", "leap", "ride", "go", "stay", "point", "drop"];

/// What a clause can begin with.
pub(crate) const HEADS: &[&str] = &[
    "step", "slide", "leap", "ride", "go", "stay", "point", "drop", "after", "may", "win", "lose",
    "draw", "score", "share", "when", "use",
];

/// What a line can begin with, besides a name.
pub(crate) const LINES: &[&str] = &[
    "game", "library", "about", "cite", "board", "players", "start", "deal", "text", "option",
    "state", "mark", "memory", "army", "piece", "ends", "bans", "voids", "duties", "skips",
    "define", "use", "if", "when", "replace", "remove", "before", "test", "else",
];

/// The words of phrases.
pub(crate) const PHRASES: &[&str] = &["when", "unless", "provided", "from", "to", "harmless"];

/// What a line of a test can begin with.
pub(crate) const TEST_LINES: &[&str] = &["at", "play", "expect"];

/// What can be expected.
pub(crate) const EXPECTATIONS: &[&str] = &["moves", "legal", "illegal", "check", "no", "draw"];

/// How a line is written that begins with a word.
pub(crate) fn form(first: &str, in_test: bool) -> &'static str {
    match first {
        "at" if in_test => "`at \"position\"`",
        "play" if in_test => "`play move move …`",
        "expect" if in_test => {
            "`expect moves of square: squares`, `legal move`, `check`, `name wins by clause`, `draw by clause`, \
             `no outcome` or `name = value`"
        }
        "game" => "`game \"Title\" extends path[option=value]`",
        "library" => "`library` alone",
        "about" => "`about \"a sentence\"`",
        "cite" => "`cite Key \"the work\"`",
        "board" => "`board grid 8 x 8`",
        "players" => "`players First north, Second south`",
        "start" => "`start \"position\" => effects if options`",
        "deal" => "`deal piece, piece on squares`",
        "text" => "`text board side clock`",
        "option" => "`option name: value | value = default`",
        "state" | "mark" | "memory" => {
            "`state name: flag per player = no`, or `mark` or `memory` for `state`"
        }
        "army" => "`army name { … }`",
        "piece" => "`piece name \"gloss\" L royal: step any`, or a block in place of `: step any`",
        "ends" | "bans" | "voids" | "duties" | "skips" => "`ends { label: draw when … }`",
        "define" => "`define name(parameter) = value` or `define name(parameter) { … }`",
        "use" => "`use name(argument) if options`",
        "if" => "`if option is value { … } else { … }`",
        "when" => "`when condition { … }`",
        "replace" => "`replace group.label: step any`",
        "remove" => "`remove group.label`",
        "before" => "`before group.label new-label: draw when …`",
        "win" | "lose" | "draw" => "`label: win when condition`, or `lose` or `draw` for `win`",
        "score" => "`label: score 3 of 4 when condition`",
        "share" => "`label: share number when condition`",
        "may" => "`label: may @name when condition => effects`",
        "after" => {
            "`label: after a move when condition => effects`, or `after moving to squares` or `after piece.clause`"
        }
        "test" => "`test \"name\" { at \"position\"; play moves; expect … }`",
        _ => "`label: step forward to squares when condition => effects if options [source]`",
    }
}

/// The nearest word within edit distance 2, or 1 for words of up to three letters, where two
/// slips leave nothing of the word.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let limit = if word.chars().count() <= 3 { 1 } else { 2 };
    known
        .into_iter()
        .filter(|known| *known != word)
        .map(|known| (strsim::osa_distance(word, known), known))
        .filter(|&(distance, known)| distance <= limit && distance < known.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}
