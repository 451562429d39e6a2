//! Which scopes' hooks run at all: the big switches of the settings.

use crate::hook::Scope;

/// Which hooks run, by where they come from. Functions that the host
/// registered on the engine are part of its own program and always do.
///
/// | switch | managed | plugins | other files | session |
/// |---|---|---|---|---|
/// | `disableAllHooks` | run | – | – | run |
/// | `disableAllHooks`, managed | – | – | – | run |
/// | `strictPluginOnlyCustomization` with `hooks` | run | run | – | run |
/// | `allowManagedHooksOnly` | run | – | – | – |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Live {
    /// Managed hooks.
    pub managed: bool,
    /// Hooks of plugins.
    pub plugins: bool,
    /// Hooks of all other files.
    pub files: bool,
    /// Hooks that were added to a session.
    pub session: bool,
}

impl Default for Live {
    fn default() -> Self {
        Self::EVERYTHING
    }
}

impl Live {
    /// All of them.
    pub const EVERYTHING: Self = Self {
        managed: true,
        plugins: true,
        files: true,
        session: true,
    };

    /// Whether hooks of this scope run.
    #[must_use]
    pub fn includes(self, scope: Scope) -> bool {
        match scope {
            Scope::Host => true,
            Scope::Managed => self.managed,
            Scope::Plugin => self.plugins,
            Scope::Session => self.session,
            Scope::User
            | Scope::Project
            | Scope::Local
            | Scope::Explicit
            | Scope::Skill
            | Scope::Agent => self.files,
        }
    }

    /// What both allow.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            managed: self.managed && other.managed,
            plugins: self.plugins && other.plugins,
            files: self.files && other.files,
            session: self.session && other.session,
        }
    }

    /// Whether any files' hooks but managed ones run.
    #[must_use]
    pub fn only_managed(self) -> bool {
        !self.plugins && !self.files
    }
}
