//! Following assignments of the same line: `X=rm; $X y` is `rm y`.
//!
//! A variable is followed only where nothing else can have given it a value: it
//! is assigned once, to known text, at the top of the line, and its name
//! is nowhere else but behind a `$`. The line is then read again with the
//! values in place, and that reading counts only if nothing in it is unknown
//! that could have changed a variable.

use std::collections::HashMap;

use super::Analysis;
use super::later::{bare_names, sets_an_unknown_name, with_words};

/// Variables that the shell changes by itself.
const SHELL: [&str; 20] = [
    "PWD", "OLDPWD", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "_", "REPLY", "OPTIND", "OPTARG",
    "IFS", "FUNCNAME", "GROUPS", "HISTCMD", "COLUMNS", "LINES", "MAPFILE", "COPROC", "UID", "PPID",
];

/// Longest value that is put in place.
const LONGEST: usize = 256;

/// The variables of a line.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// What was assigned at the top of the line.
    assigned: Vec<String>,
    /// The variables to follow, once they are known.
    followed: Vec<String>,
    values: HashMap<String, String>,
}

impl Variables {
    /// For a second reading, in which these are followed.
    pub(super) fn following(followed: Vec<String>) -> Variables {
        Variables {
            followed,
            ..Variables::default()
        }
    }

    /// An assignment at the top of the line.
    pub(super) fn assign(&mut self, name: String, value: String) {
        if self.followed.contains(&name) {
            self.values.insert(name, value);
        } else {
            self.assigned.push(name);
        }
    }

    /// The assignment was made in the background, and so in another shell.
    pub(super) fn forget(&mut self, name: &str) {
        self.values.remove(name);
        self.assigned.retain(|one| one != name);
    }

    /// Another shell has none of them.
    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    pub(super) fn value(&self, name: &[u8]) -> Option<&str> {
        if self.values.is_empty() {
            return None;
        }
        let name = std::str::from_utf8(name).ok()?;
        self.values.get(name).map(String::as_str)
    }

    /// Those that may be followed in a second reading.
    pub(super) fn worth_following(&self, source: &str, found: &Analysis) -> Vec<String> {
        if self.assigned.is_empty() {
            return Vec::new();
        }
        let shown = with_words(source, &found.commands);
        let names = bare_names(&shown);
        if names.contains_key("IFS") || source.contains("$'") {
            return Vec::new();
        }
        self.assigned
            .iter()
            .filter(|name| names.get(name.as_str()) == Some(&1))
            .filter(|name| !SHELL.contains(&name.as_str()) && !name.starts_with("BASH"))
            .cloned()
            .collect()
    }
}

/// Whether a value can stand for its variable without quotes around it.
pub(super) fn is_one_word(value: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@%+,-".contains(c);
    !value.is_empty() && value.len() <= LONGEST && value.chars().all(plain)
}

/// Whether a value is short enough to stand for its variable.
pub(super) fn is_short(value: &str) -> bool {
    value.len() <= LONGEST
}

/// Whether nothing in this reading could have changed a variable.
pub(super) fn holds(found: &Analysis) -> bool {
    found.unknown.is_empty()
        && !found.commands.iter().any(|command| {
            let name = command.words.first().map(|word| word.known());
            matches!(name, Some(None | Some("source" | "."))) || sets_an_unknown_name(command)
        })
}
