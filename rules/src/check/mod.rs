//! Sense checks: rules that are well formed and still cannot be meant.
//!
//! Each check is a file. They read the IR only, so they see what the executor will see.

mod dead;
mod ends;
mod facts;
mod men;
mod range;
mod reads;
mod regress;
mod triggers;

pub(crate) use facts::fixed_on;

use chator_grammar::diagnostic::Diagnostic;
use chator_grammar::source::Span;

use crate::lower::Lowered;

/// Runs all checks.
pub(crate) fn check(lowered: &Lowered, diagnostics: &mut Vec<Diagnostic>) {
    let mut found = Findings { lowered, diagnostics };
    regress::check(&mut found);
    triggers::check(&mut found);
    men::check(&mut found);
    dead::check(&mut found);
    range::check(&mut found);
    reads::check(&mut found);
    ends::check(&mut found);
}

/// Where the checks write what they find.
pub(crate) struct Findings<'a> {
    pub(crate) lowered: &'a Lowered,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    pub(crate) fn rules(&self) -> &'a crate::ruleset::Rules {
        &self.lowered.rules
    }

    /// The place of an address.
    pub(crate) fn place(&self, address: &str) -> Span {
        self.lowered.map.get(address).unwrap_or(self.lowered.heading)
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
