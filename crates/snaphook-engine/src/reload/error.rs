//! Why settings could not be reloaded. The engine keeps those that it had.

use tokio::task::JoinError;

use crate::engine::BuildError;

#[derive(Debug, thiserror::Error)]
pub(super) enum ReloadError {
    #[error("the settings changed each time they were loaded; the previous ones stay in force")]
    KeepChanging,
    #[error(transparent)]
    Settings(#[from] BuildError),
    #[error("the settings could not be loaded: {0}")]
    Panicked(#[from] JoinError),
}
