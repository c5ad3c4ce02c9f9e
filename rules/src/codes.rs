//! The codes of this crate, for `chator explain`.

pub use chator_grammar::codes::Explanation;

const fn e(code: &'static str, title: &'static str, text: &'static str) -> Explanation {
    Explanation { code, title, text }
}

/// All of them, by code.
pub const CODES: &[Explanation] = &[
    e(
        "E0201",
        "unknown name",
        "A word stands for nothing: it is no piece, state, definition, player, direction or square, and no word of the language. Most often it is misspelt, and the nearest known name is suggested.\n\nWrong:  step forward to emtpy\nRight:  step forward to empty",
    ),
    e(
        "E0202",
        "a name for two things",
        "A name means one thing in the whole game, so that a sentence can be read only one way. Give one of the two another name; in a file with `extends`, `replace` changes what the base declares.\n\nWrong:  state moved: flag = no   (and again further down)\nRight:  one declaration",
    ),
    e(
        "E0203",
        "a word that is taken",
        "Words of the language (`own`, `enemy`, `target` …), directions (`forward`, `north` …) and squares (`e4`) cannot name pieces, states or definitions.",
    ),
    e(
        "E0204",
        "already there",
        "A plain clause must be new and a setting is set once, so that nothing is overwritten in silence. `replace` in front of it changes what is there; another name adds to it.\n\nWrong:  guard { step: step any }       (guard.step exists)\nRight:  guard { replace step: step any }",
    ),
    e(
        "E0205",
        "nothing to change",
        "`replace`, `remove` and `before` must find their target: an address such as `guard.step` or `ends.checkmate` that exists in this file or its base. `chator rules GAME` lists all addresses.",
    ),
    e(
        "E0206",
        "unknown option or value",
        "`if` asks for a declared option and one of its values; the same holds for settings in brackets, `game[option=value]`.",
    ),
    e(
        "E0207",
        "missing base",
        "`extends` names a game of the library (`chator games` lists them) or a file beside this one, without `.chator`.",
    ),
    e(
        "E0208",
        "files that extend each other",
        "A chain of `extends` must come to an end. The message prints the chain.",
    ),
    e(
        "E0209",
        "wrong number of values",
        "A definition is used with as many values as it has parameters.\n\nWrong:  use move-limit()\nRight:  use move-limit(100)",
    ),
    e(
        "E0210",
        "unknown source",
        "A footnote begins with the key of a `cite` line, or with `ours` for a decision of the file itself.\n\nRight:  cite Smith \"A. Smith, Games, 1901\"\n        step any   [Smith p. 12]",
    ),
    e(
        "E0212",
        "a definition that leads back to itself",
        "Definitions are written out where they are used, so they must come to an end. There are no loops.",
    ),
    e(
        "E0213",
        "not a game",
        "A rule file begins `game \"Title\"`, or `game \"Title\" extends base`.",
    ),
    e(
        "E0214",
        "a part is missing",
        "Every game has a `board`, `players`, at least one `piece` and a `start`, its own or its base's.",
    ),
    e(
        "E0301",
        "the wrong kind of thing",
        "A set of squares, a condition, a number, a player and a direction are different things. `some SET` and `no SET` make conditions of sets, `count(SET)` numbers.\n\nWrong:  when enemy guard\nRight:  when some (enemy guard)",
    ),
    e(
        "E0302",
        "no such board",
        "The shapes of board are: `board grid FILES x RANKS`, and `board hexagon SIDE`, whose squares are hexagons.",
    ),
    e(
        "E0303",
        "no such direction",
        "Directions are words of the board: compass points, words seen by the player (`forward`, `sideways`, `backward-diagonal`), `orthogonal`, `diagonal`, `any`; on the way, `ahead`, `outward`, `aside` and `back` turn from the leg before.",
    ),
    e(
        "E0304",
        "a start that does not fit",
        "The start has one group for each rank, from the top, separated by `/`; letters are men, numbers are gaps, and together they fill the rank. In an army the ranks are counted from the player's own side, and missing ones are empty.",
    ),
    e(
        "E0305",
        "unknown letter",
        "A letter in a start stands for no piece of that player. Upper case is the first player's, lower case the second's.",
    ),
    e(
        "E0306",
        "letters that cannot be told apart",
        "No player may have two piece types with one letter, and a letter needs an upper and a lower case.",
    ),
    e(
        "E0307",
        "if asks for options",
        "`if` is settled when the file is loaded and asks for options only (`if name is value`); what depends on the position is asked with `when`.",
    ),
    e(
        "E0308",
        "out of place",
        "Motions belong to pieces, endings to `ends`, conditions alone to `bans`, `voids`, `duties` and `skips`; some phrases belong to some clauses only. The message says which.",
    ),
    e(
        "E0309",
        "not one for each file",
        "`by file (…)` lists one number for each file of the board, the first for file a.",
    ),
    e(
        "E0310",
        "used before it is declared",
        "A state can use only states declared further up in its start or its letters.",
    ),
    e(
        "E0311",
        "a declaration that does not work",
        "State is a `flag`, a range such as `0..3`, or (for the whole game) `squares`; it is kept for the game, `per player`, `per man`, `per` a piece, or `per square`; its start is fixed.",
    ),
    e(
        "E0312",
        "no field of a position text",
        "`text board side …` lists states, `number` (the number of the move) and `unused` (a field that other programs write).",
    ),
    e(
        "E0313",
        "a question that asks for itself",
        "What makes moves cannot ask which moves there are (`stuck`) or how often the position has stood (`occurrences`). If a way to take depends on check, then check depends on itself. `provided` limits the move and not the attack; `harmless` takes and attacks nothing.\n\nWrong:  leap 2:0 when not own in check\nRight:  leap 2:0 provided not own in check",
    ),
    e(
        "E0314",
        "a word without meaning here",
        "`taken`, `path`, `target`, `was` and `played` look back at a move, so they have no meaning before it; `attacker` belongs to `voids`, which decide what is check.",
    ),
    e(
        "E0315",
        "a stock of men that is none, or holds others",
        "Men off the board lie in a stock, declared by `state hand: men (guard or tower)`: each player has his share of it. `put taken in hand` brings men who were taken there, `drop from hand` is a way to move, and `count(own hand guard)` counts. Only the types named where it is declared can lie there, and who is dropped comes from no square.",
    ),
    e(
        "E0316",
        "a neutral piece that moves",
        "A neutral man is nobody's, so nobody moves him: he has no ways to move, and no event waits for his moves. Effects put him on a square and move him: `after a move => move wall to chosen empty`.",
    ),
    e(
        "E0317",
        "waiting in vain",
        "An event can wait for ways to move and for events that come before it; `played(…)` asks for ways to move. Events of pieces come before events of the game, each in the order of the text.",
    ),
    e(
        "E0401",
        "a royal piece is missing",
        "Endings ask for check and nobody can be in check, or a player whose games are decided by check alone starts without a royal man. Write `royal` after the letter of the piece whose loss must be averted, and put one into `start`.",
    ),
    e(
        "E0402",
        "a piece that can never move",
        "A piece type has no clause that says how it moves, and no rule speaks of it.",
    ),
    e(
        "E0403",
        "a clause that can never apply",
        "Its squares or its conditions exclude each other, it leaves the board from every square, or nothing sets the squares it goes to.",
    ),
    e(
        "E0404",
        "an empty region",
        "The board has no such rank or file, or a region holds no square.",
    ),
    e(
        "E0405",
        "a number that can leave its range",
        "An assignment can make the state smaller or larger than declared. Guard the clause with `when`, use `min`/`max`, or widen the range.",
    ),
    e("E0406", "a game that cannot end", "There are no `ends`."),
    e(
        "E0407",
        "an option that nothing asks for",
        "Setting it changes nothing. Ask for it with `if`, or take it out.",
    ),
    e("E0511", "too many files", "At most 32 files can extend one another."),
    e("E0512", "too many squares", "A board has at most 4,096 squares."),
    e("E0513", "too many pieces", "A game has at most 256 piece types."),
    e("E0514", "too many players", "A game has at most 16 players."),
    e(
        "E0515",
        "too large once written out",
        "Definitions that use one another several times multiply; together they may grow to 100,000 parts.",
    ),
    e("E0516", "too many legs", "A motion has at most four legs joined by `then`."),
    e("E0517", "too many clauses", "A game has at most 4,096 clauses, events and laws."),
    e("E0518", "too many states", "A game declares at most 256 states."),
    e(
        "E0519",
        "too many mistakes",
        "After 100 mistakes a file is read no further. Mend the first ones and check again.",
    ),
    e("W0601", "values that mean the same", "No clause tells these values of an option apart."),
    e(
        "W0602",
        "state that nothing asks for",
        "It is declared and perhaps set, but no clause, ending or text field reads it.",
    ),
    e(
        "W0603",
        "nothing bounds the length of play",
        "No ending asks for repetition or for a counter, so a game can go on for ever.",
    ),
    e(
        "W0604",
        "forestalled",
        "Whenever this ending (or this power of a piece) would come to bear, an earlier ending has ended the game.",
    ),
    e(
        "W0605",
        "a player without a royal piece",
        "Nothing can put this player in check, though the game can be decided otherwise. Some games mean it so; then give the royal piece to the other player's `army`.",
    ),
    e(
        "W0606",
        "a definition that nothing uses",
        "Its words are checked all the same, but it changes nothing.",
    ),
    e("W0607", "state that nothing sets", "It stays as it starts."),
    e(
        "W0608",
        "a piece that never comes",
        "It is neither in the start nor put on the board or become by an effect.",
    ),
    e(
        "W0609",
        "a piece that stands like a wall",
        "A piece type has no clause that says how it moves; other rules speak of it, so it may be meant so.",
    ),
    e("W0610", "many warnings", "After 100 warnings no more are shown. The file can be played."),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The codes in quotes in the sources under `dir`.
    fn used(dir: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(dir).expect("sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                used(&path, found);
            } else if path.file_name().is_some_and(|n| n != "codes.rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                for (at, _) in text.match_indices('"') {
                    let word: String = text[at + 1..].chars().take(6).collect();
                    if word.ends_with('"')
                        && word.starts_with(['E', 'W'])
                        && word[1..5].parse::<u16>().is_ok()
                    {
                        found.insert(word[..5].to_owned());
                    }
                }
            }
        }
    }

    #[test]
    fn each_code_is_explained_and_each_explanation_is_of_a_code() {
        let mut found = BTreeSet::new();
        used(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
        let explained: BTreeSet<String> = super::CODES.iter().map(|c| c.code.to_owned()).collect();
        assert_eq!(found, explained);
    }
}
