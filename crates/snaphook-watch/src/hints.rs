//! What the operating system says, collected until somebody has the time to
//! look. It says it from a thread of its own, and must not wait.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, MetadataKind, ModifyKind};
use notify::{Event, EventKind};
use tokio::sync::oneshot;

use crate::lists::ListId;
use crate::pending::PendingChanges;
use crate::target::{WatchProblem, WatchTarget};

/// This many names are collected; beyond that, everything is compared.
const MOST: usize = 4096;

/// Files that may have changed.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// Anything may have changed.
    pub(crate) everything: bool,
    /// By folder, the names in it.
    pub(crate) names: HashMap<PathBuf, HashSet<OsString>>,
    /// What came, went or was renamed: it may be another folder now.
    pub(crate) moved: HashSet<PathBuf>,
    count: usize,
}

impl Hints {
    pub(crate) fn is_empty(&self) -> bool {
        !self.everything && self.names.is_empty()
    }

    pub(crate) fn add(&mut self, path: &Path, moved: bool) {
        if self.everything {
            return;
        }
        self.count += 1;
        if self.count > MOST {
            *self = Self {
                everything: true,
                ..Self::default()
            };
            return;
        }
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return;
        };
        if moved {
            self.moved.insert(path.to_owned());
        }
        match self.names.get_mut(folder) {
            Some(names) => drop(names.insert(name.to_owned())),
            None => {
                let names = HashSet::from([name.to_owned()]);
                self.names.insert(folder.to_owned(), names);
            }
        }
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.count += other.count;
        self.everything |= other.everything || self.count > MOST;
        self.moved.extend(other.moved);
        for (folder, names) in other.names {
            self.names.entry(folder).or_default().extend(names);
        }
        if self.everything {
            self.names.clear();
            self.moved.clear();
        }
    }
}

/// What the handles want of the thread.
#[derive(Debug)]
pub(crate) enum WatchCommand {
    Add {
        list: ListId,
        pending: Arc<PendingChanges>,
    },
    Set {
        list: ListId,
        targets: Vec<WatchTarget>,
        done: oneshot::Sender<Vec<WatchProblem>>,
    },
    Remove(ListId),
}

/// What wakes the thread.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<MessageQueue>,
    came: Condvar,
}

#[derive(Debug, Default)]
pub(crate) struct MessageQueue {
    pub(crate) hints: Hints,
    pub(crate) commands: Vec<WatchCommand>,
    pub(crate) stop: bool,
}

impl MessageQueue {
    fn is_empty(&self) -> bool {
        self.hints.is_empty() && self.commands.is_empty() && !self.stop
    }
}

impl Inbox {
    pub(crate) fn command(&self, command: WatchCommand) {
        self.lock().commands.push(command);
        self.came.notify_one();
    }

    pub(crate) fn stop(&self) {
        self.lock().stop = true;
        self.came.notify_one();
    }

    /// Takes what the operating system says.
    pub(crate) fn hint(&self, said: notify::Result<Event>) {
        let mut letters = self.lock();
        match said {
            Ok(event) if event.need_rescan() => letters.hints.everything = true,
            Ok(event) => {
                let Some(moved) = may_matter(&event.kind) else {
                    return;
                };
                for path in &event.paths {
                    letters.hints.add(path, moved);
                }
            }
            // Whatever it was, something may have been missed.
            Err(_) => letters.hints.everything = true,
        }
        drop(letters);
        self.came.notify_one();
    }

    /// Takes what came; waits until then, or until it is late.
    pub(crate) fn wait(&self, until: Instant) -> MessageQueue {
        let mut letters = self.lock();
        while letters.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                break;
            }
            let waited = self.came.wait_timeout(letters, left);
            letters = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let stop = letters.stop;
        let taken = std::mem::take(&mut *letters);
        letters.stop = stop;
        taken
    }

    fn lock(&self) -> MutexGuard<'_, MessageQueue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an event may mean a change; if so, whether it is one of names.
fn may_matter(kind: &EventKind) -> Option<bool> {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(false),
        EventKind::Access(_) => None,
        EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => None,
        EventKind::Modify(ModifyKind::Name(_)) => Some(true),
        EventKind::Modify(_) => Some(false),
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Any | EventKind::Other => {
            Some(true)
        }
    }
}
