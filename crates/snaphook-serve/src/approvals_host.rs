//! What a server needs from its host to keep requests for approval: the store, and who may
//! answer.

use snaphook_approvals::{ApprovalError, ApprovalKeys, ApprovalStore, Approvers, StoreApprover};

/// The host's part of approvals. Settings may change while the server runs: everything is
/// asked for when it is needed, on a thread that may wait.
pub trait ApprovalsHost: Send + Sync {
    /// Opens the store; makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be opened.
    fn open(&self) -> Result<ApprovalStore, ApprovalError>;

    /// What asks for the calls of a session: with the settings, and without a client.
    fn approver(&self, session: &str, cwd: &str) -> StoreApprover;

    /// Who may answer what.
    fn approvers(&self) -> Approvers;

    /// Why a client without a key may not allow anything through this server, if so: an
    /// agent has started the server.
    fn refuses_clients(&self) -> Option<String> {
        None
    }

    /// The keys by which clients prove who they are.
    fn keys(&self) -> ApprovalKeys;
}
