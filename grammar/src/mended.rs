//! A text made fit for the parser, and the way back from its places to those of the file.

/// The text the parser sees. It differs from the file only where a bracket or a quote was
/// missing or too many.
#[derive(Clone, Debug)]
pub(crate) struct Mended {
    /// The text.
    pub(crate) text: String,
    /// What was added: where in the mended text, and how many bytes. Sorted.
    added: Vec<(usize, usize)>,
}

impl Mended {
    /// The text as it is.
    pub(crate) fn unchanged(text: &str) -> Self {
        Self { text: text.to_owned(), added: Vec::new() }
    }

    /// Blanks out some bytes and puts some texts in, each before a byte of the original.
    pub(crate) fn new(original: &str, blanked: &[usize], inserts: &[(usize, &str)]) -> Self {
        let mut text = String::with_capacity(original.len() + inserts.len());
        let mut added = Vec::new();
        let mut inserts = inserts.to_vec();
        // Stable: closers for the same place keep the order in which they were asked for.
        inserts.sort_by_key(|&(at, _)| at);
        let mut next = inserts.into_iter().peekable();
        for (at, c) in original.char_indices() {
            while let Some((_, insert)) = next.next_if(|&(place, _)| place <= at) {
                added.push((text.len(), insert.len()));
                text.push_str(insert);
            }
            // Only ASCII brackets are ever blanked out, so the length stays.
            text.push(if blanked.contains(&at) { ' ' } else { c });
        }
        for (_, insert) in next {
            added.push((text.len(), insert.len()));
            text.push_str(insert);
        }
        Self { text, added }
    }

    /// The place in the file that a place in the mended text stands for.
    pub(crate) fn original(&self, place: usize) -> usize {
        let mut shift = 0;
        for &(at, len) in &self.added {
            if place <= at {
                break;
            }
            shift += len.min(place - at);
        }
        place - shift
    }
}
