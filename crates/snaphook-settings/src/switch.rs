//! A switch in a project's file that would reach beyond the project.

use snaphook_core::event::EventName;
use snaphook_core::hook::{Authority, Hook, Scope};

/// What a project would switch off of the user and of plugins. It does so only
/// when a person agreed to it, and never for a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Switch {
    /// `disableAllHooks`.
    AllHooks,
    /// An entry of `disabledHooks`: a name or id.
    Hook(String),
    /// `false` in `enabledPlugins`: a plugin's name.
    Plugin(String),
    /// A list of hooks for an event that takes the place of the user's, in a
    /// dialect where it does.
    Event(EventName),
}

impl Switch {
    /// The key it is under.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::AllHooks => "disableAllHooks",
            Self::Hook(_) => "disabledHooks",
            Self::Plugin(_) => "enabledPlugins",
            Self::Event(_) => "hooks",
        }
    }

    /// What it is about: a hook, a plugin, an event.
    #[must_use]
    pub fn what(&self) -> &str {
        match self {
            Self::AllHooks => self.key(),
            Self::Hook(name) | Self::Plugin(name) => name,
            Self::Event(event) => event.as_str(),
        }
    }

    /// What it does, in the words in which a person agrees to it.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::AllHooks => {
                "switches off your own hooks and those of your plugins, except guards".to_owned()
            }
            Self::Hook(name) => format!(
                "switches off your own hook `{name}` and those of this name in your plugins, except guards"
            ),
            Self::Plugin(name) => {
                format!("switches off the hooks of your plugin `{name}`, except guards")
            }
            Self::Event(event) => {
                format!("replaces your own hooks on {event} by the project's, except guards")
            }
        }
    }

    /// Whether it is about this hook, which is of the user or of a plugin: only
    /// these give way to a project to which a person agreed.
    #[must_use]
    pub fn could_reach(&self, hook: &Hook) -> bool {
        let level = hook.source.authority();
        if level == Authority::Project || level > Authority::User {
            return false;
        }
        match self {
            Self::AllHooks => true,
            Self::Hook(name) => is_called(hook, name),
            Self::Plugin(name) => {
                let origin = hook.source.origin.as_ref();
                hook.source.scope == Scope::Plugin
                    && origin.is_some_and(|origin| same_plugin(name, &origin.name))
            }
            Self::Event(event) => hook.source.scope == Scope::User && hook.event.name() == event,
        }
    }
}

/// Whether somebody who names a hook by its name or id means this one.
pub(crate) fn is_called(hook: &Hook, name: &str) -> bool {
    hook.name == *name || hook.id.as_str() == name
}

/// `formatter` is also `formatter@market`; two markets are two plugins.
pub(crate) fn same_plugin(one: &str, other: &str) -> bool {
    let name = |text: &str| {
        text.split_once('@')
            .map_or(text.to_owned(), |(name, _)| name.to_owned())
    };
    one == other || (one.contains('@') != other.contains('@') && name(one) == name(other))
}
