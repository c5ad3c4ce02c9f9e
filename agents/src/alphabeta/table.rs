//! What was found out about positions, by their keys.

use chator_interpreter::Move;

/// What the value of an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Just that.
    Exact,
    /// That or more.
    Lower,
    /// That or less.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// The best move, if one was found.
    pub(crate) mv: Option<Move>,
    /// Seen from the side to move; wins are counted from the position itself.
    pub(crate) value: i32,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    age: u8,
}

/// A table of fixed size.
#[derive(Debug, Default)]
pub(crate) struct Table {
    entries: Vec<Option<Entry>>,
    mask: usize,
    age: u8,
}

impl Table {
    /// Takes about as much memory as that, at least one entry.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        let most = (bytes / size_of::<Option<Entry>>()).max(1);
        let size = 1 << most.ilog2();
        if self.entries.len() != size {
            self.entries = vec![None; size];
            self.mask = size - 1;
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries = Vec::new();
    }

    /// A new search begins: what earlier ones found gives way to what this one finds.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[key as usize & self.mask].as_ref().filter(|entry| entry.key == key)
    }

    pub(crate) fn put(&mut self, key: u64, mv: Option<Move>, value: i32, depth: i32, bound: Bound) {
        let slot = &mut self.entries[key as usize & self.mask];
        let depth = depth.clamp(-1, 127) as i8;
        let mut mv = mv;
        if let Some(old) = slot {
            let same = old.key == key;
            let deeper = old.age == self.age && old.depth > depth + if same { 2 } else { 0 };
            if deeper && bound != Bound::Exact {
                return;
            }
            if same && mv.is_none() {
                mv = old.mv;
            }
        }
        *slot = Some(Entry { key, mv, value, depth, bound, age: self.age });
    }
}
