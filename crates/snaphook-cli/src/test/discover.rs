//! Finds files of cases.

use std::path::{Path, PathBuf};

use crate::error::CommandError;

/// Folders that hold other people's files, or none of interest.
const SKIPPED: &[&str] = &[".git", "node_modules", "target", ".venv", "__pycache__"];
/// A tree deeper than this is not a tree but a loop.
const MAX_DEPTH: usize = 32;

/// The files of cases among and below these paths, sorted; below the current
/// folder when none is named.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CommandError> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, 0, &mut found);
        } else if path.is_file() {
            found.push(path.clone());
        } else {
            return Err(
                CommandError::new(format!("no such file or folder: {}", path.display()))
                    .help("name a *.hooktest.json file, or a folder that has some"),
            );
        }
    }
    // `.` in front of every name is noise.
    for file in &mut found {
        if let Ok(plain) = file.strip_prefix(".") {
            *file = plain.to_owned();
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    // A folder that cannot be read has no tests that could run.
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() && depth < MAX_DEPTH && !SKIPPED.contains(&name.as_ref()) {
            walk(&path, depth + 1, found);
        } else if is_case_file(&name) && path.is_file() {
            found.push(path);
        }
    }
}

fn is_case_file(name: &str) -> bool {
    [".hooktest.json", ".hooktest.yaml", ".hooktest.yml"]
        .iter()
        .any(|ending| name.ends_with(ending))
}
