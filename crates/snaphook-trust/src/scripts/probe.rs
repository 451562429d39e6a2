//! One path that was looked at, and whether a second look sees the same.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::content::{self, FileContent};
use super::marks::{GAP, GLOB};
use super::script::Link;
use super::walk::{Root, WalkEnd};
use crate::Digest;
use crate::os::ContentStamp;

/// A path, and what was there.
#[derive(Debug)]
pub(crate) struct Probe {
    pub(crate) path: PathBuf,
    pub(crate) links: Vec<Link>,
    pub(crate) expected: ExpectedPath,
}

/// What has to be there.
#[derive(Debug)]
pub(crate) enum ExpectedPath {
    File {
        sha256: Digest,
        seen: Mutex<ProbeReading>,
    },
    Folder,
    /// A folder with exactly these names in it, of those that a pattern matches.
    Listing {
        names: BTreeSet<OsString>,
        pattern: Option<String>,
    },
    Missing,
    /// It could not be read, so nothing will do.
    Nothing,
}

/// The file whose content is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProbeReading {
    stamp: ContentStamp,
    settled: bool,
}

impl ExpectedPath {
    pub(crate) fn file(content: FileContent) -> Self {
        Self::File {
            sha256: content.sha256,
            seen: Mutex::new(content.into()),
        }
    }
}

impl From<FileContent> for ProbeReading {
    fn from(content: FileContent) -> Self {
        Self {
            stamp: content.stamp,
            settled: content.settled,
        }
    }
}

impl Probe {
    /// Whether the path still leads to the same.
    pub(crate) fn holds(&self, root: &Root) -> bool {
        let trace = root.walk(&self.path);
        if trace.links != self.links {
            return false;
        }
        match (&self.expected, trace.end) {
            (ExpectedPath::Folder, WalkEnd::Folder) | (ExpectedPath::Missing, WalkEnd::Missing) => {
                true
            }
            (ExpectedPath::Listing { names, pattern }, WalkEnd::Folder) => {
                listing(&trace.real, pattern.as_deref()).as_ref() == Some(names)
            }
            (ExpectedPath::File { sha256, seen }, WalkEnd::File(stamp)) => {
                // The lock is held for a copy only, never while reading.
                let known = *seen.lock().unwrap_or_else(PoisonError::into_inner);
                if known.settled && known.stamp == stamp {
                    return true;
                }
                match content::read(&trace.real, content::LARGEST) {
                    Ok(content) if content.sha256 == *sha256 => {
                        *seen.lock().unwrap_or_else(PoisonError::into_inner) = content.into();
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

impl Probe {
    /// The moment at which the file was known to hold what was trusted, and the
    /// folders that lead to it; `None` for a path that is not a file.
    pub(crate) fn moment(&self, root: &Root) -> Option<FileMoment> {
        let ExpectedPath::File { seen, .. } = &self.expected else {
            return None;
        };
        let stamp = seen.lock().unwrap_or_else(PoisonError::into_inner).stamp;
        let real = root.walk(&self.path).real;
        let folders = folders_of(&real);
        Some(FileMoment {
            real,
            stamp,
            folders,
        })
    }

    /// Whether the file was not written since then, not even with the same content.
    pub(crate) fn is_untouched(&self, root: &Root, moment: Option<&FileMoment>) -> bool {
        let Some(moment) = moment else {
            return self.holds(root);
        };
        let trace = root.walk(&self.path);
        trace.links == self.links
            && trace.real == moment.real
            && trace.end == WalkEnd::File(moment.stamp)
            && same_folders(&folders_of(&moment.real), &moment.folders)
    }
}

/// A file, as it was when its content was known.
#[derive(Debug, Clone)]
pub(crate) struct FileMoment {
    real: PathBuf,
    stamp: ContentStamp,
    folders: Vec<Option<ContentStamp>>,
}

/// The folders that a path leads through.
fn folders_of(path: &Path) -> Vec<Option<ContentStamp>> {
    path.ancestors()
        .skip(1)
        .map(|folder| {
            std::fs::symlink_metadata(folder)
                .ok()
                .map(|meta| ContentStamp::of(&meta))
        })
        .collect()
}

/// Whether these are the same folders, whatever was written into them.
fn same_folders(now: &[Option<ContentStamp>], then: &[Option<ContentStamp>]) -> bool {
    now.len() == then.len()
        && now.iter().zip(then).all(|pair| match pair {
            (Some(now), Some(then)) => now.same_file(then),
            (now, then) => now.is_none() && then.is_none(),
        })
}

/// A folder with more names is not listed.
const MOST_NAMES: usize = 8 * 1024;

/// The names in a folder, without those of folders that are not covered; only
/// those that a pattern matches, where there is one.
pub(crate) fn listing(folder: &Path, pattern: Option<&str>) -> Option<BTreeSet<OsString>> {
    let counts = |name: &OsString| match pattern {
        Some(pattern) => matches(pattern, &name.to_string_lossy()),
        None => !super::folders::MADE.iter().any(|made| name == *made),
    };
    let mut names = BTreeSet::new();
    for (number, entry) in std::fs::read_dir(folder).ok()?.enumerate() {
        if number > MOST_NAMES {
            return None;
        }
        let name = entry.ok()?.file_name();
        if counts(&name) {
            names.insert(name);
        }
    }
    Some(names)
}

/// Whether a name is one that a pattern with marks for `*` matches. Unknown parts
/// match anything: a name too many is covered for no use.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split([GLOB, GAP]);
    let first = parts.next().unwrap_or_default();
    let hidden = name.starts_with('.') && !pattern.starts_with('.');
    let Some(mut rest) = name.strip_prefix(first).filter(|_| !hidden) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        match parts.peek() {
            None => return rest.ends_with(part),
            Some(_) => match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            },
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn patterns_match_names_as_a_shell_does() {
        for (pattern, name, expected) in [
            ("*.sh", "a.sh", true),
            ("*.sh", ".a.sh", false),
            ("*.sh", "a.py", false),
            ("a*b*c", "a1b2c", true),
            ("a*b*c", "a1c", false),
            ("*", "x", true),
            ("x", "x", true),
            ("x", "xy", false),
        ] {
            let marked = pattern.replace('*', &GLOB.to_string());
            assert_eq!(matches(&marked, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_file_is_read_again_only_if_its_stamp_may_have_changed() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::new(folder.path());
        let path = root.real().join("guard.sh");
        fs::write(&path, "exit 0").unwrap();
        let stamp = content::read(&path, content::LARGEST).unwrap().stamp;
        // Another digest than the file's tells whether it was read.
        let probe = |settled| Probe {
            path: path.clone(),
            links: Vec::new(),
            expected: ExpectedPath::File {
                sha256: Digest::of(b"other"),
                seen: Mutex::new(ProbeReading { stamp, settled }),
            },
        };
        assert!(probe(true).holds(&root));
        assert!(!probe(false).holds(&root));
        let settled = probe(true);
        fs::write(&path, "exit 00").unwrap();
        assert!(!settled.holds(&root));
    }
}
