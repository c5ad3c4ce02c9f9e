//! A program that runs beside us, and what is said to it and by it.
//!
//! It may say anything at any time, or nothing ever again. So threads of their own read what it
//! says, whoever waits for an answer waits until a moment, and nobody keeps more of it than a few
//! lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::agent::Stop;

/// A line longer than this is cut, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines wait to be heard; then the engine has to wait.
const MOST_LINES: usize = 256;
/// How often somebody who waits looks whether he is asked to stop.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program that is told to leave may take before it is ended.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running engine.
pub(super) struct Engine {
    child: Child,
    stdin: ChildStdin,
    said: Receiver<Said>,
    /// The last line of its standard error.
    complaint: Option<String>,
}

enum Said {
    Line(String),
    Complaint(String),
    /// It will say nothing more.
    End,
}

/// Why there is no answer.
pub(super) enum Silence {
    /// The time is over.
    Late,
    /// The engine is gone: how.
    Gone(String),
}

impl Engine {
    /// Runs a program with its arguments.
    pub(super) fn start(words: &[String]) -> Result<Engine, String> {
        let (program, arguments) = words.split_first().ok_or("there is no program to run")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no program `{program}`"),
            _ => format!("`{program}` cannot be run: {error}"),
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(format!("`{program}` cannot be spoken to"));
        };
        let (to, said) = sync_channel(MOST_LINES);
        let complaints = to.clone();
        std::thread::spawn(move || {
            pass_on(stdout, &to, Said::Line);
            // Nobody may be there to hear it.
            let _ = to.send(Said::End);
        });
        std::thread::spawn(move || pass_on(stderr, &complaints, Said::Complaint));
        Ok(Engine { child, stdin, said, complaint: None })
    }

    /// Tells it something.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Silence> {
        let text = format!("{line}\n");
        let sent = self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|_| self.gone())
    }

    /// Waits for a line in which `found` finds something. Everything else is passed over, so
    /// that whatever an engine likes to tell besides does no harm. If asked to stop it tells the
    /// engine once, and waits on.
    pub(super) fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &Stop,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        let begun = Instant::now();
        let mut told = false;
        loop {
            let Some(left) = patience.checked_sub(begun.elapsed()) else {
                return Err(Silence::Late);
            };
            if stop.asked() && !told {
                self.send("stop")?;
                told = true;
            }
            match self.said.recv_timeout(left.min(GLANCE)) {
                Ok(Said::Line(line)) => {
                    if let Some(found) = found(&line) {
                        return Ok(found);
                    }
                }
                Ok(Said::Complaint(line)) => self.complaint = Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Said::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// How it ended, and what it complained of last.
    fn gone(&mut self) -> Silence {
        let status = self.ended_within(FAREWELL);
        while let Ok(said) = self.said.recv_timeout(GLANCE) {
            if let Said::Complaint(line) = said {
                self.complaint = Some(line);
            }
        }
        let how = match status {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        };
        Silence::Gone(match &self.complaint {
            Some(line) => format!("{how}: {line}"),
            None => how,
        })
    }

    fn ended_within(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begun.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Engine {
    /// Asks it to leave, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.stdin.write_all(b"quit\n").and_then(|()| self.stdin.flush());
        if self.ended_within(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hands on all lines until there are no more, or nobody listens.
fn pass_on(from: impl Read, to: &SyncSender<Said>, said: fn(String) -> Said) {
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut from).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && to.send(said(line)).is_err() {
            return;
        }
    }
}
