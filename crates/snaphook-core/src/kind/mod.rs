//! Kinds of handlers: what each is called, which keys it has, what it needs, and how
//! its definition is made and shown. The kinds that need nothing but the host are here;
//! each of the others is a crate of its own, or the host's.
//!
//! | module | holds |
//! |---|---|
//! | `spec` | [`KindSpec`]: what everybody must know of a kind |
//! | `kinds` | [`Kinds`]: those that somebody knows |
//! | `lint` | what reads well in a hook of a kind and is still not what its author meant |
//! | `key` | one key of an object in a settings file |
//! | `values` | the values of a hook's keys, once they are checked |
//! | `sandbox` | what a command may reach |
//! | `needs` | what a kind needs, and what an event has |
//! | `definition` | [`Definition`]: one handler of a kind |
//! | `command`, `builtin`, `function` | the kinds that need nothing but the host |
//! | `unloadable`, `unchecked` | a handler of any kind that cannot run; one of a kind that has no keys |

mod builtin;
mod command;
mod definition;
mod function;
mod key;
mod kinds;
mod lint;
mod name;
mod needs;
mod sandbox;
mod spec;
mod unchecked;
mod unloadable;
mod values;

pub use builtin::{Builtin, BuiltinDef, SHIPPED_BUILTINS};
pub use command::{CommandDef, CommandSpec, Shell, WorkerDef, WorkerPool};
pub use definition::{Definition, object};
pub use function::FunctionDef;
pub use key::{Key, SaferValue, SampleValue, ValueType};
pub use kinds::Kinds;
pub use lint::{KindFinding, LintSubject, Place};
pub use name::KindName;
pub use needs::KindNeeds;
pub use sandbox::{SANDBOX_DEFAULTS, SANDBOX_KEYS, SANDBOX_VALUE, SandboxDef, unread_sandbox_keys};
pub use spec::{FieldError, KindSpec};
pub use unchecked::UncheckedDef;
pub use unloadable::UnloadableDef;
pub use values::FieldValues;
