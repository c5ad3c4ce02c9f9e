//! Where the moves come from: a terminal with line editing, or a pipe.

use std::io::{self, IsTerminal};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::console::Console;
use crate::input::Lines;
use crate::verdict::{Done, Fault};

/// A source of lines.
pub(crate) enum Keyboard {
    Terminal(Box<DefaultEditor>),
    Pipe(Lines),
}

impl Keyboard {
    /// Line editing where both ends are terminals and people, not programs, listen.
    pub(crate) fn new(json: bool) -> Keyboard {
        let people = !json && io::stdin().is_terminal() && io::stdout().is_terminal();
        match DefaultEditor::new() {
            Ok(editor) if people => Keyboard::Terminal(Box::new(editor)),
            _ => Keyboard::Pipe(Lines::new()),
        }
    }

    /// The next line; none at the end of input. In a pipe the line is written after its
    /// prompt, so that the output reads like a terminal's.
    pub(crate) fn next(
        &mut self,
        console: &mut Console,
        prompt: Option<&str>,
    ) -> Done<Option<Result<String, String>>> {
        match self {
            Keyboard::Terminal(editor) => {
                console.flush()?;
                match editor.readline(prompt.unwrap_or("")) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(line.as_str());
                        }
                        Ok(Some(Ok(line)))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(Fault::Failed(format!("cannot read: {error}"))),
                }
            }
            Keyboard::Pipe(lines) => {
                if let Some(prompt) = prompt {
                    console.text(prompt)?;
                }
                let line = lines.next(console)?;
                if prompt.is_some() {
                    console.line(match &line {
                        Some(Ok(text)) => text.as_str(),
                        _ => "",
                    })?;
                }
                Ok(line)
            }
        }
    }
}
