//! The engine: what an embedder holds.
//!
//! A builder collects, `load` reads the settings, `assemble` makes the engine.
//! `lasting` is what it keeps, `inner` what its settings make of it, and `reload`
//! puts other settings in.

mod assemble;
mod broken;
mod builder;
mod diagnostics;
mod ended;
mod error;
mod function_hook;
mod handle;
mod handler_settings;
mod helper;
mod inner;
mod lasting;
mod load;
pub(crate) mod permission_settings;
mod recipe;
mod reload;
mod snapshot;
mod switches;
mod trust;
mod trust_question;
mod watched;

pub use builder::EngineBuilder;
pub use error::BuildError;
pub use function_hook::FunctionHook;
pub use handle::{Engine, ExecuteOptions};
pub(crate) use inner::Inner;
#[cfg(feature = "watch")]
pub(crate) use reload::Asker;
pub use reload::{ChangedFile, ChangedHook, Fate, FileChange, Reloaded};
pub use snapshot::Snapshot;
pub use trust::TrustPolicy;
pub use trust_question::TrustQuestion;
pub(crate) use watched::{InPlace, Watched};
