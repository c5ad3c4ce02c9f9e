//! Attacks that may not count: whether a law makes any of them void is seen from the board, so that
//! what masks forbid need not be tried elsewhere.

use super::bits::Bits;
use super::board::{Board, code};
use super::expr::{CondX, SetX};
use super::eye::Eye;
use super::program::Program;
use super::safety::Safety;
use super::table::Table;

/// What makes attacks of a player's men void.
pub(crate) enum Void<B: Bits> {
    /// The man shields a royal of his own from riders of these kinds, a bit each.
    Shields(u32),
    /// The two royals stand so: by where the attackers' is, the squares of the other.
    Royals(Table<B, B>),
    /// More than that.
    Other,
}

/// On larger boards it is not tried out how royals may stand.
const MOST_SQUARES: usize = 128;

impl<B: Bits> Program<B> {
    /// By the attackers' owner: what makes attacks void.
    pub(crate) fn find_voids(&self) -> Vec<Vec<Void<B>>> {
        if self.players.len() != 2 {
            return self.players.iter().map(|_| vec![Void::Other]).collect();
        }
        let find = |(owner, laws): (usize, &Vec<CondX<B>>)| {
            let laws = laws.iter().filter(|law| **law != CondX::Const(false));
            laws.map(|law| self.find_void(owner, law)).collect()
        };
        self.voids.iter().enumerate().map(find).collect()
    }

    /// Does it depend on more than which men stand where whether attacks are void?
    pub(crate) fn voids_ask_more(&self) -> bool {
        self.void_signs.iter().flatten().any(|sign| matches!(sign, Void::Other))
    }

    fn find_void(&self, owner: usize, law: &CondX<B>) -> Void<B> {
        if let Some(riders) = shields(law, owner, self.royal)
            && self.are_riders(1 - owner, riders)
        {
            return Void::Shields(riders);
        }
        let by_royals = self.royal.is_power_of_two() && is_about_royals(law, self.royal);
        let squares = self.layout.squares;
        if by_royals && squares <= MOST_SQUARES {
            self.stands(owner, law, squares).map_or(Void::Other, Void::Royals)
        } else {
            Void::Other
        }
    }

    /// Does lifting an enemy change no attack of the player's men of some kinds, but for those
    /// along lines of men who are no royals?
    fn are_riders(&self, player: usize, kinds: u32) -> bool {
        let plan = &self.players[player];
        let mut tables = plan.attacks.iter().filter(|table| table.kinds & kinds != 0);
        let by_royals = |kinds: u32| kinds & self.royal != 0;
        tables.all(|table| {
            let rides = table.has.rides && by_royals(table.kinds & kinds);
            table.plain && !table.has.lame && !table.has.hops && !rides
        }) && plan.odd_attacks.iter().all(|odd| kinds >> odd.kind & 1 == 0)
    }

    /// By where the owner's royal is: where the other must be for the law to hold. None if it holds
    /// when one is gone.
    fn stands(&self, owner: usize, law: &CondX<B>, squares: usize) -> Option<Table<B, B>> {
        let kind = self.royal.trailing_zeros() as usize;
        let holds = |board: &Board<B>, attacker: usize| {
            let eye = Eye::new(self, board);
            Eye { attacker: attacker as u16, voids: false, ..eye }.holds(law)
        };
        let with = |men: &[(usize, usize)]| {
            let mut board = Board::empty(self.layout.blank);
            men.iter().for_each(|&(side, at)| board.put(&self.keys, at, code(side, kind)));
            board
        };
        let mut table = vec![B::NONE; squares];
        for (own, stands) in table.iter_mut().enumerate() {
            if holds(&with(&[(owner, own)]), own) || holds(&with(&[(1 - owner, own)]), own) {
                return None;
            }
            for other in (0..squares).filter(|&other| other != own) {
                if holds(&with(&[(owner, own), (1 - owner, other)]), own) {
                    *stands |= B::of(other);
                }
            }
        }
        Some(Table::new(&table, B::NONE))
    }

    /// May attacks by enemies on a player's only royal be void, now or after a move of another of
    /// his men?
    pub(crate) fn may_be_void(&self, board: &Board<B>, player: u8, safety: &Safety<B>) -> bool {
        let Some(laws) = self.void_signs.get(1 - usize::from(player.min(1))) else { return false };
        let own = board.side[usize::from(player)];
        laws.iter().any(|law| match law {
            Void::Shields(riders) => {
                // His men may leave the lines, and riders may come to them or come into being.
                let occupied = board.occupied.but(own);
                let shields = self.first_on_lines(board, player, *riders, |lower, upper, _| {
                    B::line(lower, upper, occupied)
                });
                safety.may_be_attackers(shields)
            }
            Void::Royals(stands) => {
                let theirs = board.kinds(self.royal).but(own);
                theirs.none() || theirs.many() || (stands.of(theirs.first()) & safety.royals).any()
            }
            Void::Other => true,
        })
    }

    /// Of squares where a royal of the player's would be attacked who goes there, those where that
    /// may be void.
    pub(crate) fn may_be_void_at(
        &self,
        board: &Board<B>,
        player: u8,
        royal: usize,
        attacked: B,
    ) -> B {
        let Some(laws) = self.void_signs.get(1 - usize::from(player.min(1))) else {
            return B::NONE;
        };
        let own = board.side[usize::from(player)];
        laws.iter().fold(B::NONE, |found, law| match law {
            Void::Shields(riders) => {
                let occupied = board.occupied.but(B::of(royal));
                let men = board.kinds(*riders) & own;
                let shields =
                    self.first_on_lines(board, player, *riders, |lower, upper, theirs| {
                        let near = B::line(lower, upper, occupied);
                        let beyond = B::line(lower, upper, occupied.but(near & theirs)).but(near);
                        near.when((beyond & men).any())
                    });
                found | attacked.when(shields.any())
            }
            Void::Royals(stands) => {
                let theirs = board.kinds(self.royal).but(own);
                let one = theirs.any() && !theirs.many();
                found | if one { attacked & stands.of(theirs.first()) } else { attacked }
            }
            Void::Other => attacked,
        })
    }

    /// The enemies who are first, as a way to look says, on lines from their royals along which a
    /// player's riders attack.
    fn first_on_lines(
        &self,
        board: &Board<B>,
        player: u8,
        riders: u32,
        look: impl Fn(B, B, B) -> B,
    ) -> B {
        let theirs = board.side[1 - usize::from(player)];
        let mut shields = B::NONE;
        for royal in (board.kinds(self.royal) & theirs).squares() {
            let tables = &self.players[usize::from(player)].attacks;
            for table in tables.iter().filter(|table| table.kinds & riders != 0 && table.has.rides)
            {
                for &(lower, upper) in &table.rides.lines[royal] {
                    shields |= look(lower, upper, theirs) & theirs;
                }
            }
        }
        shields
    }
}

/// The riders, if a law is that a man of the owner's keeps them from attacking his own royal.
fn shields<B: Bits>(law: &CondX<B>, owner: usize, royal: u32) -> Option<u32> {
    let CondX::Some(SetX::And(list)) = law else { return None };
    let attacking = |set: &SetX<B>| match set {
        SetX::Attacking(player, of) => {
            usize::from(*player) == owner && is_royals_of(of, owner, royal)
        }
        _ => false,
    };
    let (mut lifted, mut open, mut riders) = (false, false, u32::MAX);
    for set in list {
        match set {
            SetX::Without(man, set) if **man == SetX::Attacker && attacking(set) => lifted = true,
            SetX::Not(set) if attacking(set) => open = true,
            SetX::Kinds(kinds) => riders &= kinds,
            SetX::Men(_) => {}
            _ => return None,
        }
    }
    (lifted && open).then_some(riders)
}

fn is_royals_of<B: Bits>(set: &SetX<B>, owner: usize, royal: u32) -> bool {
    let SetX::And(list) = set else { return false };
    list.contains(&SetX::Men(1 << owner))
        && list.iter().any(|set| matches!(set, SetX::Kinds(kinds) if kinds & !royal == 0))
}

/// Does a law ask for nothing but where the royals stand?
fn is_about_royals<B: Bits>(law: &CondX<B>, royal: u32) -> bool {
    match law {
        CondX::Const(_) => true,
        CondX::Some(set) => lies_in_royals(set, royal),
        CondX::Not(law) => is_about_royals(law, royal),
        CondX::All(list) | CondX::Any(list) => list.iter().all(|law| is_about_royals(law, royal)),
        _ => false,
    }
}

/// Is the set known from where the royals stand?
fn lies_in_royals<B: Bits>(set: &SetX<B>, royal: u32) -> bool {
    let royals = |set: &SetX<B>| matches!(set, SetX::Kinds(kinds) if *kinds == royal);
    match set {
        SetX::Const(_) => true,
        SetX::Toward(_, set) => lies_in_royals(set, royal),
        SetX::Or(list) => list.iter().all(|set| lies_in_royals(set, royal)),
        SetX::And(list) => {
            let named = list.iter().any(royals);
            list.iter().all(|set| match set {
                SetX::Men(_) => named,
                set => royals(set) || lies_in_royals(set, royal),
            })
        }
        _ => false,
    }
}
