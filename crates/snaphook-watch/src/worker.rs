//! The thread that watches: it waits for hints, lets a moment of quiet pass,
//! and looks.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::armed::FolderWatches;
use crate::hints::{Hints, Inbox, WatchCommand};
use crate::item::WatchItem;
use crate::lists::{Interests, ListId, LookScope, WatchList};
use crate::target::{WatchProblem, WatchTarget};
use crate::watcher::WatchOptions;

/// How often it is looked whether watched folders are still the same ones:
/// nobody tells when a folder above them is moved.
const CHECK: Duration = Duration::from_secs(5);

/// All that the thread knows.
pub(crate) struct Worker {
    inbox: Arc<Inbox>,
    pub(crate) options: WatchOptions,
    pub(crate) armed: FolderWatches,
    pub(crate) lists: HashMap<ListId, WatchList>,
    pub(crate) interests: Interests,
    /// The folders that an item wants.
    pub(crate) wanted: HashMap<(ListId, WatchTarget), HashSet<PathBuf>>,
    /// Hints that wait for a moment of quiet.
    waiting: Hints,
    first_hint: Option<Instant>,
    last_hint: Instant,
    pub(crate) next_check: Instant,
    /// Why everything is looked at again and again, once that is so.
    pub(crate) polling: Option<WatchProblem>,
}

impl Worker {
    pub(crate) fn new(inbox: Arc<Inbox>, options: WatchOptions) -> Self {
        let (armed, problem) = match options.native {
            true => FolderWatches::new(&inbox),
            false => (FolderWatches::none(), None),
        };
        let now = Instant::now();
        let mut worker = Self {
            inbox,
            options,
            armed,
            lists: HashMap::new(),
            interests: Interests::default(),
            wanted: HashMap::new(),
            waiting: Hints::default(),
            first_hint: None,
            last_hint: now,
            next_check: now,
            polling: None,
        };
        if let Some(problem) = problem {
            let reason = format!(
                "the system cannot watch files: {problem} (on Linux, raise \
                fs.inotify.max_user_instances)"
            );
            worker.poll_from_now_on(reason);
        }
        worker.next_check = now + worker.check_every();
        worker
    }

    /// Works until it is asked to stop.
    pub(crate) fn run(mut self) {
        loop {
            let letters = self.inbox.wait(self.deadline());
            if letters.stop {
                break;
            }
            for command in letters.commands {
                self.obey(command);
            }
            self.take(letters.hints);
            let now = Instant::now();
            if !self.waiting.is_empty() && self.deadline_of_hints() <= now {
                let hints = std::mem::take(&mut self.waiting);
                self.first_hint = None;
                self.look(hints);
            }
            if self.next_check <= now {
                self.check();
                self.next_check = Instant::now() + self.check_every();
            }
        }
        for list in self.lists.values() {
            list.pending.close();
        }
    }

    fn take(&mut self, hints: Hints) {
        if hints.everything || self.concerns_a_watcher(&hints) {
            let now = Instant::now();
            self.first_hint.get_or_insert(now);
            self.last_hint = now;
            self.waiting.extend(hints);
        }
    }

    fn concerns_a_watcher(&self, hints: &Hints) -> bool {
        self.interests.any_concerned(hints)
            || hints.moved.iter().any(|path| self.armed.contains(path))
    }

    fn deadline(&self) -> Instant {
        match self.waiting.is_empty() {
            true => self.next_check,
            false => self.next_check.min(self.deadline_of_hints()),
        }
    }

    /// After a moment of quiet, or when it was not quiet for long enough.
    fn deadline_of_hints(&self) -> Instant {
        let quiet = self.last_hint + self.options.quiet;
        match self.first_hint {
            Some(first) => quiet.min(first + self.options.longest),
            None => quiet,
        }
    }

    fn check_every(&self) -> Duration {
        match self.armed.is_polling() {
            true => self.options.poll,
            false => CHECK,
        }
    }

    fn check(&mut self) {
        let mut hints = Hints::default();
        match self.armed.is_polling() {
            true => hints.everything = true,
            false => {
                for folder in self.armed.replaced() {
                    hints.add(&folder, true);
                }
            }
        }
        if !hints.is_empty() {
            self.look(hints);
        }
    }

    fn obey(&mut self, command: WatchCommand) {
        match command {
            WatchCommand::Add { list, pending } => {
                self.lists.insert(list, WatchList::new(pending));
            }
            WatchCommand::Set {
                list,
                targets,
                done,
            } => {
                let problems = self.set(list, targets);
                // An error means that the receiver is gone.
                let _ = done.send(problems);
            }
            WatchCommand::Remove(list) => {
                self.set(list, Vec::new());
                self.lists.remove(&list);
            }
        }
    }

    /// Watches these targets and no others. Those that were watched before go
    /// on as they were: no change is missed.
    fn set(&mut self, list: ListId, mut targets: Vec<WatchTarget>) -> Vec<WatchProblem> {
        let mut problems: Vec<WatchProblem> = self.polling.iter().cloned().collect();
        let limit = self.options.limit;
        if let Some(first) = targets.get(limit) {
            let path = first.path().to_owned();
            problems.push(WatchProblem::TooMany { path, limit });
            targets.truncate(limit);
        }
        let Some(watched) = self.lists.get_mut(&list) else {
            return problems;
        };
        watched.pending.keep_only(&targets);
        let wanted: HashSet<&WatchTarget> = targets.iter().collect();
        let old = std::mem::take(&mut watched.items);
        let (kept, gone): (Vec<_>, Vec<_>) = old
            .into_iter()
            .partition(|item| wanted.contains(&item.target));
        let known: HashSet<WatchTarget> = kept.iter().map(|item| item.target.clone()).collect();
        watched.items = kept;
        watched.told_full = false;
        for item in gone {
            self.forget(list, &item.target);
        }
        let mut seen = known;
        for target in targets {
            if seen.insert(target.clone()) {
                let mut item = WatchItem::new(target);
                // The state at the start is not a change.
                self.look_at(list, &mut item, &LookScope::all(), &mut problems);
                if let Some(watched) = self.lists.get_mut(&list) {
                    watched.items.push(item);
                }
            }
        }
        problems
    }
}
