//! Commands in a sandbox: which hooks get one, what it is, and one run in it.
//!
//! | module | holds |
//! |---|---|
//! | `defaults` | `sandboxDefaults`, and whom it is for |
//! | `hook` | the sandbox of one hook, kept between its runs |
//! | `run` | one run |

mod defaults;
mod hook;
mod run;

pub use defaults::{SandboxDefaults, sandbox_policy};
pub(crate) use hook::HookSandbox;
pub(crate) use run::{SandboxPlan, SandboxedRun};
