//! Errors of the command: what is wrong, and what to do.

use crate::show::style;

/// The command itself failed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct CommandError {
    message: String,
    help: Option<String>,
}

impl CommandError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }

    /// Says what to do about it.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn print(&self) {
        let (error, help) = (style::ERROR, style::HELP);
        for line in self.message.lines() {
            crate::tell!("{error}error:{error:#} {line}");
        }
        if let Some(text) = &self.help {
            crate::tell!("{help}help:{help:#} {text}");
        }
    }
}
