//! Why a command cannot be started for an event.

use snaphook_sandbox::SandboxError;

use crate::origin::OriginError;
use crate::process::os::NO_SHELL;
use crate::process::program::NOT_FOUND;

/// Why a command cannot be started. A hook that fails shows these texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PrepareError {
    /// Neither the input's folder exists nor any that the host named.
    #[error("the input's `cwd` does not exist, and the host gave no other folder")]
    NoFolder,
    /// The program is not on the PATH.
    #[error("failed to start `{command}`: {NOT_FOUND}")]
    NoProgram {
        /// The program.
        command: String,
    },
    /// The machine has no POSIX shell.
    #[error("{NO_SHELL}")]
    NoShell,
    /// The machine has no PowerShell.
    #[error("this hook needs PowerShell, and neither `pwsh` nor `powershell` is on the PATH")]
    NoPowerShell,
    /// A placeholder names an option that the plugin does not have.
    #[error("`${{user_config.{key}}}` has no value: the plugin has no option of this name")]
    UnknownOption {
        /// The option.
        key: String,
    },
    /// Its sandbox cannot be had.
    #[error("{0}")]
    Sandbox(String),
    /// The plugin or skill of the hook cannot be used.
    #[error(transparent)]
    Origin(#[from] OriginError),
}

impl From<SandboxError> for PrepareError {
    fn from(error: SandboxError) -> Self {
        Self::Sandbox(error.to_string())
    }
}
