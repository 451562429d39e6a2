//! A rule, and who said it.

use std::sync::Arc;

use crate::Rule;
use snaphook_core::hook::Scope;
use snaphook_core::permission::Behavior;

/// Who said something about permissions, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionSource {
    /// The kind of place.
    pub scope: Scope,
    /// File and line, as people read them.
    pub place: Option<Arc<str>>,
}

impl PermissionSource {
    /// Something that the host says.
    #[must_use]
    pub fn by_host() -> Self {
        Self {
            scope: Scope::Host,
            place: None,
        }
    }
}

/// `.claude/settings.json:3`, else the scope.
impl std::fmt::Display for PermissionSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Some(place) => f.write_str(place),
            None => f.write_str(self.scope.as_str()),
        }
    }
}

/// A permission rule, and who said it.
#[derive(Debug, Clone, PartialEq)]
pub struct PermissionRule {
    /// The rule.
    pub rule: Rule,
    /// What it says of calls that it matches.
    pub behavior: Behavior,
    /// Who said it.
    pub said: PermissionSource,
}
