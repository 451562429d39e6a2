//! One tree of the store, held against its listing: every byte, every mode, and nothing
//! beside it, for what lies beside a script is what it may load.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::error::StoreError;
use crate::os;
use crate::tree::{EntryMode, LARGEST_FILE, PackTree, TreeDigest};

type FileStamp = [i128; 7];

/// A file that was written so short a time ago may be written again without a sign of it.
const SETTLED: Duration = Duration::from_secs(2);

/// A tree of the store.
#[derive(Debug)]
pub struct StoredTree {
    root: PathBuf,
    tree: PackTree,
    /// Files that had the right bytes, and how they looked then.
    known: Mutex<HashMap<String, FileStamp>>,
}

/// How every file of a tree looked when all of them were right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeMoment(BTreeMap<String, FileStamp>);

impl StoredTree {
    pub(super) fn new(root: PathBuf, listing: &str) -> Result<Self, StoreError> {
        Ok(Self {
            root,
            tree: PackTree::parse(listing)?,
            known: Mutex::default(),
        })
    }

    /// The folder with its files.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What it must be.
    #[must_use]
    pub fn tree(&self) -> &PackTree {
        &self.tree
    }

    /// Whether these bytes are those of a file of the tree.
    #[must_use]
    pub fn has(&self, path: &str, bytes: &[u8]) -> bool {
        let entry = self.tree.entry(path);
        entry.is_some_and(|entry| entry.sha256 == TreeDigest::of(bytes))
    }

    /// Checks that every file is there with its bytes and its mode, and nothing else. A
    /// file that looks as it did when it was right is not read again.
    ///
    /// # Errors
    /// When something is different, or cannot be read.
    pub fn verify(&self) -> Result<TreeMoment, StoreError> {
        let folders = self.tree.folders();
        let mut moment = BTreeMap::new();
        let mut open = vec![String::new()];
        while let Some(folder) = open.pop() {
            let at = self.root.join(&folder);
            let about = fs::symlink_metadata(&at).map_err(StoreError::io(&at))?;
            if !about.is_dir() {
                let why = "this is not a folder any more";
                return Err(StoreError::Changed { path: at, why });
            }
            for entry in fs::read_dir(&at).map_err(StoreError::io(&at))? {
                let path = entry.map_err(StoreError::io(&at))?.path();
                let changed = |why| StoreError::Changed {
                    path: path.clone(),
                    why,
                };
                let name = path.file_name().and_then(|name| name.to_str());
                let name = name.ok_or_else(|| changed("this is not a file of the pack"))?;
                let inside = match folder.is_empty() {
                    true => name.to_owned(),
                    false => format!("{folder}/{name}"),
                };
                let meta = fs::symlink_metadata(&path).map_err(StoreError::io(&path))?;
                if meta.is_dir() {
                    if !folders.contains(inside.as_str()) {
                        return Err(changed("this is not a folder of the pack"));
                    }
                    open.push(inside);
                    continue;
                }
                let stamp = self.check(&path, &inside, &meta)?;
                moment.insert(inside, stamp);
            }
        }
        let missing = self
            .tree
            .entries()
            .iter()
            .find(|entry| !moment.contains_key(&entry.path));
        match missing {
            None => Ok(TreeMoment(moment)),
            Some(entry) => Err(StoreError::Changed {
                path: self.root.join(&entry.path),
                why: "the file is missing",
            }),
        }
    }

    /// Checks one file or link.
    fn check(&self, path: &Path, inside: &str, meta: &Metadata) -> Result<FileStamp, StoreError> {
        let changed = |why| StoreError::Changed {
            path: path.to_owned(),
            why,
        };
        let Some(entry) = self.tree.entry(inside) else {
            return Err(changed("this is not a file of the pack"));
        };
        let stamp = os::file_stamp(meta);
        if self.lock().get(inside) == Some(&stamp) {
            return Ok(stamp);
        }
        let bytes = match (entry.mode, meta.file_type()) {
            (EntryMode::Symlink, kind) if kind.is_symlink() => {
                let target = fs::read_link(path).map_err(StoreError::io(path))?;
                target.to_str().unwrap_or_default().as_bytes().to_vec()
            }
            (EntryMode::File | EntryMode::Executable, kind) if kind.is_file() => {
                let executable = entry.mode == EntryMode::Executable;
                if os::is_executable(meta).is_some_and(|is| is != executable) {
                    return Err(changed("its mode is not the one that was locked"));
                }
                read(path, &stamp)?.ok_or_else(|| changed("it changed while it was read"))?
            }
            _ => return Err(changed("it is another kind of file than was locked")),
        };
        if TreeDigest::of(&bytes) != entry.sha256 {
            return Err(changed("its content is not what was locked"));
        }
        let settled = meta
            .modified()
            .ok()
            .and_then(|time| SystemTime::now().duration_since(time).ok());
        if settled.is_some_and(|age| age > SETTLED) {
            self.lock().insert(inside.to_owned(), stamp);
        }
        Ok(stamp)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, FileStamp>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a file, if it is the one that was looked at.
fn read(path: &Path, stamp: &FileStamp) -> Result<Option<Vec<u8>>, StoreError> {
    let file = snaphook_files::open_to_read(path).map_err(StoreError::io(path))?;
    let mut bytes = Vec::new();
    let mut limited = (&file).take(LARGEST_FILE + 1);
    limited
        .read_to_end(&mut bytes)
        .map_err(StoreError::io(path))?;
    let now = file.metadata().map_err(StoreError::io(path))?;
    Ok((os::file_stamp(&now) == *stamp).then_some(bytes))
}
