//! A tree as it is put together from a repository, an archive or a folder: nothing gets
//! in that the limits and rules of packs refuse, and nothing is written before all is in.

use std::collections::{BTreeMap, HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use super::links::{Found, LinkWalk};
use super::listing::parent;
use super::refuse;
use crate::tree::{
    EntryMode, LARGEST_FILE, LARGEST_TREE, MOST_FILES, PackTree, TreeDigest, TreeEntry, TreeError,
    check_path,
};

/// The files and symlinks of a tree with their bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeContent {
    files: BTreeMap<String, (EntryMode, Vec<u8>)>,
    bytes: u64,
}

impl TreeContent {
    /// Adds a file or a symlink.
    ///
    /// # Errors
    /// When its path is refused, or there is too much.
    pub fn add(&mut self, path: &str, mode: EntryMode, bytes: Vec<u8>) -> Result<(), TreeError> {
        check_path(path).map_err(|why| TreeError::Path {
            path: path.to_owned(),
            why,
        })?;
        self.make_room(path, bytes.len() as u64)?;
        self.bytes += bytes.len() as u64;
        match self.files.insert(path.to_owned(), (mode, bytes)) {
            None => Ok(()),
            Some(_) => Err(TreeError::Collision {
                one: path.to_owned(),
                other: path.to_owned(),
            }),
        }
    }

    /// Whether a file of this size may be added: asked before its bytes are read.
    ///
    /// # Errors
    /// When it may not.
    pub fn make_room(&self, path: &str, size: u64) -> Result<(), TreeError> {
        if size > LARGEST_FILE {
            return Err(TreeError::LargeFile(path.to_owned()));
        }
        if self.bytes + size > LARGEST_TREE {
            return Err(TreeError::LargeTree);
        }
        match self.files.len() >= MOST_FILES {
            true => Err(TreeError::ManyFiles),
            false => Ok(()),
        }
    }

    /// The part of it below a folder, with paths from there; `None` if there is nothing.
    #[must_use]
    pub fn below(&self, folder: &str) -> Option<Self> {
        let prefix = format!("{folder}/");
        let mut part = Self::default();
        for (path, (mode, bytes)) in &self.files {
            if let Some(inside) = path.strip_prefix(&prefix) {
                part.bytes += bytes.len() as u64;
                part.files.insert(inside.to_owned(), (*mode, bytes.clone()));
            }
        }
        (!part.files.is_empty()).then_some(part)
    }

    /// The only folder at the top, where everything is in it: archives are made so.
    #[must_use]
    pub fn only_folder(&self) -> Option<&str> {
        let mut tops = self
            .files
            .keys()
            .map(|path| path.split_once('/').map(|(top, _)| top));
        let first = tops.next()??;
        tops.all(|top| top == Some(first)).then_some(first)
    }

    /// The bytes of a file; nothing for a symlink.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        let (mode, bytes) = self.files.get(path)?;
        (*mode != EntryMode::Symlink).then_some(bytes)
    }

    /// Everything in it, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, EntryMode, &[u8])> {
        let files = self.files.iter();
        files.map(|(path, (mode, bytes))| (path.as_str(), *mode, bytes.as_slice()))
    }

    /// Checks the whole of it, and gives its listing.
    ///
    /// # Errors
    /// When anything in it is refused.
    pub fn checked(&self) -> Result<PackTree, TreeError> {
        if self.files.is_empty() {
            return Err(TreeError::Empty);
        }
        check_together(self.files.keys().map(String::as_str))?;
        refuse::check(self)?;
        self.check_links()?;
        PackTree::new(
            self.files()
                .map(|(path, mode, bytes)| TreeEntry {
                    mode,
                    path: path.to_owned(),
                    sha256: TreeDigest::of(bytes),
                })
                .collect(),
        )
    }

    fn check_links(&self) -> Result<(), TreeError> {
        let links = self.files.iter().filter_map(|(path, (mode, bytes))| {
            let target = (*mode == EntryMode::Symlink).then(|| std::str::from_utf8(bytes).ok());
            Some((path.as_str(), target?))
        });
        let links: HashMap<&str, Option<&str>> = links.collect();
        let folders: HashSet<&str> = {
            let above = |path| std::iter::successors(parent(path), |folder| parent(folder));
            self.files
                .keys()
                .flat_map(|path| above(path.as_str()))
                .collect()
        };
        let look = |path: &str| match links.get(path) {
            Some(target) => Found::Link(*target),
            None if self.files.contains_key(path) => Found::File,
            None if path.is_empty() || folders.contains(path) => Found::Folder,
            None => Found::Nothing,
        };
        for path in links.keys() {
            LinkWalk::new(&look)
                .check(path)
                .map_err(|to| TreeError::Symlink {
                    path: (*path).to_owned(),
                    to,
                })?;
        }
        Ok(())
    }
}

/// No two paths may mean one file, and no file may be a folder, too: not even where
/// case and Unicode forms do not count.
pub(super) fn check_together<'p>(
    paths: impl Iterator<Item = &'p str> + Clone,
) -> Result<(), TreeError> {
    let mut files: HashMap<String, &str> = HashMap::new();
    for path in paths.clone() {
        if let Some(other) = files.insert(folded(path), path) {
            return Err(TreeError::Collision {
                one: other.to_owned(),
                other: path.to_owned(),
            });
        }
    }
    let mut folders: HashMap<String, &str> = HashMap::new();
    for path in paths {
        let mut at = parent(path);
        while let Some(folder) = at {
            let key = folded(folder);
            if let Some(file) = files.get(&key) {
                return Err(TreeError::FileAndFolder((*file).to_owned()));
            }
            match folders.insert(key, folder) {
                Some(other) if other != folder => {
                    return Err(TreeError::Collision {
                        one: other.to_owned(),
                        other: folder.to_owned(),
                    });
                }
                _ => {}
            }
            at = parent(folder);
        }
    }
    Ok(())
}

/// A path as the least exact file systems compare it.
fn folded(path: &str) -> String {
    let upper: String = path.nfkc().flat_map(char::to_uppercase).collect();
    upper.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}
