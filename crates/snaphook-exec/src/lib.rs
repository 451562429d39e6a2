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
//! | [`sandbox`] | commands with few rights |
//! | [`worker`] | commands that stay and answer many events |
//! | [`builtin`] | functions of the host that settings call by name |
//! | [`function`] | functions in the host's own process |
//! | [`lines`] | lines of a stream, held to a limit |
//! | [`back_off`] | how long to leave alone what keeps failing |
//! | [`panics`] | catching panics of the host's code |

pub mod approver;
pub mod back_off;
pub mod builtin;
pub mod command;
pub mod conversation;
pub mod function;
pub mod handler;
mod input_line;
pub mod kind;
pub mod lines;
pub mod make_error;
mod origin;
mod output_sink;
pub mod panics;
pub mod process;
pub mod registry;
pub mod sandbox;
mod surroundings;
pub mod worker;

pub use approver::{
    ApprovalReply, Approver, ElicitationFuture, ElicitationQuestion, Question, QuestionAsker,
    QuestionRecord, ReplyChoice, about_tool_call,
};
pub use back_off::{BackOff, Pause};
pub use builtin::{
    BuiltinCall, BuiltinError, BuiltinFactory, BuiltinFunction, BuiltinKind, Builtins,
};
pub use command::{CommandFactory, CommandKind};
pub use conversation::{Conversation, ConversationMessage};
pub use function::{Function, FunctionCall, IntoAnswer, StopSignal};
pub use handler::{
    Call, Environment, Handler, HandlerFactory, HandlerSettings, RunFuture, StartSignal, Weight,
};
pub use input_line::InputLine;
pub use kind::{FactoryParts, HandlerKind};
pub use make_error::MakeError;
pub use output_sink::{OutputSink, Stream};
pub use panics::{HostFuture, PanicError, catch_panics};
pub use process::{Load, ProcessPermit, Processes, STARTUP_WINDOW, StdinKind};
pub use registry::Registry;
pub use sandbox::{SandboxDefaults, sandbox_policy};
pub use surroundings::{AI_AGENT, Surroundings};
pub use worker::WorkerLimits;
