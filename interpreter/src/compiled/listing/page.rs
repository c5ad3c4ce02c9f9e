//! The form of a listing: headings, and facts with a label each.

/// Text that grows.
#[derive(Default)]
pub(super) struct Page(pub(super) String);

/// What is said of one thing: its name, and facts with a label each. A first fact without a label
/// stands beside the name.
#[derive(PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) facts: Vec<(&'static str, String)>,
}

/// How wide labels are.
const LABEL: usize = 8;
/// How wide names are that have something beside them.
const NAME: usize = 24;
/// Longer lines are broken between words.
const WIDTH: usize = 100;

impl Page {
    pub(super) fn head(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(text);
        self.0.push('\n');
    }

    pub(super) fn fact(&mut self, label: &str, text: &str) {
        self.line(&format!("  {label:<LABEL$}  "), text);
    }

    fn entry(&mut self, entry: &Entry) {
        let facts = match &entry.facts[..] {
            [("", text), rest @ ..] => {
                self.line(&format!("  {:<NAME$}  ", entry.name), text);
                rest
            }
            all => {
                self.0.push_str(&format!("  {}\n", entry.name));
                all
            }
        };
        for (label, text) in facts {
            self.line(&format!("    {label:<LABEL$}  "), text);
        }
    }

    /// Entries, but for those that are as the first player's: they are only named.
    pub(super) fn entries(&mut self, entries: &[Entry], first: Option<(&str, &[Entry])>) {
        let (player, others) = first.unwrap_or(("", &[]));
        let (same, own): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|entry| others.contains(entry));
        own.iter().for_each(|entry| self.entry(entry));
        if !same.is_empty() {
            let names: Vec<&str> = same.iter().map(|entry| entry.name.as_str()).collect();
            self.line(&format!("  as for {player}: "), &names.join(", "));
        }
    }

    /// A text behind a beginning, broken so that what follows stands below it.
    fn line(&mut self, beginning: &str, text: &str) {
        let indent = beginning.chars().count();
        let mut column = indent;
        self.0.push_str(beginning);
        for (i, word) in text.split(' ').enumerate() {
            let width = word.chars().count();
            if i > 0 && column + 1 + width > WIDTH {
                self.0.push_str(&format!("\n{:indent$}", ""));
                column = indent;
            } else if i > 0 {
                self.0.push(' ');
                column += 1;
            }
            self.0.push_str(word);
            column += width;
        }
        self.0.push('\n');
    }
}
