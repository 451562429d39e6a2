//! A whole tree as a text: a line `mode path sha256` for each entry, sorted by path.
//! The digest of that text is the digest of the tree.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::content::check_together;
use crate::tree::{EntryMode, TreeDigest, TreeEntry, TreeError, check_path};

/// The entries of a tree, sorted by path and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackTree {
    entries: Vec<TreeEntry>,
}

impl PackTree {
    /// Sorts and checks entries. (Where symlinks lead is for
    /// [`TreeContent`](crate::tree::TreeContent) to check, which has their bytes.)
    ///
    /// # Errors
    /// When a path is refused, or two mean one file.
    pub fn new(mut entries: Vec<TreeEntry>) -> Result<Self, TreeError> {
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        for entry in &entries {
            check_path(&entry.path).map_err(|why| TreeError::Path {
                path: entry.path.clone(),
                why,
            })?;
        }
        check_together(entries.iter().map(|entry| entry.path.as_str()))?;
        Ok(Self { entries })
    }

    /// Reads a listing.
    ///
    /// # Errors
    /// When it is not as [`PackTree::listing`] writes it.
    pub fn parse(listing: &str) -> Result<Self, TreeError> {
        let mut entries = Vec::new();
        for (number, line) in listing.lines().enumerate() {
            let entry = entry_of(line).ok_or(TreeError::Listing(number + 1))?;
            entries.push(entry);
        }
        let tree = Self::new(entries)?;
        match tree.listing() == listing {
            true => Ok(tree),
            false => Err(TreeError::Listing(0)),
        }
    }

    /// The text whose digest is the tree's.
    #[must_use]
    pub fn listing(&self) -> String {
        self.listing_without(&[])
    }

    /// The text without some files: a signature cannot sign itself.
    #[must_use]
    pub fn listing_without(&self, left_out: &[&str]) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            if !left_out.contains(&entry.path.as_str()) {
                let (mode, path, hex) = (entry.mode, &entry.path, entry.sha256.hex());
                // Writing to a string does not fail.
                let _ = writeln!(text, "{mode} {path} {hex}");
            }
        }
        text
    }

    /// The digest of the tree.
    #[must_use]
    pub fn digest(&self) -> TreeDigest {
        TreeDigest::of(self.listing().as_bytes())
    }

    /// The entries, sorted by path.
    #[must_use]
    pub fn entries(&self) -> &[TreeEntry] {
        &self.entries
    }

    /// The entry of a path.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<&TreeEntry> {
        let at = self
            .entries
            .binary_search_by(|entry| entry.path.as_str().cmp(path));
        self.entries.get(at.ok()?)
    }

    /// Every folder that has an entry in it, without the root.
    #[must_use]
    pub fn folders(&self) -> BTreeSet<&str> {
        let above = |path| std::iter::successors(parent(path), |folder| parent(folder));
        self.entries
            .iter()
            .flat_map(|entry| above(&entry.path))
            .collect()
    }
}

pub(super) fn parent(path: &str) -> Option<&str> {
    Some(path.rsplit_once('/')?.0)
}

fn entry_of(line: &str) -> Option<TreeEntry> {
    let (mode, rest) = line.split_once(' ')?;
    let (path, hex) = rest.rsplit_once(' ')?;
    Some(TreeEntry {
        mode: EntryMode::named(mode)?,
        path: path.to_owned(),
        sha256: TreeDigest::from_hex(hex).ok()?,
    })
}
