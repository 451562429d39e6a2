//! The commands that run other commands, as one table, a file for each family.
//!
//! A row says how to get from the words of the wrapper to the command within:
//! which options take a value, how many operands come first, what is code for
//! a shell. Options that a row does not list may or may not take a value; the
//! walk then follows both readings, so a list that is not complete costs some
//! needless matches and hides nothing. Sources are the manual pages of the
//! programs, and the Bash manual.

mod builtins;
mod coreutils;
mod git;
mod packages;
mod privilege;
mod remote;
mod sandboxes;
mod schedulers;
mod secrets;
mod shells;
mod terminals;
mod tracing;
mod util_linux;
mod versions;
mod watchers;

pub(super) use git::{GIT, GIT_OPTIONS};
pub(super) use terminals::TMUX;

use std::collections::HashMap;
use std::sync::OnceLock;

use super::row::Wrapper;

/// The families.
const TABLE: [&[Wrapper]; 15] = [
    shells::ROWS,
    builtins::ROWS,
    coreutils::ROWS,
    util_linux::ROWS,
    privilege::ROWS,
    sandboxes::ROWS,
    schedulers::ROWS,
    tracing::ROWS,
    terminals::ROWS,
    watchers::ROWS,
    packages::ROWS,
    versions::ROWS,
    secrets::ROWS,
    git::ROWS,
    remote::ROWS,
];

/// Every row.
pub(super) fn rows() -> impl Iterator<Item = &'static Wrapper> {
    TABLE.into_iter().flatten()
}

/// The row for a name that is known.
pub(super) fn named(name: &str) -> Option<&'static Wrapper> {
    static NAMES: OnceLock<HashMap<&str, &Wrapper>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        rows()
            .flat_map(|row| {
                row.names
                    .split_ascii_whitespace()
                    .map(move |name| (name, row))
            })
            .collect()
    });
    names.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_line_that_is_tested() {
        let lines = include_str!("../../../../tests/data/wrappers.txt");
        let words: Vec<&str> = lines
            .split_ascii_whitespace()
            .map(|word| word.rsplit('/').next().unwrap_or(word))
            .collect();
        for row in rows() {
            let tested = row
                .names
                .split_ascii_whitespace()
                .any(|name| words.contains(&name));
            assert!(tested, "no line of wrappers.txt has one of: {}", row.names);
        }
    }

    #[test]
    fn a_name_stands_in_one_row() {
        let mut names: Vec<&str> = rows()
            .flat_map(|row| row.names.split_ascii_whitespace())
            .collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
