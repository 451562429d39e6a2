//! One path that was looked at, and whether a second look sees the same.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::content::{self, Content};
use super::script::Link;
use super::walk::{End, Root};
use crate::Digest;
use crate::os::Stamp;

/// A path, and what was there.
#[derive(Debug)]
pub(crate) struct Probe {
    pub(crate) path: PathBuf,
    pub(crate) links: Vec<Link>,
    pub(crate) expected: Expected,
}

/// What has to be there.
#[derive(Debug)]
pub(crate) enum Expected {
    File {
        sha256: Digest,
        seen: Mutex<Seen>,
    },
    Folder,
    Missing,
    /// It could not be read, so nothing will do.
    Nothing,
}

/// The file whose content is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    stamp: Stamp,
    settled: bool,
}

impl Expected {
    pub(crate) fn file(content: Content) -> Self {
        Self::File {
            sha256: content.sha256,
            seen: Mutex::new(content.into()),
        }
    }
}

impl From<Content> for Seen {
    fn from(content: Content) -> Self {
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
            (Expected::Folder, End::Folder) | (Expected::Missing, End::Missing) => true,
            (Expected::File { sha256, seen }, End::File(stamp)) => {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

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
            expected: Expected::File {
                sha256: Digest::of(b"other"),
                seen: Mutex::new(Seen { stamp, settled }),
            },
        };
        assert!(probe(true).holds(&root));
        assert!(!probe(false).holds(&root));
        let settled = probe(true);
        fs::write(&path, "exit 00").unwrap();
        assert!(!settled.holds(&root));
    }
}
