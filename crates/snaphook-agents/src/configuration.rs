//! Where an agent's hooks are configured, and in which form: what installers write and
//! `doctor` looks at.

/// Whose configuration a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigScope {
    /// The user's, below the home folder.
    User,
    /// The project's, below its root.
    Project,
    /// The organisation's, an absolute path.
    Managed,
}

/// One place of an agent's hook configuration.
#[derive(Debug, Clone, Copy)]
pub struct ConfigFile {
    /// Whose it is.
    pub scope: ConfigScope,
    /// The path: below the home folder, below the project, or absolute.
    pub path: &'static str,
}

impl ConfigFile {
    pub(crate) const fn user(path: &'static str) -> Self {
        Self {
            scope: ConfigScope::User,
            path,
        }
    }

    pub(crate) const fn project(path: &'static str) -> Self {
        Self {
            scope: ConfigScope::Project,
            path,
        }
    }

    pub(crate) const fn managed(path: &'static str) -> Self {
        Self {
            scope: ConfigScope::Managed,
            path,
        }
    }
}

/// The form of a hook configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigForm {
    /// JSON: `{"hooks": {"Event": [{"matcher": …, "hooks": [{"type", "command", "timeout"}]}]}}`.
    /// Without `wrapper`, the events stand at the root.
    Groups {
        /// Whether the events stand below `hooks`.
        wrapper: bool,
        /// The matcher that fits every tool; none: the key is left out.
        every_tool: Option<&'static str>,
    },
    /// JSON: `{"version": …, "hooks": {"event": [{COMMAND: …, TIMEOUT: …}]}}`.
    Flat {
        /// The number under `version`, if the file has one.
        version: Option<u32>,
        /// The key of the command.
        command: &'static str,
        /// The key of the timeout, if it has one.
        timeout: Option<&'static str>,
    },
    /// JSON: `{"version": "v1", "hooks": [{"name", "trigger", "matcher", "action": {"type",
    /// "command"}, "timeout"}]}`.
    Triggers,
    /// JSON: `{NAME: {"enabled": true, "Event": [groups]}}`.
    NamedGroups,
    /// TOML: `[[hooks]]` tables with `event`, `command` and `timeout`.
    TomlTables {
        /// The key of the event.
        event: &'static str,
        /// Whether a table has a `name`.
        named: bool,
    },
    /// YAML: `hooks: {event: [{command, timeout}]}`.
    Yaml,
    /// An executable file for each event, named after it, in a folder.
    Executables,
    /// A JavaScript or TypeScript plugin, one file.
    Script,
    /// A folder of a plugin: `plugin.json` and `hooks/hooks.json` in the form of groups.
    PluginFolder,
    /// Not by a file that an installer can write.
    ByHand,
}

/// How an agent's hooks are configured.
#[derive(Debug, Clone, Copy)]
pub struct Configuration {
    /// The form.
    pub form: ConfigForm,
    /// The places, the user's first.
    pub files: &'static [ConfigFile],
}
