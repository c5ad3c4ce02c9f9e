//! Lays the second rule set over the first: one numbering of pieces, cells and players for
//! both, and the first one's addresses for what both have.

use chator_rules::rename::Renaming;
use chator_rules::{Cell, CellId, CellType, Kind, KindId, Per, PlayerId, Rules};

/// Two rule sets with the same numbers and names.
#[derive(Clone, Debug)]
pub(crate) struct Aligned {
    pub(crate) left: Rules,
    pub(crate) right: Rules,
    /// What was done to the second.
    pub(crate) renaming: Renaming,
    /// Pieces that only one side has: `(number, the left has it)`.
    pub(crate) lone_kinds: Vec<(KindId, bool)>,
    /// Cells that only one side has.
    pub(crate) lone_cells: Vec<(CellId, bool)>,
}

/// Lays two rule sets over each other. Pieces are the same if they have the same name, or else
/// the same letter; cells if they have the same name, or else are the only ones of their form.
///
/// `strangers` are cells, by name in each, that have the same form and yet are not the same.
pub(crate) fn align(left: &Rules, right: &Rules, strangers: &[(String, String)]) -> Aligned {
    let mut kinds = left.kinds.clone();
    let mut lone_kinds = Vec::new();
    let mut renaming = Renaming { players: players(left, right), ..Renaming::default() };
    let mut theirs = vec![None; left.kinds.len()];
    for matching in [same_name, same_letter] {
        for (id, (name, kind)) in right.kinds.iter().enumerate() {
            if !theirs.contains(&Some(id)) {
                let free = |mine: &usize| theirs[*mine].is_none();
                let found = left.kinds.iter().enumerate().filter(|(mine, _)| free(mine));
                let found = found
                    .map(|(mine, (n, k))| (mine, n, k))
                    .find(|(_, n, k)| matching((n, k), (name, kind)));
                if let Some((mine, ..)) = found {
                    theirs[mine] = Some(id);
                }
            }
        }
    }
    for (mine, theirs) in theirs.iter().enumerate() {
        if theirs.is_none() {
            lone_kinds.push((KindId(mine as u16), true));
        }
    }
    for (id, (name, kind)) in right.kinds.iter().enumerate() {
        let place = theirs.iter().position(|their| *their == Some(id)).unwrap_or_else(|| {
            lone_kinds.push((KindId(kinds.len() as u16), false));
            let (place, _) =
                kinds.insert_full(fresh(name, |n| kinds.contains_key(n)), kind.clone());
            place
        });
        renaming.kinds.push(KindId(place as u16));
        let (mine, _) = kinds.get_index(place).expect("it was just put there");
        rename_group(&mut renaming, right, name, mine);
    }

    let mut cells = left.cells.clone();
    let mut lone_cells = Vec::new();
    let mut theirs = vec![None; left.cells.len()];
    let renamed: Vec<Cell> = right
        .cells
        .values()
        .cloned()
        .map(|mut cell| {
            renaming.cell(&mut cell);
            cell
        })
        .collect();
    for (id, (name, cell)) in right.cells.keys().zip(&renamed).enumerate() {
        if let Some((mine, _, it)) = left.cells.get_full(name)
            && alike(it, cell)
        {
            theirs[mine] = Some(id);
        }
    }
    for (id, (name, cell)) in right.cells.keys().zip(&renamed).enumerate() {
        let form = |other: &Cell| {
            Cell { sources: Vec::new(), ..other.clone() }
                == Cell { sources: Vec::new(), ..cell.clone() }
        };
        let only = renamed.iter().filter(|c| form(c)).count() == 1;
        let mut same = left
            .cells
            .values()
            .enumerate()
            .filter(|(mine, it)| theirs[*mine].is_none() && form(it))
            .filter(|(mine, _)| {
                let mine = left.cells.get_index(*mine).map(|(name, _)| name);
                !strangers.iter().any(|(left, right)| Some(left) == mine && right == name)
            });
        if let (true, false, Some((mine, _)), None) =
            (only, theirs.contains(&Some(id)), same.next(), same.next())
        {
            theirs[mine] = Some(id);
        }
    }
    for (mine, theirs) in theirs.iter().enumerate() {
        if theirs.is_none() {
            lone_cells.push((CellId(mine as u16), true));
        }
    }
    for (id, name) in right.cells.keys().enumerate() {
        let mine = theirs.iter().position(|their| *their == Some(id));
        if let Some((mine, _)) = mine.and_then(|mine| left.cells.get_index(mine))
            && mine != name
        {
            renaming.addresses.push((name.clone(), mine.clone()));
        }
    }
    for (id, (name, cell)) in right.cells.keys().zip(renamed).enumerate() {
        let place = theirs.iter().position(|their| *their == Some(id)).unwrap_or_else(|| {
            lone_cells.push((CellId(cells.len() as u16), false));
            let (place, _) = cells.insert_full(fresh(name, |n| cells.contains_key(n)), cell);
            place
        });
        renaming.cells.push(CellId(place as u16));
    }

    let mut left = rewritten(left, &Renaming::default());
    let mut right = rewritten(right, &renaming);
    fill(
        &mut left,
        &mut right,
        &kinds.into_iter().collect::<Vec<_>>(),
        &cells.into_iter().collect::<Vec<_>>(),
        &renaming,
    );
    Aligned { left, right, renaming, lone_kinds, lone_cells }
}

fn same_name(a: (&String, &Kind), b: (&String, &Kind)) -> bool {
    a.0 == b.0
}

fn same_letter(a: (&String, &Kind), b: (&String, &Kind)) -> bool {
    a.1.letter == b.1.letter
}

/// Do two cells of one name hold the same kind of thing? Their bounds may differ.
fn alike(a: &Cell, b: &Cell) -> bool {
    let shape = |cell: &Cell| match (&cell.ty, &cell.per) {
        (CellType::Squares, _) => 0,
        (_, Per::Game) => 1,
        (_, Per::Player) => 2,
        (_, Per::Man(_)) => 3,
        (_, Per::Square) => 4,
        (_, Per::Stock(_)) => 5,
    };
    shape(a) == shape(b)
}

/// A name that nothing has yet.
fn fresh(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_owned();
    while taken(&name) {
        name.push('\'');
    }
    name
}

/// The players by name if both have the same ones, else by their turn.
fn players(left: &Rules, right: &Rules) -> Vec<PlayerId> {
    let same = left.players.len() == right.players.len()
        && right.players.keys().all(|name| left.players.contains_key(name));
    let place = |(turn, name): (usize, &String)| {
        let named = left.players.get_index_of(name).filter(|_| same);
        PlayerId(named.unwrap_or(turn) as u8)
    };
    right.players.keys().enumerate().map(place).collect()
}

/// `theirs.step` becomes `ours.step` where the one piece is the other.
fn rename_group(renaming: &mut Renaming, right: &Rules, from: &str, to: &str) {
    if from == to {
        return;
    }
    let names = right.clauses.iter().map(|c| &c.name).chain(right.events.iter().map(|e| &e.name));
    let inside = |name: &String| {
        let rest = name.strip_prefix(from)?.strip_prefix('.')?;
        Some((name.clone(), format!("{to}.{rest}")))
    };
    renaming.addresses.extend(names.filter_map(inside));
    renaming.addresses.push((from.to_owned(), to.to_owned()));
}

/// The rules with new numbers and addresses; pieces and cells keep their places as yet.
pub(crate) fn rewritten(rules: &Rules, renaming: &Renaming) -> Rules {
    let mut rules = rules.clone();
    rules.kinds.values_mut().for_each(|k| renaming.piece(k));
    rules.cells.values_mut().for_each(|c| renaming.cell(c));
    renaming.start(&mut rules.start);
    rules.start.men.sort_unstable();
    rules.text.iter_mut().for_each(|f| renaming.field(f));
    rules.clauses.iter_mut().for_each(|c| renaming.clause(c));
    rules.events.iter_mut().for_each(|e| renaming.event(e));
    rules.offers.iter_mut().for_each(|o| renaming.offer(o));
    let laws = rules
        .bans
        .iter_mut()
        .chain(&mut rules.voids)
        .chain(&mut rules.duties)
        .chain(&mut rules.skips);
    laws.for_each(|l| renaming.law(l));
    rules.ends.iter_mut().for_each(|e| renaming.end(e));
    rules
}

/// Gives both all pieces and cells, in one order.
fn fill(
    left: &mut Rules,
    right: &mut Rules,
    kinds: &[(String, Kind)],
    cells: &[(String, Cell)],
    renaming: &Renaming,
) {
    let old: Vec<Kind> = std::mem::take(&mut right.kinds).into_values().collect();
    let own = |number: usize| renaming.kinds.iter().position(|k| usize::from(k.0) == number);
    right.kinds = kinds
        .iter()
        .enumerate()
        .map(|(n, (name, kind))| {
            (name.clone(), own(n).map_or_else(|| kind.clone(), |o| old[o].clone()))
        })
        .collect();
    left.kinds = kinds
        .iter()
        .map(|(name, kind)| {
            (name.clone(), left.kinds.get(name).cloned().unwrap_or_else(|| kind.clone()))
        })
        .collect();
    let old: Vec<Cell> = std::mem::take(&mut right.cells).into_values().collect();
    let own = |number: usize| renaming.cells.iter().position(|c| usize::from(c.0) == number);
    right.cells = cells
        .iter()
        .enumerate()
        .map(|(n, (name, cell))| {
            (name.clone(), own(n).map_or_else(|| cell.clone(), |o| old[o].clone()))
        })
        .collect();
    left.cells = cells
        .iter()
        .map(|(name, cell)| {
            (name.clone(), left.cells.get(name).cloned().unwrap_or_else(|| cell.clone()))
        })
        .collect();
}
