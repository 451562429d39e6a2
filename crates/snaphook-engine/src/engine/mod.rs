//! The engine: what an embedder holds.
//!
//! A builder collects, `load` reads the settings, `assemble` makes the engine.
//! `engine_shared` is what it keeps, `snapshot_data` what its settings make of it. What is
//! done with an engine stands above it: `dispatch`, `explain` and `reload`.

mod assemble;
mod broken;
mod builder;
mod call_env;
mod diagnostics;
mod ended;
mod engine_shared;
mod error;
mod function_hook;
mod handle;
mod handler_settings;
mod helper;
mod kept_file;
mod load;
mod pack_guard;
mod recipe;
mod reload_report;
mod retired;
mod settings_env;
mod snapshot;
mod snapshot_data;
mod switches;
mod trust;
mod trust_question;
mod watched;

pub(crate) use assemble::assemble;
pub use builder::EngineBuilder;
pub(crate) use engine_shared::EngineShared;
pub use error::BuildError;
pub use function_hook::FunctionHook;
pub use handle::Engine;
pub(crate) use handler_settings::as_hook;
pub(crate) use kept_file::{KeepReason, KeptFile};
pub(crate) use load::SettingsRead;
pub use reload_report::{ChangedFile, ChangedHook, FileChange, ReloadFate, ReloadReport};
pub use snapshot::Snapshot;
pub(crate) use snapshot_data::SnapshotData;
pub(crate) use trust::Trust;
pub use trust::TrustPolicy;
pub use trust_question::TrustQuestion;
pub(crate) use watched::{HookInPlace, WatchedHook};
