//! A host with folders, files and links that are only in memory.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use snaphook_rules::{FolderEntry, RealPath, Repository};

/// What a name is, unless it is a folder.
#[derive(Debug, Clone)]
enum Leaf {
    File,
    Link(PathBuf),
}

/// Folders with files and links in them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folders {
    folders: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    leaves: BTreeMap<PathBuf, Leaf>,
    repository: Option<Repository>,
    git_runs: Option<String>,
}

impl Folders {
    /// These files, and the folders around them.
    pub(crate) fn of(files: &[&str]) -> Self {
        let mut folders = Self::default();
        for file in files {
            folders.add(file.as_ref(), Leaf::File);
        }
        folders
    }

    /// Adds a link.
    pub(crate) fn link(mut self, path: &str, target: &str) -> Self {
        self.add(path.as_ref(), Leaf::Link(target.into()));
        self
    }

    /// Adds a folder.
    pub(crate) fn folder(mut self, path: &str) -> Self {
        self.folders.entry(path.into()).or_default();
        self.hold(path.as_ref());
        self
    }

    /// Makes `root` a repository that tracks these files.
    pub(crate) fn in_repository(mut self, root: &str, tracked: &[&str]) -> Self {
        let tracked = tracked.iter().map(|name| (*name).to_owned()).collect();
        self.repository = Some(Repository {
            root: root.into(),
            tracked: Some(tracked),
        });
        self
    }

    /// Lets git run a program in the repository.
    pub(crate) fn with_git_running(mut self, what: &str) -> Self {
        self.git_runs = Some(what.to_owned());
        self
    }

    fn add(&mut self, path: &Path, leaf: Leaf) {
        self.leaves.insert(path.to_owned(), leaf);
        self.hold(path);
    }

    fn hold(&mut self, path: &Path) {
        let mut below = path;
        while let Some(folder) = below.parent() {
            let entries = self.folders.entry(folder.to_owned()).or_default();
            entries.insert(below.to_owned());
            below = folder;
        }
    }

    fn followed(&self, path: &Path) -> PathBuf {
        let mut real = PathBuf::new();
        for name in path.components() {
            real.push(name);
            if let Some(Leaf::Link(target)) = self.leaves.get(&real) {
                real.clone_from(target);
            }
        }
        real
    }
}

impl RealPath for Folders {
    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        Some(self.followed(path))
    }

    fn git_runs(&self, _folder: &Path) -> Option<String> {
        self.git_runs.clone()
    }

    fn repository(&self, folder: &Path) -> Option<Repository> {
        let found = self.repository.clone();
        found.filter(|found| folder.starts_with(&found.root))
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let folder: PathBuf = folder.components().collect();
        let entries = self.folders.get(&self.followed(&folder))?;
        let entry = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default();
            FolderEntry {
                name: name.to_string_lossy().into_owned(),
                is_link: matches!(self.leaves.get(path), Some(Leaf::Link(_))),
                is_folder: self.folders.contains_key(path),
            }
        };
        Some(entries.iter().map(entry).collect())
    }
}

/// A host that knows nothing but that the repository is an ordinary one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlainRepository;

impl RealPath for PlainRepository {
    fn real_path(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    fn git_runs(&self, _folder: &Path) -> Option<String> {
        None
    }
}
