//! Finding the settings that people have.
//!
//! The host says where to look ([`Places`](crate::Places)); nothing here knows a home folder.
//! Files are read in the order in which they merge, and each is told of, also
//! when it is absent.
//!
//! | file | finds |
//! |---|---|
//! | `discovery` | the walk over all places, and what it found |
//! | `project` | which folder the project is |
//! | `files` | managed, user, project and local settings |
//! | `plugins` | plugins: their folders, hooks and options |
//! | `installed` | those that a tool has installed |
//! | `manifest` | what a plugin says of itself |
//! | `marketplace` | the plugins that a marketplace lists |
//! | `packs` | packs that a lock file names |
//! | `skills` | skills and agents, whose hooks live while they are active |

mod discovery;
mod files;
mod installed;
mod manifest;
mod marketplace;
mod packs;
mod plugins;
mod policy;
mod project;
mod skills;

pub use discovery::{
    Discovery, FileState, SettingsFile, approval_settings, audit_log, discover, pack_policies,
};
pub use installed::PLUGIN_MISSING;
pub use marketplace::{ListedPlugin, listed_plugins};
pub use packs::{FoundPack, PACK_REFUSED, load_pack_hooks};
pub use plugins::{Plugin, plugin_files, plugin_of_manifest};
pub use policy::policy_source;
pub use project::project_root;
pub use skills::{Skill, load_skill, skill_files};
