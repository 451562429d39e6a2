//! The files of a folder of policies, and whether they still are what was read. A
//! symlink in the folder is an error: whoever trusted the folder has not seen where it leads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::language::PolicyError;

/// The most files of a folder, and the most bytes of all of them: as many as trust covers.
const MOST_FILES: usize = 512;
const MOST_BYTES: u64 = 8 * 1024 * 1024;

/// The deepest folder in it.
const MOST_DEPTH: usize = 8;

/// Folders that programs fill by themselves, and that nobody trusts: their files do not count.
const MADE: [&str; 6] = [
    ".git",
    ".venv",
    "__pycache__",
    "node_modules",
    "target",
    "venv",
];

/// A file of policies.
#[derive(Debug, Clone)]
pub(super) struct PolicyFile {
    /// Its path, seen from the folder.
    pub(super) name: String,
    pub(super) text: String,
}

/// What tells a changed file from the one that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderStamp(Vec<(PathBuf, u64, Option<SystemTime>, u64)>);

/// The folder that a definition names.
pub(super) fn resolve(written: &str, project: Option<&Path>, home: Option<&Path>) -> PathBuf {
    let written = match project.and_then(Path::to_str) {
        Some(project) => written
            .replace("${CLAUDE_PROJECT_DIR}", project)
            .replace("${SNAPHOOK_PROJECT_DIR}", project),
        None => written.to_owned(),
    };
    match (written.strip_prefix("~/"), home, project) {
        (Some(rest), Some(home), _) => home.join(rest),
        (_, _, Some(project)) => project.join(written),
        _ => PathBuf::from(written),
    }
}

/// Which files there are now.
pub(super) fn stamp(folder: &Path, endings: &[&str]) -> Result<FolderStamp, PolicyError> {
    let mut found = Vec::new();
    collect(folder, endings, 0, &mut found).map_err(|error| failed(folder, &error))?;
    found.sort();
    Ok(FolderStamp(found))
}

/// Reads them, as they are listed.
pub(super) fn read(folder: &Path, stamp: &FolderStamp) -> Result<Vec<PolicyFile>, PolicyError> {
    if stamp.0.is_empty() {
        let none = io::Error::new(io::ErrorKind::NotFound, "there are no policies in it");
        return Err(failed(folder, &none));
    }
    let bytes: u64 = stamp.0.iter().map(|(_, length, ..)| length).sum();
    if stamp.0.len() > MOST_FILES || bytes > MOST_BYTES {
        let why = format!("it has more than {MOST_FILES} files or {MOST_BYTES} bytes");
        return Err(failed(folder, &io::Error::other(why)));
    }
    let file = |(path, ..): &(PathBuf, u64, Option<SystemTime>, u64)| {
        let text = fs::read_to_string(path).map_err(|error| failed(path, &error))?;
        let name = path.strip_prefix(folder).unwrap_or(path);
        Ok(PolicyFile {
            name: name.to_string_lossy().into_owned(),
            text,
        })
    };
    stamp.0.iter().map(file).collect()
}

fn collect(
    folder: &Path,
    endings: &[&str],
    depth: usize,
    found: &mut Vec<(PathBuf, u64, Option<SystemTime>, u64)>,
) -> io::Result<()> {
    if depth > MOST_DEPTH {
        return Err(io::Error::other("its folders are nested too deeply"));
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        let counts = path.extension().is_some_and(|ending| {
            let ending = ending.to_str().unwrap_or_default();
            endings.contains(&ending)
        });
        if kind.is_symlink() {
            if counts || path.is_dir() {
                let why = format!("{} is a symlink", path.display());
                return Err(io::Error::other(why));
            }
        } else if kind.is_dir() {
            if !MADE.iter().any(|made| entry.file_name() == *made) {
                collect(&path, endings, depth + 1, found)?;
            }
        } else if counts {
            if found.len() > MOST_FILES {
                return Err(io::Error::other(format!(
                    "it has more than {MOST_FILES} files"
                )));
            }
            let data = entry.metadata()?;
            found.push((path, data.len(), data.modified().ok(), changed(&data)));
        }
    }
    Ok(())
}

/// A time that a program cannot set back.
#[cfg(unix)]
fn changed(data: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = data.ctime().wrapping_mul(1_000_000_000);
    data.ino() ^ nanoseconds.wrapping_add(data.ctime_nsec()).cast_unsigned()
}

#[cfg(not(unix))]
fn changed(_: &fs::Metadata) -> u64 {
    0
}

fn failed(folder: &Path, error: &io::Error) -> PolicyError {
    PolicyError::Folder {
        folder: folder.display().to_string(),
        why: error.to_string(),
    }
}
