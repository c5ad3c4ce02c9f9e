//! Texts and places in them.

/// Which of the loaded files a [`Span`] points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// A piece of a file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both. Both must be of one file; the other's is ignored.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
    }

    /// The bytes it covers.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it covers nothing and only marks a place.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Where it starts, as a span that covers nothing.
    #[must_use]
    pub fn at_start(self) -> Self {
        Self { end: self.start, ..self }
    }

    /// Where it ends, as a span that covers nothing.
    #[must_use]
    pub fn at_end(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// A place as people and editors count it. All numbers start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The column in characters (code points).
    pub column: usize,
    /// The column in UTF-16 units, as the language server protocol counts (from 0 there).
    pub column_utf16: usize,
}

/// A rule file's text and the name people know it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its number among the loaded files.
    pub id: FileId,
    /// A path or a library id, for messages.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text that stands alone: file number 0.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: FileId(0), name: name.into(), text: text.into() }
    }

    /// The same text under another number.
    #[must_use]
    pub fn with_id(self, id: FileId) -> Self {
        Self { id, ..self }
    }

    /// The text of a span, cut to what there is.
    pub fn slice(&self, span: Span) -> &str {
        let start = self.boundary(span.start as usize);
        let end = self.boundary(span.end as usize).max(start);
        &self.text[start..end]
    }

    /// The span of the whole text.
    pub fn span(&self) -> Span {
        Span { file: self.id, start: 0, end: u32::try_from(self.text.len()).unwrap_or(u32::MAX) }
    }

    /// Line and column of a byte. A byte inside a character counts as its first; one past the
    /// end, as the end. A byte order mark is no column.
    pub fn location(&self, byte: u32) -> Location {
        let at = self.boundary(byte as usize);
        let mut line = 1;
        let mut start = 0;
        for next in line_starts(&self.text) {
            if next > at {
                break;
            }
            line += 1;
            start = next;
        }
        let before = without_mark(&self.text[start..at], start);
        Location {
            line,
            column: before.chars().count() + 1,
            column_utf16: before.encode_utf16().count() + 1,
        }
    }

    /// The text of a line (from 1) without its end and without a byte order mark.
    pub fn line(&self, line: usize) -> Option<&str> {
        let mut starts = line_starts(&self.text);
        let start = match line.checked_sub(1)? {
            0 => 0,
            before => starts.nth(before - 1)?,
        };
        let rest = without_mark(&self.text[start..], start);
        Some(&rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())])
    }

    /// The byte of a line and a column in UTF-16 units, both from 1: the way back from
    /// [`Source::location`], for editors. Too large a column is the line's end.
    pub fn byte_at_utf16(&self, line: usize, column: usize) -> Option<u32> {
        let text = self.line(line)?;
        let start = text.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut units = 1;
        for (at, c) in text.char_indices() {
            if units >= column {
                return u32::try_from(start + at).ok();
            }
            units += c.len_utf16();
        }
        u32::try_from(start + text.len()).ok()
    }

    fn boundary(&self, byte: usize) -> usize {
        let mut at = byte.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// Where the second line starts, the third, and so on. Lines end with `\n`, `\r\n` or `\r`.
fn line_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    (0..bytes.len())
        .filter(move |&at| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        })
        .map(|at| at + 1)
}

/// Only at the very start of a file is U+FEFF a byte order mark.
fn without_mark(line: &str, start: usize) -> &str {
    if start == 0 { line.strip_prefix('\u{FEFF}').unwrap_or(line) } else { line }
}
