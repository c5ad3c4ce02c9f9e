//! Fairy-Stockfish, as a process of its own: its licence does not allow to link it.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::work::{Done, Worker};

/// A running Fairy-Stockfish.
pub(crate) struct Fairy {
    /// What it calls itself.
    pub(crate) name: String,
    variants: Vec<String>,
    /// What it was asked for and does not know.
    pub(crate) unknown: RefCell<Vec<String>>,
    process: Rc<RefCell<Process>>,
}

struct Process {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    /// The variant it is set to.
    variant: String,
}

impl Fairy {
    /// Starts the one that is installed, if there is one.
    pub(crate) fn find(path: Option<&Path>) -> Option<Fairy> {
        // Debian puts it where not every path looks.
        let usual = ["fairy-stockfish", "/usr/games/fairy-stockfish"].map(Path::new);
        let candidates = path.map_or(usual.to_vec(), |path| vec![path]);
        candidates.into_iter().find_map(|path| Fairy::start(path).ok())
    }

    fn start(path: &Path) -> io::Result<Fairy> {
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stdout = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let mut process = Process { child, stdin, stdout, variant: String::new() };
        process.send("uci")?;
        let (mut name, mut variants) = (String::new(), Vec::new());
        process.read_until(|line| {
            if let Some(text) = line.strip_prefix("id name ") {
                text.clone_into(&mut name);
            }
            if line.starts_with("option name UCI_Variant ") {
                variants = line.split(" var ").skip(1).map(str::to_owned).collect();
            }
            (line == "uciok").then_some(())
        })?;
        Ok(Fairy {
            name,
            variants,
            unknown: RefCell::default(),
            process: Rc::new(RefCell::new(process)),
        })
    }

    /// Its perft of a variant; none if this build does not know that.
    pub(crate) fn perft(&self, variant: &str) -> Option<Box<dyn Worker>> {
        if !self.variants.iter().any(|v| v == variant) {
            self.unknown.borrow_mut().push(variant.to_owned());
            return None;
        }
        let (name, process) = (self.name.clone(), Rc::clone(&self.process));
        Some(Box::new(Perft { name, variant: variant.to_owned(), process }))
    }
}

struct Perft {
    name: String,
    variant: String,
    process: Rc<RefCell<Process>>,
}

impl Worker for Perft {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn work(&mut self, depth: u32) -> io::Result<Done> {
        let mut process = self.process.borrow_mut();
        if process.variant != self.variant {
            process.send(&format!("setoption name UCI_Variant value {}", self.variant))?;
            process.send("position startpos\nisready")?;
            process.read_until(|line| (line == "readyok").then_some(()))?;
            process.variant.clone_from(&self.variant);
        }
        let (start, wall) = (process.time(), Instant::now());
        process.send(&format!("go perft {depth}"))?;
        let units =
            process.read_until(|line| line.strip_prefix("Nodes searched: ")?.parse().ok())?;
        let wall = wall.elapsed();
        let time = match (start, process.time()) {
            (Some(start), Some(end)) if end > start => end.saturating_sub(start),
            // Where the system does not tell, the wall clock has to do.
            _ => wall,
        };
        Ok(Done { units, games: 0, time })
    }

    fn plays(&self) -> bool {
        false
    }
}

impl Process {
    fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.stdin, "{text}")?;
        self.stdin.flush()
    }

    fn read_until<T>(&mut self, mut found: impl FnMut(&str) -> Option<T>) -> io::Result<T> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.stdout.read_line(&mut line)? == 0 {
                return Err(io::Error::other("Fairy-Stockfish has gone"));
            }
            if let Some(value) = found(line.trim_end()) {
                return Ok(value);
            }
        }
    }

    /// CPU time of its threads so far, where Linux tells it in nanoseconds.
    fn time(&self) -> Option<Duration> {
        let mut all = 0_u64;
        for task in fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()? {
            let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            all += text.split(' ').next()?.parse::<u64>().ok()?;
        }
        Some(Duration::from_nanos(all))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If it does not listen any more it has gone already.
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}
