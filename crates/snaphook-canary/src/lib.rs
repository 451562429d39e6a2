//! Drives a real coding agent on a scripted model, to prove that a hook holds in it.
//!
//! [`ScriptedModel`] is a model server on the loopback interface: it has the agent call
//! its shell tool with a given command, then says that it is done. [`LAUNCHES`] knows how
//! each agent is started without a person on such a model, in a home folder of its own.
//! [`drive`] puts both together, and [`verify`] proves with two runs that a call which a
//! guard denies is blocked, and that a harmless one runs.

mod drive;
mod error;
mod launch;
mod model;
mod script;
mod verify;
mod wire;

pub use drive::{Drive, DriveReport, drive};
pub use error::CanaryError;
pub use launch::{LAUNCHES, LaunchSpec, LaunchStep, PrivateFolders, ToolCallForm, find_launch};
pub use model::{RecordedRequest, ScriptedModel};
pub use script::{Script, ScriptKind};
pub use verify::{Canary, Verification, VerifyFailure, verify};
