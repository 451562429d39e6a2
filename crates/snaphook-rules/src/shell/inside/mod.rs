//! What a program is given that runs: code for an interpreter, options and
//! variables that hold commands. The commands behind wrappers are found by
//! `wrap`; here are programs of which running commands is not the purpose.

mod awk;
mod calls;
mod code;
mod finding;
mod git;
mod holds;
mod interpreters;
mod look;
mod options;
mod printing;
mod programs;
mod script;
mod sed;
mod variables;

pub(super) use finding::CodeFindings;
pub(crate) use finding::ProgramCode;
pub(crate) use holds::Literals;
pub(super) use interpreters::is_interpreter;
pub(super) use look::look;

pub use script::ScriptText;
pub(super) use script::{ScriptRun, named};
