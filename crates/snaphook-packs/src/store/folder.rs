//! The folder of the store: for each tree a folder of its digest, with the listing whose
//! digest that is, the files, and who signed it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_files::FolderLock;

use super::error::StoreError;
use super::scratch::{ScratchFolder, remove_leftovers};
use super::stored::StoredTree;
use super::write::{remove_tree, write_file, write_tree};
use crate::tree::{TreeContent, TreeDigest};

const LISTING: &str = "listing";
const TREE: &str = "tree";
const SIGNER: &str = "signer";
const LOCKS: &str = "locks.json";
const PATIENCE: Duration = Duration::from_secs(30);

/// The trees of all packs of a user, by digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackStore {
    root: PathBuf,
}

impl PackStore {
    /// The store in this folder, which need not be there yet.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Its folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn entry(&self, digest: &TreeDigest) -> PathBuf {
        self.root.join(digest.hex())
    }

    /// Where the files of a tree are: `CLAUDE_PLUGIN_ROOT` of its hooks.
    #[must_use]
    pub fn tree_folder(&self, digest: &TreeDigest) -> PathBuf {
        self.entry(digest).join(TREE)
    }

    /// Opens a tree. Its listing is held against the digest, its files not yet
    /// ([`StoredTree::verify`]).
    ///
    /// # Errors
    /// When it is not there, or its listing is another one.
    pub fn open(&self, digest: &TreeDigest) -> Result<StoredTree, StoreError> {
        let listing = self.entry(digest).join(LISTING);
        let text = match fs::read(&listing) {
            Ok(bytes) => bytes,
            Err(error) if snaphook_files::is_missing(&error) => {
                return Err(StoreError::Missing {
                    digest: *digest,
                    store: self.root.clone(),
                });
            }
            Err(source) => {
                return Err(StoreError::Io {
                    path: listing,
                    source,
                });
            }
        };
        if TreeDigest::of(&text) != *digest {
            let why = "the list of the files is not the one that was locked";
            return Err(StoreError::Changed { path: listing, why });
        }
        StoredTree::new(self.tree_folder(digest), &String::from_utf8_lossy(&text))
    }

    /// Who signed a tree, as it was verified when the tree was fetched.
    #[must_use]
    pub fn signer(&self, digest: &TreeDigest) -> Option<String> {
        let text = fs::read_to_string(self.entry(digest).join(SIGNER)).ok()?;
        let signer = text.trim();
        (!signer.is_empty()).then(|| signer.to_owned())
    }

    /// Adds a tree with who signed it; one that is there already and whole stays.
    ///
    /// # Errors
    /// When the tree is refused, or cannot be written; then nothing of it is left.
    pub fn add(
        &self,
        content: &TreeContent,
        signer: Option<&str>,
    ) -> Result<TreeDigest, StoreError> {
        let tree = content.checked()?;
        let digest = tree.digest();
        fs::create_dir_all(&self.root).map_err(StoreError::io(&self.root))?;
        let _lock = self.lock()?;
        remove_leftovers(&self.root);
        let place = self.entry(&digest);
        let is_whole = || {
            self.open(&digest)
                .and_then(|stored| stored.verify())
                .is_ok()
        };
        if place.symlink_metadata().is_ok() {
            if is_whole() && self.signer(&digest).as_deref() == signer {
                return Ok(digest);
            }
            remove_tree(&place).map_err(StoreError::io(&place))?;
        }
        let scratch = ScratchFolder::new(&self.root).map_err(StoreError::io(&self.root))?;
        let new = scratch.path().join("entry");
        fs::create_dir(&new).map_err(StoreError::io(&new))?;
        write_tree(content, &new.join(TREE))?;
        if let Some(signer) = signer {
            let file = new.join(SIGNER);
            write_file(&file, signer.as_bytes()).map_err(StoreError::io(&file))?;
        }
        let listing = new.join(LISTING);
        write_file(&listing, tree.listing().as_bytes()).map_err(StoreError::io(&listing))?;
        fs::rename(&new, &place).map_err(StoreError::io(&place))?;
        self.open(&digest)?.verify()?;
        Ok(digest)
    }

    /// The digests of all trees.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn digests(&self) -> Result<Vec<TreeDigest>, StoreError> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => {
                return Err(StoreError::Io {
                    path: self.root.clone(),
                    source,
                });
            }
        };
        let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
        let names = entries.flatten().filter_map(name);
        let mut digests: Vec<_> = names
            .filter_map(|name| TreeDigest::from_hex(&name).ok())
            .collect();
        digests.sort();
        Ok(digests)
    }

    /// Removes every tree that is not to be kept, and what crashes left; which trees
    /// these were.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn keep_only(
        &self,
        keep: impl Fn(&TreeDigest) -> bool,
    ) -> Result<Vec<TreeDigest>, StoreError> {
        if !self.root.is_dir() {
            return Ok(Vec::new());
        }
        let _lock = self.lock()?;
        remove_leftovers(&self.root);
        let mut removed = Vec::new();
        for digest in self.digests()? {
            if !keep(&digest) {
                let place = self.entry(&digest);
                remove_tree(&place).map_err(StoreError::io(&place))?;
                removed.push(digest);
            }
        }
        Ok(removed)
    }

    /// Notes a lock file whose trees are to be kept.
    ///
    /// # Errors
    /// When the note cannot be written.
    pub fn note_lock(&self, lock: &Path) -> Result<(), StoreError> {
        let Some(text) = lock.to_str() else {
            return Ok(());
        };
        fs::create_dir_all(&self.root).map_err(StoreError::io(&self.root))?;
        let _lock = self.lock()?;
        let mut known = self.known_locks();
        if known.iter().any(|known| known == lock) {
            return Ok(());
        }
        known.push(PathBuf::from(text));
        let lines: Vec<&str> = known.iter().filter_map(|path| path.to_str()).collect();
        let file = self.root.join(LOCKS);
        let text = serde_json::to_vec(&lines).unwrap_or_default();
        snaphook_files::replace(&file, &text, snaphook_files::Access::Private)
            .map_err(StoreError::io(&file))
    }

    /// The lock files that were noted.
    #[must_use]
    pub fn known_locks(&self) -> Vec<PathBuf> {
        let bytes = fs::read(self.root.join(LOCKS)).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    fn lock(&self) -> Result<FolderLock, StoreError> {
        FolderLock::wait(&self.root, PATIENCE).map_err(StoreError::io(&self.root))
    }
}
