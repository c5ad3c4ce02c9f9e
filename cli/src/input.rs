//! Standard input, line by line, as programs of all kinds write it.

use std::io::{self, BufRead, BufReader, Read, Stdin};

use crate::console::Console;
use crate::verdict::{Done, Fault};

/// No line is longer than this, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The lines of standard input.
pub(crate) struct Lines {
    from: BufReader<Stdin>,
    /// How many lines have been read.
    pub(crate) number: usize,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { from: BufReader::new(io::stdin()), number: 0 }
    }

    /// The next line without its end, blanks around it and a byte order mark; or why there is
    /// none. What was written so far is shown before waiting for more, so that a program may
    /// talk to us line by line.
    pub(crate) fn next(&mut self, console: &mut Console) -> Done<Option<Result<String, String>>> {
        if !self.from.buffer().contains(&b'\n') {
            console.flush()?;
        }
        let unreadable = |error: io::Error| Fault::Failed(format!("standard input: {error}"));
        let mut bytes = Vec::new();
        (&mut self.from).take(MAX_LINE + 1).read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if bytes.len() as u64 > MAX_LINE && bytes.last() != Some(&b'\n') {
            self.from.skip_until(b'\n').map_err(unreadable)?;
            return Ok(Some(Err(format!("longer than {MAX_LINE} bytes"))));
        }
        let Ok(text) = String::from_utf8(bytes) else {
            return Ok(Some(Err("not UTF-8".to_owned())));
        };
        let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Some(Ok(text.trim().to_owned())))
    }
}
