//! `chator fmt`: rule files in their usual form.
//!
//! A file keeps the line ends it has: if its first line ends like Windows ends lines, all do.
//! A byte order mark goes.

use std::io::Read;
use std::path::Path;

use chator::grammar::print::format;
use chator::grammar::source::Source;
use chator::library::text_of;

use crate::args::Fmt;
use crate::console::Console;
use crate::diagnostics;
use crate::replace_file;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Fmt) -> Done {
    let mut all_good = true;
    let mut all_there = true;
    for path in &args.files {
        let name = if path == Path::new("-") { "<stdin>".into() } else { path.to_string_lossy() };
        let text = match read(path) {
            Ok(text) => text,
            Err(error) => {
                console.complain(format!("error: cannot read {name}: {error}"));
                all_there = false;
                continue;
            }
        };
        match usual_form(&name, &text) {
            Err((found, source)) => {
                diagnostics::show(console, &found, &[source]);
                all_good = false;
            }
            Ok(usual) if args.check => {
                if usual != text {
                    console.line(&name)?;
                    all_good = false;
                }
            }
            Ok(usual) if path == Path::new("-") => console.text(usual)?,
            Ok(usual) if usual == text => {}
            Ok(usual) => {
                if let Err(error) = replace_file::write(path, usual.as_bytes()) {
                    return Err(Fault::Failed(format!("cannot write {name}: {error}")));
                }
            }
        }
    }
    Ok(if all_there { Verdict::of(all_good) } else { Verdict::Misused })
}

fn read(path: &Path) -> Result<String, String> {
    let from: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(|error| error.to_string())?)
    };
    text_of(from).map_err(|error| error.to_string())
}

fn usual_form(
    name: &str,
    text: &str,
) -> Result<String, (Vec<chator::grammar::diagnostic::Diagnostic>, Source)> {
    let source = Source::new(name, text);
    let usual = format(&source).map_err(|found| (found, source))?;
    let usual = usual.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let windows = text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
    Ok(if windows { usual.replace('\n', "\r\n") } else { usual })
}
