//! The server's part of approvals: the user's store, and the settings of the user and of the
//! organisation, as they are when they are needed.

use std::sync::{Mutex, PoisonError};

use snaphook_approvals::{ApprovalError, ApprovalKeys, ApprovalStore, Approvers, StoreApprover};
use snaphook_serve::ApprovalsHost;

use crate::approvals::{AskFor, OwnApprovals, open_store, started_by_agent};

/// Keeps the store open, once somebody needs it.
#[derive(Default)]
pub(super) struct OwnApprovalsHost {
    store: Mutex<Option<ApprovalStore>>,
}

impl ApprovalsHost for OwnApprovalsHost {
    fn open(&self) -> Result<ApprovalStore, ApprovalError> {
        let mut kept = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*kept {
            // A log that was removed or moved is opened anew.
            if store.file().exists() {
                return Ok(store.clone());
            }
        }
        let store = open_store()?;
        *kept = Some(store.clone());
        Ok(store)
    }

    fn approver(&self, session: &str, cwd: &str) -> StoreApprover {
        let ask = AskFor {
            session: session.to_owned(),
            cwd: cwd.to_owned(),
            creates: true,
            ..AskFor::default()
        };
        ask.approver()
    }

    fn approvers(&self) -> Approvers {
        OwnApprovals::read().approvers()
    }

    fn refuses_clients(&self) -> Option<String> {
        started_by_agent()
    }

    fn keys(&self) -> ApprovalKeys {
        OwnApprovals::read().keys()
    }
}
