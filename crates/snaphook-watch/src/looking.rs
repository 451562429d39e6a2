//! What the thread does when something may have changed: it looks, and has the
//! operating system watch what it found.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::armed::WatchRefusal;
use crate::hints::Hints;
use crate::item::{EntryBudget, WatchItem};
use crate::lists::{ListId, LookScope};
use crate::target::{WatchProblem, WatchTarget, WatchedChange};
use crate::worker::Worker;

/// How often new folders are found while others are looked at, before it is
/// left to the next time.
const ROUNDS: usize = 64;

impl Worker {
    /// Looks at everything that these hints concern.
    pub(crate) fn look(&mut self, hints: Hints) {
        let mut looks = match hints.everything {
            true => self.everything(),
            false => self.interests.concerned(&hints),
        };
        for folder in hints.moved.iter().filter(|path| self.armed.contains(path)) {
            for key in self.interests.of_folder(folder) {
                looks.entry(key).or_default().whole = true;
            }
        }
        for folder in &hints.moved {
            if let Err(WatchRefusal::Limit(reason)) = self.armed.renew(folder) {
                self.poll_from_now_on(reason);
            }
        }
        for ((list, target), look) in looks {
            let Some(mut item) = self.take_out(list, &target) else {
                continue;
            };
            let mut problems = Vec::new();
            let changes = self.look_at(list, &mut item, &look, &mut problems);
            if let Some(watched) = self.lists.get_mut(&list) {
                watched.items.push(item);
                watched.pending.add(changes);
                for problem in problems {
                    watched.pending.add_problem(problem);
                }
            }
        }
    }

    fn everything(&self) -> HashMap<(ListId, WatchTarget), LookScope> {
        let lists = self.lists.iter();
        let items = lists.flat_map(|(list, watched)| {
            let targets = watched.items.iter().map(|item| item.target.clone());
            targets.map(|target| ((*list, target), LookScope::all()))
        });
        items.collect()
    }

    fn take_out(&mut self, list: ListId, target: &WatchTarget) -> Option<WatchItem> {
        let items = &mut self.lists.get_mut(&list)?.items;
        let at = items.iter().position(|item| item.target == *target)?;
        Some(items.swap_remove(at))
    }

    /// Looks at an item that was taken out of its list, and watches what it
    /// found.
    pub(crate) fn look_at(
        &mut self,
        list: ListId,
        item: &mut WatchItem,
        look: &LookScope,
        problems: &mut Vec<WatchProblem>,
    ) -> Vec<WatchedChange> {
        let Some(watched) = self.lists.get(&list) else {
            return Vec::new();
        };
        let mut room = watched.room(self.options.limit);
        room.left = room.left.saturating_sub(item.len());
        let mut changes = Vec::new();
        match look.whole {
            true => changes.extend(item.look(&mut room)),
            false => {
                for (folder, names) in &look.names {
                    changes.extend(item.look_in(folder, names.iter().cloned(), &mut room));
                }
            }
        }
        for _ in 0..ROUNDS {
            let fresh = self.watch_folders_of(list, item, problems);
            if fresh.is_empty() {
                break;
            }
            // What happened before they were watched was not told of.
            changes.extend(recheck(item, &fresh, &mut room));
        }
        if room.full {
            self.report_full(list, item, problems);
        }
        changes
    }

    fn report_full(&mut self, list: ListId, item: &WatchItem, problems: &mut Vec<WatchProblem>) {
        let Some(watched) = self.lists.get_mut(&list) else {
            return;
        };
        if !std::mem::replace(&mut watched.told_full, true) {
            problems.push(WatchProblem::TooMany {
                path: item.target.path().to_owned(),
                limit: self.options.limit,
            });
        }
    }

    /// Has the folders of an item watched, and no longer those that it had
    /// before; gives those that nobody watched so far.
    fn watch_folders_of(
        &mut self,
        list: ListId,
        item: &WatchItem,
        problems: &mut Vec<WatchProblem>,
    ) -> Vec<PathBuf> {
        let key = (list, item.target.clone());
        let old = self.wanted.remove(&key).unwrap_or_default();
        self.interests.remove(list, &item.target, &old);
        let new = self.interests.add(list, item);
        let mut fresh = Vec::new();
        for folder in new.difference(&old) {
            match self.armed.want(folder) {
                Ok(true) => fresh.push(folder.clone()),
                Ok(false) | Err(WatchRefusal::Gone) => {}
                Err(WatchRefusal::Limit(reason)) => self.poll_from_now_on(reason),
                Err(WatchRefusal::This(reason)) => problems.push(WatchProblem::Folder {
                    path: folder.clone(),
                    reason,
                }),
            }
        }
        for folder in old.difference(&new) {
            self.armed.release(folder);
        }
        self.wanted.insert(key, new);
        fresh
    }

    pub(crate) fn forget(&mut self, list: ListId, target: &WatchTarget) {
        let folders = self.wanted.remove(&(list, target.clone()));
        let folders: HashSet<PathBuf> = folders.unwrap_or_default();
        self.interests.remove(list, target, &folders);
        for folder in &folders {
            self.armed.release(folder);
        }
    }

    /// Asks nothing of the operating system any more, and tells everybody.
    pub(crate) fn poll_from_now_on(&mut self, reason: String) {
        self.armed.give_up();
        let problem = WatchProblem::Polling {
            reason,
            seconds: self.options.poll.as_secs().max(1),
        };
        for list in self.lists.values() {
            list.pending.add_problem(problem.clone());
        }
        self.polling = Some(problem);
        self.next_check = Instant::now() + self.options.poll;
    }
}

/// Looks again at folders that have just begun to be watched.
fn recheck(item: &mut WatchItem, fresh: &[PathBuf], room: &mut EntryBudget) -> Vec<WatchedChange> {
    let is_fresh = |folder: &Path| fresh.iter().any(|one| one == folder);
    if item.places.iter().any(|place| is_fresh(&place.folder)) {
        return item.look(room);
    }
    let inside: Vec<PathBuf> = item
        .folders()
        .filter(|(folder, _)| is_fresh(folder))
        .map(|(_, inside)| inside)
        .collect();
    let mut changes = Vec::new();
    for folder in inside {
        changes.extend(item.look_into(&folder, room));
    }
    changes
}
