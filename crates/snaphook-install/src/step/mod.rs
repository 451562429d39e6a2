//! Changes in files beside the hook configuration, without which an agent skips the hooks:
//! switches, trusted folders, hashes and approvals of hooks.

mod codex_hash;
mod json;
mod steps;
mod toml;

pub(crate) use steps::{StepContext, StepOutcome, make, undo};
