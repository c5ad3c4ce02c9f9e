//! Standard output and standard error: everything that is written goes through here.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use serde_json::Value;

/// Where a command writes.
pub(crate) struct Console {
    out: BufWriter<io::Stdout>,
    /// Standard output is a terminal that may show colour.
    pub(crate) colour: bool,
    /// Standard error is a terminal that may show colour.
    pub(crate) error_colour: bool,
}

impl Console {
    pub(crate) fn new() -> Console {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Console {
            out: BufWriter::new(io::stdout()),
            colour: io::stdout().is_terminal() && !plain,
            error_colour: io::stderr().is_terminal() && !plain,
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Writes an object on a line of its own.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value}")
    }

    /// Shows what has been written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes a line to standard error, after all that was written before. If that cannot be
    /// written there is nobody to tell.
    pub(crate) fn complain(&mut self, text: impl Display) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Can the terminal be trusted with more than ASCII? By the first locale variable that is set.
pub(crate) fn speaks_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    set.is_none_or(|locale| locale != "C" && locale != "POSIX")
}
