//! Running hooks.
//!
//! A [`Handler`] is one way to run a hook; a [`Registry`] knows which handler
//! serves which type. The engine alone owns the timeout: it cancels the
//! call's token, and a handler ends what it started.
//!
//! | module | holds |
//! |---|---|
//! | [`handler`] | the trait, and what a handler gets |
//! | [`registry`] | which factory serves which type of handler |
//! | [`approver`] | asking a person |
//! | [`process`] | the supervisor: one child, its pipes, its deadline, its end |
//! | [`command`] | shell commands and programs |
//! | [`worker`] | commands that stay and answer many events |
//! | [`builtin`] | functions of the host that settings call by name |
//! | [`function`] | functions in the host's own process |
//! | [`lines`] | lines of a stream, held to a limit |
//! | [`back_off`] | how long to leave alone what keeps failing |
//! | [`wall`] | what panics do not pass |

pub mod approver;
pub mod back_off;
pub mod builtin;
pub mod command;
pub mod function;
pub mod handler;
pub mod kind;
pub mod lines;
mod origin;
pub mod process;
pub mod registry;
pub mod wall;
pub mod worker;

pub use approver::{Approver, Choice, Question, Reply, about_tool_call};
pub use back_off::{BackOff, Pause};
pub use builtin::{Builtin, BuiltinCall, BuiltinError, BuiltinFactory, BuiltinKind, Builtins};
pub use command::{CommandFactory, CommandKind};
pub use function::{Function, FunctionCall, IntoAnswer, Stop};
pub use handler::{
    Begun, Call, Environment, Handler, HandlerFactory, HandlerSettings, InputLine, OutputSink,
    RunFuture, Stream, Surroundings, Weight,
};
pub use kind::{FactoryParts, HandlerKind, NotBuilt};
pub use process::{Load, Processes, StdinKind, Turn, YOUNG};
pub use registry::Registry;
pub use wall::{HostFuture, Panicked, behind_wall};
pub use worker::WorkerLimits;
