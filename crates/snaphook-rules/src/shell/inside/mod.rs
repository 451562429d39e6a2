//! What a program is given that runs: code for an interpreter, options and
//! variables that hold commands. The commands behind wrappers are found by
//! `wrap`; here are programs of which running commands is not the purpose.

mod awk;
mod calls;
mod code;
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

pub(crate) use holds::Literals;
pub(super) use look::look;

/// Whether this is the name of a program that runs code in a language of its own.
pub(super) fn is_interpreter(name: &str) -> bool {
    interpreters::interpreter(name).is_some()
}

pub use script::ScriptText;
pub(super) use script::{Script, named};

use super::wrap::Inner;
use super::{Unknown, Word};
use std::ops::Range;

/// What was found in one command.
#[derive(Debug, Default)]
pub(super) struct Inside {
    /// Commands, as if they stood there.
    pub inner: Vec<Inner>,
    /// Code in another language.
    pub code: Vec<ProgramCode>,
    /// What may be any code.
    pub unknown: Vec<Unknown>,
}

/// Code that an interpreter of another language is given: it is not read, only
/// searched for the words of a rule.
#[derive(Debug, Clone)]
pub(crate) struct ProgramCode {
    /// Who runs it.
    pub program: String,
    pub text: String,
    /// Where in the source line it stands.
    pub range: Range<usize>,
    /// It is a file: what that makes of what it is given is its own affair.
    pub is_file: bool,
}

impl Inside {
    /// A value that a shell runs.
    fn command(&mut self, value: &Word, known: bool) {
        let Some(inner) = options::as_command(value) else {
            return;
        };
        self.inner
            .push(if known { inner } else { inner.doubtful() });
    }

    fn dynamic(&mut self, range: Range<usize>) {
        self.unknown.push(Unknown::Dynamic { range });
    }
}
