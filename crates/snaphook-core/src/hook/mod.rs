//! Hooks as they were configured: one handler with its options, and where it
//! came from.

mod authority;
mod definition;
mod handler;
mod id;
mod identity;
mod name;
mod source;

pub use authority::Authority;
pub use definition::{Background, Hook, OnFailure, Rewake};
pub use handler::{
    AgentDef, BuiltinDef, CommandDef, HandlerDef, HandlerType, HttpDef, McpToolDef, PromptDef,
    Shell, WorkerDef, WorkerPool,
};
pub use id::HookId;
pub use identity::Identity;
pub use name::HookName;
pub use source::{Origin, Scope, Source};
