//! All rows of the table, and the row of a name: walks look rows up by the names of
//! programs, and a test checks that every row is tested.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::super::row::Wrapper;
use super::{
    builtins, coreutils, git, packages, privilege, remote, sandboxes, schedulers, secrets, shells,
    terminals, tracing, util_linux, versions, watchers,
};

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
pub(in super::super) fn rows() -> impl Iterator<Item = &'static Wrapper> {
    TABLE.into_iter().flatten()
}

/// The row for a name that is known.
pub(in super::super) fn named(name: &str) -> Option<&'static Wrapper> {
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
