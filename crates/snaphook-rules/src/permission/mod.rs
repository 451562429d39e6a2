//! Whether a tool call is allowed, by what settings and sessions say.
//!
//! Pure logic: no files, no environment, no people. [`Permissions`] holds rules,
//! a mode and working directories, each with where it was said; a call is held
//! against them as a [`Subject`](crate::Subject):
//!
//! | module | question it answers |
//! |---|---|
//! | `rule` | what was said, and where? |
//! | `permissions` | what is said together, and what does an update change? |
//! | `may_update` | who may make which update? |
//! | `ruled` | does a deny, ask or allow rule decide the call? |
//! | `call_match` | how does a deny or ask rule match? |
//! | `files` | which files does a command line read and write? |
//! | `unknown_tool` | how may a tool that nobody knows meet a rule for files or commands? |
//! | `by_mode` | what does the mode say, if no rule does? (one table) |
//! | `writes` | is it known that a command line writes files? |
//! | `update_error` | why can an update not be applied? |
//! | `suggest` | which rule would have allowed the call? |
//!
//! ```
//! use serde_json::json;
//! use snaphook_core::permission::{Behavior, Mode};
//! use snaphook_rules::permission::{PermissionSource, Permissions, RuleDecision};
//! use snaphook_rules::{Aliases, PathRoots, Rule, Subject};
//!
//! let mut permissions = Permissions::default();
//! permissions.add_rule(Behavior::Allow, Rule::parse("Bash(git *)")?, PermissionSource::by_host());
//! permissions.add_rule(Behavior::Deny, Rule::parse("Bash(git push *)")?, PermissionSource::by_host());
//!
//! let (aliases, places) = (Aliases::default(), PathRoots::at("/repo".as_ref()));
//! let decide = |command: &str| {
//!     let input = json!({ "command": command });
//!     permissions.ruled(&Subject::new("Bash", &input, &aliases, &places)).behavior()
//! };
//! assert_eq!(decide("git status && git log"), Some(Behavior::Allow));
//! assert_eq!(decide("git status && git push"), Some(Behavior::Deny));
//! assert_eq!(decide("git status && make"), None); // the mode decides
//! # Ok::<(), snaphook_rules::RuleError>(())
//! ```

mod by_mode;
mod call_match;
mod files;
mod may_update;
mod permissions;
mod rule;
mod ruled;
mod suggest;
mod unknown_tool;
mod update_error;
mod writes;

pub use by_mode::{ByMode, Situation, by_mode, mode_overrules, never_ask};
pub(crate) use files::{Effect, OtherPaths, TouchedFile, touched_files};
pub use permissions::{PathBases, Permissions, WorkingFolder};
pub use rule::{PermissionRule, PermissionSource};
pub use ruled::{RuleDecision, RuleMatch};
pub use suggest::suggestions;
pub use update_error::UpdateError;
pub use writes::writes_files;
