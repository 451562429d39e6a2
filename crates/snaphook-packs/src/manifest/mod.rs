//! Which files of a tree have hooks, and what the pack is called: the forms in which hooks
//! are shared today, read as they are.
//!
//! | form | hooks are in |
//! |---|---|
//! | `snaphook-pack.json` | `hooks`: a path or a list; else `.snaphook/settings.json` |
//! | a plugin (`.claude-plugin/plugin.json`, `plugin.json`) | `hooks/hooks.json` and `hooks`: a path, a list or the hooks themselves |
//! | a folder with settings | `.claude/settings.json`, `.snaphook/settings.json` |
//! | `.apm/hooks/*.json` | each of these files |
//! | a marketplace | its plugins, each a pack of its own |

mod error;
mod marketplace;
mod pack;

pub use error::ManifestError;
pub use marketplace::{ListedSource, Marketplace, MarketplacePlugin};
pub use pack::{PACK_MANIFEST, PackManifest};
