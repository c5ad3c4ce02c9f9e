//! `chator explain`: what a code means.

use serde_json::json;

use crate::args::Explain;
use crate::console::Console;
use crate::verdict::{Done, Fault, Verdict};

pub(crate) fn run(console: &mut Console, args: &Explain) -> Done {
    let Some(wanted) = &args.code else {
        for entry in chator::explanations() {
            if args.json {
                console.json(&json!({ "code": entry.code, "title": entry.title }))?;
            } else {
                console.line(format_args!("{}  {}", entry.code, entry.title))?;
            }
        }
        return Ok(Verdict::Yes);
    };
    let code = wanted.trim().to_uppercase();
    let Some(entry) = chator::explanations().find(|entry| entry.code == code) else {
        let near = chator::explanations()
            .min_by_key(|entry| strsim::osa_distance(entry.code, &code))
            .filter(|entry| strsim::osa_distance(entry.code, &code) <= 2);
        return Err(Fault::Usage(match near {
            Some(near) => {
                format!("there is no code `{wanted}`; did you mean {} ({})?", near.code, near.title)
            }
            None => format!("there is no code `{wanted}`; `chator explain` lists them all"),
        }));
    };
    if args.json {
        console.json(&json!({ "code": entry.code, "title": entry.title, "text": entry.text }))?;
    } else {
        console.line(format_args!("{}: {}\n\n{}", entry.code, entry.title, entry.text.trim()))?;
    }
    Ok(Verdict::Yes)
}
