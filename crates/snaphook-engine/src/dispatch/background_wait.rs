//! Background hooks that are waited for all the same: outside a session, and
//! for hosts that must wait for everything. Each dispatch waits for its own
//! hooks and gets its own notices, whatever else the session does.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::options::ExecuteOptions;
use crate::session::SessionNotice;

/// The background hooks of one dispatch that is not over before they are.
#[derive(Debug)]
pub(super) struct BackgroundWait {
    /// Closed from the start: waiting ends when there are none.
    pub(super) tasks: TaskTracker,
    pub(super) cancel: CancellationToken,
    notices: Mutex<Vec<SessionNotice>>,
}

impl BackgroundWait {
    pub(super) fn new() -> Arc<Self> {
        let tasks = TaskTracker::new();
        tasks.close();
        Arc::new(Self {
            tasks,
            cancel: CancellationToken::new(),
            notices: Mutex::default(),
        })
    }

    pub(super) fn notice(&self, notices: Vec<SessionNotice>) {
        let mut kept = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(notices);
    }

    /// Waits for the hooks; a cancellation ends them. Gives what they said.
    pub(super) async fn wait(&self, options: &ExecuteOptions) -> Vec<SessionNotice> {
        let quiet = self.tasks.wait();
        match &options.cancel {
            None => quiet.await,
            Some(cancel) => {
                let mut quiet = std::pin::pin!(quiet);
                tokio::select! {
                    () = &mut quiet => {}
                    () = cancel.cancelled() => {
                        self.cancel.cancel();
                        quiet.await;
                    }
                }
            }
        }
        std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
