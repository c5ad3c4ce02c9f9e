//! `chator games`: what the library holds.

use chator::BuiltIn;
use chator::rules::Library;
use serde_json::json;

use crate::args::JsonOnly;
use crate::console::Console;
use crate::show::paragraph;
use crate::verdict::{Done, Verdict};

pub(crate) fn run(console: &mut Console, args: &JsonOnly) -> Done {
    let mut all_good = true;
    for id in BuiltIn.ids() {
        let game = match chator::load(&id) {
            Ok(game) => game,
            Err(error) => {
                all_good = false;
                console.complain(format!("{id}: {error}"));
                continue;
            }
        };
        let rules = game.game.rules();
        let options = rules.options.len();
        if args.json {
            console.json(&json!({
                "id": id, "title": rules.title, "about": rules.about, "options": options,
            }))?;
            continue;
        }
        let plural = match options {
            0 => String::new(),
            1 => ", 1 option".to_owned(),
            n => format!(", {n} options"),
        };
        console.line(format_args!("{id}: {}{plural}", rules.title))?;
        if !rules.about.is_empty() {
            console.text(paragraph(&rules.about, "    ", 80))?;
        }
    }
    Ok(Verdict::of(all_good))
}
