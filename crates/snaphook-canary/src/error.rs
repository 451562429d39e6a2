//! Why an agent could not be driven.

use std::path::PathBuf;

/// Why an agent could not be driven on the scripted model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CanaryError {
    /// The model server could not listen.
    #[error("failed to start the scripted model on the loopback interface: {0}")]
    Listen(#[source] std::io::Error),
    /// A file of the private folders could not be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The agent could not be started.
    #[error("failed to start `{program}`: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// A step before the run failed.
    #[error("`{program}` failed while it was being configured: {output}")]
    Setup {
        /// The program with its arguments.
        program: String,
        /// What it said.
        output: String,
    },
    /// The table does not say how to start the agent with a scripted model.
    #[error("snaphook cannot start {title} with a scripted model")]
    NotDrivable {
        /// The agent.
        title: String,
    },
}

impl CanaryError {
    pub(crate) fn write(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Write { path, source }
    }
}
