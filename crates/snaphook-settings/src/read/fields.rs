//! The members of an object, by key.

use std::collections::HashMap;

use crate::node::{Kind, Member, Node};

/// What counts of a key that stands twice and says two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    /// All of it: hooks, and rules that deny or ask.
    Both,
    /// The value that guards more.
    Safer,
    /// The last, as everywhere in JSON.
    Last,
}

impl Repeated {
    pub(super) fn of(key: &str) -> Self {
        match key {
            "hooks" | "permissions" | "deny" | "ask" => Self::Both,
            "onFailure"
            | "enabled"
            | "async"
            | "asyncRewake"
            | "once"
            | "disableAllHooks"
            | "disabledHooks"
            | "enabledPlugins"
            | "allowManagedHooksOnly"
            | "stopHookBlockCap"
            | "allowedHttpHookUrls"
            | "httpHookAllowedEnvVars"
            | "httpHookPrivateNetworks"
            | "defaultMode"
            | "disableBypassPermissionsMode" => Self::Safer,
            _ => Self::Last,
        }
    }
}

/// Whether a value of a key that stands twice counts more than the others.
fn is_safer(key: &str, value: &Node) -> bool {
    match key {
        "onFailure" => value.text() != Some("continue"),
        "enabled" | "allowManagedHooksOnly" => value.kind != Kind::Bool(false),
        "async" | "asyncRewake" | "once" | "disableAllHooks" | "httpHookPrivateNetworks" => {
            value.kind != Kind::Bool(true)
        }
        "disableBypassPermissionsMode" => true,
        _ => false,
    }
}

/// An object's members. `null` is the same as absent; of a key that stands
/// twice, what [`Repeated`] says.
pub(crate) struct Fields<'a> {
    members: &'a [Member],
}

impl<'a> Fields<'a> {
    pub(crate) fn of(node: &'a Node) -> Self {
        Self {
            members: node.members().unwrap_or_default(),
        }
    }

    /// The value of a key: of several the safer, else the last.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        let safer = self.all(key).rfind(|value| is_safer(key, value));
        safer.or_else(|| self.all(key).next_back())
    }

    /// Every value of a key.
    pub(crate) fn all(&self, key: &str) -> impl DoubleEndedIterator<Item = &'a Node> {
        let members = self.members.iter().filter(move |member| member.key == key);
        let values = members.map(|member| &member.value);
        values.filter(|value| value.kind != Kind::Null)
    }

    /// Whether a key stands here more than once, and not with the same value.
    pub(super) fn says_two_things(&self, key: &str) -> bool {
        let mut values = self.all(key).map(Node::to_value);
        let first = values.next();
        first.is_some_and(|first| values.any(|other| other != first))
    }

    pub(super) fn members(&self) -> &'a [Member] {
        self.members
    }

    /// The members that count: of each key the last.
    pub(super) fn last_members(&self) -> impl Iterator<Item = &'a Member> {
        let places = self.members.iter().enumerate();
        let last: HashMap<_, _> = places
            .clone()
            .map(|(at, member)| (member.key.as_str(), at))
            .collect();
        places
            .filter(move |(at, member)| last.get(member.key.as_str()) == Some(at))
            .map(|(_, member)| member)
    }
}

/// "`timeout` must be a number, not a string".
pub(super) fn wrong_type(field: &str, expected: &str, found: &Node) -> String {
    format!("`{field}` must be {expected}, not {}", found.described())
}
