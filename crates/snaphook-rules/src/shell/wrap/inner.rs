//! What a wrapper runs.

use crate::shell::Word;

/// Something a wrapper runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::shell) enum InnerCommand {
    /// These words as a command.
    Words(Vec<Word>),
    /// This text as a script.
    Code(Code),
    /// This, for some values of what is unknown.
    Doubtful(Box<InnerCommand>),
}

/// A script that a wrapper runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::shell) struct Code {
    pub text: Word,
    /// Unknown words follow its last command.
    pub adds: bool,
    /// It is what the wrapper reads, not what it is given.
    pub read: bool,
    /// Whether a plain POSIX shell may run it; `None`: as the wrapper is.
    pub posix: Option<bool>,
}

impl InnerCommand {
    /// Marks this as one of several possible readings.
    pub(in crate::shell) fn doubtful(self) -> InnerCommand {
        match self {
            InnerCommand::Doubtful(_) => self,
            sure => InnerCommand::Doubtful(Box::new(sure)),
        }
    }

    /// What runs, and whether it is known to.
    pub(in crate::shell) fn sure(self) -> (InnerCommand, bool) {
        match self {
            InnerCommand::Doubtful(inner) => (*inner, false),
            inner => (inner, true),
        }
    }

    /// Code for `sh`, whatever that is.
    pub(in crate::shell) fn sh(text: Word) -> InnerCommand {
        InnerCommand::code(text, Some(true))
    }

    /// Code for the shell that runs the wrapper.
    pub(super) fn here(text: Word) -> InnerCommand {
        InnerCommand::code(text, None)
    }

    /// The text of a script: for this shell, or for one that may be plain.
    pub(in crate::shell) fn sh_or_here(text: Word, runner: &Word) -> InnerCommand {
        match runner.known() {
            Some("source" | "." | "bash") => InnerCommand::code(text, Some(false)),
            _ => InnerCommand::sh(text),
        }
    }

    pub(super) fn code(text: Word, posix: Option<bool>) -> InnerCommand {
        InnerCommand::Code(Code {
            text,
            adds: false,
            read: false,
            posix,
        })
    }

    /// Code to whose last command further words are added.
    pub(super) fn code_with_more(text: Word, posix: Option<bool>) -> InnerCommand {
        InnerCommand::Code(Code {
            text,
            adds: true,
            read: false,
            posix,
        })
    }
}
