//! One event, from its input to its outcome. `fire.rs` has the methods of hosts,
//! `execute.rs` is the way:
//!
//! | step | file |
//! |---|---|
//! | selected | `select.rs`, with the session's own hooks in `session_hooks.rs` |
//! | planned | `plan.rs`: conditions, and lanes of hooks that run one after the other |
//! | started | `start.rs`; one that waits goes on in `lane.rs`, `launch.rs`, `hook_run.rs` |
//! | judged | `judge.rs` |
//! | merged | `merge.rs` |
//! | recorded | `record.rs` |

mod background;
mod background_wait;
mod caller;
mod clock;
mod closed_engine;
mod env_file;
mod event_run;
mod execute;
mod fire;
mod first_line;
mod hook_run;
mod judge;
mod lane;
mod launch;
mod merge;
mod options;
mod plan;
mod record;
mod rewrite_check;
mod select;
mod session_hooks;
mod start;

pub(crate) use caller::Caller;
pub(crate) use execute::{SettingsAt, execute};
pub use options::ExecuteOptions;
pub(crate) use session_hooks::consider_added;
