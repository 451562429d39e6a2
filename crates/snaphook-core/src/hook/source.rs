//! Where a hook was defined.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

/// The kind of place a hook came from. The order is the order of merging.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The organisation's files: nothing below switches them off.
    Managed,
    /// The user's own settings.
    User,
    /// The project's settings, shared with everybody who clones it.
    Project,
    /// The project's settings on this machine only.
    Local,
    /// Files that the caller named.
    Explicit,
    /// A plugin.
    Plugin,
    /// The front matter of a skill.
    Skill,
    /// The front matter of an agent file.
    Agent,
    /// A function that the host registered on the engine: part of the host's
    /// own program, so no settings file switches it off.
    Host,
    /// Added by the host while it runs.
    Session,
}

impl Scope {
    /// The scope's name, as the protocol spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Managed => "managed",
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
            Self::Explicit => "explicit",
            Self::Plugin => "plugin",
            Self::Skill => "skill",
            Self::Agent => "agent",
            Self::Host => "host",
            Self::Session => "session",
        }
    }
}

/// Where a hook was defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The kind of place.
    pub scope: Scope,
    /// The file, where there is one.
    pub file: Option<Arc<Path>>,
    /// The line in it, counted from 1.
    pub line: Option<usize>,
    /// The plugin or skill it belongs to.
    pub origin: Option<Arc<Origin>>,
}

/// What a hook of a plugin, a skill or an agent belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// Its name: `formatter`, or `formatter@market`.
    pub name: Arc<str>,
    /// Its folder: `CLAUDE_PLUGIN_ROOT`.
    pub root: PathBuf,
    /// The folder for what it keeps: `CLAUDE_PLUGIN_DATA`.
    pub data: Option<PathBuf>,
    /// What the user chose for it: `${user_config.KEY}`, and
    /// `CLAUDE_PLUGIN_OPTION_<KEY>`.
    pub options: BTreeMap<String, String>,
    /// It is the project's: a skill or an agent whose file is in the project, or a pack
    /// of the project's lock file.
    pub of_project: bool,
    /// The content that was locked, where it is a pack.
    pub pack: Option<PackPin>,
}

/// The content of a pack that a lock file names: nothing else of it may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackPin {
    /// The digest of its files: 64 hexadecimal digits.
    pub tree: Arc<str>,
    /// The store that has them.
    pub store: PathBuf,
}

impl Source {
    /// The place as people read it, `settings.json:4`; `None` for what stands
    /// in no file.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        let (file, line) = self.file.as_ref().zip(self.line)?;
        Some(format!("{}:{line}", file.display()))
    }

    /// The name of the plugin that the hook came from.
    #[inline]
    #[must_use]
    pub fn plugin(&self) -> Option<&Arc<str>> {
        self.origin_in(Scope::Plugin)
    }

    /// The name of the skill that the hook came from.
    #[inline]
    #[must_use]
    pub fn skill(&self) -> Option<&Arc<str>> {
        self.origin_in(Scope::Skill)
    }

    fn origin_in(&self, scope: Scope) -> Option<&Arc<str>> {
        let origin = self.origin.as_ref().filter(|_| self.scope == scope)?;
        Some(&origin.name)
    }

    /// A source without a file: the host's own code.
    #[must_use]
    pub fn host(scope: Scope) -> Self {
        Self {
            scope,
            file: None,
            line: None,
            origin: None,
        }
    }
}
