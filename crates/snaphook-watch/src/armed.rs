//! The folders that the operating system watches for us, each by its name
//! without links: two names of one folder would be one watch to it, and be told
//! of under one of them only.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::fingerprint::identity;
use crate::hints::Inbox;

/// Why a folder is not watched.
#[derive(Debug)]
pub(crate) enum WatchRefusal {
    /// The operating system watches no more.
    Limit(String),
    /// Not this one.
    This(String),
    /// It is gone.
    Gone,
}

/// The folders that are watched.
pub(crate) struct FolderWatches {
    /// `None`: everything is looked at again and again instead.
    system: Option<RecommendedWatcher>,
    /// By name: how many want it, and which folder it was.
    folders: HashMap<PathBuf, WantedFolder>,
}

struct WantedFolder {
    count: usize,
    identity: Option<(u64, u64)>,
}

impl FolderWatches {
    /// Nothing yet; or why the operating system cannot be asked.
    pub(crate) fn new(inbox: &Arc<Inbox>) -> (Self, Option<String>) {
        let inbox = Arc::clone(inbox);
        let config = Config::default().with_follow_symlinks(false);
        let made = RecommendedWatcher::new(move |said| inbox.hint(said), config);
        let (system, problem) = match made {
            Ok(system) => (Some(system), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let folders = HashMap::new();
        (Self { system, folders }, problem)
    }

    /// Asks for nothing: everything is looked at again and again.
    pub(crate) fn none() -> Self {
        Self {
            system: None,
            folders: HashMap::new(),
        }
    }

    pub(crate) fn is_polling(&self) -> bool {
        self.system.is_none()
    }

    /// From now on nothing is asked of the operating system.
    pub(crate) fn give_up(&mut self) {
        self.system = None;
    }

    pub(crate) fn contains(&self, folder: &Path) -> bool {
        self.folders.contains_key(folder)
    }

    /// Counts a use of a folder. Returns true for the first use.
    pub(crate) fn want(&mut self, folder: &Path) -> Result<bool, WatchRefusal> {
        if let Some(wanted) = self.folders.get_mut(folder) {
            wanted.count += 1;
            return Ok(false);
        }
        self.folders.insert(
            folder.to_owned(),
            WantedFolder {
                count: 1,
                identity: identity(folder),
            },
        );
        self.watch(folder).map(|()| true)
    }

    /// Ends a use of a folder.
    pub(crate) fn release(&mut self, folder: &Path) {
        let Some(wanted) = self.folders.get_mut(folder) else {
            return;
        };
        wanted.count -= 1;
        if wanted.count == 0 {
            self.folders.remove(folder);
            if let Some(system) = &mut self.system {
                // One that is gone is not watched any more.
                let _ = system.unwatch(folder);
            }
        }
    }

    /// A folder may be another one of the same name now.
    pub(crate) fn renew(&mut self, folder: &Path) -> Result<(), WatchRefusal> {
        if let Some(wanted) = self.folders.get_mut(folder) {
            wanted.identity = identity(folder);
            if let Some(system) = &mut self.system {
                let _ = system.unwatch(folder);
            }
            self.watch(folder)?;
        }
        Ok(())
    }

    /// Folders that are not the ones that are watched.
    pub(crate) fn replaced(&self) -> Vec<PathBuf> {
        let folders = self.folders.iter();
        folders
            .filter(|(folder, wanted)| identity(folder) != wanted.identity)
            .map(|(folder, _)| folder.clone())
            .collect()
    }

    fn watch(&mut self, folder: &Path) -> Result<(), WatchRefusal> {
        let Some(system) = &mut self.system else {
            return Ok(());
        };
        let Err(error) = system.watch(folder, RecursiveMode::NonRecursive) else {
            return Ok(());
        };
        Err(match &error.kind {
            ErrorKind::MaxFilesWatch => WatchRefusal::Limit(
                "the system's limit of watched folders was reached (on Linux, raise \
                fs.inotify.max_user_watches)"
                    .to_owned(),
            ),
            ErrorKind::PathNotFound => WatchRefusal::Gone,
            _ if !folder.is_dir() => WatchRefusal::Gone,
            _ => WatchRefusal::This(error.to_string()),
        })
    }
}
