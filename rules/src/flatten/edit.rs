//! Clauses by address: new ones, replaced ones, removed ones.

use std::rc::Rc;

use chator_grammar::ast::{Clause, Head, Ident, Section, Travel};
use chator_grammar::diagnostic::Diagnostic;

use super::{At, Flattener};
use crate::limits::MAX_CLAUSES;
use crate::outline::{ClauseOutline, Place};
use crate::suggest::nearest;

impl Flattener<'_> {
    pub(super) fn full_address(text: &str, at: &At) -> String {
        if text.contains('.') {
            return text.to_owned();
        }
        match (&at.section, at.kinds.first()) {
            (Some(section), _) => format!("{}.{text}", section_name(*section)),
            (None, Some(kind)) => format!("{kind}.{text}"),
            (None, None) => text.to_owned(),
        }
    }

    pub(super) fn near_address(&self, address: &str) -> Option<String> {
        let keys = || self.out.clauses.keys().map(String::as_str);
        let same_end = |k: &&str| k.rsplit('.').next() == address.rsplit('.').next();
        nearest(address, keys()).or_else(|| keys().find(same_end)).map(str::to_owned)
    }

    /// What there is to change in the group that an address names, or in the piece that it is.
    pub(super) fn clauses_beside(&self, address: &str) -> Option<String> {
        let group = address.split_once('.').map_or(address, |(group, _)| group);
        let inside = |key: &&String| key.split_once('.').is_some_and(|(of, _)| of == group);
        let known: Vec<String> =
            self.out.clauses.keys().filter(inside).map(|key| format!("`{key}`")).collect();
        (!known.is_empty()).then(|| format!("`{group}` has {}", known.join(", ")))
    }

    pub(super) fn clause(&mut self, clause: &Clause, at: &At) {
        let label = match (&at.label, &clause.label) {
            (Some(outer), _) => outer.text.clone(),
            (None, Some(own)) => own.text.clone(),
            (None, None) => verb(&clause.head).to_owned(),
        };
        let wanted = match clause.head {
            Head::Outcome(..) => Some(Section::Ends),
            _ => None,
        };
        if label.contains('.') {
            // A dotted label names an existing clause, wherever it stands.
            self.replace_dotted(clause, &label, at);
            return;
        }
        let kinds: Vec<Option<String>> = match (&at.section, at.kinds.is_empty()) {
            (Some(_), _) | (None, true) => vec![None],
            (None, false) => at.kinds.iter().cloned().map(Some).collect(),
        };
        if let Some(section) = wanted
            && at.section != Some(section)
            && !self.ghostly
        {
            let error = Diagnostic::error("E0308", clause.span, "an ending outside of `ends`")
                .label("not in `ends { … }`")
                .help("endings stand in `ends { … }`, and their order there is the order in which they are asked");
            self.diagnostics.push(error);
            return;
        }
        for kind in kinds {
            let mut here = at.clone();
            here.kinds = kind.iter().cloned().collect();
            let address = Self::full_address(&label, &here);
            let place = Place { army: at.army.clone(), kind, section: at.section };
            self.insert(address, place, clause, &here);
        }
    }

    pub(super) fn replace_dotted(&mut self, clause: &Clause, address: &str, at: &At) {
        let span = clause.label.as_ref().map_or(clause.span, |l| l.span);
        let label = Ident { text: address.to_owned(), span };
        let Some(old) = self.out.clauses.get(address) else {
            if self.ghostly || self.ghosts.contains(address) {
                return;
            }
            let hint = self.near_address(address);
            self.missing(&label, "clause", hint);
            return;
        };
        if !self.editing {
            let error = Diagnostic::error("E0204", span, format!("`{address}` already exists"))
                .label("a dotted name means an existing clause")
                .help(format!("`replace {address}: …` changes it"));
            self.diagnostics.push(error);
            return;
        }
        let place = old.place.clone();
        self.insert(address.to_owned(), place, clause, at);
    }

    pub(super) fn insert(&mut self, address: String, place: Place, clause: &Clause, at: &At) {
        self.nodes += 1;
        if self.ghostly {
            self.ghosts.insert(address);
            return;
        }
        if self.editing
            && self.ghosts.contains(&address)
            && !self.out.clauses.contains_key(&address)
        {
            return;
        }
        let span = clause.label.as_ref().map_or(clause.span, |l| l.span);
        let mut clause = clause.clone();
        if clause.note.is_empty() {
            clause.note.clone_from(&at.note);
        }
        if self.out.clauses.len() >= MAX_CLAUSES {
            if self.out.clauses.len() == MAX_CLAUSES && !self.full {
                self.full = true;
                let message = format!("more than {MAX_CLAUSES} clauses");
                self.error("E0517", span, message, "one too many");
            }
            return;
        }
        let entry = ClauseOutline {
            place,
            clause,
            guards: at.guards.clone(),
            scope: Rc::clone(&at.scope),
            uses: self.uses.clone(),
        };
        let known = self.out.clauses.get(&address).map(|c| c.clause.span);
        match (known, self.editing) {
            (Some(first), false) => {
                let error =
                    Diagnostic::error("E0204", span, format!("`{address}` already exists"))
                        .label("a second clause of that name")
                        .related(first, "the first stands here")
                        .help("give it a name of its own (`name: …`), or write `replace` to change the first");
                self.diagnostics.push(error);
            }
            (None, true) => {
                let hint = self.near_address(&address);
                self.missing(&Ident { text: address, span }, "clause", hint);
            }
            (Some(_), true) => {
                // The group a clause stands in goes on guarding what replaces it.
                let mut entry = entry;
                if let Some(old) = self.out.clauses.get(&address) {
                    if entry.guards.is_empty() {
                        entry.guards.clone_from(&old.guards);
                    }
                    entry.uses.extend(old.uses.iter().cloned());
                }
                self.out.clauses.insert(address, entry);
            }
            (None, false) => match &self.before {
                Some(target) => {
                    let index = self.out.clauses.get_index_of(target).unwrap_or_default();
                    self.out.clauses.shift_insert(index, address, entry);
                }
                None => {
                    self.out.clauses.insert(address, entry);
                }
            },
        }
    }
}

fn verb(head: &Head) -> &'static str {
    match head {
        Head::Motions(motions) => match motions.first().and_then(|m| m.legs.first()) {
            Some(leg) => match leg.travel {
                Travel::Step(_) => "step",
                Travel::Slide(..) => "slide",
                Travel::Leap(..) | Travel::LeapTo(_) => "leap",
                Travel::Ride(..) => "ride",
                Travel::Go => "go",
                Travel::Stay => "stay",
                Travel::Point => "point",
                Travel::Drop(_) => "drop",
            },
            None => "move",
        },
        Head::After(..) => "after",
        Head::May(_) => "may",
        Head::Outcome(..) => "end",
        Head::When(_) => "when",
    }
}

pub(super) fn section_name(section: Section) -> &'static str {
    match section {
        Section::Ends => "ends",
        Section::Bans => "bans",
        Section::Voids => "voids",
        Section::Duties => "duties",
        Section::Skips => "skips",
    }
}
