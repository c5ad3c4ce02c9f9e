//! Sets of squares, given who stands on them.

use super::bits::Bits;
use super::board::NEUTRAL;
use super::expr::SetX;
use super::fold::Fold;

/// Who stands on a square that a motion comes to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stands {
    Nobody,
    Enemy,
    Neutral,
}

/// A set, of squares on which such a man stands.
pub(crate) fn assume<B: Bits>(fold: Fold<'_>, set: &SetX<B>, who: Stands) -> SetX<B> {
    let fixed = |inside: bool| {
        SetX::Const((0..fold.game.squares).fold(B::NONE, |all, s| all | B::of(s)).when(inside))
    };
    match set {
        SetX::Empty => fixed(who == Stands::Nobody),
        SetX::Men(sides) => {
            let enemies = ((1 << fold.game.players) - 1) & !(1 << fold.own);
            match who {
                Stands::Nobody => fixed(false),
                Stands::Enemy if sides & enemies == enemies => fixed(true),
                Stands::Enemy if sides & enemies == 0 => fixed(false),
                Stands::Enemy => set.clone(),
                Stands::Neutral => fixed(sides >> NEUTRAL & 1 != 0),
            }
        }
        SetX::Kinds(_) if who == Stands::Nobody => fixed(false),
        SetX::And(list) => fold.and(list.iter().map(|s| assume(fold, s, who)).collect()),
        SetX::Or(list) => fold.or(list.iter().map(|s| assume(fold, s, who)).collect()),
        SetX::Not(inner) => match assume(fold, inner, who) {
            SetX::Const(b) => match fixed(true) {
                SetX::Const(all) => SetX::Const(all.but(b)),
                other => other,
            },
            other => SetX::Not(Box::new(other)),
        },
        other => other.clone(),
    }
}
