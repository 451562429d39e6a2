//! What installing the bridge into an agent takes beside an entry for each event: other
//! keys of an entry, folders that a variable moves, switches and trust in other files, and
//! what only a person can do.

use crate::configuration::ConfigScope;

/// A value of a key that entries have besides their command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyValue {
    /// A text.
    Text(&'static str),
    /// `true`.
    True,
}

/// A folder of the user's configuration that an environment variable moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovedFolder {
    /// The folder, below the home folder: `.codex`.
    pub folder: &'static str,
    /// The variable that names another one: `CODEX_HOME`.
    pub variable: &'static str,
}

/// A change in another file without which an agent does not run the hook. Paths are below
/// the home folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileStep {
    /// TOML: a switch that must be `true`.
    TomlSwitch {
        /// The file.
        file: &'static str,
        /// The tables and the key.
        keys: &'static [&'static str],
    },
    /// TOML: `[TABLE."FOLDER"] KEY = VALUE`, for the project's folder.
    TomlFolder {
        /// The file.
        file: &'static str,
        /// The table with a table for each folder.
        table: &'static str,
        /// The key.
        key: &'static str,
        /// The value that trusts the folder.
        value: &'static str,
    },
    /// TOML: `[hooks.state."FILE:EVENT:GROUP:HOOK"] trusted_hash = …`, for each entry.
    TomlHookHashes {
        /// The file.
        file: &'static str,
    },
    /// JSON: `{"FOLDER": VALUE}`, for the project's folder.
    JsonFolderMap {
        /// The file.
        file: &'static str,
        /// The value that trusts the folder.
        value: &'static str,
    },
    /// JSON: `{KEY: ["FOLDER"]}`, for the project's folder.
    JsonFolderList {
        /// The file.
        file: &'static str,
        /// The key of the list.
        key: &'static str,
    },
    /// JSON: `{KEY: [{"event": …, "command": …}]}`, for each entry.
    JsonApprovals {
        /// The file.
        file: &'static str,
        /// The key of the list.
        key: &'static str,
    },
}

impl FileStep {
    /// The file that is changed, below the home folder.
    #[must_use]
    pub const fn file(&self) -> &'static str {
        match self {
            Self::TomlSwitch { file, .. }
            | Self::TomlFolder { file, .. }
            | Self::TomlHookHashes { file }
            | Self::JsonFolderMap { file, .. }
            | Self::JsonFolderList { file, .. }
            | Self::JsonApprovals { file, .. } => file,
        }
    }

    /// What the step is about, in words.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::TomlSwitch { .. } => "the switch for hooks",
            Self::TomlFolder { .. } | Self::JsonFolderMap { .. } | Self::JsonFolderList { .. } => {
                "the trust in the project's folder"
            }
            Self::TomlHookHashes { .. } => "the hash by which a hook is trusted",
            Self::JsonApprovals { .. } => "the approval of the hooks",
        }
    }

    /// Whether it trusts a folder, which only hooks of a project need.
    #[must_use]
    pub const fn is_about_folder(&self) -> bool {
        matches!(
            self,
            Self::TomlFolder { .. } | Self::JsonFolderMap { .. } | Self::JsonFolderList { .. }
        )
    }
}

/// What only a person can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonStep {
    /// For hooks of this scope; none: of every scope.
    pub scope: Option<ConfigScope>,
    /// What to do, in one sentence.
    pub words: &'static str,
}

/// How the bridge is installed into an agent.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct InstallSpec {
    /// The agent under whose name it is installed, where two read the same file.
    pub shares_with: Option<&'static str>,
    /// Folders that variables move.
    pub moved: &'static [MovedFolder],
    /// Keys of every entry.
    pub keys: &'static [(&'static str, KeyValue)],
    /// A key of entries on events that can be denied: with it, the agent denies when the
    /// hook is missing, crashes or takes too long.
    pub fail_closed: Option<(&'static str, KeyValue)>,
    /// Whether the command must be a script file; it stands beside the configuration.
    pub script_only: bool,
    /// Whether the agent is known to run the command line in a shell on Unix.
    pub runs_in_shell: bool,
    /// Events whose timeout the agent limits, with the most seconds.
    pub capped: &'static [(&'static str, u32)],
    /// Changes in other files.
    pub steps: &'static [FileStep],
    /// What a person does.
    pub person: &'static [PersonStep],
}

impl InstallSpec {
    /// Nothing besides the entries.
    pub const PLAIN: Self = Self {
        shares_with: None,
        moved: &[],
        keys: &[],
        fail_closed: None,
        script_only: false,
        runs_in_shell: false,
        capped: &[],
        steps: &[],
        person: &[],
    };
}

pub(crate) const fn moved(folder: &'static str, variable: &'static str) -> MovedFolder {
    MovedFolder { folder, variable }
}

/// What a person does for hooks of a project.
pub(crate) const fn in_project(words: &'static str) -> PersonStep {
    PersonStep {
        scope: Some(ConfigScope::Project),
        words,
    }
}
