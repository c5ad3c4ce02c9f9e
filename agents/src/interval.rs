//! How sure a score is.
//!
//! Two answers to the same question. [`wilson`] takes every game for itself and never leaves
//! 0..=1, also for a score of nothing or everything. [`paired`] takes two games with the sides
//! exchanged as one trial, because such games are not independent of each other.

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A share between 0 and 1 with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's interval for a score of `points` in `games` games; a draw is half a point.
pub fn wilson(points: f64, games: u64) -> Option<Estimate> {
    if games == 0 {
        return None;
    }
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    let n = games as f64;
    let mean = points / n;
    let z2 = Z * Z;
    let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    Some(Estimate { mean, low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
}

/// The interval over pairs, each with the mean score of its two games. Too few pairs, or pairs
/// that all end alike, say nothing about their spread: then there is none.
pub fn paired(pairs: &[f64]) -> Option<Estimate> {
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    let n = pairs.len() as f64;
    if pairs.len() < 2 {
        return None;
    }
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|p| (p - mean) * (p - mean)).sum::<f64>() / n;
    if variance == 0.0 {
        return None;
    }
    let half = Z * (variance / n).sqrt();
    Some(Estimate { mean, low: (mean - half).max(0.0), high: (mean + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-5
    }

    #[test]
    fn wilson_at_the_ends_and_inside() {
        let all = wilson(50.0, 50).unwrap();
        assert!(close(all.low, 0.9287) && close(all.high, 1.0), "{all:?}");
        let none = wilson(0.0, 50).unwrap();
        assert!(close(none.low, 0.0) && close(none.high, 0.0713), "{none:?}");
        let most = wilson(8_820.0, 10_000).unwrap();
        assert!(close(most.low, 0.8755) && close(most.high, 0.8882), "{most:?}");
        assert_eq!(wilson(0.0, 0), None);
    }

    #[test]
    fn pairs_of_reversed_games() {
        let counts = [(0.0, 1), (0.25, 3), (0.5, 4), (0.75, 7), (1.0, 2)];
        let pairs: Vec<f64> =
            counts.iter().flat_map(|&(score, n)| std::iter::repeat_n(score, n)).collect();
        let estimate = paired(&pairs).unwrap();
        assert!(close(estimate.mean, 0.5882), "{estimate:?}");
        assert!(close(estimate.low, 0.4597) && close(estimate.high, 0.7168), "{estimate:?}");
        assert_eq!(paired(&[1.0, 1.0, 1.0]), None);
        assert_eq!(paired(&[0.5]), None);
    }
}
