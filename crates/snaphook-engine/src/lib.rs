//! The engine of snaphook: settings become a snapshot, events run the snapshot's
//! hooks, and sessions remember.
//!
//! Embedders use the crate `snaphook`, which hands this crate its handler kinds
//! and adds the gate, authorization and the turn helpers.

pub mod conditions;
mod context;
mod dispatch;
mod engine;
mod explain;
pub mod links;
pub mod observe;
pub mod permission;
mod progress;
mod recheck;
mod reload;
mod repository;
pub mod scripts;
mod session;
pub mod state;
mod when;

pub use context::Context;
pub use dispatch::ExecuteOptions;
pub use engine::{
    BuildError, ChangedFile, ChangedHook, Engine, EngineBuilder, FileChange, FunctionHook,
    ReloadFate, ReloadReport, Snapshot, TrustPolicy, TrustQuestion,
};
pub use explain::{Explanation, HookExplanation, NotRunReason, SeenCommand};
pub use progress::{PlannedHook, Progress};
pub use session::{
    ActivateError, Activation, KeptNotice, KeptVariable, RunningHook, Session, SessionHookError,
    SessionMemory, SessionNotice, SetVariable, VariableSetter,
};
