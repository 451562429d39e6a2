//! Builtins: functions of the host that settings call by name.
//!
//! They may be registered while the engine runs. A hook looks its builtin up
//! when it runs, so the order of registering and loading does not matter.

mod handler;
mod kind;
mod names;

pub use handler::BuiltinFactory;
pub use kind::BuiltinKind;
pub use names::{BuiltinCall, BuiltinError, BuiltinFunction, Builtins};
