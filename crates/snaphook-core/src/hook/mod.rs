//! Hooks as they were configured: one handler with its options, and where it
//! came from.

mod authority;
mod definition;
mod derived_name;
mod handler;
mod id;
mod identity;
mod name;
mod source;

pub use crate::kind::{BuiltinDef, CommandDef, FunctionDef, Shell, WorkerDef, WorkerPool};
pub use authority::Authority;
pub use definition::{Background, Hook, OnFailure, Rewake};
pub use handler::HandlerDef;
pub use id::HookId;
pub use identity::Identity;
pub use name::{HookName, NameOrigin};
pub use source::{Origin, PackPin, Scope, Source};
