//! What is found inside one command: commands that it runs, code in other
//! languages, and parts that may be any code.

use std::ops::Range;

use super::super::wrap::InnerCommand;
use super::super::{Unknown, Word};
use super::options;

/// What was found in one command.
#[derive(Debug, Default)]
pub(in super::super) struct CodeFindings {
    /// Commands, as if they stood there.
    pub inner: Vec<InnerCommand>,
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

impl CodeFindings {
    /// A value that a shell runs.
    pub(super) fn command(&mut self, value: &Word, known: bool) {
        let Some(inner) = options::as_command(value) else {
            return;
        };
        self.inner
            .push(if known { inner } else { inner.doubtful() });
    }

    pub(super) fn dynamic(&mut self, range: Range<usize>) {
        self.unknown.push(Unknown::Dynamic { range });
    }
}
