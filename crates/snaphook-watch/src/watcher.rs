//! The handles: a watcher, and its lists.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::hints::{Inbox, WatchCommand};
use crate::lists::ListId;
use crate::pending::{ChangeBatch, PendingChanges};
use crate::target::{WatchProblem, WatchTarget};
use crate::worker::Worker;

/// How a watcher works.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WatchOptions {
    /// How long it must be quiet before files are looked at: 100 ms.
    pub quiet: Duration,
    /// How long that is waited for: 1 s.
    pub longest: Duration,
    /// How often everything is looked at where the operating system does not
    /// tell: every 2 s.
    pub poll: Duration,
    /// How many files and folders one list may watch: 10,000.
    pub limit: usize,
    /// Whether to ask the operating system at all. Where it cannot tell of
    /// changes, on some network file systems, nothing but looking helps.
    pub native: bool,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self {
            quiet: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            poll: Duration::from_secs(2),
            limit: 10_000,
            native: true,
        }
    }
}

/// Why nothing can be watched.
#[derive(Debug, thiserror::Error)]
#[error("failed to start the thread that watches files: {0}")]
pub struct StartError(#[from] std::io::Error);

/// Watches files for as many lists as there are. Dropped, it ends, and so do
/// its lists.
#[derive(Debug)]
pub struct Watcher {
    inbox: Arc<Inbox>,
    next_list: AtomicU64,
}

impl Watcher {
    /// Starts it. Where the operating system cannot be asked, files are looked
    /// at again and again, and every list is told so.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(options: WatchOptions) -> Result<Self, StartError> {
        let inbox = Arc::new(Inbox::default());
        let worker = Worker::new(Arc::clone(&inbox), options);
        // The thread ends on request, and waits for nothing else.
        std::thread::Builder::new()
            .name("snaphook-watch".to_owned())
            .spawn(move || worker.run())?;
        Ok(Self {
            inbox,
            next_list: AtomicU64::new(0),
        })
    }

    /// A new list, which watches nothing yet.
    pub fn list(&self) -> WatchSubscription {
        let id = self.next_list.fetch_add(1, Ordering::Relaxed);
        let pending = Arc::new(PendingChanges::default());
        self.inbox.command(WatchCommand::Add {
            list: id,
            pending: Arc::clone(&pending),
        });
        WatchSubscription {
            id,
            inbox: Arc::clone(&self.inbox),
            pending,
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.inbox.stop();
    }
}

/// Targets that are watched together. Dropped, they are not any more.
#[derive(Debug)]
pub struct WatchSubscription {
    id: ListId,
    inbox: Arc<Inbox>,
    pending: Arc<PendingChanges>,
}

impl WatchSubscription {
    /// Watches these targets and no others, by absolute paths. Of those that
    /// were watched before no change is missed; of the others every change from
    /// now on is told. Gives what is not watched as it should be.
    pub async fn set(&self, targets: Vec<WatchTarget>) -> Vec<WatchProblem> {
        let (done, set) = oneshot::channel();
        self.inbox.command(WatchCommand::Set {
            list: self.id,
            targets,
            done,
        });
        // An error means that the watcher is gone.
        set.await.unwrap_or_default()
    }

    /// What happened since the last time; waits until something does. Nothing
    /// when the watcher is gone.
    pub async fn next(&self) -> Option<ChangeBatch> {
        self.pending.next().await
    }
}

impl Drop for WatchSubscription {
    fn drop(&mut self) {
        self.inbox.command(WatchCommand::Remove(self.id));
    }
}
