//! The tables of a game, made from its rules.

use chator_rules::{
    CellId, CellType, Clause, Effect, Geometry, KindId, Per, PlayerId, Rules, Square, Travel,
};

use crate::game::{CellTable, ClauseTable, KindTable, PlayerTable, Shape, player_letter};
use crate::mention;
use crate::reach::{self, Reach};
use crate::square_set::SquareSet;
use crate::state::Man;

/// The numbers of the entries of a map that satisfy a condition.
pub(crate) fn ids<'a, T>(
    map: &'a indexmap::IndexMap<String, T>,
    wanted: impl Fn(&T) -> bool + 'a,
) -> impl Iterator<Item = u16> + 'a {
    map.values().enumerate().filter(move |(_, value)| wanted(value)).map(|(i, _)| i as u16)
}

pub(crate) fn cell_tables(rules: &Rules, squares: usize) -> (Vec<CellTable>, Vec<i32>) {
    let mut blank = Vec::new();
    let tables = rules.cells.values().enumerate().map(|(i, cell)| {
        let (shape, count) = match &cell.per {
            _ if cell.ty == CellType::Squares => (Shape::Square, squares),
            Per::Game => (Shape::Game, 1),
            Per::Player => (Shape::Player, rules.players.len()),
            Per::Man(_) => (Shape::Man, squares),
            Per::Square => (Shape::Square, squares),
            Per::Stock(_) => (Shape::Stock, rules.players.len() * rules.kinds.len()),
        };
        let (low, high, start) = match cell.ty {
            CellType::Flag => (0, 1, cell.start),
            CellType::Number { low, high } => (low, high, cell.start),
            CellType::Squares => (0, 1, 0),
        };
        let offset = blank.len();
        blank.resize(offset + count, start);
        let holders = match &cell.per {
            Per::Man(kinds) | Per::Stock(kinds) => &kinds[..],
            _ => &[],
        };
        CellTable {
            offset,
            count,
            shape,
            kinds: (0..rules.kinds.len() as u16).map(|k| holders.contains(&KindId(k))).collect(),
            readers: mention::readers(rules, CellId(i as u16)),
            read_after_moves: mention::is_read_after_moves(rules, CellId(i as u16)),
            low,
            high,
            start,
            life: cell.life,
            flag: !matches!(cell.ty, CellType::Number { .. }),
        }
    });
    let tables = tables.collect();
    (tables, blank)
}

/// The stock from which a clause brings men.
pub(crate) fn dropped_from(clause: &Clause) -> Option<CellId> {
    clause.motions.iter().flat_map(|m| &m.legs).find_map(|leg| match leg.travel {
        Travel::Drop(stock) => Some(stock),
        _ => None,
    })
}

pub(crate) fn drops(rules: &Rules) -> Vec<(u16, CellId)> {
    let clauses = rules.clauses.iter().enumerate();
    clauses.filter_map(|(i, c)| Some((i as u16, dropped_from(c)?))).collect()
}

pub(crate) fn kind_tables(rules: &Rules) -> Vec<KindTable> {
    let players = rules.players.len() as u8;
    let table = |(id, kind): (usize, &chator_rules::Kind)| {
        let clauses = rules.clauses.iter().enumerate().filter(|(_, c)| usize::from(c.kind.0) == id);
        let clauses: Vec<u16> =
            clauses.filter(|(_, c)| dropped_from(c).is_none()).map(|(i, _)| i as u16).collect();
        let attacks = |&clause: &u16| {
            let clause = &rules.clauses[usize::from(clause)];
            !clause.harmless && (strikes(clause) || takes(clause))
        };
        KindTable {
            royal: kind.royal,
            neutral: kind.neutral,
            attacks: clauses.iter().copied().filter(attacks).collect(),
            clauses,
            allowed: (0..players).map(|p| kind.players.contains(&PlayerId(p))).collect(),
        }
    };
    rules.kinds.values().enumerate().map(table).collect()
}

pub(crate) fn royal_table(rules: &Rules) -> Vec<bool> {
    let mut royal = Vec::new();
    for (kind, rule) in rules.kinds.values().enumerate() {
        for player in (0..rules.players.len() as u8).chain([PlayerId::NOBODY.0]) {
            let index = Man::new(PlayerId(player), KindId(kind as u16)).index();
            royal.resize(royal.len().max(index + 1), false);
            royal[index] = rule.royal && !rule.neutral;
        }
    }
    royal
}

/// Can it land on a hostile man?
fn strikes(clause: &Clause) -> bool {
    let last = |motion: &chator_rules::Motion| {
        let leg = motion.legs.last().filter(|leg| leg.travel != Travel::Point);
        leg.map(|leg| leg.to.clone())
    };
    clause.motions.iter().filter_map(last).any(|to| !reach::holds_no_man(&to))
}

fn takes(clause: &Clause) -> bool {
    clause.effects.iter().any(|effect| matches!(effect, Effect::Take(_)))
}

pub(crate) fn clause_table(clause: &Clause, path_is_seen: bool) -> ClauseTable {
    let single = |travel: &Travel| matches!(travel, Travel::Line { .. } | Travel::Leap { .. });
    let plain = clause.motions.len() == 1
        && clause.motions[0].legs.len() == 1
        && single(&clause.motions[0].legs[0].travel);
    let reads_path = |effect: &Effect| mention::effect_mentions_path(effect);
    ClauseTable {
        points: clause.motions.iter().flat_map(|m| &m.legs).any(|l| l.travel == Travel::Point),
        strikes: strikes(clause),
        takes: takes(clause),
        drop: dropped_from(clause),
        plural: !plain,
        path_matters: path_is_seen || clause.effects.iter().any(reads_path),
    }
}

pub(crate) fn player_tables(rules: &Rules, geometry: &Geometry) -> Vec<PlayerTable> {
    let squares = geometry.squares();
    let first = |name: &str| name.to_lowercase().chars().next();
    let table = |(id, (name, player)): (usize, (&String, &chator_rules::Player))| {
        let id = PlayerId(id as u8);
        let namesakes = rules.players.keys().filter(|other| first(other) == first(name)).count();
        let facing = usize::from(player.forward);
        let mut home = vec![SquareSet::new(squares); rules.kinds.len()];
        let mut royals = 0;
        for &(square, _, kind) in rules.start.men.iter().filter(|man| man.1 == id) {
            home[usize::from(kind.0)].insert(square);
            royals += usize::from(rules.kinds[usize::from(kind.0)].royal);
        }
        for &(_, _, kind, count) in rules.start.stocks.iter().filter(|men| men.1 == id) {
            royals += usize::from(count) * usize::from(rules.kinds[usize::from(kind.0)].royal);
        }
        let own = rules.kinds.values().enumerate().filter(|(_, k)| k.players.contains(&id));
        PlayerTable {
            side: match first(name) {
                Some(letter) if namesakes == 1 => letter.to_string(),
                _ => name.clone(),
            },
            rank: (0..squares).map(|s| geometry.rank_for(s as Square, facing) + 1).collect(),
            last_rank: (0..squares)
                .map(|s| geometry.last_rank_for(s as Square, facing) + 1)
                .collect(),
            home,
            letters: own.map(|(i, k)| (player_letter(&k.letter, id), KindId(i as u16))).collect(),
            royals,
            kind_reach: Reach::default(),
            clause_reach: Reach::default(),
        }
    };
    rules.players.iter().enumerate().map(table).collect()
}

pub(crate) fn royals_are_made(rules: &Rules) -> bool {
    rules.effects().any(|effect| match effect {
        Effect::Become(kinds) | Effect::Put(kinds, _) => {
            kinds.iter().any(|kind| rules.kinds[usize::from(kind.0)].royal)
        }
        _ => false,
    })
}

pub(crate) fn back_tables(geometry: &Geometry) -> Vec<Vec<Option<Square>>> {
    let reverse = |next: &Vec<Option<Square>>| {
        let mut back = vec![None; geometry.squares()];
        for (from, to) in next.iter().enumerate() {
            if let Some(to) = to {
                back[usize::from(*to)] = Some(from as Square);
            }
        }
        back
    };
    geometry.next.iter().map(reverse).collect()
}
