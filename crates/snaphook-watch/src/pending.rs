//! Changes that nobody has fetched yet. However long that takes, they are at
//! most one for each file that is watched.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::target::{Change, ChangeKind, Target, Trouble};

/// What happened since the last time somebody asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// Files that changed, by path.
    pub changes: Vec<Change>,
    /// What is not watched as it should be.
    pub troubles: Vec<Trouble>,
}

/// The changes of one list.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    state: Mutex<State>,
    told: Notify,
}

#[derive(Debug, Default)]
struct State {
    changes: BTreeMap<PathBuf, ChangeKind>,
    troubles: Vec<Trouble>,
    closed: bool,
}

impl Pending {
    pub(crate) fn add(&self, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        let mut state = self.lock();
        for Change { path, kind } in changes {
            let before = state.changes.remove(&path);
            if let Some(kind) = merged(before, kind) {
                state.changes.insert(path, kind);
            }
        }
        drop(state);
        self.told.notify_one();
    }

    pub(crate) fn trouble(&self, trouble: Trouble) {
        let mut state = self.lock();
        if !state.troubles.contains(&trouble) {
            state.troubles.push(trouble);
        }
        drop(state);
        self.told.notify_one();
    }

    /// Forgets changes of what is not watched any more.
    pub(crate) fn keep_only(&self, targets: &[Target]) {
        let covered = |path: &PathBuf| targets.iter().any(|target| target.covers(path));
        self.lock().changes.retain(|path, _| covered(path));
    }

    /// Nothing comes any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.told.notify_one();
    }

    /// Waits for something to tell; nothing when the watcher is gone.
    pub(crate) async fn next(&self) -> Option<Batch> {
        loop {
            // A permit is kept: what comes in between is not missed.
            let told = self.told.notified();
            {
                let mut state = self.lock();
                if !state.changes.is_empty() || !state.troubles.is_empty() {
                    let changes = std::mem::take(&mut state.changes).into_iter();
                    return Some(Batch {
                        changes: changes.map(|(path, kind)| Change { path, kind }).collect(),
                        troubles: std::mem::take(&mut state.troubles),
                    });
                }
                if state.closed {
                    return None;
                }
            }
            told.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Two changes of a file in a row are one, or none.
fn merged(before: Option<ChangeKind>, then: ChangeKind) -> Option<ChangeKind> {
    use ChangeKind::{Add, Change, Unlink};
    match (before, then) {
        (Some(Add), Unlink) => None,
        (Some(Add), _) => Some(Add),
        (Some(Unlink), Add | Change) => Some(Change),
        (_, then) => Some(then),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file is there or not, and which one it is.
    fn told(before: Option<u8>, after: Option<u8>) -> Option<ChangeKind> {
        match (before, after) {
            (None, Some(_)) => Some(ChangeKind::Add),
            (Some(_), None) => Some(ChangeKind::Unlink),
            (Some(one), Some(other)) if one != other => Some(ChangeKind::Change),
            _ => None,
        }
    }

    #[test]
    fn what_is_merged_is_what_one_look_would_have_told() {
        let states = [None, Some(1), Some(2), Some(3)];
        for a in states {
            for b in states {
                for c in states {
                    let (first, then) = (told(a, b), told(b, c));
                    let together = match then {
                        Some(then) => merged(first, then),
                        None => first,
                    };
                    // Who sees a file change and change back has seen it change.
                    let back = a.is_some() && a == c && first.is_some();
                    let expected = match back {
                        true => Some(ChangeKind::Change),
                        false => told(a, c),
                    };
                    assert_eq!(together, expected, "{a:?} {b:?} {c:?}");
                }
            }
        }
    }
}
