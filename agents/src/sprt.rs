//! When a match may stop: the sequential probability ratio test.
//!
//! Wald's test of two hypotheses about the Elo difference, generalized (GSPRT) because the
//! probabilities of the results of a pair are not known: for each hypothesis those are taken that
//! explain the pairs best among all with the mean score it claims. With two-player games without
//! shares a pair has one of five scores: the pentanomial model. Sources: X. Li, J. Liu, Z. Ying,
//! "Generalized sequential probability ratio test for separate families of hypotheses", 2014; for
//! the maximum likelihood under a given mean M. Van den Bergh, "The Generalized Sequential
//! Probability Ratio Test with multinomial data" (fishtest's `support_MLE_multinomial.pdf`,
//! proposition 1.1), whose program also adds the small weights below.

use crate::elo::expected;

/// The probability to accept either hypothesis though the other holds.
pub const ERROR: f64 = 0.05;

/// Added to each of the five scores of a pair, so that none is taken for impossible because it has
/// not come up yet.
const UNSEEN: f64 = 1e-3;

/// A test whether the first agent is better by `elo1` or only by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower difference.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
}

/// Which hypothesis was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is `elo0`, or less.
    Lower,
    /// It is `elo1`, or more.
    Upper,
}

impl Sprt {
    /// The logarithm of how much better `elo1` explains the mean scores of pairs than `elo0`.
    pub fn llr(&self, pairs: &[f64]) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        let mut weights: Vec<(f64, f64)> =
            (0..5_u8).map(|quarters| (f64::from(quarters) / 4.0, UNSEEN)).collect();
        for &score in pairs {
            match weights.iter_mut().find(|(known, _)| known.to_bits() == score.to_bits()) {
                Some((_, weight)) => *weight += 1.0,
                None => weights.push((score, 1.0)),
            }
        }
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let (x0, x1) = (tilt(&weights, s0), tilt(&weights, s1));
        let gain = |score: f64| (1.0 + x0 * (score - s0)).ln() - (1.0 + x1 * (score - s1)).ln();
        weights.iter().map(|&(score, weight)| weight * gain(score)).sum()
    }

    /// The ratio at which a hypothesis is accepted; the other one at its negative.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// What a ratio decides, if it does.
    pub fn decide(llr: f64) -> Option<Decision> {
        match llr {
            _ if llr >= Sprt::bound() => Some(Decision::Upper),
            _ if llr <= -Sprt::bound() => Some(Decision::Lower),
            _ => None,
        }
    }
}

/// The `x` for which the probabilities `w / (1 + x (score - mean))`, made from weights `w`, have
/// this mean: the likeliest ones that do. The sum falls from end to end of the interval in which
/// all are positive, so halving finds its zero.
fn tilt(weights: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = f64::midpoint(low, high);
        let sum: f64 = weights.iter().map(|&(a, w)| w * (a - mean) / (1.0 + x * (a - mean))).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::{Decision, Sprt};

    fn pairs(counts: [usize; 5]) -> Vec<f64> {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let all = counts.into_iter().zip(scores);
        all.flat_map(|(count, score)| std::iter::repeat_n(score, count)).collect()
    }

    fn llr(counts: [usize; 5], elo0: f64, elo1: f64) -> f64 {
        Sprt { elo0, elo1 }.llr(&pairs(counts))
    }

    fn near(left: f64, right: f64, by: f64) -> bool {
        (left - right).abs() < by
    }

    #[test]
    fn pairs_won_or_lost_as_wholes_are_walds_coin() {
        // With two outcomes the mean fixes the probabilities. 50 Elo are a score of 0.5715:
        // 30 ln(0.5715 / 0.5) + 20 ln(0.4285 / 0.5) = 4.009 - 3.085.
        assert!(near(llr([20, 0, 0, 0, 30], 0.0, 50.0), 0.924, 0.01));
    }

    #[test]
    fn all_alike_decides_slowly_but_decides() {
        // 25 ln(0.5715 / 0.5) and 25 ln(0.4285 / 0.5): no spread, and yet nothing endless.
        assert!(near(llr([0, 0, 0, 0, 25], 0.0, 50.0), 3.341, 0.01));
        assert!(near(llr([25, 0, 0, 0, 0], 0.0, 50.0), -3.857, 0.01));
        assert!(near(llr([0, 0, 25, 0, 0], -5.0, 5.0), 0.0, 1e-9));
        assert!(near(llr([0, 0, 0, 0, 1], 0.0, 50.0), 0.134, 0.01));
        assert_eq!(llr([0; 5], 0.0, 5.0).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn many_pairs_come_near_the_normal_approximation() {
        // N (s1 - s0) (2 mean - s0 - s1) / (2 variance), by hand: 1.9106 for these 360 pairs,
        // near the ratio as long as mean and hypotheses lie near each other.
        assert!(near(llr([10, 50, 200, 80, 20], 0.0, 5.0), 1.9106, 0.1));
        // The value itself, reckoned by another program from the same sources.
        assert!(near(llr([10, 50, 200, 80, 20], 0.0, 5.0), 1.852_303_5, 1e-6));
    }

    #[test]
    fn the_bounds_are_those_of_five_per_cent() {
        assert!(near(Sprt::bound(), 2.944_439, 1e-6));
        assert_eq!(Sprt::decide(2.95), Some(Decision::Upper));
        assert_eq!(Sprt::decide(-2.95), Some(Decision::Lower));
        assert_eq!(Sprt::decide(2.9), None);
    }
}
