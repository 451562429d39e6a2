//! Changes that have not been fetched yet. However long that takes, they are at
//! most one for each file that is watched.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::target::{ChangeKind, WatchProblem, WatchTarget, WatchedChange};

/// The changes since the last request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangeBatch {
    /// Files that changed, by path.
    pub changes: Vec<WatchedChange>,
    /// Targets that are not watched as they should be.
    pub problems: Vec<WatchProblem>,
}

/// The changes of one list.
#[derive(Debug, Default)]
pub(crate) struct PendingChanges {
    state: Mutex<PendingState>,
    told: Notify,
}

#[derive(Debug, Default)]
struct PendingState {
    changes: BTreeMap<PathBuf, ChangeKind>,
    problems: Vec<WatchProblem>,
    closed: bool,
}

impl PendingChanges {
    pub(crate) fn add(&self, changes: Vec<WatchedChange>) {
        if changes.is_empty() {
            return;
        }
        let mut state = self.lock();
        for WatchedChange { path, kind } in changes {
            let before = state.changes.remove(&path);
            if let Some(kind) = merge_changes(before, kind) {
                state.changes.insert(path, kind);
            }
        }
        drop(state);
        self.told.notify_one();
    }

    pub(crate) fn add_problem(&self, problem: WatchProblem) {
        let mut state = self.lock();
        if !state.problems.contains(&problem) {
            state.problems.push(problem);
        }
        drop(state);
        self.told.notify_one();
    }

    /// Forgets changes of targets that are no longer watched.
    pub(crate) fn keep_only(&self, targets: &[WatchTarget]) {
        let covered = |path: &PathBuf| targets.iter().any(|target| target.covers(path));
        self.lock().changes.retain(|path, _| covered(path));
    }

    /// Nothing comes any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.told.notify_one();
    }

    /// Waits for something to tell; `None` if the watcher is gone.
    pub(crate) async fn next(&self) -> Option<ChangeBatch> {
        loop {
            // A permit is kept: what comes in between is not missed.
            let told = self.told.notified();
            {
                let mut state = self.lock();
                if !state.changes.is_empty() || !state.problems.is_empty() {
                    let changes = std::mem::take(&mut state.changes).into_iter();
                    return Some(ChangeBatch {
                        changes: changes
                            .map(|(path, kind)| WatchedChange { path, kind })
                            .collect(),
                        problems: std::mem::take(&mut state.problems),
                    });
                }
                if state.closed {
                    return None;
                }
            }
            told.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, PendingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Two changes of a file in a row are one, or none.
fn merge_changes(before: Option<ChangeKind>, then: ChangeKind) -> Option<ChangeKind> {
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
                        Some(then) => merge_changes(first, then),
                        None => first,
                    };
                    // A file that changed and changed back has changed.
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
