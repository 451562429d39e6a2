//! What these tests share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use snaphook_watch::{
    ChangeKind, WatchOptions, WatchProblem, WatchSubscription, WatchTarget, WatchedChange, Watcher,
};

/// Nothing in these tests takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

/// A folder, a watcher and one list.
pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) watcher: Watcher,
    pub(crate) list: WatchSubscription,
}

impl World {
    /// The operating system tells of changes, or is not asked.
    pub(crate) fn new(native: bool) -> Self {
        Self::with(|options| options.native = native)
    }

    pub(crate) fn with(change: impl FnOnce(&mut WatchOptions)) -> Self {
        let mut options = WatchOptions::default();
        options.quiet = Duration::from_millis(30);
        options.poll = Duration::from_millis(50);
        change(&mut options);
        let watcher = Watcher::start(options).unwrap();
        Self {
            folder: tempfile::tempdir().unwrap(),
            list: watcher.list(),
            watcher,
        }
    }

    /// The same in memory, where there is such a file system: thousands of files
    /// take long on a disk.
    pub(crate) fn in_memory(mut self) -> Self {
        if let Ok(folder) = tempfile::tempdir_in("/dev/shm") {
            self.folder = folder;
        }
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).unwrap();
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        std::fs::rename(self.path(from), self.path(to)).unwrap();
    }

    pub(crate) async fn watch(&self, targets: Vec<WatchTarget>) -> Vec<WatchProblem> {
        set(&self.list, targets).await
    }

    pub(crate) async fn watch_file(&self, name: &str) {
        let problems = self.watch(vec![WatchTarget::File(self.path(name))]).await;
        assert_eq!(problems, []);
    }

    pub(crate) async fn watch_tree(&self, name: &str) {
        let problems = self.watch(vec![WatchTarget::Tree(self.path(name))]).await;
        assert_eq!(problems, []);
    }

    /// Waits until exactly these changes were told, and no others.
    pub(crate) async fn expect(&self, changes: &[(&str, ChangeKind)]) {
        let changes = changes.iter().map(|(name, kind)| (self.path(name), *kind));
        expect(&self.list, changes.collect()).await;
    }
}

pub(crate) async fn set(list: &WatchSubscription, targets: Vec<WatchTarget>) -> Vec<WatchProblem> {
    tokio::time::timeout(HANG, list.set(targets))
        .await
        .expect("the watcher hangs")
}

/// Waits until these changes were told. A busy machine may look between two
/// steps, and tell of each: together they must be what is expected.
pub(crate) async fn expect(list: &WatchSubscription, expected: BTreeMap<PathBuf, ChangeKind>) {
    let mut told: BTreeMap<PathBuf, ChangeKind> = BTreeMap::new();
    while told != expected {
        let batch = tokio::time::timeout(HANG, list.next()).await;
        let batch = batch.unwrap_or_else(|_| panic!("{told:?} and not {expected:?}"));
        let batch = batch.expect("the watcher lives");
        assert_eq!(batch.problems, []);
        for change in batch.changes {
            assert!(
                expected.contains_key(&change.path),
                "{:?} of {}",
                change.kind,
                change.path.display()
            );
            let kind = match (told.get(&change.path), change.kind) {
                (Some(ChangeKind::Add), ChangeKind::Change) => ChangeKind::Add,
                (Some(ChangeKind::Unlink), ChangeKind::Add) => ChangeKind::Change,
                (_, kind) => kind,
            };
            told.insert(change.path, kind);
        }
    }
}

/// Waits for the next changes, as they are told at once.
pub(crate) async fn next(list: &WatchSubscription) -> Vec<WatchedChange> {
    let batch = tokio::time::timeout(HANG, list.next()).await;
    let batch = batch.expect("nothing is told").expect("the watcher lives");
    assert_eq!(batch.problems, []);
    batch.changes
}

/// Waits for a problem.
pub(crate) async fn problem(list: &WatchSubscription) -> WatchProblem {
    loop {
        let batch = tokio::time::timeout(HANG, list.next()).await;
        let batch = batch.expect("no problem came").expect("the watcher lives");
        if let Some(problem) = batch.problems.into_iter().next() {
            return problem;
        }
    }
}
