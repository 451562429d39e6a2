//! What the command says about itself: completions for shells, manual pages,
//! its version.

mod completions;
mod man;
mod version;

pub(crate) use completions::{CompletionsArgs, HELP as COMPLETIONS_HELP, completions};
pub(crate) use man::{HELP as MAN_HELP, ManArgs, man};
pub(crate) use version::LONG_VERSION;
