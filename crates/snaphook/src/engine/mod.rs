//! The engine: what an embedder holds.

mod builder;
mod function_hook;
mod handle;
mod helper;

pub use builder::{BuildError, EngineBuilder, Strategy};
pub use function_hook::FunctionHook;
pub(crate) use handle::Inner;
pub use handle::{Engine, ExecuteOptions};
