//! Why a definition could not be added to a session as a hook.

use snaphook_exec::MakeError;
use snaphook_settings::{Finding, LoadError};

/// Why a definition could not be added to a session as a hook.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionHookError {
    /// The definition cannot be read.
    #[error(transparent)]
    Unreadable(LoadError),
    /// A key or a value of the definition is wrong.
    #[error("{}", with_help(.0))]
    Wrong(Box<Finding>),
    /// The definition describes nothing that could run.
    #[error(
        r#"the definition is not a hook: write one as in settings, such as {{"type": "command", "command": "./check.sh"}}"#
    )]
    NotAHook,
    /// The handler of the hook's type cannot run it.
    #[error(transparent)]
    Handler(MakeError),
}

/// The message without its place, which is in a text that the caller has not seen.
fn with_help(finding: &Finding) -> String {
    match &finding.help {
        Some(help) => format!("{} ({help})", finding.message),
        None => finding.message.clone(),
    }
}
