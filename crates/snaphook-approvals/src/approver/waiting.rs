//! Waits for the end of a record. A record for which nobody waits any more is cancelled.

use std::time::Duration;

use super::request::in_background;
use crate::approval::{Approval, ApprovalKind, ChoiceKind};
use crate::approvers::Approvers;
use crate::error::ApprovalError;
use crate::store::ApprovalStore;

/// How often a request that waits is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// A request that this process waits for. Dropped before it ended, it is cancelled.
pub(super) struct PendingRequest {
    pub(super) store: ApprovalStore,
    pub(super) id: String,
    pub(super) settled: bool,
}

impl PendingRequest {
    pub(super) fn new(store: &ApprovalStore, approval: &Approval) -> Self {
        Self {
            store: store.clone(),
            id: approval.id.clone(),
            settled: false,
        }
    }

    /// Waits until it has ended; ends it when its time is over.
    pub(super) async fn end(&self, wait: Duration) -> Result<Approval, ApprovalError> {
        let until = tokio::time::Instant::now() + wait;
        loop {
            let is_over = tokio::time::Instant::now() >= until;
            if is_over {
                return self.expire("nobody answered in time").await;
            }
            let (store, id) = (self.store.clone(), self.id.clone());
            match in_background(move || store.look(&id)).await? {
                Some(approval) if !approval.is_pending() => return Ok(approval),
                Some(_) => tokio::time::sleep(INTERVAL).await,
                None => return Err(self.lost()),
            }
        }
    }

    /// Ends it without an answer, unless it had ended.
    pub(super) async fn expire(&self, why: &str) -> Result<Approval, ApprovalError> {
        let (store, id, why) = (self.store.clone(), self.id.clone(), why.to_owned());
        let found = in_background(move || store.expire(&id, &why)).await?;
        found
            .filter(|approval| !approval.is_pending())
            .ok_or_else(|| self.lost())
    }

    pub(super) fn lost(&self) -> ApprovalError {
        ApprovalError::Damaged {
            path: self.store.file().to_owned(),
            id: self.id.clone(),
            why: "it is not there any more".to_owned(),
        }
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        if !self.settled {
            let _ = self.store.cancel(&self.id, "nobody waits for it any more");
        }
    }
}

/// Whether the same call was allowed for the session before, by somebody who may.
pub(super) fn granted_for_session(
    store: &ApprovalStore,
    session: &str,
    since: i64,
    approval: &Approval,
    approvers: &Approvers,
) -> Result<bool, ApprovalError> {
    if approval.kind != ApprovalKind::ToolCall || approval.redacted > 0 {
        return Ok(false);
    }
    let before = store.approved_before(session, &approval.digest)?;
    Ok(before.iter().any(|earlier| {
        let choice = earlier.answer.as_ref().map(|answer| &answer.choice);
        let kind = choice
            .and_then(|key| earlier.choice(key))
            .map(|one| one.kind);
        kind == Some(ChoiceKind::AllowSession)
            && earlier.created >= since
            && earlier.kind == approval.kind
            && earlier.tool == approval.tool
            && earlier.agent == approval.agent
            && earlier.cwd == approval.cwd
            && approvers.accept(earlier)
    }))
}
