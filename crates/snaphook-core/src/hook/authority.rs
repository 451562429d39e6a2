//! Who may switch off what.
//!
//! | level | its scopes |
//! |---|---|
//! | managed | managed |
//! | caller | explicit, host, session |
//! | user | user; skills and agents outside of the project |
//! | plugin | plugin |
//! | project | project, local; skills, agents and packs of the project |
//!
//! What a level configured is switched off, or made weaker, only by itself or by
//! a level above it. This is not the order in which scalar settings win.

use super::source::{Scope, Source};

/// How much the files of a level may decide over those of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authority {
    /// A project's files, which anybody may have written.
    Project,
    /// A plugin that was installed.
    Plugin,
    /// The user.
    User,
    /// Who starts the engine: files that were named, and the host's own code.
    Caller,
    /// The organisation.
    Managed,
}

impl Authority {
    /// All of them, the lowest first.
    pub const ALL: [Self; 5] = [
        Self::Project,
        Self::Plugin,
        Self::User,
        Self::Caller,
        Self::Managed,
    ];
}

impl Scope {
    /// How much a file of this scope may decide over others. A skill or an agent
    /// may belong to a project: [`Source::authority`] knows.
    #[must_use]
    pub fn authority(self) -> Authority {
        match self {
            Self::Project | Self::Local => Authority::Project,
            Self::Plugin => Authority::Plugin,
            Self::User | Self::Skill | Self::Agent => Authority::User,
            Self::Explicit | Self::Host | Self::Session => Authority::Caller,
            Self::Managed => Authority::Managed,
        }
    }
}

impl Source {
    /// The scope whose rights a hook has: packs of a project have those of the project.
    #[must_use]
    pub fn rights_of(&self) -> Scope {
        match (self.scope, self.authority()) {
            (Scope::Plugin, Authority::Project) => Scope::Project,
            (scope, _) => scope,
        }
    }

    /// The level that a hook was configured by.
    #[must_use]
    pub fn authority(&self) -> Authority {
        let of_project = self.origin.as_ref().is_some_and(|origin| origin.of_project);
        match self.scope {
            Scope::Plugin | Scope::Skill | Scope::Agent if of_project => Authority::Project,
            scope => scope.authority(),
        }
    }

    /// Whether the user's `sandboxDefaults` hold for a hook from here: others wrote it.
    #[must_use]
    pub fn is_for_sandbox_defaults(&self) -> bool {
        matches!(
            self.scope,
            Scope::Project | Scope::Local | Scope::Plugin | Scope::Skill | Scope::Agent
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn managed_stands_above_the_caller_the_user_plugins_and_projects() {
        let rising = [
            Scope::Project,
            Scope::Plugin,
            Scope::User,
            Scope::Explicit,
            Scope::Managed,
        ];
        assert_eq!(rising.map(Scope::authority), Authority::ALL);
        assert!(Authority::ALL.is_sorted());
        assert_eq!(Scope::Local.authority(), Scope::Project.authority());
    }
}
