//! Which file's scalar settings win: managed > explicit > local > project >
//! user; within a scope the later file. Plugins, skills and agents bring hooks
//! and nothing else.

use snaphook_core::hook::Scope;

use crate::read::Settings;

/// Where a scope is; `None`: its files bring hooks and nothing else.
pub(super) fn precedence(scope: Scope) -> Option<u8> {
    match scope {
        Scope::User => Some(0),
        Scope::Project => Some(1),
        Scope::Local => Some(2),
        Scope::Explicit => Some(3),
        Scope::Managed => Some(4),
        Scope::Plugin | Scope::Skill | Scope::Agent | Scope::Host | Scope::Session => None,
    }
}

/// Files that may say more than hooks, the one that decides last.
pub fn in_rising_precedence<'a>(
    settings: impl IntoIterator<Item = &'a Settings>,
) -> impl DoubleEndedIterator<Item = &'a Settings> {
    let mut sorted: Vec<(u8, &Settings)> = settings
        .into_iter()
        .filter_map(|settings| Some((precedence(settings.scope)?, settings)))
        .collect();
    sorted.sort_by_key(|(precedence, _)| *precedence);
    sorted.into_iter().map(|(_, settings)| settings)
}
