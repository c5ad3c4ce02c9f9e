//! What the codes of this crate mean, for `explain`.

/// A code in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, such as `E0102`.
    pub code: &'static str,
    /// A few words, lower case, without a full stop.
    pub title: &'static str,
    /// What went wrong, a wrong example and a right one.
    pub text: &'static str,
}

const fn explain(code: &'static str, title: &'static str, text: &'static str) -> Explanation {
    Explanation { code, title, text }
}

/// All codes of this crate in order.
pub const CODES: &[Explanation] = &[
    explain(
        "E0101",
        "unexpected text",
        "The line does not have the form that its first word asks for. The message says what could\n\
         stand at the underlined place, and the help shows the whole form.\n\n\
         Wrong:  piece guard: step any\n\
         Right:  piece guard G: step any\n",
    ),
    explain(
        "E0102",
        "misspelt word",
        "A word of the language is written almost right. Only names of your own may be anything;\n\
         the words that begin a line, the verbs and the phrases are fixed.\n\n\
         Wrong:  walk: slyde diagonal\n\
         Right:  walk: slide diagonal\n",
    ),
    explain(
        "E0103",
        "a brace without its partner",
        "Each block begins with `{` and ends with `}`. If a `{` is never closed, the indentation\n\
         decides which one is meant: a line that begins something new, no further right than the\n\
         line with the `{`, shows that the block should have ended before it.\n\n\
         Wrong:  guard {\n\
         \x20         step any\n\
         \x20       ends {\n\
         Right:  guard {\n\
         \x20         step any\n\
         \x20       }\n\
         \x20       ends {\n",
    ),
    explain(
        "E0104",
        "a bracket without its partner",
        "Round brackets hold conditions and arguments, square brackets hold sources. Both must be\n\
         closed before the line ends; a round bracket may go on in the next line after a comma, an\n\
         `and` or an `or`, and sources after a `;`.\n\n\
         Wrong:  step any when (ready or own guard\n\
         Right:  step any when (ready or own guard)\n",
    ),
    explain(
        "E0105",
        "a text without its closing quote",
        "A text begins and ends with `\"`, both in one line.\n\n\
         Wrong:  about \"A small game\n\
         Right:  about \"A small game\"\n",
    ),
    explain(
        "E0106",
        "a text without quotes",
        "Titles, works, positions and other texts stand in straight double quotes. Names do not.\n\n\
         Wrong:  game Guards and Horns\n\
         Right:  game \"Guards and Horns\"\n",
    ),
    explain(
        "E0107",
        "`and` and `or` side by side",
        "Neither `and` nor `or` binds tighter than the other, since readers disagree about it.\n\
         Brackets say which is meant.\n\n\
         Wrong:  when ready and open or lost\n\
         Right:  when (ready and open) or lost\n\
         Right:  when ready and (open or lost)\n",
    ),
    explain(
        "E0108",
        "the arrow before the effects",
        "What happens after a move stands behind `=>`. A single word such as `take` or `become`\n\
         does not separate it from the phrases before.\n\n\
         Wrong:  after moving to last rank become horn\n\
         Right:  after moving to last rank => become horn\n",
    ),
    explain(
        "E0109",
        "a missing colon",
        "A colon stands after a label, after the head of a piece that has one clause, and after the\n\
         name of an option or of a state.\n\n\
         Wrong:  walk step forward\n\
         Right:  walk: step forward\n",
    ),
    explain(
        "E0110",
        "a sign at the end of a line",
        "Lines are not sentences: they end without a full stop.\n\n\
         Wrong:  walk: step forward.\n\
         Right:  walk: step forward\n",
    ),
    explain(
        "E0111",
        "a sign of another language",
        "Conditions are joined by the words `and`, `or` and `not`, and numbers are compared with\n\
         `=`, `!=`, `<`, `<=`, `>` and `>=`.\n\n\
         Wrong:  when charge == 2 && !ready\n\
         Right:  when charge = 2 and not ready\n",
    ),
    explain(
        "E0112",
        "a comma where a word joins",
        "Alternatives are joined by `or`, conditions by `and` or `or`. Commas separate effects,\n\
         arguments, players and the cases of a value.\n\n\
         Wrong:  leap 2:1, leap 3:1\n\
         Right:  leap 2:1 or leap 3:1\n",
    ),
    explain(
        "E0113",
        "`if` and `when` mixed up",
        "`if` asks the options of the game, once, when the file is loaded. `when` asks the\n\
         position, at every move. So a clause begins with `when`, and a `use` can only have an `if`.\n\n\
         Wrong:  bans { bare: if own bare }\n\
         Right:  bans { bare: when own bare }\n",
    ),
    explain(
        "E0114",
        "a reserved word as a name",
        "The words that begin lines and those that join sets cannot name anything.\n\n\
         Wrong:  piece over O: step any\n\
         Right:  piece overseer O: step any\n",
    ),
    explain(
        "E0115",
        "a number out of place",
        "A leap is two numbers with a colon: how far along, how far aside. A step goes one square\n\
         and takes no number; how far a slide goes is said with `up to` or `exactly`.\n\n\
         Wrong:  leap 2\n\
         Right:  leap 2:1\n\n\
         Wrong:  step forward 2\n\
         Right:  slide forward exactly 2\n",
    ),
    explain(
        "E0116",
        "a brace in the wrong line",
        "The `{` of a block stands in the line of its head, since a line without it is a line of\n\
         its own.\n\n\
         Wrong:  ends\n\
         \x20       {\n\
         Right:  ends {\n",
    ),
    explain(
        "E0117",
        "two things in one line",
        "Each item has its line, or is separated by `;`. After the `}` of a block a new line begins.\n\n\
         Wrong:  walk: step any jump: leap 2:1\n\
         Right:  walk: step any; jump: leap 2:1\n",
    ),
    explain(
        "E0118",
        "parts in the wrong order",
        "In a clause the motions come first, then the phrases, then `=>` and the effects, then `if`\n\
         and options, then the sources in square brackets.\n\n\
         Wrong:  step any => ready = no when ready\n\
         Right:  step any when ready => ready = no\n",
    ),
    explain(
        "E0501",
        "file too large",
        "A rule file may have 1 MiB. The longest known to us has a few thousand bytes.\n\n\
         Wrong:  one file with a thousand games\n\
         Right:  a file for each, and a library for what they share\n",
    ),
    explain(
        "E0502",
        "nested too deep",
        "Brackets and braces may be nested 128 levels deep; chains of `of`, `not`, `+` and `-` count\n\
         like brackets. The limit keeps the stack of the program safe from any text.\n\n\
         Wrong:  when not not not … ready\n\
         Right:  when ready\n",
    ),
    explain(
        "E0503",
        "number too large",
        "Numbers go up to 1000000.\n\n\
         Wrong:  use limit(99999999)\n\
         Right:  use limit(1000000)\n",
    ),
    explain(
        "E0504",
        "too many errors",
        "Only the first 100 errors of a file are shown. This often means that the text is no rule\n\
         file at all, or that a brace is missing early in it.\n\n\
         Wrong:  a file of another program\n\
         Right:  library\n",
    ),
];

/// The explanation of one code.
pub fn explanation(code: &str) -> Option<&'static Explanation> {
    CODES.iter().find(|explanation| explanation.code == code)
}
