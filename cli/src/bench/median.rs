//! The middle of some measurements, which a disturbed one does not move far.

/// The median; of none it is 0. It may reorder the list.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    match values {
        [] => 0.0,
        _ if values.len() % 2 == 1 => values[values.len() / 2],
        _ => f64::midpoint(values[values.len() / 2 - 1], values[values.len() / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_middle_one_or_between_the_two() {
        assert!(median(&mut []).abs() < f64::EPSILON);
        assert!((median(&mut [9.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!((median(&mut [9.0, 1.0, 2.0, 3.0]) - 2.5).abs() < f64::EPSILON);
    }
}
