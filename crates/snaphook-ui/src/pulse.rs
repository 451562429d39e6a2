//! Notices that the log or the approvals changed, whichever process changed them. One thread looks,
//! for all pages, and only while a page is open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use snaphook_log::{LogError, LogReader};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::log_access::{FileIdentity, LogAccess};
use crate::store_access::StoreAccess;

/// How often it looks whether anything changed, which costs some microseconds.
const INTERVAL: Duration = Duration::from_millis(20);

/// How often it looks for what no change announces: requests that expire, agents that are gone,
/// another file.
const SLOW_INTERVAL: Duration = Duration::from_millis(250);

/// How long it rests while no page is open, unless it is woken.
const REST: Duration = Duration::from_secs(1);

/// What there is now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PulseState {
    /// The newest event of the log.
    pub(crate) newest: i64,
    /// The newest change of an approval.
    pub(crate) revision: i64,
    /// Events that were not logged.
    pub(crate) dropped: u64,
    /// Raised when another file takes the place of the log.
    pub(crate) generation: u64,
    /// Raised with every change of the log.
    pub(crate) changes: u64,
}

/// Tells streams what changed.
pub(crate) struct Pulse {
    sender: Arc<watch::Sender<PulseState>>,
    thread: Option<std::thread::Thread>,
}

impl Pulse {
    /// Starts the thread. It ends when `closing` is cancelled.
    pub(crate) fn start(
        log: &Arc<LogAccess>,
        approvals: &Arc<StoreAccess>,
        closing: CancellationToken,
    ) -> Self {
        let sender = Arc::new(watch::Sender::new(PulseState::default()));
        let mut watcher = LogWatcher {
            log: Arc::clone(log),
            approvals: Arc::clone(approvals),
            sender: Arc::clone(&sender),
            reader: None,
            version: None,
            identity: None,
            looked: None,
        };
        let run = move || watcher.run(&closing);
        let thread = std::thread::Builder::new().name("snaphook-page".to_owned());
        let thread = thread.spawn(run).ok().map(|it| it.thread().clone());
        Self { sender, thread }
    }

    /// Follows the changes from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<PulseState> {
        let receiver = self.sender.subscribe();
        self.wake();
        receiver
    }

    pub(crate) fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }
}

/// What the thread knows.
struct LogWatcher {
    log: Arc<LogAccess>,
    approvals: Arc<StoreAccess>,
    sender: Arc<watch::Sender<PulseState>>,
    reader: Option<LogReader>,
    version: Option<i64>,
    identity: FileIdentity,
    looked: Option<Instant>,
}

impl LogWatcher {
    fn run(&mut self, closing: &CancellationToken) {
        while !closing.is_cancelled() {
            if self.sender.receiver_count() == 0 {
                std::thread::park_timeout(REST);
                continue;
            }
            // What cannot be read now is read later; the requests of the page say what is wrong.
            let _ = self.look();
            std::thread::sleep(INTERVAL);
        }
    }

    fn look(&mut self) -> Result<(), LogError> {
        let is_due = self.looked.is_none_or(|at| at.elapsed() >= SLOW_INTERVAL);
        let mut state = *self.sender.borrow();
        if is_due {
            self.looked = Some(Instant::now());
            let identity = self.log.identity();
            if identity != self.identity {
                if self.identity.is_some() {
                    state.generation += 1;
                    self.approvals.reopen();
                }
                self.identity = identity;
                (self.reader, self.version) = (None, None);
            }
        }
        if self.reader.is_none() && is_due {
            self.reader = self.log.open()?;
        }
        if let Some(reader) = &self.reader {
            let version = Some(reader.version_of_data()?);
            if version != self.version || is_due {
                if version != self.version {
                    state.changes += 1;
                }
                self.version = version;
                state.newest = reader.newest_id()?;
                state.dropped = reader.dropped(None)?;
                if let Ok(store) = self.approvals.store() {
                    // Ends requests that expired, or whose agent is gone.
                    let _ = store.changed_since(i64::MAX - 1);
                    state.revision = store.revision().unwrap_or(state.revision);
                }
            }
        }
        self.sender.send_if_modified(|known| {
            let changed = *known != state;
            *known = state;
            changed
        });
        Ok(())
    }
}
