//! A bar for work that takes long, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far some work has come. Threads may share it.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar of so many steps on standard error; nothing to see if that is no terminal, or if
    /// the user asked for data.
    pub(crate) fn new(steps: u32, word: &str, quiet: bool) -> Progress {
        let shows = std::io::stderr().is_terminal() && !quiet;
        let target =
            if shows { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(steps.into()), target);
        let form = format!("{{bar:40}} {{pos}} of {{len}} {word}, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&form).unwrap_or_else(|_| {
            // Words with braces in them: the usual form will do.
            ProgressStyle::default_bar()
        }));
        Progress(bar)
    }

    /// So many steps of so many are done.
    pub(crate) fn set(&self, done: usize, of: usize) {
        self.0.set_length(of as u64);
        self.0.set_position(done as u64);
    }

    /// One step more is done.
    pub(crate) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
