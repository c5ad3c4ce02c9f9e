//! The tables of a player's attacks: his capturing ways to move, turned round.

use chator_rules::PlayerId;

use super::attack::{AttackTable, Numbers, OddAttack, Parts};
use super::bits::Bits;
use super::expr::{CondX, PartX, SetX};
use super::fold::Fold;
use super::guard::Split;
use super::latch::{Gate, starts};
use super::motion::{Motions, Rays};
use super::row::{Row, home};
use super::steady::is_flag;
use super::table::Table;

/// Rays that some kinds share.
struct Shared<B> {
    hop: bool,
    rays: Vec<B>,
    kinds: u32,
}

/// The tables, and the clauses that fit none.
pub(crate) fn attack_tables<B: Bits>(
    fold: Fold<'_>,
    rows: &[Row<B>],
) -> (Vec<AttackTable<B>>, Vec<OddAttack<B>>) {
    let game = fold.game;
    let mut tables: Vec<AttackTable<B>> = Vec::new();
    let mut shared: Vec<Shared<B>> = Vec::new();
    let mut odd = Vec::new();
    for &clause in game.kinds.iter().flat_map(|kind| &kind.attacks) {
        let row = &rows[usize::from(clause)];
        let facts = &game.clauses[usize::from(clause)];
        let guarded = guarded(fold, row);
        if guarded.when == CondX::Const(false) || guarded.capture == Some(SetX::Const(B::NONE)) {
            continue;
        }
        let some_enemies = |part: PartX<'_, B>| matches!(part, PartX::Set(SetX::Men(_)));
        let fits = !facts.takes && facts.strikes && !row.per_origin;
        match &row.motions {
            Ok(motions) if fits && !row.capture.mentions(&some_enemies) => {
                let plain = guarded.is_plain();
                if !motions.rides.is_empty() || !motions.hops.is_empty() {
                    let rides = motions.rides.turned_round().into_iter().map(|r| (false, r));
                    let hops = motions.hops.turned_round().into_iter().map(|r| (true, r));
                    let all: Vec<(bool, Vec<B>)> = rides.chain(hops).collect();
                    if plain {
                        all.into_iter()
                            .for_each(|(hop, rays)| share(&mut shared, hop, rays, guarded.kinds));
                    } else {
                        for hop in [false, true] {
                            let those = all.iter().filter(|(h, _)| *h == hop);
                            let ways: Vec<Vec<B>> = those.map(|(_, r)| r.clone()).collect();
                            if !ways.is_empty() {
                                tables.push(with_rays(guarded.clone(), hop, ways, game.squares));
                            }
                        }
                    }
                }
                for part in fixed(motions, &guarded, game.squares) {
                    add(&mut tables, part);
                }
            }
            _ => odd.push(OddAttack {
                row: clause.into(),
                kind: row.kind.into(),
                reach: Table::new(&reach(fold, clause), B::NONE),
                fleeting: row.mark.is_some(),
            }),
        }
    }
    while let Some(first) = shared.first() {
        let (hop, kinds) = (first.hop, first.kinds);
        let (alike, others): (Vec<_>, Vec<_>) =
            shared.into_iter().partition(|s| s.hop == hop && s.kinds == kinds);
        shared = others;
        let ways = alike.into_iter().map(|s| s.rays).collect();
        let table = AttackTable { kinds, ..AttackTable::blank() };
        tables.push(with_rays(table, hop, ways, game.squares));
    }
    for table in &mut tables {
        let star: Vec<B> = (0..game.squares).map(|aim| table.farthest(aim)).collect();
        table.star = Some(Table::new(&star, B::NONE));
        table.plain = table.is_plain();
        table.gate = Gate::new(&table.when);
        table.numbers = Numbers::new(&table.when);
        table.told =
            table.gate.is_some() || table.numbers.is_some() || table.when == CondX::Const(true);
        let from = table.from.as_ref();
        table.begins = from.and_then(|from| starts(from, table.kinds, fold.layout, !B::NONE));
        let guarded = table.from.is_some() && table.begins.is_none();
        table.is_near = !guarded
            && table.when == CondX::Const(true)
            && table.local.is_none()
            && table.capture.is_none();
        table.falls = !table.plain && asks_flag(&table.when);
    }
    (tables, odd)
}

/// A table without squares: who, and under which conditions.
fn guarded<B: Bits>(fold: Fold<'_>, row: &Row<B>) -> AttackTable<B> {
    let game = fold.game;
    let kind = u16::from(row.kind);
    let home = home(game, fold.own, kind);
    let about = fold.about(row.clause, false);
    let split = Split::new(about, row.attack_from.clone(), row.attack_when.clone(), home);
    let narrow = |set: SetX<B>| match set {
        SetX::Const(b) if b.count() as usize == game.squares => None,
        other => Some(other),
    };
    let local = (split.local != CondX::Const(true)).then_some((row.clause, split.local));
    AttackTable {
        kinds: 1 << kind,
        from: narrow(split.from),
        when: split.turn,
        local,
        capture: narrow(row.capture.clone()),
        ..AttackTable::blank()
    }
}

fn with_rays<B: Bits>(
    table: AttackTable<B>,
    hop: bool,
    ways: Vec<Vec<B>>,
    squares: usize,
) -> AttackTable<B> {
    let rays = |ways| {
        Rays::new(ways, squares)
            .expect("a ray lies on one side of its origin, and so it does turned round")
    };
    let back = rays(ways);
    if hop {
        AttackTable { hops: back, has: Parts { hops: true, ..Parts::default() }, ..table }
    } else {
        let rides_from = rays(back.turned_round());
        let has = Parts { rides: true, ..Parts::default() };
        AttackTable { rides: back, rides_from, has, ..table }
    }
}

fn share<B: Bits>(shared: &mut Vec<Shared<B>>, hop: bool, rays: Vec<B>, kinds: u32) {
    match shared.iter_mut().find(|s| s.hop == hop && s.rays == rays) {
        Some(same) => same.kinds |= kinds,
        None => shared.push(Shared { hop, rays, kinds }),
    }
}

/// Jumps and lame ways turned round.
fn fixed<B: Bits>(
    motions: &Motions<B>,
    guarded: &AttackTable<B>,
    squares: usize,
) -> Vec<AttackTable<B>> {
    let mut found = Vec::new();
    if motions.jumps.iter().any(|set| set.any()) {
        let mut jumps = vec![B::NONE; squares];
        for (origin, set) in motions.jumps.iter().enumerate() {
            set.squares().for_each(|aim| jumps[aim] |= B::of(origin));
        }
        let has = Parts { jumps: true, ..Parts::default() };
        let jumps_from = motions.jumps.clone();
        found.push(AttackTable { jumps, jumps_from, has, ..guarded.clone() });
    }
    if motions.lame.iter().any(|list| !list.is_empty()) {
        let mut lame = vec![Vec::new(); squares];
        for (origin, list) in motions.lame.iter().enumerate() {
            for &(aim, between) in list {
                lame[usize::from(aim)].push((origin as u16, between));
            }
        }
        let has = Parts { lame: true, ..Parts::default() };
        found.push(AttackTable { lame, has, ..guarded.clone() });
    }
    found
}

/// Adds a table, or its kind to one that is equal.
fn add<B: Bits>(tables: &mut Vec<AttackTable<B>>, table: AttackTable<B>) {
    let alike = |other: &&mut AttackTable<B>| {
        table.is_plain()
            && other.is_plain()
            && (&other.jumps, &other.lame) == (&table.jumps, &table.lame)
            && other.has == table.has
    };
    match tables.iter_mut().find(alike) {
        Some(other) => other.kinds |= table.kinds,
        None => tables.push(table),
    }
}

/// By aim: from where a clause might attack it at most.
fn reach<B: Bits>(fold: Fold<'_>, clause: u16) -> Vec<B> {
    let reach = &fold.game.player(PlayerId(fold.own)).clause_reach;
    let of = |aim: usize| {
        let may = |from: &usize| reach.may(clause, *from as u16, aim as u16);
        (0..fold.game.squares).filter(may).fold(B::NONE, |all, s| all | B::of(s))
    };
    (0..fold.game.squares).map(of).collect()
}

/// Does it ask for a flag of the game or of a player?
fn asks_flag<B: Bits>(when: &CondX<B>) -> bool {
    when.mentions(&|part| matches!(part, PartX::Cond(cond) if is_flag(cond).is_some()))
}
