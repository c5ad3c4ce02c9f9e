//! The options that an engine says it has.

/// An option of an engine, as it tells it: `option name X type T default D min M max N var V …`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineOption {
    pub(super) name: String,
    kind: String,
    min: Option<i64>,
    max: Option<i64>,
    /// The values that can be chosen among.
    pub(super) values: Vec<String>,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It is none of those that the engine lists, though another setting may have brought more.
    Unlisted(String),
    /// It can never be right.
    Value(String),
}

impl EngineOption {
    /// Reads a line of the engine; none if it is about something else.
    pub(super) fn read(line: &str) -> Option<EngineOption> {
        let mut words = line.split_whitespace();
        if words.next()? != "option" {
            return None;
        }
        let mut option = EngineOption::default();
        let mut field = "";
        for word in words {
            // A name may be made of any words, so only `type` ends it.
            let inside_name = field == "name" && word != "type";
            if !inside_name && ["name", "type", "default", "min", "max", "var"].contains(&word) {
                field = word;
                if field == "var" {
                    option.values.push(String::new());
                }
                continue;
            }
            let append = |to: &mut String| {
                if !to.is_empty() {
                    to.push(' ');
                }
                to.push_str(word);
            };
            match field {
                "name" => append(&mut option.name),
                "type" => append(&mut option.kind),
                "min" => option.min = word.parse().ok(),
                "max" => option.max = word.parse().ok(),
                "var" => option.values.last_mut().map_or((), append),
                _ => {}
            }
        }
        (!option.name.is_empty()).then_some(option)
    }

    /// The line that sets it, if the value is one of its own.
    pub(super) fn set(&self, value: &str) -> Result<String, Wrong> {
        let name = &self.name;
        let mut value = value.to_owned();
        match self.kind.as_str() {
            "spin" => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                if !value.parse().is_ok_and(|number| (min..=max).contains(&number)) {
                    let why = format!("{name} is a number from {min} to {max}, not `{value}`");
                    return Err(Wrong::Value(why));
                }
            }
            "check" if !["true", "false"].contains(&value.as_str()) => {
                let why = format!("{name} is true or false, not `{value}`");
                return Err(Wrong::Value(why));
            }
            "combo" => match self.values.iter().find(|v| v.eq_ignore_ascii_case(&value)) {
                Some(listed) => value.clone_from(listed),
                None => {
                    let all = self.values.join(", ");
                    let why = format!("{name} cannot be `{value}`; there is {all}");
                    return Err(Wrong::Unlisted(why));
                }
            },
            "button" => return Ok(format!("setoption name {name}")),
            _ => {}
        }
        Ok(format!("setoption name {name} value {value}"))
    }
}

/// The option of that name; engines do not tell upper from lower case.
pub(super) fn find<'o>(options: &'o [EngineOption], name: &str) -> Option<&'o EngineOption> {
    options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::{EngineOption, Wrong, find};

    fn read(line: &str) -> EngineOption {
        EngineOption::read(line).unwrap()
    }

    #[test]
    fn options_are_read_and_set() {
        let skill = read("option name Skill Level type spin default 20 min -20 max 20");
        assert_eq!(skill.set("5").unwrap(), "setoption name Skill Level value 5");
        let wrong = Wrong::Value("Skill Level is a number from -20 to 20, not `21`".to_owned());
        assert_eq!(skill.set("21"), Err(wrong));
        let style = read("option name Style type combo default Solid var Solid var Very Risky");
        assert_eq!(style.values, ["Solid", "Very Risky"]);
        assert_eq!(style.set("very risky").unwrap(), "setoption name Style value Very Risky");
        assert!(matches!(style.set("bold"), Err(Wrong::Unlisted(_))));
        let ponder = read("option name Ponder type check default false");
        assert!(ponder.set("yes").is_err() && ponder.set("true").is_ok());
        let path = read("option name Book type string default <empty>");
        assert_eq!(path.set("a b").unwrap(), "setoption name Book value a b");
        let clear = read("option name Clear Hash type button");
        assert_eq!(clear.set("").unwrap(), "setoption name Clear Hash");
        assert_eq!(find(&[skill, clear], "clear hash").unwrap().name, "Clear Hash");
    }

    #[test]
    fn what_is_no_option_is_none() {
        for line in ["", "id name X", "option", "option type spin", "options name X"] {
            assert_eq!(EngineOption::read(line), None, "{line}");
        }
        // A word of the protocol within a name belongs to the name.
        assert_eq!(read("option name Time max default type string").name, "Time max default");
    }
}
