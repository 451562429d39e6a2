//! What the thread does when something may have changed: it looks, and has the
//! operating system watch what it found.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::armed::Refused;
use crate::hints::Hints;
use crate::item::{Item, Room};
use crate::lists::{ListId, Look};
use crate::target::{Change, Target, Trouble};
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
            if let Err(Refused::Limit(reason)) = self.armed.renew(folder) {
                self.poll_from_now_on(reason);
            }
        }
        for ((list, target), look) in looks {
            let Some(mut item) = self.take_out(list, &target) else {
                continue;
            };
            let mut troubles = Vec::new();
            let changes = self.look_at(list, &mut item, &look, &mut troubles);
            if let Some(watched) = self.lists.get_mut(&list) {
                watched.items.push(item);
                watched.pending.add(changes);
                for trouble in troubles {
                    watched.pending.trouble(trouble);
                }
            }
        }
    }

    fn everything(&self) -> HashMap<(ListId, Target), Look> {
        let lists = self.lists.iter();
        let items = lists.flat_map(|(list, watched)| {
            let targets = watched.items.iter().map(|item| item.target.clone());
            targets.map(|target| ((*list, target), Look::all()))
        });
        items.collect()
    }

    fn take_out(&mut self, list: ListId, target: &Target) -> Option<Item> {
        let items = &mut self.lists.get_mut(&list)?.items;
        let at = items.iter().position(|item| item.target == *target)?;
        Some(items.swap_remove(at))
    }

    /// Looks at an item that was taken out of its list, and watches what it
    /// found.
    pub(crate) fn look_at(
        &mut self,
        list: ListId,
        item: &mut Item,
        look: &Look,
        troubles: &mut Vec<Trouble>,
    ) -> Vec<Change> {
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
            let fresh = self.watch_folders_of(list, item, troubles);
            if fresh.is_empty() {
                break;
            }
            // What happened before they were watched was not told of.
            changes.extend(look_again(item, &fresh, &mut room));
        }
        if room.full {
            self.tell_full(list, item, troubles);
        }
        changes
    }

    fn tell_full(&mut self, list: ListId, item: &Item, troubles: &mut Vec<Trouble>) {
        let Some(watched) = self.lists.get_mut(&list) else {
            return;
        };
        if !std::mem::replace(&mut watched.told_full, true) {
            troubles.push(Trouble::TooMany {
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
        item: &Item,
        troubles: &mut Vec<Trouble>,
    ) -> Vec<PathBuf> {
        let key = (list, item.target.clone());
        let old = self.wanted.remove(&key).unwrap_or_default();
        self.interests.remove(list, &item.target, &old);
        let new = self.interests.add(list, item);
        let mut fresh = Vec::new();
        for folder in new.difference(&old) {
            match self.armed.want(folder) {
                Ok(true) => fresh.push(folder.clone()),
                Ok(false) | Err(Refused::Gone) => {}
                Err(Refused::Limit(reason)) => self.poll_from_now_on(reason),
                Err(Refused::This(reason)) => troubles.push(Trouble::Folder {
                    path: folder.clone(),
                    reason,
                }),
            }
        }
        for folder in old.difference(&new) {
            self.armed.let_go(folder);
        }
        self.wanted.insert(key, new);
        fresh
    }

    pub(crate) fn forget(&mut self, list: ListId, target: &Target) {
        let folders = self.wanted.remove(&(list, target.clone()));
        let folders: HashSet<PathBuf> = folders.unwrap_or_default();
        self.interests.remove(list, target, &folders);
        for folder in &folders {
            self.armed.let_go(folder);
        }
    }

    /// Asks nothing of the operating system any more, and tells everybody.
    pub(crate) fn poll_from_now_on(&mut self, reason: String) {
        self.armed.give_up();
        let trouble = Trouble::Polling {
            reason,
            seconds: self.options.poll.as_secs().max(1),
        };
        for list in self.lists.values() {
            list.pending.trouble(trouble.clone());
        }
        self.polling = Some(trouble);
        self.next_check = Instant::now() + self.options.poll;
    }
}

/// Looks again at folders that have just begun to be watched.
fn look_again(item: &mut Item, fresh: &[PathBuf], room: &mut Room) -> Vec<Change> {
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
