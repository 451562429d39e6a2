//! The authorization of one tool call. The files are its steps: `state` holds what
//! is known so far, `authorize` runs the steps in this order: `before` (PreToolUse
//! hooks, and a recheck of a rewrite), `rule_check` and `conclude` (rules and the
//! mode), `host_question` (the gate's own hooks), `approval` (PermissionRequest
//! hooks, then a person), `apply` (permission updates), `denied`, `record`.

mod apply;
mod approval;
mod approval_request;
mod authorize;
mod before;
mod conclude;
mod denied;
mod finish;
mod host_question;
mod mode;
mod record;
mod rule_check;
mod state;
mod words;

pub(crate) use authorize::{AuthorizationRequest, authorize};
pub use record::AUTHORIZE;
pub use rule_check::RuleRestriction;
pub(crate) use rule_check::{is_denied_by_rule, restriction_by_rules};
