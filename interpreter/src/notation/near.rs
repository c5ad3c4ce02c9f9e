//! What somebody may have meant.

/// The candidates nearest to a word, the nearest first, at most `most` of them. Far ones are
/// left out: more than half the word would have to change.
pub(crate) fn near<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<String> {
    let word: Vec<char> = word.chars().take(64).flat_map(char::to_lowercase).collect();
    let limit = word.len().div_ceil(2);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    found.into_iter().take(most).map(|(_, candidate)| candidate.to_owned()).collect()
}

/// How many letters must be put in, left out or changed (Levenshtein).
fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (i, y) in b.chars().flat_map(char::to_lowercase).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &x) in a.iter().enumerate() {
            let changed = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[a.len()]
}
