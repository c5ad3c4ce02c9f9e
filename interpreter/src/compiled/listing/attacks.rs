//! How a player's attacks are found.

use crate::compiled::attack::{AttackTable, OddAttack};
use crate::compiled::bits::Bits;
use crate::compiled::expr::CondX;
use crate::compiled::plan::PlayerPlan;
use crate::compiled::program::Program;
use crate::compiled::void::Void;

use super::page::Entry;
use super::ways::parts;
use super::words::{Words, join};

/// Tables by the kinds that share them, and clauses that fit none.
pub(super) fn attacks<B: Bits>(
    words: Words<'_>,
    program: &Program<B>,
    plan: &PlayerPlan<B>,
) -> Vec<Entry> {
    let tables = plan
        .attacks
        .iter()
        .map(|table| Entry { name: words.kinds(table.kinds), facts: guards(words, table) });
    let odd = plan.odd_attacks.iter().map(|odd| {
        let why = reason(program, plan, odd);
        let fleeting = if odd.fleeting { "; over when its mark is" } else { "" };
        let facts = vec![("", format!("man by man: {why}{fleeting}"))];
        Entry { name: words.clause(odd.row as u16), facts }
    });
    let voids = program.voids[usize::from(words.own)].iter().filter(|v| **v != CondX::Const(false));
    let void = program.void_signs.get(usize::from(words.own)).map_or(&[][..], |void| void);
    let told = |void: &Void<B>| match void {
        Void::Shields(riders) => format!("by lines of {}", words.kinds(*riders)),
        Void::Royals(_) => "by where the royals stand".to_owned(),
        Void::Other => "when it is asked".to_owned(),
    };
    let voids: Vec<String> = voids.map(|void| words.cond(void)).collect();
    let voids = (!voids.is_empty()).then(|| Entry {
        name: "none counts if".to_owned(),
        facts: vec![("", join(&voids, " or ", Clone::clone)), ("seen", join(void, "; ", told))],
    });
    tables.chain(odd).chain(voids).collect()
}

fn guards<B: Bits>(words: Words<'_>, table: &AttackTable<B>) -> Vec<(&'static str, String)> {
    let jumps = table.jumps.iter().map(|set| set.count() as usize).sum();
    let lame = table.lame.iter().map(Vec::len).sum();
    let mut facts = vec![("", parts(jumps, &table.rides, lame, &table.hops))];
    facts.extend(table.from.iter().map(|set| ("starts", words.set(set))));
    if table.when != CondX::Const(true) {
        let falls = if table.falls { " (an enemy's move may end that)" } else { "" };
        facts.push(("turn", format!("{}{falls}", words.cond(&table.when))));
    }
    facts.extend(table.local.iter().map(|(_, cond)| ("man", words.cond(cond))));
    facts.extend(table.capture.iter().map(|set| ("takes", words.set(set))));
    facts
}

/// Why the attacks of a clause are in no table; see [`attack_tables`].
///
/// [`attack_tables`]: crate::compiled::attack_tables
fn reason<B: Bits>(program: &Program<B>, plan: &PlayerPlan<B>, odd: &OddAttack<B>) -> &'static str {
    let (row, clause) = (&plan.rows[odd.row], &program.clauses[odd.row]);
    match &row.motions {
        _ if clause.takes => "it takes men it does not land on",
        Err(reason) => reason,
        Ok(_) if row.per_origin => "what it may take depends on where it starts",
        Ok(_) => "it may take the men of some players only",
    }
}
