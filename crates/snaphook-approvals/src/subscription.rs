//! Changes of requests, as they happen.

use std::time::Duration;

use crate::approval::Approval;
use crate::error::ApprovalError;
use crate::store::ApprovalStore;

/// How often the store is asked.
const INTERVAL: Duration = Duration::from_millis(100);

/// Changes of requests, whichever process made them.
#[derive(Debug)]
pub struct ApprovalSubscription {
    store: ApprovalStore,
    seen: i64,
}

impl ApprovalStore {
    /// Changes from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub fn subscribe(&self) -> Result<ApprovalSubscription, ApprovalError> {
        Ok(self.subscribe_since(self.revision()?))
    }

    /// Changes after this revision.
    #[must_use]
    pub fn subscribe_since(&self, revision: i64) -> ApprovalSubscription {
        ApprovalSubscription {
            store: self.clone(),
            seen: revision,
        }
    }
}

impl ApprovalSubscription {
    /// Waits for the next changes; never an empty list. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the store fails; the next call tries again.
    pub async fn next(&mut self) -> Result<Vec<Approval>, ApprovalError> {
        loop {
            let changed = self.poll().await?;
            if !changed.is_empty() {
                return Ok(changed);
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// The changes since the last call, perhaps none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn poll(&mut self) -> Result<Vec<Approval>, ApprovalError> {
        let (store, seen) = (self.store.clone(), self.seen);
        let looked = tokio::task::spawn_blocking(move || store.changed_since(seen)).await;
        let changed = looked.unwrap_or_else(|_| Ok(Vec::new()))?;
        if let Some(last) = changed.last() {
            self.seen = last.revision;
        }
        Ok(changed)
    }
}
