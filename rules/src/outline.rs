//! The flattened file: inheritance, options, groups and `use` are gone, names are not yet resolved.

use std::collections::BTreeSet;
use std::rc::Rc;

use chator_grammar::ast::{
    self, CellDecl, Citation, DefineBody, Effect, Expr, Ident, PlayerDecl, Section, TestStep,
};
use chator_grammar::source::Span;
use indexmap::IndexMap;

/// What the parameters of a `define` stand for, each with the scope of its own words.
pub(crate) type Scope = Rc<Bindings>;

#[derive(Debug, Default)]
pub(crate) struct Bindings(pub(crate) IndexMap<String, (Expr, Scope)>);

/// A condition with the scope of its words.
pub(crate) type Scoped = (Expr, Scope);

#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) title: Option<Ident>,
    pub(crate) about: Option<Ident>,
    pub(crate) works: IndexMap<String, (String, Span)>,
    /// The works that the game's own file cites.
    pub(crate) authorities: IndexMap<String, Span>,
    pub(crate) options: IndexMap<String, OptionOutline>,
    pub(crate) board: Option<(Ident, Vec<(u32, Span)>)>,
    pub(crate) players: Vec<PlayerDecl>,
    pub(crate) starts: Vec<StartOutline>,
    pub(crate) deals: Vec<DealOutline>,
    pub(crate) text: Vec<Ident>,
    pub(crate) armies: IndexMap<String, Span>,
    pub(crate) kinds: IndexMap<String, KindOutline>,
    pub(crate) cells: IndexMap<String, CellOutline>,
    pub(crate) defines: IndexMap<String, DefineOutline>,
    /// Everything that has an address, in order.
    pub(crate) clauses: IndexMap<String, ClauseOutline>,
    pub(crate) tests: Vec<RuleTest>,
    /// What `remove` took away, for better messages.
    pub(crate) gone: IndexMap<String, Span>,
    /// Footnotes of lines that leave nothing else behind.
    pub(crate) notes: Vec<Citation>,
    /// Definitions that some `use` has opened.
    pub(crate) used: BTreeSet<String>,
    /// Definitions of the prelude: nobody minds if they are not used.
    pub(crate) prelude: BTreeSet<String>,
    /// Where the title line stands: the place for errors that concern the whole game.
    pub(crate) heading: Span,
}

#[derive(Debug)]
pub(crate) struct OptionOutline {
    pub(crate) span: Span,
    pub(crate) gloss: Option<String>,
    pub(crate) values: Vec<String>,
    /// The sources of each value.
    pub(crate) notes: Vec<Vec<Citation>>,
    pub(crate) default: String,
    pub(crate) chosen: String,
}

#[derive(Debug)]
pub(crate) struct StartOutline {
    pub(crate) army: Option<String>,
    pub(crate) text: Ident,
    pub(crate) effects: Vec<Effect>,
    pub(crate) scope: Scope,
    pub(crate) note: Vec<Citation>,
}

#[derive(Debug)]
pub(crate) struct DealOutline {
    pub(crate) kinds: Vec<Ident>,
    pub(crate) on: Expr,
    pub(crate) scope: Scope,
    pub(crate) note: Vec<Citation>,
}

#[derive(Debug)]
pub(crate) struct KindOutline {
    pub(crate) span: Span,
    pub(crate) gloss: Option<String>,
    pub(crate) letter: Ident,
    pub(crate) royal: bool,
    pub(crate) neutral: bool,
    pub(crate) army: Option<String>,
    /// The armies that do without it.
    pub(crate) missing: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct CellOutline {
    pub(crate) decl: CellDecl,
    pub(crate) scope: Scope,
    /// The piece whose block it stands in.
    pub(crate) kinds: Vec<String>,
    /// The definitions that were opened around it.
    pub(crate) uses: Vec<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct DefineOutline {
    pub(crate) name: Ident,
    pub(crate) params: Vec<Ident>,
    pub(crate) body: DefineBody,
    pub(crate) note: Vec<Citation>,
}

#[derive(Debug, Clone)]
pub(crate) struct ClauseOutline {
    pub(crate) place: Place,
    pub(crate) clause: ast::Clause,
    pub(crate) guards: Vec<Scoped>,
    pub(crate) scope: Scope,
    /// The definitions that were opened around it.
    pub(crate) uses: Vec<String>,
}

/// Where a clause stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) army: Option<String>,
    /// The piece, if it stands in one.
    pub(crate) kind: Option<String>,
    pub(crate) section: Option<Section>,
}

/// A test of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTest {
    /// Its title.
    pub name: Ident,
    /// Its lines.
    pub steps: Vec<TestStep>,
}
