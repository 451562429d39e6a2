//! Why a manifest is refused.

/// Why a tree is not a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// It has no hooks in any form that is known.
    #[error(
        "there are no hooks: neither `snaphook-pack.json`, `.claude-plugin/plugin.json`, `hooks/hooks.json`, `.claude/settings.json`, `.snaphook/settings.json` nor `.apm/hooks/*.json`"
    )]
    NoHooks,
    /// A manifest that is not JSON of the right shape.
    #[error("`{file}`: {message}")]
    Invalid {
        /// The manifest.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// A manifest names a file that is not in the pack.
    #[error("`{file}` names `{}`: {why}", .path.escape_default())]
    Named {
        /// The manifest.
        file: String,
        /// The file that it names.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// It is a marketplace, and it is not clear which plugin is meant.
    #[error("this is a marketplace with the plugins {}", .0.join(", "))]
    Marketplace(Vec<String>),
    /// A marketplace has no such plugin.
    #[error("the marketplace has no plugin `{}`; it has {}", .name.escape_default(), .known.join(", "))]
    NoPlugin {
        /// The plugin.
        name: String,
        /// Those that it has.
        known: Vec<String>,
    },
}
