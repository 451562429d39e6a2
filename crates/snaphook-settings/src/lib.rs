//! Settings files → hooks.
//!
//! The loader is lenient and loud: one bad entry costs only itself, and every
//! one is a [`Finding`] with its file, line and column.
//!
//! | module | step |
//! |---|---|
//! | [`node`] | text, JSON or YAML → a tree of values that know their place |
//! | [`read`] | the tree → hooks and switches |
//! | [`keys`] | what the keys are called, hold and do: one list for the reader and for schemas |
//! | [`mod@load`] | a file → both |
//! | [`sources`] | what the files held, and what counts instead |
//! | [`mod@front_matter`] | the same for the front matter of a skill or an agent file |
//! | [`mod@discover`] | places → the files that are there |
//! | [`effective`] | many files → what they say together |
//! | [`dialect`] | the seam for other agents' words |
//! | [`folders`] | which folders hold settings |
//! | [`mod@lint`] | hooks → what their author did not mean |
//! | [`edit`] | changes to a file, which loses nothing by them |
//!
//! ```
//! use snaphook_core::hook::Scope;
//! use snaphook_settings::{LoadContext, parse};
//!
//! let text = r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "make test" } ] } ] } } // done"#;
//! let settings = parse("settings.json".as_ref(), text, Scope::Explicit, &mut LoadContext::default())?;
//! assert_eq!(settings.hooks[0].name, "make test");
//! # Ok::<(), snaphook_settings::LoadError>(())
//! ```

mod bridge_on_error;
pub mod dialect;
pub mod discover;
pub mod edit;
pub mod effective;
pub mod finding;
pub mod folders;
pub mod format;
pub mod front_matter;
mod guard_words;
pub mod keys;
mod known_tools;
pub mod lint;
pub mod load;
pub mod node;
mod other_agents;
mod places;
mod policy;
pub mod read;
pub mod setting;
pub mod source_text;
pub mod sources;
mod switch;
mod written;

pub use bridge_on_error::BridgeOnError;
pub use dialect::{Claude, Dialect, Folders};
pub use discover::{
    Discovery, FileState, FoundPack, ListedPlugin, Plugin, SettingsFile, Skill, approval_settings,
    audit_log, discover, listed_plugins, load_skill, pack_policies, plugin_files,
    plugin_of_manifest, policy_source, project_root, skill_files,
};
pub use effective::{EffectiveSettings, SwitchedOff};
pub use finding::{Finding, Location, RelatedPlace};
pub use format::Format;
pub use front_matter::{FrontMatter, front_matter, load_front_matter, parse_front_matter};
pub use guard_words::speaks_of_guard;
pub use lint::{Files, FoundPath, LintContext, lint};
pub use load::{LoadError, load, load_hooks_of, load_node, parse};
pub use other_agents::event_of_other_agent;
pub use places::{PackPlaces, Places};
pub use policy::{
    OnStale, PolicyFiles, PolicyReader, PolicyReading, PolicySource, ReadPolicyFile,
    SharedPolicyReader, WrittenPolicySource,
};
pub use read::{
    ApprovalsSettings, ApproverSettings, AuditLogSettings, HelperCommand, HookSpans, KeySpans,
    LoadContext, NotifierSettings, PermissionSettings, Settings, Switches,
};
pub use setting::Setting;
pub use source_text::SourceText;
pub use sources::{HeldContent, SettingsSource, Sources};
pub use switch::Switch;
