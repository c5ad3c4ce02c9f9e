//! Outline to IR: names are resolved and types checked.

mod cells;
mod clauses;
mod effects;
mod expr;
mod motion;
mod names;
mod settings;
mod start;
mod stocks;
mod value;

pub(crate) use names::WORDS;

use std::collections::BTreeSet;

use chator_grammar::ast::DefineBody;
use chator_grammar::diagnostic::{Diagnostic, Severity};
use chator_grammar::source::Span;
use indexmap::IndexMap;

use crate::board::Geometry;
use crate::limits::is_hopeless;
use crate::options::Options;
use crate::outline::{Outline, RuleTest, Scope};
use crate::ruleset::{Cell, Choice, IR_VERSION, Kind, Player, Rules};
use crate::set::Set;
use crate::source_map::SourceMap;
use value::Value;

/// What comes out: the IR and what lies beside it.
pub(crate) struct Lowered {
    pub(crate) rules: Rules,
    pub(crate) map: SourceMap,
    pub(crate) tests: Vec<RuleTest>,
    pub(crate) heading: Span,
    pub(crate) facing: Vec<usize>,
    pub(crate) geometry: Geometry,
    /// Definitions that are sets of squares.
    pub(crate) regions: Vec<(String, Set)>,
}

/// Everything that names mean, while lowering.
pub(crate) struct Lowering<'a> {
    outline: &'a Outline,
    options: &'a Options,
    geometry: Geometry,
    /// The direction number each player faces.
    facing: Vec<usize>,
    players: IndexMap<String, Player>,
    kinds: IndexMap<String, Kind>,
    cells: IndexMap<String, Cell>,
    diagnostics: &'a mut Vec<Diagnostic>,
    nodes: usize,
    /// Definitions being written out, to stop those that lead back to themselves.
    opened: Vec<String>,
    /// Definitions that something has used.
    used: BTreeSet<String>,
    /// Words already reported as unknown, each once.
    reported: BTreeSet<(Span, String)>,
    /// The clause that is being read.
    clause: Option<String>,
}

/// Lowers an outline. `None` if the board or the players are missing, so that nothing has a meaning.
pub(crate) fn lower(
    outline: Outline,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Lowered> {
    let heading = outline.heading;
    let before = diagnostics.len();
    let (board, geometry) = settings::board(&outline, diagnostics)?;
    let (players, facing) = settings::players(&outline, &geometry, diagnostics)?;
    let kinds = settings::kinds(&outline, options, diagnostics);
    let mut lowering = Lowering {
        outline: &outline,
        options,
        geometry,
        facing,
        players,
        kinds,
        cells: IndexMap::new(),
        diagnostics,
        nodes: 0,
        opened: Vec::new(),
        clause: None,
        used: outline.used.clone(),
        reported: BTreeSet::new(),
    };
    lowering.check_names();
    lowering.cells();
    let start = lowering.start();
    let text = lowering.text();
    let parts = lowering.clauses();
    lowering.sources(&outline.notes);
    let regions = lowering.definitions();
    let map = lowering.source_map();
    let works: IndexMap<String, String> =
        outline.works.iter().map(|(k, (work, _))| (k.clone(), work.clone())).collect();
    let choices = options.table.iter().map(|(name, o)| {
        let notes = o.notes.iter().map(|note| lowering.sources(note));
        let choice = Choice {
            gloss: o.gloss.clone(),
            values: o.values.iter().cloned().zip(notes).collect(),
            default: o.default.clone(),
            chosen: o.chosen.clone(),
        };
        (name.clone(), choice)
    });
    let choices: IndexMap<String, Choice> = choices.collect();
    let Lowering { players, kinds, cells, facing, geometry, diagnostics, .. } = lowering;
    if outline.title.is_none() {
        let whole = Diagnostic::error("E0213", heading, "this file is no game")
            .label("it does not begin with `game \"Title\"`")
            .help("a rule file begins `game \"Title\"` or `game \"Title\" extends base`");
        diagnostics.push(whole);
    }
    if diagnostics[before..].iter().any(|d| d.severity == Severity::Error) {
        return None;
    }
    let rules = Rules {
        version: IR_VERSION,
        title: outline.title.as_ref().map_or_else(String::new, |t| t.text.clone()),
        about: outline.about.as_ref().map_or_else(String::new, |t| t.text.clone()),
        options: choices,
        works,
        authorities: outline.authorities.keys().cloned().collect(),
        board,
        players,
        kinds,
        cells,
        start,
        text,
        clauses: parts.clauses,
        events: parts.events,
        offers: parts.offers,
        bans: parts.bans,
        voids: parts.voids,
        duties: parts.duties,
        skips: parts.skips,
        ends: parts.ends,
    };
    Some(Lowered { rules, map, tests: outline.tests, heading, facing, geometry, regions })
}

impl Lowering<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, label: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label));
    }

    /// Looks at each definition, so that nothing in a file is ignored, and returns those that are
    /// sets of squares.
    fn definitions(&mut self) -> Vec<(String, Set)> {
        let outline = self.outline;
        let mut regions = Vec::new();
        for (name, define) in &outline.defines {
            if is_hopeless(self.diagnostics) {
                break;
            }
            if outline.prelude.contains(name) {
                continue;
            }
            let used = self.used.contains(name);
            if let (DefineBody::Expr(body), true) = (&define.body, define.params.is_empty())
                && let Some(Value::Set(set)) = self.value(body, &Scope::default())
            {
                regions.push((name.clone(), set));
            }
            if !used {
                let message = format!("nothing uses `{name}`");
                let warning = Diagnostic::error("W0606", define.name.span, message)
                    .label("defined, and never used");
                self.diagnostics.push(warning);
            }
        }
        regions
    }

    fn source_map(&self) -> SourceMap {
        let outline = self.outline;
        let clauses = outline.clauses.iter().map(|(a, c)| {
            (
                a.clone(),
                c.clause.label.as_ref().map_or(c.clause.span, |l| l.span.join(c.clause.span)),
            )
        });
        let kinds = outline.kinds.iter().map(|(name, k)| (name.clone(), k.span));
        let cells = outline.cells.iter().map(|(name, c)| (name.clone(), c.decl.name.span));
        let defines = outline.defines.iter().map(|(name, d)| (name.clone(), d.name.span));
        let options = outline.options.iter().map(|(name, o)| (name.clone(), o.span));
        let board = outline.board.iter().map(|(shape, _)| ("board", shape.span));
        let players = outline.players.first().map(|player| ("players", player.name.span));
        let start = outline.starts.first().map(|start| ("start", start.text.span));
        let frame = board.chain(players).chain(start).map(|(a, span)| (a.to_owned(), span));
        let mut spans = IndexMap::new();
        for (address, span) in frame.chain(clauses).chain(kinds).chain(cells).chain(defines) {
            // A definition may be called like a rule, and says less.
            spans.entry(address).or_insert(span);
        }
        SourceMap { spans, options: options.collect() }
    }
}
