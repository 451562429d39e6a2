//! The permission pipeline: the whole decision for one tool call.
//!
//! [`Session::authorize`](crate::Session::authorize) asks, in this order:
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
//! Rules are held against the input as hooks rewrote it. What a hook, a rule or
//! a managed file denies is denied in every mode. [`Decision`] says what came of
//! it, who decided, and what every step said.
//!
//! ```
//! use serde_json::json;
//! use snaphook::input::Common;
//! use snaphook::permission::Decided;
//! use snaphook::{Engine, ToolCall};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .settings_json(r#"{ "permissions": { "allow": ["Bash(git *)"], "deny": ["Bash(git push *)"] } }"#)
//!     .build()?;
//! let common = Common::new("session-1", "/repo");
//! let decide = |command: &str| {
//!     let call = ToolCall::new("Bash", json!({ "command": command }));
//!     engine.authorize(&common, call)
//! };
//! assert_eq!(decide("git status").await.decision, Decided::Allow);
//! let denied = decide("git status && git push").await;
//! assert_eq!(denied.decision, Decided::Deny);
//! assert_eq!(denied.by.to_string(), "the deny rule `Bash(git push *)` in <settings>:1");
//! # Ok(())
//! # }
//! ```

mod apply;
mod ask;
mod asked;
mod authorize;
mod before;
mod classifier;
mod conclude;
mod current;
mod decision;
mod denied;
mod destinations;
mod look;
mod options;
mod own;
mod recorded;
mod way;
mod words;

pub(crate) use authorize::{Request, authorize};
pub use classifier::{Classified, Classifier, ClassifierCall};
pub(crate) use current::{EnginePermissions, SessionUpdates};
pub use decision::{Decided, Decider, Decision, Stage, Step, StepResult, Updated};
pub(crate) use destinations::Destinations;
pub use options::PermissionOptions;
pub(crate) use own::{OwnHooks, OwnSaid};
pub use recorded::AUTHORIZE;
pub use snaphook_core::permission::{Behavior, Destination, Mode, RuleText, Update, UpdateKind};
pub use snaphook_rules::permission::{Permissions, UpdateError, never_ask};
