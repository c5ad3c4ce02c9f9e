//! Drives the program as a user would.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `chator` with these arguments and this input.
pub(crate) fn chator(args: &[&str], input: &str) -> Answer {
    chator_in(None, args, input.as_bytes())
}

/// The same in a folder, with any bytes.
pub(crate) fn chator_in(folder: Option<&Path>, args: &[&str], input: &[u8]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chator"));
    command.args(args).env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may leave before it has read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Answer {
        code: output.status.code().expect("not killed by a signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Answer {
    /// Fails the test unless the exit code is this one.
    pub(crate) fn exits(self, code: i32) -> Answer {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// Every line of the output as an object.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(parse).collect()
    }

    /// The only line of the output as an object.
    pub(crate) fn object(&self) -> Value {
        let objects = self.objects();
        assert_eq!(objects.len(), 1, "{}", self.out);
        objects[0].clone()
    }

    /// Standard error and output contain these.
    pub(crate) fn says(self, parts: &[&str]) -> Answer {
        let all = format!("{}{}", self.out, self.err);
        for part in parts {
            assert!(all.contains(part), "`{part}` is not in:\n{all}");
        }
        self
    }
}
