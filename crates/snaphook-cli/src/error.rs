//! The error of a command: a message, and a help line that says what to do.

use crate::show::style;

/// The command itself failed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct CommandError {
    message: String,
    help: Option<String>,
    /// A guard may be missing because of it.
    unguarded: bool,
    exit: u8,
    usage: bool,
}

impl CommandError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            unguarded: false,
            exit: 1,
            usage: false,
        }
    }

    /// The async runtime did not start.
    pub(crate) fn no_runtime(error: std::io::Error) -> Self {
        Self::new(format!("failed to start the async runtime: {error}"))
            .help("check the limits of threads and open files with `ulimit -a`")
    }

    /// Says what to do about it.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What to do about it.
    #[cfg(feature = "ui")]
    pub(crate) fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Says that a guard may be missing because of it.
    pub(crate) fn unguarded(mut self, unguarded: bool) -> Self {
        self.unguarded = unguarded;
        self
    }

    /// This error of a command that guards: where a guard may be missing, it exits with 2.
    pub(crate) fn refusing(mut self) -> Self {
        if self.unguarded {
            self.exit = 2;
        }
        self
    }

    /// What the command ends with.
    pub(crate) fn exit(&self) -> u8 {
        self.exit
    }

    /// Says that the command was called in a way that means nothing: exit 1,
    /// whatever is configured.
    pub(crate) fn usage(mut self) -> Self {
        self.usage = true;
        self
    }

    pub(crate) fn is_usage(&self) -> bool {
        self.usage
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
