//! A text made fit for the parser, and the way back from its places to those of the file.

/// The text the parser sees. It differs from the file only where a bracket or a quote was
/// missing or too many.
#[derive(Clone, Debug)]
pub(crate) struct Mended {
    /// The text.
    pub(crate) text: String,
    /// What was added: where in the mended text, how many bytes, and how many before. Sorted.
    added: Vec<(usize, usize, usize)>,
}

impl Mended {
    /// Blanks out some bytes and puts some texts in, each before a byte of the original.
    pub(crate) fn new(
        original: &str,
        mut blanked: Vec<usize>,
        mut inserts: Vec<(usize, &str)>,
    ) -> Self {
        blanked.sort_unstable();
        // Stable: closers for the same place keep the order in which they were asked for.
        inserts.sort_by_key(|&(at, _)| at);
        let mut text = String::with_capacity(original.len() + inserts.len());
        let mut added = Vec::new();
        let mut total = 0;
        let mut copied = 0;
        for (at, insert) in inserts {
            copy(original, copied, at, &blanked, &mut text);
            copied = at;
            added.push((text.len(), insert.len(), total));
            total += insert.len();
            text.push_str(insert);
        }
        copy(original, copied, original.len(), &blanked, &mut text);
        Self { text, added }
    }

    /// The place in the file that a place in the mended text stands for.
    pub(crate) fn original(&self, place: usize) -> usize {
        let before = self.added.partition_point(|&(at, ..)| at < place);
        match self.added[..before].last() {
            // Inside what was added, only a part of it lies before the place.
            Some(&(at, len, earlier)) => place - earlier - len.min(place - at),
            None => place,
        }
    }
}

/// Only ASCII signs are ever blanked out, so lengths stay.
fn copy(original: &str, from: usize, to: usize, blanked: &[usize], text: &mut String) {
    let mut from = from;
    let first = blanked.partition_point(|&at| at < from);
    for &at in blanked[first..].iter().take_while(|&&at| at < to) {
        text.push_str(&original[from..at]);
        text.push(' ');
        from = at + 1;
    }
    text.push_str(&original[from..to]);
}

#[cfg(test)]
mod tests {
    use super::Mended;

    #[test]
    fn places_lead_back_to_the_original() {
        let mended = Mended::new("ab)cd", vec![2], vec![(4, "((("), (5, "}")]);
        assert_eq!(mended.text, "ab c(((d}");
        let back: Vec<_> = (0..=9).map(|place| mended.original(place)).collect();
        assert_eq!(back, [0, 1, 2, 3, 4, 4, 4, 4, 5, 5]);
    }
}
