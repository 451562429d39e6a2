//! The protocol: messages, methods, params and results. Pure. `docs/src/serve.md`
//! documents it.

mod approvals;
mod error;
mod function;
mod hooks;
mod id;
mod message;
mod method;
mod params;
mod results;
#[cfg(feature = "schema")]
pub mod schema;
mod server_messages;
mod version;
pub mod write;

pub use approvals::{
    AnswerApprovalParams, ApprovalAnsweredParams, ApprovalResultParams, ApprovalsResult,
    ListApprovalsParams, ShowApprovalParams, SubscribeApprovalsParams,
};
pub use error::{RpcError, RpcErrorCode};
pub use function::{FunctionDefinition, FunctionFailurePolicy, FunctionParams};
pub use hooks::{ExplainResult, ExplainedHook, HookInfo, HookListing, SeenCommandInfo, SkipReason};
pub use id::Id;
pub use message::{RpcMessage, UnreadableMessage};
pub use method::{
    APPROVAL_ANSWERED, APPROVAL_PENDING, APPROVAL_REQUEST, APPROVAL_SETTLED, CANCEL, Direction,
    FUNCTION_CALL, Method, NOTICE, PROGRESS, SETTINGS_CHANGED, STATUS,
};
pub use params::{
    AddHookParams, AuthorizeParams, CancelParams, Capabilities, ClientInfo, EndParams, EventParams,
    HasParams, InitializeParams, ListParams, MessageParams, NoParams, RemoveHookParams,
    SessionEnvParams, SessionUpdateParams, SetIntentParams, ShutdownParams, StartParams,
    UpdatePermissionsParams,
};
pub use results::{
    AddHookResult, EmptyResult, EndResult, ExecuteResult, HasResult, InitializeResult,
    LimitsResult, ListResult, RemoveHookResult, ServerInfo, SessionEnvResult, StartResult,
};
pub use server_messages::{
    ApprovalParams, ApprovalResult, AskerParams, FunctionCallParams, FunctionCallResult,
    NoticeParams, OptionParams, ProgressParams, ProgressStep, RunningParams, ServerCancelParams,
    StatusParams,
};
pub use version::VERSION;
