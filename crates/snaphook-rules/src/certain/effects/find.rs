//! `find` without actions that write or run something.

use super::super::line::CertainWord;
use super::path::{FilePath, has_glob};

/// Tests and operators without a value.
const ALONE: &[&str] = &[
    "!",
    "(",
    ")",
    ",",
    "-P",
    "-a",
    "-and",
    "-daystart",
    "-depth",
    "-empty",
    "-executable",
    "-false",
    "-ls",
    "-mount",
    "-nogroup",
    "-not",
    "-nouser",
    "-o",
    "-or",
    "-print",
    "-print0",
    "-prune",
    "-quit",
    "-readable",
    "-true",
    "-writable",
    "-xdev",
];

/// Tests with a value that names no file.
const VALUES: &[&str] = &[
    "-amin",
    "-atime",
    "-cmin",
    "-ctime",
    "-gid",
    "-group",
    "-iname",
    "-inum",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-links",
    "-lname",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-name",
    "-path",
    "-perm",
    "-printf",
    "-regex",
    "-regextype",
    "-size",
    "-type",
    "-uid",
    "-user",
    "-wholename",
    "-xtype",
];

/// Tests with a value that is a path.
const FILES: &[&str] = &["-anewer", "-cnewer", "-newer", "-samefile"];

/// The paths that it reads.
pub(super) fn reads(words: &[CertainWord]) -> Option<Vec<FilePath>> {
    let mut paths = Vec::new();
    let mut rest = words[1..].iter();
    let mut at_start = true;
    while let Some(word) = rest.next() {
        let known = word.known();
        let is_test = known.is_some_and(|text| text.starts_with('-') || ALONE.contains(&text));
        if at_start && !is_test {
            if word.could_be_option() || word.head().is_empty() && has_glob(word) {
                return None;
            }
            paths.push(FilePath::of(word)?);
            continue;
        }
        let text = known?;
        at_start &= text == "-P";
        if ALONE.contains(&text) {
            continue;
        }
        let value = rest.next()?.known()?;
        if FILES.contains(&text) {
            paths.push(FilePath::literal(value));
        } else if !VALUES.contains(&text) {
            return None;
        }
    }
    if paths.is_empty() {
        paths.push(FilePath::literal("."));
    }
    Some(paths)
}
