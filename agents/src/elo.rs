//! Scores as differences of Elo.
//!
//! Elo's own formula in its logistic form: whoever is `d` points stronger scores
//! `1 / (1 + 10^(-d / 400))` in the mean.

/// The difference at which one scores so much: endless for a score of 0 or 1, since no finite
/// difference explains it.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score at a difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::{elo, expected};

    #[test]
    fn the_usual_values() {
        // 10 to 1 in odds are 400 points; the rest from the formula by hand.
        for (score, points) in [(0.5, 0.0), (10.0 / 11.0, 400.0), (0.64, 99.95), (0.76, 200.24)] {
            assert!((elo(score) - points).abs() < 0.01, "{score}: {}", elo(score));
            assert!((elo(1.0 - score) + points).abs() < 0.01, "{score}");
            assert!((expected(points) - score).abs() < 1e-4, "{points}: {}", expected(points));
        }
    }

    #[test]
    fn all_or_nothing_has_no_finite_difference() {
        assert_eq!(elo(1.0).to_bits(), f64::INFINITY.to_bits());
        assert_eq!(elo(0.0).to_bits(), f64::NEG_INFINITY.to_bits());
        assert!(expected(1e6) <= 1.0 && expected(-1e6) >= 0.0);
    }
}
