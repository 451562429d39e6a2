//! Kinds of handlers: what each is called, which keys it has, what it needs, and how
//! its definition is made and shown. Nothing outside a kind's own folder knows it by
//! name.
//!
//! | module | holds |
//! |---|---|
//! | `spec` | [`KindSpec`]: what everybody must know of a kind |
//! | `kinds` | [`Kinds`]: those that somebody knows |
//! | `lint` | what reads well in a hook of a kind and is still not what its author meant |
//! | `key` | one key of an object in a settings file |
//! | `values` | the values of a hook's keys, once they are checked |
//! | `needs` | what a kind needs, and what an event has |
//! | `definition` | [`Definition`]: one handler of a kind |
//! | `command`, `builtin`, `function` | the kinds that need nothing but the host |
//! | `unloadable`, `unchecked` | a handler of any kind that cannot run; one of a kind that has no keys |

mod agent;
mod builtin;
mod command;
mod definition;
mod function;
mod http;
mod key;
mod kinds;
mod lint;
mod mcp_tool;
mod name;
mod needs;
mod prompt;
mod spec;
mod unchecked;
mod unloadable;
mod values;

pub use agent::{Agent, AgentDef};
pub use builtin::{Builtin, BuiltinDef};
pub use command::{Command, CommandDef, Shell, WorkerDef, WorkerPool};
pub use definition::Definition;
pub use function::FunctionDef;
pub use http::{Http, HttpDef};
pub use key::{Key, Sample, ValueType};
pub use kinds::Kinds;
pub use lint::{KindFinding, LintSubject};
pub use mcp_tool::{McpTool, McpToolDef};
pub use name::KindName;
pub use needs::Needs;
pub use prompt::{Prompt, PromptDef};
pub use spec::{FieldError, KindSpec};
pub use unchecked::UncheckedDef;
pub use unloadable::UnloadableDef;
pub use values::FieldValues;
