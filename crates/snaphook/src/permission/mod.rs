//! The permission pipeline: the whole decision for one tool call.
//!
//! [`SessionExt::authorize`](crate::SessionExt::authorize) asks, in this order:
//!
//! | step | may say |
//! |---|---|
//! | PreToolUse hooks | deny, defer, ask, allow; a rewrite |
//! | the same hooks on the input as rewritten | deny, defer, ask: a recheck only tightens |
//! | deny rules | deny |
//! | ask rules | ask; a hook's allow does not change that |
//! | allow rules | allow |
//! | the mode | allow, ask, deny (in `auto` the host's [`Classifier`] does) |
//! | PermissionRequest hooks, where it is to be asked | deny, allow; a rewrite, updates |
//! | the host's approver | allow, deny; with nobody to ask it is deny |
//! | PermissionDenied hooks, after a deny | that the model may try again |
//!
//! Rules are checked against the input as hooks rewrote it. What a hook, a rule or
//! a managed file denies is denied in every mode. [`Decision`] says what came of
//! it, who decided, and what every step said.
//!
//! ```
//! use serde_json::json;
//! use snaphook::input::CommonFields;
//! use snaphook::permission::CallDecision;
//! use snaphook::prelude::*;
//! use snaphook::{Engine, ToolCall};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .settings_json(r#"{ "permissions": { "allow": ["Bash(git *)"], "deny": ["Bash(git push *)"] } }"#)
//!     .build()?;
//! let common = CommonFields::new("session-1", "/repo");
//! let decide = |command: &str| {
//!     let call = ToolCall::new("Bash", json!({ "command": command }));
//!     engine.authorize(&common, call)
//! };
//! assert_eq!(decide("git status").await.decision, CallDecision::Allow);
//! let denied = decide("git status && git push").await;
//! assert_eq!(denied.decision, CallDecision::Deny);
//! assert_eq!(denied.by.to_string(), "the deny rule `Bash(git push *)` in <settings>:1");
//! # Ok(())
//! # }
//! ```

mod authorization;
mod decision;
mod host_hooks;

pub use authorization::{AUTHORIZE, RuleRestriction};
pub(crate) use authorization::{
    AuthorizationRequest, authorize, is_denied_by_rule, restriction_by_rules,
};
pub use decision::{CallDecision, Decider, Decision, Stage, Step, StepResult};
pub(crate) use host_hooks::{HostHooks, HostHooksReply};
pub use snaphook_core::permission::{Behavior, Destination, Mode, RuleText, Update, UpdateKind};
pub use snaphook_engine::permission::{
    Classification, Classifier, ClassifierCall, CurrentPermissions, PermissionOptions, UpdateResult,
};
pub use snaphook_rules::permission::{Permissions, UpdateError, never_ask};
