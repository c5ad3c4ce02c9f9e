//! `remove`: clauses, state, definitions, pieces, and all that a `use` has written.

use chator_grammar::ast::Ident;
use chator_grammar::diagnostic::Diagnostic;

use super::{At, Flattener};
use crate::suggest::nearest;

impl Flattener<'_> {
    pub(super) fn remove(&mut self, address: &Ident, at: &At) {
        let full = Self::full_address(&address.text, at);
        if self.out.clauses.shift_remove(&full).is_some()
            || self.out.cells.shift_remove(&address.text).is_some()
            || self.out.defines.shift_remove(&address.text).is_some()
            || self.piece_goes(&full, at)
        {
            self.out.gone.insert(full, address.span);
            return;
        }
        if self.ghosts.contains(&full) {
            return;
        }
        let hint = self.near_address(&full);
        let message = format!("there is nothing called `{full}` to remove");
        let mut error = Diagnostic::error("E0205", address.span, message)
            .label("not found in this file or its base");
        if let Some(hint) = hint {
            error = error.help(format!("did you mean `{hint}`?")).fix(address.span, hint.clone());
        } else if let Some(known) = self.clauses_beside(&full) {
            error = error.help(known);
        }
        self.diagnostics.push(error);
    }

    /// A piece with all its clauses, a piece of one army, or a piece's crown.
    fn piece_goes(&mut self, full: &str, at: &At) -> bool {
        if let Some(name) = full.strip_suffix(".royal") {
            let kind = self.out.kinds.get_mut(name).filter(|kind| kind.royal);
            return kind.is_some_and(|kind| std::mem::replace(&mut kind.royal, false));
        }
        let Some(kind) = self.out.kinds.get_mut(full) else { return false };
        if let Some(army) = &at.army {
            let leads = kind.army.is_none() && !kind.missing.contains(army);
            if leads {
                kind.missing.push(army.clone());
            }
            return leads;
        }
        self.out.kinds.shift_remove(full);
        self.out.clauses.retain(|_, clause| clause.place.kind.as_deref() != Some(full));
        self.out.cells.retain(|_, cell| cell.kinds != [full]);
        true
    }

    /// All that `use name` has written, in whatever it stands.
    pub(super) fn remove_use(&mut self, name: &Ident) {
        let before = self.out.clauses.len() + self.out.cells.len();
        self.out.clauses.retain(|_, clause| !clause.uses.contains(&name.text));
        self.out.cells.retain(|_, cell| !cell.uses.contains(&name.text));
        let address = format!("use {}", name.text);
        if self.out.clauses.len() + self.out.cells.len() < before {
            self.out.gone.insert(address, name.span);
        } else if !self.ghosts.contains(&address) {
            let message = format!("no line `{address}` has written anything");
            let error = Diagnostic::error("E0205", name.span, message).label("nothing to remove");
            let uses = self.out.clauses.values().flat_map(|clause| &clause.uses);
            let error = match nearest(&name.text, uses.map(String::as_str)) {
                Some(hint) => error.help(format!("did you mean `{hint}`?")).fix(name.span, hint),
                None => error.help("`remove group.label` takes away a single clause"),
            };
            self.diagnostics.push(error);
        }
    }
}
