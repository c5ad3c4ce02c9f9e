//! "Did you mean": the known name nearest to a misspelt one.

/// The nearest of `known` within edit distance 2 (1 for names of up to three letters).
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if word.chars().count() <= 3 { 1 } else { 2 };
    known
        .filter(|k| *k != word)
        .map(|k| (strsim::osa_distance(word, k), k))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, k)| k)
}
