//! Sense checks on the IR.
use chator_grammar::diagnostic::Diagnostic;
use crate::lower::Lowered;
pub(crate) fn check(_lowered: &Lowered, _diagnostics: &mut Vec<Diagnostic>) {}
