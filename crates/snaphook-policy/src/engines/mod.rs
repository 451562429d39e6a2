//! Policies of an engine: the kinds `cedar` and `rego`. A hook names a folder; its files are
//! read when the hook first runs, and again when one of them has changed.
//!
//! | module | holds |
//! |---|---|
//! | `language` | [`PolicyLanguage`]: the seam to an engine |
//! | `definition`, `spec`, `kind` | the kinds, for both engines |
//! | `folder` | the files of a folder |
//! | `mentions` | which facts a policy looks at |
//! | `verdict` | what policies say, as an answer |
//! | `run` | the handler: facts in, answer out |
//! | `lint` | what `check` finds |
//! | `cedar`, `rego` | the engines, each with its feature |

#[cfg(feature = "cedar")]
mod cedar;
mod definition;
mod folder;
mod kind;
mod language;
mod lint;
mod mentions;
#[cfg(feature = "rego")]
mod rego;
mod run;
mod spec;
mod verdict;

pub use definition::PolicyDef;
pub use kind::{CedarKind, RegoKind};
pub use language::PolicyError;
pub use spec::PolicySpec;
