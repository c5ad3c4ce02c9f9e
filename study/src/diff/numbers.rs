//! From the one numbering of a comparison back to the numbers and names of each rule set.

use chator_rules::rename::Renaming;
use chator_rules::{CellId, KindId, PlayerId, Rules};

use super::{Base, Change, Diff};

/// How the numbers of the two came together.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Piece types that only one side has; `true` for the first.
    pub(super) lone_kinds: Vec<(KindId, bool)>,
    /// How many piece types the first has: they keep their numbers.
    pub(super) left_kinds: usize,
    /// The same for cells.
    pub(super) left_cells: usize,
    /// Cells that only one side has; `true` for the first.
    pub(super) lone_cells: Vec<(CellId, bool)>,
    /// What became of the second's numbers and addresses.
    pub(super) renaming: Renaming,
}

impl Diff {
    /// A rule set's own number of a piece type, if it has it.
    pub(crate) fn own_kind(&self, base: Base, kind: KindId) -> Option<KindId> {
        match base {
            Base::Left => (usize::from(kind.0) < self.numbers.left_kinds).then_some(kind),
            Base::Right => place(&self.numbers.renaming.kinds, &kind).map(|n| KindId(n as u16)),
        }
    }

    /// A rule set's own number of a cell, if it has it.
    pub(crate) fn own_cell(&self, base: Base, cell: CellId) -> Option<CellId> {
        match base {
            Base::Left => (usize::from(cell.0) < self.numbers.left_cells).then_some(cell),
            Base::Right => place(&self.numbers.renaming.cells, &cell).map(|n| CellId(n as u16)),
        }
    }

    /// A rule set's own number of a player.
    pub(crate) fn own_player(&self, base: Base, player: PlayerId) -> PlayerId {
        match base {
            Base::Left => player,
            Base::Right => {
                place(&self.numbers.renaming.players, &player).map_or(player, |n| PlayerId(n as u8))
            }
        }
    }

    /// A rule set's own name for an address.
    pub(crate) fn own_address(&self, base: Base, address: &str) -> String {
        let renamed = &self.numbers.renaming.addresses;
        match renamed.iter().find(|(_, new)| base == Base::Right && new == address) {
            Some((old, _)) => old.clone(),
            None => address.to_owned(),
        }
    }

    /// May a man of that type and player be on the boards of both?
    pub(crate) fn both_have(&self, player: PlayerId, kind: KindId) -> bool {
        let lone = self.numbers.lone_kinds.iter().any(|(id, _)| *id == kind);
        let has = |rules: &Rules| {
            let kind = &rules.kinds[usize::from(kind.0)];
            kind.players.contains(&player) || kind.neutral && player == PlayerId::NOBODY
        };
        !lone && has(&self.left) && has(&self.right)
    }

    /// Is it a rule of a piece that only one of them has?
    pub(crate) fn of_lone_piece(&self, change: &Change) -> bool {
        let lone = self.numbers.lone_kinds.iter().map(|(id, _)| usize::from(id.0));
        let names = lone.filter_map(|id| self.left.kinds.get_index(id)).map(|(name, _)| name);
        let piece = change.address.split_once('.').map(|(piece, _)| piece);
        names.into_iter().any(|name| Some(name.as_str()) == piece)
    }

    /// Cells that only one of them has.
    pub(crate) fn lone_cells(&self, base: Base) -> impl Iterator<Item = CellId> {
        let mine = move |(_, left): &&(CellId, bool)| *left == (base == Base::Left);
        self.numbers.lone_cells.iter().filter(mine).map(|(cell, _)| *cell)
    }

    /// Cells that both have.
    pub(crate) fn shared_cells(&self) -> impl Iterator<Item = CellId> {
        let lone = |cell: &CellId| self.numbers.lone_cells.iter().any(|(id, _)| id == cell);
        (0..self.left.cells.len()).map(|n| CellId(n as u16)).filter(move |cell| !lone(cell))
    }
}

fn place<T: PartialEq>(list: &[T], it: &T) -> Option<usize> {
    list.iter().position(|other| other == it)
}
