//! Two wordings of a rule, and the words in which they differ.

/// Above so many pairs of words nothing is compared.
const MOST_PAIRS: usize = 1 << 20;

/// Marks in two texts the words that the other has not, if most words are common.
pub(crate) fn marked(left: &str, right: &str, open: &str, close: &str) -> (String, String) {
    let (l, r): (Vec<&str>, Vec<&str>) =
        (left.split_whitespace().collect(), right.split_whitespace().collect());
    let plain = (left.to_owned(), right.to_owned());
    if l.len() * r.len() > MOST_PAIRS {
        return plain;
    }
    let common = common(&l, &r);
    if common.len() * 2 < l.len().max(r.len()) {
        return plain;
    }
    let kept = |side: fn(&(usize, usize)) -> usize| common.iter().map(side).collect::<Vec<_>>();
    (
        with_marks(&l, &kept(|pair| pair.0), open, close),
        with_marks(&r, &kept(|pair| pair.1), open, close),
    )
}

/// The longest common run of words, as pairs of places.
fn common(left: &[&str], right: &[&str]) -> Vec<(usize, usize)> {
    let width = right.len() + 1;
    let mut best = vec![0_u32; (left.len() + 1) * width];
    for l in (0..left.len()).rev() {
        for r in (0..right.len()).rev() {
            best[l * width + r] = if left[l] == right[r] {
                best[(l + 1) * width + r + 1] + 1
            } else {
                best[(l + 1) * width + r].max(best[l * width + r + 1])
            };
        }
    }
    let (mut l, mut r, mut pairs) = (0, 0, Vec::new());
    while l < left.len() && r < right.len() {
        if left[l] == right[r] {
            pairs.push((l, r));
            (l, r) = (l + 1, r + 1);
        } else if best[(l + 1) * width + r] >= best[l * width + r + 1] {
            l += 1;
        } else {
            r += 1;
        }
    }
    pairs
}

/// The words with marks around each stretch that is not kept.
fn with_marks(words: &[&str], kept: &[usize], open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for (place, word) in words.iter().enumerate() {
        let other = !kept.contains(&place);
        if inside && !other {
            out.push_str(close);
        }
        if place > 0 {
            out.push(' ');
        }
        if other && !inside {
            out.push_str(open);
        }
        inside = other;
        out.push_str(word);
    }
    if inside {
        out.push_str(close);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn words_that_differ_are_marked() {
        let (left, right) = marked("a b c d", "a x y c d e", "{", "}");
        assert_eq!(left, "a {b} c d");
        assert_eq!(right, "a {x y} c d {e}");
    }

    #[test]
    fn texts_with_little_in_common_are_left_alone() {
        let (left, right) = marked("a b c", "x y c z", "{", "}");
        assert_eq!((left.as_str(), right.as_str()), ("a b c", "x y c z"));
        assert_eq!(marked("", "", "{", "}"), (String::new(), String::new()));
    }
}
