//! The syntax tree: what a rule file says, word for word, before any name is resolved.
//!
//! Every node knows its [`Span`]. Nothing here knows any game: `step` is a verb with a
//! direction's name behind it, and whether that direction exists is the next crate's question.

#![allow(
    missing_docs,
    reason = "the fields of a variant are shown by the line of a rule file above it"
)]

use crate::source::Span;

/// A name or another piece of text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The text as written (quotes removed from strings).
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole rule file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    /// The items in the order of the text.
    pub items: Vec<Item>,
}

/// One item: a line, or a group with its block.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// From its first word to its last.
    pub span: Span,
}

/// The kinds of items. One variant for each form of line in `grammar.pest`.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `game "Title" extends path[option=value]`
    Game { title: Ident, base: Option<Base> },
    /// `library`
    Library,
    /// `about "…"`
    About(Ident),
    /// `cite Key "the work"`, or `cite Key` for a work that the base declares.
    Cite { key: Ident, work: Option<Ident> },
    /// `board grid 8 x 8`
    Board { shape: Ident, sizes: Vec<(u32, Span)> },
    /// `players White north, Black south army plus`
    Players(Vec<PlayerDecl>),
    /// `deal kinds on squares`
    Deal { kinds: Vec<Ident>, on: Expr, only_if: Option<Expr>, note: Vec<Citation> },
    /// `start "…" => effects`
    Start { text: Ident, effects: Vec<Effect>, only_if: Option<Expr>, note: Vec<Citation> },
    /// `text board side clock`
    Text(Vec<Ident>),
    /// `option name "gloss": a [Source] | b = default`
    Option { name: Ident, gloss: Option<Ident>, values: Vec<OptionValue>, default: Option<Expr> },
    /// `state name: type per owner = start written K (…)`
    Cell(CellDecl),
    /// `army name { … }`
    Army { name: Ident, body: Vec<Item> },
    /// `piece name "gloss" L royal: body` or `{ … }`. A one-line body becomes one clause without label.
    Piece {
        name: Ident,
        gloss: Option<Ident>,
        letter: Ident,
        royal: bool,
        neutral: bool,
        body: Vec<Item>,
    },
    /// `ends { … }` and its like.
    Section { section: Section, body: Vec<Item> },
    /// `name, name { … }`: opens pieces again.
    Group { names: Vec<Ident>, body: Vec<Item> },
    /// `define name(params) = …` or `{ … }`
    Define { name: Ident, params: Vec<Ident>, body: DefineBody, note: Vec<Citation> },
    /// `label: use name(args)`
    Use {
        label: Option<Ident>,
        name: Ident,
        args: Vec<Expr>,
        only_if: Option<Expr>,
        note: Vec<Citation>,
    },
    /// `if options { … } else { … }`, settled when the file is loaded.
    If { condition: Expr, then: Vec<Item>, otherwise: Vec<Item> },
    /// `when condition { … }`: the condition joins each clause inside.
    When { condition: Expr, body: Vec<Item> },
    /// `replace item`
    Replace(Box<Item>),
    /// `remove address`
    Remove {
        /// `remove use name`: all that this `use` has written.
        used: bool,
        /// What goes.
        address: Ident,
        /// Its sources.
        note: Vec<Citation>,
    },
    /// `before address item`
    Before { address: Ident, item: Box<Item> },
    /// `test "…" { … }`
    Test { name: Ident, steps: Vec<TestStep> },
    /// `label: body`
    Clause(Clause),
    /// A line that could not be read; its error has been reported. The items of its block are kept.
    Bad(Vec<Item>),
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The value.
    pub name: Ident,
    /// Its sources.
    pub note: Vec<Citation>,
}

/// The file a game extends.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The library id or path as written.
    pub path: Ident,
    /// Options set for it.
    pub settings: Vec<(Ident, Ident)>,
}

/// One player in `players`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerDecl {
    /// The player's name.
    pub name: Ident,
    /// The direction the player calls forward.
    pub forward: Ident,
    /// The player's army, or an option that names it.
    pub army: Option<Ident>,
}

/// The four ordered lists of laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// How a game ends; the first that holds decides.
    Ends,
    /// What makes a move illegal.
    Bans,
    /// What makes an attack not count.
    Voids,
    /// What must be done if it can be done.
    Duties,
    /// `skips`
    Skips,
}

/// How long a declared cell remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lifetime {
    /// `state`: part of the position's identity.
    State,
    /// `mark`: until the next player has acted.
    Mark,
    /// `memory`: kept, but no part of the identity.
    Memory,
}

/// A declaration of state.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDecl {
    /// How long it remembers.
    pub lifetime: Lifetime,
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: CellType,
    /// `per player`, `per man`, `per square`, or `per` a piece's name.
    pub per: Option<Ident>,
    /// The value at the start of a game.
    pub start: Option<Expr>,
    /// Letters for a field of the position text: `written K (square), Q (square)`.
    pub letters: Vec<(Ident, Expr)>,
    /// A sign behind the letter of each man who has the flag: `written "~"`.
    pub sign: Option<Ident>,
    /// Its sources.
    pub note: Vec<Citation>,
}

/// The type of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellType {
    /// `low..high`
    Range { low: (u32, Span), high: (u32, Span) },
    /// `0..most` inside a `define`: a bound, or both, is a parameter. Words and numbers only.
    RangeOf { low: Expr, high: Expr },
    /// `men (guard or tower)`: men off the board.
    Stock(Expr),
    /// `flag`, `squares`, …
    Named(Ident),
}

/// What a `define` stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum DefineBody {
    /// A set, a condition, a number or a direction.
    Expr(Expr),
    /// `= effect …`
    Effects(Vec<Effect>),
    /// Items, for `use`.
    Items(Vec<Item>),
}

/// A clause: something a piece may do, something that happens, or a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Its own name, dotted only where an existing clause is meant (`replace guard.step: …`).
    pub label: Option<Ident>,
    /// What kind of clause it is.
    pub head: Head,
    /// The phrases in the order of the text.
    pub phrases: Vec<Phrase>,
    /// What happens, after `=>`.
    pub effects: Vec<Effect>,
    /// A trailing `if options`.
    pub only_if: Option<Expr>,
    /// Its sources.
    pub note: Vec<Citation>,
    /// The whole clause.
    pub span: Span,
}

/// How a clause begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Head {
    /// `step …`, `slide … or leap …`
    Motions(Vec<Motion>),
    /// `after …`
    After(Trigger, Span),
    /// `may @label`
    May(Ident),
    /// `win`, `lose`, `draw`, `score n of m`, `share number`
    Outcome(Outcome, Span),
    /// `when …` alone: a ban, a void, a duty or a skip.
    When(Expr),
}

/// What an `after` waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    /// `a move`
    AnyMove,
    /// `moving`: this piece moved.
    Moving,
    /// One of these clauses was used.
    Clauses(Vec<Ident>),
}

/// How a game ends, seen by the player who moved.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The mover wins.
    Win,
    /// The mover loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// The mover scores `n` of `m` points.
    Score(u32, u32),
    /// Each player has his part of the point, by this number as he sees it.
    Share(Expr),
}

/// A phrase of a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// Which phrase.
    pub kind: PhraseKind,
    /// Where it stands.
    pub span: Span,
}

/// The phrases.
#[derive(Clone, Debug, PartialEq)]
pub enum PhraseKind {
    /// `when condition`
    When(Expr),
    /// `unless condition`
    Unless(Expr),
    /// `provided condition`: asked of the move, not of the attack.
    Provided(Expr),
    /// `from squares`
    From(Expr),
    /// `to squares`, where the head has no motion of its own (`after moving to …`) or for all motions.
    To(Expr),
    /// `harmless`: takes, but attacks nothing.
    Harmless,
}

/// A motion: legs joined by `then`.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// One leg or more.
    pub legs: Vec<Leg>,
    /// The whole motion.
    pub span: Span,
}

/// One leg of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// How it goes.
    pub travel: Travel,
    /// `over 1 man`, `over empty`: what may be passed.
    pub over: Option<(Option<u32>, Expr)>,
    /// `to enemy`
    pub to: Option<Expr>,
    /// The whole leg.
    pub span: Span,
}

/// The verbs.
#[derive(Clone, Debug, PartialEq)]
pub enum Travel {
    /// `step forward`
    Step(Directions),
    /// `slide diagonal up to 2`
    Slide(Directions, Limit),
    /// `leap 2:1`, `leap 2:0 sideways`
    Leap(Vector, Option<Directions>),
    /// `leap diagonal`: one square in a direction, whatever stands there.
    LeapTo(Directions),
    /// `ride 2:1`
    Ride(Vector, Option<Directions>, Limit),
    /// `go`: to any square.
    Go,
    /// `stay`: a move in place.
    Stay,
    /// `point`: a move in place that names a square.
    Point,
    /// `drop from hand`: from a stock of men.
    Drop(Option<Ident>),
}

/// `2:1`
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// The larger and the smaller part as written.
    pub parts: (u32, u32),
    /// Where it stands.
    pub span: Span,
}

/// Names of directions, joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// `forward` or `(diagonal or forward)`.
    pub names: Vec<Ident>,
    /// Where they stand.
    pub span: Span,
}

/// How far a slide or ride goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As far as it can.
    None,
    /// `up to n`
    UpTo(u32),
    /// `exactly n`
    Exactly(u32),
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// Where it stands.
    pub span: Span,
}

/// The effects.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectKind {
    /// `take squares`
    Take(Expr),
    /// `move squares to squares`, `move squares to chosen squares`
    Move { from: Expr, to: Expr, chosen: bool },
    /// `move squares to squares and squares to squares`, all at once.
    Exchange(Vec<(Expr, Expr)>),
    /// `become kinds`: a choice if they are several.
    Become(Expr),
    /// `put kinds on squares`, `put kinds on chosen squares`
    Put { kinds: Expr, at: Expr, chosen: bool },
    /// `put taken in hand as guard`: men who were taken go to a stock.
    Keep { men: Expr, stock: Ident, kind: Option<Ident> },
    /// `again`: the same player moves on.
    Again,
    /// `cell of subject = value`
    Assign { cell: Ident, subject: Option<Expr>, value: Expr },
    /// A `define … = effect`.
    Call { name: Ident, args: Vec<Expr> },
}

/// An expression: a set of squares, a condition, a number, a player, a direction. Types come later.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A name.
    Word(String),
    /// A number.
    Number(u32),
    /// `yes` or `no`
    Flag(bool),
    /// Words side by side, two or more: all of them at once.
    Meet(Vec<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `was a`: in the position before the move. `own was in check` is `was (own in check)`.
    Was(Box<Expr>),
    /// `some a`
    Some(Box<Expr>),
    /// `no a`
    No(Box<Expr>),
    /// `a is b`
    Is(Box<Expr>, Box<Expr>),
    /// `a < b`
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `a + b`
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`
    Subtract(Box<Expr>, Box<Expr>),
    /// `(8 when c, 16 if d, else e)`
    Cases(Vec<(Expr, Expr)>, Box<Expr>),
    /// `by file (0 1 2)`
    ByFile(Vec<u32>),
    /// `rank 2`, `ranks 1 to 3`
    Ranks(u32, u32),
    /// `file a`, `files d to f`
    Files(Ident, Ident),
    /// `first rank`
    FirstRank,
    /// `last rank`
    LastRank,
    /// `edge east`: the squares with no neighbour there.
    Edge(Ident),
    /// `along east of it`: the whole line.
    Along(Ident, Box<Expr>),
    /// `nearest east of it`: the first man on the line.
    Nearest(Ident, Box<Expr>),
    /// `in check`
    InCheck,
    /// `forward of it`, `leap of enemy`
    Of(Ident, Box<Expr>),
    /// `count(own man)`
    Call(Ident, Vec<Expr>),
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A source named after a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The text between the separators, trimmed: `Smith p. 115`, `ours: because`.
    pub text: Ident,
}

/// One line of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestStep {
    /// `at "position"`
    At(Ident),
    /// `play moves`
    Play(Vec<Ident>),
    /// `expect …`
    Expect(Expect, Span),
}

/// What a test expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `moves of e5: d6 e6` (targets, or whole moves) or `moves: …`
    Moves { of: Option<Ident>, moves: Vec<Ident> },
    /// `legal e1g1`, `illegal e1g1`
    Legal { legal: bool, mv: Ident },
    /// `check`, `no check`
    Check(bool),
    /// `draw by ends.x`
    Draw { by: Ident },
    /// `White wins by ends.x`
    Wins { player: Ident, by: Ident },
    /// `no outcome`
    NoOutcome,
    /// `number = 5`, `owed of b8 = 1`
    Value { cell: Ident, of: Option<Ident>, value: Ident },
}
