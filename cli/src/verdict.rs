//! How a command ends.

use std::io;
use std::process::ExitCode;

/// What a command that ran to its end has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well: exit code 0.
    Yes,
    /// A check failed, a move is illegal, a position is none: exit code 1. What it was has been said.
    No,
    /// What was asked for does not exist: exit code 2. That has been said.
    Misused,
}

/// Why a command could not go on.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The user asked for something that does not exist: exit code 2.
    Usage(String),
    /// Something is not as it should be: exit code 1.
    Failed(String),
    /// Nobody listens any more. That is their right: exit code 0.
    Gone,
}

pub(crate) type Done<T = Verdict> = Result<T, Fault>;

impl From<io::Error> for Fault {
    /// For errors of standard output: all others know what they were doing and say so.
    fn from(error: io::Error) -> Fault {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Fault::Gone
        } else {
            Fault::Failed(format!("cannot write: {error}"))
        }
    }
}

impl Verdict {
    pub(crate) fn of(good: bool) -> Verdict {
        if good { Verdict::Yes } else { Verdict::No }
    }

    pub(crate) fn code(self) -> ExitCode {
        match self {
            Verdict::Yes => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
            Verdict::Misused => ExitCode::from(2),
        }
    }
}
