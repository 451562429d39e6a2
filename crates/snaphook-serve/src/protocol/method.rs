//! The table of methods, for the server and for the schema.

/// Who sends a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The client sends it to the server.
    ToServer,
    /// The server sends it to the client.
    ToClient,
}

/// A method that clients call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the protocol's own names")]
pub enum Method {
    Initialize,
    Execute,
    Observe,
    Has,
    Explain,
    List,
    Reload,
    Authorize,
    StartSession,
    EndSession,
    AddHook,
    RemoveHook,
    SessionEnv,
    SetIntent,
    UpdatePermissions,
    ListApprovals,
    ShowApproval,
    AnswerApproval,
    SubscribeApprovals,
    Cancel,
    Shutdown,
}

impl Method {
    /// Every method of the server.
    pub const ALL: [Self; 21] = [
        Self::Initialize,
        Self::Execute,
        Self::Observe,
        Self::Has,
        Self::Explain,
        Self::List,
        Self::Reload,
        Self::Authorize,
        Self::StartSession,
        Self::EndSession,
        Self::AddHook,
        Self::RemoveHook,
        Self::SessionEnv,
        Self::SetIntent,
        Self::UpdatePermissions,
        Self::ListApprovals,
        Self::ShowApproval,
        Self::AnswerApproval,
        Self::SubscribeApprovals,
        Self::Cancel,
        Self::Shutdown,
    ];

    /// The method's name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Initialize => "initialize",
            Self::Execute => "hooks/execute",
            Self::Observe => "hooks/observe",
            Self::Has => "hooks/has",
            Self::Explain => "hooks/explain",
            Self::List => "hooks/list",
            Self::Reload => "hooks/reload",
            Self::Authorize => "permissions/authorize",
            Self::StartSession => "session/start",
            Self::EndSession => "session/end",
            Self::AddHook => "session/addHook",
            Self::RemoveHook => "session/removeHook",
            Self::SessionEnv => "session/env",
            Self::SetIntent => "intent/set",
            Self::UpdatePermissions => "permissions/update",
            Self::ListApprovals => "approvals/list",
            Self::ShowApproval => "approvals/show",
            Self::AnswerApproval => "approvals/answer",
            Self::SubscribeApprovals => "approvals/subscribe",
            Self::Cancel => CANCEL,
            Self::Shutdown => "shutdown",
        }
    }

    /// The method of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Either side cancels a request.
pub const CANCEL: &str = "$/cancel";
/// The server calls a function of the client.
pub const FUNCTION_CALL: &str = "function/call";
/// The server asks a person at the client.
pub const APPROVAL_REQUEST: &str = "approval/request";
/// Somebody else answered the question of an `approval/request` first.
pub const APPROVAL_ANSWERED: &str = "approval/answered";
/// A request for approval waits.
pub const APPROVAL_PENDING: &str = "approvals/pending";
/// A request for approval has ended.
pub const APPROVAL_SETTLED: &str = "approvals/settled";
/// A background hook has a notice.
pub const NOTICE: &str = "hooks/notice";
/// The set of running hooks changed.
pub const STATUS: &str = "hooks/status";
/// A hook started, wrote output or finished.
pub const PROGRESS: &str = "hooks/progress";
/// The settings were loaded again.
pub const SETTINGS_CHANGED: &str = "settings/changed";
