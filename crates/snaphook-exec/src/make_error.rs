//! Why no handler could be made of a hook: an engine shows it when settings are loaded,
//! and a guard of which none could be made counts as failed.

use std::error::Error;
use std::sync::Arc;

use snaphook_core::hook::Hook;
use snaphook_core::kind::KindName;

/// Why no handler could be made of a hook.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum MakeError {
    /// No factory is registered for its kind.
    #[error(
        "this build of snaphook cannot run hooks of type `{kind}`; it runs {}{}",
        list(runs),
        help(*feature)
    )]
    NotServed {
        /// The kind.
        kind: KindName,
        /// The kinds that have a factory.
        runs: Vec<KindName>,
        /// The feature of the crate `snaphook` that brings the factory, if one does.
        feature: Option<&'static str>,
    },
    /// The factory makes handlers of another kind.
    #[error("expected a hook of type `{expected}`, found `{found}`")]
    OtherKind {
        /// What the factory makes.
        expected: KindName,
        /// The kind of the hook.
        found: KindName,
    },
    /// The definition of the hook cannot work.
    #[error("{0}")]
    Unusable(Arc<dyn Error + Send + Sync>),
}

impl MakeError {
    /// The definition cannot work: an error or a text that says why.
    pub fn unusable(why: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unusable(why.into().into())
    }

    /// The factory makes handlers of another kind than that of the hook.
    #[must_use]
    pub fn other_kind(expected: KindName, hook: &Hook) -> Self {
        Self::OtherKind {
            expected,
            found: hook.handler.kind().clone(),
        }
    }
}

fn list(kinds: &[KindName]) -> String {
    let names: Vec<_> = kinds.iter().map(KindName::as_str).collect();
    names.join(", ")
}

fn help(feature: Option<&str>) -> String {
    match feature {
        Some(feature) => format!("; help: build it with the feature `{feature}`"),
        None => String::new(),
    }
}
