//! The logarithm, the same to the last bit on every machine.
//!
//! `f64::ln` is whatever the platform's library makes of it, and one bit can turn a choice
//! between two moves. This one uses only `+`, `*` and `/`, whose results IEEE 754 fixes.

/// The natural logarithm of a whole number; of 0 it is 0.
pub(crate) fn ln(x: u32) -> f64 {
    if x < 2 {
        return 0.0;
    }
    // x = 2^exponent * mantissa with 1 <= mantissa < 2, and
    // ln mantissa = 2 artanh((mantissa - 1) / (mantissa + 1)) with an argument below 1/3.
    let exponent = x.ilog2();
    let mantissa = f64::from(x) / f64::from(1_u32 << exponent);
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let mut power = z;
    let mut sum = 0.0;
    for odd in (1..32_u32).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn agrees_with_the_library() {
        for x in (1..5_000).chain([1 << 20, u32::MAX]) {
            assert!((ln(x) - f64::from(x).ln()).abs() < 1e-13, "{x}");
        }
        assert!(ln(0).abs() < f64::EPSILON);
    }
}
