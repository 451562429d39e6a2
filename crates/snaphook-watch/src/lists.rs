//! Which items of which lists depend on which folder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::hints::Hints;
use crate::item::{EntryBudget, WatchItem};
use crate::pending::PendingChanges;
use crate::target::WatchTarget;

/// Which list.
pub(crate) type ListId = u64;

/// One list of targets.
#[derive(Debug)]
pub(crate) struct WatchList {
    pub(crate) pending: Arc<PendingChanges>,
    pub(crate) items: Vec<WatchItem>,
    /// It was told that there is more to watch than may be.
    pub(crate) told_full: bool,
}

impl WatchList {
    pub(crate) fn new(pending: Arc<PendingChanges>) -> Self {
        Self {
            pending,
            items: Vec::new(),
            told_full: false,
        }
    }

    /// How many more files and folders may be watched.
    pub(crate) fn room(&self, limit: usize) -> EntryBudget {
        let known: usize = self.items.iter().map(WatchItem::len).sum();
        EntryBudget {
            left: limit.saturating_sub(known),
            full: false,
        }
    }
}

/// An item, and what of it is to be looked at.
#[derive(Debug, Default)]
pub(crate) struct LookScope {
    /// All of it.
    pub(crate) whole: bool,
    /// Names in its folders, by the path from the target.
    pub(crate) names: BTreeMap<PathBuf, HashSet<OsString>>,
}

impl LookScope {
    pub(crate) fn all() -> Self {
        Self {
            whole: true,
            ..Self::default()
        }
    }
}

/// What an item wants of a folder.
#[derive(Debug)]
struct Interest {
    list: ListId,
    target: WatchTarget,
    wants: FolderInterest,
}

#[derive(Debug)]
enum FolderInterest {
    /// One name, which decides what the target is.
    Name(OsString),
    /// Every name; the folder is this far inside the target.
    All(PathBuf),
}

/// Which items are interested in which folder.
#[derive(Debug, Default)]
pub(crate) struct Interests(HashMap<PathBuf, Vec<Interest>>);

impl Interests {
    /// Notes what an item wants; gives the folders.
    pub(crate) fn add(&mut self, list: ListId, item: &WatchItem) -> HashSet<PathBuf> {
        let mut folders = HashSet::new();
        let mut add = |folder: PathBuf, wants: FolderInterest| {
            self.0.entry(folder.clone()).or_default().push(Interest {
                list,
                target: item.target.clone(),
                wants,
            });
            folders.insert(folder);
        };
        for place in &item.places {
            add(
                place.folder.clone(),
                FolderInterest::Name(place.name.clone()),
            );
        }
        for (folder, inside) in item.folders() {
            add(folder, FolderInterest::All(inside));
        }
        folders
    }

    /// Forgets what an item wants of these folders.
    pub(crate) fn remove(
        &mut self,
        list: ListId,
        target: &WatchTarget,
        folders: &HashSet<PathBuf>,
    ) {
        for folder in folders {
            if let Some(interests) = self.0.get_mut(folder) {
                interests.retain(|one| one.list != list || one.target != *target);
                if interests.is_empty() {
                    self.0.remove(folder);
                }
            }
        }
    }

    /// Finds the items that must be compared because of these hints.
    pub(crate) fn concerned(&self, hints: &Hints) -> HashMap<(ListId, WatchTarget), LookScope> {
        let mut looks: HashMap<(ListId, WatchTarget), LookScope> = HashMap::new();
        for (folder, names) in &hints.names {
            for interest in self.0.get(folder).into_iter().flatten() {
                let key = (interest.list, interest.target.clone());
                match &interest.wants {
                    FolderInterest::Name(name) if names.contains(name) => {
                        looks.entry(key).or_default().whole = true;
                    }
                    FolderInterest::Name(_) => {}
                    FolderInterest::All(inside) => {
                        let look = looks.entry(key).or_default();
                        let known = look.names.entry(inside.clone()).or_default();
                        known.extend(names.iter().cloned());
                    }
                }
            }
        }
        looks
    }

    /// Whether these hints concern anybody.
    pub(crate) fn any_concerned(&self, hints: &Hints) -> bool {
        hints.names.iter().any(|(folder, names)| {
            let mut interests = self.0.get(folder).into_iter().flatten();
            interests.any(|interest| match &interest.wants {
                FolderInterest::Name(name) => names.contains(name),
                FolderInterest::All(_) => true,
            })
        })
    }

    /// Lists the items that depend on a folder.
    pub(crate) fn of_folder(&self, folder: &Path) -> impl Iterator<Item = (ListId, WatchTarget)> {
        let interests = self.0.get(folder).into_iter().flatten();
        interests.map(|interest| (interest.list, interest.target.clone()))
    }
}
