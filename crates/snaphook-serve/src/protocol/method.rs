//! Every method, once: what the server knows, what the schema describes.

/// Whose requests and notifications a method is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Clients ask the server.
    ToServer,
    /// The server asks clients.
    ToClient,
}

/// Something that clients ask of the server.
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
    Cancel,
    Shutdown,
}

impl Method {
    /// Every method of the server.
    pub const ALL: [Self; 14] = [
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
        Self::Cancel,
        Self::Shutdown,
    ];

    /// Its name.
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

/// Either side takes a request back.
pub const CANCEL: &str = "$/cancel";
/// The server calls a function of the client.
pub const FUNCTION_CALL: &str = "function/call";
/// The server asks a person.
pub const APPROVAL_REQUEST: &str = "approval/request";
/// A background hook has something to say.
pub const NOTICE: &str = "hooks/notice";
/// What runs has changed.
pub const STATUS: &str = "hooks/status";
/// Settings were read again.
pub const SETTINGS_CHANGED: &str = "settings/changed";
