//! One target: its entries, and their changes since the last comparison.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::fingerprint::Fingerprint;
use crate::resolve::{RealPlace, resolve};
use crate::target::{ChangeKind, WatchTarget, WatchedChange};

/// Folders that are left out of a tree: people do not edit their files.
const LEFT_OUT: &str = ".git";

/// The kind of entry under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathEntry {
    File(Fingerprint),
    /// A folder whose files are watched, too.
    Folder,
    /// Something is there, and what it holds does not matter.
    Name,
}

/// One target and what was seen of it.
#[derive(Debug)]
pub(crate) struct WatchItem {
    pub(crate) target: WatchTarget,
    /// Where it is decided what the target is.
    pub(crate) places: Vec<RealPlace>,
    /// The target without links, if it is there.
    real: Option<PathBuf>,
    /// By the path from the target; it itself is the empty path.
    entries: BTreeMap<PathBuf, PathEntry>,
}

/// How many entries may still be added.
#[derive(Debug)]
pub(crate) struct EntryBudget {
    pub(crate) left: usize,
    /// Something found no room.
    pub(crate) full: bool,
}

impl WatchItem {
    /// Makes an item whose entries are not known yet.
    pub(crate) fn new(target: WatchTarget) -> Self {
        Self {
            target,
            places: Vec::new(),
            real: None,
            entries: BTreeMap::new(),
        }
    }

    /// How many files and folders are known of it.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The folders in it whose names matter, without links.
    pub(crate) fn folders(&self) -> impl Iterator<Item = (PathBuf, PathBuf)> {
        let folders = self.entries.iter();
        let folders = folders.filter(|(_, entry)| **entry == PathEntry::Folder);
        let real = self.real.as_deref();
        folders.filter_map(move |(inside, _)| Some((join(real?, inside), inside.clone())))
    }

    /// Looks at the whole target.
    pub(crate) fn look(&mut self, room: &mut EntryBudget) -> Vec<WatchedChange> {
        let resolved = resolve(self.target.path());
        self.places = resolved.places;
        self.real = resolved.real;
        let mut changes = Vec::new();
        self.look_at(Path::new(""), room, &mut changes);
        changes
    }

    /// Looks at some names in one of its folders.
    pub(crate) fn look_in(
        &mut self,
        folder: &Path,
        names: impl IntoIterator<Item = OsString>,
        room: &mut EntryBudget,
    ) -> Vec<WatchedChange> {
        let mut changes = Vec::new();
        for name in names {
            self.look_at(&join(folder, Path::new(&name)), room, &mut changes);
        }
        changes
    }

    /// Looks at one of its folders as a whole.
    pub(crate) fn look_into(
        &mut self,
        folder: &Path,
        room: &mut EntryBudget,
    ) -> Vec<WatchedChange> {
        let mut changes = Vec::new();
        self.look_at(folder, room, &mut changes);
        changes
    }

    /// Looks at what is under one name, and at everything below it: a folder
    /// may have been replaced by another.
    fn look_at(&mut self, inside: &Path, room: &mut EntryBudget, changes: &mut Vec<WatchedChange>) {
        let now = self.look_up(inside);
        let before = self.entries.get(inside).copied();
        if before == Some(PathEntry::Folder) && now != before {
            self.forget_below(inside, room, changes);
        }
        let kind = match (before.filter(is_told), now.filter(is_told)) {
            (None, Some(_)) => Some(ChangeKind::Add),
            (Some(_), None) => Some(ChangeKind::Unlink),
            (Some(one), Some(other)) if one != other => Some(ChangeKind::Change),
            _ => None,
        };
        match now {
            Some(_) if before.is_none() && room.left == 0 => {
                room.full = true;
                return;
            }
            Some(entry) => {
                if self.entries.insert(inside.to_owned(), entry).is_none() {
                    room.left -= 1;
                }
            }
            None => {
                if self.entries.remove(inside).is_some() {
                    room.left += 1;
                }
            }
        }
        changes.extend(kind.map(|kind| self.change(inside, kind)));
        if now == Some(PathEntry::Folder) {
            for name in self.names_in(inside) {
                self.look_at(&join(inside, Path::new(&name)), room, changes);
            }
        }
    }

    /// A folder is gone, and everything in it.
    fn forget_below(
        &mut self,
        inside: &Path,
        room: &mut EntryBudget,
        changes: &mut Vec<WatchedChange>,
    ) {
        let below: Vec<(PathBuf, PathEntry)> = self
            .entries
            .range(inside.to_owned()..)
            .take_while(|(path, _)| path.starts_with(inside))
            .filter(|(path, _)| *path != inside)
            .map(|(path, entry)| (path.clone(), *entry))
            .collect();
        for (path, entry) in below {
            self.entries.remove(&path);
            room.left += 1;
            if is_told(&entry) {
                changes.push(self.change(&path, ChangeKind::Unlink));
            }
        }
    }

    /// The names that are in a folder, or were.
    fn names_in(&self, inside: &Path) -> BTreeSet<OsString> {
        let folder = self.real.as_deref().map(|real| join(real, inside));
        let listed = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let now = listed.into_iter().flatten().flatten();
        let mut names: BTreeSet<OsString> = now.map(|entry| entry.file_name()).collect();
        let known = self
            .entries
            .range(inside.to_owned()..)
            .map(|(path, _)| path);
        let known = known.take_while(|path| path.starts_with(inside));
        let children = known.filter(|path| path.parent() == Some(inside));
        names.extend(children.filter_map(|path| Some(path.file_name()?.to_owned())));
        names
    }

    /// What is there now.
    fn look_up(&self, inside: &Path) -> Option<PathEntry> {
        let path = join(self.real.as_deref()?, inside);
        let is_root = inside.as_os_str().is_empty();
        let own = path.symlink_metadata().ok()?;
        match (&self.target, is_root) {
            (WatchTarget::File(_), _) if own.is_dir() => Some(PathEntry::Name),
            (WatchTarget::Names(_), true) if own.is_dir() => Some(PathEntry::Folder),
            (WatchTarget::Names(_), false) => Some(PathEntry::Name),
            (WatchTarget::Tree(_), _) if own.is_dir() => {
                let left_out = !is_root && path.file_name().is_some_and(|name| name == LEFT_OUT);
                (!left_out).then_some(PathEntry::Folder)
            }
            // What a link leads to is what counts, unless it is a folder.
            _ if own.is_symlink() => {
                let meta = std::fs::metadata(&path).ok()?;
                (!meta.is_dir()).then(|| PathEntry::File(Fingerprint::of(&meta)))
            }
            _ => Some(PathEntry::File(Fingerprint::of(&own))),
        }
    }

    fn change(&self, inside: &Path, kind: ChangeKind) -> WatchedChange {
        WatchedChange {
            path: join(self.target.path(), inside),
            kind,
        }
    }
}

/// Folders come and go without a word; the files in them do not.
fn is_told(entry: &PathEntry) -> bool {
    !matches!(entry, PathEntry::Folder)
}

/// Without a slash at the end where there is nothing to join.
fn join(folder: &Path, inside: &Path) -> PathBuf {
    match inside.as_os_str().is_empty() {
        true => folder.to_owned(),
        false => folder.join(inside),
    }
}
