//! One agent's dialect, as data.

use snaphook_agents::{AgentSpec, HostSpec, find_agent};

/// How a settings file is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `{"hooks": {"Event": [{"matcher", "hooks": [{…}]}]}}`
    Groups,
    /// Events are at the root of the file, without a `hooks` object.
    RootGroups,
    /// `{"hooks": {"event": [{…}]}}`: a matcher is in its hook.
    Flat,
    /// A list of hooks, each of which names its event under this key.
    Named(&'static str),
    /// A folder of programs, each named after its event.
    Programs,
}

/// The key by which a hook says that its failure blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuardKey {
    /// A flag (`failClosed`).
    Flag(&'static str),
    /// A word (`on_failure`: "block").
    Word(&'static str, &'static str),
}

impl GuardKey {
    /// The key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Flag(key) | Self::Word(key, _) => key,
        }
    }
}

/// Everything in which an agent's settings differ, beside its contract.
#[derive(Debug, Clone, Copy)]
pub struct AgentData {
    /// The dialect's name.
    pub name: &'static str,
    /// How its hooks read and answer.
    pub host: HostSpec,
    /// How its files are laid out.
    pub layout: Layout,
    /// Keys of a hook: its own, and the canonical one.
    pub keys: &'static [(&'static str, &'static str)],
    /// The keys by which a hook's failure blocks.
    pub guards: &'static [GuardKey],
    /// Keys whose timeouts are in milliseconds, whatever the agent's unit is.
    pub milliseconds: &'static [&'static str],
    /// From this number on, a timeout is in milliseconds.
    pub milliseconds_from: Option<u32>,
    /// Further names of events: its own, and the canonical one.
    pub events: &'static [(&'static str, &'static str)],
    /// A matcher for events that are about single kinds of tools, in place of one that
    /// is there: event, matcher.
    pub event_matchers: &'static [(&'static str, &'static str)],
    /// Of these, the events whose own matcher is an expression for the command.
    pub command_events: &'static [&'static str],
    /// Whether the places of the agent's configuration are another dialect's.
    pub without_own_places: bool,
    /// Keys of hooks that no other agent with events of these names has.
    pub own_keys: &'static [&'static str],
    /// Places beside those of the agent's configuration, below the home folder.
    pub user_files: &'static [&'static str],
    /// Places beside those of the agent's configuration, below the project.
    pub project_files: &'static [&'static str],
    /// The folders that hold its settings, in a project.
    pub folders: &'static [&'static str],
}

impl AgentData {
    /// A dialect with groups of hooks, in the way of Claude Code.
    #[must_use]
    pub const fn new(name: &'static str, host: HostSpec) -> Self {
        Self {
            name,
            host,
            layout: Layout::Groups,
            keys: &[],
            guards: &[],
            milliseconds: &[],
            milliseconds_from: None,
            events: &[],
            event_matchers: &[],
            command_events: &[],
            without_own_places: false,
            own_keys: &[],
            user_files: &[],
            project_files: &[],
            folders: &[],
        }
    }

    /// What is known of the agent. Every dialect has one: a test holds that.
    #[must_use]
    pub fn agent(&self) -> Option<&'static AgentSpec> {
        find_agent(self.host.agent)
    }
}
