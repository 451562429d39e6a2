//! Why a hook cannot run in its sandbox. A guard of which that is true blocks; other
//! hooks are left out, and the outcome says so.

/// Why a sandbox cannot be had, or could not be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// The system has nothing to make one of.
    #[error("this system cannot run hooks in a sandbox: {0}")]
    NoSystem(String),
    /// Domains are allowed, and that needs more than this system gives.
    #[error("domains cannot be allowed in a sandbox here: {0}")]
    NoDomains(String),
    /// A part of it could not be set up.
    #[error("failed to set up the sandbox: {what}: {why}")]
    SetUp {
        /// Which part.
        what: &'static str,
        /// What the system said.
        why: String,
    },
    /// It needs a launcher, and the program that runs the hook has none.
    #[error(
        "the sandbox needs a launcher for {0}, and this program names none; help: call \
        `Context::sandbox_launcher` with the path of the `snaphook` program"
    )]
    NoLauncher(&'static str),
}

impl SandboxError {
    /// A part that could not be set up.
    pub fn set_up(what: &'static str, why: impl std::fmt::Display) -> Self {
        Self::SetUp {
            what,
            why: why.to_string(),
        }
    }
}
