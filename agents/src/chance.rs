//! Chance that is the same on every machine.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator whose numbers depend on its seed only.
#[derive(Clone, Debug)]
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The generator of that seed.
    pub fn new(seed: u64) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, which must not be 0. The bias is below `bound / 2^32`, which no
    /// list of moves is long enough to notice.
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0 && u32::try_from(bound).is_ok());
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// The seed of the `number`-th part of something with a seed of its own: the step of
/// `SplitMix64`, so that neighbours have nothing in common.
pub fn derived_seed(master: u64, number: u64) -> u64 {
    let mut z = master.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        // SplitMix64 from seed 0, as its author's program prints it.
        assert_eq!(derived_seed(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(derived_seed(0, 1), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn below_stays_below_and_reaches_all() {
        let mut chance = Chance::new(1);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[chance.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (900..1_100).contains(&n)), "{seen:?}");
    }
}
