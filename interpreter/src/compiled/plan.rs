//! A player's ways to move, and what judges them.

use chator_rules::Rules;

use crate::game::Tables;

use super::aim::Lot;
use super::alive::Alive;
use super::attack::{AttackTable, OddAttack};
use super::attack_tables::attack_tables;
use super::bits::Bits;
use super::board::Board;
use super::effects::{OpX, op};
use super::expr::{CondX, NumX, PartX};
use super::fold::Fold;
use super::layout::Layout;
use super::placing::{Gates, Placing};
use super::quick::{Need, need};
use super::row::{Row, row};
use super::sight::{Sight, sights};
use super::spread::Spread;

/// A player's ways to move and what judges them.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the rules by itself")]
pub(crate) struct PlayerPlan<B: Bits> {
    /// By clause.
    pub(crate) rows: Vec<Row<B>>,
    /// By kind: his clauses on the board.
    pub(crate) of_kind: Vec<Vec<usize>>,
    /// The same, with which of them may meet.
    pub(crate) lots: Vec<Lot<B>>,
    /// What all lots have, side by side.
    pub(crate) spread: Spread<B>,
    /// How many rows all lots have.
    pub(crate) places: usize,
    /// His clauses off the board.
    pub(crate) drops: Vec<usize>,
    pub(crate) attacks: Vec<AttackTable<B>>,
    pub(crate) odd_attacks: Vec<OddAttack<B>>,
    pub(crate) offers: Vec<OfferX<B>>,
    pub(crate) ends: Vec<CondX<B>>,
    /// By end: what he shares the point by, if it is shared so.
    pub(crate) shares: Vec<Option<NumX<B>>>,
    /// By the player who moves next: the ends that may hold after his move although that player can
    /// move. Of no use unless `lively`.
    pub(crate) alive: [Alive<B>; 2],
    /// There are two players.
    pub(crate) lively: bool,
    /// What must be so for a square to be chosen with a move, of any of his rows.
    pub(crate) gates: Vec<Gates<B>>,
    /// Some ban asks whether a royal of his is attacked.
    pub(crate) minds_royals: bool,
    /// Bans that hold before and after a move alike: while one holds every move is tried.
    pub(crate) calm: Vec<CondX<B>>,
    /// The same of what must hold for a royal not to be left attacked.
    pub(crate) tense: Vec<CondX<B>>,
    /// What is found out about his safety tells whether he is in check, unless attacks may be void.
    pub(crate) knows_checks: bool,
    /// Some law makes attacks void.
    pub(crate) has_voids: bool,
    /// His safety depends on who stands where, and on nothing else.
    pub(crate) is_safe_by_men: bool,
    /// Some row has a latch that asks for checks: see [`Latch`](super::latch::Latch).
    pub(crate) asks_checks: bool,
    /// Lines of sight that bans are about.
    pub(crate) sights: Vec<Sight<B>>,
    /// Some ban asks for other moves, or for the line of play.
    pub(crate) deep_bans: bool,
    /// Something may make a move a duty.
    pub(crate) has_duties: bool,
}

pub(crate) struct OfferX<B> {
    pub(crate) when: CondX<B>,
    /// What must be so for it to stand.
    need: Need,
    pub(crate) local: bool,
    pub(crate) ops: Vec<OpX<B>>,
}

impl<B: Bits> OfferX<B> {
    /// Is it easily seen that it does not stand?
    #[inline(always)]
    pub(crate) fn is_shut(&self, board: &Board<B>) -> bool {
        !self.need.may_be_so(board)
    }
}

pub(crate) fn plan<B: Bits>(game: &Tables, layout: &Layout, player: u8) -> PlayerPlan<B> {
    let fold = Fold::new(game, layout, player);
    let mut rows: Vec<Row<B>> = (0..game.clauses.len() as u16).map(|c| row(fold, c)).collect();
    let all = (0..game.squares).fold(B::NONE, |all, s| all | B::of(s));
    let neutral = game.kinds.iter().enumerate().filter(|(_, kind)| kind.neutral);
    let neutral = neutral.fold(0, |set, (kind, _)| set | 1 << kind);
    let mut gates = Vec::new();
    // An offer to some men is listed move by move.
    if !game.local_offers.contains(&true) {
        for row in &mut rows {
            row.placing = Placing::new(row, neutral, all, &mut gates);
        }
    }
    let rules: &Rules = &game.rules;
    let offer = |(offer, &local): (&chator_rules::Offer, &bool)| {
        let when = fold.conds(&offer.when);
        let ops = offer.effects.iter().map(|effect| op(fold, effect)).collect();
        OfferX { need: need(&when), when, local, ops }
    };
    let (attacks, odd_attacks) = attack_tables(fold, &rows);
    let ends: Vec<CondX<B>> = rules.ends.iter().map(|end| fold.cond(&end.when)).collect();
    let share = |end: &chator_rules::End| match &end.result {
        chator_rules::EndResult::Share(number) => Some(fold.number(number)),
        _ => None,
    };
    PlayerPlan {
        of_kind: game.kinds.iter().map(|k| k.clauses.iter().map(|&c| c.into()).collect()).collect(),
        lots: Vec::new(),
        spread: Spread::NONE,
        places: game.kinds.iter().map(|kind| kind.clauses.len()).sum(),
        drops: game.drops.iter().map(|&(clause, _)| clause.into()).collect(),
        attacks,
        odd_attacks,
        offers: rules.offers.iter().zip(&game.local_offers).map(offer).collect(),
        calm: Vec::new(),
        tense: Vec::new(),
        knows_checks: false,
        has_voids: !rules.voids.is_empty(),
        asks_checks: false,
        is_safe_by_men: false,
        shares: rules.ends.iter().map(share).collect(),
        alive: [0, 1].map(|next| Alive::new(&ends, next, game.laws_count_occurrences)),
        lively: game.players == 2,
        gates,
        minds_royals: rows.iter().flat_map(|r| &r.bans).any(|(ban, _)| {
            ban.mentions(&|part| matches!(part, PartX::Cond(CondX::InCheck(p)) if *p == player))
        }),
        sights: sights(&rows),
        deep_bans: rows.iter().flat_map(|r| &r.bans).any(|(_, deep)| *deep),
        has_duties: !rules.duties.is_empty(),
        ends,
        rows,
    }
}
