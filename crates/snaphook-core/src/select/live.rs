//! Which hooks run at all: the big switches of the settings.

use crate::hook::{Authority, Hook, Scope};

/// Which hooks run, by who configured them. Functions that the host registered
/// on the engine are part of its own program and always do.
///
/// | switch | switches off |
/// |---|---|
/// | `disableAllHooks` | what its own level configured, and every lower one |
/// | the same in a project that a person trusts with it | also hooks of the user and of plugins that are not guards |
/// | `strictPluginOnlyCustomization` with `hooks` | files that are neither managed nor of plugins |
/// | `allowManagedHooksOnly` | everything but managed hooks; also what sessions add |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HookPolicy {
    /// Guards up to this level do not run.
    guards_off: Option<Authority>,
    /// Other hooks up to this level do not run.
    others_off: Option<Authority>,
    only_plugins: bool,
    no_session: bool,
}

impl HookPolicy {
    /// All of them.
    pub const EVERYTHING: Self = Self {
        guards_off: None,
        others_off: None,
        only_plugins: false,
        no_session: false,
    };

    /// Managed hooks, and what the host adds to sessions.
    pub const MANAGED_AND_SESSION: Self = Self::above(Authority::Caller);

    /// Managed hooks alone.
    pub const ONLY_MANAGED: Self = Self {
        no_session: true,
        ..Self::MANAGED_AND_SESSION
    };

    /// Managed hooks and those of plugins, and what the host adds to sessions.
    pub const MANAGED_AND_PLUGINS: Self = Self {
        only_plugins: true,
        ..Self::EVERYTHING
    };

    /// Files of higher levels than this one, and what the host adds to sessions.
    #[must_use]
    pub const fn above(level: Authority) -> Self {
        Self {
            guards_off: Some(level),
            others_off: Some(level),
            ..Self::EVERYTHING
        }
    }

    /// Sets another level up to which hooks that are not guards are off.
    #[must_use]
    pub const fn others_above(mut self, level: Authority) -> Self {
        self.others_off = Some(level);
        self
    }

    /// Whether this hook runs.
    #[must_use]
    pub fn includes(self, hook: &Hook) -> bool {
        self.includes_from(hook.source.scope, hook.source.authority(), hook.is_guard())
    }

    /// Whether any hook of a file of this scope runs.
    #[must_use]
    pub fn includes_some(self, scope: Scope) -> bool {
        self.includes_from(scope, scope.authority(), true)
    }

    fn includes_from(self, scope: Scope, level: Authority, guard: bool) -> bool {
        let off = match guard {
            true => self.guards_off,
            false => self.others_off,
        };
        match scope {
            Scope::Host => true,
            Scope::Session => !self.no_session,
            // Packs of a project are the project's own customization.
            Scope::Plugin if level == Authority::Project && self.only_plugins => false,
            Scope::Managed | Scope::Plugin => off.is_none_or(|off| level > off),
            Scope::User
            | Scope::Project
            | Scope::Local
            | Scope::Explicit
            | Scope::Skill
            | Scope::Agent => !self.only_plugins && off.is_none_or(|off| level > off),
        }
    }

    /// What both allow.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            guards_off: self.guards_off.max(other.guards_off),
            others_off: self.others_off.max(other.others_off),
            only_plugins: self.only_plugins || other.only_plugins,
            no_session: self.no_session || other.no_session,
        }
    }

    /// Whether no files' hooks but managed ones run.
    #[must_use]
    pub fn only_managed(self) -> bool {
        self.guards_off.min(self.others_off) >= Some(Authority::Caller)
    }
}
