//! One file or symlink of a tree.

use std::fmt;

use crate::tree::TreeDigest;

/// What an entry is, as Git writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryMode {
    /// A file: `100644`.
    File,
    /// A file that can be executed: `100755`.
    Executable,
    /// A symlink: `120000`. Its bytes are what it leads to.
    Symlink,
}

/// One file or symlink: its mode, its path from the tree's root, and the digest of
/// its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// What it is.
    pub mode: EntryMode,
    /// Its path, with `/`.
    pub path: String,
    /// The digest of its bytes as Git has them.
    pub sha256: TreeDigest,
}

impl EntryMode {
    /// The mode that Git writes so.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        match text {
            "100644" => Some(Self::File),
            "100755" => Some(Self::Executable),
            "120000" => Some(Self::Symlink),
            _ => None,
        }
    }

    /// The mode as Git writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "100644",
            Self::Executable => "100755",
            Self::Symlink => "120000",
        }
    }
}

impl fmt::Display for EntryMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
