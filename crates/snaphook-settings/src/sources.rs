//! The files that settings come from: what each of them held when it was read,
//! and what counts instead of what is on disk.
//!
//! Anyone who loads the same settings again learns from the first which files have
//! changed, and by the second keeps what a file held before: one that is broken
//! now, or whose change was refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::Scope;

/// The largest file that is read: a link may lead anywhere.
const LARGEST: u64 = 16 * 1024 * 1024;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeldContent {
    /// There is no such file.
    Absent,
    /// These bytes.
    Bytes(Arc<[u8]>),
    /// It is there and cannot be read: why.
    Unreadable(Arc<str>),
}

/// A file that was read, or looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SettingsSource {
    /// Whose settings it holds.
    pub scope: Scope,
    /// What it held.
    pub content: HeldContent,
    /// It is a pipe, or its like: what it held cannot be read again.
    pub passing: bool,
}

/// What was read while settings were loaded, and what was to count instead.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    held: HashMap<PathBuf, HeldContent>,
    read: BTreeMap<PathBuf, SettingsSource>,
    looked_for: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

impl Sources {
    /// Files that count as if they held this, whatever is on disk.
    #[must_use]
    pub fn holding(held: HashMap<PathBuf, HeldContent>) -> Self {
        Self {
            held,
            ..Self::default()
        }
    }

    /// Every file that was read or looked for, and what it held.
    #[must_use]
    pub fn read_files(&self) -> &BTreeMap<PathBuf, SettingsSource> {
        &self.read
    }

    /// Every path where it was looked whether there is anything, read or not.
    #[must_use]
    pub fn looked_for(&self) -> &BTreeSet<PathBuf> {
        &self.looked_for
    }

    /// Every folder whose files were looked for by listing it.
    #[must_use]
    pub fn listed_folders(&self) -> &BTreeSet<PathBuf> {
        &self.folders
    }

    /// The bytes of a file.
    pub(crate) fn read(&mut self, path: &Path, scope: Scope) -> io::Result<Arc<[u8]>> {
        let (read, passing) = match self.held.get(path) {
            Some(content) => (content.to_read(), false),
            None => from_disk(path, scope),
        };
        let content = match &read {
            Ok(bytes) => HeldContent::Bytes(Arc::clone(bytes)),
            // A link that leads nowhere was meant to lead to something.
            Err(error) if error.kind() == ErrorKind::NotFound && !self.is_there(path) => {
                HeldContent::Absent
            }
            Err(error) => HeldContent::Unreadable(error.to_string().into()),
        };
        let source = SettingsSource {
            scope,
            content,
            passing,
        };
        self.read.insert(path.to_owned(), source);
        read
    }

    /// Whether something has this name, also a link that leads nowhere.
    pub(crate) fn is_there(&mut self, path: &Path) -> bool {
        self.looked_for.insert(path.to_owned());
        match self.held.get(path) {
            Some(content) => *content != HeldContent::Absent,
            None => path.symlink_metadata().is_ok(),
        }
    }

    /// Whether this is a file.
    pub(crate) fn is_file(&mut self, path: &Path) -> bool {
        self.looked_for.insert(path.to_owned());
        match self.held.get(path) {
            Some(content) => *content != HeldContent::Absent,
            None => path.is_file(),
        }
    }

    /// Whether this is a folder, or counts as one for the files below it.
    pub(crate) fn is_dir(&mut self, path: &Path) -> bool {
        self.looked_for.insert(path.to_owned());
        path.is_dir() || self.held_below(path).next().is_some()
    }

    /// What is in a folder, sorted by name.
    pub(crate) fn entries(&mut self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.folders.insert(folder.to_owned());
        let mut entries: BTreeSet<PathBuf> = self.held_below(folder).collect();
        match std::fs::read_dir(folder) {
            Ok(listed) => {
                for entry in listed {
                    entries.insert(entry?.path());
                }
            }
            Err(error) if entries.is_empty() => return Err(error),
            Err(_) => {}
        }
        entries.retain(|path| self.held.get(path) != Some(&HeldContent::Absent));
        Ok(entries.into_iter().collect())
    }

    /// The entries of a folder that files which count as there are, or are in.
    fn held_below(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let there = move |(path, content): (&PathBuf, &HeldContent)| {
            let first = path.strip_prefix(folder).ok()?.components().next()?;
            (*content != HeldContent::Absent).then(|| folder.join(first))
        };
        self.held.iter().filter_map(there)
    }
}

impl HeldContent {
    fn to_read(&self) -> io::Result<Arc<[u8]>> {
        match self {
            Self::Absent => Err(ErrorKind::NotFound.into()),
            Self::Bytes(bytes) => Ok(Arc::clone(bytes)),
            Self::Unreadable(why) => Err(io::Error::other(why.to_string())),
        }
    }
}

/// The bytes of a file, and whether they are gone now. It must be a regular
/// file, unless somebody named it: a project may link its settings to a pipe or
/// a device, and reading that might never end.
fn from_disk(path: &Path, scope: Scope) -> (io::Result<Arc<[u8]>>, bool) {
    let regular = std::fs::metadata(path).map(|meta| meta.is_file() || meta.is_dir());
    match (regular, scope) {
        (Ok(true), _) => (read_to_end(path), false),
        // Who names a file may name a pipe: `--settings <(…)`.
        (Ok(false), Scope::Explicit) => (read_to_end(path), true),
        (Ok(false), _) => {
            let error = io::Error::other("not a regular file; replace it with one");
            (Err(error), false)
        }
        (Err(error), _) => (Err(error), false),
    }
}

/// The bytes of a file, unless they are too many.
fn read_to_end(path: &Path) -> io::Result<Arc<[u8]>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST {
        true => Err(io::Error::other(format!(
            "larger than the limit of {LARGEST} bytes"
        ))),
        false => Ok(bytes.into()),
    }
}
