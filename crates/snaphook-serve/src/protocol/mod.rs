//! The protocol: messages, methods, params and results. Pure; `docs/src/serve.md` is
//! the page about it.

mod error;
mod function;
mod hooks;
mod id;
mod message;
mod method;
mod params;
mod results;
mod said;
#[cfg(feature = "schema")]
pub mod schema;
mod version;
pub mod write;

pub use error::{Code, RpcError};
pub use function::{FunctionDef, FunctionParams, OnFailure};
pub use hooks::{Command, ExplainResult, ExplainedHook, HookInfo, ListedHook, Why};
pub use id::Id;
pub use message::{Message, Unreadable};
pub use method::{
    APPROVAL_REQUEST, CANCEL, Direction, FUNCTION_CALL, Method, NOTICE, SETTINGS_CHANGED, STATUS,
};
pub use params::{
    AddHookParams, AuthorizeParams, CancelParams, Capabilities, ClientInfo, EndParams, EventParams,
    HasParams, InitializeParams, ListParams, NoParams, RemoveHookParams, ShutdownParams,
    StartParams,
};
pub use results::{
    AddHookResult, Done, EndResult, ExecuteResult, HasResult, InitializeResult, LimitsResult,
    ListResult, RemoveHookResult, ServerInfo, StartResult,
};
pub use said::{
    ApprovalParams, ApprovalResult, CallParams, CallResult, CancelledParams, NoticeParams,
    OptionParams, RunningParams, StatusParams,
};
pub use version::VERSION;
